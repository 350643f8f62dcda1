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
		{array, nil, 2, "any"},
		{array, nil, 7000, "any"},
		{array, none, 7000, "[no value, no value, no value, no value, no value, no value, no value, no value, no value, no value, ...]"},
		{term.Apply(term.ArrayStore, array, term.Int(1), term.Int(5)), nil, 3, "[any, 5, any]"},
		{five, nil, 7000, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ..., 20: 5, ...]"},
	} {
		obs := []prover.Observation{{Name: "len(a)", Value: term.Int(c.length)}, {Name: "a", Value: c.value, Set: c.set}}
		if text := valueText(obs, 1, nil); text != c.text {
			t.Errorf("%v of %d: %s, not %s", c.value, c.length, text, c.text)
		}
	}
}
