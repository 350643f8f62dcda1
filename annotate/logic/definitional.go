package logic

import (
	"slices"
	"strings"

	"rlv/annotate/meaning"
	"rlv/prover/replay"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// definingClause is an axiom read as a part of a function's definition: where the guards
// hold of the parameters, the function has the value of the body.
type definingClause struct {
	guards []*term.Term
	body   *term.Term
}

// definitional reports whether the axioms of a file cannot contradict each other, as
// they are definitions by recursion, and of which functions; "" if that is not
// shown. They are if each, or each conjunct of it, gives the value of a function that nothing else
// defines, where a condition holds that excludes those of its other axioms, and
// if some measure of the parameters is smaller at each recursive call and not
// negative (as in ends). A function with these values then exists, and so a model
// of the axioms. Runs evaluate it by them.
func (c *declarer) definitional() string {
	functions := map[*term.Symbol]*meaning.Function{}
	for _, f := range c.r.Functions {
		if f.Body == nil {
			functions[f.Symbol] = f
		}
	}
	clauses := map[*meaning.Function][]definingClause{}
	var order []*meaning.Function
	var conjuncts []*term.Term
	for _, axiom := range c.out.AxiomFormulas {
		conjuncts = term.Conjuncts(conjuncts, axiom)
	}
	for _, axiom := range conjuncts {
		f, cl := readClause(functions, axiom)
		if f == nil {
			return ""
		}
		if clauses[f] == nil {
			order = append(order, f)
		}
		clauses[f] = append(clauses[f], cl)
	}
	oracle, err := c.makeOracle(c.out.Definitions, nil)
	if err != nil || len(order) == 0 || c.circular(clauses) {
		return ""
	}
	var names []string
	for _, f := range order {
		if !apart(oracle, clauses[f]) || !clausesEnd(oracle, f, clauses[f]) {
			return ""
		}
		names = append(names, f.Symbol.Name)
	}
	for _, f := range order {
		c.out.Functions[f.Symbol] = evaluable(f.Params, clauses[f])
	}
	return strings.Join(names, ", ")
}

// evaluable is a function with the values that clauses give it, none of which is about what another one is.
func evaluable(params []*term.Variable, clauses []definingClause) replay.Function {
	out := replay.Function{Params: params, Where: term.False}
	for _, cl := range clauses {
		guard := term.And(cl.guards...)
		if out.Where = term.Or(out.Where, guard); out.Body == nil {
			out.Body = cl.body
		} else {
			out.Body = term.Ite(guard, cl.body, out.Body)
		}
	}
	return out
}

// readClause reads (forall ..) (guards ==> f(..) == body), where the arguments
// of f are distinct variables, plus integers, or constants. Bound variables are
// distinct from all others, so quantifiers may stand anywhere in front of the
// equation. The function is nil if the axiom is of another form.
func readClause(functions map[*term.Symbol]*meaning.Function, t *term.Term) (*meaning.Function, definingClause) {
	var cl definingClause
	for ; t.Is(term.Forall) || t.Is(term.BoolImplies); t = t.Arg(1) {
		if t.Is(term.BoolImplies) {
			cl.guards = term.Conjuncts(cl.guards, t.Arg(0))
		}
	}
	sides := [][2]*term.Term{{t, term.True}, {term.Not(t), term.False}}
	if t.Is(term.KEq) || t.Is(term.IntEq) || t.Is(term.BoolEq) {
		sides = [][2]*term.Term{{t.Arg(0), t.Arg(1)}, {t.Arg(1), t.Arg(0)}}
	}
	for _, side := range sides {
		f := functions[side[0].Symbol()]
		if side[0].Kind() != term.KApp || f == nil {
			continue
		}
		sub, more, ok := parameters(f, side[0].Args())
		if !ok || rebinds(sub, side[1]) {
			continue
		}
		whole := definingClause{guards: more, body: sub.Apply(side[1])}
		for _, g := range cl.guards {
			switch {
			case len(term.Vars(g)) == 0:
			case rebinds(sub, g):
				return nil, definingClause{}
			default:
				g = sub.Apply(g)
			}
			whole.guards = append(whole.guards, g)
		}
		if whole.closed(f.Params) {
			return f, whole
		}
	}
	return nil, definingClause{}
}

// rebinds reports whether a quantifier in t binds a variable that sub replaces.
func rebinds(sub term.Substitution, t *term.Term) bool {
	found := false
	term.Walk(t, func(u *term.Term) bool {
		found = found || u.Kind() == term.KApp && u.Symbol().Class == term.Binder && sub[u.Arg(0).Variable()] != nil
		return !found && u.HasBinders()
	})
	return found
}

// parameters finds the substitution that makes the arguments of an equation the
// parameters of the function, and what must hold of them.
func parameters(f *meaning.Function, args []*term.Term) (sub term.Substitution, guards []*term.Term, ok bool) {
	sub = term.Substitution{}
	for i, a := range args {
		p := f.Params[i].Term()
		vars := term.Vars(a)
		switch {
		case len(vars) == 0 && a.IsValue():
			guards = append(guards, term.Eq(p, a))
		case len(vars) != 1 || sub[vars[0]] != nil:
			return nil, nil, false
		case a.IsVar():
			sub[vars[0]] = p
		case a.Sort() == term.SortInt && vars[0].Sort == term.SortInt:
			shift := term.Sub(a, vars[0].Term())
			if !shift.IsInt() {
				return nil, nil, false
			}
			sub[vars[0]] = term.Sub(p, shift)
		default:
			return nil, nil, false
		}
	}
	return sub, guards, true
}

// closed reports whether nothing but the parameters is free in the clause.
func (cl definingClause) closed(params []*term.Variable) bool {
	return !slices.ContainsFunc(term.Vars(append(slices.Clone(cl.guards), cl.body)...), func(v *term.Variable) bool { return !slices.Contains(params, v) })
}

// circular reports whether a function depends on itself otherwise than by plain
// recursion in the bodies of its clauses: in a guard, or through another function.
func (c *declarer) circular(clauses map[*meaning.Function][]definingClause) bool {
	defined := map[*term.Symbol]*meaning.Function{}
	for _, f := range c.r.Functions {
		defined[f.Symbol] = f
	}
	visiting := map[*meaning.Function]bool{}
	var visit func(f *meaning.Function) bool
	within := func(f *meaning.Function, t *term.Term, recursion bool) bool {
		found := false
		term.Walk(t, func(u *term.Term) bool {
			g := defined[u.Symbol()]
			found = found || u.Kind() == term.KApp && g != nil && !(recursion && g == f) && visit(g)
			return !found
		})
		return found
	}
	visit = func(f *meaning.Function) bool {
		if visiting[f] {
			return true
		}
		visiting[f] = true
		defer delete(visiting, f)
		if f.Body != nil {
			return within(f, f.Body, true)
		}
		for _, cl := range clauses[f] {
			if within(f, cl.body, true) || slices.ContainsFunc(cl.guards, func(g *term.Term) bool { return within(f, g, false) }) {
				return true
			}
		}
		return false
	}
	for f := range clauses {
		if visit(f) {
			return true
		}
	}
	return false
}

// apart reports whether no two clauses are about the same arguments.
func apart(oracle rewrite.Oracle, clauses []definingClause) bool {
	for i, a := range clauses {
		for _, b := range clauses[:i] {
			if oracle.Decide(slices.Concat(a.guards, b.guards)) != rewrite.Unsatisfiable {
				return false
			}
		}
	}
	return true
}

// clausesEnd reports whether some measure is smaller at all recursive calls.
func clausesEnd(oracle rewrite.Oracle, f *meaning.Function, clauses []definingClause) bool {
	args := make([]*term.Term, len(f.Params))
	for i, v := range f.Params {
		args[i] = v.Term()
	}
	recursive := false
	for _, cl := range clauses {
		if underBinder(f.Symbol, cl.body, false) {
			return false
		}
		recursive = recursive || len(recursiveCalls(f.Symbol, cl.body)) > 0
	}
	return !recursive || slices.ContainsFunc(measuresOf(args), func(m *term.Term) bool {
		return !slices.ContainsFunc(clauses, func(cl definingClause) bool { return !(descent{oracle, f.Symbol, f.Params, m}).at(cl.body, cl.guards) })
	})
}
