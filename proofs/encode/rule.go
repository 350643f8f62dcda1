package encode

import (
	"slices"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// ruleScope is the scope of a rule or an equation: what its left side binds, and the conditions
// that the left side has besides its pattern.
type ruleScope struct {
	scope
	binds   map[*term.Variable]*logic.Term
	n       uint64 // variables so far
	cond    []*logic.Term
	pending []*mapPattern // of which keys are still to be bound
}

func (l *Language) newRuleScope() *ruleScope {
	r := &ruleScope{binds: map[*term.Variable]*logic.Term{}}
	r.scope = scope{Language: l, names: r}
	return r
}

// Variable implements Names.
func (r *ruleScope) Variable(v *term.Variable) *logic.Term { return r.binds[v] }

// Function implements Names.
func (r *ruleScope) Function(*term.Symbol) logic.Sym { return 0 }

// rule encodes a rewrite rule. That its right side and its conditions have values is said by
// Ensures: where the rule matches and they have none, execution is stuck.
func (l *Language) rule(rule *compile.Rule) (kernel.Rule, error) {
	r := l.newRuleScope()
	out := kernel.Rule{Prio: uint64(rule.Priority)}
	left, err := r.left(rule)
	if err != nil {
		return out, err
	}
	var values []*logic.Term // what is said of the values of existentials
	for _, v := range rule.Existentials {
		x := r.fresh(l.Sort(v.Sort))
		if x.Sort.Kind == logic.SK && v.Sort != term.SortKItem && v.Sort != term.SortK {
			n, err := l.test(v.Sort)
			if err != nil {
				return out, err
			}
			values = append(values, logic.Is(n, x))
		}
		r.binds[v] = x
		out.Ex = append(out.Ex, x.Var())
	}
	right := slices.Clone(left)
	for _, s := range rule.Right {
		if right[s.Index], err = r.slot(s.Index, s.Term); err != nil {
			return out, err
		}
	}
	if out.Cond, err = r.terms(r.cond, rule.Requires); err != nil {
		return out, err
	}
	if out.Ensures, err = r.terms(values, slices.Concat(rule.Evaluable, rule.Defined, rule.Ensures)); err != nil {
		return out, err
	}
	out.Left, out.Right = logic.App(logic.Symbol(Config), left...), logic.App(logic.Symbol(Config), right...)
	return out, nil
}

// terms encodes conjuncts.
func (r *ruleScope) terms(out []*logic.Term, ts []*term.Term) ([]*logic.Term, error) {
	for _, t := range ts {
		for _, c := range term.Conjuncts(nil, t) {
			u, err := r.term(c)
			if err != nil {
				return nil, err
			}
			out = append(out, u)
		}
	}
	return out, nil
}

func (r *ruleScope) fresh(s logic.Sort) *logic.Term {
	r.n++
	return logic.V(logic.Var{Sort: s, N: r.n - 1})
}

// left encodes the slots of the left side.
func (r *ruleScope) left(rule *compile.Rule) ([]*logic.Term, error) {
	slots := r.definition.Layout.Slots
	left := make([]*logic.Term, len(slots))
	for _, s := range rule.Left {
		var err error
		if left[s.Index], err = r.pattern(s.Term, slots[s.Index].Sort); err != nil {
			return nil, err
		}
	}
	for i := range left {
		if left[i] == nil {
			left[i] = r.fresh(r.Sort(slots[i].Sort))
		}
	}
	return left, r.settle()
}
