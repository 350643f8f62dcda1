// Package drawing has what drawings of trees share: pages for a browser (page.go) and
// labels in the DOT language of Graphviz (dot.go).
//
// A page is one file that asks for nothing over a network: an outline of a tree, what is
// known of the node that is selected, and the program. Its scripts run as one: a list that
// holds only the rows in view (rows.js), the tree as it is asked (tree.js), the outline
// with its keys, filters and search (outline.js), the program (program.js) and what puts
// them together (start.js), behind which come those of the page's own. What a page is
// drawn of stands in it as JSON. Programs and their outputs are foreign texts: they come
// into the page as data only, and a policy in its head lets no script run but that of the
// page.
package drawing
