package linear

import (
	"maps"
	"math/rand"
	"reflect"
	"slices"
	"testing"
	"time"
)

// building adds clauses to a solver. Unknowns are made when the first clause mentions
// them.
type building struct {
	s        *Solver
	unknowns []Form // nil: not made yet
	made     []Var  // of unknowns, in order
	switches []Lit  // unknowns that are Booleans
}

// clauses are disjunctions of inequalities; one of no unknown is a switch, as many as k.
type clauses [][]inequality

func (b *building) add(c []inequality) {
	var lits []Lit
	for _, q := range c {
		var f Form
		for _, t := range q.f {
			if b.unknowns[t.Var] == nil {
				b.unknowns[t.Var] = Form{{b.s.Int(), 1}}
				b.made = append(b.made, t.Var)
			}
			f = append(f, Term{b.unknowns[t.Var][0].Var, t.Coef})
		}
		slices.SortFunc(f, func(x, y Term) int { return int(x.Var - y.Var) })
		var l Lit
		if len(f) > 0 {
			l = b.s.AtMost(f, q.k)
		} else {
			for len(b.switches) <= int(q.k) {
				b.switches = append(b.switches, b.s.Bool())
			}
			l = b.switches[q.k]
		}
		if q.negative {
			l = l.Not()
		}
		lits = append(lits, l)
	}
	b.s.Clause(lits...)
}

// cut forgets all but the first unknowns and switches.
func (b *building) cut(made, switches int) {
	for _, v := range b.made[made:] {
		b.unknowns[v] = nil
	}
	b.made, b.switches = b.made[:made], b.switches[:switches]
}

// asked is what a search comes to.
type asked struct {
	result  Result
	spent   Effort
	cuts    int
	calls   int // of final
	values  []int64
	truths  []int
	clauses int
}

// ask looks for a solution; clauses of late that one violates, final adds.
func (b *building) ask(late clauses) asked {
	made, switches := len(b.made), len(b.switches)
	defer b.cut(made, switches)
	var a asked
	a.result = b.s.Solve(func() bool {
		a.calls++
		for i, c := range late {
			if a.calls <= 3*len(late) && !slices.ContainsFunc(c, func(q inequality) bool { return b.holds(q) }) {
				b.add(c)
				if i%3 == 0 {
					b.s.Prefer(Lit(2 * (i % len(b.s.atoms))))
				}
				return false
			}
		}
		return true
	})
	a.spent, a.cuts, a.clauses = b.s.spent, b.s.cuts, len(b.s.clauses)
	if a.result == Satisfiable {
		for _, v := range b.made {
			a.values = append(a.values, b.s.Value(b.unknowns[v][0].Var))
		}
		for l := range b.s.atoms {
			a.truths = append(a.truths, b.s.Holds(Lit(2*l)))
		}
	}
	return a
}

func (b *building) holds(q inequality) bool {
	if len(q.f) == 0 {
		return int(q.k) < len(b.switches) && (b.s.Holds(b.switches[q.k]) > 0) != q.negative
	}
	n := int64(0)
	for _, t := range q.f {
		if f := b.unknowns[t.Var]; f != nil {
			n += t.Coef * b.s.Value(f[0].Var)
		}
	}
	return (n <= q.k) != q.negative
}

// randomClauses are about a few of many unknowns, and about switches. Their factors are
// small, or up to one that is so large that pivots are given up.
func randomClauses(r *rand.Rand, most int, unit bool, factor int64) clauses {
	var out clauses
	for range r.Intn(most + 1) {
		var c []inequality
		for range 1 + r.Intn(3) {
			q := inequality{negative: r.Intn(2) == 0}
			for range r.Intn(4) {
				v := Var(r.Intn(8))
				if n := int64(r.Intn(7) - 3); n != 0 && !slices.ContainsFunc(q.f, func(t Term) bool { return t.Var == v }) {
					q.f = append(q.f, Term{v, n * (1 + r.Int63n(factor))})
				}
			}
			switch {
			case len(q.f) == 0:
				q.k = int64(r.Intn(6))
			case r.Intn(300) == 0:
				q.k = maxBound // too large
			default:
				q.k = int64(r.Intn(15) - 7)
			}
			if c = append(c, q); unit || r.Intn(3) == 0 {
				break
			}
		}
		out = append(out, c)
	}
	return out
}

// sameBuilt compares what two solvers begin a search with.
func sameBuilt(a, b *Solver) string {
	for _, s := range []*Solver{a, b} {
		s.unwind()
		s.settle()
	}
	ea, eb := a.extent(), b.extent()
	lists := func(s *Solver) (out [][]int32) {
		for _, w := range s.watches {
			out = append(out, append([]int32{}, w...))
		}
		return out
	}
	bounds := func(s *Solver) (out [][]bound) {
		for _, bs := range s.bounds {
			out = append(out, append([]bound{}, bs...))
		}
		return out
	}
	rows := func(s *Solver) (out []row) {
		for _, r := range s.rows {
			r.a = append([]int64{}, r.a...)
			for n := len(r.a); n > 0 && r.a[n-1] == 0; n-- { // columns of rows are added when they are needed
				r.a = r.a[:n-1]
			}
			out = append(out, r)
		}
		return out
	}
	defs := func(s *Solver) (out [][]Term) {
		for _, f := range s.def {
			out = append(out, append([]Term{}, f...))
		}
		return out
	}
	limits := func(s *Solver) []int64 {
		out := slices.Clone(s.lo)
		for x := range out {
			if s.loLit[x] == none {
				out[x] = 0
			}
			if out = append(out, s.hi[x]); s.hiLit[x] == none {
				out[len(out)-1] = 0
			}
		}
		return out
	}
	for _, p := range []struct {
		name string
		same bool
	}{
		{"extent", ea == eb},
		{"atoms", slices.Equal(a.atoms, b.atoms)},
		{"values of literals", slices.Equal(a.value, b.value)},
		{"activity", slices.Equal(a.activity, b.activity) && a.bump == b.bump && slices.Equal(a.prefer, b.prefer)},
		{"trail", slices.Equal(a.trail, b.trail) && a.head == b.head && a.first == b.first && len(a.limits) == len(b.limits)},
		{"clauses", slices.Equal(a.clauses, b.clauses) && slices.Equal(a.lits, b.lits) && len(a.pending) == len(b.pending)},
		{"watches", reflect.DeepEqual(lists(a), lists(b))},
		{"bounds", reflect.DeepEqual(bounds(a), bounds(b)) && slices.Equal(limits(a), limits(b))},
		{"literals of bounds", slices.Equal(a.loLit, b.loLit) && slices.Equal(a.hiLit, b.hiLit)},
		{"forms", maps.Equal(a.forms, b.forms) && slices.Equal(a.next, b.next)},
		{"rows", reflect.DeepEqual(rows(a), rows(b))},
		{"columns", slices.Equal(a.place, b.place) && slices.Equal(a.columns, b.columns) && slices.Equal(a.values, b.values)},
		{"definitions", reflect.DeepEqual(defs(a), defs(b)) && slices.Equal(a.arena, b.arena)},
		{"effort", a.spent == b.spent && a.cuts == b.cuts},
		{"marks", !slices.Contains(a.seen, true) && !slices.Contains(a.built.changed, true) && len(a.built.changed) == 2*len(a.atoms)},
	} {
		if !p.same {
			return p.name
		}
	}
	for i := range a.rows {
		if r := &a.rows[i]; (a.below(r) || a.above(r)) && a.suspect[r.basic/64]&(1<<(r.basic%64)) == 0 {
			return "suspects"
		}
	}
	return ""
}

// A question on top of levels that come and go is answered as by a solver that was given
// it alone: with the same result, solution and effort. What the solver has of a question
// is the same, too, whatever was asked before.
func TestLevelsAreAsBuiltAnew(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	count := map[Result]int{}
	var spent Effort
	cuts, late, settled, given := 0, 0, 0, 0
	for range 150 {
		effort := Effort{Conflicts: 100, Pivots: 300, Branches: 10}
		if r.Intn(3) == 0 {
			effort = Effort{Conflicts: r.Intn(6), Pivots: r.Intn(15), Branches: r.Intn(3)}
		}
		factor := []int64{1, 1, 3, 1 << 9}[r.Intn(4)]
		kept := building{s: New(effort), unknowns: make([]Form, 8)}
		alone := building{s: New(effort)}
		type level struct {
			added          clauses
			made, switches int
		}
		var levels []level
		for range 60 {
			if n := r.Intn(min(len(levels), 4) + 1); n > 0 {
				to := levels[len(levels)-n]
				levels = levels[:len(levels)-n]
				kept.s.Pop(n)
				kept.cut(to.made, to.switches)
			}
			for range r.Intn(4) {
				l := level{randomClauses(r, 3, r.Intn(3) > 0, factor), len(kept.made), len(kept.switches)}
				levels = append(levels, l)
				kept.s.Push()
				for _, c := range l.added {
					kept.add(c)
				}
			}
			if r.Intn(4) == 0 {
				continue
			}
			alone.s.Reset()
			alone.unknowns, alone.made, alone.switches = make([]Form, 8), nil, nil
			for _, l := range levels {
				alone.s.Push()
				for _, c := range l.added {
					alone.add(c)
				}
			}
			if what := sameBuilt(kept.s, alone.s); what != "" {
				t.Fatalf("%s: not as built anew: %v", what, levels)
			}
			settled += len(kept.s.pivots)
			if kept.s.gaveUp {
				given++
			}
			more := randomClauses(r, 6, false, factor)
			a, b := kept.ask(more), alone.ask(more)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%v: %+v, alone %+v", levels, a, b)
			}
			count[a.result]++
			spent.Conflicts, spent.Pivots, spent.Branches = spent.Conflicts+a.spent.Conflicts, spent.Pivots+a.spent.Pivots, spent.Branches+a.spent.Branches
			cuts, late = cuts+a.cuts, late+a.calls
			if a.result == Unsatisfiable && len(levels) > 2 && r.Intn(2) == 0 {
				n := 1 + r.Intn(len(levels)-1)
				to := levels[len(levels)-n]
				levels = levels[:len(levels)-n]
				kept.s.Pop(n)
				kept.cut(to.made, to.switches)
			}
		}
	}
	t.Log(count, spent, cuts, late, settled, given)
	if min(count[Satisfiable], count[Unsatisfiable], count[Undecided]) < 100 || min(spent.Conflicts, spent.Pivots, spent.Branches, cuts, settled, given) < 100 {
		t.Error("the questions are of one kind")
	}
}

// Bounds that exclude each other are left to the search, which looks whether they do, even
// if no clause says so.
func TestSettlingStopsAtAContradiction(t *testing.T) {
	s := New(plenty)
	x := Form{{s.Int(), 1}}
	low, high := s.AtMost(x, 3), s.AtLeast(x, 6)
	s.Clause(s.Bool(), s.AtMost(x, 4))
	s.Clause(low)
	s.Clause(high)
	clear(s.watches)
	s.Push()
	if s.theory != 1 {
		t.Errorf("the tableau has %d bounds", s.theory)
	}
	if got := s.Solve(nil); got != Unsatisfiable {
		t.Errorf("result %d", got)
	}
}

// A search that looks through what is suspected leaves that as it was.
func TestSearchLeavesSuspects(t *testing.T) {
	s := New(plenty)
	x, y := s.Int(), s.Int()
	s.setLower(s.variable(Form{{x, 1}, {y, 1}}, 1), 3, True)
	s.begin()
	s.pivot(0, 0, 3)
	if r := s.violated(); r >= 0 {
		t.Fatalf("row %d is violated", r)
	}
	s.unwind()
	if r := s.violated(); r != 0 {
		t.Errorf("row %d is violated", r)
	}
}

// The pivots that a level needs count as effort.
func TestPivotsOfLevelsAreEffort(t *testing.T) {
	for pivots, want := range []Result{Undecided, Undecided, Satisfiable} {
		s := New(Effort{Conflicts: 10, Pivots: pivots, Branches: 10})
		for range 2 {
			s.Push()
			s.Clause(s.AtLeast(Form{{s.Int(), 1}, {s.Int(), 1}}, 3))
		}
		if got := s.Solve(nil); got != want || s.spent.Pivots != min(pivots+1, 2) {
			t.Errorf("%d pivots: result %d, %d spent", pivots, got, s.spent.Pivots)
		}
	}
}

// A pivot whose numbers are too large is not made, and none after it.
func TestLargePivotIsNotMade(t *testing.T) {
	s := New(plenty)
	x, y, z := s.Int(), s.Int(), s.Int()
	s.AtMost(Form{{x, maxCoef - 5}, {z, 1}}, 1)
	s.Push()
	s.Clause(s.AtLeast(Form{{x, maxCoef - 3}, {y, maxCoef - 1}}, 3))
	if got := s.Solve(nil); got != Undecided || s.spent.Pivots != 1 || len(s.pivots) != 0 {
		t.Errorf("result %d, %d pivots, %d made", got, s.spent.Pivots, len(s.pivots))
	}
	s.Pop(1)
	if got := s.Solve(nil); got != Satisfiable {
		t.Errorf("result %d afterwards", got)
	}
}
