package annotate

import (
	"context"
	"slices"
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/term"
)

// What a sum over the elements of an array is after a write is a lemma that holds, and that a solver proves from the
// definition. There is none about what is no such sum.
func TestWritten(t *testing.T) {
	d, program := tallyAdding(t)
	for _, c := range []struct {
		text string
		want []string // the arrays of which there is a lemma
	}{
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + a[n-1]", []string{"a"}},
		{"f(Int[] a, Int n): Int = n <= 0 ? 7 : f(a, n-1) - 2 * a[n-1]", []string{"a"}},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + (a[n-1] == n ? n : 0)", []string{"a"}},
		{"f(Int[] a, Int m, Int n, Int v): Int = n <= m ? 0 : f(a, m, n-1, v) + (a[n-1] == v ? 1 : 0) decreases n - m", []string{"a"}},
		{"f(Int[] a, Int[] b, Int n): Int = n <= 0 ? 0 : f(a, b, n-1) + (a[n-1] < b[n-1] ? 1 : 0)", []string{"a", "b"}},
		{"f(Int[] a, Int[] b, Int n): Int = n <= 0 ? 0 : f(a, b, n-1) + a[n-1] + b[0]", []string{"a"}},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + a[n-1] * a[n-1]", []string{"a"}},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + (n - 1) * a[n-1] - n", []string{"a"}},
		{"f(Int[] a, Int[] b, Int n): Int = n <= 0 ? 0 : f(a, b, n-1) + a[n-1] * b[n-1]", []string{"a", "b"}},
		{"f(Int[] a, Int n): Int = n > 0 ? f(a, n-1) + a[n-1] : 0", []string{"a"}},
		{"f(Int[] a, Int m, Int n): Int = m < n ? f(a, m, n-1) + a[n-1] : 0 decreases n - m", []string{"a"}},
		{"f(Int[] a, Int n, Int v): Int = n < 1 ? 0 : (a[n-1] == v ? f(a, n-1, v) + 1 : f(a, n-1, v))", []string{"a"}},
		{"f(Int[] a, Int n, Int v): Int = n <= 0 ? 0 : f(a, n-1, v) + (a[n-1] == v ? n : a[n-1] < v ? 2 : 3)", []string{"a"}},
		{"f(Int[] a, Int m, Int n): Int = n <= m ? 0 : a[m] + f(a, m+1, n) decreases n - m", []string{"a"}},
		{"f(Int[] a, Int m, Int n): Int = m >= n ? 0 : (a[m] == m ? 1 + f(a, m+1, n) : f(a, m+1, n)) decreases n - m", []string{"a"}},
		{"f(Int[] a, Int n): Int = n > 0 ? f(a, n-1) + a[n-1] : a[0]", nil},
		{"f(Int[] a, Int m, Int n): Int = n <= m ? 0 : f(a, m+1, n) + a[n-1] decreases n - m", nil},
		{"f(Int[] a, Int n, Int v): Int = n <= 0 ? 0 : (a[n-1] == v ? f(a, n-1, v) + 1 : f(a, n-1, v+1))", nil},
		{"f(Int[] a, Int n, Int v): Int = n <= 0 ? 0 : (a[n-1] == v ? f(a, n-1, v) + 1 : 0)", nil},
		{"f(Int[] a, Int n): Int = n <= a[0] ? 0 : n <= 0 ? 0 : f(a, n-1) + a[n-1]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? a[0] : f(a, n-1) + a[n-1]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + a[n]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + a[n-1] + a[0]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-2) + a[n-1]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a + 1, n-1) + a[n-1]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 1 : f(a, n-1) * a[n-1]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : 2 * f(a, n-1) + a[n-1]", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + a[n-1] * a[n-1] * n", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : f(a, n-1) + (a[n-1] > 0 ? a[n-1] * n : 0)", nil},
		{"f(Int[] a, Int n): Int = n <= 0 ? 0 : (f(a, n-1) > a[n-1] ? f(a, n-1) : a[n-1])", nil},
		{"f(Int[] a, Int n): Int = n <= 1 ? a[0] : f(a, n-1) + a[n-1]", nil},
		{"f(Int n): Int = n <= 0 ? 0 : f(n-1) + n", nil},
	} {
		res := compiled(t, d, program, []string{"logic " + c.text})
		var got []string
		for _, l := range res.Lemmas {
			got = append(got, l.Name[len("f after a write to "):])
			if values := res.Functions.Counterexample(context.Background(), 20000, l.Goal); values != nil {
				t.Errorf("%s: the lemma is false: %v", c.text, values)
			}
			var calls []*term.Term
			term.Walk(l.Goal, func(x *term.Term) bool {
				if x.Is(res.Equations[0].Symbol) {
					calls = append(calls, x)
				}
				return true
			})
			if len(calls) != 2 || res.Functions.Counterexample(context.Background(), 20000, term.Eq(calls[0], calls[1])) == nil {
				t.Errorf("%s: a write makes no difference to %v", c.text, calls)
			}
			s, err := smt.New(smt.Options{Definitions: res.Definitions})
			if err != nil {
				t.Fatal(err)
			}
			if a := s.Valid(context.Background(), []*term.Term{l.Hypothesis}, l.Goal); a.Result != smt.Unsat {
				t.Errorf("%s: the lemma is not proved: %v", c.text, l.Goal)
			}
			s.Close()
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: there are lemmas about %v, want %v", c.text, got, c.want)
		}
	}
}
