package explore

import (
	"maps"
	"slices"

	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// smallest bounds the values that are tried at first: a person wants to follow a run.
const smallest = 9

// anyOf are the values of variables that a model does not mention.
var anyOf = map[term.Sort]*term.Term{term.SortInt: term.Int(0), term.SortBool: term.False, term.SortArray: term.ConstArray(term.Int(0))}

// model looks for values of the symbols of an input, and of what else there is in a path
// condition, small ones if there are such. Unsatisfiable: there are none. Unknown: the
// values, if there are any, need not satisfy the condition.
func (o *oracle) model(pc []*term.Term, symbols []*term.Variable) (term.Substitution, rewrite.Verdict) {
	small := make([]*term.Term, 0, 2*len(symbols))
	for _, v := range occurring(symbols, pc) {
		small = append(small, term.Le(term.Int(-smallest), v.Term()), term.Le(v.Term(), term.Int(smallest)))
	}
	a := o.ask(smt.Glance, pc, small...) // the values of earlier questions may do
	if a.Model == nil {
		a = o.ask(smt.Steady, pc, small...)
	}
	if a.Result != smt.Sat || a.Approximate || a.Model == nil {
		a = o.ask(smt.Steady, pc)
	}
	v := verdict(a)
	if a.Result != smt.Sat {
		return nil, v
	}
	values := term.Substitution{}
	for x, t := range a.Model {
		values[x] = t
	}
	for _, x := range slices.Concat(symbols, term.Vars(pc...)) {
		if values[x] == nil { // any will do; these are those that questions are evaluated with
			values[x] = anyOf[x.Sort]
		}
	}
	maps.DeleteFunc(values, func(_ *term.Variable, t *term.Term) bool { return t == nil })
	return values, v
}
