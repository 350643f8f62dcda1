package search

import (
	"slices"
	"unicode"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Pattern finds the states that are instances of a pattern.
type Pattern struct {
	// Variables are those that the pattern names, in order of their first places.
	Variables []*term.Variable

	lattice  *term.Lattice
	program  *rewrite.Program
	anywhere []int
}

// Instance is a part of a state that is an instance of a pattern: the state with what
// the pattern asks in its path condition, which need not be satisfiable, and the values
// of the pattern's variables.
type Instance struct {
	State  *rewrite.State
	Values []*term.Term
}

// NewPattern makes a pattern of a definition ready for matching.
func NewPattern(d *compile.Definition, p *compile.Pattern) *Pattern {
	out := &Pattern{lattice: d.Lattice, program: rewrite.NewProgram(d.Lattice, p.Rule, nil), anywhere: p.Anywhere}
	var left []*term.Term
	for _, s := range p.Left {
		left = append(left, s.Term)
	}
	for _, v := range term.Vars(left...) {
		if unicode.IsUpper(rune(v.Name[0])) { // others are made for dots and for _
			out.Variables = append(out.Variables, v)
		}
	}
	return out
}

// Slots are those that the pattern is about.
func (p *Pattern) Slots() []int {
	var out []int
	for _, l := range p.program.Rule.Left {
		out = append(out, l.Index)
	}
	return out
}

// Match returns the parts of a state that are instances of the pattern. decided is false
// if it cannot be told of some way to match whether it is one.
func (p *Pattern) Match(st *rewrite.State) (parts []Instance, decided bool) {
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
				parts = append(parts, Instance{part, p.values(m)})
			}
		}
	})
	return parts, decided
}

// values are those of the pattern's variables in a match.
func (p *Pattern) values(m *rewrite.Match) []*term.Term {
	sub := m.Substitution()
	var out []*term.Term
	for _, v := range p.Variables {
		out = append(out, sub[v])
	}
	return out
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
