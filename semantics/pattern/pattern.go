// Package pattern has configurations as patterns of others: whether one covers another
// (pattern.go), the least general one for several (antiunify.go), and the one for what
// may come out of another (open.go).
//
// States differ in data where the same rules apply to them; a pattern for several has
// a variable there. For
//
//	<k> while ... </k> <store> x |-> 0   y |-> 7 </store>
//	<k> while ... </k> <store> x |-> N+1 y |-> 7 </store>
//
// it is x |-> V, y |-> 7 with a new variable V. Code, and keys of maps, are never made
// general: states that differ in them have no common pattern. This is anti-unification
// (Plotkin, "A Note on Inductive Generalization", 1970) up to data.
package pattern

import (
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Space is what all configurations of a language have in common.
type Space struct {
	Lattice *term.Lattice
	K       int // slot of the computation, which patterns leave alone
	Counter int // slot of the fresh counter, arbitrary in every pattern; negative: none
}

// Covers reports whether a pattern covers a state, where the open variables may have
// any value and all others stand for themselves.
func (s Space) Covers(pattern, st *rewrite.State, open map[*term.Variable]bool) bool {
	return s.Instance(pattern, st, open) != nil
}

// Instance is what the open variables of a pattern stand for in a state that it covers; nil if it does not.
func (s Space) Instance(pattern, st *rewrite.State, open map[*term.Variable]bool) term.Substitution {
	rule := &compile.Rule{Kind: compile.ClaimRule, Left: Slots(pattern.Slots)}
	p := rewrite.NewProgram(s.Lattice, rule, func(v *term.Variable) bool { return !open[v] })
	for _, m := range p.Matches(s.Lattice, st.Slots) {
		if m.Undecided == "" && len(m.Equations) == 0 {
			return m.Substitution()
		}
	}
	return nil
}

// Slots are the slots of a claim that say what each slot of a configuration is.
func Slots(slots []*term.Term) []compile.Slot {
	out := make([]compile.Slot, len(slots))
	for i, t := range slots {
		out[i] = compile.Slot{Index: i, Term: t}
	}
	return out
}

// Differences calls f for the variables of a, of data sorts, in whose place b
// has something else.
func Differences(a, b *term.Term, f func(*term.Variable)) {
	switch {
	case term.Equal(a, b):
	case a.IsVar():
		if a.Sort() != term.SortMap && a.Sort() != term.SortSet && a.Sort() != term.SortK {
			f(a.Variable())
		}
	case a.Kind() == term.KMap && b.Kind() == term.KMap:
		entries, _ := a.Entries()
		for _, e := range entries {
			if v, found := b.Get(e.Key); found == term.Present {
				Differences(e.Value, v, f)
			}
		}
	case a.Kind() == term.KApp && a.Symbol() == b.Symbol():
		for i := range a.Args() {
			Differences(a.Arg(i), b.Arg(i), f)
		}
	}
}

// PartAt returns what stands in t where v does in a pattern for it, nil if that
// cannot be said.
func PartAt(pattern, t *term.Term, v *term.Variable) *term.Term {
	if pattern.IsVar() {
		if pattern.Variable() == v {
			return t
		}
		return nil
	}
	if pattern.Kind() == term.KMap && t.Kind() == term.KMap {
		entries, _ := pattern.Entries()
		for _, e := range entries {
			if u, found := t.Get(e.Key); found == term.Present {
				if at := PartAt(e.Value, u, v); at != nil {
					return at
				}
			}
		}
		return nil
	}
	if pattern.Kind() != term.KApp || t.Kind() != term.KApp || pattern.Symbol() != t.Symbol() {
		return nil
	}
	for i, p := range pattern.Args() {
		if at := PartAt(p, t.Arg(i), v); at != nil {
			return at
		}
	}
	return nil
}

// SameVars reports whether a mentions no variable that b does not.
func SameVars(a, b *term.Term) bool {
	for _, v := range term.Vars(a) {
		if !term.Occurs(v, b) {
			return false
		}
	}
	return true
}

// ValuesAt are the values of a key in the maps of a configuration.
func ValuesAt(slots []*term.Term, key *term.Term) []*term.Term {
	var out []*term.Term
	for _, slot := range slots {
		if slot.Kind() == term.KMap {
			if v, found := slot.Get(key); found == term.Present {
				out = append(out, v)
			}
		}
	}
	return out
}

// PartIn is what stands in the maps of a configuration for a variable in those of another one; nil: the same, or it is
// not known.
func PartIn(before, after []*term.Term, v *term.Variable) *term.Term {
	for i, t := range before {
		if t.Kind() != term.KMap || !term.Occurs(v, t) {
			continue
		}
		if now := PartAt(t, after[i], v); now != nil && !term.Equal(now, v.Term()) {
			return now
		}
	}
	return nil
}
