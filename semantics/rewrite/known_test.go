package rewrite

import (
	"maps"
	"math/rand/v2"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// What is remembered of the effect of code is what would be found again, whatever the
// cells hold: numbers, code to be run, or nothing.
func TestRememberedEffects(t *testing.T) {
	d, err := compile.Load("testdata/orders.k", compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	e := New(d)
	slotsOf := func(program string) []*term.Term {
		p, err := d.ParseProgram(source.NewFile("p", program))
		if err != nil {
			t.Fatal(err)
		}
		slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
		if err != nil {
			t.Fatal(err)
		}
		return slots
	}
	kept := e.Derive(&State{Slots: slotsOf("kept")}, undecided{}).Successors[0].State // #run, with #code(tick)
	code, cell := []*term.Term{kept.Slots[d.Layout.K]}, -1
	for i, s := range kept.Slots {
		if i != d.Layout.K && s.Kind() == term.KApp && s != term.DotK {
			cell = i
		}
	}
	held := []*term.Term{term.DotK, term.Var("C", term.SortK)}
	for _, p := range []string{"get", "tick", "spin", "throw", "hidden", "kept", "get + 1", "3", "kept ; get"} {
		code = append(code, slotsOf(p)[d.Layout.K])
		held = append(held, term.App(kept.Slots[cell].Symbol(), code[len(code)-1]))
	}
	r := rand.New(rand.NewPCG(1, 1))
	e.effects.prepare()
	again := 0
	for range 3000 {
		slots := slotsOf("get")
		slots[cell] = held[r.IntN(len(held))]
		for i := range slots {
			if slots[i].IsInt() && r.IntN(2) == 0 {
				slots[i] = term.Int(r.Int64N(3))
			}
		}
		c := code[r.IntN(len(code))]
		if k := e.effects.known[c]; k != nil && e.effects.sameIn(k, slots) {
			again++
		}
		got, want := e.effects.of(c, slots), e.effects.compute(c, slots)
		if got.reads != want.reads || got.writes != want.writes || got.code != want.code || got.escapes != want.escapes || !got.may.equal(want.may) || !maps.Equal(applied(got), applied(want)) {
			t.Fatalf("%v with %v: %+v, computed %+v", c, slots, got, want)
		}
	}
	if again < 500 {
		t.Errorf("only %d of 3000 effects were remembered", again)
	}
}

func applied(e *effect) map[*ruleEffect]bool {
	out := map[*ruleEffect]bool{}
	for _, r := range e.rules {
		out[r] = true
	}
	return out
}

// undecided is an oracle that knows nothing.
type undecided struct{}

func (undecided) Prune([]*term.Term, ...*term.Term) Verdict  { return Unknown }
func (undecided) Decide([]*term.Term, ...*term.Term) Verdict { return Unknown }
