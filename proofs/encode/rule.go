package encode

import (
	"slices"

	"rlv/proofs/kernel"
	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// ruleScope is the scope of a rule: what its left side binds.
type ruleScope struct {
	scope
	binds map[*term.Variable]*kernel.Term
	n     uint64 // variables so far
	cond  []*kernel.Term
}

// Variable implements Names.
func (r *ruleScope) Variable(v *term.Variable) *kernel.Term { return r.binds[v] }

// Function implements Names.
func (r *ruleScope) Function(*term.Symbol) kernel.Sym { return 0 }

func (l *Language) rule(rule *compile.Rule) (kernel.Rule, error) {
	r := &ruleScope{binds: map[*term.Variable]*kernel.Term{}}
	r.scope = scope{Language: l, names: r}
	out := kernel.Rule{Prio: uint64(rule.Priority)}
	switch {
	case len(rule.Fresh) > 0:
		return out, noForm("a fresh constant")
	case len(rule.Evaluable)+len(rule.Defined)+len(rule.Hidden) > 0:
		return out, noForm("an application that may have no value")
	}
	left, err := r.left(rule)
	if err != nil {
		return out, err
	}
	for _, v := range rule.Existentials {
		x := r.fresh(l.Sort(v.Sort))
		if x.Sort.Kind == kernel.SK {
			return out, noForm("the existential %s, whose values are of the sort %s,", v.Name, l.definition.Lattice.Name(v.Sort))
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
	if out.Ensures, err = r.terms(nil, rule.Ensures); err != nil {
		return out, err
	}
	out.Left, out.Right = kernel.App(kernel.Symbol(Config), left...), kernel.App(kernel.Symbol(Config), right...)
	return out, nil
}

func (r *ruleScope) terms(out []*kernel.Term, ts []*term.Term) ([]*kernel.Term, error) {
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

func (r *ruleScope) fresh(s kernel.Sort) *kernel.Term {
	r.n++
	return kernel.V(kernel.Var{Sort: s, N: r.n - 1})
}

// left encodes the slots of the left side. Maps come last: their keys are bound elsewhere.
func (r *ruleScope) left(rule *compile.Rule) ([]*kernel.Term, error) {
	slots := r.definition.Layout.Slots
	left := make([]*kernel.Term, len(slots))
	for _, maps := range []bool{false, true} {
		for _, s := range rule.Left {
			if (s.Term.Kind() == term.KMap) != maps {
				continue
			}
			var err error
			if maps {
				left[s.Index], err = r.mapPattern(s.Term)
			} else {
				left[s.Index], err = r.pattern(s.Term, slots[s.Index].Sort)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	for i := range left {
		if left[i] == nil {
			left[i] = r.fresh(r.Sort(slots[i].Sort))
		}
	}
	return left, nil
}

// pattern encodes a pattern that stands where terms of a sort stand.
func (r *ruleScope) pattern(t *term.Term, at term.Sort) (*kernel.Term, error) {
	switch {
	case t.IsVar():
		return r.bind(t.Variable(), at)
	case t == term.DotK:
		return kernel.Symbol(Dot), nil
	case at == term.SortK:
		if h := t.Head(); h.Sort() == term.SortK {
			return nil, noForm("a computation within a computation")
		}
		head, err := r.pattern(t.Head(), term.SortKItem)
		if err != nil {
			return nil, err
		}
		tail, err := r.pattern(t.Tail(), term.SortK)
		if err != nil {
			return nil, err
		}
		return kernel.App(kernel.Symbol(Sequence), head, tail), nil
	case t.Kind() == term.KToken:
		return nil, noForm("a pattern with the token %v", t)
	case t.Kind() != term.KApp || t.Symbol().Class != term.Constructor:
		return nil, noForm("the pattern %v", t)
	}
	args := make([]*kernel.Term, len(t.Args()))
	for i, a := range t.Args() {
		var err error
		if args[i], err = r.pattern(a, t.Symbol().Args[i]); err != nil {
			return nil, err
		}
	}
	return kernel.App(kernel.Symbol(r.symbol(t.Symbol())), args...), nil
}

// bind makes a variable of the pattern, with a test of its sort where neither the place nor
// the kernel's sort gives it.
func (r *ruleScope) bind(v *term.Variable, at term.Sort) (*kernel.Term, error) {
	if v.Sort == term.SortK && at != term.SortK {
		return nil, noForm("the computation %s where an item stands", v.Name)
	}
	if v.Sort != term.SortK && at == term.SortK {
		// The only item of a computation.
		item, err := r.bind(v, term.SortKItem)
		if err != nil {
			return nil, err
		}
		return kernel.App(kernel.Symbol(Sequence), item, kernel.Symbol(Dot)), nil
	}
	x := r.fresh(r.Sort(v.Sort))
	r.binds[v] = x
	if x.Sort.Kind == kernel.SK && !r.definition.Lattice.Leq(at, v.Sort) {
		n, err := r.test(v.Sort)
		if err != nil {
			return nil, err
		}
		r.cond = append(r.cond, kernel.Is(n, x))
	}
	return x, nil
}

// mapPattern makes a variable for a map of which some entries are wanted: their keys are in
// it, and what the pattern has for values stands for what is looked up.
func (r *ruleScope) mapPattern(t *term.Term) (*kernel.Term, error) {
	entries, opaque := t.Entries()
	if len(opaque) != 1 || !opaque[0].IsVar() {
		return nil, noForm("the pattern %v", t)
	}
	whole := r.fresh(r.Sort(term.SortMap))
	for i, e := range entries {
		if i > 0 {
			return nil, noForm("a pattern for several entries of a map")
		}
		k, err := r.term(e.Key)
		if err != nil {
			return nil, err
		}
		if !e.Value.IsVar() {
			return nil, noForm("the pattern %v", t)
		}
		v, look := e.Value.Variable(), kernel.Operation(kernel.OLook, whole, k)
		r.cond = append(r.cond, kernel.Operation(kernel.OIn, whole, k))
		if v.Sort != term.SortKItem {
			n, err := r.test(v.Sort)
			if err != nil {
				return nil, err
			}
			r.cond = append(r.cond, kernel.Is(n, look))
		}
		r.binds[v] = look
	}
	r.maps = append(r.maps, mapPattern{pattern: t, variable: whole})
	return whole, nil
}
