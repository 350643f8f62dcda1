package explore_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"rlv/explore"
	"rlv/verify"
)

// The programs of examples/search, with inputs of several lengths.

func loadExample(t testing.TB, name string) *explore.Program {
	t.Helper()
	p, err := explore.Load(verify.Language{}, filepath.Join("../examples/search", name), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// symbols are n symbols of the input with a prefix, behind other items.
func symbols(before, prefix string, n int) string {
	for i := range n {
		before += fmt.Sprintf(" %s%d", prefix, i+1)
	}
	return before
}

// ends looks whether a search was complete and came to so many ends.
func ends(t *testing.T, what string, r *explore.Report, want explore.Ends) {
	t.Helper()
	if !r.Complete || r.Ends != want {
		t.Errorf("%s: want %+v, %s", what, want, r.Summary())
	}
}

// confirmed looks whether the models of all solutions, and so many, lead to them.
func confirmed(t *testing.T, what string, r *explore.Report, want int) {
	t.Helper()
	if len(r.Solutions) != want {
		t.Errorf("%s: %d solutions, want %d", what, len(r.Solutions), want)
	}
	for _, s := range r.Solutions {
		if s.Replay != explore.Confirmed {
			t.Errorf("%s: solution %d (%s) is %s: %s", what, s.Number, s.PathCondition(), s.Replay, s.Remark)
		}
	}
}

func TestInitArrays(t *testing.T)     { initArrays(t, 1, 5) }
func TestSlowInitArrays(t *testing.T) { initArrays(t, 6, 12) }

// initArrays: figure 6 of the paper with n numbers has n(n+1)/2 ends, none of which
// writes error; it is stuck for each length if j is out of bounds, and only then.
func initArrays(t *testing.T, from, to int) {
	p := loadExample(t, "init-arrays.cink")
	for n := from; n <= to; n++ {
		what, in := fmt.Sprintf("n = %d", n), input(t, symbols("n j x", "a", n))
		r := find(t, p, explore.Request{Input: in, PC: []string{"n > 0"}, Target: explore.Target{Output: "error"}})
		ends(t, what, r, explore.Ends{Final: n * (n + 1) / 2, Stuck: n, NeedsInput: 1})
		confirmed(t, what, r, 0)

		r = find(t, p, explore.Request{Input: in, PC: []string{"n > 0"}, Target: explore.Target{Stuck: true}})
		confirmed(t, what, r, n)
		for _, s := range r.Solutions {
			if j, length := value(t, s, "j"), value(t, s, "n"); 0 <= j && j < length {
				t.Errorf("%s: stuck with j = %d, n = %d", what, j, length)
			}
		}

		r = find(t, p, explore.Request{Input: in, PC: []string{"n > 0", "0 <= j", "j < n"}, Target: explore.Target{Stuck: true}})
		ends(t, what+", j in bounds", r, explore.Ends{Final: n * (n + 1) / 2, NeedsInput: 1})
		confirmed(t, what+", j in bounds", r, 0)
	}
}

// value is that of a symbol in the model of a solution.
func value(t *testing.T, s *explore.Solution, name string) int {
	t.Helper()
	for _, v := range s.Model {
		if n, err := strconv.Atoi(v.Value); v.Name == name && err == nil {
			return n
		}
	}
	t.Fatalf("solution %d has no value for %s", s.Number, name)
	return 0
}

// TestInitArraysWrong: with >= in place of > there are inputs that write error.
func TestInitArraysWrong(t *testing.T) {
	p := loadExample(t, "init-arrays-wrong.cink")
	r := find(t, p, explore.Request{Input: input(t, "n j x a1 a2 a3"), PC: []string{"n > 0"}, Target: explore.Target{Output: "error"}})
	ends(t, "i >= j", r, explore.Ends{Final: 9, Stuck: 3, NeedsInput: 1})
	confirmed(t, "i >= j", r, 6)
	for _, s := range r.Solutions {
		if s.Output != "error" || s.Written != "error" {
			t.Errorf("solution %d writes %q, its run %q", s.Number, s.Output, s.Written)
		}
	}
}

// TestLists: figure 7 of the paper. What is put in and taken out again leaves another
// list if it was the first element before and the elements differ; an ordered list it
// leaves as it was.
func TestLists(t *testing.T) {
	in, target := input(t, "e1 e2 x"), explore.Target{Output: "error"}
	r := find(t, loadExample(t, "list.cink"), explore.Request{Input: in, Target: target})
	ends(t, "list", r, explore.Ends{Final: 4})
	confirmed(t, "list", r, 1)
	if len(r.Solutions) == 1 && r.Solutions[0].PathCondition() != `e1 == x /\ e1 != e2` {
		t.Errorf("the path condition is %s", r.Solutions[0].PathCondition())
	}
	r = find(t, loadExample(t, "ordered-list.cink"), explore.Request{Input: in, Target: target})
	ends(t, "ordered list", r, explore.Ends{Final: 11})
	confirmed(t, "ordered list", r, 0)
}

func TestBubbleSort(t *testing.T)     { bubbleSort(t, 2, 4) }
func TestSlowBubbleSort(t *testing.T) { bubbleSort(t, 5, 6) }

// bubbleSort: n numbers are sorted on n! paths, and the assertion holds on all.
func bubbleSort(t *testing.T, from, to int) {
	p, factorial := loadExample(t, "bubble-sort.cink"), 1
	for n := 1; n <= to; n++ {
		if factorial *= n; n < from {
			continue
		}
		what := fmt.Sprintf("n = %d", n)
		r := find(t, p, explore.Request{Input: input(t, symbols(fmt.Sprint(n), "a", n)), Target: explore.Target{Stuck: true}})
		ends(t, what, r, explore.Ends{Final: factorial})
		confirmed(t, what, r, 0)
	}
}

func TestBranches(t *testing.T)     { branches(t, 6) }
func TestSlowBranches(t *testing.T) { branches(t, 12) }

// branches: n conditions on inputs have 2^n paths, one of which counts to n.
func branches(t *testing.T, n int) {
	p, what := loadExample(t, "branches.cink"), fmt.Sprintf("n = %d", n)
	r := find(t, p, explore.Request{Input: input(t, symbols(fmt.Sprint(n), "b", n)), Target: explore.Target{Output: fmt.Sprint(n)}})
	ends(t, what, r, explore.Ends{Final: 1 << n})
	confirmed(t, what, r, 1)
}
