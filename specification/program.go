package specification

import (
	"fmt"

	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// program is the program of a claim: all that is known of it is what its cells hold, and
// which calls other claims are about.
type program struct {
	prover.NoProgram
	*reader
}

// Observe implements prover.Program: the cells beside the computation.
func (p *program) Observe(st *rewrite.State, _ term.Substitution) []prover.Observation {
	layout := p.spec.Definition.Layout
	var out []prover.Observation
	for i, cell := range layout.Slots {
		if i != layout.Counter && i != layout.K && !st.Slots[i].IsVar() {
			out = append(out, prover.Observation{Name: "<" + cell.Name + ">", Value: st.Slots[i]})
		}
	}
	return out
}

// Refuse implements prover.Program: a call of a recursive procedure is not unrolled. It has
// the form that stands on top of the left side of the contract.
func (p *program) Refuse(st *rewrite.State) string {
	k := p.spec.Definition.Layout.K
	if k < 0 {
		return ""
	}
	top := st.Slots[k].Head()
	for _, g := range p.out.Goals {
		if g.Recursion == 0 || g.NotAHypothesis {
			continue
		}
		if call := leftOf(g, k).Head(); isConstructed(call) && isInstance(p.spec.Definition.Lattice, call, top) {
			return fmt.Sprintf("the procedure of the claim %s calls itself, and no claim covers this call", g.Name)
		}
	}
	return ""
}

// leftOf is a cell of a goal's left side.
func leftOf(g *prover.Goal, index int) *term.Term {
	for _, s := range g.Claim.Left {
		if s.Index == index {
			return s.Term
		}
	}
	return term.DotK
}

func isConstructed(t *term.Term) bool {
	return t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && len(t.Args()) > 0
}

// isInstance reports whether a term has the form of a pattern, whatever its data are.
func isInstance(l *term.Lattice, pattern, t *term.Term) bool {
	switch {
	case pattern.IsVar():
		return l.Leq(t.Sort(), pattern.Sort())
	case pattern.Kind() != term.KApp || pattern.Symbol().Class != term.Constructor:
		return term.Equal(pattern, t) || !pattern.IsValue() || !t.IsValue()
	case !t.Is(pattern.Symbol()) || len(t.Args()) != len(pattern.Args()):
		return false
	}
	for i, a := range pattern.Args() {
		if !isInstance(l, a, t.Arg(i)) {
			return false
		}
	}
	return true
}
