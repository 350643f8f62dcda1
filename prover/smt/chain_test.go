package smt

import (
	"fmt"
	"testing"

	"rlv/semantics/term"
)

// chain is the path of  a > 0 && a > 1 && ...  where the paths meet behind each operand:
// a Boolean column for each, of which the next says when it is looked at.
func chain(n int) *merged {
	m, a := &merged{}, ivar("a")
	last := term.Lt(term.Int(0), a)
	m.branch(last)
	for i := 1; i < n; i++ {
		v := term.Fresh("v", term.SortBool)
		m.condition = append(m.condition, term.Or(
			term.And(term.Not(last), term.Not(v)),
			term.And(last, term.Eq(v, term.Lt(term.Int(int64(i)), a)))))
		m.branch(v)
		last = v
	}
	m.goals = []*term.Term{term.Implies(last, term.Lt(term.Int(int64(n-1)), a))}
	m.not = []*term.Term{last, term.Not(last)}
	return m
}

// The conditions of a chain are met by values, and by no solver: by few, unless they are
// to be near.
func TestChainsAreEvaluated(t *testing.T) {
	for _, near := range []bool{false, true} {
		m, s := chain(200), newTest(t, Options{Near: near})
		numbers := map[string]bool{}
		for i, q := range m.asked {
			if a := glance(s, q); a.Result != Sat || a.By != Evaluation {
				t.Fatalf("question %d: %v by %s", i, a.Result, a.By)
			}
			numbers[fmt.Sprint(s.models.last.value(ivar("a")))] = true
		}
		if !near && len(numbers) > 12 || near && len(numbers) < 100 {
			t.Errorf("near: %v: a has %d values", near, len(numbers))
		}
	}
}
