package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"rlv/prover"
	"rlv/semantics/source"
)

// Printer writes a report while it comes about. What is said of a file comes
// between the File before it and its own; a printer is for one goroutine at a time.
type Printer interface {
	// Warning tells of something odd in the input, before it is verified.
	Warning(d *source.Diagnostic)
	// Lemma and Goal tell of a verdict as soon as it is there, in the order in which
	// they come. Whether what a goal runs ends is known once all goals of the file
	// are judged: File has them in the order of the file.
	Lemma(v *prover.Verdict)
	Goal(v *prover.Verdict)
	// Note tells of a remark about a place, after the verdicts.
	Note(d *source.Diagnostic)
	// File ends what is said of a file.
	File(f *File)
	// Close ends the report. Its error is that it could not be written.
	Close() error
}

// Settings are what a printer knows beside what it is told.
type Settings struct {
	Color   bool   // text: with the codes of colours of a terminal
	Tree    bool   // text and JSON: with the tree of each proof
	Version string // of rlv
}

// Format is a way to write reports.
type Format struct {
	Name, Summary string
	// Trees reports whether the printer reads the trees of the proofs.
	Trees func(Settings) bool
	// New returns a printer that writes to w.
	New func(w io.Writer, s Settings) Printer
}

// Formats are the known formats; the first is the usual one.
var Formats = []Format{
	{"text", "for people", func(s Settings) bool { return s.Tree }, newText},
	{"json", "all there is to say, for programs", always, newJSON},
	{"sarif", "SARIF 2.1.0, for code review", never, newSARIF},
	{"junit", "JUnit XML, for continuous integration", never, newJUnit},
	{"html", "the proofs, for a browser: one page that people can walk", always, drawn(drawPage)},
	{"dot", "the proofs as graphs, for Graphviz", always, drawn(drawGraphs)},
}

func always(Settings) bool { return true }
func never(Settings) bool  { return false }

// FormatNames lists the names of the formats in words.
func FormatNames() string {
	names := FormatList()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// FormatList lists the names of the formats.
func FormatList() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// FormatHelp describes the formats, one a line.
func FormatHelp() string {
	var b strings.Builder
	for _, f := range Formats {
		fmt.Fprintf(&b, "  %-6s %s\n", f.Name, f.Summary)
	}
	return b.String()
}

// FormatOf returns the format of a name; the error lists those that there are.
func FormatOf(name string) (Format, error) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, fmt.Errorf("a report is %s, not %q", FormatNames(), name)
	}
	return Formats[i], nil
}

// Tee is several printers that are told the same.
type Tee []Printer

// Warning tells all printers.
func (t Tee) Warning(d *source.Diagnostic) { t.each(func(p Printer) { p.Warning(d) }) }

// Lemma tells all printers.
func (t Tee) Lemma(v *prover.Verdict) { t.each(func(p Printer) { p.Lemma(v) }) }

// Goal tells all printers.
func (t Tee) Goal(v *prover.Verdict) { t.each(func(p Printer) { p.Goal(v) }) }

// Note tells all printers.
func (t Tee) Note(d *source.Diagnostic) { t.each(func(p Printer) { p.Note(d) }) }

// File tells all printers.
func (t Tee) File(f *File) { t.each(func(p Printer) { p.File(f) }) }

// Close closes all printers and returns their first error.
func (t Tee) Close() error {
	var first error
	t.each(func(p Printer) {
		if err := p.Close(); err != nil && first == nil {
			first = err
		}
	})
	return first
}

func (t Tee) each(do func(Printer)) {
	for _, p := range t {
		do(p)
	}
}

// Silent is a printer that writes nothing. Printers that have nothing to say to
// some of what they are told embed it.
type Silent struct{}

// Warning does nothing.
func (Silent) Warning(*source.Diagnostic) {}

// Lemma does nothing.
func (Silent) Lemma(*prover.Verdict) {}

// Goal does nothing.
func (Silent) Goal(*prover.Verdict) {}

// Note does nothing.
func (Silent) Note(*source.Diagnostic) {}

// File does nothing.
func (Silent) File(*File) {}

// Close does nothing.
func (Silent) Close() error { return nil }

// remarks keeps the warnings and notes of the file at hand.
type remarks struct {
	Silent
	warnings, notes []*source.Diagnostic
}

// Warning keeps a warning.
func (r *remarks) Warning(d *source.Diagnostic) { r.warnings = append(r.warnings, d) }

// Note keeps a note.
func (r *remarks) Note(d *source.Diagnostic) { r.notes = append(r.notes, d) }
