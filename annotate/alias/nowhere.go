package alias

import (
	"maps"
	"slices"
	"strings"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Parameters that may lead nowhere. Of
//
//	//@pre: p == nullptr \/ len(p) >= 1
//	int get(int *p) ..
//
// there are two contracts: of calls with an array, and of those with the null pointer. A configuration shows what a
// pointer leads to, so that no pattern stands for both.

// Nowhere are some parameters, by position, with the constants that stand for them where they lead nowhere.
type Nowhere map[int]*term.Term

// maxNowhere bounds the parameters that may lead nowhere: each doubles the contracts.
const maxNowhere = 4

// Ways are the sets of parameters that lead nowhere in calls, by what a precondition compares with a constant of the
// language; first the empty one.
func Ways(r *meaning.Reader, p *attach.Procedure) []Nowhere {
	names := parameters(r.Shape, p)
	found := compared(r, p.Pre, names)
	for _, a := range p.Pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil {
			continue // it is reported where it is read
		}
		for _, c := range n.Conjuncts() {
			if name, leads := asks(r, c); leads { // so that there are no other calls
				delete(found, slices.Index(names, name))
			}
		}
	}
	out := []Nowhere{nil}
	for _, i := range slices.Sorted(maps.Keys(found))[:min(len(found), maxNowhere)] {
		out = withAlso(out, i, found[i])
	}
	return out
}

// compared are those of some names that annotations compare with constants of the language that lead nowhere, by position.
func compared(r *meaning.Reader, anns []*syntax.Annotation, names []string) Nowhere {
	found := Nowhere{}
	var visit func(n *syntax.Node)
	visit = func(n *syntax.Node) {
		if n.Op == syntax.Equal || n.Op == syntax.Unequal {
			for j, a := range n.Args {
				i := slices.Index(names, a.Name)
				if nowhere := r.Nowhere(n.Args[1-j]); a.Op == syntax.Name && i >= 0 && nowhere != nil {
					found[i] = nowhere
				}
			}
		}
		for _, a := range n.Args {
			visit(a)
		}
	}
	for _, a := range anns {
		if n, problem := syntax.ParseFormula(a.Text); problem == nil { // what is wrong is reported where it is read
			visit(n)
		}
	}
	return found
}

// withAlso are some sets of parameters that lead nowhere, and these with one more.
func withAlso(ways []Nowhere, i int, nowhere *term.Term) []Nowhere {
	for _, w := range slices.Clone(ways) {
		more := Nowhere{i: nowhere}
		maps.Copy(more, w)
		ways = append(ways, more)
	}
	return ways
}

// Tested are the ways with those parameters of which the program or its postcondition asks whether they lead nowhere, where the
// contract says nothing that has a meaning only if they lead somewhere, and the names of those that are too many. called is a
// state with a call where all lead somewhere, named are the procedures that a name may mean.
func Tested(r *meaning.Reader, p *attach.Procedure, named func(*term.Term) []*attach.Procedure, called *rewrite.State, ways []Nowhere) (also []Nowhere, beyond []string) {
	args, said := r.CallArguments(called), compared(r, p.Post, parameters(r.Shape, p))
	for i, name := range parameters(r.Shape, p) {
		if name == "" || i >= len(args) || len(leftBy(called, args[i], map[*term.Variable]bool{})) == 0 || leads(r, p, name) {
			continue
		}
		nowhere := said[i]
		if nowhere == nil {
			nowhere = (&tests{r, named, map[string]bool{}}).in(p, name)
		}
		switch {
		case nowhere == nil:
		case len(ways) == 1<<maxNowhere:
			beyond = append(beyond, name)
		default:
			ways = withAlso(ways, i, nowhere)
		}
	}
	return ways, beyond
}

// tests looks for what asks whether names lead nowhere: the body of a procedure, and what it passes them to.
type tests struct {
	r     *meaning.Reader
	named func(*term.Term) []*attach.Procedure
	seen  map[string]bool // procedures with names
}

// in is the constant that leads nowhere, if a procedure asks whether a name of it is that: by itself, by another name that it
// gives to where it leads, or by a procedure that it calls with it.
func (s *tests) in(p *attach.Procedure, name string) (nowhere *term.Term) {
	key := p.Name.Text() + " " + name
	if s.r.Shape.Probe(shape.Tests) == nil || s.seen[key] {
		return nil
	}
	s.seen[key] = true
	is := func(t *term.Term) bool { return t.Kind() == term.KToken && t.Text() == name }
	term.Walk(p.Body, func(t *term.Term) bool {
		if t.Kind() != term.KApp {
			return nowhere == nil
		}
		for _, arg := range t.Args() {
			for _, a := range s.r.Shape.Elements(arg) {
				if nowhere != nil || !is(a) {
					continue
				}
				if _, top, err := s.r.Ask(s.r.Blank, shape.Tests, a, t); err == nil && top != nil && s.r.IsResult(top) {
					nowhere = top
				}
			}
		}
		if callee, args, ok := s.r.Shape.Call(t); ok && nowhere == nil {
			for i, a := range s.r.Shape.Elements(args) {
				for _, q := range s.named(callee) {
					if names := parameters(s.r.Shape, q); nowhere == nil && is(a) && i < len(names) && names[i] != "" {
						nowhere = s.in(q, names[i])
					}
				}
			}
		}
		if of := s.r.Shape.Gives(t); of != nil && nowhere == nil && slices.ContainsFunc(t.Args(), is) && !is(of) {
			nowhere = s.in(p, of.Text())
		}
		return nowhere == nil
	})
	return nowhere
}

// leads reports whether a contract takes a parameter to lead somewhere: whether its precondition speaks of it, or what else is
// said of it has no meaning if it leads nowhere.
func leads(r *meaning.Reader, p *attach.Procedure, name string) bool {
	speaks := func(a *syntax.Annotation, guarded bool) bool {
		n, problem := syntax.ParseFormula(a.Text)
		return problem != nil || speaksOf(r, n, name, guarded) // what is wrong is reported where it is read
	}
	return slices.ContainsFunc(slices.Concat(p.Pre, p.Decreases), func(a *syntax.Annotation) bool { return speaks(a, false) }) ||
		slices.ContainsFunc(p.Post, func(a *syntax.Annotation) bool { return speaks(a, true) })
}

// speaksOf reports whether a formula speaks of a name; guarded: but to ask whether it leads nowhere, and behind that.
func speaksOf(r *meaning.Reader, n *syntax.Node, name string, guarded bool) bool {
	if n.Op == syntax.Name {
		return n.Name == name
	}
	if asked, _ := asks(r, n); guarded && asked == name {
		return false
	}
	if guarded && n.Lazy() && len(n.Args) == 2 {
		if asked, leads := asks(r, n.Args[0]); asked == name && leads == (n.Op != syntax.Or) {
			return false
		}
	}
	return slices.ContainsFunc(n.Args, func(a *syntax.Node) bool { return speaksOf(r, a, name, guarded) })
}

// asks is the name of which a formula says that it leads nowhere, or that it leads somewhere; empty: it says something else.
func asks(r *meaning.Reader, n *syntax.Node) (name string, leads bool) {
	if n.Op == syntax.Not {
		name, leads = asks(r, n.Args[0])
		return name, !leads
	}
	if n.Op == syntax.Equal || n.Op == syntax.Unequal {
		for j, a := range n.Args {
			if a.Op == syntax.Name && r.Nowhere(n.Args[1-j]) != nil {
				return a.Name, n.Op == syntax.Unequal
			}
		}
	}
	return "", false
}

// parameters are the names of those of a procedure, by position; empty where one has none.
func parameters(of *shape.Shape, p *attach.Procedure) []string {
	var out []string
	for _, param := range of.Elements(p.Params) {
		name := ""
		if roots := of.RootNames(param); len(roots) > 0 {
			name = roots[0].Text()
		}
		out = append(out, name)
	}
	return out
}

// Unsaid are the places of a precondition that say that something may lead nowhere which is taken to lead somewhere: what is
// no parameter of some ways, but a part of one, or a global. That it leads somewhere may be said.
func Unsaid(s *meaning.Scope, p *attach.Procedure, ways []Nowhere) (problems []*source.Diagnostic) {
	said := map[string]bool{}
	for i, name := range parameters(s.Reader.Shape, p) {
		said[name] = ways[len(ways)-1][i] != nil
	}
	watched := *s
	watched.Compared = func(of *syntax.Node, is *term.Term) {
		if (is == term.True || is == term.False) && !(of.Op == syntax.Name && said[of.Name]) {
			problems = append(problems, source.Errorf(of.Span, "leads-somewhere", "%s leads somewhere wherever this holds: "+
				"that something may lead nowhere is said of parameters, of %d at most, and else only that it does not, by itself", of.Span.Text(), maxNowhere))
		}
	}
	for _, a := range p.Pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil {
			continue // it is reported where it is read
		}
		for _, c := range n.Conjuncts() {
			if c.Op != syntax.Unequal && !(c.Op == syntax.Not && c.Args[0].Op == syntax.Equal) {
				_, _ = watched.Resolve(c)
			}
		}
	}
	return problems
}

// In is a state with a call of arbitrary arguments on top where some of these lead nowhere, without what they led to; nil:
// one of them does not lead to anything of its own.
func (w Nowhere) In(r *meaning.Reader, st *rewrite.State) *rewrite.State {
	for _, i := range slices.Sorted(maps.Keys(w)) {
		args := r.CallArguments(st)
		if i >= len(args) {
			return nil
		}
		next := r.WithK(st, st.Slots[r.K])
		gone := leftBy(st, args[i], map[*term.Variable]bool{})
		if len(gone) == 0 {
			return nil
		}
		for j, slot := range next.Slots {
			for v := range gone {
				if slot.Kind() == term.KMap {
					slot = slot.Rest(v.Term())
				}
			}
			next.Slots[j] = slot
		}
		next.PC = slices.DeleteFunc(slices.Clone(st.PC), func(f *term.Term) bool {
			return slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return gone[v] })
		})
		st = r.WithK(next, replaced(st.Slots[r.K], args[i], w[i]))
	}
	return st
}

// leftBy are the variables of what a pointer to something of its own leads to, with those of places; none if it leads to
// nothing.
func leftBy(st *rewrite.State, pointer *term.Term, gone map[*term.Variable]bool) map[*term.Variable]bool {
	for _, v := range term.Vars(pointer) {
		values := pattern.ValuesAt(st.Slots, v.Term())
		if gone[v] || len(values) == 0 {
			continue
		}
		gone[v] = true
		for _, value := range values {
			leftBy(st, value, gone)
			for _, u := range term.Vars(value) {
				gone[u] = true
			}
		}
	}
	return gone
}

// replaced is a term with another one in place of a part.
func replaced(t, part, with *term.Term) *term.Term {
	if term.Equal(t, part) {
		return with
	}
	return term.MapChildren(t, func(u *term.Term) *term.Term { return replaced(u, part, with) })
}

// Covering is the number of the first of some sets that are those of the arguments of a call that are constants which lead
// nowhere; 0 if none is.
func Covering(ways []Nowhere, args []*term.Term) int {
	return max(0, slices.IndexFunc(ways, func(w Nowhere) bool { return w.covers(args, ways) }))
}

// covers reports whether those of the arguments of a call are constants that lead nowhere, and no others of some.
func (w Nowhere) covers(args []*term.Term, all []Nowhere) bool {
	for i, a := range args {
		is := slices.ContainsFunc(all, func(o Nowhere) bool { return o[i] != nil && term.Equal(o[i], a) })
		if is != (w[i] != nil) {
			return false
		}
	}
	return true
}

// Words say which parameters of a procedure lead nowhere.
func (w Nowhere) Words(of *shape.Shape, p *attach.Procedure) string {
	var names []string
	for i, name := range parameters(of, p) {
		if w[i] != nil {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (leading nowhere: " + strings.Join(names, ", ") + ")"
}
