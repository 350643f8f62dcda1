package bitvector

import (
	"context"
	"math/big"
	"math/rand"
	"os/exec"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
	"rlv/semantics/term"
)

// newSolver returns the solver of questions about vectors.
func newSolver(t *testing.T) *smtlib.Solver {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Fatal("z3 is not installed: make installs it")
	}
	s := smtlib.New(smtlib.Z3Bits, smtlib.Config{MemoryMB: 1024, Work: smtlib.Work{Steps: 1_000_000}, Faults: &smtlib.Faults{}})
	t.Cleanup(s.Reset)
	return s
}

// ask asks about assertions, which are of a builder of their own.
func ask(t *testing.T, s *smtlib.Solver, assertions []*fol.Node) fol.Result {
	t.Helper()
	s.Reset()
	r := s.Check(context.Background(), fol.Query{Assertions: assertions, Timeout: time.Minute})
	if r.Lost || r.Broken {
		t.Fatal(r.Reason)
	}
	return r.Result
}

var names = []string{"a", "b", "c", "n"}

func ivar(name string) *term.Term { return term.Var(name, term.SortInt) }

// drawNumber draws a term of sort Int.
func drawNumber(r *rand.Rand, depth int) *term.Term {
	if depth == 0 || r.Intn(6) == 0 {
		if r.Intn(4) == 0 {
			return term.Int(int64(r.Intn(40) - 8))
		}
		return ivar(names[r.Intn(len(names))])
	}
	x, y := drawNumber(r, depth-1), drawNumber(r, depth-1)
	power := term.Int(int64(1) << r.Intn(9))
	divisor := []*term.Term{power, term.Int(int64(1 + r.Intn(9))), y}[r.Intn(3)]
	switch r.Intn(17) {
	case 0:
		return term.Add(x, y)
	case 1:
		return term.Sub(x, y)
	case 2:
		return term.Apply(term.IntMul, x, y)
	case 3:
		return term.Sub(term.Int(-1), x)
	case 4:
		return term.Apply(term.IntEMod, x, divisor)
	case 5:
		return term.Apply(term.IntEDiv, x, divisor)
	case 6:
		return term.Apply(term.IntTMod, x, divisor)
	case 7:
		return term.Apply(term.IntTDiv, x, divisor)
	case 8:
		return term.Apply(term.IntShl, x, ivar("n"))
	case 9:
		return term.Apply(term.IntShr, x, ivar("n"))
	case 10: // what programs compute for x ^ y, and for x | y
		return term.Sub(term.Add(x, y), term.Apply(term.IntMul, term.Int(int64(1+r.Intn(2))), term.Apply(term.IntAnd, x, y)))
	case 11:
		return term.Apply(term.KIte, drawFormula(r, depth-1), x, y)
	case 12:
		return term.Apply(term.IntMin, x, y)
	case 13:
		return term.Apply(term.IntOr, x, y)
	case 14:
		return term.Apply(term.IntXor, x, y)
	case 15:
		a := term.Apply(term.ArrayMake, term.Int(int64(r.Intn(9))))
		a = term.Apply(term.ArrayStore, term.Apply(term.ArrayStore, a, ivar("n"), x), drawNumber(r, 0), y)
		return term.Apply(term.ArraySelect, a, drawNumber(r, 0))
	}
	return term.Apply(term.IntAnd, x, y)
}

// drawFormula draws one of sort Bool.
func drawFormula(r *rand.Rand, depth int) *term.Term {
	if depth > 2 && r.Intn(3) == 0 {
		op := []*term.Symbol{term.BoolAnd, term.BoolOr, term.BoolImplies, term.BoolEq, term.BoolXor}[r.Intn(5)]
		return term.Apply(op, drawFormula(r, depth-1), drawFormula(r, depth-1))
	}
	x, y := drawNumber(r, depth), drawNumber(r, depth)
	return term.Apply([]*term.Symbol{term.IntEq, term.IntLe, term.IntLt, term.IntNe, term.IntGe, term.IntGt}[r.Intn(6)], x, y)
}

// A conjunction that is true of some numbers is true of their vectors.
func TestVectorsAreNumbers(t *testing.T) {
	solver := newSolver(t)
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	asked, exact, unsure := 0, 0, 0
	for range 120 {
		values, conj := term.Substitution{}, []*term.Term(nil)
		for _, name := range names {
			x, width := ivar(name), 1+r.Intn(20)
			if name == "n" {
				width = 3
			}
			lo, size := int64(0), int64(1)<<width
			if name != "n" && r.Intn(2) == 0 {
				lo = -r.Int63n(size)
			}
			v := lo + r.Int63n(size)
			if r.Intn(3) == 0 {
				v = []int64{lo, lo + size - 1}[r.Intn(2)]
			}
			values[x.Variable()] = term.Int(v)
			if name == "n" || r.Intn(6) > 0 { // else nothing is known of it
				conj = append(conj, term.Le(term.Int(lo), x), term.Lt(x, term.Int(lo+size)))
			}
		}
		for range 3 {
			f := drawFormula(r, 3)
			switch values.Apply(f) {
			case term.True:
				conj = append(conj, f)
			case term.False:
				conj = append(conj, term.Not(f))
			}
		}
		q := New(conj)
		if q == nil {
			continue
		}
		for _, c := range conj {
			term.Walk(c, func(x *term.Term) bool {
				v := values.Apply(x)
				if x.Sort() != term.SortInt || !v.IsInt() {
					return true
				}
				if s := q.ranges.of(x); s.lo != nil && s.lo.Cmp(v.Big()) > 0 || s.hi != nil && s.hi.Cmp(v.Big()) < 0 {
					t.Fatalf("seed %d: %s is %s for %v, not from %s to %s, in %v", seed, x, v, values, s.lo, s.hi, conj)
				}
				if q.fits(x) {
					exact++
				}
				return true
			})
		}
		pinned := q.Assertions
		for v, n := range values {
			pinned = append(pinned, q.Eq(q.vector(v.Term()), q.literal(n.Big())))
		}
		asked++
		switch ask(t, solver, pinned) {
		case fol.Unsat:
			t.Fatalf("seed %d: refuted, but true for %v: %v", seed, values, conj)
		case fol.Unknown:
			unsure++
		}
	}
	if asked < 100 || exact < 1200 || unsure > 10 {
		t.Errorf("%d questions, %d terms that are numbers, %d unknown: that says little", asked, exact, unsure)
	}
}

// The sums that stand for operators are found to be these.
func TestOperatorsAreGathered(t *testing.T) {
	and := func(x, y *term.Term) *term.Term { return term.Apply(term.IntAnd, x, y) }
	sum := func(x, y *term.Term, n int64) *term.Term {
		return term.Sub(term.Add(x, y), term.Apply(term.IntMul, term.Int(n), and(x, y)))
	}
	a, b, c := ivar("a"), ivar("b"), ivar("c")
	for _, x := range []struct {
		term *term.Term
		op   *term.Symbol
	}{
		{sum(a, b, 2), term.IntXor}, {sum(a, b, 1), term.IntOr}, {sum(sum(a, b, 2), c, 2), term.IntXor},
		{sum(sum(a, b, 1), sum(b, c, 2), 1), term.IntOr}, {sum(term.Add(a, term.Int(-1)), b, 2), term.IntXor},
	} {
		if s := sumOf(x.term).gathered(); s.size() != 1 || !s.items()[0].Is(x.op) {
			t.Errorf("%s is %v", x.term, s.items())
		}
	}
	if s := sumOf(term.Sub(term.Add(a, c), and(a, b))).gathered(); s.size() != 3 {
		t.Errorf("%v", s.items())
	}
}

// What is said to have a width has it, and what has none is not compared.
func TestWhatIsRefuted(t *testing.T) {
	solver := newSolver(t)
	a, b := ivar("a"), ivar("b")
	and := term.Apply(term.IntAnd, a, b)
	within := func(x *term.Term, hi int64) *term.Term {
		return term.And(term.Le(term.Int(0), x), term.Le(x, term.Int(hi)))
	}
	differ := term.Not(term.Eq(term.Apply(term.IntXor, term.Apply(term.IntXor, a, b), b), a))
	five := func(x *term.Term) *term.Term { return term.Eq(term.Apply(term.IntEMod, x, term.Int(8)), term.Int(5)) }
	array := term.Var("w", term.SortArray)
	at := func(a, i *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, i) }
	store := term.Apply(term.ArrayStore, array, ivar("i"), term.Apply(term.IntOr, a, at(array, ivar("i"))))
	top := term.BigInt(new(big.Int).Lsh(number(1), 80))
	for _, c := range []struct {
		name string
		conj []*term.Term
		want fol.Result
	}{
		{"within bytes", []*term.Term{within(a, 255), within(b, 255), differ}, fol.Unsat},
		{"by another bound", []*term.Term{within(a, 255), term.Le(term.Int(0), b), term.Le(b, a), differ}, fol.Unsat},
		{"no bounds of one", []*term.Term{within(a, 255), differ}, fol.Sat},
		{"wide bounds", []*term.Term{within(a, 255), term.Le(term.Int(0), b), term.Le(b, top), differ}, fol.Sat},
		{"sums do not wrap", []*term.Term{within(a, 255), within(b, 255), term.Lt(term.Add(a, b), a)}, fol.Unsat},
		{"nor do they come back", []*term.Term{within(a, 255), within(b, 255), term.Lt(term.Int(300), term.Add(a, b))}, fol.Sat},
		{"low bits of anything", []*term.Term{term.Not(term.Eq(term.Apply(term.IntEMod, and, term.Int(8)),
			term.Apply(term.IntAnd, term.Apply(term.IntEMod, a, term.Int(8)), term.Apply(term.IntEMod, b, term.Int(8)))))}, fol.Unsat},
		{"high bits of anything", []*term.Term{five(term.Apply(term.IntEDiv, a, term.Int(8)))}, fol.Sat},
		{"anything that is shifted", []*term.Term{five(term.Apply(term.IntShr, a, b)), term.Le(term.Int(3), b), term.Le(b, term.Int(3))}, fol.Sat},
		{"what is written fits", []*term.Term{within(a, 255), within(at(array, ivar("i")), 255), within(at(array, b), 255), term.Not(within(at(store, b), 255))}, fol.Unsat},
		{"only there", []*term.Term{within(a, 255), within(at(array, ivar("i")), 255), within(at(array, b), 511), term.Not(within(at(store, b), 255))}, fol.Sat},
		{"and not what it was", []*term.Term{within(a, 511), within(at(array, ivar("i")), 255), within(at(array, b), 255), term.Not(within(at(store, b), 255))}, fol.Sat},
	} {
		q := New(term.Conjuncts(nil, term.And(c.conj...)))
		if q == nil {
			t.Errorf("%s: no question", c.name)
			continue
		}
		if r := ask(t, solver, q.Assertions); r != c.want {
			t.Errorf("%s: %v", c.name, r)
		}
	}
	if q := New([]*term.Term{differ}); q != nil {
		t.Error("a question about what has no bounds")
	}
}
