package report

import (
	"encoding/json"
	"io"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/source"
)

// Version is the version of the JSON report.
const Version = 1

// Report is the JSON report of a run; docs/json.md describes it.
type Report struct {
	Version int       `json:"version"`
	Status  string    `json:"status"` // proved, not proved, unknown
	Files   []*FileOf `json:"files"`
}

// FileOf is the part of a report about one file.
type FileOf struct {
	File    string    `json:"file"`
	Status  string    `json:"status"`
	Goals   []GoalOf  `json:"goals"`
	Trusted []Trusted `json:"trusted"`
	// Axioms says how the axioms were tried for contradictions; "" if there are none.
	Axioms string `json:"axioms,omitempty"`
	// Notes say what is taken for granted and checked by nothing, or may help to
	// understand why a goal is not proved.
	Notes []Note `json:"notes,omitempty"`
}

// Note is a remark about a place.
type Note struct {
	At   Place  `json:"at"`
	Code string `json:"code"`
	Text string `json:"text"`
}

// NoteOf converts a diagnostic.
func NoteOf(d *source.Diagnostic) Note { return Note{PlaceOf(d.Span), d.Code, d.Message} }

// GoalOf is the verdict on one goal.
type GoalOf struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	At      Place  `json:"at"`
	Status  string `json:"status"`
	Partial bool   `json:"partial"` // it is not shown that what the goal runs ends
	Steps   int    `json:"steps"`
	Uses    int    `json:"uses"`
	Queries int    `json:"queries"`
	// Closed are the questions that syntax decided, Cached those met before.
	Closed    int                     `json:"closed"`
	Cached    int                     `json:"cached"`
	Instances int                     `json:"instances"`
	Time      float64                 `json:"milliseconds"`
	Failure   *FailureOf              `json:"failure,omitempty"`
	Rules     map[proofs.RuleName]int `json:"rules,omitempty"`
	// Rests are the facts that the proof itself takes without proving them.
	Rests []FactOf `json:"rests,omitempty"`
}

// FailureOf says why a goal is not proved.
type FailureOf struct {
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	Condition string `json:"condition,omitempty"`
	At        *Place `json:"at,omitempty"`
	// Contradiction are the conditions of a vacuous goal that contradict each other.
	Contradiction []Written         `json:"contradiction,omitempty"`
	Start         map[string]string `json:"start,omitempty"`
	End           map[string]string `json:"end,omitempty"`
	Spurious      bool              `json:"spurious,omitempty"`
	Replay        string            `json:"replay,omitempty"`
	Asked         string            `json:"asked,omitempty"`
	Path          []Place           `json:"path,omitempty"`
}

// Written is a condition and where it stands.
type Written struct {
	At   Place  `json:"at"`
	Text string `json:"text"`
}

// Place is a range in a file; lines and columns are from 1, columns in code points.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// FactOf is a fact that a proof takes without proving it.
type FactOf struct {
	Kind proofs.FactKind `json:"kind"`
	Text string          `json:"text"`
	At   *Place          `json:"at,omitempty"`
}

// Trusted is a fact that nothing proves, and the goals whose proofs take it.
type Trusted struct {
	FactOf
	Goals []string `json:"goals"`
}

// PlaceOf converts a span.
func PlaceOf(s source.Span) Place {
	if s.IsZero() {
		return Place{}
	}
	l, c := s.File.Position(s.Start)
	el, ec := s.File.Position(s.End)
	return Place{s.File.Name, l, c, el, ec}
}

// VerdictOf converts a verdict.
func VerdictOf(v *prover.Verdict) GoalOf {
	g := GoalOf{Name: v.Goal.Name, Title: v.Goal.Title, At: PlaceOf(v.Goal.Span), Status: string(v.Status), Partial: !v.Total,
		Steps: v.Stats.Steps, Uses: v.Stats.Uses, Queries: v.Stats.Queries,
		Closed: v.Stats.Syntactic, Cached: v.Stats.CacheHits, Instances: v.Stats.Instances, Time: float64(v.Stats.Time.Microseconds()) / 1000}
	if v.Tree != nil {
		for _, f := range v.Tree.Rests {
			g.Rests = append(g.Rests, factOf(f))
		}
		if v.Tree.Root != nil {
			g.Rules = v.Tree.Root.Count()
		}
	}
	if f := v.Failure; f != nil {
		g.Failure = failureOf(f)
	}
	return g
}

func failureOf(f *prover.Failure) *FailureOf {
	out := &FailureOf{Reason: string(f.Reason), Message: f.Message, Spurious: f.Spurious, Asked: f.Asked, Replay: f.Replay}
	if f.Conjunct != nil {
		p := PlaceOf(f.Conjunct.Span)
		out.At, out.Condition = &p, f.Conjunct.Text
	} else if f.Formula != nil {
		out.Condition = Readable(f.Formula)
	}
	for _, c := range f.Contradiction {
		out.Contradiction = append(out.Contradiction, Written{PlaceOf(c.Span), c.Text})
	}
	out.Start, out.End = values(f.Start), values(f.End)
	for _, s := range f.Path {
		out.Path = append(out.Path, PlaceOf(s))
	}
	return out
}

func values(obs []prover.Observation) map[string]string {
	out := map[string]string{}
	for i, o := range obs {
		out[o.Name] = valueText(obs, i)
	}
	return out
}

func factOf(f proofs.Fact) FactOf {
	out := FactOf{Kind: f.Kind, Text: f.Text}
	if !f.Span.IsZero() {
		p := PlaceOf(f.Span)
		out.At = &p
	}
	return out
}

// TrustedOf converts trusted facts.
func TrustedOf(facts []Resting) []Trusted {
	out := []Trusted{}
	for _, f := range facts {
		out = append(out, Trusted{factOf(f.Fact), f.Goals})
	}
	return out
}

// Write prints the report.
func (r *Report) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
