package prover

import (
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// occurrences are the variables of terms, each of which is in many states: of what a state
// has in common with a pattern it is only asked whether a variable occurs that stands for
// something else.
type occurrences map[*term.Term][]*term.Variable

// maxOccurrences bounds the terms whose variables are remembered.
const maxOccurrences = 1 << 16

// affects reports whether one of the variables occurs in a term.
func (o occurrences) affects(values term.Substitution, t *term.Term) bool {
	if len(values) == 0 || t.IsGround() {
		return false
	}
	vars, ok := o[t]
	if !ok {
		if len(o) >= maxOccurrences {
			clear(o)
		}
		vars = term.Vars(t)
		o[t] = vars
	}
	for x := range values {
		if slices.Contains(vars, x) {
			return true
		}
	}
	return false
}

// implies reports whether a state implies a pattern, with values for variables of that: the
// slots are equal, and each conjunct is true, or is among the state's, or has a disjunct of
// which all is. It asks no solver.
//
// A path has most of its conjuncts in common with what it is merged into, those before the
// branching. What they have not is mostly found behind those, too.
func (o occurrences) implies(st, of *rewrite.State, values term.Substitution) bool {
	for i, t := range of.Slots {
		if (t != st.Slots[i] || o.affects(values, t)) && !term.Equal(values.Apply(t), st.Slots[i]) {
			return false
		}
	}
	common := 0
	for common < min(len(st.PC), len(of.PC)) && st.PC[common] == of.PC[common] {
		common++
	}
	all, behind := conjuncts{pc: st.PC}, conjuncts{pc: st.PC[common:]}
	for i, c := range of.PC {
		if i < common && !o.affects(values, c) {
			continue
		}
		if !behind.haveOwn(c, values) && !all.haveOwn(c, values) && !all.have(values.Apply(c)) {
			return false
		}
	}
	return true
}

// conjuncts are some of a path condition.
type conjuncts struct {
	pc     []*term.Term
	hashes map[uint64]bool // made when it is first asked for
}

// have reports whether a formula is true, or among the conjuncts, or has a disjunct of which
// all is.
func (k *conjuncts) have(c *term.Term) bool {
	if k.hashes == nil {
		k.hashes = make(map[uint64]bool, len(k.pc))
		for _, d := range k.pc {
			k.hashes[d.Hash()] = true
		}
	}
	switch {
	case c == term.True || k.hashes[c.Hash()] && rewrite.Holds(k.pc, c):
		return true
	case c.Is(term.BoolAnd):
		return !slices.ContainsFunc(c.Args(), func(d *term.Term) bool { return !k.have(d) })
	case c.Is(term.BoolOr):
		return slices.ContainsFunc(c.Args(), k.have)
	}
	return false
}

// haveOwn is have for a disjunction, with values for its variables. A path has its own
// disjunct, which is found by its last conjunct, what a column is there: of the others that
// conjunct alone is instantiated.
func (k *conjuncts) haveOwn(c *term.Term, values term.Substitution) bool {
	switch {
	case c.Is(term.BoolAnd):
		return k.haveOwn(c.Arg(1), values) && k.haveOwn(c.Arg(0), values)
	case c.Is(term.BoolOr):
		return k.haveOwn(c.Arg(1), values) || k.haveOwn(c.Arg(0), values)
	}
	return k.have(values.Apply(c))
}
