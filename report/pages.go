package report

import (
	"fmt"
	"io"
	"strings"

	"rlv/report/walk"
	"rlv/semantics/source"
)

// proofsPrinter writes a report with the proofs of its goals, drawn for people.
type proofsPrinter struct {
	jsonPrinter
	sources []string
	draw    func(*proofsPrinter) error
}

func drawn(draw func(*proofsPrinter) error) func(io.Writer, Settings) Printer {
	return func(w io.Writer, s Settings) Printer {
		s.Tree = true
		return &proofsPrinter{jsonPrinter: *newJSON(w, s).(*jsonPrinter), draw: draw}
	}
}

// File keeps the data of a file, without the times: the same input gives the same bytes.
func (p *proofsPrinter) File(f *File) {
	p.jsonPrinter.File(f)
	kept := p.report.Files[len(p.report.Files)-1]
	kept.Before = []Phase{}
	for i := range kept.Goals {
		kept.Goals[i].Time = 0
	}
	text := ""
	if f.Source != nil {
		text = f.Source.Text()
	}
	p.sources = append(p.sources, text)
}

// Close draws what was kept.
func (p *proofsPrinter) Close() error { return p.draw(p) }

// drawPage writes a page for a browser.
func drawPage(p *proofsPrinter) error {
	title := "rlv"
	if len(p.report.Files) == 1 {
		title = p.report.Files[0].File
	}
	return walk.WriteHTML(p.w, source.Printable(title), p.summary(), p.report, p.sources)
}

// summary tells in a line how many goals are proved.
func (p *proofsPrinter) summary() string {
	all, proved, files := 0, 0, len(p.report.Files)
	for _, f := range p.report.Files {
		all += len(f.Goals)
		for _, g := range f.Goals {
			if StatusOf(g.Status) == Proved {
				proved++
			}
		}
	}
	out := fmt.Sprintf("%d of %s proved", proved, count(all, "goal"))
	if files > 1 {
		out += fmt.Sprintf(" in %s", count(files, "file"))
	}
	return out + "; rlv " + strings.TrimSpace(p.settings.Version)
}

// drawGraphs writes a graph for Graphviz.
func drawGraphs(p *proofsPrinter) error {
	var graphs []walk.Graph
	for _, f := range p.report.Files {
		for _, g := range f.Goals {
			graphs = append(graphs, walk.Graph{Name: g.Name, Title: fmt.Sprintf("%s:%d: %s", f.File, g.At.Line, g.Title), Status: string(g.Status), Proof: g.Proof})
		}
	}
	return walk.WriteDOT(p.w, graphs)
}
