package annotate

import (
	"maps"
	"slices"

	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// observer names what is to be seen of the states of a contract's goal: at the call
// the parameters on entry, behind it the result and what the procedure leaves to
// its caller, and what inside sees in between.
func (ct *contract) observer(c *compiler, inside func(*rewrite.State, term.Substitution) []prover.Observation) func(*rewrite.State, term.Substitution) []prover.Observation {
	return func(st *rewrite.State, values term.Substitution) []prover.Observation {
		q := c.quiet()
		k, call := st.Slots[c.k], ct.left.Slots[c.k].Head()
		switch {
		case term.Equal(k.Head(), call), term.Equal(k.Head(), values.Apply(call)):
			return ct.onEntry(q)
		case term.Equal(k, values.Apply(ct.frame)), term.Equal(k.Tail(), values.Apply(ct.frame)) && isResult(c, k.Head()):
			return ct.atEnd(q, st, values)
		}
		return inside(st, values)
	}
}

// onEntry are the values of the parameters on entry.
func (ct *contract) onEntry(c *compiler) []prover.Observation {
	var out []prover.Observation
	for _, name := range slices.Sorted(maps.Keys(ct.args)) {
		if v := ct.args[name]; v.object != nil {
			out = append(out, c.observedFields(ct.left, name, v.object)...)
		} else {
			out = append(out, observed(name, v)...)
		}
	}
	return out
}

// atEnd are the result, the globals, and what the parameters lead to at the end.
// Parameters that are values are gone by then.
func (ct *contract) atEnd(c *compiler, st *rewrite.State, values term.Substitution) []prover.Observation {
	end := c.withK(st, term.DotK)
	ct.showGlobals(c, end)
	var out []prover.Observation
	see := func(name string, t *term.Term) {
		if v, ok := c.valueOf(end, t); ok {
			out = append(out, observed(name, v)...)
		} else {
			out = append(out, c.observedFields(end, name, t)...)
		}
	}
	args := c.callArguments(ct.left)
	for i, name := range ct.names {
		if v := ct.args[name]; i < len(args) && name != "" && (v.scalar == nil || !sameVars(v.scalar, args[i])) {
			see(name, values.Apply(args[i]))
		}
	}
	for _, g := range c.globalNames() {
		see(g.Text(), g)
	}
	if ct.result != nil {
		see("result", st.Slots[c.k].Head())
	}
	return out
}
