package prover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// branchGoals reads claims over the language of branches.
func branchGoals(t *testing.T, claims string) (*rewrite.Engine, []*Goal) {
	t.Helper()
	return goalsIn(t, "branch", claims)
}

// proveBranches proves claims over the language of branches, merging as told.
func proveBranches(t *testing.T, claims string, merge pattern.Merging) []*Verdict {
	t.Helper()
	e, goals := branchGoals(t, claims)
	return proveGoals(t, e, goals, merge)
}

func proveGoals(t *testing.T, e *rewrite.Engine, goals []*Goal, merge pattern.Merging) []*Verdict {
	t.Helper()
	verdicts, err := New(e, goals, Options{Solver: realSolver, Depth: 2000, Merge: merge, KeepTrees: true}).Prove(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		if v.Status == Proved {
			checkGraph(t, e, v)
		}
	}
	return verdicts
}

// checkGraph checks that a proof has no loose ends and no circles, and asks a solver
// whether each arrival is an implication.
func checkGraph(t *testing.T, e *rewrite.Engine, v *Verdict) {
	t.Helper()
	solver, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	oracle := Pruner{context.Background(), solver}
	onPath := map[*proofs.Node]bool{}
	done := map[*proofs.Node]bool{}
	var visit func(n *proofs.Node)
	visit = func(n *proofs.Node) {
		if onPath[n] {
			t.Fatalf("%s: the proof goes round in a circle", v.Goal.Name)
		}
		if done[n] {
			return
		}
		onPath[n], done[n] = true, true
		last := n.Start
		if len(n.Steps) > 0 {
			last = n.Steps[len(n.Steps)-1].Result
		}
		switch {
		case n.Closing != nil, n.Dead != nil:
		case n.Arrives != nil:
			checkArrival(t, solver, last, n.Arrives)
			visit(n.Arrives.At)
		default:
			// All that the rules give is there.
			d := e.DeriveIn(&rewrite.State{Slots: last.Slots, PC: last.Condition}, oracle, rewrite.Orders{})
			if !v.Goal.OnePath && len(d.Successors) > len(n.Cases) {
				t.Errorf("%s: %d successors, %d cases of %s", v.Goal.Name, len(d.Successors), len(n.Cases), last.Slots[e.Definition.Layout.K])
			}
			for _, c := range n.Cases {
				visit(c.Node)
			}
		}
		delete(onPath, n)
	}
	visit(v.Tree.Root)
}

func checkArrival(t *testing.T, solver *smt.Solver, from proofs.Pattern, a *proofs.Arrival) {
	t.Helper()
	wrong := term.False
	for i, s := range a.At.Start.Slots {
		if to := a.Witnesses.Apply(s); !term.Equal(to, from.Slots[i]) {
			t.Errorf("a path arrives with %s where %s is", from.Slots[i], to)
		}
	}
	for _, c := range a.At.Start.Condition {
		wrong = term.Or(wrong, term.Not(a.Witnesses.Apply(c)))
	}
	if got := solver.Check(context.Background(), smt.Query{Assertions: append(from.Condition[:len(from.Condition):len(from.Condition)], wrong), Effort: smt.Thorough}); got.Result != smt.Unsat {
		t.Errorf("%v: the path with\n  %s\ndoes not imply\n  %s", got.Result, term.And(from.Condition...), term.And(a.At.Start.Condition...))
	}
}

const memory4 = `<mem> x |-> (X:Int => ?X:Int) y |-> (Y:Int => ?Y:Int) a |-> (A:Int => ?A:Int) b |-> (B:Int => ?B:Int) </mem>`

// claim is that a program ends with a condition.
func claim(program, ensures string) string {
	return "claim <k> " + program + " => .K </k> " + memory4 + " <used> undefined </used> <output> .List => ?_ </output> ensures " + ensures
}

const countTwo = `if (a < 0) { x = x + 1 ; .Stmts } else { .Stmts } if (b < 0) { x = x + 1 ; .Stmts } else { .Stmts } .Stmts`

// Where paths meet they go on as one, and what is known of them together is enough.
func TestJoins(t *testing.T) {
	for _, c := range []struct {
		name, claim   string
		want          Status
		joins, merged int
	}{
		{"two branches", claim(countTwo, "X <=Int ?X andBool ?X <=Int X +Int 2"), Proved, 2, 2},
		{"too small", claim(countTwo, "X <=Int ?X andBool ?X <=Int X +Int 1"), Refuted, 0, 0},
		{"which path it was is not forgotten", claim(countTwo, "A <Int 0 impliesBool X <Int ?X"), Proved, 2, 2},
		{"a value for each path", claim(countTwo, "A >=Int 0 impliesBool ?X <=Int X"), Refuted, 0, 0},
		{"short circuits", claim(`if (a < 0 && b < 0) { x = 1 ; .Stmts } else { x = 2 ; .Stmts } y = x ; .Stmts`, "?Y ==Int ?X andBool (A >=Int 0 impliesBool ?Y ==Int 2)"), Proved, 2, 2},
		{"operands with effects", claim(`x = bump(y) + y ; x = x + 0 ; .Stmts`, "Y +Int Y +Int 1 <=Int ?X andBool ?X <=Int Y +Int Y +Int 2"), Proved, 1, 1},
		{"operands that commute", claim(`a = bump(x) + bump(y) ; b = 0 ; .Stmts`, "?A ==Int X +Int Y +Int 2 andBool ?X ==Int X +Int 1"), Proved, 1, 1},
		{"a jump passes the inner join", claim(`block { if (a < 0) { if (b < 0) { leave ; .Stmts } else { x = 1 ; .Stmts } y = 1 ; .Stmts } else { .Stmts } x = 2 ; .Stmts } y = y + 0 ; y = y + 0 ; .Stmts`,
			"((A <Int 0 andBool B <Int 0) impliesBool (?X ==Int X andBool ?Y ==Int Y)) andBool (A >=Int 0 impliesBool (?X ==Int 2 andBool ?Y ==Int Y))"), Proved, 2, 2},
		{"jumps out of blocks, one after the other", claim(strings.Repeat("block { if (a < 0) { leave ; .Stmts } else { .Stmts } x = x + 1 ; .Stmts } ", 3)+".Stmts", "A <Int 0 impliesBool ?X ==Int X"), Proved, 3, 3},
		{"what differs otherwise stays apart", claim(`if (a < 0) { use 1 ; .Stmts } else { .Stmts } if (a < 0) { x = used ; .Stmts } else { x = 1 ; .Stmts } unuse ; .Stmts`, "?X ==Int 1"), Proved, 0, 0},
		{"output is not made general", claim(`if (a < 0) { print 1 ; .Stmts } else { print 2 ; .Stmts } x = 1 ; .Stmts`, "?X ==Int 1"), Proved, 0, 0},
		{"fresh constants", claim(`if (a < 0) { x = new ; .Stmts } else { .Stmts } y = new ; .Stmts`, "A <Int 0 impliesBool ?X <Int ?Y"), Proved, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := proveBranches(t, c.claim, pattern.Always)[0]
			if v.Status != c.want || v.Stats.Joins != c.joins || v.Stats.Merged != c.merged {
				t.Errorf("%s with %d joins, %d merged, want %s with %d, %d: %+v", v.Status, v.Stats.Joins, v.Stats.Merged, c.want, c.joins, c.merged, v.Failure)
			}
			if apart := proveBranches(t, c.claim, pattern.Never)[0]; apart.Status != c.want {
				t.Errorf("%s without merging: %+v", apart.Status, apart.Failure)
			}
		})
	}
}

// For a goal of one path it is enough that one of several choices does it.
func TestOnePathIsNotMerged(t *testing.T) {
	text := claim("if (a < 0) { choose { x = 1 ; .Stmts } { x = 2 ; .Stmts } .Stmts } else { x = 2 ; .Stmts } y = 0 ; .Stmts", "?X ==Int 2") + " [one-path]"
	if v := proveBranches(t, text, pattern.Always)[0]; v.Status != Proved {
		t.Errorf("%s: %+v", v.Status, v.Failure)
	}
}

// randomProgram makes programs of which the paths meet.
type randomProgram struct {
	*rand.Rand
	depth int
}

func (r randomProgram) pick(from ...string) string { return from[r.IntN(len(from))] }

func (r randomProgram) expression() string {
	switch r.IntN(7) {
	case 0:
		return r.pick("x", "y") + " + " + r.pick("a", "b")
	case 1:
		return "bump(" + r.pick("x", "y") + ") + " + r.pick("x", "y", "1")
	case 2:
		return r.pick("x", "y", "a", "b")
	case 3:
		return fmt.Sprint(r.IntN(4))
	}
	return fmt.Sprintf("%s + %d", r.pick("x", "y"), r.IntN(3))
}

func (r randomProgram) condition() string {
	c := r.pick("x", "y", "a", "b") + " < " + r.pick("a", "b", "0", "1", "y")
	if r.IntN(4) == 0 {
		return c + " && " + r.pick("a", "b") + " < " + r.pick("x", "2")
	}
	return c
}

func (r randomProgram) block(inBlock bool) string {
	var b strings.Builder
	for range 1 + r.IntN(2) {
		b.WriteString(r.statement(inBlock) + " ")
	}
	return b.String() + ".Stmts"
}

func (r randomProgram) statement(inBlock bool) string {
	if r.depth == 0 || r.IntN(3) == 0 {
		if inBlock && r.IntN(5) == 0 {
			return "leave ;"
		}
		return fmt.Sprintf("%s = %s ;", r.pick("x", "y"), r.expression())
	}
	r.depth--
	switch r.IntN(6) {
	case 0:
		return "choose { " + r.block(inBlock) + " } { " + r.block(inBlock) + " }"
	case 1:
		return "block { " + r.block(true) + " }"
	}
	return "if (" + r.condition() + ") { " + r.block(inBlock) + " } else { " + r.block(inBlock) + " }"
}

// ensures is a condition that may hold at the end or not.
func (r randomProgram) ensures() string {
	c := fmt.Sprintf("%s %s %s %s %d", r.pick("?X", "?Y", "?X -Int ?Y"), r.pick("<=Int", ">=Int", "=/=Int"), r.pick("X +Int", "Y +Int", "A +Int", ""), "", r.IntN(7)-1)
	if r.IntN(2) == 0 {
		return fmt.Sprintf("%s <Int %s impliesBool %s", r.pick("A", "B"), r.pick("0", "B", "X"), c)
	}
	return c
}

// falsified runs a program, with all its choices, on small values of its variables; it
// reports whether it ends anywhere without the condition.
func falsified(t *testing.T, e *rewrite.Engine, g *Goal) bool {
	t.Helper()
	p := New(e, []*Goal{g}, Options{Solver: realSolver})
	start := p.goals[0].start
	var ints []*term.Variable
	for _, v := range term.Vars(start.Slots...) {
		if v.Sort == term.SortInt {
			ints = append(ints, v)
		}
	}
	for _, values := range tuples(len(ints), -1, 2) {
		sub := term.Substitution{}
		for i, v := range ints {
			sub[v] = term.Int(int64(values[i]))
		}
		st := &rewrite.State{Slots: make([]*term.Term, len(start.Slots))}
		for i, s := range start.Slots {
			st.Slots[i] = sub.Apply(s)
		}
		for todo := []*rewrite.State{st}; len(todo) > 0; {
			st, todo = todo[len(todo)-1], todo[:len(todo)-1]
			if st.Slots[e.Definition.Layout.K] == term.DotK {
				if !holdsAt(e, p.goals[0], st, sub) {
					return true
				}
				continue
			}
			for _, succ := range e.Derive(st, ground{}).Successors {
				todo = append(todo, succ.State)
			}
		}
	}
	return false
}

func holdsAt(e *rewrite.Engine, g *prepared, st *rewrite.State, sub term.Substitution) bool {
	for _, m := range g.targets[0].Matches(e.Definition.Lattice, st.Slots) {
		if m.Undecided != "" {
			continue
		}
		all := term.True
		for _, c := range m.Conditions() {
			all = term.And(all, sub.Apply(c.Formula))
		}
		if all == term.True {
			return true
		}
	}
	return false
}

// ground is the oracle for states without variables.
type ground struct{}

func (ground) Prune(_ []*term.Term, extra ...*term.Term) rewrite.Verdict {
	if term.And(extra...) == term.False {
		return rewrite.Unsatisfiable
	}
	return rewrite.Satisfiable
}

func (g ground) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return g.Prune(pc, extra...)
}

func tuples(n, from, to int) [][]int {
	out := [][]int{nil}
	for range n {
		var next [][]int
		for _, t := range out {
			for v := from; v <= to; v++ {
				next = append(next, append(t[:len(t):len(t)], v))
			}
		}
		out = next
	}
	return out
}

// Random programs with random conditions, some of which are true in small runs: merged or
// not, the same is proved, nothing is proved that a run shows to be false, and each proof
// is one.
func TestSlowRandomJoins(t *testing.T) {
	proved, refuted, joins, n := 0, 0, 0, uint64(40)
	if testing.Short() {
		n = 12
	}
	for seed := range n {
		r := randomProgram{rand.New(rand.NewPCG(13, seed)), 2}
		program := r.statement(false) + r.statement(false) + r.statement(false) + r.block(false)
		text := claim(program, r.ensures())
		e, goals := branchGoals(t, text)
		for range 6 * (seed % 2) {
			if !falsified(t, e, goals[0]) {
				break
			}
			text = claim(program, r.ensures())
			e, goals = branchGoals(t, text)
		}
		apart := proveGoals(t, e, goals, pattern.Never)[0]
		for _, how := range []pattern.Merging{pattern.Always, pattern.Auto} {
			v := proveGoals(t, e, goals, how)[0]
			if v.Status != apart.Status {
				t.Errorf("seed %d, %s: %s, without merging %s\n%s\n%+v", seed, how, v.Status, apart.Status, text, v.Failure)
			}
			joins += v.Stats.Joins
		}
		switch wrong := falsified(t, e, goals[0]); {
		case apart.Status == Proved && wrong:
			t.Errorf("seed %d: proved, and false in a run\n%s", seed, text)
		case apart.Status == Proved:
			proved++
		case apart.Status == Refuted:
			refuted++
		}
	}
	t.Logf("%d proved, %d refuted, %d joins", proved, refuted, joins)
	if few := int(n) / 5; proved < few || refuted < few || joins < int(n)/2 {
		t.Errorf("%d proved, %d refuted, %d joins: too few to show anything", proved, refuted, joins)
	}
}
