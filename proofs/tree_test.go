package proofs

import (
	"maps"
	"slices"
	"testing"

	"rlv/semantics/source"
)

// tree is a proof with two cases; the second takes an assumption that no state
// satisfies.
func tree() *Node {
	file := source.NewFile("f", "assert assume")
	assertion, assumption := source.Span{File: file, End: 6}, source.Span{File: file, Start: 7, End: 13}
	axiom, lemma := Fact{Kind: Axiom, Text: "a"}, Fact{Kind: Lemma, Text: "l"}
	assumed := Fact{Kind: Assume, Text: "false", Span: assumption}
	closed := &Node{Closing: &Closing{}}
	closed.Rest(axiom, lemma, axiom)
	dead := &Node{Steps: []Step{{Rule: CaseAnalysis, Annotation: assumption}}, Dead: &assumed}
	dead.Rest(assumed, axiom)
	return &Node{
		Steps: []Step{{Rule: SymbolicStep}, {Rule: CircularHypothesis, Annotation: assertion}, {Rule: CaseAnalysis, Annotation: assertion}},
		Cases: []*Case{{Step: Step{Rule: SymbolicStep}, Node: closed}, {Step: Step{Rule: SymbolicStep}, Node: dead}},
	}
}

// What a proof rests on, what it came to, and where nothing was left to prove is
// gathered from all nodes, each once.
func TestNewTree(t *testing.T) {
	tr := NewTree("goal", tree(), nil)
	var rests []string
	for _, f := range tr.Rests {
		rests = append(rests, f.Text)
	}
	if !slices.Equal(rests, []string{"a", "l", "false"}) {
		t.Errorf("rests on %v", rests)
	}
	if len(tr.Dead) != 1 || tr.Dead[0].Text != "false" {
		t.Errorf("dead: %v", tr.Dead)
	}
	var passed []string
	for _, s := range tr.Passed {
		passed = append(passed, s.Text())
	}
	if !slices.Equal(passed, []string{"assert", "assume"}) {
		t.Errorf("passed %v", passed)
	}
}

func TestCount(t *testing.T) {
	want := map[RuleName]int{SymbolicStep: 3, CircularHypothesis: 1, CaseAnalysis: 3, Implication: 1, Transitivity: 6}
	if got := tree().Count(); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTrusted(t *testing.T) {
	for _, k := range []FactKind{Axiom, Assume, TrustedClaim, Simplification, SMTLemma, Prelude} {
		if !(Fact{Kind: k}).Trusted() {
			t.Errorf("%s is proved by nothing", k)
		}
	}
	if (Fact{Kind: Lemma}).Trusted() {
		t.Error("a lemma is proved by itself")
	}
}
