package logic

// FormKind is the form of a formula.
type FormKind uint8

// The forms of formulas.
const (
	FT FormKind = iota // Term is true
	FNot
	FAnd
	FOr
	FImp
	FAll // over an integer
	FEx
)

// Form is an immutable formula (Coq: form).
type Form struct {
	Kind FormKind
	Term *Term // of an FT
	A, B *Form
}

// Holds returns the formula that a term is true.
func Holds(t *Term) *Form { return &Form{Kind: FT, Term: t} }

// Not returns a negation.
func Not(f *Form) *Form { return &Form{Kind: FNot, A: f} }

// EqualForms reports whether two formulas are the same.
func EqualForms(f, g *Form) bool { return (*Meter)(nil).EqualForms(f, g) }

// Implies returns an implication.
func Implies(f, g *Form) *Form { return &Form{Kind: FImp, A: f, B: g} }

// Below reports whether all variables of a formula are below n (Coq: fbelow).
func (f *Form) Below(n uint64) bool {
	if f.Kind == FT {
		return f.Term.Below(n)
	}
	return f.A.Below(n) && (f.B == nil || f.B.Below(n))
}

// decidable reports whether no quantifier is in a formula (Coq: decidable).
func (f *Form) decidable() bool {
	return f == nil || f.Kind != FAll && f.Kind != FEx && f.A.decidable() && f.B.decidable()
}

// Stable reports whether a formula follows from its double negation without the law of the
// excluded middle, which Coq has not (Coq: stable).
func (f *Form) Stable() bool {
	switch f.Kind {
	case FAnd:
		return f.A.Stable() && f.B.Stable()
	case FOr:
		return f.A.decidable() && f.B.Stable() || f.A.Stable() && f.B.decidable()
	case FImp:
		return f.B.Stable()
	case FAll:
		return f.A.Stable()
	}
	return f.Kind != FEx
}

// Under puts a term in the place of the variable of a formula, or of one under premises; nil if
// its kind is another. Under an existential formula's premises no quantifier may be (Coq: under).
func (f *Form) Under(k FormKind, t *Term) *Form {
	switch {
	case f.Kind == k:
		return f.Open(t)
	case f.Kind == FImp && (k == FAll || f.A.decidable()):
		if g := f.B.Under(k, t); g != nil {
			return Implies(f.A, g)
		}
	}
	return nil
}

// Open is the body of a quantified formula with a term in the place of its variable.
func (f *Form) Open(t *Term) *Form { return instanceOf(0, t, f.A) }

// instance puts a term in the place of the variable that the quantifier d above binds
// (Coq: tinst).
func instance(d uint64, u, t *Term) *Term {
	switch {
	case t.Kind == TB && t.N < d:
		return t
	case t.Kind == TB && t.N == d:
		return u
	case t.Kind == TB:
		return Bound(t.N - 1)
	case !t.open:
		return t
	case t.B == nil:
		return t.with(instance(d, u, t.A), nil)
	}
	return t.with(instance(d, u, t.A), instance(d, u, t.B))
}

// instanceOf is instance in a formula (Coq: finst).
func instanceOf(d uint64, u *Term, f *Form) *Form {
	if f.Kind == FAll || f.Kind == FEx {
		return &Form{Kind: f.Kind, A: instanceOf(d+1, u, f.A)}
	}
	return f.parts(func(g *Form) *Form { return instanceOf(d, u, g) }, func(t *Term) *Term { return instance(d, u, t) })
}

// parts replaces the parts of a formula.
func (f *Form) parts(form func(*Form) *Form, term func(*Term) *Term) *Form {
	switch {
	case f.Kind == FT:
		return Holds(term(f.Term))
	case f.B == nil:
		return &Form{Kind: f.Kind, A: form(f.A)}
	}
	return &Form{Kind: f.Kind, A: form(f.A), B: form(f.B)}
}
