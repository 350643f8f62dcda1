// Package proofs holds what a proof of a goal is: the tree that the prover
// fills in and that everything downstream (text, JSON, certificates, checkers)
// reads. It knows patterns and rules but nothing of how proofs are found.
//
// A tree is in the proof system of figure 5 of the paper. A [Node] stands for a
// pattern; its Steps are applications of SymbolicStep or CircularHypothesis
// with one successor each, chained by Transitivity; then it is closed by
// Implication, or split by CaseAnalysis into the successors of one more step. Where
// paths meet it arrives, by Implication and Transitivity, at a node that others arrive
// at, too, and that is proved once: the tree is a directed acyclic graph.
package proofs

import (
	"maps"
	"slices"
	"time"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// RuleName is a rule of the proof system.
type RuleName string

// The five rules of figure 5.
const (
	SymbolicStep       RuleName = "SymbolicStep"
	CircularHypothesis RuleName = "CircularHypothesis"
	Implication        RuleName = "Implication"
	CaseAnalysis       RuleName = "CaseAnalysis"
	Transitivity       RuleName = "Transitivity"
)

// Pattern is an elementary pattern (Definition 3 of the paper): a configuration
// by slots, and the conjuncts of its condition.
type Pattern struct {
	Slots     []*term.Term
	Condition []*term.Term
}

// Purpose is what an obligation is there for.
type Purpose string

// The purposes.
const (
	ForImplication    Purpose = "implication"    // the goal's right side is reached
	ForCover          Purpose = "cover"          // a hypothesis covers the pattern
	ForAssertion      Purpose = "assert"         // an assertion holds where it stands
	ForVariant        Purpose = "variant"        // a variant becomes smaller
	ForFrame          Purpose = "frame"          // what must not change has not
	ForSimplification Purpose = "simplification" // the condition of a simplification rule
	ForStep           Purpose = "step"           // what a step leaves out is no state: a rule's conditions, what no rule covers, where a rule has no result
	ForUse            Purpose = "use"            // a lemma says so of some values
	ForLemma          Purpose = "lemma"          // a lemma holds
)

// Obligation is a question that was put to a solver and on whose answer the
// proof rests: the hypotheses imply the goal.
type Obligation struct {
	ID         int
	Purpose    Purpose
	Hypotheses []*term.Term // all that the solver was given, but what it trusts
	Goal       *term.Term   // False: the hypotheses are unsatisfiable
	By         string       // who answered: a solver, or "syntax" without one
	Time       time.Duration
	Core       *Core // nil if none was asked for
}

// Core is a small part of an obligation that is enough to prove it: read with Boolean
// constants for what is quantified, the hypotheses, the negated goal if it is needed, the
// facts and the uses have no model.
type Core struct {
	Hypotheses []*term.Term
	Goal       bool   // its negation is needed
	Facts      []Used // definitions, axioms and lemmas
	Uses       []Use
	By         string // who found that they have no model
}

// Formulas are those that an obligation's core has: they have no model.
func (o *Obligation) Formulas() []*term.Term {
	out := slices.Clone(o.Core.Hypotheses)
	if o.Core.Goal {
		out = append(out, term.Not(o.Goal))
	}
	for _, f := range o.Core.Facts {
		out = append(out, f.Formula)
	}
	for _, u := range o.Core.Uses {
		out = append(out, term.Or(term.Not(u.Formula), u.Result))
	}
	return out
}

// Used is a trusted or proved fact that a core has.
type Used struct {
	Fact
	Formula *term.Term
}

// Use is how a core uses a quantified formula, which implies the result: at values for its
// variables, or with a constant, the witness, for what it says is there. Where there are no
// values the formula is a conjunction of hypotheses, one of which the others rewrite by what
// they say is equal.
type Use struct {
	Formula *term.Term // a hypothesis, the negated goal, a fact, or a part of one, or of the result of an earlier use
	Witness bool
	Values  []*term.Term
	Solved  term.Substitution // where there are no values: what the others say that variables are
	Result  *term.Term
}

// Step is one application of SymbolicStep or CircularHypothesis.
type Step struct {
	Rule         RuleName
	Name         string // label of the semantic rule, or name of the goal applied
	Substitution term.Substitution
	Use          string       // of a hypothesis: plain, measured (its variant becomes smaller), or endless
	Added        []*term.Term // conjuncts added to the condition
	Obligations  []int
	LeftOut      []LeftOut   // rules that matched as well; of a CaseAnalysis, those of the first case
	Span         source.Span // where in the program
	Annotation   source.Span // the assertion, assumption or use of a lemma that the step takes; zero: none
	Result       Pattern
}

// LeftOut is a rule that matched and by which no state of the pattern goes on.
type LeftOut struct {
	Rule       string       // label
	Condition  []*term.Term // under which it applies
	Obligation int          // that no state satisfies this
}

// Closing is an application of Implication.
type Closing struct {
	// Witnesses are values for the existentials of the goal's right side; those that
	// are not there were left to a solver.
	Witnesses   term.Substitution
	Obligations []int
}

// Arrival is an application of Implication to another node: the last pattern of a node
// implies the pattern in which that one starts.
type Arrival struct {
	At *Node
	// Witnesses say what the variables of that pattern stand for that do not stand for
	// themselves: its columns, and those made on the way to it.
	Witnesses term.Substitution
}

// Node is a pattern with its proof.
type Node struct {
	Start   Pattern
	Steps   []Step
	Closing *Closing // or
	Cases   []*Case  // CaseAnalysis, or
	Arrives *Arrival // Implication of the start of another node, or
	Dead    *Fact    // no state satisfies this trusted fact: nothing is left to prove, or
	NoState bool     // the last pattern has no successor: no state satisfies it
	// A node with none of these is open, of which there is none in a proof.

	// Ends are the obligations by which no state of the last pattern is left, where
	// there is no step, closing, case or arrival.
	Ends []int
	// Rests are the facts that the steps, the closing, and the answers to all
	// questions that were asked for the node's pattern take without proof. What the
	// nodes of cases rest on stands there.
	Rests []Fact
}

// Case is one successor of a splitting step and the proof from there.
type Case struct {
	Step Step
	Node *Node
}

// Tree is the proof of one goal.
type Tree struct {
	Goal        string
	Root        *Node
	Obligations []Obligation
	Rests       []Fact        // of all nodes
	Dead        []Fact        // trusted facts that leave nothing to prove behind them
	Passed      []source.Span // the assertions, assumptions and uses of lemmas that the proof came to
}

// Open reports whether nothing is shown from the last pattern of the node on.
func (n *Node) Open() bool {
	return n.Closing == nil && len(n.Cases) == 0 && n.Arrives == nil && n.Dead == nil && !n.NoState
}

// Each calls f for the nodes of the proof, each once, before those that follow it.
func (n *Node) Each(f func(*Node)) {
	seen := map[*Node]bool{}
	var visit func(*Node)
	visit = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		f(n)
		for _, c := range n.Cases {
			visit(c.Node)
		}
		if n.Arrives != nil {
			visit(n.Arrives.At)
		}
	}
	visit(n)
}

// Count returns the number of applications of each rule in the proof.
func (n *Node) Count() map[RuleName]int {
	out := map[RuleName]int{}
	n.Each(func(n *Node) {
		for i := range n.Steps {
			out[n.Steps[i].Rule]++
			out[Transitivity]++
		}
		if n.Closing != nil {
			out[Implication]++
		}
		if n.Arrives != nil {
			out[Implication]++
			out[Transitivity]++
		}
		if len(n.Cases) > 0 {
			out[CaseAnalysis]++
		}
		for _, c := range n.Cases {
			out[c.Step.Rule]++
			out[Transitivity]++
		}
	})
	return out
}

// Joins are the nodes to which several paths lead, with the number of those.
func (n *Node) Joins() map[*Node]int {
	paths := map[*Node]int{}
	n.Each(func(m *Node) {
		for _, c := range m.Cases {
			paths[c.Node]++
		}
		if m.Arrives != nil {
			paths[m.Arrives.At]++
		}
	})
	maps.DeleteFunc(paths, func(_ *Node, n int) bool { return n == 1 })
	return paths
}
