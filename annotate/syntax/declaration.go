package syntax

import (
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// logicSorts are the sorts of the logic by name.
var logicSorts = map[string]term.Sort{"Int": term.SortInt, "Bool": term.SortBool, "Int[]": term.SortArray, "List": term.SortList}

// Declaration is the declaration of a logic function as written.
type Declaration struct {
	Name          Token
	Params        []Token     // without text where a parameter has no name
	Sorts         []term.Sort // of the parameters
	Result        term.Sort
	Body, Measure *Node // nil where there is none
}

// ParseLogic parses `name(Sort x, ..): Sort = expression decreases measure`, where
// names, definition and measure may be left out.
func ParseLogic(span source.Span) (d *Declaration, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	defer p.recover(&problem)
	d = &Declaration{Name: p.name()}
	if p.accept("(") {
		for !p.is(")") {
			d.Sorts = append(d.Sorts, p.logicSort())
			param := Token{Span: p.peek().Span}
			if p.peek().Kind == NameToken {
				param = p.name()
			}
			d.Params = append(d.Params, param)
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	p.expect(":")
	d.Result = p.logicSort()
	if p.accept("=") {
		d.Body = p.formula()
		if p.accept("decreases") {
			d.Measure = p.formula()
		}
	}
	p.end()
	return d, nil
}

// logicSort reads the name of a sort.
func (p *parser) logicSort() term.Sort {
	t := p.name()
	name := t.Text
	if p.accept("[") {
		p.expect("]")
		name += "[]"
	}
	s, ok := logicSorts[name]
	if !ok {
		panic(syntaxError{source.Errorf(t.Span, "unknown-sort", "unknown sort %s; there are Int, Bool, Int[] and List", name)})
	}
	return s
}

// Fact is a lemma or an axiom as written.
type Fact struct {
	Name    Token       // without text where it has none
	Params  []Token     // of one with a name: for all values of these
	Sorts   []term.Sort // of the parameters
	Formula *Node
	Measure *Node // of an induction; nil: none
	Cases   []*Node
	Uses    []*Node // of other facts, or of itself where the measure is smaller
}

// Proof is the first of what says how a lemma is proved; nil if nothing does.
func (f *Fact) Proof() *Node {
	for _, n := range append(append([]*Node{f.Measure}, f.Cases...), f.Uses...) {
		if n != nil {
			return n
		}
	}
	return nil
}

// ParseFact parses `name(Sort x, ..): F by induction on E by cases C by use name(E, ..)`, where
// the name with its parameters and how it is proved may be left out.
func ParseFact(span source.Span) (f *Fact, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	defer p.recover(&problem)
	out := &Fact{}
	if p.named() {
		out.Name = p.name()
		if p.accept("(") {
			for !p.is(")") {
				out.Sorts, out.Params = append(out.Sorts, p.sortAhead()), append(out.Params, p.name())
				if !p.accept(",") {
					break
				}
			}
			p.expect(")")
		}
		p.expect(":")
	}
	out.Formula = p.formula()
	for p.accept("by") {
		switch {
		case p.accept("cases"):
			out.Cases = append(out.Cases, p.formula())
		case p.accept("use"):
			n := p.formula()
			if !n.isUse() {
				panic(syntaxError{notAUse(n)})
			}
			out.Uses = append(out.Uses, n)
		case out.Measure == nil && p.accept("induction"):
			p.expect("on")
			out.Measure = p.formula()
		default:
			p.fail("a lemma is proved by `induction on E`, once, by `cases F` and by `use name(E, ..)`, found %s", p.found())
		}
	}
	p.end()
	return out, nil
}

// named reports whether a name and a colon stand ahead, with parameters between them if
// there are any: no formula begins so.
func (p *parser) named() bool {
	if p.peek().Kind != NameToken {
		return false
	}
	at := p.at + 1
	if p.toks[at].Text == "(" {
		for at < len(p.toks)-1 && p.toks[at].Text != ")" {
			at++
		}
		at = min(at+1, len(p.toks)-1)
	}
	return p.toks[at].Text == ":" && p.toks[at].Kind == symbolToken
}

// ParseUse parses the name of a lemma with its arguments, as in use: a node with the
// name, which are its arguments.
func ParseUse(span source.Span) (*Node, *source.Diagnostic) {
	n, problem := ParseFormula(span)
	if problem == nil && !n.isUse() {
		return nil, notAUse(n)
	}
	return n, problem
}

func (n *Node) isUse() bool { return n.Op == Name || n.Op == Apply }

func notAUse(n *Node) *source.Diagnostic {
	return source.Errorf(n.Span, "annotation-syntax", "use takes the name of a lemma with its arguments, as in use: name(e1, e2)")
}

// ParseList parses expressions separated by commas, as in decreases.
func ParseList(span source.Span) (out []*Node, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	defer p.recover(&problem)
	out = append(out, p.formula())
	for p.accept(",") {
		out = append(out, p.formula())
	}
	p.end()
	return out, nil
}

// ParseNames parses names separated by commas, as in modifies: a star may stand before
// each, and `nothing` stands alone for no name. The names before a problem are
// returned with it.
func ParseNames(span source.Span) (names []Token, problem *source.Diagnostic) {
	toks, problem := Lex(span)
	if problem != nil || len(toks) == 2 && toks[0].Text == "nothing" {
		return nil, problem
	}
	for i := 0; ; i++ {
		for toks[i].Text == "*" {
			i++
		}
		if t := toks[i]; t.Kind != NameToken || t.Text == "nothing" {
			return names, source.Errorf(t.Span, "annotation-syntax", "modifies is a list of names, such as p with what it leads to, a with all its elements, In and Out, or else `nothing`")
		}
		names = append(names, toks[i])
		i++
		switch t := toks[i]; {
		case t.Kind == endToken:
			return names, nil
		case t.Text != ",":
			return names, source.Errorf(t.Span, "annotation-syntax", "names in a list are separated by commas")
		}
	}
}
