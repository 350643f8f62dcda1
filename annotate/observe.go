package annotate

import (
	"maps"
	"slices"

	"rlv/annotate/meaning"
	"rlv/prover"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// aboutContract is the program of the goal of a contract.
type aboutContract struct {
	prover.Program // inside the procedure
	c              *compiler
	ct             *contract
}

// Observe implements prover.Program: at the call the parameters on entry, behind it the
// result and what the procedure leaves to its caller.
func (a *aboutContract) Observe(st *rewrite.State, values term.Substitution) []prover.Observation {
	q := a.c.Silently()
	k, call, frame := st.Slots[a.c.K], a.ct.left.Slots[a.c.K].Head(), values.Apply(a.ct.frame)
	switch {
	case term.Equal(k.Head(), call), term.Equal(k.Head(), values.Apply(call)):
		return a.ct.onEntry(q)
	case term.Equal(k, frame), term.Equal(k.Tail(), frame) && a.c.IsResult(k.Head()):
		return a.ct.atEnd(q, st, values)
	}
	return a.Program.Observe(st, values)
}

// onEntry are the values of the parameters on entry.
func (ct *contract) onEntry(r *meaning.Reader) []prover.Observation {
	var out []prover.Observation
	for _, name := range slices.Sorted(maps.Keys(ct.args)) {
		if v := ct.args[name]; ct.passed[slices.Index(ct.names, name)].Lacking != nil {
			continue
		} else if v.Object != nil {
			out = append(out, r.Observed(ct.left, name, v.Object)...)
		} else {
			out = append(out, meaning.Observation(name, v)...)
		}
	}
	return append(out, ct.streams(r, ct.left)...)
}

// streams are what is left to read and what was written, as far as the procedure reads or
// writes.
func (ct *contract) streams(r *meaning.Reader, st *rewrite.State) []prover.Observation {
	var out []prover.Observation
	for _, s := range []struct {
		name string
		kind shape.Probe
	}{{"In", shape.Input}, {"Out", shape.Output}} {
		before, ok := r.Stream(ct.left, s.kind)
		if !ok || !slices.ContainsFunc(term.Vars(before.List), func(v *term.Variable) bool { return ct.changed[v] }) {
			continue
		}
		if now, ok := r.Stream(st, s.kind); ok {
			out = append(out, prover.Observation{Name: s.name, Value: now.List})
		}
	}
	return out
}

// atEnd are the result, the globals, and what the parameters lead to at the end.
// Parameters that are values are gone by then.
func (ct *contract) atEnd(r *meaning.Reader, st *rewrite.State, values term.Substitution) []prover.Observation {
	end := r.WithK(st, term.DotK)
	ct.showGlobals(end)
	var out []prover.Observation
	see := func(name string, t *term.Term) { out = append(out, r.Observed(end, name, t)...) }
	args := r.CallArguments(ct.left)
	for i, name := range ct.names {
		if v := ct.args[name]; i < len(args) && name != "" && (v.Scalar == nil || !pattern.SameVars(v.Scalar, args[i])) {
			see(name, values.Apply(args[i]))
		}
	}
	for _, g := range r.GlobalNames() {
		see(g.Text(), g)
	}
	if ct.result != nil {
		see("result", st.Slots[r.K].Head())
	}
	return append(out, ct.streams(r, end)...)
}
