package search

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Pattern finds the states that are instances of a pattern.
type Pattern struct {
	lattice  *term.Lattice
	program  *rewrite.Program
	anywhere []int
}

// NewPattern makes a pattern of a definition ready for matching.
func NewPattern(d *compile.Definition, p *compile.Pattern) *Pattern {
	return &Pattern{d.Lattice, rewrite.NewProgram(d.Lattice, p.Rule, nil), p.Anywhere}
}

// Match returns the parts of a state that are instances of the pattern: each is the
// state with what the pattern asks in its path condition, which need not be
// satisfiable. decided is false if it cannot be told of some way to match whether it
// is one.
func (p *Pattern) Match(st *rewrite.State) (parts []*rewrite.State, decided bool) {
	decided = true
	p.each(st.Slots, p.anywhere, func(slots []*term.Term) {
		for _, m := range p.program.Matches(p.lattice, slots) {
			if m.Undecided != "" {
				decided = false
				continue
			}
			var conds []*term.Term
			for _, c := range m.Conditions() {
				conds = append(conds, c.Formula)
			}
			if part, ok := st.With(conds); ok {
				parts = append(parts, part)
			}
		}
	})
	return parts, decided
}

// each calls f with the configurations in which beginnings of lists are left out.
func (p *Pattern) each(slots []*term.Term, anywhere []int, f func([]*term.Term)) {
	if len(anywhere) == 0 {
		f(slots)
		return
	}
	list := slots[anywhere[0]]
	if list.Kind() != term.KList {
		p.each(slots, anywhere[1:], f)
		return
	}
	rest := slices.Clone(slots)
	for from := 0; from <= list.Len(); from++ {
		rest[anywhere[0]] = list.Slice(from, list.Len())
		p.each(rest, anywhere[1:], f)
	}
}
