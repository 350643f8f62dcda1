// Package ahead takes states to where claims say that they lead, without asking for the conditions: it is for
// explorations, which only look ahead.
package ahead

import (
	"fmt"
	"slices"

	"rlv/annotate/meaning"
	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Apply replaces a state that has the form of a claim's left side by its right side; nil: it does not have
// that form.
func Apply(lattice *term.Lattice, claim *rewrite.Program, st *rewrite.State) *rewrite.State {
	if m := Match(lattice, claim, st); m != nil {
		return behind(m, st)
	}
	return nil
}

// Behind are the states behind a goal that a state matches, one for each of its ways; m may be nil.
func Behind(g *prover.Goal, m *rewrite.Match, st *rewrite.State) (out []*rewrite.State) {
	if m == nil {
		return nil
	}
	prover.InEach(g.Ways(), m, func() {
		if next := behind(m, st); next != nil {
			out = append(out, next)
		}
	})
	return out
}

// behind is the state behind a claim that a state matches; nil: there is none.
func behind(m *rewrite.Match, st *rewrite.State) *rewrite.State {
	next := *st
	next.Slots = m.Result(st.Slots)
	if s, ok := next.With(m.Ensures()); ok {
		return s
	}
	return nil
}

// Match matches a state with a claim's left side; nil: it does not have its form.
func Match(lattice *term.Lattice, claim *rewrite.Program, st *rewrite.State) *rewrite.Match {
	if claim == nil {
		return nil
	}
	all := claim.Matches(lattice, st.Slots)
	slices.SortStableFunc(all, func(a, b *rewrite.Match) int { return len(a.Equations) - len(b.Equations) }) // places that are the same by name come first
	for _, m := range all {
		if m.Undecided != "" {
			continue
		}
		same := term.Substitution{}
		for _, o := range m.Open {
			same[o.Value] = o.Variable.Term()
		}
		m.Refine(same)
		for _, v := range m.Unbound() {
			if slices.Contains(claim.Rule.Existentials, v) {
				m.Bind(v, term.Fresh(v.BaseName(), v.Sort))
			} else {
				m.Bind(v, v.Term())
			}
		}
		return m
	}
	return nil
}

// Fits reports whether a state has the form of the left side of one of some claims, whatever else must hold.
func Fits(lattice *term.Lattice, claims []*rewrite.Program, st *rewrite.State) bool {
	return slices.ContainsFunc(claims, func(p *rewrite.Program) bool {
		return slices.ContainsFunc(p.Matches(lattice, st.Slots), func(m *rewrite.Match) bool { return m.Undecided == "" && len(m.Equations) == 0 })
	})
}

// IsPrepared reports whether a call is only prepared by the next step: it is then one of
// the same function, of other arguments, such as those converted to the parameters' types.
func IsPrepared(r *meaning.Reader, st *rewrite.State) bool {
	k := st.Slots[r.K]
	name, _, _ := r.Shape.Call(k.Head())
	d := r.Engine.Derive(st, meaning.Silent{})
	for _, s := range d.Successors {
		then := s.State.Slots[r.K]
		if next, _, ok := r.Shape.Call(then.Head()); !ok || !term.Equal(name, next) || !term.Equal(then.Tail(), k.Tail()) {
			return false
		}
	}
	return len(d.Successors) > 0
}

// CallAt names the call on top of a state.
func CallAt(program *compile.Program, st *rewrite.State) string {
	at := program.Span(st.Pos)
	if at.IsZero() {
		return "this call"
	}
	line, column := at.File.Position(at.Start)
	return fmt.Sprintf("the call at %d:%d", line, column)
}
