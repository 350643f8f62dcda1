package report

import (
	"encoding/json"
	"io"
	"slices"

	"rlv/report/walk"
)

// jsonPrinter writes a [Report] as one JSON object; docs/reports.md describes it.
type jsonPrinter struct {
	Silent
	w        io.Writer
	settings Settings
	report   Report
}

func newJSON(w io.Writer, s Settings) Printer {
	return &jsonPrinter{w: w, settings: s, report: Report{Version: Version, Status: Proved, Files: []*File{}}}
}

// File keeps a copy of the data: of the proofs, which may be large, only their form as
// data, if that is wanted.
func (p *jsonPrinter) File(f *File) {
	kept := *f
	kept.Goals = slices.Clone(f.Goals)
	for i := range kept.Goals {
		if v := kept.Goals[i].Verdict; v != nil && p.settings.Tree {
			kept.Goals[i].Proof = walk.New(v, f.Cells, shortText)
		}
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
