// Package logic reads the declarations of logic functions (function.go), axioms and
// lemmas (declare.go).
//
// A definition by recursion is an equation, and safe to take if exactly one function
// satisfies it. That is so if some measure of the parameters is smaller at each
// recursive call, and not negative there (termination.go): for
//
//	fact(Int n): Int = n <= 0 ? 1 : n * fact(n - 1)
//
// the measure n is, since the call is made where n > 0. Axioms that have the form of
// such definitions cannot contradict each other, either (definitional.go).
package logic

import (
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Declarations are what the logic functions, axioms and lemmas of a file come to.
type Declarations struct {
	Lemmas []Lemma
	// Definitions are the equations of recursive logic functions. Each has a
	// solution, since the recursion is shown to end; nothing is assumed.
	Definitions []*term.Term
	Equations   []Equation // of Definitions, in the same order
	// Functions are the definitions of logic functions, for evaluation.
	Functions     replay.Functions
	Predicates    prover.Definitions // of logic functions that are predicates
	Axioms        []proofs.Fact
	AxiomFormulas []*term.Term // of Axioms, in the same order
	// Defined names the functions of which the axioms are definitions, so that
	// they cannot contradict each other; "" if they are not shown to be.
	Defined string
}

// Lemma is a fact that must be proved before it is used: Goal for arbitrary
// values of its variables, from Hypothesis (nil: from nothing), gives Formula.
type Lemma struct {
	Name                      string
	Span                      source.Span
	Text                      string
	Formula, Hypothesis, Goal *term.Term
	Measure                   *term.Term // of the induction, over the variables of Goal; nil: none
	// Known are instances of Hypothesis that were named; Below are those where one variable
	// differs by 1. Uses are those of lemmas and axioms before this one. The goal is proved
	// where each of the Cases holds, and where it does not.
	Known, Below []*term.Term
	Uses         []*prover.Instance
	Cases        []*term.Term
	// ByName is set if it is known only where it is used by its name.
	ByName bool
}

// ByInduction is a lemma that is proved by well-founded induction on a measure: that
// the goal holds for all values of the variables, from the hypothesis that it does where
// the measure is smaller and not negative.
func ByInduction(goal, measure *term.Term, vars []*term.Variable) Lemma {
	renamed := term.Substitution{}
	var others []*term.Variable
	for _, v := range vars {
		w := term.Fresh(v.BaseName(), v.Sort)
		renamed[v] = w
		others = append(others, w.Variable())
	}
	smaller := renamed.Apply(measure)
	hypothesis := prover.ForAll(others, term.Implies(term.And(term.Le(term.Int(0), smaller), term.Lt(smaller, measure)), renamed.Apply(goal)))
	l := Lemma{Formula: prover.ForAll(vars, goal), Hypothesis: hypothesis, Goal: goal, Measure: measure}
	for _, v := range vars {
		if v.Sort != term.SortInt {
			continue
		}
		for _, step := range []int64{-1, 1} {
			at := term.Substitution{v: term.Add(v.Term(), term.Int(step))}
			if below := at.Apply(measure); term.Lt(below, measure) == term.True {
				l.Below = append(l.Below, term.Implies(term.Le(term.Int(0), below), at.Apply(goal)))
			}
		}
	}
	return l
}

// OracleOf makes an oracle that trusts definitions of functions and axioms.
type OracleOf func(definitions, axioms []*term.Term) (rewrite.Oracle, error)

// declarer is the work on the declarations of one file.
type declarer struct {
	r          *meaning.Reader
	makeOracle OracleOf
	out        *Declarations
	problems   []*source.Diagnostic
}

func (c *declarer) problem(d *source.Diagnostic) { c.problems = append(c.problems, d) }

// Declare reads the declarations of logic functions, in whatever order they stand, and
// then the axioms and the lemmas, top to bottom. The functions become known to the reader. What cannot be read is left out, with a problem.
func Declare(r *meaning.Reader, anns []*syntax.Annotation, oracle OracleOf) (*Declarations, []*source.Diagnostic) {
	c := &declarer{r: r, makeOracle: oracle, out: &Declarations{Functions: replay.Functions{}, Predicates: prover.Definitions{}}}
	declarations, problems := inOrder(anns)
	if len(problems) > 0 {
		return c.out, problems
	}
	for _, a := range declarations {
		c.declare(a)
	}
	c.out.Lemmas = written(c.out.Equations)
	for _, a := range anns {
		switch a.Key {
		case syntax.Axiom:
			c.axiom(a)
		case syntax.Lemma:
			c.lemma(a)
		}
	}
	if len(c.problems) == 0 && len(c.out.AxiomFormulas) > 0 {
		c.out.Defined = c.definitional()
	}
	return c.out, c.problems
}

func (c *declarer) axiom(a *syntax.Annotation) {
	n, problem := syntax.ParseFact(a.Text)
	if problem == nil && n.Proof() != nil {
		problem = source.Errorf(n.Proof().Span, "annotation-syntax", "nothing proves an axiom: make it a lemma")
	}
	if problem == nil && n.ByName {
		problem = source.Errorf(a.Span, "annotation-syntax", "an axiom is known everywhere; only a lemma may be known only by name")
	}
	if problem != nil {
		c.problem(problem)
		return
	}
	if f := c.general(a, n); f != nil {
		c.out.Axioms = append(c.out.Axioms, proofs.Fact{Kind: proofs.Axiom, Text: a.OneLine(), Span: a.Span})
		c.out.AxiomFormulas = append(c.out.AxiomFormulas, f)
	}
}

// lemma reads a lemma, of which only the formula must be there.
func (c *declarer) lemma(a *syntax.Annotation) {
	n, problem := syntax.ParseFact(a.Text)
	if problem != nil {
		c.problem(problem)
		return
	}
	l := &Lemma{}
	if n.Proof() != nil {
		l = c.proof(a, n)
	} else if f := c.general(a, n); f != nil {
		l.Formula, l.Goal = f, f
	}
	if l != nil && l.Formula != nil {
		l.Name, l.Span, l.Text = a.OneLine(), a.Span, a.OneLine()
		if n.Name.Text != "" {
			l.Name, l.ByName = n.Name.Text, n.ByName
		}
		c.out.Lemmas = append(c.out.Lemmas, *l)
	}
}

// general is an axiom or a lemma as a formula without free variables; nil if it cannot be
// resolved. It says nothing of the values of its parameters and leading variables for which it
// is not defined. What has a name may then be used by its name.
func (c *declarer) general(a *syntax.Annotation, n *syntax.Fact) *term.Term {
	o := c.opened(n)
	params := len(o.vars)
	var body *term.Term
	var problem *source.Diagnostic
	func() {
		defer meaning.Recover(&problem)
		if n.Name.Text == "" {
			o.open()
		}
		f, defined := o.scope.Boolean(o.body)
		body = term.Implies(term.And(o.within, meaning.Doubtful(defined)), f)
	}()
	if problem != nil {
		c.problem(problem)
		return nil
	}
	c.name(a, n, o.vars[:params], body)
	return prover.ForAll(o.vars, body)
}

// opened is a fact whose leading quantifiers are taken off.
type opened struct {
	scope  *meaning.Scope
	vars   []*term.Variable // the parameters, and those of the quantifiers
	within *term.Term       // that they are in their ranges, which are defined
	body   *syntax.Node
}

// opened returns a fact with none of its quantifiers taken off.
func (c *declarer) opened(n *syntax.Fact) *opened {
	s, vars := c.parameters(n)
	return &opened{s, vars, term.True, n.Formula}
}

// open takes the leading quantifiers off. What cannot be resolved is a panic for [meaning.Recover].
func (o *opened) open() {
	for o.body.Op == syntax.ForAll {
		x := term.Fresh(o.body.Name, o.body.Sort)
		inner := *o.scope
		if len(o.body.Args) == 3 {
			lo, d1 := o.scope.Integer(o.body.Args[1])
			hi, d2 := o.scope.Integer(o.body.Args[2])
			o.within = term.And(o.within, d1, d2, term.Le(lo, x), term.Le(x, hi))
		}
		inner.Bound = map[string]*term.Term{}
		for k, v := range o.scope.Bound {
			inner.Bound[k] = v
		}
		inner.Bound[o.body.Name] = x
		o.vars = append(o.vars, x.Variable())
		o.scope, o.body = &inner, o.body.Args[0]
	}
}

// parameters are those of a fact, as the variables of a scope.
func (c *declarer) parameters(n *syntax.Fact) (*meaning.Scope, []*term.Variable) {
	s := &meaning.Scope{Reader: c.r, Bound: map[string]*term.Term{}}
	var vars []*term.Variable
	for i, p := range n.Params {
		x := term.Fresh(p.Text, n.Sorts[i])
		if s.Bound[p.Text] != nil {
			c.problem(source.Errorf(p.Span, "duplicate-name", "two parameters are called %s", p.Text))
		}
		s.Bound[p.Text] = x
		vars = append(vars, x.Variable())
	}
	return s, vars
}

// name makes a fact known by its name, if it has one.
func (c *declarer) name(a *syntax.Annotation, n *syntax.Fact, vars []*term.Variable, body *term.Term) {
	switch name := n.Name.Text; {
	case name == "":
	case c.r.Facts[name] != nil:
		c.problem(source.Errorf(n.Name.Span, "duplicate-name", "another lemma or axiom is called %s", name))
	default:
		c.r.Facts[name] = &meaning.Fact{Name: name, Key: a.Key, Params: vars, Body: body}
	}
}

// proof makes the obligation of a lemma that says how it is proved, for arbitrary values of
// the leading variables. By well-founded induction the formula holds if it does for all
// values whose measure is smaller and not negative. Where the measure is not positive
// there are no such values, so that this is the base case.
func (c *declarer) proof(a *syntax.Annotation, fact *syntax.Fact) *Lemma {
	n, measure := fact.Formula, fact.Measure
	o := c.opened(fact)
	params := len(o.vars)
	var problem *source.Diagnostic
	l := &Lemma{}
	func() {
		defer meaning.Recover(&problem)
		o.open()
		s := o.scope
		if len(o.vars) == 0 && measure != nil {
			s.Fail(n, "no-induction", "induction needs a formula that begins with (forall ..)")
		}
		f, defined := s.Boolean(o.body)
		l.Goal = term.Implies(term.And(o.within, defined), f)
		l.Formula = prover.ForAll(o.vars, l.Goal)
		if measure != nil {
			value, d := s.Integer(measure)
			if d != term.True {
				s.Fail(measure, "no-induction", "the measure of an induction must always be defined")
			}
			*l = ByInduction(l.Goal, value, o.vars)
		}
		if len(fact.Cases) > maxCases {
			s.Fail(fact.Cases[maxCases], "annotation-syntax", "a lemma is proved by at most %d cases: each makes twice as many proofs", maxCases)
		}
		for _, n := range fact.Cases {
			f, _ := s.Boolean(n)
			l.Cases = append(l.Cases, f)
		}
		for _, n := range fact.Uses {
			c.uses(s, l, n, fact, o.vars, params)
		}
	}()
	if problem != nil {
		c.problem(problem)
		return nil
	}
	c.name(a, fact, o.vars[:params], prover.ForAll(o.vars[params:], l.Goal))
	return l
}

// maxCases bounds the cases of a lemma.
const maxCases = 4

// uses adds the use of a fact to a lemma: of one before it, or of itself, which is the
// hypothesis of the induction at the arguments.
func (c *declarer) uses(s *meaning.Scope, l *Lemma, n *syntax.Node, own *syntax.Fact, vars []*term.Variable, params int) {
	if n.Name != own.Name.Text || own.Name.Text == "" {
		instance, _ := s.Instance(n)
		l.Uses = append(l.Uses, instance)
		return
	}
	if l.Measure == nil {
		s.Fail(n, "no-induction", "%s is what is to be proved here: without `by induction on E` it cannot use itself", n.Name)
	}
	values, _ := s.Arguments(n, syntax.Lemma, vars[:params])
	at := term.Substitution{}
	var others []*term.Variable
	for i, v := range vars {
		if i < params {
			at[v] = values[i]
			continue
		}
		w := term.Fresh(v.BaseName(), v.Sort)
		at[v] = w
		others = append(others, w.Variable())
	}
	smaller := at.Apply(l.Measure)
	l.Known = append(l.Known, prover.ForAll(others, term.Implies(term.And(term.Le(term.Int(0), smaller), term.Lt(smaller, l.Measure)), at.Apply(l.Goal))))
}
