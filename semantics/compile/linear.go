package compile

import "rlv/semantics/term"

// linearise makes the left side of a rule linear and moves its data literals
// into the condition (Remark 1 of the paper): every further occurrence of a
// variable, and every literal of sort Int, Bool or String, becomes a new
// variable, and an equation joins the condition. Keys of maps and sets are
// exempt; they are looked up. So
//
//	rule f(X, 0, g(X)) => X
//	rule f(X, L, g(Y)) => X requires L ==Int 0 andBool Y ==K X
//
// are the rule as written and as it is stored. So f(x, n, g(y)) matches, and the condition
// n ==Int 0 andBool y ==K x says when it is meant.
func (b *builder) linearise(s *scope, r *Rule) {
	l := &lineariser{scope: s, seen: map[*term.Variable]bool{}}
	for i, t := range r.LeftArgs {
		r.LeftArgs[i] = l.pattern(t)
	}
	for i, slot := range r.Left {
		l.elements = b.def.Layout.Slots[slot.Index].Multiplicity == Star
		r.Left[i].Term = l.pattern(slot.Term)
	}
	r.Requires = append(l.equations, r.Requires...)
	if len(l.changed) == 0 {
		return
	}
	if r.RightTerm != nil {
		r.RightTerm = l.reuse(r.RightTerm)
	}
	for i, slot := range r.Right {
		r.Right[i].Term = l.reuse(slot.Term)
	}
}

// reuse puts the linear form of subterms of the left side that recur on the
// right, so that they stay recognisable.
func (l *lineariser) reuse(t *term.Term) *term.Term {
	if t.Kind() == term.KApp {
		for _, c := range l.changed {
			if term.Equal(c[0], t) {
				return c[1]
			}
		}
	}
	if t.IsVar() {
		return t
	}
	return term.MapChildren(t, l.reuse)
}

type lineariser struct {
	*scope
	seen      map[*term.Variable]bool
	equations []*term.Term
	elements  bool            // a collection of cells: the keys of a set are patterns
	changed   [][2]*term.Term // constructor terms and their linear forms
}

// pattern returns t linearised.
func (l *lineariser) pattern(t *term.Term) *term.Term {
	switch t.Kind() {
	case term.KVar:
		return l.variable(t)
	case term.KInt, term.KBool, term.KString:
		return l.replace("lit", t.Sort(), t)
	case term.KMap, term.KSet:
		return l.entries(t)
	case term.KList:
		return term.MapChildren(t, l.pattern)
	case term.KApp:
		out := term.MapChildren(t, l.pattern)
		if out != t && !t.IsSeq() {
			l.changed = append(l.changed, [2]*term.Term{t, out})
		}
		return out
	}
	return t
}

// variable replaces all occurrences but the first.
func (l *lineariser) variable(t *term.Term) *term.Term {
	v := t.Variable()
	if !l.seen[v] {
		l.seen[v] = true
		return t
	}
	return l.replace(lower(v.BaseName()), v.Sort, t)
}

// lower makes the name of a generated variable from a user's.
func lower(name string) string { return "again:" + name }

// replace returns a new variable that the condition equates with t.
func (l *lineariser) replace(base string, sort term.Sort, t *term.Term) *term.Term {
	v := l.generated(base, sort)
	l.equations = term.Conjuncts(l.equations, term.Eq(v, t))
	return v
}

// entries linearises the values of a map and its rest; a set only has keys.
func (l *lineariser) entries(t *term.Term) *term.Term {
	entries, opaque := t.Entries()
	out := term.EmptyMap
	if t.Kind() == term.KSet {
		out = term.EmptySet
	}
	elements := l.elements
	l.elements = false
	for _, e := range entries {
		switch {
		case e.Value != nil:
			out = out.Put(e.Key, l.pattern(e.Value))
		case elements:
			out = out.Put(l.pattern(e.Key), nil)
		default:
			out = out.Put(e.Key, nil)
		}
	}
	for _, o := range opaque {
		out = term.Union(out, l.rest(o))
	}
	if len(opaque) > 1 {
		l.Errorf(l.span, "two-rests", "a pattern of a collection has two variables for its rest")
	}
	return out
}

// rest is the opaque part of a collection pattern, which must be a variable.
func (l *lineariser) rest(o *term.Term) *term.Term {
	if o.IsVar() {
		return l.variable(o)
	}
	l.Errorf(l.span, "bad-pattern", "%s is no pattern for the rest of a collection", o)
	return o
}
