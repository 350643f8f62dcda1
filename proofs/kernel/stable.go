package kernel

import "slices"

// decidable reports whether no quantifier is in a formula (Coq: decidable).
func (f *Form) decidable() bool {
	return f == nil || f.Kind != FAll && f.Kind != FEx && f.A.decidable() && f.B.decidable()
}

// stable reports whether a formula follows from its double negation without the law of the
// excluded middle, which Coq has not (Coq: stable).
func (f *Form) stable() bool {
	switch f.Kind {
	case FAnd:
		return f.A.stable() && f.B.stable()
	case FOr:
		return f.A.decidable() && f.B.stable() || f.A.stable() && f.B.decidable()
	case FImp:
		return f.B.stable()
	case FAll:
		return f.A.stable()
	}
	return f.Kind != FEx
}

// under puts a term in the place of the variable of a formula, or of one under premises; nil if
// its kind is another. Under an existential formula's premises no quantifier may be (Coq: under).
func (f *Form) under(k FormKind, t *Term) *Form {
	switch {
	case f.Kind == k:
		return instanceOf(0, t, f.A)
	case f.Kind == FImp && (k == FAll || f.A.decidable()):
		if g := f.B.under(k, t); g != nil {
			return implication(f.A, g)
		}
	}
	return nil
}

// Within reports whether what is of the i-th sort is of the j-th, since each of its tests is
// one of those (Coq: within_sort).
func (l *Language) Within(i, j uint64) bool {
	tests := l.Tests
	if i >= uint64(len(tests)) || j >= uint64(len(tests)) {
		return false
	}
	for _, t := range tests[i] {
		if !slices.ContainsFunc(tests[j], func(u Test) bool { return t.Head == u.Head && slices.Equal(t.Args, u.Args) }) {
			return false
		}
	}
	return true
}

func implication(f, g *Form) *Form { return &Form{Kind: FImp, A: f, B: g} }
