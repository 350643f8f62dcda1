package report

import (
	"testing"

	"rlv/prover"
	"rlv/semantics/term"
)

// Elements of which nothing is known are not listed where they are many.
func TestManyElements(t *testing.T) {
	array := term.Var("a", term.SortArray)
	five := term.Apply(term.ArrayStore, term.Apply(term.ArrayMake, term.Int(0)), term.Int(20), term.Int(5))
	none := term.Apply(term.ArrayMake, term.Int(0))
	for _, c := range []struct {
		value, set *term.Term
		length     int64
		text       string
	}{
		{array, nil, 2, "[any, any]"},
		{array, nil, 7000, "any"},
		{array, none, 7000, "[no value, no value, no value, no value, no value, no value, no value, no value, no value, no value, ...]"},
		{five, nil, 7000, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ..., 20: 5, ...]"},
	} {
		if text := elements(prover.Observation{Name: "a", Value: c.value, Set: c.set}, c.length, nil); text != c.text {
			t.Errorf("%v of %d: %s, not %s", c.value, c.length, text, c.text)
		}
	}
}
