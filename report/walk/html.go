package walk

import (
	_ "embed"
	"io"

	"rlv/report/drawing"
)

//go:embed page.html
var blocks string

//go:embed page.css
var style string

//go:embed terms.js
var termsScript string

//go:embed model.js
var modelScript string

//go:embed detail.js
var detailScript string

//go:embed outline.js
var outlineScript string

var kind = drawing.Kind{
	Blocks: blocks,
	Style:  style,
	Script: termsScript + modelScript + detailScript + outlineScript,
	Tree:   "Proofs",
	Keys:   "Goals with their proofs. Arrows move, open and close; n goes to the next place where a goal fails, or match.",
	Find:   "Find a text in names of rules and goals, conditions and the program, or what passes a line",
}

// page is what the script draws.
type page struct {
	Report  any      `json:"report"`
	Sources []string `json:"sources"`
}

// WriteHTML writes a page for a browser. It is drawn of a report in its JSON form, in
// which goals have proofs, and of the texts of its files.
func WriteHTML(w io.Writer, title, summary string, report any, sources []string) error {
	return kind.Write(w, drawing.Page{File: title, Summary: summary, Data: page{report, sources}})
}
