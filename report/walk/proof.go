package walk

import (
	"rlv/proofs"
)

// Proof is the proof of a goal, or what there is of one. Nodes stand before those that
// follow them; where it is said of what a pattern is a change, the other stands before it.
type Proof struct {
	Whole  bool     `json:"whole"`            // it is a proof; else some nodes are open
	Names  []string `json:"names,omitempty"`  // of rules and goals, by number from 0
	Places [][4]int `json:"places,omitempty"` // by number from 1: line, column, those of the end
	Cells  []string `json:"cells"`            // of a configuration, by number from 0
	Facts  []Fact   `json:"facts,omitempty"`  // that nodes rest on, by number from 0
	Nodes  []Node   `json:"nodes"`            // null: a lemma, which is proved by what a solver answers
	// Obligations are those that no step names.
	Obligations []Obligation `json:"obligations,omitempty"`
	Terms       []Term       `json:"terms"` // by number from 1
	// Path are the nodes that lead to the one where the goal fails.
	Path []int `json:"path,omitempty"`
	// Values reports whether nodes and steps of the path have values of a counterexample.
	Values bool `json:"values,omitempty"`
}

// Fact is a fact that a node takes without proving it.
type Fact struct {
	Kind  proofs.FactKind `json:"kind"`
	Text  string          `json:"text"`
	Place int             `json:"place,omitempty"`
}

// End is how a node ends.
type End string

// The ends. Fails is that at which a goal could not be proved, Open what was not tried then.
const (
	Reached End = "reached" // Implication: the goal's right side
	Split   End = "cases"   // CaseAnalysis
	Joins   End = "joins"   // Implication of the start of another node
	Dead    End = "dead"    // a trusted fact leaves no state
	NoState End = "no state"
	Open    End = "open"
	Fails   End = "fails"
)

// Node is a chain of steps.
type Node struct {
	From  int     `json:"from"` // the node whose last pattern Start is a change of; -1: none
	Case  *Step   `json:"case,omitempty"`
	Start Pattern `json:"start"`
	Steps []Step  `json:"steps,omitempty"`
	End   End     `json:"end"`
	// Obligations are those of the end.
	Obligations []Obligation `json:"obligations,omitempty"`
	Next        []int        `json:"next,omitempty"`  // the cases, or the node that it joins
	With        []Piece      `json:"with,omitempty"`  // equations: what variables of that stand for
	Paths       int          `json:"paths,omitempty"` // that meet here; 0: one
	// Behind is the last node through which all paths to this one lead, if several do.
	Behind int     `json:"behind,omitempty"`
	Fact   *int    `json:"fact,omitempty"` // that is Dead
	Rests  []int   `json:"rests,omitempty"`
	Values []Value `json:"values,omitempty"`
}

// Step is an application of a rule with one successor, or the first step of a case.
type Step struct {
	What        What         `json:"what,omitempty"`
	Name        int          `json:"name"`
	Place       int          `json:"place,omitempty"`
	Added       []Piece      `json:"added,omitempty"` // to the path condition
	Obligations []Obligation `json:"obligations,omitempty"`
	Use         string       `json:"use,omitempty"` // of a goal: plain, measured or endless
	LeftOut     []LeftOut    `json:"leftOut,omitempty"`
	Pattern                  // behind the step, as a change; not of a case: that is the node's
	Values      []Value      `json:"values,omitempty"`
}

// What is what a step is; "" is a symbolic step that adds no condition.
type What string

// The steps that are no plain ones.
const (
	Condition  What = "condition" // a symbolic step that adds one
	Hypothesis What = "hypothesis"
	Assertion  What = "assert"
	Assumption What = "assume"
	Rest       What = "rest" // where a hypothesis does not apply
)

// Pattern is how a pattern differs from the one before it.
type Pattern struct {
	Cells     []Cell  `json:"cells,omitempty"`
	Condition *Change `json:"condition,omitempty"`
}

// Cell is a cell with what it holds.
type Cell struct {
	Number int   `json:"cell"`
	Holds  Piece `json:"holds"`
}

// Obligation is a question to a solver on whose answer the proof rests.
type Obligation struct {
	ID      int            `json:"id"`
	Purpose proofs.Purpose `json:"for"`
	By      string         `json:"by"`
	Goal    Piece          `json:"goal"`
	// Given are the hypotheses, as a change of the path condition before the step.
	Given *Change `json:"given,omitempty"`
	Core  *Core   `json:"core,omitempty"` // nil: it is not known
}

// Core is what of an obligation is enough to prove it: these have no model.
type Core struct {
	Hypotheses []Piece `json:"hypotheses,omitempty"`
	Goal       bool    `json:"goal"` // its negation is needed
	Facts      []Used  `json:"facts,omitempty"`
	Uses       []Use   `json:"uses,omitempty"`
	By         string  `json:"by"` // who found that
}

// Used is a fact in a core.
type Used struct {
	Fact    int   `json:"fact"`
	Formula Piece `json:"formula"`
}

// Use is how a core uses a quantified formula: at values, or for a witness.
type Use struct {
	Formula Piece   `json:"formula"`
	Witness bool    `json:"witness,omitempty"`
	Values  []Piece `json:"values,omitempty"`
	Result  Piece   `json:"result"`
}

// LeftOut is a rule that matched and by which no state goes on, by that obligation.
type LeftOut struct {
	Name       int     `json:"name"`
	Condition  []Piece `json:"condition,omitempty"`
	Obligation int     `json:"obligation"`
}

// Value is what a variable of the program is in the counterexample.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
