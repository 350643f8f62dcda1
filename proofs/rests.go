package proofs

import (
	"slices"

	"rlv/semantics/source"
)

// FactKind is what kind of fact a proof takes as it is.
type FactKind string

// The kinds. All but Lemma are assumptions: nothing proves them.
const (
	Axiom          FactKind = "axiom"
	Assume         FactKind = "assume"
	TrustedClaim   FactKind = "trusted claim"
	Simplification FactKind = "simplification"
	SMTLemma       FactKind = "smt-lemma"
	Prelude        FactKind = "prelude"
	Definition     FactKind = "definition" // of a function that the annotations use
	Lemma          FactKind = "lemma"      // proved by itself; what that rests on stands beside it
)

// Fact is something that a proof takes without proving it.
type Fact struct {
	Kind FactKind
	Text string
	Span source.Span
}

// Trusted reports whether nothing proves the fact.
func (f Fact) Trusted() bool { return f.Kind != Lemma && f.Kind != Definition }

// Rest notes that the proof of the node's pattern takes these facts.
func (n *Node) Rest(facts ...Fact) {
	for _, f := range facts {
		if !slices.Contains(n.Rests, f) {
			n.Rests = append(n.Rests, f)
		}
	}
}

// NewTree is the tree of a goal's proof. What the proof rests on is computed from
// what its nodes note, and from nothing else.
func NewTree(goal string, root *Node, obligations []Obligation) *Tree {
	t := &Tree{Goal: goal, Root: root, Obligations: obligations}
	root.Each(t.gather)
	return t
}

func (t *Tree) gather(n *Node) {
	t.Rests = Union(t.Rests, n.Rests)
	if n.Dead != nil {
		t.Dead = Union(t.Dead, []Fact{*n.Dead})
	}
	for i := range n.Steps {
		if s := &n.Steps[i]; !s.Annotation.IsZero() && !slices.Contains(t.Passed, s.Annotation) {
			t.Passed = append(t.Passed, s.Annotation)
		}
	}
}

// Union appends the facts that are not there.
func Union(to, facts []Fact) []Fact {
	for _, f := range facts {
		if !slices.Contains(to, f) {
			to = append(to, f)
		}
	}
	return to
}
