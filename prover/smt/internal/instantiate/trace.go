package instantiate

import (
	"maps"
	"slices"

	"rlv/semantics/term"
)

// Use is how a question uses a formula: the formula implies the result.
type Use struct {
	// Formula is a fact, or a part of the question, or of the result of an earlier use, with
	// the quantifiers outermost, under a negation or not. Where there are no values it is a
	// conjunction of parts of the question, one of which the others rewrite by what they
	// say is equal.
	Formula *term.Term
	// Witness is set where the value is a constant that was made for what the formula says
	// is there; else the values are terms at which the formula is instantiated.
	Witness bool
	Values  []*term.Term
	Solved  term.Substitution // where there are no values: what the others say that variables are
	Result  *term.Term
}

// Implication is what the use adds: it holds whatever the rest of the question says; for
// a witness by the choice of the constant.
func (u Use) Implication() *term.Term { return term.Or(term.Not(u.Formula), u.Result) }

// Known returns facts that hold of the items of lists and of the remainders in the
// question, which solvers know little of.
func Known(conj []*term.Term) []*term.Term {
	q := (&Grounder{bare: map[*term.Term]bool{}, limit: 0}).newQuestion()
	q.formulas = conj
	q.Instantiate(2)
	return q.formulas[len(conj):]
}

// Rewritten returns the conjuncts that equations of the conjunction change, with those that
// change them, as equated does.
func Rewritten(conj []*term.Term) []Use {
	type derived struct {
		formula *term.Term
		from    []int // conjuncts
		solved  term.Substitution
	}
	var out []derived
	for i, c := range conj {
		out = append(out, derived{c, []int{i}, nil})
	}
	used := map[*term.Variable]bool{}
	for range maxEquations {
		var formulas []*term.Term
		for _, d := range out {
			formulas = append(formulas, d.formula)
		}
		v, value, at := solvedEquation(formulas, used)
		if v == nil {
			break
		}
		used[v] = true
		for i, d := range out {
			if i != at && term.Occurs(v, d.formula) {
				step := term.Substitution{v: value}
				solved := maps.Clone(step)
				for x, t := range d.solved {
					solved[x] = step.Apply(t)
				}
				out[i] = derived{step.Apply(d.formula), slices.Concat(d.from, out[at].from), solved}
			}
		}
	}
	var uses []Use
	for _, d := range out {
		if len(d.from) > 1 {
			var parts []*term.Term
			for _, i := range d.from {
				parts = append(parts, conj[i])
			}
			uses = append(uses, Use{Formula: term.And(parts...), Solved: d.solved, Result: d.formula})
		}
	}
	return uses
}
