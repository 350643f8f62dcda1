package smt

import (
	"context"
	"strings"
	"testing"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// associative says that the bits which three numbers have are not the same in another order, for numbers
// up to one that is given.
func associative(most int64) []*term.Term {
	and := func(x, y *term.Term) *term.Term { return term.Apply(term.IntAnd, x, y) }
	a, b, c := ivar("a"), ivar("b"), ivar("c")
	var conj []*term.Term
	for _, x := range []*term.Term{a, b, c} {
		conj = append(conj, term.Le(term.Int(0), x), term.Le(x, term.Int(most)))
	}
	return append(conj, term.Not(term.Eq(and(and(a, b), c), and(a, and(b, c)))))
}

// Vectors of bits are asked about where there are operators of bits, all else has left the question open,
// and effort may be made; only that there are none says something.
func TestBitsAreAskedWhatIsLeftOpen(t *testing.T) {
	for _, c := range []struct {
		name     string
		question []*term.Term
		effort   Effort
		reply    fol.Reply
		asked    int
		want     Result
	}{
		{"open", associative(1 << 16), Thorough, fol.Reply{Result: fol.Unsat}, 1, Unsat},
		{"for another question", associative(1 << 16), Steady, fol.Reply{Result: fol.Unsat}, 1, Unsat},
		{"with a model", associative(1 << 16), Thorough, fol.Reply{Result: fol.Sat}, 1, Unknown},
		{"stays so", associative(1 << 16), Thorough, fol.Reply{}, 1, Unknown},
		{"little effort", associative(1 << 16), Quick, fol.Reply{Result: fol.Unsat}, 0, Unknown},
		{"no bits", squares(), Thorough, fol.Reply{Result: fol.Unsat}, 0, Unknown},
	} {
		s := newTest(t, Options{})
		others, bits := named{&answering{}}, &answering{reply: c.reply}
		s.backends = lineup{ground: others, full: []fol.Backend{others}, bits: bits}
		a := s.Check(context.Background(), Query{Assertions: c.question, Effort: c.effort})
		if a.Result != c.want || bits.asked != c.asked || s.Counters().Bits != c.asked {
			t.Errorf("%s: %v by %q; asked %d times (%s)", c.name, a.Result, a.By, bits.asked, a.Reason)
		}
		if (c.want == Unsat) != strings.HasSuffix(string(a.By), "by bit-vectors") {
			t.Errorf("%s: by %q", c.name, a.By)
		}
		s.backends = lineup{}
	}
}

// Vectors of bits are asked behind the simplex method, where that leaves a question open, and before the ground backend,
// which takes long; once, and not where the answer is of no use.
func TestVectorsAreAskedEarly(t *testing.T) {
	for _, c := range []struct {
		name                string
		first, bits, ground Result
		effort              Effort
		useless             bool
		askedBits, asked    int
		want                Result
	}{
		{"refuted by the simplex method", Unsat, Unsat, Sat, Thorough, false, 0, 0, Unsat},
		{"refuted by vectors", Unknown, Unsat, Sat, Thorough, false, 1, 0, Unsat},
		{"left open by vectors", Unknown, Unknown, Unsat, Steady, false, 1, 1, Unsat},
		{"left open", Unknown, Sat, Unknown, Thorough, false, 1, 1, Unknown},
		{"little effort", Unknown, Unsat, Unknown, Quick, false, 0, 1, Unknown},
		{"of no use", Unknown, Unsat, Unknown, Thorough, true, 0, 0, Unknown},
	} {
		s := newTest(t, Options{})
		first, ground, bits := named{&answering{reply: fol.Reply{Result: c.first}}}, named{&answering{reply: fol.Reply{Result: c.ground}}}, &answering{reply: fol.Reply{Result: c.bits}}
		s.backends = lineup{first: first, ground: ground, bits: bits}
		q := Query{Assertions: associative(1 << 16), Effort: c.effort, Hopeless: func(Spent) bool { return c.useless }}
		a := s.Check(context.Background(), q)
		if a.Result != c.want || bits.asked != c.askedBits || min(ground.asked, 1) != c.asked {
			t.Errorf("%s: %v by %q; vectors asked %d times, the ground backend %d", c.name, a.Result, a.By, bits.asked, ground.asked)
		}
		s.backends = lineup{}
	}
}

// What is proved by vectors of bits has no core: certificates have no form for it.
func TestBitsHaveNoCore(t *testing.T) {
	needCommand(t, "z3")
	s := newTest(t, Options{})
	expect(t, s, Unsat, associative(1<<16)...)
	if c := s.Core(context.Background(), Query{Assertions: associative(1 << 16)}); c != nil {
		t.Errorf("a core by %s", c.By)
	}
}

// What is no 1 << k, for all k, is none of 1, 2, 4 and so on; and of an equivalence with a power of two
// that is said to exist both sides are asked for themselves.
func TestPowersOfTwoAreFound(t *testing.T) {
	needCommand(t, "z3")
	s := newTest(t, Options{})
	x, k := ivar("x"), ivar("k")
	without := func(n int64) *term.Term {
		return term.Eq(term.Apply(term.IntAnd, x, term.Sub(x, term.Int(n))), term.Int(0))
	}
	power := func(lo, hi int64) *term.Term {
		is := term.Eq(term.Apply(term.IntShl, term.Int(1), k), x)
		return term.Apply(term.Exists, k, term.And(term.Le(term.Int(lo), k), term.Le(k, term.Int(hi)), is))
	}
	equal := func(a, b *term.Term) *term.Term { return term.Apply(term.BoolEq, a, b) }
	for _, c := range []struct {
		question []*term.Term
		refuted  bool
	}{
		{[]*term.Term{without(1), term.Not(power(0, 7))}, true},
		{[]*term.Term{without(1), term.Not(power(0, 100))}, true},
		{[]*term.Term{without(1), term.Not(power(0, 6))}, false},
		{[]*term.Term{without(1), term.Not(power(1, 7))}, false},
		{[]*term.Term{without(3), term.Not(power(0, 7))}, false},
		{[]*term.Term{term.Not(equal(without(1), power(0, 7)))}, true},
		{[]*term.Term{equal(without(1), term.Not(power(0, 7)))}, true},
		{[]*term.Term{term.Not(equal(without(1), power(0, 6)))}, false}, // where neither holds
		{[]*term.Term{equal(without(1), power(0, 7)), without(1)}, false},
		{[]*term.Term{equal(without(1), power(0, 7)), term.Not(without(1))}, false},
	} {
		within := []*term.Term{term.Le(term.Int(1), x), term.Le(x, term.Int(255))}
		a := s.Check(context.Background(), Query{Assertions: append(within, c.question...)})
		if (a.Result == Unsat) != c.refuted {
			t.Errorf("%v: %v by %s", c.question, a.Result, a.By)
		}
	}
}

// What is shifted is a multiple of, or a quotient by, one that is.
func TestShiftedByAsOne(t *testing.T) {
	x, n := ivar("x"), ivar("n")
	one := term.Apply(term.IntShl, term.Int(1), n)
	for _, by := range [][2]*term.Symbol{{term.IntShl, term.IntMul}, {term.IntShr, term.IntEDiv}} {
		s := newTest(t, Options{})
		expect(t, s, Unsat, term.Le(term.Int(0), n), term.Not(term.Eq(term.Apply(by[0], x, n), term.Apply(by[1], x, one))))
	}
}
