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
		if v := ct.args[name]; v.Object != nil {
			out = append(out, observedName(r, ct.left, name, v.Object)...)
		} else {
			out = append(out, observed(name, v)...)
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
	see := func(name string, t *term.Term) { out = append(out, observedName(r, end, name, t)...) }
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

// observedName is a name of the program as people see it: its value, or its parts.
func observedName(r *meaning.Reader, st *rewrite.State, name string, t *term.Term) []prover.Observation {
	v, ok := r.ValueOf(st, t)
	if !ok {
		return observedFields(r, st, name, t)
	}
	out := observed(name, v)
	if v.Array != nil && v.Array.OfObjects() {
		out = append(out, observedFields(r, st, name, t)...)
	}
	return out
}

// observedFields are the parts of an object as people see them.
func observedFields(r *meaning.Reader, st *rewrite.State, name string, object *term.Term) []prover.Observation {
	var out []prover.Observation
	for _, f := range r.Fields(st, object) {
		out = append(out, observed(name+"."+f.Name, f.Value)...)
	}
	return out
}

// observed is a value as people see it.
func observed(name string, v meaning.Value) []prover.Observation {
	if v.Array != nil {
		out := []prover.Observation{{Name: "len(" + name + ")", Value: term.Sub(v.Array.Length, v.Array.Offset)}}
		if !v.Array.OfObjects() {
			out = append(out, prover.Observation{Name: name, Value: v.Array.Array, Set: v.Array.Initialised, First: v.Array.Offset, Width: v.Array.Width})
		}
		return out
	}
	return []prover.Observation{{Name: name, Value: v.Scalar}}
}
