package explore

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"rlv/explore/page"
	"rlv/semantics/source"
)

// Settings are what a printer knows beside what it is told.
type Settings struct {
	Color bool // text: with the codes of colours of a terminal
}

// Printer writes the outcome of a search.
type Printer interface {
	// Solution tells of a solution as soon as it is there.
	Solution(s *Solution)
	// Close ends the report. Its error is that it could not be written.
	Close(r *Report) error
}

// Format is a way to write reports.
type Format struct {
	Name, Summary string
	Tree          bool // it shows the tree of the search
	New           func(w io.Writer, s Settings) Printer
}

// Formats are the known formats; the first is the usual one.
var Formats = []Format{
	{"text", "for people", false, newText},
	{"json", "all there is to say, for programs", false, newJSON},
	{"dot", "the tree of the search, for Graphviz", true, treePrinter(page.WriteDOT)},
	{"html", "the tree of the search as a page", true, treePrinter(page.WriteHTML)},
}

// FormatNames lists the names of the formats in words.
func FormatNames() string { return "text, json, dot or html" }

// FormatOf returns the format of a name; the error lists those that there are.
func FormatOf(name string) (Format, error) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, fmt.Errorf("--format %s: there is no such format; it is %s", name, FormatNames())
	}
	return Formats[i], nil
}

// jsonPrinter writes the report as one JSON object; docs/search.md describes it.
type jsonPrinter struct{ w io.Writer }

func newJSON(w io.Writer, _ Settings) Printer { return jsonPrinter{w} }

// Solution does nothing: the report has them all.
func (jsonPrinter) Solution(*Solution) {}

// Close writes the report.
func (p jsonPrinter) Close(r *Report) error { return writeJSON(p.w, r) }

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// treePages writes the tree of a search.
type treePages struct {
	jsonPrinter
	write func(io.Writer, *page.Tree) error
}

func treePrinter(write func(io.Writer, *page.Tree) error) func(io.Writer, Settings) Printer {
	return func(w io.Writer, _ Settings) Printer { return treePages{jsonPrinter{w}, write} }
}

// Close writes the tree.
func (p treePages) Close(r *Report) error { return p.write(p.w, r.Tree) }

// text prints solutions as they come, for people.
type text struct {
	w        io.Writer
	settings Settings
	err      error
}

func newText(w io.Writer, s Settings) Printer { return &text{w: w, settings: s} }

func (t *text) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(t.w, format, args...); err != nil && t.err == nil {
		t.err = err
	}
}

// The codes of colours.
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	plain = "\x1b[0m"
)

func (t *text) paint(code, s string) string {
	if !t.settings.Color {
		return s
	}
	return code + s + plain
}

// maxCondition bounds a path condition for people, in code points.
const maxCondition = 2000

// maxLines bounds the lines of a path that are listed, in the middle of which others are
// left out.
const maxLines = 24

// Solution prints a solution.
func (t *text) Solution(s *Solution) {
	kind := s.Kind
	if s.Possible {
		kind += ", possible: it is not known whether an input satisfies the path condition"
	}
	if s.Merged {
		kind += ", one of several paths that were merged"
	}
	t.printf("%s: %s\n", t.paint(bold, fmt.Sprintf("solution %d", s.Number)), kind)
	t.field("path condition", source.Shorten(s.PathCondition(), maxCondition))
	for _, b := range s.Values {
		t.field(b.Name, b.Value)
	}
	if s.Output != "" {
		t.field("writes", quotedUnlessPlain(s.Output))
	}
	if s.At != "" {
		t.field("at", s.At)
	}
	if s.Because != "" {
		t.field("because", s.Because)
	}
	if len(s.Lines) > 0 {
		t.field("lines", lineList(s.Lines))
	}
	var model []string
	for _, v := range s.Model {
		if v.Read {
			model = append(model, v.Name+" = "+v.Value)
		}
	}
	if n := len(model) - maxLines; n > 0 {
		model = append(model[:maxLines], fmt.Sprintf("and %d more", n))
	}
	if len(model) > 0 {
		t.field("for example", strings.Join(model, ", "))
	}
	t.replayed(s)
	if s.Configuration != "" {
		t.printf("%s", indented(s.Configuration))
	}
}

func (t *text) replayed(s *Solution) {
	what := string(s.Replay)
	switch {
	case s.Replay == Confirmed && s.Written != "":
		what += ": run on this input, the program comes to this state and writes " + quotedUnlessPlain(s.Written)
	case s.Replay == Confirmed:
		what += ": run on this input, the program comes to this state"
	case s.Replay == NotConfirmed:
		what = t.paint(red, what) + ", which is a bug of rlv; please report it"
	case s.Remark == "":
		return
	}
	if s.Remark != "" {
		what += " (" + s.Remark + ")"
	}
	t.field("replay", what)
}

func (t *text) field(name, value string) {
	t.printf("  %-14s  %s\n", name, strings.ReplaceAll(value, "\n", "\n"+strings.Repeat(" ", 18)))
}

// quotedUnlessPlain quotes a text with characters that cannot be seen.
func quotedUnlessPlain(s string) string {
	if q := fmt.Sprintf("%q", s); q != `"`+s+`"` || strings.TrimSpace(s) != s {
		return q
	}
	return s
}

func lineList(lines []int) string {
	var out []string
	for i, line := range lines {
		if n := len(lines); n > maxLines && i >= maxLines/2 && i < n-maxLines/2 {
			if i == maxLines/2 {
				out = append(out, "...")
			}
			continue
		}
		out = append(out, fmt.Sprint(line))
	}
	return strings.Join(out, " -> ")
}

func indented(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n    ") + "\n"
}

// Close prints what was searched.
func (t *text) Close(r *Report) error {
	if len(r.Solutions) == 0 {
		t.printf("not found: %s\n", r.Target)
	}
	for _, n := range r.Notes {
		t.printf("note: %s\n", n)
	}
	t.printf("%s in %.2f s\n", r.Summary(), r.Time/1000)
	return t.err
}
