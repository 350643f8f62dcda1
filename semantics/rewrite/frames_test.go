package rewrite

import (
	"math/rand"
	"slices"
	"testing"

	"rlv/semantics/term"
)

// Facts about frames are the same, in the same order, whether a formula was looked at
// before or not.
func TestFramesRemember(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	now := term.Var("now", term.SortInt)
	frame, other := term.Var("R", term.SortMap), term.Var("S", term.SortMap)
	fresh := func() *Frames { return &Frames{maps: []*term.Term{frame}, now: now, known: map[*term.Term][]outside{}} }
	var formulas []*term.Term
	for i := range 20 {
		in := func(m *term.Term) *term.Term { return term.InKeys(term.Add(now, term.Int(int64(r.Intn(5)))), m) }
		formulas = append(formulas, []*term.Term{
			in(frame), term.Not(in(frame)), in(other), term.Or(in(frame), in(frame)), term.Lt(now, term.Int(int64(i))),
		}[i%5])
	}
	f, some := fresh(), 0
	for range 200 {
		question := []*term.Term{}
		for range 1 + r.Intn(6) {
			question = append(question, formulas[r.Intn(len(formulas))])
		}
		got, want := f.Facts(question), fresh().Facts(question)
		if !slices.EqualFunc(got, want, term.Equal) {
			t.Fatalf("%v: %v, not %v", question, got, want)
		}
		for _, fact := range got {
			if term.Occurs(other.Variable(), fact) {
				t.Fatalf("%v is not a frame: %v", other, fact)
			}
		}
		some += len(got)
	}
	if some < 100 {
		t.Errorf("%d facts", some)
	}
	want := term.Implies(term.Le(now, now), term.Not(term.InKeys(now, frame)))
	if got := f.Facts([]*term.Term{term.Not(term.InKeys(now, frame))}); len(got) != 1 || !term.Equal(got[0], want) {
		t.Errorf("%v, not %v", got, want)
	}
	if got := (&Freshness{slot: -1}).Frames(nil).Facts(formulas); got != nil {
		t.Errorf("without a counter: %v", got)
	}
}
