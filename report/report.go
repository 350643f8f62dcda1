// Package report is what a run of the verifier says: its data, and the printers
// that write it for people and for machines, one file per format. The table
// [Formats] lists them; what chooses a format by its name reads that table.
package report

import (
	"errors"
	"slices"
	"time"

	"rlv/proofs"
	"rlv/prover"
	"rlv/report/walk"
	"rlv/semantics/source"
)

// Version is the version of the JSON report.
const Version = 1

// Status is the outcome for a file, and for all files of a run.
type Status string

// The outcomes, from the best to the gravest.
const (
	Proved     Status = "proved"
	Undecided  Status = "unknown"     // a solver did not answer, or a limit was reached
	NotProved  Status = "not proved"  // something is refuted or not provable
	WrongInput Status = "wrong input" // what was given cannot be verified
)

var gravity = []Status{Proved, Undecided, NotProved, WrongInput}

// Worse returns the graver of two outcomes.
func (s Status) Worse(other Status) Status {
	if slices.Index(gravity, other) > slices.Index(gravity, s) {
		return other
	}
	return s
}

// Exit returns the exit status of a command with this outcome.
func (s Status) Exit() int {
	return map[Status]int{Proved: 0, NotProved: 1, WrongInput: 2, Undecided: 3}[s]
}

// StatusOf returns what the verdict on one goal makes of a file.
func StatusOf(s prover.Status) Status {
	switch s {
	case prover.Proved, prover.Assumed:
		return Proved
	case prover.Unknown:
		return Undecided
	}
	return NotProved
}

// Report is the report of a run; docs/reports.md describes its JSON form.
type Report struct {
	Version int     `json:"version"`
	Status  Status  `json:"status"` // the gravest of all files
	Files   []*File `json:"files"`
}

// File is the part of a report about one file.
type File struct {
	File    string    `json:"file"`
	Status  Status    `json:"status"`
	Goals   []Goal    `json:"goals"` // the lemmas first
	Trusted []Trusted `json:"trusted"`
	// Before are the phases of the work before the goals, and their time.
	Before []Phase `json:"before"`
	// Axioms is how the axioms were tried for contradictions; "" if there are none.
	Axioms string `json:"axioms,omitempty"`
	// Notes are what is taken for granted and checked by nothing, or may help to
	// understand why a goal is not proved.
	Notes []Note `json:"notes,omitempty"`
	// Diagnostics are what ended the work on the file, Err, place by place.
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
	// Err is what ended the work on the file: the input is wrong, or a limit was
	// reached; nil if nothing did.
	Err error `json:"-"`
	// Cells are the names of the cells of a configuration.
	Cells []string `json:"-"`
	// Source is the text of the file, as far as it was read.
	Source *source.File `json:"-"`
}

// Phase is a part of the work on a file that belongs to no goal.
type Phase struct {
	Name string  `json:"name"`
	Time float64 `json:"milliseconds"`
}

// NewPhase converts a time.
func NewPhase(name string, d time.Duration) Phase {
	return Phase{name, float64(d.Microseconds()) / 1000}
}

// Note is a remark about a place.
type Note struct {
	At   Place  `json:"at"`
	Code string `json:"code"`
	Text string `json:"text"`
}

// NewNote converts a diagnostic.
func NewNote(d *source.Diagnostic) Note { return Note{NewPlace(d.Span), d.Code, d.Message} }

// Diagnostic is something that is wrong with the input, or a limit that was reached.
type Diagnostic struct {
	Severity string    `json:"severity"`     // "error"
	Code     string    `json:"code"`         // stable and kebab-case; "" if it is about no place in a text
	Text     string    `json:"text"`         // without the place
	At       *Place    `json:"at,omitempty"` // nil if it is about no place in a text
	Related  []Written `json:"related,omitempty"`
}

// NewDiagnostics converts what is wrong, problem by problem.
func NewDiagnostics(err error) []Diagnostic {
	var out []Diagnostic
	for _, e := range Problems(err) {
		d := Diagnostic{Severity: source.Error.String(), Code: otherCode, Text: e.Error()}
		var coded interface {
			error
			Code() string
		}
		if errors.As(e, &coded) {
			d.Code = coded.Code()
		}
		var one *source.Diagnostic
		if errors.As(e, &one) {
			d.Severity, d.Code, d.Text = one.Severity.String(), one.Code, one.Message
			if at := NewPlace(one.Span); at != (Place{}) {
				d.At = &at
			}
			for _, r := range one.Related {
				d.Related = append(d.Related, Written{NewPlace(r.Span), r.Message})
			}
		}
		out = append(out, d)
	}
	return out
}

// otherCode is the code of an error that has none of its own.
const otherCode = "input"

// Goal is the verdict on one goal or lemma.
type Goal struct {
	Name    string        `json:"name"`
	Title   string        `json:"title"`
	At      Place         `json:"at"`
	Status  prover.Status `json:"status"`
	Library string        `json:"library,omitempty"` // of which it is a lemma
	Kept    bool          `json:"kept,omitempty"`    // it was proved before, in another run or for another file
	Partial bool          `json:"partial"`           // it is not shown that what the goal runs ends
	Steps   int           `json:"steps"`
	Uses    int           `json:"uses"`
	Queries int           `json:"queries"`
	// Closed are the questions that syntax decided, Cached those met before.
	Closed    int `json:"closed"`
	Cached    int `json:"cached"`
	Instances int `json:"instances"`
	// Joins are the places of the proof to which several paths lead, Merged those paths
	// beside the first of each, GivenUp the steps of attempts before the last.
	Joins   int                     `json:"joins"`
	Merged  int                     `json:"merged"`
	GivenUp int                     `json:"givenUp"`
	Time    float64                 `json:"milliseconds"`
	Failure *Failure                `json:"failure,omitempty"`
	Rules   map[proofs.RuleName]int `json:"rules,omitempty"`
	// Rests are the facts that the proof itself takes without proving them.
	Rests []Fact `json:"rests,omitempty"`
	// Proof is its proof, or what there is of one, if trees are wanted.
	Proof *walk.Proof `json:"proof,omitempty"`
	// Verdict is what the goal was made of; nil in a report that was read.
	Verdict *prover.Verdict `json:"-"`
}

// Failure is why a goal is not proved.
type Failure struct {
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	Condition string `json:"condition,omitempty"`
	At        *Place `json:"at,omitempty"`
	// Related is where the condition is written, if At is the call that needs it, and what
	// fails in the definitions of the predicates that it asks.
	Related []Written `json:"related,omitempty"`
	// Also are further conditions that do not follow at the same place.
	Also []Condition `json:"also,omitempty"`
	// Open are conditions at the same place of which it is open whether they follow.
	Open []Condition `json:"open,omitempty"`
	// Contradiction are the conditions of a vacuous goal that contradict each other.
	Contradiction []Written         `json:"contradiction,omitempty"`
	Start         map[string]string `json:"start,omitempty"`
	End           map[string]string `json:"end,omitempty"`
	For           map[string]string `json:"for,omitempty"` // of quantified variables
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

// Condition is one with a place, that of the call that needs it if one does, and where it is written.
type Condition struct {
	Written
	Related []Written `json:"related,omitempty"`
}

// Place is a range in a file; lines and columns are from 1, columns in code points.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// NewPlace converts a span.
func NewPlace(s source.Span) Place {
	if s.IsZero() {
		return Place{}
	}
	l, c := s.File.Position(s.Start)
	el, ec := s.File.Position(s.End)
	return Place{s.File.Name, l, c, el, ec}
}

// Fact is a fact that a proof takes without proving it.
type Fact struct {
	Kind proofs.FactKind `json:"kind"`
	Text string          `json:"text"`
	At   *Place          `json:"at,omitempty"`
}

func newFact(f proofs.Fact) Fact {
	out := Fact{Kind: f.Kind, Text: f.Text}
	if !f.Span.IsZero() {
		p := NewPlace(f.Span)
		out.At = &p
	}
	return out
}

// Trusted is a fact that nothing proves, and the goals whose proofs take it.
type Trusted struct {
	Fact
	Goals []string `json:"goals"`
	span  source.Span
}

// NewTrusted returns what verdicts rest on without proof: the union of what the
// proofs of the goals note. Each fact stands once, in the order of its first use.
func NewTrusted(verdicts []*prover.Verdict) []Trusted {
	out := []Trusted{}
	var facts []proofs.Fact // of out
	for _, v := range verdicts {
		if v.Tree == nil {
			continue
		}
		for _, f := range v.Tree.Rests {
			if !f.Trusted() {
				continue
			}
			i := slices.Index(facts, f)
			if i < 0 {
				i, facts = len(out), append(facts, f)
				out = append(out, Trusted{Fact: newFact(f), span: f.Span})
			}
			out[i].Goals = append(out[i].Goals, v.Goal.Name)
		}
	}
	return out
}

// NewGoal converts a verdict.
func NewGoal(v *prover.Verdict) Goal {
	g := Goal{Name: v.Goal.Name, Title: v.Goal.Title, At: NewPlace(v.Goal.Span), Status: v.Status, Library: v.Goal.Library, Kept: v.Kept, Partial: !v.Total,
		Steps: v.Stats.Steps, Uses: v.Stats.Uses, Queries: v.Stats.Queries,
		Closed: v.Stats.Syntactic, Cached: v.Stats.CacheHits, Instances: v.Stats.Instances, Joins: v.Stats.Joins, Merged: v.Stats.Merged, GivenUp: v.Stats.GivenUp, Time: float64(v.Stats.Time.Microseconds()) / 1000, Verdict: v}
	if v.Tree != nil {
		for _, f := range v.Tree.Rests {
			g.Rests = append(g.Rests, newFact(f))
		}
		if v.Tree.Root != nil {
			g.Rules = v.Tree.Root.Count()
		}
	}
	if v.Failure != nil {
		g.Failure = newFailure(v.Failure)
	}
	return g
}

// newConditions are what diagnostics tell of conditions.
func newConditions(ds []*source.Diagnostic, of []prover.Conjunct) []Condition {
	var out []Condition
	for i, d := range ds {
		c := Condition{Written: Written{NewPlace(d.Span), of[i].Text}}
		for _, r := range d.Related {
			c.Related = append(c.Related, Written{NewPlace(r.Span), r.Message})
		}
		out = append(out, c)
	}
	return out
}

func newFailure(f *prover.Failure) *Failure {
	out := &Failure{Reason: string(f.Reason), Message: f.Message, Spurious: f.Spurious, Asked: f.Asked, Replay: f.Replay}
	if d := problem(f); d != nil {
		p := NewPlace(d.Span)
		out.At = &p
		for _, r := range d.Related {
			out.Related = append(out.Related, Written{NewPlace(r.Span), r.Message})
		}
	}
	if f.Conjunct != nil {
		out.Condition = f.Conjunct.Text
	} else if f.Formula != nil && problem(f) == nil {
		out.Condition = Readable(f.Formula)
	}
	out.Also, out.Open = newConditions(also(f), f.Also), newConditions(open(f), f.Open)
	for _, c := range f.Contradiction {
		out.Contradiction = append(out.Contradiction, Written{NewPlace(c.Span), c.Text})
	}
	wanted := numbersIn(f)
	out.Start, out.End, out.For = values(f.Start, wanted), values(f.End, wanted), values(f.For, wanted)
	for _, s := range f.Path {
		out.Path = append(out.Path, NewPlace(s))
	}
	return out
}

func values(obs []prover.Observation, wanted []int64) map[string]string {
	out := map[string]string{}
	for i, o := range obs {
		out[o.Name] = valueText(obs, i, wanted)
	}
	return out
}
