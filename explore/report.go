package explore

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rlv/explore/page"
	"rlv/report"
	"rlv/semantics/search"
)

// Status is the outcome of a search.
type Status string

// The outcomes. What is absent is certainly not there, up to the input that was given;
// what is open was not found, but something was cut or left undecided.
const (
	Found  Status = "found"
	Absent Status = "absent"
	Open   Status = "open"
)

// Exit is the exit status of a command with this outcome.
func (s Status) Exit() int {
	switch s {
	case Absent:
		return report.Proved.Exit()
	case Found:
		return report.NotProved.Exit()
	}
	return report.Undecided.Exit()
}

// Reason is why a search is not complete, and how often.
type Reason struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// Ends counts the ends of paths by kind.
type Ends struct {
	Final      int `json:"final"`
	Stuck      int `json:"stuck"`
	NeedsInput int `json:"needsInput"`
}

// Report is what a search found.
type Report struct {
	Version   int         `json:"version"`
	File      string      `json:"file"`
	Target    string      `json:"target"`
	Input     []string    `json:"input"`
	Condition []string    `json:"condition"` // of the input, as given
	Status    Status      `json:"status"`
	Complete  bool        `json:"complete"`
	Reasons   []Reason    `json:"reasons"` // why it is not complete
	Ends      Ends        `json:"ends"`
	States    int         `json:"states"`
	Depth     int         `json:"depth"` // steps on the longest path
	Identical int         `json:"identical"`
	Merged    int         `json:"merged"` // paths that were merged into others
	Queries   int         `json:"queries"`
	Time      float64     `json:"milliseconds"`
	Solutions []*Solution `json:"solutions"`
	Notes     []string    `json:"notes"`

	// Coverage is which branches were taken, if the request asked for it.
	Coverage *Coverage `json:"coverage,omitempty"`
	// Tree is the tree of the search, if the request asked for it.
	Tree *page.Tree `json:"-"`
}

// add puts the outcome of a search into the report.
func (r *Report) add(found *search.Result, queries int, begun time.Time) {
	r.Ends = Ends{found.Ends[search.Final], found.Ends[search.Stuck], found.Ends[search.NeedsInput]}
	r.States, r.Depth, r.Identical, r.Merged, r.Queries = found.States, found.Work.Depth, found.Identical, found.Merged, queries
	r.Time = float64(time.Since(begun).Microseconds()) / 1000
	for kind, n := range found.Open {
		r.Reasons = append(r.Reasons, Reason{kind, n})
	}
	slices.SortFunc(r.Reasons, func(a, b Reason) int { return strings.Compare(a.Kind, b.Kind) })
	r.Complete = len(r.Reasons) == 0
	certain := slices.ContainsFunc(r.Solutions, func(s *Solution) bool { return !s.Possible })
	switch {
	case certain:
		r.Status = Found
	case r.Complete:
		r.Status = Absent
	default:
		r.Status = Open
	}
}

// Summary is one line about how much was searched, such as
//
//	searched everything: 815 states, 6 ends, 3 stuck, 1 needs more input
func (r *Report) Summary() string {
	counts := []string{count(r.States, "state"), count(r.Ends.Final, "end")}
	if r.Ends.Stuck > 0 {
		counts = append(counts, fmt.Sprintf("%d stuck", r.Ends.Stuck))
	}
	if n := r.Ends.NeedsInput; n == 1 {
		counts = append(counts, "1 needs more input")
	} else if n > 1 {
		counts = append(counts, fmt.Sprintf("%d need more input", n))
	}
	if r.Identical > 0 {
		counts = append(counts, fmt.Sprintf("%d met another path", r.Identical))
	}
	if r.Merged > 0 {
		counts = append(counts, fmt.Sprintf("%d merged into another path", r.Merged))
	}
	what := strings.Join(counts, ", ")
	if r.Complete {
		return "searched everything: " + what
	}
	var why []string
	for _, reason := range r.Reasons {
		why = append(why, fmt.Sprintf("%s (%d)", reason.Kind, reason.Count))
	}
	return "not everything: " + strings.Join(why, ", ") + "; " + what
}

func count(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "ch"):
		what += "es"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
