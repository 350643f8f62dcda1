package report

import (
	"fmt"
	"io"
	"strings"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/compose"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Claim prints a goal as a reachability formula: cells, what changes written as
// a rewrite, then the conditions of both sides. Cells that stay as they are and
// hold only a variable or nothing are left out.
func Claim(w io.Writer, d *compile.Definition, g *prover.Goal) {
	fmt.Fprintf(w, "// %s: %s\n", g.Span, source.Printable(g.Title))
	for _, words := range g.Granted {
		fmt.Fprintf(w, "// taken for granted: %s\n", source.Printable(words))
	}
	kind := ""
	if g.OnePath {
		kind = " [one-path]"
	}
	fmt.Fprintf(w, "claim [%s]:%s\n", source.Printable(g.Name), kind)
	n := newNamer(allTerms(g.Claim)...)
	exist := map[*term.Variable]bool{}
	for _, v := range g.Claim.Existentials {
		exist[v] = true
		n.names[v] = "?" + n.names[v]
	}
	sides(w, d.Layout.Slots, n, g.Claim, false)
}

// Composed returns what prints a rule that was composed of others, for code at a place; nil: there is none.
func Composed(w io.Writer) func(at source.Span, r *compose.Rule) {
	return func(at source.Span, r *compose.Rule) {
		if r == nil {
			fmt.Fprintln(w, "// no rules were composed: no code was run often enough, or the number of steps is limited")
			return
		}
		fmt.Fprintf(w, "// %s: %d steps\nrule\n", at, r.Steps)
		sides(w, r.Cells, newNamer(allTerms(r.Rule)...), r.Rule, true)
	}
}

// sides prints the cells and the conditions of a rule or claim: all cells, or those that say something.
func sides(w io.Writer, cells []*compile.Cell, n *namer, r *compile.Rule, all bool) {
	right := map[int]*term.Term{}
	for _, s := range r.Right {
		right[s.Index] = s.Term
	}
	for _, s := range r.Left {
		if all || !saysNothing(s.Term, right[s.Index]) {
			cell(w, cells[s.Index].Name, n, s.Term, right[s.Index])
		}
	}
	formulas(w, n, "requires", r.Requires)
	formulas(w, n, "ensures ", r.Ensures)
}

func allTerms(r *compile.Rule) []*term.Term {
	var out []*term.Term
	for _, s := range r.Left {
		out = append(out, s.Term)
	}
	out = append(out, r.Requires...)
	for _, s := range r.Right {
		out = append(out, s.Term)
	}
	return append(out, r.Ensures...)
}

// saysNothing reports whether a cell stays as it is and holds only a variable or nothing.
func saysNothing(left, right *term.Term) bool {
	return (right == nil || term.Equal(left, right)) && (left.IsVar() || left.IsValue() && left.Len() == 0 && left.Kind() != term.KApp)
}

func cell(w io.Writer, name string, n *namer, left, right *term.Term) {
	if right == nil || term.Equal(left, right) {
		fmt.Fprintf(w, "  <%s> %s </%s>\n", name, n.format(left), name)
		return
	}
	if left.IsVar() && right.IsVar() {
		fmt.Fprintf(w, "  <%s> %s => %s </%s>\n", name, n.format(left), n.format(right), name)
		return
	}
	fmt.Fprintf(w, "  <%s> %s\n    => %s </%s>\n", name, n.format(left), n.format(right), name)
}

func formulas(w io.Writer, n *namer, word string, fs []*term.Term) {
	var conjuncts []*term.Term
	for _, f := range fs {
		conjuncts = term.Conjuncts(conjuncts, f)
	}
	for i, f := range conjuncts {
		if i > 0 {
			word = strings.Repeat(" ", len(word)-3) + "and"
		}
		fmt.Fprintf(w, "  %s %s\n", word, n.format(f))
	}
}
