package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rlv/proofs"
	"rlv/semantics/term"
)

// tree prints a proof, or what there is of one. Runs of steps are compressed; a node to which several paths lead has
// a number, and stands once: behind the cases of which the first path to it is one.
type tree struct {
	*text
	root    *proofs.Node
	failed  *proofs.Node // where the goal fails; nil: it does not
	joins   map[*proofs.Node]int
	numbers map[*proofs.Node]int
	waiting []*proofs.Node // joins that were come to and are to be printed
}

func newTree(t *text, root, failed *proofs.Node) *tree {
	return &tree{text: t, root: root, failed: failed, joins: root.Joins(), numbers: map[*proofs.Node]int{}}
}

func (t *tree) print() {
	const indent = "  "
	t.node(t.root, indent)
	t.flush(indent)
}

// flush prints the joins that paths have come to.
func (t *tree) flush(indent string) {
	for len(t.waiting) > 0 {
		n := t.waiting[0]
		t.waiting = t.waiting[1:]
		t.printf("%sjoin %d of %d paths%s\n", indent, t.numbers[n], t.joins[n], conditions(n.Start.Condition))
		t.node(n, indent)
	}
}

// goTo says that a path goes on at a join; false if the node is none.
func (t *tree) goTo(n *proofs.Node, indent, how string) bool {
	if t.joins[n] == 0 {
		return false
	}
	if t.numbers[n] == 0 {
		t.numbers[n] = len(t.numbers) + 1
		t.waiting = append(t.waiting, n)
	}
	t.printf("%s%s: join %d%s\n", indent, proofs.Implication, t.numbers[n], how)
	return true
}

func (t *tree) node(n *proofs.Node, indent string) {
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
	case n.Arrives != nil:
		if !t.goTo(n.Arrives.At, indent, witnesses(n.Arrives.Witnesses)) {
			t.node(n.Arrives.At, indent)
		}
	case len(n.Cases) > 0:
		t.printf("%s%s: %d cases\n", indent, proofs.CaseAnalysis, len(n.Cases))
		before := t.waiting
		t.waiting = nil
		for i, c := range n.Cases {
			t.printf("%s  case %d: %s %s%s\n", indent, i+1, c.Step.Rule, c.Step.Name, conditions(c.Step.Added))
			if !t.goTo(c.Node, indent+"    ", "") {
				t.node(c.Node, indent+"    ")
			}
		}
		t.flush(indent)
		t.waiting = before
	case n.Dead != nil:
		t.printf("%sno state satisfies what is assumed\n", indent)
	case n == t.failed:
		t.printf("%snot proved here\n", indent)
	case n.Open():
		t.printf("%snot tried\n", indent)
	default:
		t.printf("%sno state is left\n", indent)
	}
}

// witnesses are what the columns of a join stand for on a path, in the order of their names.
func witnesses(values term.Substitution) string {
	vars := slices.SortedFunc(maps.Keys(values), func(v, w *term.Variable) int { return term.Compare(v.Term(), w.Term()) })
	var eqs []*term.Term
	for _, v := range vars {
		eqs = append(eqs, term.Eq(v.Term(), values[v]))
	}
	return conditions(eqs)
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
