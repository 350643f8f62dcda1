package report

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"rlv/prover"
	"rlv/semantics/source"
)

// sarif writes a log in the Static Analysis Results Interchange Format, SARIF 2.1.0
// (OASIS standard, with errata 01): a result for each goal that is not proved and for
// each remark. Section numbers in comments are of that standard.
//
// A goal that is refuted or not provable is a result of kind "fail", one that is
// undecided of kind "open", as section 3.27.9 has it for tools that prove. The path of
// a counterexample is a code flow, whose first and last place have the values of the
// program's variables as their state.
type sarif struct {
	remarks
	w         io.Writer
	run       sarifRun
	rules     map[string]int // places of rules, by id
	artifacts map[string]int // and of artifacts, by name
	seen      map[string]int // results with a fingerprint, in the file at hand
	status    Status
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

func newSARIF(w io.Writer, s Settings) Printer {
	p := &sarif{w: w, rules: map[string]int{}, artifacts: map[string]int{}, status: Proved}
	p.run = sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}, Artifacts: []sarifArtifact{}}
	p.run.Bases = map[string]sarifBase{sourceRoot: {sarifText{"the directory in which rlv was run"}}}
	p.run.Tool.Driver = sarifDriver{Name: "rlv", Version: s.Version}
	for _, r := range reasons {
		level := "error"
		p.rule(sarifRule{ID: string(r.reason), Short: &sarifText{r.words}, Default: &sarifDefault{level}})
	}
	return p
}

// File adds the results of a file.
func (p *sarif) File(f *File) {
	p.seen = map[string]int{}
	p.artifact(f.File, f.Source, "analysisTarget")
	for _, d := range p.warnings {
		p.diagnostic(d, "warning")
	}
	for _, g := range f.Goals {
		if g.Verdict.Failure != nil {
			p.failure(g.Verdict)
		}
	}
	for _, d := range p.notes {
		p.diagnostic(d, "note")
	}
	for _, err := range Problems(f.Err) {
		var one *source.Diagnostic
		if errors.As(err, &one) {
			p.diagnostic(one, "error")
			continue
		}
		n := sarifNotification{Level: "error", Message: plainText(err.Error())}
		n.Locations = []sarifLocation{{Physical: &sarifPhysical{Artifact: p.place(f.File, nil)}}}
		p.run.notify(n)
	}
	p.status = p.status.Worse(f.Status)
	p.remarks = remarks{}
}

// Close writes the log.
func (p *sarif) Close() error {
	i := p.run.invocation()
	i.Exit, i.Description, i.Successful = p.status.Exit(), string(p.status), p.status != WrongInput
	e := json.NewEncoder(p.w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{p.run}})
}

// failure adds the result of a goal that is not proved.
func (p *sarif) failure(v *prover.Verdict) {
	f := v.Failure
	r := sarifResult{RuleID: string(f.Reason), RuleIndex: p.rule(sarifRule{ID: string(f.Reason)}), Kind: "fail", Level: "error", Message: plainText(summary(v))}
	if v.Status == prover.Unknown {
		r.Kind, r.Level = "open", "none"
	}
	at, condition := v.Goal.Span, ""
	if f.Conjunct != nil {
		condition = f.Conjunct.Text
	}
	if d := problem(f); d != nil && !d.Span.IsZero() {
		at = d.Span
		for _, o := range d.Related {
			r.Related = append(r.Related, p.related(o.Span, o.Message))
		}
	}
	where := p.location(at)
	where.Logical = []sarifLogical{{Name: v.Goal.Name}}
	r.Locations = []sarifLocation{where}
	r.Fingerprints = p.fingerprint(string(f.Reason), withoutPlaces(v.Goal.Name), condition, firstLine(v.Goal.Span))
	if f.Uses != nil && f.Uses != v.Goal {
		r.Related = append(r.Related, p.related(f.Uses.Span, "needed by "+f.Uses.Title))
	}
	for i, d := range also(f) {
		r.Related = append(r.Related, p.related(d.Span, "does not follow either: "+f.Also[i].Text))
	}
	for i, d := range open(f) {
		r.Related = append(r.Related, p.related(d.Span, "open, too: "+f.Open[i].Text))
	}
	for _, c := range f.Contradiction {
		r.Related = append(r.Related, p.related(c.Span, c.Text))
	}
	if len(f.Path) > 0 {
		r.CodeFlows = []sarifCodeFlow{{Threads: []sarifThread{{p.path(f)}}}}
	}
	p.run.Results = append(p.run.Results, r)
}

// summary is why a goal is not proved, in one paragraph.
func summary(v *prover.Verdict) string {
	f := v.Failure
	parts := []string{v.Goal.Title + ": " + string(v.Status) + ": " + f.Message}
	if f.Conjunct != nil {
		parts = append(parts, f.Conjunct.Text)
	} else if f.Formula != nil && problem(f) == nil {
		parts = append(parts, "condition: "+Readable(f.Formula))
	}
	for _, c := range f.Also {
		parts = append(parts, "nor does this follow: "+c.Text)
	}
	for _, c := range f.Open {
		parts = append(parts, "it is open whether this does: "+c.Text)
	}
	if f.Model != nil {
		if len(f.Start) > 0 {
			parts = append(parts, "at the start: "+observations(f.Start, numbersIn(f)))
		}
		if len(f.End) > 0 {
			parts = append(parts, "where it fails: "+observations(f.End, numbersIn(f)))
		}
	}
	for _, s := range []string{f.Replay, f.Asked} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "; ")
}

// path is the way of a counterexample through the program, by lines.
func (p *sarif) path(f *prover.Failure) []sarifStep {
	var out []sarifStep
	last := 0
	for _, s := range f.Path {
		at := p.location(s)
		if at.Physical != nil && at.Physical.Region.StartLine != last {
			out, last = append(out, sarifStep{Location: at, Order: len(out) + 1}), at.Physical.Region.StartLine
		}
	}
	if f.Model != nil && len(out) > 0 {
		out[0].State = state(f.Start, numbersIn(f))
		if last := &out[len(out)-1]; last.State == nil {
			last.State = state(f.End, numbersIn(f))
		}
	}
	return out
}

// state is what the variables of the program are at a place of a path.
func state(obs []prover.Observation, wanted []int64) map[string]sarifText {
	if len(obs) == 0 {
		return nil
	}
	out := map[string]sarifText{}
	for name, value := range values(obs, wanted) {
		out[source.Printable(name)] = plainText(value)
	}
	return out
}

// diagnostic adds a result about a place.
func (p *sarif) diagnostic(d *source.Diagnostic, level string) {
	r := sarifResult{RuleID: d.Code, RuleIndex: p.rule(sarifRule{ID: d.Code}), Kind: "fail", Level: level, Message: plainText(d.Message)}
	if !d.Span.IsZero() {
		r.Locations = []sarifLocation{p.location(d.Span)}
	}
	r.Fingerprints = p.fingerprint(d.Code, "", "", firstLine(d.Span))
	for _, other := range d.Related {
		if !other.Span.IsZero() {
			r.Related = append(r.Related, p.related(other.Span, other.Message))
		}
	}
	p.run.Results = append(p.run.Results, r)
}

// positions are the places that names of goals mention.
var positions = regexp.MustCompile(`\d+:\d+`)

func withoutPlaces(name string) string { return positions.ReplaceAllString(name, "") }

// firstLine is the first line of a piece of program, blanks aside.
func firstLine(s source.Span) string {
	line, _, _ := strings.Cut(s.Text(), "\n")
	return strings.Join(strings.Fields(line), " ")
}

// fingerprint identifies a result when the program around it is edited (section
// 3.27.17): by the reason, the goal's name without lines, what was written, and the
// first line of the goal's code. Equal ones in a file are numbered in their order.
func (p *sarif) fingerprint(parts ...string) map[string]string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	text := fmt.Sprintf("%x", sum[:16])
	p.seen[text]++
	return map[string]string{"goal/v1": fmt.Sprintf("%s:%d", text, p.seen[text])}
}

// rule returns the place of a rule in the list, which it joins if it is new.
func (p *sarif) rule(r sarifRule) int {
	i, ok := p.rules[r.ID]
	if !ok {
		i = len(p.run.Tool.Driver.Rules)
		p.rules[r.ID] = i
		p.run.Tool.Driver.Rules = append(p.run.Tool.Driver.Rules, r)
	}
	return i
}

// artifact returns the place of a file in the list, which it joins if it is new. Its
// text is nil if that is not known.
func (p *sarif) artifact(name string, file *source.File, roles ...string) int {
	i, ok := p.artifacts[name]
	if ok {
		return i
	}
	a := sarifArtifact{Location: sarifURI(name), Roles: roles}
	if file != nil {
		a.Length = len(file.Text())
		a.Hashes = map[string]string{"sha-256": fmt.Sprintf("%x", sha256.Sum256([]byte(file.Text())))}
	}
	i = len(p.run.Artifacts)
	p.artifacts[name] = i
	p.run.Artifacts = append(p.run.Artifacts, a)
	return i
}

// place is a file as results refer to it.
func (p *sarif) place(name string, file *source.File) sarifArtifactLocation {
	i := p.artifact(name, file)
	at := p.run.Artifacts[i].Location
	at.Index = &i
	return at
}

// location converts a span. Columns count code points: a tab is one, and so is a
// character of several bytes.
func (p *sarif) location(s source.Span) sarifLocation {
	if s.IsZero() {
		return sarifLocation{}
	}
	at := NewPlace(s)
	return sarifLocation{Physical: &sarifPhysical{p.place(at.File, s.File), &sarifRegion{at.Line, at.Column, at.EndLine, at.EndColumn}}}
}

func (p *sarif) related(s source.Span, message string) sarifLocation {
	at := p.location(s)
	words := plainText(message)
	at.Message = &words
	return at
}

// sourceRoot stands for what relative names of files are relative to.
const sourceRoot = "%SRCROOT%"

// sarifURI is the name of a file as a URI (section 3.4).
func sarifURI(name string) sarifArtifactLocation {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		return sarifArtifactLocation{URI: u.String()}
	}
	return sarifArtifactLocation{URI: u.String(), Base: sourceRoot}
}

// plainText is a text as people read it.
func plainText(s string) sarifText { return sarifText{source.Printable(s)} }
