// Package page draws the tree of a search: as a graph for the program dot of Graphviz
// (dot.go).
package page
