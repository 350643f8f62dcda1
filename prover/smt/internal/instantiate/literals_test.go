package instantiate

import (
	"math/rand/v2"
	"testing"

	"rlv/semantics/term"
)

// truths gives formulas without quantifiers truth values: constants and applications of functions
// by a table, that is filled by bits.
type truths struct {
	table map[string]bool
	bits  uint64
}

func (v *truths) of(t *term.Term) bool {
	a := t.Args()
	switch t.Symbol() {
	case term.BoolNot:
		return !v.of(a[0])
	case term.BoolAnd:
		return v.of(a[0]) && v.of(a[1])
	case term.BoolOr:
		return v.of(a[0]) || v.of(a[1])
	case term.BoolImplies:
		return !v.of(a[0]) || v.of(a[1])
	case term.BoolEq:
		return v.of(a[0]) == v.of(a[1])
	}
	if t.Kind() == term.KBool {
		return t == term.True
	}
	x, ok := v.table[t.String()]
	if !ok {
		x = v.bits&(1<<len(v.table)) != 0
		v.table[t.String()] = x
	}
	return x
}

// stated is what a question says: its formulas, and that the universal formulas hold that hold
// outright. Each is read as the constant that stands for it.
func (q *Question) stated(f *term.Term) *term.Term {
	for _, u := range q.active {
		if u.guard == nil {
			f = term.And(f, q.grounder.atom(u.formula))
		}
	}
	return f
}

// What is known of literals makes formulas smaller, and says the same together with them.
func TestKnownLiteralsSayTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var atoms []*term.Term
	for _, name := range []string{"p", "q", "r"} {
		s := term.NewSymbol(term.Symbol{Name: name, Args: []term.Sort{term.SortInt}, Result: term.SortBool, Class: term.Function, Total: true})
		atoms = append(atoms, term.Apply(s, term.Int(0)))
		x := term.Fresh("x", term.SortInt)
		atoms = append(atoms, term.Apply(term.Forall, x, term.Apply(s, x)))
	}
	var formula func(depth int, quantified bool) *term.Term
	formula = func(depth int, quantified bool) *term.Term {
		if depth == 0 {
			i := r.IntN(len(atoms))
			if !quantified {
				i &^= 1
			}
			return atoms[i]
		}
		a, b := formula(r.IntN(depth), quantified), formula(r.IntN(depth), quantified)
		switch r.IntN(5) {
		case 0:
			return term.Not(a)
		case 1:
			return term.And(a, b)
		case 2:
			return term.Or(a, b)
		case 3:
			return term.Implies(a, b)
		}
		return term.Apply(term.BoolEq, a, b)
	}
	smaller := 0
	for n := range 3000 {
		g := New(nil, nil, 100)
		known, f := formula(3, false), formula(4, true)
		with, without := g.newQuestion(), g.newQuestion()
		with.add(term.Conjuncts(nil, known)...)
		short, long := with.nnf(f, true, true), without.nnf(f, true, true)
		if short != long {
			smaller++
		}
		a, b := term.And(known, with.stated(short)), term.And(known, without.stated(long))
		v := &truths{table: map[string]bool{}, bits: r.Uint64()}
		if v.of(a) != v.of(b) {
			t.Fatalf("%d: where %v is known, %v is %v, and %v without", n, known, f, short, long)
		}
	}
	if smaller < 300 {
		t.Errorf("only %d formulas are smaller", smaller)
	}
}
