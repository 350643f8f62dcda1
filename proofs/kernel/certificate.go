package kernel

import "rlv/proofs/logic"

// Goal says that from every configuration Left under Pre every execution that ends meets
// Right under Post, for some values of Ex (Coq: goal). Its variables are below N.
type Goal struct {
	N     uint64
	Left  *logic.Term
	Pre   []*logic.Form
	Ex    []logic.Var
	Right *logic.Term
	Post  []*logic.Form

	Rank    uint64 // the measure, for total correctness
	Variant []*logic.Term
}

// ActKind is the kind of an act.
type ActKind uint8

// The kinds of acts.
const (
	AInst    ActKind = iota // adds hypothesis I, an FAll or one under premises, with Term for its variable
	AAxiom                  // adds axiom I under Subst
	AOpen                   // adds hypothesis I, an FEx or one under premises without quantifiers, with a new variable
	AIntro                  // takes an FAll or FImp off the conclusion
	AWitness                // puts Term in the place of the variable of a conclusion that is an FEx
	AUse                    // adds that Form, an FAll, implies its body for Term; or that this implies Form, an FEx
	AName                   // adds that Form, an FEx, implies its body for a new variable; or that this implies Form, an FAll
	ABack                   // hypothesis I, an FImp, has the conclusion on its right: what is on its left becomes the conclusion
	AKind                   // adds that what is of the sort I is of the sort J, for Term
)

// Act is a step that makes an obligation ready to be proved (Coq: act). Positions count the
// conjuncts of the path condition, then what acts added.
type Act struct {
	Kind  ActKind
	I, J  uint64
	Term  *logic.Term
	Form  *logic.Form
	Subst logic.Subst
}

// Core is what is needed of an obligation: after Acts, the hypotheses at Keep, in this order
// (Coq: core).
type Core struct {
	Acts []Act
	Keep []uint64
}

// InstrKind is the kind of an instruction.
type InstrKind uint8

// The kinds of instructions.
const (
	IStep  InstrKind = iota // SymbolicStep; Rules lead on, Subst has witnesses for existentials
	ISteps                  // N steps with one successor each
	ICut                    // Form follows, and is added
	ISplit                  // CaseAnalysis of Term
	IInf                    // no state satisfies the path condition
	IUse                    // Implication of node N, under Subst
	ICirc                   // CircularHypothesis N, under Subst
	IDone                   // Implication of the right side, with witnesses Subst
)

// Instr works on the first of the open states and puts what it leads to in its place (Coq: instr).
type Instr struct {
	Kind  InstrKind
	Rules []uint64
	N     uint64
	Form  *logic.Form
	Term  *logic.Term
	Subst logic.Subst
}

// Node is a pattern that is proved once for all paths that come to it (Coq: node). Its
// variables are below N; those below the goal's N are the goal's.
type Node struct {
	N     uint64
	Pre   []*logic.Form
	Term  *logic.Term
	Proof []Instr
}

// Proof is the proof of a goal (Coq: proof). A node may use the nodes before it. Obligations
// are those of the nodes, then those of the goal; each that is not trivial has its core.
type Proof struct {
	Nodes []Node
	Goal  []Instr
	Cores []Core
}
