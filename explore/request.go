package explore

import (
	"time"

	"rlv/semantics/search"
)

// Request says what to search for, and how.
type Request struct {
	Input     Input
	EndOfFile bool     // a read behind the last item finds the end of the file
	PC        []string // conditions on the symbols of the input
	Target    Target
	Limits    search.Limits
	Order     search.Order
	Merging   Merging
	NoReplay  bool
	KeepTree  bool // the report has the tree of the search
	Cover     bool // the report says which branches were taken
	// Configurations gives each solution its configuration.
	Configurations bool
	Solver         Solver
	// Progress is told of the work now and then, and Found of each solution as soon as
	// it is there. They may be nil.
	Progress func(Work)
	Found    func(*Solution)
}

// Solver chooses the solver. Zero values mean the defaults.
type Solver struct {
	Name    string        // as in verify.SolverNames
	Effort  float64       // in multiples of the usual, which is counted
	Timeout time.Duration // of the clock for one question, a last resort
}

// Merging says which states become one.
type Merging string

// The ways of merging. MergeIdentical makes states one that are equal up to the names of
// variables that were made on the way. MergeJoins also makes states one that meet at one
// place and differ in data: there are as many ends as places to end, not as paths.
const (
	MergeNone      Merging = "none"
	MergeIdentical Merging = "identical"
	MergeJoins     Merging = "joins"
)

// DefaultSolutions is the number of solutions after which a search usually ends.
const DefaultSolutions = 10

// Target is what is looked for; the zero Target is all ends.
type Target struct {
	Pattern string // of configurations, in the notation of the definition
	Output  string // a text that what was written contains
	Stuck   bool   // stuck states, not final ones
	Any     bool   // states of all kinds
	At      int    // a state in which execution comes to this line
	Where   string // a condition on the names of the program there
}

// Work counts what was done.
type Work struct {
	search.Work
	Queries int // to the solver
}
