package compile

import (
	"slices"
	"strconv"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Substitution as in the notation's own library: E[V / X] puts V for the free
// occurrences of the token X of sort KVar in E, and E[M] all at once what the
// map M has for its keys. A production with the attribute binder binds its first
// nonterminal in its last one. A bound name that would capture a free one of
// what is put in is renamed: x to the first of x0, x1, .. that occurs nowhere in
// what it would stand in, so that the result depends on the arguments only:
//
//	(lambda x . x y)[z / y]  is  lambda x . x z
//	(lambda x . x y)[x / y]  is  lambda x0 . x0 x
//	(lambda x . x y)[z / x]  is  lambda x . x y, as no x is free in it
//
// Where a part of E, or of what would be put below a binder, is not known, there
// is no result: the application stays.

const variableSort = "KVar"

// checkBinder reports a production that binds nothing.
func (s *symbols) checkBinder(p *kdef.Production, found *source.List) {
	value, ok := p.Attrs.Get("binder")
	switch {
	case !ok:
	case value != "":
		found.Errorf(p.Span, "bad-binder", "binder takes no argument: the first nonterminal, of sort %s, is bound in the last one", variableSort)
	case len(p.Params) < 2 || s.sig.Sort(p.Params[0]).Name != variableSort:
		found.Errorf(p.Span, "bad-binder", "a binder needs two nonterminals at least, the first of sort %s", variableSort)
	case p.IsFunction():
		found.Errorf(p.Span, "bad-binder", "a function cannot be a binder")
	}
}

// substituteOne evaluates E[V / X].
func (s *symbols) substituteOne(result term.Sort) func([]*term.Term) *term.Term {
	return func(args []*term.Term) *term.Term {
		if !s.isName(args[2]) {
			return nil
		}
		return s.substitute(args[0], map[*term.Term]*term.Term{args[2]: args[1]}, result)
	}
}

// substituteMany evaluates E[M].
func (s *symbols) substituteMany(result term.Sort) func([]*term.Term) *term.Term {
	return func(args []*term.Term) *term.Term {
		if args[1].Kind() != term.KMap {
			return nil
		}
		entries, opaque := args[1].Entries()
		values := map[*term.Term]*term.Term{}
		for _, e := range entries {
			if !s.isName(e.Key) {
				return nil
			}
			values[e.Key] = e.Value
		}
		if len(opaque) > 0 {
			return nil
		}
		return s.substitute(args[0], values, result)
	}
}

// isName reports whether t is a token of sort KVar.
func (s *symbols) isName(t *term.Term) bool {
	sort, ok := s.lattice.Lookup(variableSort)
	return ok && t.Kind() == term.KToken && s.lattice.Leq(t.Sort(), sort)
}

// substitute returns nil where the result is not known, or not of its sort.
func (s *symbols) substitute(t *term.Term, values map[*term.Term]*term.Term, result term.Sort) *term.Term {
	in := s.substitution(values)
	out := in.apply(t)
	if in.failed || !s.lattice.Leq(out.Sort(), result) {
		return nil
	}
	return out
}

// substitution is one mapping of names to terms; below a binder there is another.
type substitution struct {
	*symbols
	names  []*term.Term // tokens, each once
	values []*term.Term
	done   map[*term.Term]*term.Term
	failed bool // the result is not known
}

func (s *symbols) substitution(values map[*term.Term]*term.Term) *substitution {
	out := &substitution{symbols: s, done: map[*term.Term]*term.Term{}}
	for x, v := range values {
		out.names, out.values = append(out.names, x), append(out.values, v)
	}
	return out
}

// apply returns t with the names replaced.
func (s *substitution) apply(t *term.Term) *term.Term {
	if len(s.names) == 0 || s.failed {
		return t
	}
	if t.Kind() == term.KToken {
		for i, x := range s.names {
			if term.Equal(x, t) {
				return s.values[i]
			}
		}
		return t
	}
	if isOpaque(t) {
		s.failed = true
		return t
	}
	if out := s.done[t]; out != nil {
		return out
	}
	out := s.inside(t)
	s.done[t] = out
	return out
}

// isOpaque reports whether names may occur in t that are not seen.
func isOpaque(t *term.Term) bool {
	return (t.IsVar() || t.Kind() == term.KApp && t.Symbol().Class != term.Constructor) && !isPlain(t.Sort())
}

// isPlain reports whether no name occurs in terms of a sort.
func isPlain(s term.Sort) bool {
	return s == term.SortInt || s == term.SortBool || s == term.SortString || s == term.SortArray
}

// inside replaces the names in the parts of t.
func (s *substitution) inside(t *term.Term) *term.Term {
	if isPlain(t.Sort()) {
		return t
	}
	var out *term.Term
	if t.Kind() == term.KApp && s.binds(t.Symbol()) {
		out = s.below(t)
	} else {
		out = term.MapChildren(t, s.apply)
	}
	if out.Kind() == term.KApp && !out.IsSeq() {
		for i, a := range out.Args() {
			// What is put in must be allowed where the name was.
			s.failed = s.failed || !s.lattice.Leq(a.Sort(), out.Symbol().Args[i])
		}
	}
	return out
}

func (s *symbols) binds(sym *term.Symbol) bool {
	return slices.ContainsFunc(s.productions[sym], func(p *kdef.Production) bool { return p.Attrs.Has("binder") })
}

// below substitutes in an application of a binder.
func (s *substitution) below(t *term.Term) *term.Term {
	last := len(t.Args()) - 1
	args := slices.Clone(t.Args())
	for i := 1; i < last; i++ {
		args[i] = s.apply(args[i])
	}
	bound := args[0]
	if !s.isName(bound) {
		s.failed = true
		return t
	}
	inner, captures := s.scope(bound, args[last])
	if captures {
		args[0] = s.unused(bound, slices.Concat([]*term.Term{args[last]}, inner.names, inner.values))
		inner.names, inner.values = append(inner.names, bound), append(inner.values, args[0])
	}
	args[last] = inner.apply(args[last])
	s.failed = s.failed || inner.failed
	return term.ApplyAt(t.Symbol(), t.Pos(), args)
}

// scope is the substitution as it is in a body in which a name is bound: without
// that name, and without what the body does not mention. It captures if a term
// that is put in mentions the bound name.
func (s *substitution) scope(bound, body *term.Term) (inner *substitution, captures bool) {
	inner = &substitution{symbols: s.symbols, done: map[*term.Term]*term.Term{}}
	for i, x := range s.names {
		if term.Equal(x, bound) {
			continue
		}
		if s.mentions(body, x) == never {
			continue
		}
		inner.names, inner.values = append(inner.names, x), append(inner.values, s.values[i])
		switch s.mentions(s.values[i], bound) {
		case always:
			captures = true
		case undecided:
			inner.failed = true
		}
	}
	return inner, captures
}

// mentions reports whether a name occurs free in t.
func (s *substitution) mentions(t, name *term.Term) verdict {
	seen := map[*term.Term]bool{} // where it does not certainly occur
	out := never
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		switch {
		case out == always || seen[t]:
			return
		case term.Equal(t, name):
			out = always
			return
		case isOpaque(t):
			out = undecided
			return
		}
		seen[t] = true
		if t.Kind() != term.KApp || !s.binds(t.Symbol()) {
			term.Children(t, visit)
			return
		}
		last := len(t.Args()) - 1
		for _, a := range t.Args()[1:last] {
			visit(a)
		}
		switch bound := t.Arg(0); {
		case !s.isName(bound):
			out = undecided
		case !term.Equal(bound, name):
			visit(t.Arg(last))
		}
	}
	visit(t)
	return out
}

// unused makes a name like x that is not among the tokens in ts.
func (s *substitution) unused(x *term.Term, ts []*term.Term) *term.Term {
	used := map[string]bool{}
	for _, t := range ts {
		term.Walk(t, func(u *term.Term) bool {
			if u.Kind() == term.KToken {
				used[u.Text()] = true
			}
			return true
		})
	}
	for n := 0; ; n++ {
		if text := x.Text() + strconv.Itoa(n); !used[text] {
			return term.Token(x.Sort(), text)
		}
	}
}
