// Package page draws the tree of a search: as a graph for the program dot of Graphviz
// (dot.go), and as a page for a browser (html.go), as package drawing makes them. What
// the page has of its own is the tree (model.js), what is shown of one node (detail.js)
// and the rows of the outline (outline.js). It is drawn of JSON (data.go).
package page
