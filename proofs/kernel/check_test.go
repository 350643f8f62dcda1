package kernel

import (
	"errors"
	"testing"

	"rlv/proofs/logic"
)

// In this language the rule makes 21 X of 20 X.
var (
	number   = logic.Var{Sort: logic.Sort{Kind: logic.SInt}, N: 0}
	other    = logic.Var{Sort: logic.Sort{Kind: logic.SInt}, N: 1}
	start    = logic.App(logic.Symbol(20), logic.V(number))
	end      = logic.App(logic.Symbol(21), logic.V(number))
	language = &Language{Rules: []Rule{{Left: start, Right: end}}}
)

var unit = logic.Symbol(logic.Unit)

func variable(k logic.SortKind, n uint64) *logic.Term {
	return logic.V(logic.Var{Sort: logic.Sort{Kind: k}, N: n})
}

// bind is the substitution of one variable.
func bind(v logic.Var, t *logic.Term) logic.Subst { return logic.Subst{{Var: v, Term: t}} }

func goal(left, right *logic.Term, pre ...*logic.Form) Goal {
	return Goal{N: 2, Left: left, Right: right, Pre: pre}
}

func accepts(total bool, goals []Goal, proofs ...Proof) (int, error) {
	os, err := NewMachine(language, goals, nil, total).Check(proofs)
	n := 0
	for _, o := range os {
		n += len(o)
	}
	return n, err
}

// What each check of the kernel is there for: without it something would be accepted.
func TestKernelRefuses(t *testing.T) {
	step, done := Instr{Kind: IStep, Rules: []uint64{0}}, Instr{Kind: IDone}
	loop := Goal{N: 2, Left: start, Right: logic.App(logic.Symbol(22), logic.V(number))} // it does not hold
	free := goal(end, logic.App(logic.Symbol(23), logic.V(number)), logic.Holds(logic.Operation(logic.OLe, logic.V(other), logic.V(number))))
	for _, c := range []struct {
		name   string
		goals  []Goal
		proofs []Proof
		valid  bool
	}{
		{"a proof", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, done}}}, true},
		{"no step", []Goal{loop}, []Proof{{Goal: []Instr{{Kind: ICirc}, done}}}, false},
		{"steps that are counted first", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{{Kind: ISteps, N: 1}, done}}}, false},
		{"a state left over", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step}}}, false},
		{"nothing left to do", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, done, done}}}, false},
		{"a core too many", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, done}, Cores: []Core{{}}}}, false},
		{"another right side", []Goal{loop}, []Proof{{Goal: []Instr{step, done}}}, false},
		{"a proof too few", []Goal{goal(start, end)}, nil, false},
		{"a variable above the bound", []Goal{{N: 0, Left: start, Right: end}}, []Proof{{Goal: []Instr{step, done}}}, false},
		{"a witness for what is no existential", []Goal{goal(start, logic.App(logic.Symbol(21), logic.V(other)))}, []Proof{{Goal: []Instr{step, {Kind: IDone, Subst: bind(other, logic.V(number))}}}}, false},
		{"a witness of another sort", []Goal{{N: 2, Left: start, Right: end, Ex: []logic.Var{other}}}, []Proof{{Goal: []Instr{step, {Kind: IDone, Subst: bind(other, logic.Str(""))}}}}, false},
		{"cases of an integer", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, {Kind: ISplit, Term: logic.V(number)}, done, done}}}, false},
		{"a node that is not there", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, {Kind: IUse}}}}, false},
		{"a node that uses itself", []Goal{loop}, []Proof{{Nodes: []Node{{N: 2, Term: end, Proof: []Instr{{Kind: IUse}}}}, Goal: []Instr{step, {Kind: IUse}}}}, false},
		{"a node", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 2, Term: end, Proof: []Instr{done}}}, Goal: []Instr{step, {Kind: IUse}}}}, true},
		{"a node with a variable above its bound", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 2, Term: logic.App(logic.Symbol(21), logic.V(logic.Var{Sort: number.Sort, N: 7})), Proof: []Instr{{Kind: IInf}}}},
			Goal: []Instr{step, done}, Cores: []Core{{}}}}, false},
		{"a node of fewer variables than the goal", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 0, Term: end, Proof: []Instr{done}}}, Goal: []Instr{step, done}}}, false},
		{"a node that changes the goal's variable", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 3, Term: end, Proof: []Instr{done}}},
			Goal: []Instr{step, {Kind: IUse, Subst: bind(number, logic.V(number))}}}}, false},
		{"a hypothesis", []Goal{goal(start, logic.App(logic.Symbol(23), logic.V(number))), free}, []Proof{
			{Goal: []Instr{step, {Kind: ICirc, N: 1, Subst: bind(other, logic.V(number))}, done}, Cores: nil}, {Goal: []Instr{step}}}, false}, // the second is not proved
		{"a rule that is not there", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{{Kind: IStep, Rules: []uint64{1}}, done}}}, false},
	} {
		n, err := accepts(false, c.goals, c.proofs...)
		if valid := err == nil && n == 0; valid != c.valid {
			t.Errorf("%s: %d obligations, %v", c.name, n, err)
		}
		if err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A substitution has terms of the variables' sorts, without bound variables, over the state's
// variables.
func TestSubstitutionsOfHypotheses(t *testing.T) {
	again := goal(end, logic.App(logic.Symbol(23), logic.V(number)), logic.Holds(logic.Operation(logic.OLe, logic.V(other), logic.V(other))))
	m := NewMachine(language, []Goal{again}, nil, false)
	r := &Run{Machine: m, Goal: &again}
	s := &State{N: 2, Term: end}
	for _, c := range []struct {
		name  string
		term  *logic.Term
		valid bool
	}{
		{"an integer", logic.Int64(3), true}, {"a variable", logic.V(number), true}, {"another sort", logic.Str(""), false},
		{"a bound variable", logic.Bound(0), false}, {"a variable above the bound", logic.V(logic.Var{Sort: number.Sort, N: 2}), false},
	} {
		_, _, err := r.Exec(&Instr{Kind: ICirc, Subst: bind(other, c.term)}, s)
		if (err == nil) != c.valid {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, _, err := r.Exec(&Instr{Kind: ICirc}, &State{N: 2, Term: end, PC: []*logic.Form{logic.Holds(logic.Operation(logic.OLe, logic.V(logic.Var{Sort: number.Sort, N: 5}), logic.Int64(0)))}}); err == nil {
		t.Error("the hypothesis makes a variable that the condition has")
	}
}

// What a hypothesis wants, and what the right side wants, is left to prove.
func TestConditionsAreObligations(t *testing.T) {
	want := logic.Holds(logic.Operation(logic.OLe, logic.V(number), logic.Int64(7)))
	g := Goal{N: 2, Left: end, Right: end, Pre: []*logic.Form{want}, Post: []*logic.Form{want}}
	r := &Run{Machine: NewMachine(language, []Goal{g}, nil, false), Goal: &g}
	for _, k := range []InstrKind{ICirc, IDone} {
		if _, os, err := r.Exec(&Instr{Kind: k}, &State{N: 2, Term: end}); err != nil || len(os) != 1 || !logic.EqualForms(os[0].Conclusion, want) {
			t.Error(k, os, err)
		}
	}
}

// Where the end is proved, a hypothesis is of a smaller measure.
func TestMeasures(t *testing.T) {
	spin := &Language{Rules: []Rule{{Left: start, Right: start}}}
	for _, c := range []struct {
		name    string
		total   bool
		variant []*logic.Term
		open    int // -1: not valid
	}{
		{"partial", false, nil, 0}, {"no variant", true, nil, 1}, {"a variant that does not become smaller", true, []*logic.Term{logic.V(number)}, 1},
	} {
		g := Goal{N: 2, Left: start, Right: logic.App(logic.Symbol(22), logic.V(number)), Variant: c.variant}
		proof := Proof{Goal: []Instr{{Kind: IStep, Rules: []uint64{0}}, {Kind: ICirc}, {Kind: IDone}}}
		for range c.open {
			proof.Cores = append(proof.Cores, Core{})
		}
		os, err := NewMachine(spin, []Goal{g}, nil, c.total).Check([]Proof{proof})
		if err != nil || len(os[0]) != c.open {
			t.Errorf("%s: %v, %v", c.name, os, err)
		}
	}
	high := []Goal{{N: 2, Left: start, Right: end}, {N: 2, Left: end, Right: end, Rank: 1}}
	m := NewMachine(language, high, nil, true)
	if _, _, err := (&Run{Machine: m, Goal: &high[0]}).Exec(&Instr{Kind: ICirc, N: 1}, &State{N: 2, Term: end}); err == nil {
		t.Error("a hypothesis of a higher rank")
	}
}

// What is computed has a size.
func TestLimits(t *testing.T) {
	u := logic.Int64(3)
	for range 30 { // a tree that is too large
		u = logic.Operation(logic.OMul, u, u)
	}
	product := logic.Operation(logic.OPow, logic.Int64(2), logic.Int64(1<<19))
	large := logic.Int64(1 << 40)
	for _, u := range []*logic.Term{u, logic.Operation(logic.OPow, logic.Int64(2), large), logic.Operation(logic.OMul, product, product)} {
		g := goal(start, end, logic.Holds(logic.Operation(logic.OEq, u, logic.Int64(0))))
		_, err := accepts(false, []Goal{g}, Proof{Goal: []Instr{{Kind: IStep, Rules: []uint64{0}}, {Kind: ICirc}}})
		if !errors.Is(err, ErrInvalid) {
			t.Error(err)
		}
	}
}

// A step leaves to prove that rules which are left out do not apply, and that one of the others
// does.
func TestStepObligations(t *testing.T) {
	x := logic.V(number)
	low, high := logic.Operation(logic.OLe, x, logic.Int64(5)), logic.Operation(logic.OLe, logic.Int64(6), x)
	l := &Language{Rules: []Rule{{Left: start, Right: end, Cond: []*logic.Term{low}}, {Left: start, Right: logic.App(logic.Symbol(22), x), Cond: []*logic.Term{high}},
		{Prio: 1, Left: start, Right: logic.App(logic.Symbol(23), x)}}}
	r := &Run{Machine: NewMachine(l, nil, nil, false), Goal: &Goal{N: 2}}
	s := &State{N: 2, Term: start}
	states, os, err := r.Exec(&Instr{Kind: IStep, Rules: []uint64{0, 2}}, s)
	if err != nil || len(states) != 2 || len(os) != 2 {
		t.Fatal(states, os, err)
	}
	left, covered := os[0], os[1]
	if !logic.EqualForms(left.Conclusion, falsity) || len(left.Hypotheses) != 1 || !logic.EqualForms(left.Hypotheses[0], logic.Holds(high)) {
		t.Error("the rule left out:", left.Hypotheses, left.Conclusion)
	}
	if !logic.EqualForms(covered.Conclusion, disj([]*logic.Form{logic.Holds(low), truth})) {
		t.Error("what covers:", covered.Conclusion)
	}
	if pc := states[1].PC; len(pc) != 2 || !logic.EqualForms(pc[0], logic.Not(logic.Holds(low))) || !logic.EqualForms(pc[1], logic.Not(logic.Holds(high))) {
		t.Error("a later rule applies where earlier ones do not:", pc)
	}
	if states, os, err := r.Exec(&Instr{Kind: IStep, Rules: []uint64{0, 1}}, s); err != nil || len(states) != 2 || len(os) != 2 || !logic.EqualForms(os[1].Conclusion, disj([]*logic.Form{logic.Holds(low), logic.Holds(high)})) {
		t.Error(states, os, err)
	}
	// A rule that may apply for all that is known is not passed over.
	if _, _, err := r.Exec(&Instr{Kind: IStep}, &State{N: 2, Term: logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SK}})}); err == nil {
		t.Error("it is not known which rules apply")
	}
}

// Where an earlier rule applies whose result must be found, a later one is no way on: what is to be covered is the
// earlier one with its result alone.
func TestLaterRulesDoNotCover(t *testing.T) {
	x := logic.V(number)
	low, found := logic.Operation(logic.OLe, x, logic.Int64(5)), logic.Operation(logic.OLe, logic.Int64(6), x)
	l := &Language{Rules: []Rule{{Left: start, Right: end, Cond: []*logic.Term{low}, Ensures: []*logic.Term{found}}, {Prio: 1, Left: start, Right: logic.App(logic.Symbol(23), x)}}}
	r := &Run{Machine: NewMachine(l, nil, nil, false), Goal: &Goal{N: 2}}
	states, os, err := r.Exec(&Instr{Kind: IStep, Rules: []uint64{0, 1}}, &State{N: 2, Term: start})
	if err != nil || len(states) != 2 || len(os) != 1 {
		t.Fatal(states, os, err)
	}
	if want := disj([]*logic.Form{conj([]*logic.Form{logic.Holds(low), logic.Holds(found)})}); !logic.EqualForms(os[0].Conclusion, want) {
		t.Errorf("%v is to be covered, not %v", os[0].Conclusion, want)
	}
}
