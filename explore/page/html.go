package page

import (
	_ "embed"
	"io"

	"rlv/report/drawing"
)

//go:embed page.html
var blocks string

//go:embed page.css
var style string

//go:embed model.js
var modelScript string

//go:embed detail.js
var detailScript string

//go:embed outline.js
var outlineScript string

var kind = drawing.Kind{
	Blocks: blocks,
	Style:  style,
	Script: modelScript + detailScript + outlineScript,
	Tree:   "Tree of the search",
	Keys:   "Branchings and ends. Arrows move, open and close; n goes to the next solution or match.",
	Find:   "Find a text in conditions, outputs and reasons, or the nodes that pass a line",
}

// WriteHTML writes a tree as a page for a browser.
func WriteHTML(w io.Writer, t *Tree) error {
	if err := t.check(); err != nil {
		return err
	}
	return kind.Write(w, drawing.Page{File: t.File, Title: t.Title, Summary: t.Summary, Data: dataOf(t)})
}
