package walk

import (
	"maps"
	"slices"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// path finds the way to the node where the goal fails, and what the variables of the
// program are on it in the counterexample. Where paths meet it is the one that the
// counterexample takes, as far as that can be told.
func (b *builder) path(v *prover.Verdict, value func([]prover.Observation, int) string) {
	end, ok := b.numbers[b.failed]
	if !ok || b.failed == nil {
		return
	}
	model := completed(v.Failure.Model, b.lastOf(end).Condition)
	b.proof.Values = v.Failure.Model != nil && !contradicts(model, b.lastOf(end).Condition)
	if !b.proof.Values {
		model = term.Substitution{}
	}
	b.proof.Path = []int{end}
	for n := end; len(b.from[n]) > 0; n = b.proof.Path[0] {
		from := b.from[n]
		i := max(0, slices.IndexFunc(from, func(m int) bool { return !contradicts(model, b.lastOf(m).Condition) && b.arrives(model, m, n) }))
		b.proof.Path = slices.Insert(b.proof.Path, 0, from[i])
	}
	if !b.proof.Values {
		return
	}
	o := observer{v.Goal.Program, value, map[string]string{}}
	for _, n := range b.proof.Path {
		out := &b.proof.Nodes[n]
		out.Values = o.news(b.nodes[n].Start, model)
		for k, s := range b.nodes[n].Steps {
			out.Steps[k].Values = o.news(s.Result, model)
		}
	}
	// What is known of the end beyond what is known of its state.
	last := &b.proof.Nodes[end]
	values := &last.Values
	if k := len(last.Steps); k > 0 {
		values = &last.Steps[k-1].Values
	}
	*values = merged(*values, o.changed(v.Failure.End))
}

// completed are values with those of further variables that equations among some conditions
// give then: a run on values of the start says nothing of what was made on the way.
func completed(values term.Substitution, conditions []*term.Term) term.Substitution {
	out := term.Substitution{}
	maps.Copy(out, values)
	for progress := len(out) > 0; progress; {
		progress = false
		for _, c := range conditions {
			for _, c := range term.Conjuncts(nil, out.Apply(c)) {
				vars := term.Vars(c)
				if len(vars) != 1 || out[vars[0]] != nil {
					continue
				}
				if t := term.SolveFor(c, vars[0]); t != nil && t.IsValue() {
					out[vars[0]] = t
					progress = true
				}
			}
		}
	}
	return out
}

// contradicts reports whether values make one of some conditions false.
func contradicts(values term.Substitution, conditions []*term.Term) bool {
	return slices.ContainsFunc(conditions, func(c *term.Term) bool { return values.Apply(c) == term.False })
}

func (b *builder) lastOf(n int) proofs.Pattern {
	node := b.nodes[n]
	if k := len(node.Steps); k > 0 {
		return node.Steps[k-1].Result
	}
	return node.Start
}

// arrives reports whether the values in a node may be those with which another came to it.
func (b *builder) arrives(values term.Substitution, from, to int) bool {
	a := b.nodes[from].Arrives
	if a == nil || b.numbers[a.At] != to {
		return true
	}
	for v, t := range a.Witnesses {
		if values.Apply(term.Eq(v.Term(), t)) == term.False {
			return false
		}
	}
	return true
}

// observer sees what the variables of the program are along a path.
type observer struct {
	program prover.Program
	value   func([]prover.Observation, int) string
	seen    map[string]string // last
}

// news are the values in a state that are others than before it.
func (o *observer) news(p proofs.Pattern, model term.Substitution) []Value {
	obs := o.program.Observe(&rewrite.State{Slots: p.Slots, PC: p.Condition}, nil)
	for i := range obs {
		obs[i] = obs[i].Under(model)
	}
	return o.changed(obs)
}

func (o *observer) changed(obs []prover.Observation) []Value {
	var out []Value
	for i := range obs {
		if !obs[i].Value.IsValue() {
			continue
		}
		text := source.Printable(o.value(obs, i))
		if name := source.Printable(obs[i].Name); o.seen[name] != text {
			o.seen[name] = text
			out = append(out, Value{name, text})
		}
	}
	return out
}

// merged are values with others in the place of those of the same names.
func merged(values, others []Value) []Value {
	for _, v := range others {
		if i := slices.IndexFunc(values, func(w Value) bool { return w.Name == v.Name }); i >= 0 {
			values[i] = v
		} else {
			values = append(values, v)
		}
	}
	return values
}
