package annotate

import (
	"rlv/annotate/syntax"
	"rlv/proofs"
	"rlv/prover/replay"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// globals reads the declarations of logic functions, the axioms and the lemmas,
// top to bottom: each may use what stands before it.
func (c *compiler) globals() {
	for _, a := range c.layout.global {
		c.consumed[a] = true
		switch a.Key {
		case syntax.Logic:
			c.declareLogic(a)
		case syntax.Axiom:
			c.axiom(a)
		case syntax.Lemma:
			c.lemma(a)
		}
	}
}

func (c *compiler) axiom(a *syntax.Annotation) {
	n, problem := syntax.ParseFormula(a.Text)
	if problem != nil {
		c.problem(problem)
		return
	}
	if f := c.closed(n); f != nil {
		c.result.Axioms = append(c.result.Axioms, proofs.Fact{Kind: proofs.Axiom, Text: a.OneLine(), Span: a.Span})
		c.result.AxiomFormulas = append(c.result.AxiomFormulas, f)
	}
}

// closed resolves a formula without program variables. It says nothing where
// it is not defined.
func (c *compiler) closed(n *syntax.Node) *term.Term {
	m, problem := (&scope{r: c.reader}).resolve(n)
	if problem != nil {
		c.problem(problem)
		return nil
	}
	return term.Implies(m.defined, m.formula)
}

// lemma reads `F` or `F by induction on E`.
func (c *compiler) lemma(a *syntax.Annotation) {
	n, measure, problem := syntax.ParseLemma(a.Text)
	if problem != nil {
		c.problem(problem)
		return
	}
	l := Lemma{Name: a.OneLine(), Span: a.Span, Text: a.OneLine()}
	if measure == nil {
		l.Formula = c.closed(n)
		l.Goal = l.Formula
	} else {
		l.Formula, l.Hypothesis, l.Goal = c.induction(n, measure)
	}
	if l.Formula != nil {
		c.result.Lemmas = append(c.result.Lemmas, l)
	}
}

// induction makes the obligation of a proof by well-founded induction: for
// arbitrary values of the leading variables the formula holds, if it holds for
// all values whose measure is smaller and not negative. Where the measure is
// not positive there are no such values, so that this is the base case.
func (c *compiler) induction(n, measure *syntax.Node) (formula, hypothesis, goal *term.Term) {
	s := &scope{r: c.reader, bound: map[string]*term.Term{}}
	var vars []*term.Variable
	body := n
	rangeOf := term.True
	var problem *source.Diagnostic
	open := func() {
		for body.Op == syntax.ForAll {
			x := term.Fresh(body.Name, body.Sort)
			inner := *s
			if len(body.Args) == 3 {
				lo, d1 := s.integer(body.Args[1])
				hi, d2 := s.integer(body.Args[2])
				rangeOf = term.And(rangeOf, d1, d2, term.Le(lo, x), term.Le(x, hi))
			}
			inner.bound = map[string]*term.Term{}
			for k, v := range s.bound {
				inner.bound[k] = v
			}
			inner.bound[body.Name] = x
			vars = append(vars, x.Variable())
			s, body = &inner, body.Args[0]
		}
	}
	var m, value *term.Term
	func() {
		defer recoverFormula(&problem)
		open()
		if len(vars) == 0 {
			s.fail(n, "no-induction", "induction needs a formula that begins with (forall ..)")
		}
		f, defined := s.boolean(body)
		m = term.Implies(term.And(rangeOf, defined), f)
		var dm *term.Term
		value, dm = s.integer(measure)
		if dm != term.True {
			s.fail(measure, "no-induction", "the measure of an induction must always be defined")
		}
	}()
	if problem != nil {
		c.problem(problem)
		return nil, nil, nil
	}
	renamed := term.Substitution{}
	var others []*term.Variable
	for _, v := range vars {
		w := term.Fresh(v.BaseName(), v.Sort)
		renamed[v] = w
		others = append(others, w.Variable())
	}
	smaller := renamed.Apply(value)
	hypothesis = forAll(others, term.Implies(term.And(term.Le(term.Int(0), smaller), term.Lt(smaller, value)), renamed.Apply(m)))
	return forAll(vars, m), hypothesis, m
}

func forAll(vars []*term.Variable, f *term.Term) *term.Term {
	for i := len(vars) - 1; i >= 0; i-- {
		f = term.Apply(term.Forall, vars[i].Term(), f)
	}
	return f
}

// declareLogic reads `name(Sort x, ..): Sort = expression decreases measure`.
// Names, definition and measure may be left out.
func (c *compiler) declareLogic(a *syntax.Annotation) {
	d, problem := syntax.ParseLogic(a.Text)
	if problem == nil && c.logic[d.Name.Text] != nil {
		problem = source.Errorf(d.Name.Span, "duplicate-name", "%s is declared twice", d.Name.Text)
	}
	if problem != nil {
		c.problem(problem)
		return
	}
	f := &logicFunction{sym: symbolOf(d), span: a.Span}
	for i, p := range d.Params {
		name := p.Text
		if name == "" {
			name = "x"
		}
		f.params = append(f.params, term.Fresh(name, d.Sorts[i]).Variable())
	}
	c.logic[d.Name.Text] = f
	if d.Body != nil {
		if problem := c.defineLogic(f, d); problem != nil {
			c.problem(problem)
		}
	}
}

// symbolOf makes the symbol of a declaration.
func symbolOf(d *syntax.Declaration) *term.Symbol {
	format := []term.FormatItem{{Text: d.Name.Text}}
	for i := range d.Sorts {
		sep := "("
		if i > 0 {
			sep = ","
		}
		format = append(format, term.FormatItem{Text: sep}, term.FormatItem{Arg: i})
	}
	if len(d.Sorts) > 0 {
		format = append(format, term.FormatItem{Text: ")"})
	}
	return term.NewSymbol(term.Symbol{Name: d.Name.Text, Args: d.Sorts, Result: d.Result, Class: term.Function, Total: true, SMTLib: d.Name.Text, Format: format})
}

// defineLogic gives a function its definition. A recursive one must be shown
// to end: what its equation says is then true of exactly one function, and
// nothing is assumed.
func (c *compiler) defineLogic(f *logicFunction, d *syntax.Declaration) (problem *source.Diagnostic) {
	s := &scope{r: c.reader, bound: map[string]*term.Term{}}
	args := make([]*term.Term, len(d.Params))
	for i, p := range d.Params {
		args[i] = f.params[i].Term()
		if p.Text != "" {
			s.bound[p.Text] = args[i]
		}
	}
	defer recoverFormula(&problem)
	v, defined := s.expression(d.Body)
	switch {
	case v.list != nil:
		f.body = v.list
	case v.array != nil:
		f.body = v.array.array
	default:
		f.body = v.scalar
	}
	if f.body.Sort() != d.Result {
		s.fail(d.Body, "wrong-operand", "%s is declared with another result than %s", d.Name.Text, v.describe())
	}
	c.result.Functions[f.sym] = replay.Function{Params: f.params, Body: f.body}
	calls := recursiveCalls(f.sym, f.body)
	if len(calls) == 0 && defined == term.True && !f.body.HasBinders() {
		f.macro = true
		return nil
	}
	if len(calls) > 0 {
		if problem := c.ends(s, f, d, args); problem != nil {
			return problem
		}
	}
	equation := term.Implies(defined, term.Eq(term.Apply(f.sym, args...), f.body))
	c.result.Definitions = append(c.result.Definitions, forAll(f.params, equation))
	return nil
}

// recursiveCalls finds the applications of a function in its own definition.
func recursiveCalls(sym *term.Symbol, body *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(body, func(t *term.Term) bool {
		if t.Is(sym) {
			out = append(out, t)
		}
		return true
	})
	return out
}

// ends shows that a recursive definition ends: some measure, the given one or
// a parameter or difference of two, is smaller at each recursive call and not
// negative where the call is made.
func (c *compiler) ends(s *scope, f *logicFunction, d *syntax.Declaration, args []*term.Term) *source.Diagnostic {
	if at := underBinder(f.sym, f.body, false); at {
		return source.Errorf(d.Body.Span, "no-termination", "%s calls itself under a quantifier, for which no measure can be checked", d.Name.Text)
	}
	var measures []*term.Term
	if d.Measure != nil {
		m, _ := s.integer(d.Measure)
		measures = append(measures, m)
	} else {
		measures = measuresOf(args)
	}
	oracle, err := c.makeOracle(nil, nil)
	if err != nil {
		return source.Errorf(d.Body.Span, "no-termination", "%v", err)
	}
	for _, m := range measures {
		if c.decreasesAt(oracle, f, m, f.body, nil) {
			return nil
		}
	}
	what := "no parameter, and no difference of two, is"
	if d.Measure != nil {
		what = "the measure " + d.Measure.Span.Text() + " is not shown to be"
	}
	return source.Errorf(d.Body.Span, "no-termination", "the definition of %s is not shown to end: %s smaller at each recursive call and not negative there; give one by `decreases E` behind the definition", d.Name.Text, what)
}

// measuresOf are the measures that are tried: integer parameters and their
// differences.
func measuresOf(args []*term.Term) []*term.Term {
	var out []*term.Term
	for _, a := range args {
		if a.Sort() == term.SortInt {
			out = append(out, a)
		}
	}
	n := len(out)
	for i := range n {
		for j := range n {
			if i != j {
				out = append(out, term.Sub(out[i], out[j]), term.Add(term.Sub(out[i], out[j]), term.Int(1)))
			}
		}
	}
	return out
}

// underBinder says that an application of sym stands within a quantifier.
func underBinder(sym *term.Symbol, t *term.Term, inside bool) bool {
	if t.Is(sym) && inside {
		return true
	}
	inside = inside || t.Kind() == term.KApp && t.Symbol().Class == term.Binder
	found := false
	term.Children(t, func(u *term.Term) { found = found || underBinder(sym, u, inside) })
	return found
}

// decreasesAt checks the recursive calls in t, which counts where guards hold.
func (c *compiler) decreasesAt(oracle rewrite.Oracle, f *logicFunction, measure, t *term.Term, guards []*term.Term) bool {
	switch {
	case t.Is(term.KIte):
		cond := t.Arg(0)
		return c.decreasesAt(oracle, f, measure, cond, guards) &&
			c.decreasesAt(oracle, f, measure, t.Arg(1), with(guards, cond)) &&
			c.decreasesAt(oracle, f, measure, t.Arg(2), with(guards, term.Not(cond)))
	case t.Is(term.BoolAnd), t.Is(term.BoolOr), t.Is(term.BoolImplies):
		return c.decreasesIn(oracle, f, measure, t, guards)
	case t.Is(f.sym):
		sub := term.Substitution{}
		for i, v := range f.params {
			sub[v] = t.Arg(i)
		}
		smaller := term.And(term.Le(term.Int(0), measure), term.Lt(sub.Apply(measure), measure))
		if oracle.Decide(guards, term.Not(smaller)) != rewrite.Unsatisfiable {
			return false
		}
	}
	ok := true
	term.Children(t, func(u *term.Term) { ok = ok && c.decreasesAt(oracle, f, measure, u, guards) })
	return ok
}

// decreasesIn checks the operands of a connective: one that calls the function
// counts only where the other, if that does not, leaves the outcome open.
func (c *compiler) decreasesIn(oracle rewrite.Oracle, f *logicFunction, measure, t *term.Term, guards []*term.Term) bool {
	for i, g := range [2]*term.Term{t.Arg(1), t.Arg(0)} {
		open := guards
		if len(recursiveCalls(f.sym, g)) == 0 {
			// A conjunction is open where the other operand is true, as is what an
			// implication concludes; a disjunction and what an implication assumes
			// where it is false.
			if t.Is(term.BoolOr) || t.Is(term.BoolImplies) && i == 0 {
				g = term.Not(g)
			}
			open = with(guards, g)
		}
		if !c.decreasesAt(oracle, f, measure, t.Arg(i), open) {
			return false
		}
	}
	return true
}

func with(guards []*term.Term, g *term.Term) []*term.Term {
	return append(guards[:len(guards):len(guards)], g)
}
