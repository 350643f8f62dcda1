package prover

import (
	"time"

	"rlv/proofs"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Status is the outcome for a goal.
type Status string

// The outcomes. Only Proved is success.
const (
	Proved  Status = "proved"
	Refuted Status = "refuted"    // a counterexample was found
	Failed  Status = "not proved" // it does not go through, and why
	Vacuous Status = "vacuous"    // the left side is unsatisfiable
	Unknown Status = "unknown"    // a solver did not answer, or a limit was reached
	Assumed Status = "trusted"    // not to be proved
)

// Stats are the work counters of a goal.
type Stats struct {
	Steps     int // symbolic steps
	Uses      int // applications of hypotheses
	Queries   int // put to a solver
	Syntactic int // closed without one
	CacheHits int
	Instances int // of quantified facts
	Joins     int // places of the proof to which several paths lead
	Merged    int // paths that lead to a join beside the first
	GivenUp   int // steps of attempts that were given up before
	Time      time.Duration
}

// Verdict is the outcome for a goal with its proof or its failure.
type Verdict struct {
	Goal    *Goal
	Status  Status
	Tree    *proofs.Tree // if proved
	Failure *Failure     // if not
	// Attempt is what there is of a proof of a goal that is not proved, if trees are
	// kept: some of its nodes are open.
	Attempt *proofs.Tree
	Stats   Stats
	// Total is set if what the goal runs is shown to end.
	Total bool
	// Back is a goal by the use of which the proof leads back to this one where no measure becomes smaller; nil: there is none.
	Back *Goal
	// Kept is set for a lemma that was proved in an earlier run, or for another file.
	Kept bool
	uses map[*Goal]use
}

// Failure is why a goal is not proved.
type Failure struct {
	Status  Status
	Reason  Reason
	Message string
	Because string // what of that is not in terms of rules, where a rule is undecided
	// Formula is the condition that does not follow, and Conjunct its source
	// where it has one.
	Formula  *term.Term
	Conjunct *Conjunct
	// Within are the conjuncts of definitions of predicates that fail, if Conjunct asks a
	// predicate: the first of the definition of that, the others nested.
	Within []Conjunct
	// For are values of quantified variables for which Conjunct is false, if a run has shown
	// that it is.
	For []Observation
	// Also are further conditions at the same place that do not follow, as far as
	// somebody wrote them.
	Also []Conjunct
	// Open are conditions at the same place of which solvers did not find out whether they follow.
	Open []Conjunct
	// Contradiction are the conditions that make the left side of a vacuous goal
	// unsatisfiable, as far as they stand in the program's annotations.
	Contradiction []Conjunct
	State         *rewrite.State
	At            *proofs.Node // of the attempt, with State as its last pattern; nil: none
	Uses          *Goal        // the goal whose condition fails where its code is reached
	// Code is what is stuck, undecided or refused or, where Uses is about other code, as a contract is, the code
	// for which it is used, such as a call; zero: neither.
	Code  source.Span
	Path  []source.Span
	Left  source.Span                   // of the code that made what is left behind at the end; zero: nothing is, or it is not known
	Led   bool                          // it is not left behind, but what leads to it cannot be said
	Model map[*term.Variable]*term.Term // nil: no counterexample
	// Spurious is set if the model may not be one, since something was abstracted.
	Spurious bool
	// Abstract is what Spurious was when the solver answered, whatever runs show.
	Abstract bool
	Start    []Observation // the goal's left side under the model
	End      []Observation // the failing state under the model
	// Replay tells what a run of the program on these values shows; "" if none
	// was made.
	Replay string
	Asked  string // of whom, where the answer was unknown

	unasked *unasked // nil: nothing
}

// Reason is a code for why a goal is not proved. Reports carry it as it is.
type Reason string

// The reasons of failure.
const (
	ReasonStuck       Reason = "stuck"
	ReasonNotImplied  Reason = "not-implied"
	ReasonCut         Reason = "condition-fails"
	ReasonAssert      Reason = "assert"
	ReasonVariant     Reason = "no-decrease"
	ReasonForm        Reason = "wrong-form"
	ReasonUndecided   Reason = "undecided-rule"
	ReasonRefused     Reason = "call-not-covered"
	ReasonLimit       Reason = "limit"
	ReasonInterrupted Reason = "interrupted"
	ReasonInternal    Reason = "internal-error"
	ReasonVacuous     Reason = "vacuous"
)
