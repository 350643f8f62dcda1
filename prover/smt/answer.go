package smt

import (
	"fmt"
	"strings"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// Result is the verdict on a conjunction of formulas.
type Result = fol.Result

// The verdicts. Unknown is the zero value: nothing is concluded from it.
const (
	Unknown = fol.Unknown
	Sat     = fol.Sat
	Unsat   = fol.Unsat
)

// Answer is what is known about a question.
type Answer struct {
	Result Result
	// Reason says in plain words why the result is Unknown, or what stayed open
	// in an approximate Sat.
	Reason string
	By     Decider // "" if nobody answered
	// Model gives values to the free variables of sorts Int, Bool and Array of
	// the question; nil unless the result is Sat. It may lack variables.
	Model map[*term.Variable]*term.Term
	// Approximate is that of a Sat that may be spurious, as something was abstracted.
	Approximate bool
	// Lemmas are the trusted lemmas, by their places in Options.Lemmas in ascending
	// order, that an Unsat may rest on: what was not put to the backend that found
	// it is not among them. Prelude says the same of the prelude.
	Lemmas  []int
	Prelude bool
	// Instances is the number of instances of quantified formulas that were made.
	Instances int
	// Late is set where the clock kept a solver from an answer, which is Unknown then:
	// with more time or on a machine with less to do there may be one.
	Late bool
	// Cached is set where the answer is that to an earlier, equal question.
	Cached bool
	Time   time.Duration
}

// Words say who answered, and why there is no other answer.
func (a Answer) Words() string {
	switch {
	case strings.HasPrefix(a.Reason, string(a.By)+": "):
		return a.Reason
	case a.Reason != "":
		return fmt.Sprintf("%s: %s", a.By, a.Reason)
	case a.Result == Sat:
		return fmt.Sprintf("%s: it does not follow from what is known there", a.By)
	}
	return string(a.By)
}

// Query is a question: is the conjunction of the assertions satisfiable? Free
// variables are constants to be found.
type Query struct {
	Assertions []*term.Term
	Effort     Effort
	// Hopeless is asked, if it is not nil, once so much is spent. Where it says so the question is
	// left open at once. It is for who can tell that the answer is of no use.
	Hopeless func(Spent) bool
	// Alone is set by who does not ask for each conjunct of a goal if all of them are left open.
	Alone bool
}

// Spent is how much has been done about a question that is still open.
type Spent int

const (
	// Little is what the simplex method does: dearer backends are next.
	Little Spent = iota
	// Much is that one of these has left it open, or has been asked several times: it takes seconds as a rule.
	Much
	// Most is that all ways but the last ones were tried, or that one of them takes long: few questions are refuted after that.
	Most
)

// Effort is how much is tried before the answer is Unknown.
type Effort int

const (
	// Thorough tries all there is, and looks for a model.
	Thorough Effort = iota
	// Steady is Thorough without the solver that is asked what all others leave open.
	Steady
	// Sketch is Steady without the solvers that take quantifiers, and gives no model. It is
	// for what is told of a question that another one has left open.
	Sketch
	// Quick only instantiates quantifiers, and gives no model. It is for whether a
	// path condition can be met: Unsat means that it cannot.
	Quick
	// Glance is Quick, and first tries the values that satisfied earlier questions. It is
	// for the questions of a search, each of which adds to one before.
	Glance
)

// Decider is who answered a question: [Syntax], [Evaluation], [Differences], or a backend
// with its version.
type Decider string

// The deciders of what needs no backend: Syntax by the form of a question, Evaluation
// by values that make all of it true, Differences by bounds of differences that contradict
// each other.
const (
	Syntax      Decider = "syntax"
	Evaluation  Decider = "evaluation"
	Differences Decider = "differences"
)

// Counters count the work of a solver.
type Counters struct {
	Queries     int // questions asked
	Trivial     int // decided by syntax
	CacheHits   int
	Evaluated   int // satisfied by the values of an earlier question, or nearly those, or of bounds of differences
	Differences int // refuted by bounds of differences
	Simplex     int // put to the simplex method in this process
	Ground      int // put to the ground backend
	Full        int // put to a backend with quantifiers
	Bits        int // put to the backend for vectors of bits
	Last        int // put to the backend for what others leave open
	Instances   int // instances of quantified formulas
	Restarts    int // solver processes lost
	Unknown     int // questions that stayed open
}
