// Package page draws the tree of a search: as a graph for the program dot of Graphviz
// (dot.go), and as a page for a browser (html.go).
//
// The page is one file that asks for nothing over a network. Its parts are the style
// (page.css) and the script in four files, that run as one: the tree as it is asked
// (model.js), a list that holds only the rows in view (rows.js), what is shown of one
// node (detail.js), and the outline with its keys, filters and search (outline.js).
// What a page is drawn of stands in it as JSON (data.go). Programs and their outputs
// are foreign texts: they come into the page as data only, and a policy in its head
// lets no script run but that of the page.
package page
