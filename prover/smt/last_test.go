package smt

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
	"rlv/semantics/term"
)

// answering is a backend that gives one answer, and counts how often it is asked.
type answering struct {
	fol.Backend
	reply fol.Reply
	asked int
}

func (a *answering) Check(context.Context, fol.Query) fol.Reply {
	a.asked++
	return a.reply
}

func (*answering) Name() string      { return "answering" }
func (*answering) Quantifiers() bool { return true }

// squares asks for a fourth power that is two more than another, which no backend answers with
// little effort, and no quantifiers are in it.
func squares() []*term.Term {
	x, y := ivar("x"), ivar("y")
	four := func(t *term.Term) *term.Term { return mul(mul(t, t), mul(t, t)) }
	return []*term.Term{term.Eq(four(x), term.Add(four(y), term.Int(2))), term.Lt(term.Int(2), y)}
}

// The last backend is asked what all others leave open, with quantifiers and without, and nothing
// else. What it finds is said to be found by it; what it does not find, the others explain.
func TestLastIsAskedWhatIsLeftOpen(t *testing.T) {
	for _, c := range []struct {
		name     string
		question []*term.Term
		effort   Effort
		first    fol.Reply // of all others
		last     fol.Reply
		asked    int
		want     Result
		by       Decider
		late     bool
	}{
		{"open", open(), Thorough, fol.Reply{}, fol.Reply{Result: fol.Unsat}, 1, Unsat, "answering", false},
		{"open, without quantifiers", squares(), Thorough, fol.Reply{}, fol.Reply{Result: fol.Unsat}, 1, Unsat, "answering", false},
		{"open, and stays so", squares(), Thorough, fol.Reply{Reason: "first"}, fol.Reply{Reason: "last"}, 1, Unknown, "undecided", false},
		{"lost", squares(), Thorough, fol.Reply{Reason: "first"}, fol.Reply{Lost: true, Restarts: 1}, 1, Unknown, "undecided", false},
		{"late", squares(), Thorough, fol.Reply{}, fol.Reply{Late: true}, 1, Unknown, "answering", true},
		{"others are late", squares(), Thorough, fol.Reply{Late: true}, fol.Reply{Result: fol.Unsat}, 0, Unknown, "undecided", true},
		{"open, and others are late", open(), Thorough, fol.Reply{Late: true}, fol.Reply{Result: fol.Unsat}, 0, Unknown, "undecided", true},
		{"others know", squares(), Thorough, fol.Reply{Result: fol.Unsat}, fol.Reply{Result: fol.Sat}, 0, Unsat, "undecided", false},
		{"little effort", squares(), Quick, fol.Reply{}, fol.Reply{Result: fol.Unsat}, 0, Unknown, "undecided", false},
	} {
		s := newTest(t, Options{})
		others := named{&answering{reply: c.first}}
		last := &answering{reply: c.last}
		s.backends = lineup{ground: others, full: []fol.Backend{others}, last: last}
		if c.question[0].HasBinders() {
			s.backends.ground = newTest(t, Options{}).backends.first
		}
		a := s.Check(context.Background(), Query{Assertions: c.question, Effort: c.effort})
		if a.Result != c.want || a.By != c.by || a.Late != c.late || last.asked != c.asked || s.Counters().Last != c.asked {
			t.Errorf("%s: %v by %q, late %v; the last was asked %d times (%s)", c.name, a.Result, a.By, a.Late, last.asked, a.Reason)
		}
		if c.first.Reason != "" && a.Reason != "undecided: "+c.first.Reason {
			t.Errorf("%s: reason %q", c.name, a.Reason)
		}
		s.backends = lineup{}
	}
}

type named struct{ *answering }

func (named) Name() string { return "undecided" }
func (named) Reset()       {}

// Reset implements [fol.Backend].
func (*answering) Reset() {}

// A solver that is not there, or that dies, leaves open what is open; what others know costs it
// no start.
func TestLastMayBeMissing(t *testing.T) {
	t.Setenv(fakeVariable, "exit")
	for name, command := range map[string][]string{"missing": {"/nowhere/cvc5"}, "dies": {os.Args[0]}} {
		t.Run(name, func(t *testing.T) {
			s := newTest(t, Options{Effort: 0.01, Engine: "z3-process"})
			s.backends.last = smtlib.New(smtlib.CVC5, smtlib.Config{Command: command, Faults: &Faults{}})
			if a := s.Check(context.Background(), Query{Assertions: squares()}); a.Result != Unknown || a.Late || s.Counters().Last != 1 {
				t.Errorf("%v (%s), asked %d times", a.Result, a.Reason, s.Counters().Last)
			} else if named := strings.Contains(a.Reason, `"/nowhere/cvc5" is not installed`); named != (name == "missing") || !strings.HasPrefix(a.Reason, "z3 ") {
				t.Errorf("it is said: %s", a.Reason)
			}
			expect(t, s, Sat, question0(1)...)
			if n := s.Counters().Last; n != 1 {
				t.Errorf("asked %d times", n)
			}
		})
	}
}

// Of a goal that is known to be false the simplex method's answer is enough: no dearer backend is
// asked, whatever the effort, and it is asked with little effort first whether it is.
func TestHopelessIsNotAskedFurther(t *testing.T) {
	for _, effort := range []Effort{Thorough, Steady, Glance} {
		for _, hopeless := range []bool{true, false} {
			s := newTest(t, Options{})
			ground := &answering{}
			s.backends = lineup{first: named{&answering{}}, ground: named{ground}, full: []fol.Backend{named{ground}}}
			var much []Spent
			a := s.Check(context.Background(), Query{Assertions: squares(), Effort: effort, Hopeless: func(m Spent) bool { much = append(much, m); return hopeless }})
			if a.Result != Unknown || (ground.asked == 0) != hopeless || len(much) == 0 || much[0] != Little {
				t.Errorf("effort %d, hopeless %v: %v (%s), others were asked %d times; it was asked %v", effort, hopeless, a.Result, a.Reason, ground.asked, much)
			}
			s.backends = lineup{}
		}
	}
}

// What is told of a failure takes few questions to the ground backend; what has to be proved takes
// as many as it takes, unless it is known to be false.
func TestHopelessAfterManyModels(t *testing.T) {
	defer func(n int) { manyGround = n }(manyGround)
	manyGround = 3
	ask := func(first fol.Backend, effort Effort, hopeless func(Spent) bool) int {
		s := newTest(t, Options{})
		ground := &answering{reply: fol.Reply{Result: fol.Sat}}
		s.backends = lineup{first: first, ground: named{ground}, full: []fol.Backend{named{&answering{}}}}
		defer func() { s.backends = lineup{} }()
		s.Check(context.Background(), Query{Assertions: open(), Effort: effort, Hopeless: hopeless})
		return ground.asked
	}
	much, most := func(spent Spent) bool { return spent >= Much }, func(spent Spent) bool { return spent == Most }
	for name, first := range map[string]func() fol.Backend{
		"from the first on":        func() fol.Backend { return named{&answering{}} },
		"where models guide alone": func() fol.Backend { return &tired{named{&answering{reply: fol.Reply{Result: fol.Sat}}}, 3} },
	} {
		all, told, late, last := ask(first(), Thorough, nil), ask(first(), Sketch, nil), ask(first(), Thorough, much), ask(first(), Thorough, most)
		if all <= 2*fewGround || told > fewGround || late > fewGround {
			t.Errorf("%s: asked %d times, for what is told %d, where it is known to be false %d", name, all, told, late)
		}
		if last <= fewGround || last > manyGround {
			t.Errorf("%s: where another goal is to blame it is asked %d times", name, last)
		}
	}
}

// Few instances are made for what is told of a goal that is known to be false.
func TestHopelessIsToldWithFewInstances(t *testing.T) {
	defer func(n int) { toldInstances = n }(toldInstances)
	toldInstances = 10
	f := term.NewSymbol(term.Symbol{Name: "height", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true, SMTLib: "height"})
	x, y := ivar("x"), ivar("y")
	at := func(t *term.Term) *term.Term { return term.App(f, t) }
	definition := all_(x, term.Eq(at(x), term.Ite(term.Le(x, term.Int(0)), term.Int(0), term.Add(at(term.Sub(x, term.Int(1))), term.Int(1)))))
	lemma := all_(x, term.Le(term.Int(0), at(at(x))))
	question := []*term.Term{}
	for i := range 40 {
		question = append(question, term.Le(at(ivar(fmt.Sprint("z", i))), y))
	}
	asked := func(effort Effort, hopeless bool) int {
		s := newTest(t, Options{Definitions: []*term.Term{definition}, Lemmas: []*term.Term{lemma}})
		first := &answering{reply: fol.Reply{Result: fol.Sat}}
		s.backends = lineup{first: named{first}, ground: named{&answering{}}, full: []fol.Backend{named{&answering{}}}}
		defer func() { s.backends = lineup{} }()
		s.Check(context.Background(), Query{Assertions: question, Effort: effort, Hopeless: func(Spent) bool { return hopeless }})
		return first.asked
	}
	told, of, proved := asked(Sketch, true), asked(Sketch, false), asked(Steady, true)
	if told >= of || proved < of {
		t.Errorf("asked %d times, where it is not known to be false %d, of what is to be proved %d", told, of, proved)
	}
}

// tired answers some questions, and no more.
type tired struct {
	named
	left int
}

func (b *tired) Check(ctx context.Context, q fol.Query) fol.Reply {
	if b.left--; b.left < 0 {
		return fol.Reply{Reason: "tired"}
	}
	return b.named.Check(ctx, q)
}

// A question whose answer is of no use is put to no other backend once one has left it open,
// and that is not remembered: asked again by others, it takes what it takes.
func TestHopelessIsLeftOpen(t *testing.T) {
	for name, question := range map[string][]*term.Term{"without quantifiers": squares(), "with quantifiers": open()} {
		s := newTest(t, Options{})
		others, last := named{&answering{}}, &answering{reply: fol.Reply{Result: fol.Unsat}}
		s.backends = lineup{ground: others, full: []fol.Backend{others}, last: last}
		asked := 0
		for _, hopeless := range []bool{true, false} {
			a := s.Check(context.Background(), Query{Assertions: question, Hopeless: func(Spent) bool { asked++; return hopeless }})
			want, times := Unsat, 1
			if hopeless {
				want, times = Unknown, 0
			}
			if a.Result != want || last.asked != times || asked == 0 || a.Cached {
				t.Errorf("%s, hopeless %v: %v (%s), the last was asked %d times, and %d times whether it is", name, hopeless, a.Result, a.Reason, last.asked, asked)
			}
		}
		s.Check(context.Background(), Query{Assertions: question})
		if s.hopeless != nil {
			t.Errorf("%s: a question asks what another one brought", name)
		}
		others.reply = fol.Reply{Result: fol.Unsat}
		before := asked
		s.Check(context.Background(), Query{Assertions: append(question, term.Lt(ivar("fresh"), term.Int(9))), Hopeless: func(Spent) bool { asked++; return true }})
		if asked != before {
			t.Errorf("%s: it is asked of what is decided", name)
		}
		s.backends = lineup{}
	}
}
