package page

import (
	"strings"
	"unicode/utf8"
)

// data is what the script of the page knows of a tree. What is zero is left out.
type data struct {
	File   string     `json:"file"`
	Source string     `json:"source"`
	Kinds  []Kind     `json:"kinds"` // in the order of the legend
	Nodes  []nodeData `json:"nodes"`
}

// nodeData is a node. It has of the output only what its parent has not: the outputs
// of a long path would be quadratic in its length.
type nodeData struct {
	ID        int      `json:"id"`
	Parent    int      `json:"parent,omitempty"`
	Condition []string `json:"condition,omitempty"`
	Rule      string   `json:"rule,omitempty"`
	Kind      Kind     `json:"kind"`
	Because   string   `json:"because,omitempty"`
	Line      int      `json:"line,omitempty"`
	Lines     []int    `json:"lines,omitempty"`
	Steps     int      `json:"steps"`
	Written   string   `json:"written,omitempty"` // behind what the parent has
	Afresh    bool     `json:"afresh,omitempty"`  // Written is all, whatever the parent has
	Solution  int      `json:"solution,omitempty"`
}

// dataOf is what the script of a page draws of a tree.
func dataOf(t *Tree) data {
	d := data{File: t.File, Source: t.Source, Kinds: Kinds(), Nodes: make([]nodeData, len(t.Nodes))}
	outputs := map[int]string{}
	for i, n := range t.Nodes {
		written, continued := continues(outputs[n.Parent], n.Output)
		d.Nodes[i] = nodeData{n.ID, n.Parent, n.Condition, n.Rule, n.Kind, n.Because, n.Line, distinct(n), n.Steps, written, !continued, n.Solution}
		outputs[n.ID] = n.Output
	}
	return d
}

// continues returns what an output has behind another, if it begins with that; else
// all of it, and false. It is not cut inside a code point.
func continues(before, output string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(output, before)
	if ok && rest != "" && !utf8.RuneStart(rest[0]) {
		return output, false
	}
	return rest, ok
}

// distinct returns the lines that a node passes, that at its end included, each once.
func distinct(n Node) []int {
	var out []int
	seen := map[int]bool{0: true}
	for _, lines := range [][]int{n.Lines, {n.Line}} {
		for _, line := range lines {
			if !seen[line] {
				seen[line] = true
				out = append(out, line)
			}
		}
	}
	return out
}
