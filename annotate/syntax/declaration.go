package syntax

import (
	"strings"

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
	for p.accept("[") {
		p.expect("]")
		name += "[]"
	}
	s, ok := logicSorts[name]
	switch {
	case name == "Bool[]": // as a sort of its own it would have to say that all elements are 0 or 1
		panic(syntaxError{source.Errorf(t.Span, "unknown-sort", "unknown sort Bool[]; an array of Booleans is an Int[], of which an element may stand as a formula")})
	case strings.HasPrefix(name, "Int[]["):
		panic(syntaxError{source.Errorf(t.Span, "unknown-sort", "unknown sort %s; rows of N that lie one behind the other are an Int[], of which a[i * N + j] is a[i][j]", name)})
	case !ok:
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
	// ByName is set for a lemma that is known only where it is used by its name.
	ByName bool
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

// ParseFact parses `name(Sort x, ..): F by induction on E by cases C by use name(E, ..) only by
// name`, where the name with its parameters and what follows the formula may be left out.
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
	if at := p.peek(); p.accept("only") {
		p.expect("by")
		p.expect("name")
		if out.ByName = true; out.Name.Text == "" {
			panic(syntaxError{source.Errorf(at.Span, "annotation-syntax", "what is known only by name has a name: lemma name(x, ..): F")})
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

// ParseLabel parses the name of a point.
func ParseLabel(span source.Span) (name Token, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return Token{}, problem
	}
	defer p.recover(&problem)
	name = p.name()
	p.end()
	return name, nil
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

// ParseModified parses what modifies lists, separated by commas: names, or elements and parts of
// what they denote, such as p->x and a[i].x; *p is p[0], as in formulas, and a star before
// something else says nothing, and a[lo..hi] is a[lo] to a[hi]. `nothing` stands alone for no place. The places before a problem
// are returned with it.
func ParseModified(span source.Span) (places []*Node, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil || len(p.toks) == 2 && p.toks[0].Text == "nothing" {
		return nil, problem
	}
	defer p.recover(&problem)
	p.lists = true
	for {
		star := p.peek().Span
		starred := p.accept("*")
		for p.accept("*") {
		}
		if t := p.peek(); t.Kind != NameToken || t.Text == "nothing" {
			return places, source.Errorf(t.Span, "annotation-syntax", "modifies is a list of names, such as p with what it leads to, a with all its elements, In and Out, or else `nothing`")
		}
		n := p.postfix()
		if n.Root() == nil {
			return places, source.Errorf(n.Span, "annotation-syntax", "this is no name, no element and no part of anything")
		}
		if n.hasRangeWithin(false) {
			return places, source.Errorf(n.Span, "annotation-syntax", "of elements from one to another there are no elements, only parts")
		}
		if starred && n.Op == Name {
			n = &Node{Op: Index, Args: []*Node{n, {Op: Number, Name: "0", Span: star}}, Span: star.To(n.Span)}
		}
		places = append(places, n)
		switch t := p.peek(); {
		case t.Kind == endToken:
			return places, nil
		case !p.accept(","):
			return places, source.Errorf(t.Span, "annotation-syntax", "names in a list are separated by commas")
		}
	}
}

// hasRangeWithin reports whether something is taken of elements from one to another as of one.
func (n *Node) hasRangeWithin(isWithin bool) bool {
	switch n.Op {
	case Index:
		return isWithin && len(n.Args) > 2 || n.Args[0].hasRangeWithin(true)
	case Field:
		return n.Args[0].hasRangeWithin(isWithin)
	}
	return false
}

// Root is the name from which elements and parts are taken; nil if there is none.
func (n *Node) Root() *Node {
	switch n.Op {
	case Name, Result:
		return n
	case Index, Field:
		return n.Args[0].Root()
	}
	return nil
}

// IsDereference reports whether a node is written as *p, for a name p.
func (n *Node) IsDereference() bool {
	return n.Op == Index && (n.Args[0].Op == Name || n.Args[0].Op == Result) && n.Args[1].Op == Number && n.Args[1].Span.Start < n.Args[0].Span.Start
}
