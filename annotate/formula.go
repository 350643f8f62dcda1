package annotate

import (
	"fmt"
	"slices"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// node is a formula or expression as written.
type node struct {
	op   string    // see the parser; operators by their text
	name string    // name, app, forall, exists; the digits of a number
	sort term.Sort // of the variable of forall and exists
	args []*node
	span source.Span
}

// The operators that are not written as such: "name", "number", "app",
// "index", "len", "old", "result", "true", "false", "forall", "exists" (the body
// is args[0]; a range, if there is one, args[1] and args[2]), "neg".

type parser struct {
	toks  []token
	at    int
	depth int
}

// maxDepth bounds the nesting of formulas.
const maxDepth = 500

type syntaxError struct{ d *source.Diagnostic }

// parseFormula parses the text of an annotation as one formula.
func parseFormula(span source.Span) (n *node, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	defer func() {
		if problem != nil {
			n = nil
		}
	}()
	defer p.recover(&problem)
	n = p.formula()
	p.end()
	return n, nil
}

func newParser(span source.Span) (*parser, *source.Diagnostic) {
	toks, problem := lex(span)
	if problem != nil {
		return nil, problem
	}
	return &parser{toks: toks}, nil
}

// recover turns the parser's own panic into a diagnostic.
func (p *parser) recover(problem **source.Diagnostic) {
	switch r := recover().(type) {
	case nil:
	case syntaxError:
		*problem = r.d
	default:
		panic(r)
	}
}

func (p *parser) fail(format string, args ...any) {
	panic(syntaxError{source.Errorf(p.peek().span, "annotation-syntax", format, args...)})
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) is(text string) bool { return p.peek().text == text && p.peek().kind != endToken }

func (p *parser) accept(texts ...string) bool {
	for _, t := range texts {
		if p.is(t) {
			p.at++
			return true
		}
	}
	return false
}

func (p *parser) expect(text string) token {
	if !p.is(text) {
		p.fail("expected %q, found %s", text, p.found())
	}
	p.at++
	return p.toks[p.at-1]
}

func (p *parser) found() string {
	if p.peek().kind == endToken {
		return "the end of the annotation"
	}
	return fmt.Sprintf("%q", p.peek().text)
}

func (p *parser) end() {
	if p.peek().kind != endToken {
		p.fail("expected the end of the annotation, found %s", p.found())
	}
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail("the formula is nested too deeply")
	}
}

func join(op string, args ...*node) *node {
	return &node{op: op, args: args, span: args[0].span.To(args[len(args)-1].span)}
}

// formula: a choice c ? a : b, then equivalence <==>, then implication ==> to
// the right.
func (p *parser) formula() *node {
	p.enter()
	defer func() { p.depth-- }()
	n := p.implication()
	for p.accept("<==>") {
		n = join("<==>", n, p.implication())
	}
	if p.accept("?") {
		yes := p.formula()
		p.expect(":")
		return join("?", n, yes, p.formula())
	}
	return n
}

func (p *parser) implication() *node {
	n := p.disjunction()
	if p.accept("==>") {
		p.enter()
		defer func() { p.depth-- }()
		return join("==>", n, p.implication())
	}
	return n
}

func (p *parser) disjunction() *node {
	n := p.conjunction()
	for p.accept("\\/", "||") {
		n = join("\\/", n, p.conjunction())
	}
	return n
}

func (p *parser) conjunction() *node {
	n := p.comparison()
	for p.accept("/\\", "&&") {
		n = join("/\\", n, p.comparison())
	}
	return n
}

var comparisons = map[string]string{"<": "<", "<=": "<=", ">": ">", ">=": ">=", "==": "==", "=": "==", "!=": "!="}

// comparison: a chain a < b <= c means a < b and b <= c.
func (p *parser) comparison() *node {
	first := p.sum()
	var out *node
	for left := first; ; {
		op, ok := comparisons[p.peek().text]
		if !ok || p.peek().kind != symbolToken {
			break
		}
		p.at++
		right := p.sum()
		link := join(op, left, right)
		if out == nil {
			out = link
		} else {
			out = join("/\\", out, link)
		}
		left = right
	}
	if out == nil {
		return first
	}
	return out
}

func (p *parser) sum() *node {
	n := p.product()
	for p.is("+") || p.is("-") {
		op := p.peek().text
		p.at++
		n = join(op, n, p.product())
	}
	return n
}

func (p *parser) product() *node {
	n := p.unary()
	for p.is("*") || p.is("/") || p.is("%") {
		op := p.peek().text
		p.at++
		n = join(op, n, p.unary())
	}
	return n
}

func (p *parser) unary() *node {
	p.enter()
	defer func() { p.depth-- }()
	t := p.peek()
	switch {
	case p.accept("!"):
		n := p.unary()
		return &node{op: "!", args: []*node{n}, span: t.span.To(n.span)}
	case p.accept("-"):
		n := p.unary()
		return &node{op: "neg", args: []*node{n}, span: t.span.To(n.span)}
	case p.accept("&"):
		n := p.unary()
		return &node{op: "&", args: []*node{n}, span: t.span.To(n.span)}
	case p.accept("*"):
		n := p.unary()
		zero := &node{op: "number", name: "0", span: t.span}
		return &node{op: "index", args: []*node{n, zero}, span: t.span.To(n.span)}
	case p.is("(") && p.quantifies():
		return p.quantifier()
	}
	return p.postfix()
}

func (p *parser) quantifies() bool {
	next := p.toks[p.at+1].text
	return next == "forall" || next == "exists"
}

// quantifier: (forall u : lo..hi) F, where F is a comparison, a quantifier or a
// formula in parentheses.
func (p *parser) quantifier() *node {
	start := p.expect("(").span
	n := &node{op: p.peek().text}
	p.at++
	var names []token
	var sorts []term.Sort
	for first := true; first || p.accept(","); first = false {
		sorts = append(sorts, p.sortAhead())
		names = append(names, p.name())
	}
	var lo, hi *node
	if p.accept(":") {
		lo = p.sum()
		p.expect("..")
		hi = p.sum()
	}
	p.expect(")")
	body := p.comparison()
	for i := len(names) - 1; i >= 0; i-- {
		q := &node{op: n.op, name: names[i].text, sort: sorts[i], args: []*node{body}, span: start.To(body.span)}
		if lo != nil {
			q.args = append(q.args, lo, hi)
		}
		body = q
	}
	return body
}

// sortAhead reads a sort that stands before a name; Int if there is none.
func (p *parser) sortAhead() term.Sort {
	next := p.toks[min(p.at+1, len(p.toks)-1)]
	if p.peek().kind != nameToken || next.kind != nameToken && next.text != "[" {
		return term.SortInt
	}
	return p.logicSort()
}

func (p *parser) name() token {
	if p.peek().kind != nameToken {
		p.fail("expected a name, found %s", p.found())
	}
	p.at++
	return p.toks[p.at-1]
}

func (p *parser) postfix() *node {
	n := p.primary()
	for {
		switch {
		case p.accept("["):
			i := p.sum()
			end := p.expect("]")
			n = &node{op: "index", args: []*node{n, i}, span: n.span.To(end.span)}
		case p.accept(".", "->"):
			field := p.name()
			n = &node{op: "field", name: field.text, args: []*node{n}, span: n.span.To(field.span)}
		default:
			return n
		}
	}
}

func (p *parser) primary() *node {
	t := p.peek()
	switch {
	case t.kind == numberToken:
		p.at++
		return &node{op: "number", name: t.text, span: t.span}
	case p.accept("("):
		n := p.formula()
		end := p.expect(")")
		c := *n
		c.span = t.span.To(end.span)
		return &c
	case t.kind != nameToken:
		p.fail("expected a formula, found %s", p.found())
	}
	p.at++
	switch t.text {
	case "true", "false", "result":
		return &node{op: t.text, span: t.span}
	case "forall", "exists":
		p.at--
		p.fail("a quantifier is written (%s x : lo..hi) F", t.text)
	}
	if !p.accept("(") {
		return &node{op: "name", name: t.text, span: t.span}
	}
	n := &node{op: "app", name: t.text}
	if t.text == "old" || t.text == "len" {
		n.op = t.text
	}
	for !p.is(")") {
		n.args = append(n.args, p.formula())
		if !p.accept(",") {
			break
		}
	}
	n.span = t.span.To(p.expect(")").span)
	if n.op != "app" && len(n.args) != 1 {
		panic(syntaxError{source.Errorf(n.span, "annotation-syntax", "%s takes one argument", n.op)})
	}
	return n
}

// conjuncts splits a formula at its top conjunctions.
func (n *node) conjuncts() []*node {
	if n.op == "/\\" {
		return append(n.args[0].conjuncts(), n.args[1].conjuncts()...)
	}
	return []*node{n}
}

// lazy says that a part of a formula may be without meaning while the whole is true.
func (n *node) lazy() bool {
	switch n.op {
	case "/\\", "\\/", "==>", "?", "forall", "exists":
		return true
	}
	return slices.ContainsFunc(n.args, (*node).lazy)
}
