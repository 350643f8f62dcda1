package prover

import (
	"testing"

	"rlv/proofs"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// knowing is a watch that knows of some places, and the variables that it mentions.
type knowing struct {
	places   string
	mentions *term.Variable
	apart    bool
}

func (w *knowing) Reach(int32, *rewrite.State) (Watch, []Check) { return w, nil }

func (*knowing) Watches(int32) bool { return true }

func (w *knowing) Meet(other Watch) Watch {
	if o := other.(*knowing); o.places == w.places {
		return w
	}
	return &knowing{}
}

func (w *knowing) Apart(_ *term.Term, one, other int32) bool { return w.apart && one != other }

func (w *knowing) Mentions(v *term.Variable) bool { return v == w.mentions }

func (*knowing) Recall(*term.Variable, *rewrite.State, term.Substitution) *term.Term { return nil }

// proverOf is a prover of one claim over the language of branches, and the state in which
// it begins, as a path that has made a step.
func proverOf(t *testing.T) (*Prover, *branch) {
	t.Helper()
	e, goals := branchGoals(t, claim("x = 1 ; y = 2 ; .Stmts", "?X ==Int 1"))
	p := New(e, goals, Options{Solver: realSolver})
	return p, &branch{state: p.goals[0].start, stepped: true}
}

// with is a branch whose state has another value of x, and a condition.
func (b *branch) with(p *Prover, x *term.Term, pc ...*term.Term) *branch {
	c := *b
	st := *b.state
	st.Slots = append([]*term.Term(nil), st.Slots...)
	for i, s := range st.Slots {
		if s.Kind() == term.KMap {
			entries, _ := s.Entries()
			for _, e := range entries {
				if e.Key.Text() == "x" {
					st.Slots[i] = s.Put(e.Key, x)
				}
			}
		}
	}
	st.PC = append(st.PC[:len(st.PC):len(st.PC)], pc...)
	c.state = &st
	return &c
}

// A pattern is known only if it was proved to the end, from what is at least as much.
func TestKnownPatterns(t *testing.T) {
	p, start := proverOf(t)
	u, v, own := term.Fresh("u", term.SortInt), term.Fresh("v", term.SortInt), term.Fresh("own", term.SortInt)
	p.own[own.Variable()] = true
	positive := func(x *term.Term) *term.Term { return term.Lt(term.Int(0), x) }
	knows := &knowing{places: "a"}
	watched := func(b *branch, w Watch) *branch { b.watch = w; return b }
	moved := func(b *branch, pos int32) *branch { st := *b.state; st.Pos = pos; b.state = &st; return b }
	for _, c := range []struct {
		name          string
		before, after *branch
		unproved      bool
		want          bool
	}{
		{"the same", start.with(p, u, positive(u)), start.with(p, u, positive(u)), false, true},
		{"up to names", start.with(p, u, positive(u)), start.with(p, v, positive(v)), false, true},
		{"in any order", start.with(p, u, positive(u), term.Lt(u, term.Int(9))), start.with(p, v, term.Lt(v, term.Int(9)), positive(v)), false, true},
		{"not proved yet", start.with(p, u, positive(u)), start.with(p, v, positive(v)), true, false},
		{"another condition", start.with(p, u, positive(u)), start.with(p, v, term.Lt(v, term.Int(0))), false, false},
		{"more is known", start.with(p, u, positive(u)), start.with(p, v, positive(v), term.Lt(v, term.Int(9))), false, true},
		{"a variable of the goal", start.with(p, own, positive(own)), start.with(p, v, positive(v)), false, false},
		{"less is known", start.with(p, u, positive(u)), start.with(p, v), false, false},
		{"the name of another one", start.with(p, u, positive(u)), start.with(p, v, positive(u)), false, false},
		{"no step before", start.with(p, u), func() *branch { b := start.with(p, v); b.stepped = false; return b }(), false, false},
		{"what was passed is known", watched(start.with(p, u), knows), watched(start.with(p, v), &knowing{places: "a"}), false, true},
		{"what was passed is not known", watched(start.with(p, u), knows), watched(start.with(p, v), &knowing{places: "b"}), false, false},
		{"the name means something", watched(start.with(p, u), &knowing{mentions: u.Variable()}), watched(start.with(p, v), &knowing{mentions: u.Variable()}), false, false},
		{"it matters whence", watched(start.with(p, u), &knowing{apart: true}), moved(watched(start.with(p, v), &knowing{apart: true}), 7), false, false},
		{"it does not matter whence", watched(start.with(p, u), &knowing{}), moved(watched(start.with(p, v), &knowing{}), 7), false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMemory(p)
			first, second := &proofs.Node{Start: patternOf(c.before.state)}, &proofs.Node{Start: patternOf(c.after.state)}
			if m.again(first, c.before) {
				t.Fatal("the first pattern is known")
			}
			if !c.unproved {
				m.proved(first)
			}
			got := m.again(second, c.after)
			if got != c.want || got != (second.Arrives != nil) {
				t.Errorf("known: %v, want %v", got, c.want)
			}
			if got && second.Arrives.At != first {
				t.Error("the proof refers to something else")
			}
		})
	}
}

// A pattern within a node divides it where the proof refers to it.
func TestDividedNodes(t *testing.T) {
	p, start := proverOf(t)
	x := term.Fresh("x", term.SortInt)
	m := newMemory(p)
	at := []*branch{start.with(p, term.Int(1)), start.with(p, term.Int(2)), start.with(p, x)}
	n := &proofs.Node{Start: patternOf(at[0].state), Closing: &proofs.Closing{}}
	for i, b := range at {
		if i > 0 {
			n.Steps = append(n.Steps, proofs.Step{Rule: proofs.SymbolicStep, Result: patternOf(b.state)})
		}
		m.again(n, b)
	}
	m.proved(n)
	later, middle := &proofs.Node{}, &proofs.Node{}
	if !m.again(later, at[2]) || !m.again(middle, at[1]) {
		t.Fatal("what was proved is not known")
	}
	if n.Closing != nil || len(n.Steps) != 1 || n.Arrives.At != middle.Arrives.At {
		t.Errorf("the front of the node: %+v", n)
	}
	if m := middle.Arrives.At; len(m.Steps) != 1 || m.Closing != nil || m.Arrives.At != later.Arrives.At {
		t.Errorf("its middle: %+v", m)
	}
	if l := later.Arrives.At; len(l.Steps) != 0 || l.Closing == nil || !term.Equal(l.Start.Slots[p.space.K], at[2].state.Slots[p.space.K]) {
		t.Errorf("its end: %+v", l)
	}
}

// A path that has made no step does not arrive at a join: behind it hypotheses may be used.
func TestNoJoinBeforeTheFirstStep(t *testing.T) {
	p, b := proverOf(t)
	j := &joins{p: p, names: pattern.Names{}, vars: occurrences{}}
	if !j.pushAt(p.computation(b.state)) {
		t.Fatal("nothing is left to do")
	}
	if b.stepped = false; j.arrives(&proofs.Node{}, b) {
		t.Error("a path arrives before its first step")
	}
	if b.stepped = true; !j.arrives(&proofs.Node{}, b) {
		t.Error("a path does not arrive")
	}
}

// A join that stands before the end of one that is open is not opened: what waits there would
// be handed on to that.
func TestJoinsInsideEachOther(t *testing.T) {
	p, b := proverOf(t)
	j := &joins{p: p, names: pattern.Names{}, vars: occurrences{}}
	once := p.computation(b.state)
	twice, thrice := term.Seq(once, once), term.Seq(once, term.Seq(once, once))
	if !j.pushAt(twice) {
		t.Fatal("nothing is left to do")
	}
	for _, same := range []*term.Term{twice, once} {
		if j.pushAt(same) {
			t.Errorf("a join inside of one before %v", same)
		}
	}
	if !j.pushAt(thrice) || j.pushAt(thrice) {
		t.Error("a join with more left to do")
	}
	b.stepped = true
	if j.arrives(&proofs.Node{}, b); len(j.pop()) != 1 || len(j.pop()) != 0 || len(j.open) != 0 {
		t.Error("the path does not wait at the innermost one")
	}
}

// What goes round in a circle proves nothing.
func TestCircles(t *testing.T) {
	for _, how := range []pattern.Merging{pattern.Auto, pattern.Always, pattern.Never} {
		for _, program := range []string{"again ; x = 1 ; .Stmts", "forever { if (a < 0) { b = touch(x) + touch(y) ; .Stmts } else { b = 0 ; .Stmts } b = 0 ; .Stmts } .Stmts"} {
			if v := proveBranches(t, claim(program, "?X ==Int 1"), how)[0]; v.Status != Unknown {
				t.Errorf("%s: %s: %s", how, program, v.Status)
			}
		}
	}
}

// What a path implies is asked of the whole pattern, with the values of its variables.
func TestImplies(t *testing.T) {
	p, b := proverOf(t)
	u, v, c := term.Fresh("u", term.SortInt), term.Fresh("v", term.SortInt), term.Var("C", term.SortBool)
	zero, one := term.Int(0), term.Int(1)
	column := term.Or(term.And(c, term.Eq(u, zero)), term.And(term.Not(c), term.Eq(u, one)))
	for _, x := range []struct {
		name     string
		from, to *branch
		u        *term.Term
		want     bool
	}{
		{"its own case", b.with(p, zero, c), b.with(p, u, column), zero, true},
		{"the other case", b.with(p, one, c), b.with(p, u, column), one, false},
		{"bounds", b.with(p, zero, c), b.with(p, u, term.Le(zero, u), term.Le(u, one), column), zero, true},
		{"bounds the wrong way round", b.with(p, zero, c), b.with(p, u, term.Le(one, u), column), zero, false},
		{"another value", b.with(p, one, c), b.with(p, u, column), zero, false},
		{"a condition of another variable", b.with(p, v, term.Lt(zero, u)), b.with(p, u, term.Lt(zero, u)), v, false},
		{"no condition", b.with(p, zero), b.with(p, u, column), zero, false},
	} {
		if got := (occurrences{}).implies(x.from.state, x.to.state, term.Substitution{u.Variable(): x.u}); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// Where paths meet, what one of them does not know is not known; paths before equal code at
// two places do not meet.
func TestGather(t *testing.T) {
	p, b := proverOf(t)
	wait := func(b *branch) *arrival { return &arrival{&proofs.Node{Start: patternOf(b.state)}, b} }
	j := &joins{p: p, names: pattern.Names{}, vars: occurrences{}}
	one, two := b.with(p, term.Int(1), term.Var("C", term.SortBool)), b.with(p, term.Int(2), term.Not(term.Var("C", term.SortBool)))
	one.watch, two.watch = &knowing{places: "a"}, &knowing{places: "b"}
	g, others := j.gather([]*arrival{wait(one), wait(two)})
	if len(g.paths) != 2 || len(others) != 0 || g.branch().watch.(*knowing).places != "" {
		t.Errorf("%d paths, %d others, %+v is known", len(g.paths), len(others), g.branch().watch)
	}
	k := p.computation(two.state)
	two.state.Slots[p.space.K] = k.WithPos(99)
	if head := k.Head(); k.IsSeq() {
		two.state.Slots[p.space.K] = term.Seq(head.WithPos(99), k.Tail())
	}
	if g, others := j.gather([]*arrival{wait(one), wait(two)}); len(g.paths) != 1 || len(others) != 1 {
		t.Errorf("paths at two places of the program meet")
	}
}

// Behind a join, too, a solver that does not answer proves nothing and prunes nothing.
func TestLostSolverBehindAJoin(t *testing.T) {
	e, goals := branchGoals(t, claim(countTwo, "X <=Int ?X"))
	verdicts, err := New(e, goals, Options{Solver: lostSolver, Merge: pattern.Always}).Prove(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if v := verdicts[0]; v.Status != Unknown || v.Failure.Asked == "" {
		t.Errorf("%s: %+v", v.Status, v.Failure)
	}
}
