package rewrite_test

import (
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The order of operands is explored where it may matter, and only there.
func TestOrdersOfOperands(t *testing.T) {
	d, err := compile.Load("testdata/orders.k", compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	e := rewrite.New(d)
	for _, test := range []struct {
		program      string
		ends, stucks int
		because      string
	}{
		{program: "get + get", ends: 1, because: "nothing is written"},
		{program: "get + get + get + get", ends: 1, because: "nothing is written"},
		{program: "tick + get", ends: 2, because: "what one writes the other reads"},
		{program: "tick + tick", ends: 2, because: "both write"},
		{program: "tick + spin", ends: 2, because: "both write"},
		{program: "hidden + get", ends: 2, because: "what a function brings writes what the other reads"},
		{program: "kept + get", ends: 2, because: "what is kept and then run writes what the other reads"},
		{program: "get , get", ends: 1, because: "contexts for both, nothing is written"},
		{program: "tick , get", ends: 2, because: "contexts for both, and they interfere"},
		{program: "get ; get", ends: 2, because: "once the first is evaluated, the second is not"},
		{program: "(get + get) ! get", ends: 2, because: "once the first is evaluated, the second is not"},
		{program: "throw + stuck", ends: 1, stucks: 1, because: "what throws leaves the other unevaluated"},
		{program: "throw + spin", ends: 2, because: "what throws leaves the other unevaluated"},
	} {
		p, err := d.ParseProgram(source.NewFile("p", test.program))
		if err != nil {
			t.Fatal(err)
		}
		slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
		if err != nil {
			t.Fatal(err)
		}
		ends, stucks := 0, 0
		for work := []*rewrite.State{{Slots: slots}}; len(work) > 0; {
			s := work[len(work)-1]
			work = work[:len(work)-1]
			next := e.Derive(s, never{}).Successors
			for i := range next {
				work = append(work, next[i].State)
			}
			k := s.Slots[d.Layout.K]
			switch {
			case len(next) > 0:
			case k.Head().Kind() == term.KInt || k.Head().String() == "throw":
				ends++
			default:
				stucks++
			}
		}
		if ends != test.ends || stucks != test.stucks {
			t.Errorf("%s: %d ends and %d stuck states, not %d and %d: %s", test.program, ends, stucks, test.ends, test.stucks, test.because)
		}
	}
}
