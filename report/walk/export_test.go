package walk

import (
	"rlv/prover"
	"rlv/semantics/term"
)

// Build is New, and returns the names that variables have as well.
func Build(v *prover.Verdict, cells []string, value func([]prover.Observation, int) string) (*Proof, func(*term.Variable) string) {
	b := build(v, cells, value)
	if b == nil {
		return nil, nil
	}
	return b.proof, b.table.name
}

// At returns the pieces of a pattern: those of the cells, and of the path condition.
func (p *Proof) At(node, step int) (cells, condition []Piece) {
	n := &p.Nodes[node]
	if n.From >= 0 {
		cells, condition = p.At(n.From, len(p.Nodes[n.From].Steps)-1)
	}
	for i := -1; i <= step; i++ {
		change := n.Start
		if i >= 0 {
			change = n.Steps[i].Pattern
		}
		for _, c := range change.Cells {
			for len(cells) <= c.Number {
				cells = append(cells, Piece{})
			}
			cells[c.Number] = c.Holds
		}
		condition = change.Condition.of(condition)
	}
	return cells, condition
}

// Of is Change.of.
func (c *Change) Of(before []Piece) []Piece { return c.of(before) }

// ChangeOf is changeOf.
var ChangeOf = changeOf
