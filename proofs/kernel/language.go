package kernel

import (
	"slices"

	"rlv/proofs/logic"
)

// Rule is a rewrite rule (Coq: rule). Left is a pattern: variables, each once, symbols and
// applications. A group with a smaller Prio goes first.
type Rule struct {
	Prio        uint64
	Left, Right *logic.Term
	Cond        []*logic.Term // all are true; they mention variables of Left only
	Ex          []logic.Var   // of Right: any values of their sorts
	Ensures     []*logic.Term // with those all of these are true
}

// Equation is an equation of a function (Coq: eqn): it is Right if all of Cond are true and no
// equation with a smaller Prio applies.
type Equation struct {
	Prio  uint64
	Fun   logic.Sym
	Args  *logic.Term // a pattern, a tuple
	Right *logic.Term
	Cond  []*logic.Term
}

// Language is a language as data (Coq: lang).
type Language struct {
	Tests     [][]logic.Test // of the sort with the number: a value is of it if it passes one
	Top       []bool         // the way from a configuration to the head of its computation: true is right
	Equations []Equation
	Rules     []Rule
}

// Within reports whether what is of the i-th sort is of the j-th, since each of its tests is
// one of those (Coq: within_sort).
func (l *Language) Within(i, j uint64) bool {
	tests := l.Tests
	if i >= uint64(len(tests)) || j >= uint64(len(tests)) {
		return false
	}
	for _, t := range tests[i] {
		if !slices.ContainsFunc(tests[j], func(u logic.Test) bool { return t.Head == u.Head && slices.Equal(t.Args, u.Args) }) {
			return false
		}
	}
	return true
}
