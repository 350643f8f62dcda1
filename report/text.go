package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"rlv/prover"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// text prints verdicts as they come, for people.
type text struct {
	remarks
	w        io.Writer
	settings Settings
	begun    time.Time
	lemmas   []*prover.Verdict // of the file at hand
	goals    []*prover.Verdict
	status   Status // of the files before
	counts   counts
	before   []Phase // of all files
}

func newText(w io.Writer, settings Settings) Printer {
	return &text{w: w, settings: settings, begun: time.Now(), status: Proved}
}

// counts add up the verdicts of all files.
type counts struct{ lemmas, lemmasProved, goals, proved, ended, trusted int }

// add leaves out lemmas of libraries that are proved.
func (c *counts) add(lemmas, goals []*prover.Verdict) {
	c.goals += len(goals)
	for _, v := range lemmas {
		if isShelved(v) {
			continue
		}
		if c.lemmas++; v.Status == prover.Proved {
			c.lemmasProved++
		}
	}
	for _, v := range goals {
		if v.Status == prover.Proved {
			c.proved++
		}
		if v.Status == prover.Assumed {
			c.trusted++
		}
		if v.Total {
			c.ended++
		}
	}
}

// correctness tells for how many goals the end is shown as well.
func (c counts) correctness() string {
	switch c.ended {
	case 0:
		return "partial correctness"
	case c.proved:
		return "total correctness"
	}
	return fmt.Sprintf("%d total, %d partial correctness", c.ended, c.proved-c.ended)
}

const (
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	plain  = "\x1b[0m"
)

// painted is text that may hold the codes of colours.
type painted string

func (t *text) paint(color, s string) painted {
	if !t.settings.Color {
		return painted(s)
	}
	return painted(color + s + plain)
}

// printf prints with whatever comes from a user's files or from a solver escaped
// where it would control the terminal.
func (t *text) printf(format string, args ...any) {
	for i, a := range args {
		switch a := a.(type) {
		case painted, int, float64:
		default:
			args[i] = source.Printable(fmt.Sprint(a))
		}
	}
	fmt.Fprintf(t.w, format, args...)
}

// mark is the first word of a goal's line.
func (t *text) mark(s prover.Status) painted {
	switch s {
	case prover.Proved:
		return t.paint(green, "ok     ")
	case prover.Assumed:
		return t.paint(yellow, "trusted")
	case prover.Unknown:
		return t.paint(yellow, "UNKNOWN")
	}
	return t.paint(red, "FAIL   ")
}

// Lemma prints a line for a lemma, and for a failure why.
func (t *text) Lemma(v *prover.Verdict) {
	if t.lemmas = append(t.lemmas, v); !isShelved(v) {
		t.verdict(v)
	}
}

// isShelved reports whether a lemma of a library is proved: then it is only counted.
func isShelved(v *prover.Verdict) bool {
	return v.Goal.Library != "" && v.Status == prover.Proved
}

// libraries prints for each library how many of its lemmas the goals may take.
func (t *text) libraries() {
	var names []string
	proved, kept := map[string]int{}, map[string]int{}
	for _, v := range t.lemmas {
		if name := v.Goal.Library; isShelved(v) {
			if proved[name]++; proved[name] == 1 {
				names = append(names, name)
			}
			if v.Kept {
				kept[name]++
			}
		}
	}
	for _, name := range names {
		now := ""
		if n := proved[name] - kept[name]; n > 0 {
			now = fmt.Sprintf(", %d of them now", n)
		}
		t.printf("        library %s: %s, proved%s\n", name, count(proved[name], "lemma"), now)
	}
}

// Goal prints a line for a goal, and for a failure why.
func (t *text) Goal(v *prover.Verdict) {
	t.goals = append(t.goals, v)
	t.verdict(v)
}

func (t *text) verdict(v *prover.Verdict) {
	joins := ""
	if v.Stats.Joins > 0 {
		joins = fmt.Sprintf("%s of %d paths, ", count(v.Stats.Joins, "join"), v.Stats.Joins+v.Stats.Merged)
	}
	t.printf("%s %s: %s (%s, %s, %s%s)\n", t.mark(v.Status), v.Goal.Span, v.Goal.Title,
		count(v.Stats.Steps, "step"), count(v.Stats.Queries, "query"), joins, milliseconds(v.Stats.Time))
	if v.Failure != nil {
		t.failure(v)
	}
	switch {
	case !t.settings.Tree:
	case v.Tree != nil && v.Tree.Root != nil:
		newTree(t, v.Tree.Root, nil).print()
	case v.Attempt != nil:
		newTree(t, v.Attempt.Root, v.Failure.At).print()
	}
}

// File prints what the verdicts on a file rest on, and the remarks.
func (t *text) File(f *File) {
	if f.Err == nil {
		t.ends(f.Goals[len(t.lemmas):])
		t.trusted(f.Trusted)
		t.libraries()
		if f.Axioms != "" {
			t.printf("        axioms: %s\n", f.Axioms)
		}
		for _, d := range t.notes {
			t.indented(d.Render())
		}
	}
	t.counts.add(t.lemmas, t.goals)
	t.before = append(t.before, f.Before...)
	t.status = t.status.Worse(f.Status)
	t.lemmas, t.goals, t.remarks = nil, nil, remarks{}
}

// Close prints the summary.
func (t *text) Close() error {
	c := t.counts
	if c.goals+c.lemmas == 0 {
		return nil
	}
	rest := ""
	if c.lemmas > 0 {
		rest = fmt.Sprintf("; %d of %d lemmas", c.lemmasProved, c.lemmas)
	}
	if c.trusted > 0 {
		rest += fmt.Sprintf("; %d trusted", c.trusted)
	}
	if t.status != Proved && c.proved > 0 {
		rest += "; the proofs of a file rest on each other, so they hold once all its goals are proved"
	}
	took := time.Since(t.begun).Seconds()
	_, err := fmt.Fprintf(t.w, "%d of %d goals proved (%s) in %.2f s%s%s\n", c.proved, c.goals, c.correctness(), took, longBefore(t.before, took), rest)
	return err
}

// The time before the goals is told if it is so long, in seconds, and such a share of all.
const (
	longTime  = 0.5
	longShare = 0.2
)

// longBefore tells where the time before the goals went, if it is long beside all that a
// run took, in seconds.
func longBefore(phases []Phase, took float64) string {
	var names []string
	sums, all := map[string]float64{}, 0.0
	for _, p := range phases {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
		sums[p.Name] += p.Time / 1000
		all += p.Time / 1000
	}
	if all < longTime || all < longShare*took {
		return ""
	}
	var parts []string
	for _, n := range names {
		parts = append(parts, fmt.Sprintf("%s %.2f s", n, sums[n]))
	}
	return fmt.Sprintf(" (before the goals: %s)", strings.Join(parts, ", "))
}

// ends tells of which proved goals the end is shown, if it is of some but not
// of all.
func (t *text) ends(goals []Goal) {
	var total, partial []string
	for _, g := range goals {
		switch {
		case g.Status != prover.Proved:
		case g.Partial:
			partial = append(partial, g.Name)
		default:
			total = append(total, g.Name)
		}
	}
	if len(total) > 0 && len(partial) > 0 {
		t.printf("        total: %s\n        partial: %s\n", strings.Join(total, ", "), strings.Join(partial, ", "))
	}
}

// maxNamed bounds the goals that are named with a trusted fact.
const maxNamed = 4

// trusted prints what the verdicts rest on without proof.
func (t *text) trusted(facts []Trusted) {
	for _, f := range facts {
		names := f.Goals
		if len(names) > maxNamed {
			names = append(slices.Clone(names[:maxNamed]), fmt.Sprintf("%d more", len(f.Goals)-maxNamed))
		}
		t.printf("%s %s: %s: %s (in the proof of %s)\n", t.paint(yellow, "trusted"), f.span, f.Kind, f.Text, strings.Join(names, ", "))
	}
}

func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "y"):
		what = strings.TrimSuffix(what, "y") + "ies"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

// failure explains why a goal is not proved.
func (t *text) failure(v *prover.Verdict) {
	f := v.Failure
	t.printf("        %s: %s\n", v.Status, f.Message)
	if f.Uses != nil && f.Uses != v.Goal {
		t.printf("        needed by %s: %s\n", f.Uses.Span, f.Uses.Title)
	}
	if d := problem(f); d != nil {
		t.indented(d.Render())
	} else if f.Formula != nil && f.Formula != term.True {
		t.printf("        condition: %s\n", Readable(f.Formula))
	}
	for _, d := range slices.Concat(also(f), open(f)) {
		t.indented(d.Render())
	}
	for i, c := range f.Contradiction {
		message := c.Text
		if i > 0 {
			message = "contradicts " + message
		}
		t.indented(source.Errorf(c.Span, string(f.Reason), "%s", message).Render())
	}
	if f.Asked != "" {
		t.printf("        asked %s\n", f.Asked)
	}
	t.counterexample(f)
	if f.Replay != "" {
		t.printf("        %s\n", f.Replay)
	}
	t.path(f.Path)
}

// problem is what a failure is about, with its place: the condition that does not hold, at the
// call that needs it if one does, or the code that is stuck; nil: it is about no place.
func problem(f *prover.Failure) *source.Diagnostic {
	c := f.Conjunct
	switch {
	case f.Reason == prover.ReasonStuck && !f.Code.IsZero():
		message := "the program may be stuck here"
		if f.Status == prover.Refuted {
			message = "the program is stuck here"
		}
		return source.Errorf(f.Code, string(f.Reason), "%s", message)
	case f.Reason == prover.ReasonUndecided && !f.Code.IsZero():
		return source.Errorf(f.Code, string(f.Reason), "how the program goes on here is not known")
	case f.Reason == prover.ReasonRefused && !f.Code.IsZero():
		return source.Errorf(f.Code, string(f.Reason), "the proof does not go on here")
	case !f.Left.IsZero():
		message := "what is made here is left behind"
		if f.Led {
			message = "of what is made here it cannot be said what leads to it"
		}
		d := source.Errorf(f.Left, string(f.Reason), "%s", message)
		if c != nil && !c.Span.IsZero() {
			d.Related = []source.Diagnostic{{Span: c.Span, Message: c.Text}}
		}
		return d
	case c == nil && !f.Code.IsZero():
		return source.Errorf(f.Code, string(f.Reason), "what happens here was not decided")
	case c == nil:
		return nil
	case f.Code.IsZero() || c.Span.IsZero():
		d := source.Errorf(c.Span, string(f.Reason), "%s", c.Text)
		d.Related = inDefinitions(f)
		return d
	}
	message := "%s is not known to hold for this call"
	switch {
	case f.Reason == prover.ReasonVariant:
		message = "this call is not smaller: %s"
	case f.Status == prover.Refuted:
		message = "%s does not hold for this call"
	}
	d := source.Errorf(f.Code, string(f.Reason), message, c.Text)
	d.Related = append([]source.Diagnostic{{Span: c.Span, Message: "it is written here"}}, inDefinitions(f)...)
	return d
}

// also are the further conditions of a failure, each at the call that needs it if one does, and the conjuncts of definitions that
// they come from.
func also(f *prover.Failure) []*source.Diagnostic {
	return further(f, f.Also, "nor does this follow", "nor is this known to hold for it")
}

// open are those of which it is not known whether they follow.
func open(f *prover.Failure) []*source.Diagnostic {
	return further(f, f.Open, "it is open whether this does", "it is open whether this holds for it")
}

// further are what is said of conditions at the place of a failure, or at the call that needs them.
func further(f *prover.Failure, conditions []prover.Conjunct, here, there string) []*source.Diagnostic {
	var out []*source.Diagnostic
	for _, c := range conditions {
		d := source.Errorf(c.Span, string(f.Reason), "%s: %s", here, c.Text)
		if !f.Code.IsZero() && f.Uses != nil {
			d = source.Errorf(f.Code, string(f.Reason), "%s: %s", there, c.Text)
			d.Related = []source.Diagnostic{{Span: c.Span, Message: "it is written here"}}
		}
		for _, w := range c.Within {
			d.Related = append(d.Related, source.Diagnostic{Span: w.Span, Message: "of its definition this does not hold: " + w.Text})
		}
		out = append(out, d)
	}
	return out
}

// inDefinitions are the conjuncts of definitions that fail.
func inDefinitions(f *prover.Failure) []source.Diagnostic {
	var out []source.Diagnostic
	around := f.Conjunct.Span
	for _, w := range f.Within {
		message := "of its definition this does not hold: "
		switch {
		case f.Status == prover.Unknown, f.Status == prover.Failed && f.Abstract:
			message = "of its definition this is open: "
		case around.Contains(w.Span):
			message = "this part of it does not hold: "
		}
		out = append(out, source.Diagnostic{Span: w.Span, Message: message + w.Text})
		around = w.Span
	}
	return out
}

func (t *text) counterexample(f *prover.Failure) {
	if f.Model == nil {
		return
	}
	if len(f.Start)+len(f.End) == 0 {
		return
	}
	title := "counterexample"
	if f.Spurious {
		title = "possible counterexample (no run confirms it)"
	}
	t.printf("        %s:\n", title)
	for _, part := range []struct {
		when string
		obs  []prover.Observation
	}{{"at the start", f.Start}, {"where it fails", f.End}, {"it fails for", f.For}} {
		if len(part.obs) > 0 {
			t.printf("          %s: %s\n", part.when, observations(part.obs, numbersIn(f)))
		}
	}
}

// maxPlaces bounds how much of a path is shown.
const maxPlaces = 12

func (t *text) path(path []source.Span) {
	if len(path) == 0 {
		return
	}
	var out []string
	last := ""
	for _, p := range path {
		line, _ := p.File.Position(p.Start)
		if s := fmt.Sprint(line); s != last {
			out = append(out, s)
			last = s
		}
	}
	if len(out) > maxPlaces {
		out = slices.Concat([]string{out[0], "..."}, out[len(out)-maxPlaces+2:])
	}
	t.printf("        path: lines %s\n", strings.Join(out, " -> "))
}

func (t *text) indented(s string) {
	for _, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		t.printf("        %s\n", line)
	}
}
