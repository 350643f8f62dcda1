package page

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"rlv/report/drawing"
	"rlv/semantics/source"
)

// The bounds of what a label shows, in code points and in lines; the rest of a condition
// is in the tooltip of its edge, in bounds that dot can bear.
const (
	maxLabel   = 48
	maxLines   = 4
	maxTooltip = 2000
)

// looks are the attributes of nodes by kind. Kinds differ in shape, not only in color.
var looks = map[Kind]string{
	Inner:      `shape=box, style="rounded,filled", fillcolor="#f4f4f1", color="#8a8a83"`,
	Final:      `shape=ellipse, style=filled, fillcolor="#dcefdc", color="#2e7d32"`,
	Stuck:      `shape=octagon, style=filled, fillcolor="#f9dcd8", color="#b3261e"`,
	NeedsInput: `shape=cds, style=filled, fillcolor="#dbe8f8", color="#1f5fa8"`,
	Cut:        `shape=box, style="dashed,filled", fillcolor="#ffffff", color="#6b6b66"`,
	Undecided:  `shape=diamond, style=filled, fillcolor="#fbeccb", color="#8a6100"`,
	Same:       `shape=box, style="dotted,filled", fillcolor="#ece4f5", color="#6a3fa0"`,
}

// WriteDOT writes a tree as a graph in the DOT language of Graphviz: a node has its
// number, its kind and the line it ends at, an edge the condition that its branching
// added. Solutions have a second outline.
func WriteDOT(w io.Writer, t *Tree) error {
	if err := t.check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph search {\n")
	fmt.Fprintf(b, "\tgraph [label=%s, labelloc=t, labeljust=l, fontname=\"Helvetica\", fontsize=14];\n", drawing.Quoted(heading(t), `\l`))
	fmt.Fprintf(b, "\tnode [fontname=\"Helvetica\", fontsize=11];\n")
	fmt.Fprintf(b, "\tedge [fontname=\"Courier\", fontsize=10, color=\"#6b6b66\"];\n")
	for i := range t.Nodes {
		writeNode(b, &t.Nodes[i])
	}
	fmt.Fprintf(b, "}\n")
	return b.Flush()
}

// writeNode writes a node, and the edge that leads to it.
func writeNode(w io.Writer, n *Node) {
	solution := ""
	if n.Solution > 0 {
		solution = ", peripheries=2, penwidth=1.6"
	}
	fmt.Fprintf(w, "\tn%d [label=%s, tooltip=%s, %s%s];\n", n.ID,
		drawing.Quoted(short(caption(n)), `\n`), drawing.Quoted(tooltip(n), `\n`), looks[n.Kind], solution)
	if n.Parent > 0 {
		whole := source.Shorten(strings.Join(n.Condition, "\n"), maxTooltip)
		fmt.Fprintf(w, "\tn%d -> n%d [label=%s, tooltip=%s];\n", n.Parent, n.ID,
			drawing.Quoted(short(n.Condition), `\l`), drawing.Quoted([]string{whole}, `\n`))
	}
}

// heading is the label of the graph.
func heading(t *Tree) []string {
	var out []string
	for _, line := range []string{t.File, t.Title, t.Summary} {
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

// caption is the label of a node, in lines.
func caption(n *Node) []string {
	first := fmt.Sprintf("%d", n.ID)
	if n.Kind != Inner {
		first += " " + string(n.Kind)
	}
	if n.Line > 0 {
		first += fmt.Sprintf(", line %d", n.Line)
	}
	out := []string{first}
	if n.Solution > 0 {
		out = append(out, fmt.Sprintf("solution %d", n.Solution))
	}
	if n.Because != "" {
		out = append(out, n.Because)
	}
	return out
}

// tooltip is what is said of a node if it is pointed at, in lines.
func tooltip(n *Node) []string {
	out := []string{fmt.Sprintf("steps: %d", n.Steps)}
	if n.Rule != "" {
		out = append(out, "rule: "+source.Shorten(n.Rule, maxTooltip))
	}
	if n.Because != "" {
		out = append(out, source.Shorten(n.Because, maxTooltip))
	}
	if n.Output != "" {
		out = append(out, "written: "+source.Shorten(n.Output, maxTooltip))
	}
	return out
}

// short keeps of a label what can be read in a graph, and says what is left out.
func short(lines []string) []string {
	var out []string
	for i, line := range lines {
		if i == maxLines-1 && len(lines) > maxLines {
			return append(out, fmt.Sprintf("and %d more", len(lines)-i))
		}
		out = append(out, source.Shorten(line, maxLabel))
	}
	return out
}
