package kernel

import (
	"errors"
	"math"
	"strings"
	"testing"

	"rlv/proofs/logic"
)

// huge is a term that is small in a file, and as a tree larger than anything may be.
func huge() *logic.Term {
	u := logic.Int64(3)
	for range 40 {
		u = logic.Operation(logic.OMul, u, u)
	}
	return u
}

// refused checks that an error says what it should.
func refused(t *testing.T, name, why string, err error) {
	t.Helper()
	if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v", name, err)
	}
}

// Each part of a goal, a node and a lemma has variables below its bound only.
func TestVariablesAreBelowBounds(t *testing.T) {
	high := logic.V(logic.Var{Sort: number.Sort, N: 9})
	low, above := logic.Holds(logic.Operation(logic.OLe, logic.V(number), logic.Int64(0))), logic.Holds(logic.Operation(logic.OLe, high, logic.Int64(0)))
	proof := Proof{Goal: []Instr{{Kind: IStep, Rules: []uint64{0}}, {Kind: IDone}}}
	const goals, nodes = "a goal has a variable", "a node has a variable"
	for _, c := range []struct {
		name string
		goal Goal
		node *Node
		why  string
	}{
		{"left", Goal{N: 1, Left: logic.App(logic.Symbol(20), high), Right: end}, nil, goals},
		{"right", Goal{N: 1, Left: start, Right: logic.App(logic.Symbol(21), high)}, nil, goals},
		{"precondition", Goal{N: 1, Left: start, Right: end, Pre: []*logic.Form{low, above}}, nil, goals},
		{"postcondition", Goal{N: 1, Left: start, Right: end, Post: []*logic.Form{low, logic.Not(above)}}, nil, goals},
		{"measure", Goal{N: 1, Left: start, Right: end, Variant: []*logic.Term{high}}, nil, goals},
		{"node's pattern", Goal{N: 1, Left: start, Right: end}, &Node{N: 1, Term: logic.App(logic.Symbol(21), high)}, nodes},
		{"node's condition", Goal{N: 1, Left: start, Right: end}, &Node{N: 1, Term: end, Pre: []*logic.Form{above}}, nodes},
		{"node below its goal", Goal{N: 2, Left: start, Right: end}, &Node{N: 1, Term: end}, nodes},
	} {
		p := proof
		if c.node != nil {
			p.Nodes = []Node{*c.node}
		}
		_, err := NewMachine(language, []Goal{c.goal}, nil, false).Obligations(&c.goal, &p)
		refused(t, c.name, c.why, err)
	}
	g := goal(start, end)
	_, err := NewMachine(language, []Goal{g}, nil, false).Obligations(&g, &Proof{})
	refused(t, "nothing", "does not begin with a step", err)
	for _, l := range []Lemma{{N: 1, Form: above, Measure: logic.V(number)}, {N: 1, Form: low, Measure: high}} {
		_, err := l.Obligation(nil)
		refused(t, "lemma", "a lemma has a variable", err)
	}
	for _, s := range []logic.Subst{bind(number, logic.Str("")), bind(number, logic.Bound(0)), bind(number, high)} {
		_, err := (&Lemma{N: 1, Form: low, Measure: logic.V(number), Again: []logic.Subst{s}}).Obligation(nil)
		refused(t, "use of a lemma in its proof", "under a substitution", err)
	}
}

// What stands once in a file, and is large as a tree, is refused wherever it stands, before it is
// looked at.
func TestWhatIsTooLarge(t *testing.T) {
	u := huge()
	f := logic.Holds(logic.Operation(logic.OEq, u, logic.Int64(0)))
	small := logic.Holds(logic.Operation(logic.OLe, logic.V(number), logic.Int64(0)))
	proof := Proof{Goal: []Instr{{Kind: IStep, Rules: []uint64{0}}, {Kind: IDone}}}
	const why = "terms that are too large"
	obligations := func(g Goal, p Proof) error {
		_, err := NewMachine(language, []Goal{g}, nil, false).Obligations(&g, &p)
		return err
	}
	g := goal(start, end)
	g.Variant = []*logic.Term{u}
	refused(t, "measure", why, obligations(g, proof))
	g = goal(start, end, f)
	refused(t, "precondition", why, obligations(g, proof))
	p := proof
	p.Nodes = []Node{{N: 2, Term: u}}
	refused(t, "node", why, obligations(goal(start, end), p))
	_, err := NewMachine(language, []Goal{g}, nil, false).Check([]Proof{proof})
	refused(t, "goal", why, err)
	_, err = NewMachine(language, nil, []*logic.Form{f}, false).Check(nil)
	refused(t, "axiom", why, err)
	_, err = (&Lemma{N: 1, Form: f, Measure: logic.Int64(0)}).Obligation(nil)
	refused(t, "lemma", why, err)
	_, err = (&Lemma{N: 1, Form: small, Measure: logic.Int64(0), Again: []logic.Subst{bind(number, u)}}).Obligation(nil)
	refused(t, "use of a lemma in its proof", why, err)

	g = goal(start, end)
	m := NewMachine(language, []Goal{g}, []*logic.Form{small}, false)
	r := &Run{Machine: m, Goal: &g}
	for name, i := range map[string]Instr{"cut": {Kind: ICut, Form: f}, "split": {Kind: ISplit, Term: logic.Operation(logic.OEq, u, u)}, "hypothesis": {Kind: ICirc, Subst: bind(number, u)}} {
		_, _, err := r.Exec(&i, &State{N: 2, Term: end})
		refused(t, name, why, err)
	}
	for name, a := range map[string]Act{"instance": {Kind: AInst, Term: u}, "axiom's instance": {Kind: AAxiom, Subst: bind(number, u)}, "formula": {Kind: AUse, Form: &logic.Form{Kind: logic.FAll, A: f}, Term: logic.Int64(0)}} {
		_, err := m.Act(&a, &Obligation{N: 1, Hypotheses: []*logic.Form{{Kind: logic.FAll, A: small}}, Conclusion: small})
		refused(t, name, why, err)
	}
	_, err = m.Act(&Act{Kind: AInst, Term: logic.Int64(0)}, &Obligation{Hypotheses: []*logic.Form{{Kind: logic.FAll, A: f}}, Conclusion: small})
	refused(t, "hypothesis of an act", "too large", err)
	// Numbers that are computed: a power, a product of powers.
	power := logic.Operation(logic.OPow, logic.Int64(2), logic.Int64(1<<19))
	for _, u := range []*logic.Term{logic.Operation(logic.OPow, logic.Int64(2), logic.Int64(1<<40)), logic.Operation(logic.OMul, power, power)} {
		_, _, err := r.Exec(&Instr{Kind: ICirc}, &State{N: 2, Term: u})
		if err == nil {
			t.Error("another configuration")
		}
		h := goal(start, end, logic.Holds(logic.Operation(logic.OEq, u, logic.Int64(0))))
		_, _, err = (&Run{Machine: NewMachine(language, []Goal{h}, nil, false), Goal: &h}).Exec(&Instr{Kind: ICirc}, &State{N: 2, Term: start})
		refused(t, "number", "too long", err)
	}
}

// An act is for what it is for, under what makes it right.
func TestActsForOthers(t *testing.T) {
	x, bound := logic.V(number), logic.Bound(0)
	less := func(a, b *logic.Term) *logic.Form { return logic.Holds(logic.Operation(logic.OLt, a, b)) }
	binder := func(k logic.FormKind, f *logic.Form) *logic.Form { return &logic.Form{Kind: k, A: f} }
	plain, beyond := less(x, logic.Int64(0)), less(logic.V(logic.Var{Sort: number.Sort, N: 7}), x)
	all, some := binder(logic.FAll, less(bound, x)), binder(logic.FEx, less(bound, x))
	m := NewMachine(language, nil, []*logic.Form{plain}, false)
	for i, c := range []struct {
		act        Act
		hypotheses []*logic.Form
		conclusion *logic.Form
		possible   bool
	}{
		{Act{Kind: AAxiom, Subst: bind(number, logic.Int64(1))}, nil, plain, true}, {Act{Kind: AAxiom, I: 1}, nil, plain, false},
		{Act{Kind: AAxiom, Subst: bind(number, logic.Str(""))}, nil, plain, false}, {Act{Kind: AAxiom, Subst: bind(number, bound)}, nil, plain, false},
		{Act{Kind: AOpen}, nil, plain, false}, // no axiom is taken instead
		{Act{Kind: AIntro}, nil, all, true}, {Act{Kind: AIntro}, nil, some, false}, {Act{Kind: AIntro}, nil, plain, false}, {Act{Kind: AIntro}, nil, logic.Not(all), false},
		{Act{Kind: AIntro}, []*logic.Form{beyond}, all, false}, {Act{Kind: AIntro}, nil, binder(logic.FAll, beyond), false},
		{Act{Kind: AIntro}, nil, logic.Implies(plain, plain), true}, {Act{Kind: AOpen}, nil, logic.Implies(plain, plain), false}, {Act{Kind: AOpen}, nil, all, false},
		{Act{Kind: AIntro}, nil, &logic.Form{Kind: logic.FAnd, A: plain, B: plain}, false},
		{Act{Kind: AWitness, Term: x}, nil, some, true}, {Act{Kind: AWitness, Term: x}, nil, all, false}, {Act{Kind: AWitness, Term: x}, nil, logic.Not(plain), false}, {Act{Kind: AWitness, Term: x}, nil, logic.Implies(plain, plain), false}, {Act{Kind: AKind, Term: x}, nil, logic.Implies(plain, plain), false},
		{Act{Kind: AWitness, Term: bound}, nil, some, false}, {Act{Kind: AWitness, Term: logic.Str("")}, nil, some, false}, {Act{Kind: AOpen, Term: x}, nil, some, false},
		{Act{Kind: AUse, Form: some, Term: bound}, nil, plain, false}, {Act{Kind: AUse, Form: some, Term: logic.Str("")}, nil, plain, false},
		{Act{Kind: AName, Form: all}, nil, plain, true}, {Act{Kind: AName, Form: all}, nil, some, false}, {Act{Kind: AName, Form: all}, []*logic.Form{beyond}, plain, false},
		{Act{Kind: AName, Form: binder(logic.FAll, less(bound, logic.V(logic.Var{Sort: number.Sort, N: 7})))}, nil, plain, false},
		{Act{Kind: AKind, Term: x}, []*logic.Form{logic.Implies(plain, plain)}, plain, false}, {Act{Kind: ABack}, []*logic.Form{{Kind: logic.FAnd, A: plain, B: plain}}, plain, false}, {Act{Kind: AOpen}, []*logic.Form{logic.Implies(plain, plain)}, plain, false},
		{Act{Kind: 99}, []*logic.Form{all, some}, plain, false},
	} {
		if _, err := m.Act(&c.act, &Obligation{N: 1, Hypotheses: c.hypotheses, Conclusion: c.conclusion}); (err == nil) != c.possible {
			t.Errorf("%d: %v", i, err)
		}
	}
	_, err := m.Use(&Core{Keep: []uint64{1}}, &Obligation{N: 1, Hypotheses: []*logic.Form{plain}, Conclusion: plain})
	refused(t, "core", "a core keeps hypothesis 1", err)
}

// Rules and equations have linear patterns on the left, and variables of it elsewhere.
func TestFormsOfRules(t *testing.T) {
	x, y := logic.V(number), logic.V(other)
	is := func(u *logic.Term) []*logic.Term { return []*logic.Term{logic.Operation(logic.OLe, u, logic.Int64(0))} }
	for name, r := range map[string]Rule{
		"two keys of one pattern": {Left: logic.App(logic.Symbol(20), x, x), Right: end}, "a literal": {Left: logic.App(logic.Symbol(20), logic.Int64(3)), Right: logic.NoMap},
		"a condition": {Left: start, Right: end, Cond: is(y)}, "a result": {Left: start, Right: y}, "an ensured condition": {Left: start, Right: end, Ensures: is(y)},
		"an existential of the left side": {Left: start, Right: end, Ex: []logic.Var{number}}, "a bound variable": {Left: start, Right: logic.Bound(0)},
		"a condition of an existential": {Left: start, Right: y, Ex: []logic.Var{other}, Cond: is(y)},
	} {
		_, err := NewMachine(&Language{Rules: []Rule{r}}, nil, nil, false).Check(nil)
		refused(t, name, "rule 0 has a form", err)
	}
	for name, e := range map[string]Equation{
		"a literal": {Fun: 20, Args: logic.App(logic.Int64(3), unit), Right: logic.True}, "two of one pattern": {Fun: 20, Args: logic.App(x, logic.App(x, unit)), Right: x}, "a condition": {Fun: 20, Args: logic.App(x, unit), Right: x, Cond: is(y)}, "a result": {Fun: 20, Args: logic.App(x, unit), Right: y},
	} {
		_, err := NewMachine(&Language{Equations: []Equation{e}}, nil, nil, false).Check(nil)
		refused(t, name, "equation 0 has a form", err)
	}
	good := Equation{Fun: 20, Args: logic.App(x, unit), Right: x, Cond: is(x)}
	if _, err := NewMachine(&Language{Equations: []Equation{good}}, nil, nil, false).Check(nil); err != nil {
		t.Error(err)
	}
}

// What an instruction asks of its state and its substitution.
func TestInstructionsAreChecked(t *testing.T) {
	x, y, high := logic.V(number), logic.V(other), logic.V(logic.Var{Sort: number.Sort, N: 9})
	want := logic.Holds(logic.Operation(logic.OLe, x, logic.Int64(5)))
	g := goal(end, logic.App(logic.Symbol(22), x))
	node := Node{N: 3, Term: logic.App(logic.Symbol(21), logic.V(logic.Var{Sort: number.Sort, N: 2}))}
	// The rule for 30 has an existential that is at most 5.
	l := &Language{Rules: []Rule{{Left: start, Right: end}, {Left: logic.App(logic.Symbol(30), x), Right: logic.App(logic.Symbol(31), y), Ex: []logic.Var{other}, Ensures: []*logic.Term{logic.Operation(logic.OLe, y, logic.Int64(5))}},
		{Left: logic.App(logic.Symbol(32), x), Right: end}, {Left: logic.App(logic.Symbol(32), x), Right: start}}}
	const bound, witnesses, node0, goal0 = "a variable is not below the bound of its state", "as witnesses are none", "a substitution for node 0", "a substitution for goal 0"
	choose := logic.App(logic.Symbol(30), x)
	witness := func(v logic.Var, u *logic.Term) Instr {
		return Instr{Kind: IStep, Rules: []uint64{1}, Subst: bind(v, u)}
	}
	fresh2, third := logic.Var{Sort: number.Sort, N: 2}, logic.Var{Sort: number.Sort, N: 3}
	for _, c := range []struct {
		name  string
		instr Instr
		state State
		why   string // "": it is accepted
	}{
		{"an existential", Instr{Kind: IStep, Rules: []uint64{1}}, State{N: 2, Term: choose}, ""},
		{"an existential of an unbounded configuration", Instr{Kind: IStep, Rules: []uint64{1}}, State{N: 2, Term: logic.App(logic.Symbol(30), high)}, bound},
		{"an existential under an unbounded condition", Instr{Kind: IStep, Rules: []uint64{1}}, State{N: 2, Term: choose, PC: []*logic.Form{logic.Holds(logic.Operation(logic.OLe, high, x))}}, bound},
		{"no existential of an unbounded configuration", Instr{Kind: IStep, Rules: []uint64{0}}, State{N: 2, Term: logic.App(logic.Symbol(20), high)}, ""},
		{"a witness", witness(fresh2, logic.Int64(3)), State{N: 2, Term: choose}, ""},
		{"a witness of another sort", witness(fresh2, logic.Str("")), State{N: 2, Term: choose}, witnesses},
		{"a bound witness", witness(fresh2, logic.Bound(0)), State{N: 2, Term: choose}, witnesses},
		{"a witness for a variable of the state", witness(number, logic.Int64(3)), State{N: 2, Term: choose}, witnesses},
		{"a witness in an unbounded state", Instr{Kind: IStep, Rules: []uint64{0}, Subst: bind(third, x)}, State{N: 2, Term: logic.App(logic.Symbol(20), high)}, witnesses},
		{"two successors", Instr{Kind: ISteps, N: 1}, State{N: 2, Term: logic.App(logic.Symbol(32), x)}, "2 successors"},
		{"no successor", Instr{Kind: ISteps, N: 1}, State{N: 2, Term: end}, "0 successors"},
		{"steps that are not known", Instr{Kind: ISteps, N: 1}, State{N: 2, Term: logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SK}})}, "it is not known"},
		{"a node", Instr{Kind: IUse, Subst: bind(fresh2, x)}, State{N: 2, Term: end}, ""},
		{"a node under another sort", Instr{Kind: IUse, Subst: bind(fresh2, logic.Str(""))}, State{N: 2, Term: end}, node0},
		{"a node under a bound variable", Instr{Kind: IUse, Subst: bind(fresh2, logic.Bound(0))}, State{N: 2, Term: end}, node0},
		{"a node under a variable beyond", Instr{Kind: IUse, Subst: bind(fresh2, high)}, State{N: 2, Term: end}, node0},
		{"a node for the goal's variable", Instr{Kind: IUse, Subst: logic.Subst{{Var: fresh2, Term: x}, {Var: number, Term: y}}}, State{N: 2, Term: end}, node0},
		{"a node about others", Instr{Kind: IUse}, State{N: 2, Term: start}, "node 0 is about other"},
		{"a node that is not there", Instr{Kind: IUse, N: 1}, State{N: 2, Term: end}, "node 1 is not proved"},
		{"a goal", Instr{Kind: ICirc}, State{N: 2, Term: end}, ""},
		{"a goal that is not there", Instr{Kind: ICirc, N: 1}, State{N: 2, Term: end}, "there is no goal 1"},
		{"a goal about others", Instr{Kind: ICirc}, State{N: 2, Term: start}, "goal 0 is about other"},
		{"a goal in a state of fewer variables", Instr{Kind: ICirc}, State{N: 1, Term: end}, goal0},
		{"a goal under a variable beyond", Instr{Kind: ICirc, Subst: bind(other, high)}, State{N: 2, Term: end}, goal0},
		{"the end under a bound variable", Instr{Kind: IDone, Subst: bind(other, logic.Bound(0))}, State{N: 2, Term: logic.App(logic.Symbol(22), x)}, "as witnesses are none"},
		{"the end", Instr{Kind: IDone}, State{N: 2, Term: logic.App(logic.Symbol(22), x)}, ""},
		{"the end of others", Instr{Kind: IDone}, State{N: 2, Term: end}, "not that of the right side"},
		{"cases of an integer", Instr{Kind: ISplit, Term: x}, State{N: 2, Term: end}, "no Boolean"},
		{"cases", Instr{Kind: ISplit, Term: want.Term}, State{N: 2, Term: end}, ""},
		{"no instruction", Instr{Kind: 99}, State{N: 2, Term: end}, "an instruction that there is not"},
	} {
		r := &Run{Machine: NewMachine(l, []Goal{g}, nil, false), Goal: &g, Nodes: []Node{node}}
		_, _, err := r.Exec(&c.instr, &c.state)
		if c.why != "" {
			refused(t, c.name, c.why, err)
		} else if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	some := Goal{N: 2, Left: start, Right: logic.App(logic.Symbol(22), y), Ex: []logic.Var{other}}
	_, _, err := (&Run{Machine: NewMachine(l, []Goal{some}, nil, false), Goal: &some}).Exec(&Instr{Kind: IDone, Subst: bind(other, logic.Bound(0))}, &State{N: 2, Term: logic.App(logic.Symbol(22), x)})
	refused(t, "a bound witness at the end", "as witnesses are none", err)
	high0 := g
	high0.Rank = 1
	if _, os, err := (&Run{Machine: NewMachine(l, []Goal{g}, nil, true), Goal: &high0}).Exec(&Instr{Kind: ICirc}, &State{N: 2, Term: end}); err != nil || len(os) != 0 {
		t.Error("a hypothesis of a lower rank:", os, err)
	}
	long := goal(end, end)
	long.Variant = []*logic.Term{x, y}
	r := &Run{Machine: NewMachine(l, []Goal{long}, nil, true), Goal: &g}
	_, _, err = r.Exec(&Instr{Kind: ICirc}, &State{N: 2, Term: end})
	refused(t, "measures", "measures of different lengths", err)
}

// Work is counted: a certificate that says to make more than can be made ends.
func TestWorkIsCounted(t *testing.T) {
	spin := &Language{Rules: []Rule{{Left: start, Right: start}}}
	g := goal(start, start)
	r := &Run{Machine: NewMachine(spin, []Goal{g}, nil, false), Goal: &g}
	_, _, err := r.Exec(&Instr{Kind: ISteps, N: 1 << 62}, &State{N: 2, Term: start})
	refused(t, "steps", "too much work", err)
	_, _, err = r.Exec(&Instr{Kind: IInf}, &State{N: 2, Term: start})
	refused(t, "one more", "too much work", err)
	r = &Run{Machine: NewMachine(spin, []Goal{g}, nil, false), Goal: &g}
	_, _, err = r.Exec(&Instr{Kind: IInf}, &State{N: 2, Term: huge()})
	refused(t, "a large state", "too large", err)
}

// Numbers of variables do not come round to 0: what is new would be what is there.
func TestNumbersAreBounded(t *testing.T) {
	const top = math.MaxUint64
	high := logic.Var{Sort: number.Sort, N: top}
	proof := Proof{Goal: []Instr{{Kind: IStep, Rules: []uint64{0}}, {Kind: IDone}}}
	g := Goal{N: top, Left: start, Right: end, Ex: []logic.Var{number, other}}
	_, err := NewMachine(language, []Goal{g}, nil, false).Obligations(&g, &proof)
	refused(t, "goal", "a goal has a variable", err)
	g.N = 2
	proof.Nodes = []Node{{N: top, Term: logic.App(logic.Symbol(21), logic.V(logic.Var{Sort: number.Sort, N: 5}))}}
	_, err = NewMachine(language, []Goal{g}, nil, false).Obligations(&g, &proof)
	refused(t, "node", "a node has a variable", err)
	_, err = (&Lemma{N: top, Form: logic.Holds(logic.True), Measure: logic.Int64(0)}).Obligation(nil)
	refused(t, "lemma", "a lemma has a variable", err)
	if logic.V(high).Below(top) || !logic.V(high).Closed() || logic.Int64(0).Below(0) != true {
		t.Error("the largest number is below itself")
	}
}

// Of a condition about what a match in part has not bound nothing is known: its variables are those of the
// rule, not those of the state.
func TestConditionsOfMatchesInPart(t *testing.T) {
	x, any := logic.V(number), variable(logic.SK, 5)
	five := logic.Operation(logic.OKEq, x, logic.Int64(5))
	l := &Language{Rules: []Rule{{Left: start, Right: end, Cond: []*logic.Term{five}}},
		Equations: []Equation{{Prio: 0, Fun: 30, Args: logic.App(x, unit), Right: logic.True, Cond: []*logic.Term{five}}, {Prio: 1, Fun: 30, Args: logic.App(any, unit), Right: logic.False}}}
	m := NewMachine(l, nil, nil, false)
	s := &State{N: 6, Term: logic.App(logic.Symbol(20), any), PC: []*logic.Form{logic.Holds(logic.Unary(logic.ONot, logic.Operation(logic.OEq, x, logic.Int64(5))))}}
	_, _, err := (&Run{Machine: m, Goal: &Goal{N: 6}}).Exec(&Instr{Kind: IStep}, s)
	refused(t, "rule", "it is not known whether rule 0 applies", err)
	f := logic.Fun(30, logic.Sort{Kind: logic.SBool}, any)
	if got := m.terms.Knowing(s.PC).Within(nil, f); !logic.Equal(got, f) {
		t.Errorf("%v is %v", f, got)
	}
}
