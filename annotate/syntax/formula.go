package syntax

import (
	"fmt"
	"slices"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Node is a formula or expression as written.
type Node struct {
	Op   Op
	Name string    // of a name, an application, the variable of a quantifier; the digits of a number
	Sort term.Sort // of the variable of a quantifier
	Args []*Node   // of a quantifier: the body, then the two ends of the range if there is one
	Span source.Span
	// Group are the variables that the innermost of some quantifiers written as one has, and
	// Triggers what stands there behind the word trigger.
	Group    []string
	Triggers []*Node
}

// parser is a recursive-descent parser: one method a level of precedence, which
// panics with a syntaxError.
type parser struct {
	toks  []Token
	at    int
	depth int
	lists bool // of elements, perhaps from one to another
}

// maxDepth bounds the nesting of formulas.
const maxDepth = 500

type syntaxError struct{ d *source.Diagnostic }

// ParseFormula parses the text of an annotation as one formula.
func ParseFormula(span source.Span) (n *Node, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	return p.whole()
}

// ParseCondition is ParseFormula for a condition that is no annotation: operators may
// be spelled as in K, such as n >Int 0 andBool notBool x ==Int y.
func ParseCondition(span source.Span) (n *Node, problem *source.Diagnostic) {
	toks, problem := lex(span, true)
	if problem != nil {
		return nil, problem
	}
	return (&parser{toks: toks}).whole()
}

// whole parses all of the text as one formula.
func (p *parser) whole() (n *Node, problem *source.Diagnostic) {
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
	toks, problem := Lex(span)
	if problem != nil {
		return nil, problem
	}
	return &parser{toks: toks}, nil
}

// recover turns the panic of the parser into a diagnostic.
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
	panic(syntaxError{source.Errorf(p.peek().Span, "annotation-syntax", format, args...)})
}

func (p *parser) peek() Token { return p.toks[p.at] }

func (p *parser) is(text string) bool { return p.peek().Text == text && p.peek().Kind != endToken }

func (p *parser) accept(texts ...string) bool {
	for _, t := range texts {
		if p.is(t) {
			p.at++
			return true
		}
	}
	return false
}

func (p *parser) expect(text string) Token {
	if !p.is(text) {
		p.fail("expected %q, found %s%s", text, p.found(), p.instead())
	}
	p.at++
	return p.toks[p.at-1]
}

func (p *parser) found() string {
	if p.peek().Kind == endToken {
		return "the end of the annotation"
	}
	return fmt.Sprintf("%q", p.peek().Text)
}

func (p *parser) end() {
	if p.peek().Kind != endToken {
		p.fail("expected the end of the annotation, found %s%s", p.found(), p.instead())
	}
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail("the formula is nested too deeply")
	}
}

func join(op Op, args ...*Node) *Node {
	return &Node{Op: op, Args: args, Span: args[0].Span.To(args[len(args)-1].Span)}
}

// formula: a choice c ? a : b, then equivalence <==>, then implication ==> to
// the right.
func (p *parser) formula() *Node {
	p.enter()
	defer func() { p.depth-- }()
	n := p.implication()
	for p.accept("<==>") {
		n = join(Iff, n, p.implication())
	}
	if p.accept("?") {
		yes := p.formula()
		p.expect(":")
		return join(Choice, n, yes, p.formula())
	}
	return n
}

func (p *parser) implication() *Node {
	n := p.disjunction()
	if p.accept("==>") {
		p.enter()
		defer func() { p.depth-- }()
		return join(Implies, n, p.implication())
	}
	return n
}

func (p *parser) disjunction() *Node {
	n := p.conjunction()
	for p.accept("\\/", "||") {
		n = join(Or, n, p.conjunction())
	}
	return n
}

func (p *parser) conjunction() *Node {
	n := p.negation()
	for p.accept("/\\", "&&") {
		n = join(And, n, p.negation())
	}
	return n
}

// negation: a comparison, or in the notation of K the negation of one.
func (p *parser) negation() *Node {
	t := p.peek()
	if t.Text != notBool || t.Kind != symbolToken {
		return p.comparison()
	}
	p.enter()
	defer func() { p.depth-- }()
	p.at++
	n := p.negation()
	return &Node{Op: Not, Args: []*Node{n}, Span: t.Span.To(n.Span)}
}

var comparisons = map[string]Op{"<": Less, "<=": LessEqual, ">": Greater, ">=": GreaterEqual, "==": Equal, "=": Equal, "!=": Unequal}

// comparison: a chain a < b <= c means a < b and b <= c.
func (p *parser) comparison() *Node {
	first := p.number()
	var out *Node
	for left := first; ; {
		op, ok := comparisons[p.peek().Text]
		if !ok || p.peek().Kind != symbolToken {
			break
		}
		p.at++
		right := p.number()
		link := join(op, left, right)
		if out == nil {
			out = link
		} else {
			out = join(And, out, link)
		}
		left = right
	}
	if out == nil {
		return first
	}
	return out
}

// operators are those of numbers, by how much they bind, least first. All bind more than
// comparisons do: bits & 1 == 0 compares bits & 1.
var operators = [][]Op{{AnyBit}, {OneBit}, {BothBits}, {ShiftLeft, ShiftRight}, {Plus, Minus}, {Times, Quotient, Remainder}}

// number: operators of one level associate to the left.
func (p *parser) number() *Node { return p.level(0) }

func (p *parser) level(i int) *Node {
	if i == len(operators) {
		return p.unary()
	}
	n := p.level(i + 1)
	for slices.ContainsFunc(operators[i], func(op Op) bool { return p.is(string(op)) }) {
		op := Op(p.peek().Text)
		p.at++
		n = join(op, n, p.level(i+1))
	}
	return n
}

func (p *parser) unary() *Node {
	p.enter()
	defer func() { p.depth-- }()
	t := p.peek()
	switch {
	case p.accept("!"):
		n := p.unary()
		return &Node{Op: Not, Args: []*Node{n}, Span: t.Span.To(n.Span)}
	case p.accept("-"):
		n := p.unary()
		return &Node{Op: Neg, Args: []*Node{n}, Span: t.Span.To(n.Span)}
	case p.accept("~"):
		n := p.unary()
		return &Node{Op: Flip, Args: []*Node{n}, Span: t.Span.To(n.Span)}
	case p.accept("&"):
		n := p.unary()
		return &Node{Op: Address, Args: []*Node{n}, Span: t.Span.To(n.Span)}
	case p.accept("*"):
		n := p.unary()
		zero := &Node{Op: Number, Name: "0", Span: t.Span}
		return &Node{Op: Index, Args: []*Node{n, zero}, Span: t.Span.To(n.Span)}
	case p.is("(") && p.quantifies():
		return p.quantifier()
	}
	return p.postfix()
}

func (p *parser) quantifies() bool {
	next := p.toks[p.at+1].Text
	return next == "forall" || next == "exists"
}

// quantifier: (forall u : lo..hi trigger E, ..) F, where F is a comparison, a quantifier or a
// formula in parentheses; the range and the triggers may be missing.
func (p *parser) quantifier() *Node {
	start := p.expect("(").Span
	n := &Node{Op: Op(p.peek().Text)}
	p.at++
	var names []Token
	var sorts []term.Sort
	for first := true; first || p.accept(","); first = false {
		sorts = append(sorts, p.sortAhead())
		names = append(names, p.name())
	}
	var lo, hi *Node
	if p.accept(":") {
		lo = p.number()
		p.within(string(n.Op), "..")
		hi = p.number()
	}
	var triggers []*Node
	if p.accept("trigger") {
		triggers = append(triggers, p.number())
		for p.accept(",") {
			triggers = append(triggers, p.number())
		}
	}
	p.within(string(n.Op), ")")
	body := p.comparison()
	for i := len(names) - 1; i >= 0; i-- {
		q := &Node{Op: n.Op, Name: names[i].Text, Sort: sorts[i], Args: []*Node{body}, Span: start.To(body.Span)}
		if lo != nil {
			q.Args = append(q.Args, lo, hi)
		}
		if len(triggers) > 0 && i == len(names)-1 {
			q.Triggers = triggers
			for _, v := range names {
				q.Group = append(q.Group, v.Text)
			}
		}
		body = q
	}
	return body
}

// sortAhead reads a sort that stands before a name; Int if there is none.
func (p *parser) sortAhead() term.Sort {
	next := p.toks[min(p.at+1, len(p.toks)-1)]
	if p.peek().Kind != NameToken || next.Kind != NameToken && next.Text != "[" || p.triggersAt(p.at+1) || p.rangeIn(p.at+1) {
		return term.SortInt
	}
	return p.logicSort()
}

// triggersAt reports whether the word trigger at a place begins those of a quantifier: it may
// be a name, too.
func (p *parser) triggersAt(at int) bool {
	return at+1 < len(p.toks) && p.toks[at].Text == "trigger" && p.toks[at+1].Text != ")" && p.toks[at+1].Text != "," && p.toks[at+1].Text != ":"
}

func (p *parser) name() Token {
	if p.peek().Kind != NameToken {
		p.fail("expected a name, found %s", p.found())
	}
	p.at++
	return p.toks[p.at-1]
}

func (p *parser) postfix() *Node {
	n := p.primary()
	for {
		switch {
		case p.accept("["):
			args := []*Node{n, p.number()}
			if p.lists && p.accept("..") {
				args = append(args, p.number())
			}
			end := p.expect("]")
			n = &Node{Op: Index, Args: args, Span: n.Span.To(end.Span)}
		case p.is(".") || p.is("->"):
			if p.accept("->") { // p->x is (*p).x
				n = &Node{Op: Index, Args: []*Node{n, {Op: Number, Name: "0", Span: n.Span}}, Span: n.Span}
			} else {
				p.at++
			}
			field := p.name()
			n = &Node{Op: Field, Name: field.Text, Args: []*Node{n}, Span: n.Span.To(field.Span)}
		default:
			return n
		}
	}
}

func (p *parser) primary() *Node {
	t := p.peek()
	switch {
	case t.Kind == numberToken:
		p.at++
		return &Node{Op: Number, Name: t.Text, Span: t.Span}
	case t.Kind == literalToken:
		p.at++
		return &Node{Op: Literal, Name: t.Text, Span: t.Span}
	case p.accept("("):
		n := p.formula()
		end := p.expect(")")
		c := *n
		c.Span = t.Span.To(end.Span)
		return &c
	case t.Kind != NameToken:
		p.fail("expected a formula, found %s%s", p.found(), p.instead())
	}
	p.at++
	switch t.Text {
	case "true", "false":
		return &Node{Op: Op(t.Text), Span: t.Span}
	case "result":
		return &Node{Op: Result, Name: t.Text, Span: t.Span}
	case "forall", "exists":
		p.at--
		p.fail("a quantifier is written %s", quantified(t.Text))
	}
	if !p.accept("(") {
		return &Node{Op: Name, Name: t.Text, Span: t.Span}
	}
	n := &Node{Op: Apply, Name: t.Text}
	if t.Text == "old" || t.Text == "len" {
		n.Op = Op(t.Text)
	}
	for !p.is(")") {
		n.Args = append(n.Args, p.formula())
		if !p.accept(",") {
			break
		}
	}
	n.Span = t.Span.To(p.expect(")").Span)
	if n.Op != Apply && len(n.Args) != 1 {
		panic(syntaxError{source.Errorf(n.Span, "annotation-syntax", "%s takes one argument", n.Op)})
	}
	return n
}

// Conjuncts splits a formula at its top conjunctions.
func (n *Node) Conjuncts() []*Node {
	if n.Op == And {
		return append(n.Args[0].Conjuncts(), n.Args[1].Conjuncts()...)
	}
	return []*Node{n}
}

// Lazy reports whether a part of a formula may be without meaning while the whole is true.
func (n *Node) Lazy() bool {
	switch n.Op {
	case And, Or, Implies, Choice, ForAll, Exists:
		return true
	}
	return slices.ContainsFunc(n.Args, (*Node).Lazy)
}
