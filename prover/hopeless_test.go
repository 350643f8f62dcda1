package prover

import (
	"context"
	"slices"
	"testing"

	"rlv/prover/smt"
)

// What is false is given up at once; where another goal is to blame, only where little is left to try. Each of little and
// much is spent once to find out, and no more once it is false.
func TestHopeless(t *testing.T) {
	ask := []smt.Spent{smt.Little, smt.Little, smt.Much, smt.Most, smt.Most}
	for _, c := range []struct {
		little, much Falsity
		hopeless     []bool
		asked        []bool // with much
	}{
		{False, False, []bool{true, true, true, true, true}, []bool{false}},
		{Undecided, False, []bool{false, false, true, true, true}, []bool{false, true}},
		{Blamed, Undecided, []bool{false, false, false, true, true}, []bool{false, true}},
		{Undecided, Blamed, []bool{false, false, false, true, true}, []bool{false, true}},
		{Undecided, Undecided, []bool{false, false, false, false, false}, []bool{false, true}},
		{Blamed, False, []bool{false, false, true, true, true}, []bool{false, true}},
	} {
		var asked, hopeless []bool
		fails := func(_ context.Context, _ *Goal, much bool) Falsity {
			asked = append(asked, much)
			if much {
				return c.much
			}
			return c.little
		}
		s := &session{ctx: context.Background(), p: &Prover{opts: Options{Fails: fails}}, goal: &prepared{Goal: &Goal{}}}
		for _, spent := range ask {
			hopeless = append(hopeless, s.hopeless(spent))
		}
		if !slices.Equal(hopeless, c.hopeless) || !slices.Equal(asked, c.asked) {
			t.Errorf("%v, %v: %v, asked %v", c.little, c.much, hopeless, asked)
		}
	}
}
