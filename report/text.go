// Package report prints goals and verdicts for people and for machines.
package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Text prints verdicts as they come.
type Text struct {
	W          io.Writer
	Definition *compile.Definition
	Color      bool
	Tree       bool
}

const (
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	plain  = "\x1b[0m"
)

// painted is text that may hold the codes of colours.
type painted string

func (t *Text) paint(color, s string) painted {
	if !t.Color {
		return painted(s)
	}
	return painted(color + s + plain)
}

// printf prints with whatever comes from a user's files or from a solver escaped
// where it would control the terminal.
func (t *Text) printf(format string, args ...any) {
	for i, a := range args {
		switch a := a.(type) {
		case painted, int, float64:
		default:
			args[i] = source.Printable(fmt.Sprint(a))
		}
	}
	fmt.Fprintf(t.W, format, args...)
}

// mark is the first word of a goal's line.
func (t *Text) mark(s prover.Status) painted {
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

// Verdict prints a line for a goal, and for a failure why.
func (t *Text) Verdict(v *prover.Verdict) {
	t.printf("%s %s: %s (%s, %s, %s)\n", t.mark(v.Status), v.Goal.Span, v.Goal.Title,
		count(v.Stats.Steps, "step"), count(v.Stats.Queries, "query"), milliseconds(v.Stats.Time))
	if v.Failure != nil {
		t.failure(v)
	}
	if t.Tree && v.Tree != nil && v.Tree.Root != nil {
		t.tree(v.Tree.Root, "  ")
	}
}

// Note prints a remark about a place.
func (t *Text) Note(d *source.Diagnostic) { t.indented(d.Render()) }

// Ends says of which proved goals the end is shown, if it is of some but not
// of all.
func (t *Text) Ends(verdicts []*prover.Verdict) {
	var total, partial []string
	for _, v := range verdicts {
		switch {
		case v == nil || v.Status != prover.Proved:
		case v.Total:
			total = append(total, v.Goal.Name)
		default:
			partial = append(partial, v.Goal.Name)
		}
	}
	if len(total) > 0 && len(partial) > 0 {
		t.printf("        total: %s\n        partial: %s\n", strings.Join(total, ", "), strings.Join(partial, ", "))
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
func (t *Text) failure(v *prover.Verdict) {
	f := v.Failure
	t.printf("        %s: %s\n", v.Status, f.Message)
	if f.Uses != nil && f.Uses != v.Goal {
		t.printf("        needed by %s: %s\n", f.Uses.Span, f.Uses.Title)
	}
	if f.Conjunct != nil {
		t.indented(source.Errorf(f.Conjunct.Span, string(f.Reason), "%s", f.Conjunct.Text).Render())
	} else if f.Formula != nil {
		t.printf("        condition: %s\n", Readable(f.Formula))
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

func (t *Text) counterexample(f *prover.Failure) {
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
	}{{"at the start", f.Start}, {"where it fails", f.End}} {
		if len(part.obs) > 0 {
			t.printf("          %s: %s\n", part.when, observations(part.obs))
		}
	}
}

func observations(obs []prover.Observation) string {
	var out []string
	for i, o := range obs {
		out = append(out, fmt.Sprintf("%s = %s", o.Name, valueText(obs, i)))
	}
	return strings.Join(out, ", ")
}

// maxElements bounds the elements of an array that are shown.
const maxElements = 10

// valueText is a value as people read it: of an array the elements, as far as
// the length before it goes.
func valueText(obs []prover.Observation, i int) string {
	v := obs[i].Value
	if v.IsVar() {
		return "any"
	}
	if v.Sort() != term.SortArray || !v.IsValue() {
		return Readable(v)
	}
	length := int64(maxElements)
	if i > 0 && obs[i-1].Name == "len("+obs[i].Name+")" {
		if n, ok := obs[i-1].Value.Int64(); ok {
			length = n
		}
	}
	var elements []string
	for k := int64(0); k < min(length, maxElements); k++ {
		elements = append(elements, Readable(term.Apply(term.ArraySelect, v, term.Int(k))))
	}
	if length > maxElements {
		elements = append(elements, "...")
	}
	return "[" + strings.Join(elements, ", ") + "]"
}

// maxPlaces bounds how much of a path is shown.
const maxPlaces = 12

func (t *Text) path(path []source.Span) {
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
		out = append([]string{out[0], "..."}, out[len(out)-maxPlaces+2:]...)
	}
	t.printf("        path: lines %s\n", strings.Join(out, " -> "))
}

func (t *Text) indented(s string) {
	for _, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		t.printf("        %s\n", line)
	}
}

// tree prints a proof tree; runs of steps are compressed.
func (t *Text) tree(n *proofs.Node, indent string) {
	for i := 0; i < len(n.Steps); {
		s := n.Steps[i]
		j := i + 1
		if s.Rule == proofs.SymbolicStep {
			for j < len(n.Steps) && n.Steps[j].Rule == proofs.SymbolicStep && n.Steps[j].Span == s.Span {
				j++
			}
		}
		t.step(indent, s, n.Steps[i:j])
		i = j
	}
	switch {
	case n.Closing != nil:
		t.printf("%s%s%s\n", indent, proofs.Implication, ids(n.Closing.Obligations))
	case len(n.Cases) > 0:
		t.printf("%s%s: %d cases\n", indent, proofs.CaseAnalysis, len(n.Cases))
		for i, c := range n.Cases {
			t.printf("%s  case %d: %s %s%s\n", indent, i+1, c.Step.Rule, c.Step.Name, conditions(c.Step.Added))
			t.tree(c.Node, indent+"    ")
		}
	case n.Dead != nil:
		t.printf("%sno state satisfies what is assumed\n", indent)
	default:
		t.printf("%sno state is left\n", indent)
	}
}

func (t *Text) step(indent string, first proofs.Step, run []proofs.Step) {
	at := ""
	if !first.Span.IsZero() {
		line, column := first.Span.File.Position(first.Span.Start)
		at = fmt.Sprintf(" at %d:%d", line, column)
	}
	if len(run) > 1 {
		t.printf("%s%s x%d%s: %s .. %s\n", indent, first.Rule, len(run), at, first.Name, run[len(run)-1].Name)
		return
	}
	t.printf("%s%s%s: %s%s%s\n", indent, first.Rule, at, first.Name, conditions(first.Added), ids(first.Obligations))
}

func conditions(ts []*term.Term) string {
	if len(ts) == 0 {
		return ""
	}
	return " with " + Readable(term.And(ts...))
}

func ids(obligations []int) string {
	if len(obligations) == 0 {
		return ""
	}
	return fmt.Sprintf(" (obligations %s)", strings.Trim(fmt.Sprint(obligations), "[]"))
}

// Axioms says how far the axioms of a file were tried for contradictions.
func (t *Text) Axioms(tried string) {
	if tried != "" {
		t.printf("        axioms: %s\n", tried)
	}
}

// Readable renders a formula with the names that people know: the numbers that
// make fresh variables distinct are left out where the name alone is clear.
func Readable(t *term.Term) string { return newNamer(t).format(t) }

// namer gives the variables of some terms short names.
type namer struct{ names map[*term.Variable]string }

func newNamer(ts ...*term.Term) *namer {
	n := &namer{names: map[*term.Variable]string{}}
	n.add("", ts...)
	return n
}

// add names the variables that have no name yet; prefix marks them.
func (n *namer) add(prefix string, ts ...*term.Term) {
	taken := map[string]bool{}
	for _, name := range n.names {
		taken[name] = true
	}
	var vars []*term.Variable
	for _, t := range ts {
		term.Walk(t, func(u *term.Term) bool {
			if u.IsVar() {
				vars = append(vars, u.Variable())
			}
			return true
		})
	}
	for _, v := range vars {
		if n.names[v] != "" {
			continue
		}
		base := prefix + strings.TrimLeft(v.BaseName(), "?_")
		name := base
		for i := 1; taken[name]; i++ {
			name = fmt.Sprintf("%s%d", base, i)
		}
		taken[name] = true
		n.names[v] = name
	}
}

func (n *namer) format(t *term.Term) string {
	p := term.Printer{Names: func(v *term.Variable) string { return n.names[v] }}
	return source.Printable(p.Format(t))
}
