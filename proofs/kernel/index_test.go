package kernel

import (
	"errors"
	"slices"
	"testing"

	"rlv/proofs/logic"
)

// Rules are found by the head of the computation; one in which the way to it ends early, or of which the head is not
// known, is found for every configuration.
func TestRulesThatAreFoundForAll(t *testing.T) {
	any, x := variable(logic.SK, 0), logic.V(number)
	cell := func(k *logic.Term) *logic.Term { return logic.App(logic.Symbol(30), k) }
	lefts := []*logic.Term{any, cell(any), cell(logic.App(logic.Symbol(31), x)), cell(logic.Symbol(32)), cell(logic.App(any, x)), logic.Symbol(32), cell(x)}
	l := &Language{Top: []bool{true}}
	for _, left := range lefts {
		l.Rules = append(l.Rules, Rule{Left: left, Right: left})
	}
	r := NewMachine(l, nil, nil, false)
	index := newIndex(l)
	for _, top := range []*logic.Term{logic.App(logic.Symbol(31), x), logic.Symbol(32), logic.Symbol(33), x, logic.Str("a"), any, logic.V(logic.Var{Sort: logic.Sort{Kind: logic.STok, Tok: 3}}), logic.NoMap, logic.NoList} {
		for _, u := range []*logic.Term{cell(top), top} {
			found := index.candidates(l, u)
			for i, left := range lefts {
				if match(r.terms, left, u, &matched{whole: true}) && !slices.Contains(found, uint64(i)) {
					t.Errorf("rule %d, of %v, may apply to %v and is not found", i, left, u)
				}
			}
		}
	}
}

// A symbol, a number or a pair that a value may be for all that is known is not passed over.
func TestValuesThatMayBeWhatRulesWant(t *testing.T) {
	unknown := logic.Operation(logic.OLook, variable(logic.SMap, 0), logic.Int64(1))
	for _, pattern := range []*logic.Term{logic.Symbol(40), logic.App(logic.Symbol(40), variable(logic.SK, 1)), logic.V(number), variable(logic.SMap, 1)} {
		l := &Language{Rules: []Rule{{Left: logic.App(logic.Symbol(20), pattern), Right: end}, {Prio: 1, Left: logic.App(logic.Symbol(20), variable(logic.SK, 7)), Right: logic.Symbol(21)}}}
		r := &Run{Machine: NewMachine(l, nil, nil, false), Goal: &Goal{N: 2}}
		for _, value := range []*logic.Term{variable(logic.SK, 0), unknown} {
			if states, _, err := r.Exec(&Instr{Kind: IStep, Rules: []uint64{1}}, &State{N: 2, Term: logic.App(logic.Symbol(20), value)}); !errors.Is(err, ErrInvalid) {
				t.Errorf("%v may be %v, but a step leads to %v", value, pattern, states)
			}
		}
	}
}
