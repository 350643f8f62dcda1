package walk

import (
	"bufio"
	"fmt"
	"io"

	"rlv/report/drawing"
	"rlv/semantics/source"
)

// Graph is a goal with its proof, to be drawn.
type Graph struct {
	Name, Title, Status string
	Proof               *Proof // nil: there is none to draw
}

// The bounds of a label, in code points and in lines.
const (
	maxLabel  = 56
	maxLabels = 24
)

// looks are the attributes of nodes by their ends, which differ in shape, not only in color.
var looks = map[End]string{
	Reached: `shape=box, style="rounded,filled", fillcolor="#dcefdc", color="#2e7d32"`,
	Split:   `shape=box, style=filled, fillcolor="#f4f4f1", color="#8a8a83"`,
	Joins:   `shape=box, style=filled, fillcolor="#f4f4f1", color="#8a8a83"`,
	Dead:    `shape=box, style="dotted,filled", fillcolor="#f4f4f1", color="#8a8a83"`,
	NoState: `shape=box, style="dotted,filled", fillcolor="#f4f4f1", color="#8a8a83"`,
	Open:    `shape=box, style="dashed,filled", fillcolor="#ffffff", color="#8a6100"`,
	Fails:   `shape=box, style=filled, fillcolor="#f9dcd8", color="#b3261e", penwidth=2, peripheries=2`,
}

// ends are the words for the ends of nodes that no edge shows.
var ends = map[End]string{
	Reached: "the right side is reached", Dead: "nothing is left to prove", NoState: "no state is left", Open: "not tried", Fails: "not proved here",
}

// WriteDOT writes proofs in the DOT language of Graphviz, each as a cluster: nodes have
// what was done in them, chains of plain steps in a line; edges what a case adds to the
// path condition. Those of the path to where a goal fails are red.
func WriteDOT(w io.Writer, graphs []Graph) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph proofs {\n  graph [fontname=\"Helvetica\", fontsize=12, labeljust=l];\n")
	fmt.Fprintf(b, "  node [fontname=\"Courier\", fontsize=10];\n  edge [fontname=\"Courier\", fontsize=9, color=\"#6b6b66\"];\n")
	for i := range graphs {
		graphs[i].write(b, i+1)
	}
	fmt.Fprintf(b, "}\n")
	return b.Flush()
}

func (g *Graph) write(w io.Writer, number int) {
	fmt.Fprintf(w, "  subgraph cluster_%d {\n    graph [label=%s, color=\"#c8c8c0\"];\n", number,
		drawing.Quoted([]string{source.Shorten(g.Title, 2*maxLabel), g.Status}, `\l`))
	if g.Proof == nil {
		fmt.Fprintf(w, "    g%d [label=\"no steps\", shape=plaintext];\n", number)
	} else {
		g.nodes(w, number)
	}
	fmt.Fprintf(w, "  }\n")
}

func (g *Graph) nodes(w io.Writer, number int) {
	path := map[[2]int]bool{}
	for i := 1; i < len(g.Proof.Path); i++ {
		path[[2]int{g.Proof.Path[i-1], g.Proof.Path[i]}] = true
	}
	for i := range g.Proof.Nodes {
		n := &g.Proof.Nodes[i]
		fmt.Fprintf(w, "    g%dn%d [label=%s, %s];\n", number, i, drawing.Quoted(g.label(n), `\l`), looks[n.End])
		for _, k := range n.Next {
			label, look := g.edge(n, k), ""
			if path[[2]int{i, k}] {
				look = `, color="#b3261e", penwidth=2`
			}
			fmt.Fprintf(w, "    g%dn%d -> g%dn%d [label=%s%s];\n", number, i, number, k, drawing.Quoted(label, `\l`), look)
		}
	}
}

// edge is what stands at the way to another node: what that case, or way to a join, adds.
func (g *Graph) edge(from *Node, to int) []string {
	pieces := from.With
	if c := g.Proof.Nodes[to].Case; from.End == Split && c != nil {
		pieces = c.Added
	}
	var out []string
	for _, p := range pieces {
		out = append(out, source.Shorten(g.Proof.Text(p, 4*maxLabel), maxLabel))
	}
	return bounded(out, 4)
}

// label is what was done in a node, in lines.
func (g *Graph) label(n *Node) []string {
	var out []string
	add := func(format string, args ...any) {
		out = append(out, source.Shorten(fmt.Sprintf(format, args...), maxLabel))
	}
	if n.Paths > 0 {
		add("%d paths meet", n.Paths)
	}
	if n.Case != nil && n.Case.What == Hypothesis {
		add("uses %s", g.Proof.Names[n.Case.Name])
	}
	for i := 0; i < len(n.Steps); {
		s := &n.Steps[i]
		if s.What != "" {
			add("%s%s", g.words(s), g.at(s.Place))
			i++
			continue
		}
		first := i
		for i < len(n.Steps) && n.Steps[i].What == "" {
			i++
		}
		if i-first == 1 {
			add("%s%s", g.Proof.Names[s.Name], g.at(s.Place))
		} else {
			add("%d steps%s", i-first, g.lines(n.Steps[first:i]))
		}
	}
	if words := ends[n.End]; words != "" {
		add("%s", words)
	}
	if len(out) == 0 {
		add("%d cases", len(n.Next))
	}
	return bounded(out, maxLabels)
}

func (g *Graph) words(s *Step) string {
	switch name := g.Proof.Names[s.Name]; s.What {
	case Hypothesis:
		return "uses " + name
	case Condition:
		return name
	}
	return string(s.What)
}

func (g *Graph) at(place int) string {
	if place == 0 {
		return ""
	}
	return fmt.Sprintf(" at line %d", g.Proof.Places[place-1][0])
}

// lines are those of some steps.
func (g *Graph) lines(steps []Step) string {
	least, most := 0, 0
	for _, s := range steps {
		if s.Place > 0 {
			line := g.Proof.Places[s.Place-1][0]
			if least == 0 || line < least {
				least = line
			}
			most = max(most, line)
		}
	}
	switch {
	case most == 0:
		return ""
	case least == most:
		return fmt.Sprintf(", line %d", least)
	}
	return fmt.Sprintf(", lines %d to %d", least, most)
}

// bounded keeps so many lines, and says how many are left out.
func bounded(lines []string, most int) []string {
	if len(lines) <= most {
		return lines
	}
	return append(lines[:most-2:most-2], fmt.Sprintf("... %d more", len(lines)-most+1), lines[len(lines)-1])
}
