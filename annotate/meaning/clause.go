package meaning

import (
	"maps"
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/kdef"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Clause is a conjunct of an annotation in a state.
type Clause struct {
	Formula *term.Term
	Span    source.Span
	Text    string
	Found   bool // nobody wrote it
	// Instance is the lemma that says so, and is used; nil: it must follow.
	Instance *prover.Instance
	Measure  bool // it says that a measure becomes smaller
	// Within are the conjuncts of definitions that it comes from, the outermost first, where
	// a predicate is asked that stands for its body.
	Within []prover.Conjunct
	// Below are the conjuncts of what it says of all values, in the order of its formula.
	Below []prover.Conjunct
}

// Conjunct is a clause as goals have it.
func (c *Clause) Conjunct() prover.Conjunct {
	return prover.Conjunct{Formula: c.Formula, Span: c.Span, Text: c.Text, Found: c.Found, Measure: c.Measure, Within: c.Within, Below: c.Below}
}

// ConjunctsOf are clauses as goals have them.
func ConjunctsOf(cs ...Clause) []prover.Conjunct {
	var out []prover.Conjunct
	for _, c := range cs {
		out = append(out, c.Conjunct())
	}
	return out
}

// Clauses resolves annotations into conjuncts: for each, that it is defined,
// and that it holds; for the use of a lemma, what that says. What cannot be resolved is left out, with a problem.
func (s *Scope) Clauses(anns []*syntax.Annotation) (out []Clause, problems []*source.Diagnostic) {
	for _, a := range anns {
		if a.Key == syntax.Label { // it says nothing
			continue
		}
		if a.Key == syntax.Use {
			used, problem := s.use(a)
			if out = append(out, used...); problem != nil {
				problems = append(problems, problem)
			}
			continue
		}
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil {
			problems = append(problems, problem)
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			m, problem := s.Resolve(conjunct)
			if problem != nil && slices.ContainsFunc(out, func(c Clause) bool { return c.Formula == term.False }) {
				continue // behind what does not hold it need not have a meaning
			}
			if problem != nil {
				problems = append(problems, problem)
				continue
			}
			for _, d := range term.Conjuncts(nil, m.Defined) {
				if d != term.True && !has(out, d) {
					out = append(out, Clause{Formula: d, Span: conjunct.Span, Text: "is defined: " + conjunct.Span.Text()})
				}
			}
			out = append(out, s.parts(conjunct, m.Formula)...)
			if m.Formula == term.False {
				out = append(out, Clause{Formula: term.False, Span: conjunct.Span, Text: conjunct.Span.Text()})
			}
		}
	}
	return out, problems
}

// Parts are the conjuncts of the definition of a predicate, without those that it is defined.
func (s *Scope) Parts(definition *syntax.Node) (out []Clause, problem *source.Diagnostic) {
	for _, conjunct := range definition.Conjuncts() {
		m, problem := s.Resolve(conjunct)
		if problem != nil {
			return nil, problem
		}
		out = append(out, s.parts(conjunct, m.Formula)...)
	}
	return out, nil
}

// parts are the conjuncts that what was written as one comes to.
func (s *Scope) parts(n *syntax.Node, formula *term.Term) (out []Clause) {
	within := s.macroParts(n)
	for _, f := range term.Conjuncts(nil, formula) {
		c := Clause{Formula: f, Span: n.Span, Text: n.Span.Text(), Below: s.below(n, f)}
		if i := slices.IndexFunc(within, func(p Clause) bool { return term.Equal(p.Formula, f) }); i >= 0 {
			c.Within = append([]prover.Conjunct{within[i].Conjunct()}, within[i].Within...)
		}
		out = append(out, c)
	}
	return out
}

// below are the conjuncts that a formula says of all values, where they were written. Those
// that it has not any more, as they are known, are left out, as are premises.
func (s *Scope) below(n *syntax.Node, f *term.Term) []prover.Conjunct {
	inner := s
	for n.Op == syntax.ForAll || n.Op == syntax.Implies {
		switch {
		case n.Op == syntax.Implies:
			n = n.Args[1]
		case !f.Is(term.Forall):
			return nil
		default:
			inner = inner.binding(n.Name, f.Arg(0))
			n, f = n.Args[0], f.Arg(1)
		}
		for f.Is(term.BoolImplies) {
			f = f.Arg(1)
		}
	}
	written := n.Conjuncts()
	if len(written) == 1 {
		return nil
	}
	fs := term.Conjuncts(nil, f)
	out := make([]prover.Conjunct, len(fs))
	for _, w := range written {
		m, problem := inner.Resolve(w)
		if problem != nil {
			return nil
		}
		for _, g := range term.Conjuncts(nil, m.Formula) {
			if i := slices.IndexFunc(fs, func(f *term.Term) bool { return alike(f, g) }); i >= 0 {
				out[i] = prover.Conjunct{Span: w.Span, Text: w.Span.Text(), Below: inner.below(w, g)}
			}
		}
	}
	return out
}

// alike reports whether formulas are the same but for the names of bound variables.
func alike(f, g *term.Term) bool {
	switch {
	case term.Equal(f, g):
		return true
	case f.Kind() != term.KApp || g.Kind() != term.KApp || f.Symbol() != g.Symbol() || f.Sort() != term.SortBool:
		return false
	case f.Is(term.Forall) || f.Is(term.Exists):
		return alike(f.Arg(1), term.Substitution{g.Arg(0).Variable(): f.Arg(0)}.Apply(g.Arg(1)))
	}
	return slices.EqualFunc(f.Args(), g.Args(), alike)
}

// macroParts are the conjuncts of the definition of a predicate that stands for its body,
// where it is asked; none if a formula is something else.
func (s *Scope) macroParts(n *syntax.Node) []Clause {
	f := s.Reader.Functions[n.Name]
	if n.Op != syntax.Apply || f == nil || !f.Macro || len(f.Parts) == 0 {
		return nil
	}
	args := make([]*term.Term, len(n.Args))
	for i := range n.Args {
		args[i], _ = s.argument(n, i, f.Symbol.Args[i])
	}
	var out []Clause
	for _, p := range Under(f.under(args), f.Parts) {
		for _, g := range term.Conjuncts(nil, p.Formula) {
			p.Formula = g
			out = append(out, p)
		}
	}
	return out
}

func has(cs []Clause, f *term.Term) bool {
	for _, c := range cs {
		if term.Equal(c.Formula, f) {
			return true
		}
	}
	return false
}

func Formulas(cs []Clause) []*term.Term {
	out := make([]*term.Term, len(cs))
	for i, c := range cs {
		out[i] = c.Formula
	}
	return out
}

// Under applies a substitution to clauses.
func Under(sub term.Substitution, cs []Clause) []Clause {
	out := make([]Clause, len(cs))
	for i, c := range cs {
		out[i] = c
		out[i].Formula = sub.Apply(c.Formula)
	}
	return out
}

// use resolves the use of a fact at arguments: that they are defined, and what the fact
// says of them.
func (s *Scope) use(a *syntax.Annotation) (out []Clause, problem *source.Diagnostic) {
	n, problem := syntax.ParseUse(a.Text)
	if problem != nil {
		return nil, problem
	}
	defer Recover(&problem)
	instance, defined := s.Instance(n)
	for i, arg := range n.Args {
		for _, d := range term.Conjuncts(nil, defined[i]) {
			out = append(out, Clause{Formula: d, Span: arg.Span, Text: "is defined: " + arg.Span.Text()})
		}
	}
	return append(out, Clause{Formula: instance.Formula(), Span: n.Span, Text: n.Span.Text(), Instance: instance}), nil
}

// Instance resolves a fact at arguments, with the conditions under which these are defined.
func (s *Scope) Instance(n *syntax.Node) (instance *prover.Instance, defined []*term.Term) {
	f := s.Reader.Facts[n.Name]
	if f == nil {
		s.Fail(n, "unknown-name", "no lemma is called %s%s", n.Name, kdef.DidYouMean(n.Name, slices.Sorted(maps.Keys(s.Reader.Facts))))
	}
	instance = &prover.Instance{Name: f.Name, Variables: f.Params, Body: f.Body}
	instance.Values, defined = s.Arguments(n, f.Key, f.Params)
	return instance, defined
}

// Arguments resolves the arguments of a fact of a kind, one for each of its parameters, with
// the conditions under which they are defined.
func (s *Scope) Arguments(n *syntax.Node, kind syntax.Key, params []*term.Variable) (values, defined []*term.Term) {
	if len(n.Args) != len(params) {
		s.Fail(n, "wrong-arity", "the %s %s takes %d arguments, not %d", kind, n.Name, len(params), len(n.Args))
	}
	for i, p := range params {
		t, d := s.argument(n, i, p.Sort)
		values, defined = append(values, t), append(defined, d)
	}
	return values, defined
}

// Variant reads the expressions of decreases; nil if there are none.
// That they are defined is left to the caller.
func (s *Scope) Variant(anns []*syntax.Annotation) (v *prover.Variant, defined []Clause, problem *source.Diagnostic) {
	for _, a := range anns {
		nodes, problem := syntax.ParseList(a.Text)
		v = &prover.Variant{Conjunct: prover.Conjunct{Span: a.Span, Text: "decreases " + strings.TrimSpace(a.Text.Text())}}
		for _, n := range nodes {
			t, d, wrong := s.IntegerOf(n)
			if problem == nil {
				problem = wrong
			}
			if problem != nil {
				break
			}
			v.Terms = append(v.Terms, t)
			for _, f := range term.Conjuncts(nil, d) {
				defined = append(defined, Clause{Formula: f, Span: n.Span, Text: "is defined: " + n.Span.Text()})
			}
		}
		if problem != nil {
			return nil, nil, problem
		}
	}
	return v, defined, nil
}

// Kept are the clauses that what is not listed, of the arrays and objects of which parts are, is
// as it was in an earlier scope, by the numbers of elements there, which have values.
func (s *Scope) Kept(then *Scope, listed Modified, by source.Span) (out []Clause, problem *source.Diagnostic) {
	var whole []Value
	places := map[*term.Term][]*Elements{} // by arrays
	parts, problem := s.Places(listed.Parts)
	if problem != nil {
		return nil, problem
	}
	for _, n := range parts {
		v, at, problem := s.Place(n)
		if problem == nil && at != nil {
			_, at, problem = then.Place(n)
		}
		switch {
		case problem != nil:
			return nil, problem
		case at == nil:
			whole = append(whole, s.Reader.Held(s.State, v)...)
		default:
			places[v.Array.Array], places[v.Array.Initialised] = append(places[v.Array.Array], at), append(places[v.Array.Initialised], at)
			for _, f := range term.Conjuncts(nil, at.Defined) {
				out = append(out, Clause{Formula: f, Span: n.Span, Text: "is defined: " + n.Span.Text()})
			}
		}
	}
	keeps := func(f *term.Term) {
		out = append(out, Clause{Formula: f, Span: by, Text: "what modifies does not list keeps its value"})
	}
	same := func(now, before *term.Term) {
		isListed := func(v Value) bool {
			return v.Scalar != nil && term.Equal(v.Scalar, now) || v.Array != nil && (term.Equal(v.Array.Array, now) || term.Equal(v.Array.Initialised, now))
		}
		if term.Equal(now, before) || slices.ContainsFunc(whole, isListed) {
			return
		}
		if now.Sort() != term.SortArray {
			keeps(term.Eq(now, before))
			return
		}
		k, other := term.Fresh("k", term.SortInt), term.True
		for _, at := range places[now] {
			other = term.And(other, at.Without(k))
		}
		as := term.Eq(term.Apply(term.ArraySelect, now, k), term.Apply(term.ArraySelect, before, k))
		keeps(term.Apply(term.Forall, k, term.Implies(other, as)))
	}
	for _, root := range shape.Unique(s.Reader.Roots(listed)) {
		now, before := s.Reader.values(s.State, root), then.Reader.values(then.State, root)
		for i, f := range now {
			switch {
			case len(before) != len(now) || before[i].Name != f.Name || (before[i].Array == nil) != (f.Array == nil):
				return nil, source.Errorf(listed.Parts[0].Span, "no-field", "what else %s has cannot be told at the head of this loop: list all of it", root)
			case f.Array == nil:
				same(f.Scalar, before[i].Scalar)
			default:
				same(f.Array.Offset, before[i].Array.Offset)
				same(f.Array.Array, before[i].Array.Array)
				same(f.Array.Initialised, before[i].Array.Initialised)
			}
		}
	}
	return out, nil
}

// Observed is what a name was in the scope, as people see it, where that is another value than it has now.
func (s *Scope) Observed(name string, now []prover.Observation) []prover.Observation {
	var out []prover.Observation
	switch v, known := s.Names[name]; {
	case known && v.Object != nil:
		out = s.Reader.Observed(s.State, name, v.Object)
	case known:
		out = Observation(name, v)
	default:
		for _, id := range s.Reader.TokensOf(name) {
			if out = s.Reader.Observed(s.State, name, id); len(out) > 0 {
				break
			}
		}
	}
	isNew := func(o prover.Observation) bool {
		return !slices.ContainsFunc(now, func(n prover.Observation) bool { return n.Name == o.Name && term.Equal(n.Value, o.Value) })
	}
	if !slices.ContainsFunc(out, isNew) {
		return nil
	}
	for i, o := range out {
		out[i].Before, out[i].Name = true, "old("+o.Name+")"
		if of, isLength := strings.CutPrefix(o.Name, "len("); isLength {
			out[i].Name = "len(old(" + of + ")"
		}
	}
	return out
}
