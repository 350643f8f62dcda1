package report

import (
	"encoding/json"
	"io"
	"slices"
)

// jsonPrinter writes a [Report] as one JSON object; docs/reports.md describes it.
type jsonPrinter struct {
	Silent
	w      io.Writer
	report Report
}

func newJSON(w io.Writer, _ Settings) Printer {
	return &jsonPrinter{w: w, report: Report{Version: Version, Status: Proved, Files: []*File{}}}
}

// File keeps a copy of the data: the trees of the proofs, which that does not
// need, may be large.
func (p *jsonPrinter) File(f *File) {
	kept := *f
	kept.Goals = slices.Clone(f.Goals)
	for i := range kept.Goals {
		kept.Goals[i].Verdict = nil
	}
	p.report.Status = p.report.Status.Worse(f.Status)
	p.report.Files = append(p.report.Files, &kept)
}

// Close writes the report.
func (p *jsonPrinter) Close() error {
	e := json.NewEncoder(p.w)
	e.SetIndent("", "  ")
	return e.Encode(p.report)
}
