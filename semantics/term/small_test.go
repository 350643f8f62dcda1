package term

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestSmall compares operations on small integers with those of the symbols.
func TestSmall(t *testing.T) {
	var ops []*Symbol
	for _, hook := range BuiltinHooks() {
		if s := Builtin(hook); s.OnSmall() {
			ops = append(ops, s)
		}
	}
	if len(ops) != 8 {
		t.Fatal(len(ops), "operations")
	}
	number := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-3, 3), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64, minCached, maxCached}))
	rapid.Check(t, func(t *rapid.T) {
		x, y := Int(number.Draw(t, "x")), Int(number.Draw(t, "y"))
		for _, s := range ops {
			want := Apply(s, x, y)
			if got := Small(s, x, y); got != nil && !Equal(got, want) || got == nil && want.small {
				t.Fatalf("%s of %s and %s is %v, not %s", s, x, y, got, want)
			}
		}
		if Small(IntAdd, x, True) != nil || Small(IntEq, Var("X", SortInt), y) != nil {
			t.Fatal("of what is no integer there is a value")
		}
	})
}
