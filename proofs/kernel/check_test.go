package kernel

import (
	"errors"
	"testing"
)

// In this language the rule makes 21 X of 20 X.
var (
	number   = Var{Sort: Sort{Kind: SInt}, N: 0}
	other    = Var{Sort: Sort{Kind: SInt}, N: 1}
	start    = App(Symbol(20), V(number))
	end      = App(Symbol(21), V(number))
	language = &Language{Rules: []Rule{{Left: start, Right: end}}}
)

func goal(left, right *Term, pre ...*Form) Goal {
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
	loop := Goal{N: 2, Left: start, Right: App(Symbol(22), V(number))} // it does not hold
	bind := func(v Var, u *Term) Subst { return Subst{{v, u}} }
	free := goal(end, App(Symbol(23), V(number)), Holds(Operation(OLe, V(other), V(number))))
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
		{"a witness for what is no existential", []Goal{goal(start, App(Symbol(21), V(other)))}, []Proof{{Goal: []Instr{step, {Kind: IDone, Subst: bind(other, V(number))}}}}, false},
		{"a witness of another sort", []Goal{{N: 2, Left: start, Right: end, Ex: []Var{other}}}, []Proof{{Goal: []Instr{step, {Kind: IDone, Subst: bind(other, Str(""))}}}}, false},
		{"cases of an integer", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, {Kind: ISplit, Term: V(number)}, done, done}}}, false},
		{"a node that is not there", []Goal{goal(start, end)}, []Proof{{Goal: []Instr{step, {Kind: IUse}}}}, false},
		{"a node that uses itself", []Goal{loop}, []Proof{{Nodes: []Node{{N: 2, Term: end, Proof: []Instr{{Kind: IUse}}}}, Goal: []Instr{step, {Kind: IUse}}}}, false},
		{"a node", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 2, Term: end, Proof: []Instr{done}}}, Goal: []Instr{step, {Kind: IUse}}}}, true},
		{"a node with a variable above its bound", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 2, Term: App(Symbol(21), V(Var{Sort: number.Sort, N: 7})), Proof: []Instr{{Kind: IInf}}}},
			Goal: []Instr{step, done}, Cores: []Core{{}}}}, false},
		{"a node of fewer variables than the goal", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 0, Term: end, Proof: []Instr{done}}}, Goal: []Instr{step, done}}}, false},
		{"a node that changes the goal's variable", []Goal{goal(start, end)}, []Proof{{Nodes: []Node{{N: 3, Term: end, Proof: []Instr{done}}},
			Goal: []Instr{step, {Kind: IUse, Subst: bind(number, V(number))}}}}, false},
		{"a hypothesis", []Goal{goal(start, App(Symbol(23), V(number))), free}, []Proof{
			{Goal: []Instr{step, {Kind: ICirc, N: 1, Subst: bind(other, V(number))}, done}, Cores: nil}, {Goal: []Instr{step}}}, false}, // the second is not proved
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
	again := goal(end, App(Symbol(23), V(number)), Holds(Operation(OLe, V(other), V(other))))
	m := NewMachine(language, []Goal{again}, nil, false)
	r := &Run{Machine: m, Goal: &again}
	s := &State{N: 2, Term: end}
	for _, c := range []struct {
		name  string
		term  *Term
		valid bool
	}{
		{"an integer", Int64(3), true}, {"a variable", V(number), true}, {"another sort", Str(""), false},
		{"a bound variable", Bound(0), false}, {"a variable above the bound", V(Var{Sort: number.Sort, N: 2}), false},
	} {
		_, _, err := r.Exec(&Instr{Kind: ICirc, Subst: Subst{{other, c.term}}}, s)
		if (err == nil) != c.valid {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, _, err := r.Exec(&Instr{Kind: ICirc}, &State{N: 2, Term: end, PC: []*Form{Holds(Operation(OLe, V(Var{Sort: number.Sort, N: 5}), Int64(0)))}}); err == nil {
		t.Error("the hypothesis makes a variable that the condition has")
	}
}

// What a hypothesis wants, and what the right side wants, is left to prove.
func TestConditionsAreObligations(t *testing.T) {
	want := Holds(Operation(OLe, V(number), Int64(7)))
	g := Goal{N: 2, Left: end, Right: end, Pre: []*Form{want}, Post: []*Form{want}}
	r := &Run{Machine: NewMachine(language, []Goal{g}, nil, false), Goal: &g}
	for _, k := range []InstrKind{ICirc, IDone} {
		if _, os, err := r.Exec(&Instr{Kind: k}, &State{N: 2, Term: end}); err != nil || len(os) != 1 || !EqualForms(os[0].Conclusion, want) {
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
		variant []*Term
		open    int // -1: not valid
	}{
		{"partial", false, nil, 0}, {"no variant", true, nil, 1}, {"a variant that does not become smaller", true, []*Term{V(number)}, 1},
	} {
		g := Goal{N: 2, Left: start, Right: App(Symbol(22), V(number)), Variant: c.variant}
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
	u := Int64(3)
	for range 30 { // a tree that is too large
		u = Operation(OMul, u, u)
	}
	product := Operation(OPow, Int64(2), Int64(1<<19))
	large := Int64(1 << 40)
	for _, u := range []*Term{u, Operation(OPow, Int64(2), large), Operation(OMul, product, product)} {
		g := goal(start, end, Holds(Operation(OEq, u, Int64(0))))
		_, err := accepts(false, []Goal{g}, Proof{Goal: []Instr{{Kind: IStep, Rules: []uint64{0}}, {Kind: ICirc}}})
		if !errors.Is(err, ErrInvalid) {
			t.Error(err)
		}
	}
}

// A step leaves to prove that rules which are left out do not apply, and that one of the others
// does.
func TestStepObligations(t *testing.T) {
	x := V(number)
	low, high := Operation(OLe, x, Int64(5)), Operation(OLe, Int64(6), x)
	l := &Language{Rules: []Rule{{Left: start, Right: end, Cond: []*Term{low}}, {Left: start, Right: App(Symbol(22), x), Cond: []*Term{high}},
		{Prio: 1, Left: start, Right: App(Symbol(23), x)}}}
	r := &Run{Machine: NewMachine(l, nil, nil, false), Goal: &Goal{N: 2}}
	s := &State{N: 2, Term: start}
	states, os, err := r.Exec(&Instr{Kind: IStep, Rules: []uint64{0, 2}}, s)
	if err != nil || len(states) != 2 || len(os) != 2 {
		t.Fatal(states, os, err)
	}
	left, covered := os[0], os[1]
	if !EqualForms(left.Conclusion, falsity) || len(left.Hypotheses) != 1 || !EqualForms(left.Hypotheses[0], Holds(high)) {
		t.Error("the rule left out:", left.Hypotheses, left.Conclusion)
	}
	if !EqualForms(covered.Conclusion, disj([]*Form{Holds(low), truth})) {
		t.Error("what covers:", covered.Conclusion)
	}
	if pc := states[1].PC; len(pc) != 2 || !EqualForms(pc[0], Not(Holds(low))) || !EqualForms(pc[1], Not(Holds(high))) {
		t.Error("a later rule applies where earlier ones do not:", pc)
	}
	if states, os, err := r.Exec(&Instr{Kind: IStep, Rules: []uint64{0, 1}}, s); err != nil || len(states) != 2 || len(os) != 2 || !EqualForms(os[1].Conclusion, disj([]*Form{Holds(low), Holds(high)})) {
		t.Error(states, os, err)
	}
	// A rule that may apply for all that is known is not passed over.
	if _, _, err := r.Exec(&Instr{Kind: IStep}, &State{N: 2, Term: V(Var{Sort: Sort{Kind: SK}})}); err == nil {
		t.Error("it is not known which rules apply")
	}
}
