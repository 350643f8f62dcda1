package report

import (
	"fmt"
	"strings"

	"rlv/proofs"
	"rlv/semantics/term"
)

// tree prints a proof tree; runs of steps are compressed.
func (t *text) tree(n *proofs.Node, indent string) {
	for i := 0; i < len(n.Steps); {
		s := n.Steps[i]
		j := i + 1
		if s.Rule == proofs.SymbolicStep {
			for j < len(n.Steps) && n.Steps[j].Rule == proofs.SymbolicStep && n.Steps[j].Span == s.Span {
				j++
			}
		}
		t.step(indent, s, n.Steps[i:j])
		i = j
	}
	switch {
	case n.Closing != nil:
		t.printf("%s%s%s\n", indent, proofs.Implication, ids(n.Closing.Obligations))
	case len(n.Cases) > 0:
		t.printf("%s%s: %d cases\n", indent, proofs.CaseAnalysis, len(n.Cases))
		for i, c := range n.Cases {
			t.printf("%s  case %d: %s %s%s\n", indent, i+1, c.Step.Rule, c.Step.Name, conditions(c.Step.Added))
			t.tree(c.Node, indent+"    ")
		}
	case n.Dead != nil:
		t.printf("%sno state satisfies what is assumed\n", indent)
	default:
		t.printf("%sno state is left\n", indent)
	}
}

func (t *text) step(indent string, first proofs.Step, run []proofs.Step) {
	at := ""
	if !first.Span.IsZero() {
		line, column := first.Span.File.Position(first.Span.Start)
		at = fmt.Sprintf(" at %d:%d", line, column)
	}
	if len(run) > 1 {
		t.printf("%s%s x%d%s: %s .. %s\n", indent, first.Rule, len(run), at, first.Name, run[len(run)-1].Name)
		return
	}
	t.printf("%s%s%s: %s%s%s\n", indent, first.Rule, at, first.Name, conditions(first.Added), ids(first.Obligations))
}

func conditions(ts []*term.Term) string {
	if len(ts) == 0 {
		return ""
	}
	return " with " + Readable(term.And(ts...))
}

func ids(obligations []int) string {
	if len(obligations) == 0 {
		return ""
	}
	return fmt.Sprintf(" (obligations %s)", strings.Trim(fmt.Sprint(obligations), "[]"))
}
