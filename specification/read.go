package specification

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rlv/annotate/logic"
	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Selection names claims by their labels.
type Selection struct {
	// Claims are those to prove, none for all; Exclude those to leave out; Trust those
	// that are used and not proved. Definitions and trusted equations are there unless they
	// are left out.
	Claims, Exclude, Trust []string
}

// Module is what a specification module says.
type Module struct {
	Goals []*prover.Goal
	logic.Declarations
}

// Read makes goals of the selected claims with cells, and definitions, axioms and lemmas of
// those about functions. Definitions are shown to end with the oracle, so that nothing
// is assumed of the functions that they define. The rules of the functions must be known
// to an engine.
func Read(spec *compile.Spec, s Selection, oracle logic.OracleOf) (*Module, error) {
	r := &reader{spec: spec, selection: s, out: &Module{}, goals: map[string]*prover.Goal{}, known: map[string]bool{}}
	r.out.Functions = replay.Functions{}
	for _, e := range spec.Equations {
		r.equation(e)
	}
	for _, c := range spec.Claims {
		if r.selected(c.Label, false) {
			r.goal(c)
		}
	}
	for _, g := range r.out.Goals {
		r.connect(g)
	}
	for _, label := range slices.Concat(s.Claims, s.Exclude, s.Trust) {
		if !r.known[label] {
			return nil, fmt.Errorf("there is no claim with the label %s", label)
		}
	}
	if err := r.found.Err(); err != nil {
		return nil, err
	}
	if err := r.define(oracle); err != nil {
		return nil, err
	}
	return r.out, r.found.Err()
}

// reader is the work on one module.
type reader struct {
	spec      *compile.Spec
	selection Selection
	found     source.List
	out       *Module
	goals     map[string]*prover.Goal
	known     map[string]bool // labels
	measures  []*compile.Equation
}

// label is how a claim is called: without its module.
func (r *reader) label(whole string) string { return strings.TrimPrefix(whole, r.spec.Name+".") }

func (r *reader) has(list []string, label string) bool {
	return slices.Contains(list, label) || slices.Contains(list, r.label(label))
}

// selected reports whether a claim is there; given says that it is unless left out.
func (r *reader) selected(label string, given bool) bool {
	r.known[label], r.known[r.label(label)] = true, true
	s := r.selection
	return !r.has(s.Exclude, label) && (given || len(s.Claims) == 0 || r.has(s.Claims, label) || r.has(s.Trust, label))
}

func (r *reader) trusted(label string, c interface{ Has(string) bool }) bool {
	return c.Has(attrTrusted) || r.has(r.selection.Trust, label)
}

// goal makes a goal of a claim.
func (r *reader) goal(c *compile.Rule) {
	onePath := c.Attrs.Has(attrOnePath)
	if m := r.spec.Definition.Source.Modules[c.Module]; m != nil && !c.Attrs.Has(attrAllPath) {
		onePath = onePath || m.Attrs.Has(attrOnePath)
	}
	g := &prover.Goal{Name: c.Label, Title: "claim " + c.Label, Span: c.Span, Claim: c, OnePath: onePath,
		Trusted: r.trusted(c.Label, c.Attrs), Cut: c.Attrs.Has(attrCut), NotAHypothesis: c.Attrs.Has(attrNoHypothesis),
		Rigid: map[*term.Variable]bool{}}
	for _, key := range []string{attrDefinition, attrInduction, attrCases} {
		if c.Attrs.Has(key) {
			r.found.Errorf(c.Span, "misplaced-attribute", "attribute %s has no meaning on a claim with cells", key)
		}
	}
	if text, ok := c.Attrs.Get(attrRecursion); ok {
		g.Recursion, _ = strconv.Atoi(text)
	}
	vars := term.Vars(allTerms(c)...)
	for _, name := range c.Attrs.List(attrRigid) {
		before := len(g.Rigid)
		for _, v := range vars {
			if v.Name == name && !slices.Contains(c.Existentials, v) {
				g.Rigid[v] = true
			}
		}
		if len(g.Rigid) == before {
			r.found.Errorf(c.Span, "unbound-variable", "the claim has no variable %s that could be rigid", name)
		}
	}
	if len(c.Variant) > 0 {
		g.Variant = &prover.Variant{Conjunct: prover.Conjunct{Span: c.Span}}
		for _, t := range c.Variant {
			g.Variant.Terms = append(g.Variant.Terms, term.Evaluate(t))
		}
		text, _ := c.Attrs.Get(attrDecreases)
		g.Variant.Text = "decreases " + text
	}
	if len(c.Nest) > 0 {
		group, ok := term.Evaluate(c.Nest[0]).Int64()
		if !ok {
			r.found.Errorf(c.Span, "bad-attribute", "attribute nest takes the number of a group and a measure, as in nest(1, N)")
		}
		g.Nest = &prover.Nest{Group: int(group)}
		for _, t := range c.Nest[1:] {
			g.Nest.Terms = append(g.Nest.Terms, term.Evaluate(t))
		}
	}
	g.Program = &program{reader: r}
	r.goals[c.Label], r.goals[r.label(c.Label)] = g, g
	r.out.Goals = append(r.out.Goals, g)
}

// connect finds the claim that a goal's code belongs to.
func (r *reader) connect(g *prover.Goal) {
	label, within := g.Claim.Attrs.Get(attrWithin)
	around := r.goals[label]
	switch {
	case !within:
		if g.Recursion != 0 {
			g.Around = g
		}
		return
	case g.Recursion != 0:
		r.found.Errorf(g.Span, "bad-attribute", "a claim with recursion is the contract of a procedure, and not within another one")
	case around == nil && r.known[label]:
		return // it was left out
	case around == nil || around == g || around.Claim.Attrs.Has(attrWithin):
		r.found.Errorf(g.Span, "bad-attribute", "within(%s) names no claim that is within no other", label)
		return
	}
	g.Around, around.Around = around, around
}

// equation takes a claim about functions.
func (r *reader) equation(e *compile.Equation) {
	for _, key := range []string{attrCut, attrNoHypothesis, attrRigid, attrWithin, attrRecursion, attrDecreases, attrNest, attrOnePath} {
		if e.Attrs.Has(key) {
			r.found.Errorf(e.Span, "misplaced-attribute", "attribute %s has no meaning on a claim about functions", key)
		}
	}
	trusted, defines := r.trusted(e.Label, e.Attrs), e.Attrs.Has(attrDefinition)
	if !r.selected(e.Label, trusted || defines) {
		return
	}
	text := strings.Join(strings.Fields(e.Span.Text()), " ")
	formula := term.Evaluate(e.Formula)
	switch {
	case defines && e.Attrs.Has(attrTrusted), (defines || e.Attrs.Has(attrTrusted)) && (e.Attrs.Has(attrInduction) || e.Attrs.Has(attrCases)):
		r.found.Errorf(e.Span, "bad-attribute", "a claim is one of a definition, trusted and proved by induction or cases")
	case len(e.Cases) > maxCases:
		r.found.Errorf(e.Span, "bad-attribute", "a claim is proved by at most %d cases: each makes twice as many proofs", maxCases)
	case defines && !trusted:
		r.definition(e)
	case trusted:
		r.out.Axioms = append(r.out.Axioms, proofs.Fact{Kind: proofs.Axiom, Text: text, Span: e.Span})
		r.out.AxiomFormulas = append(r.out.AxiomFormulas, compile.Closed(formula))
	default:
		l := logic.Lemma{Formula: compile.Closed(formula), Goal: formula}
		if e.Measure != nil {
			l = logic.ByInduction(formula, term.Evaluate(e.Measure), term.Vars(formula))
		}
		for _, c := range e.Cases {
			l.Cases = append(l.Cases, term.Evaluate(c))
		}
		l.Name, l.Span, l.Text = e.Label, e.Span, text
		r.out.Lemmas = append(r.out.Lemmas, l)
	}
}

// definition takes an equation that defines its function. The function must be new, and
// what it is defined by must be known before: then some function satisfies the equation.
func (r *reader) definition(e *compile.Equation) {
	d := logic.Equation{Name: nameOf(e.Left.Symbol()), Symbol: e.Left.Symbol(), Body: term.Evaluate(e.Right), Defined: term.Evaluate(term.And(e.Requires...)), Measure: e.Measure}
	fail := func(format string, args ...any) {
		r.found.Errorf(e.Span, "bad-definition", format, args...)
	}
	if d.Symbol == nil || e.Left.Kind() != term.KApp || !r.isNew(d.Symbol) {
		fail("the left side of a definition is an application of a function without rules, hook and SMT-LIB term, with an smtlib of its own")
		return
	}
	for _, a := range e.Left.Args() {
		v := a.Variable()
		if v == nil || slices.Contains(d.Params, v) {
			fail("the arguments on the left side of a definition are distinct variables")
			return
		}
		d.Params = append(d.Params, v)
	}
	for _, v := range term.Vars(d.Body, d.Defined) {
		if !slices.Contains(d.Params, v) {
			fail("variable %s does not occur on the left side of the definition", v.BaseName())
			return
		}
	}
	for _, other := range r.spec.Equations {
		if !other.Attrs.Has(attrDefinition) || other.Left.Symbol() == nil {
			continue
		}
		sym, earlier := other.Left.Symbol(), slices.ContainsFunc(r.out.Equations, func(k logic.Equation) bool { return k.Symbol == other.Left.Symbol() })
		uses := term.Some(d.Body, func(u *term.Term) bool { return u.Is(sym) })
		switch {
		case other != e && sym == d.Symbol:
			fail("%s is defined twice", d.Name)
			return
		case uses && sym != d.Symbol && !earlier:
			fail("%s is used here, but defined only behind", nameOf(sym))
			return
		}
	}
	r.out.Equations = append(r.out.Equations, d)
	r.out.Functions[d.Symbol] = replay.Function{Params: d.Params, Body: d.Body, Where: d.Defined}
	r.measures = append(r.measures, e)
}

// nameOf is the first word of a function, for people.
func nameOf(sym *term.Symbol) string {
	if sym == nil {
		return ""
	}
	for _, f := range sym.Format {
		if f.Text != "" {
			return f.Text
		}
	}
	return sym.Name
}

// isNew reports whether nothing is known of a function, to the solvers neither.
func (r *reader) isNew(sym *term.Symbol) bool {
	d := r.spec.Definition
	ok := sym.Class == term.Function && sym.Hook == "" && sym.SMTHook == "" && sym != term.ListInt && len(d.Productions(sym)) > 0 && len(d.Functions.Of(sym))+len(d.Simplifications.Of(sym)) == 0
	if !ok || sym.SMTLib == "" {
		return ok
	}
	for _, p := range d.Source.Productions {
		if other := d.Symbol(p); other != nil && other != sym && other.SMTLib == sym.SMTLib {
			return false
		}
	}
	return sym.SMTLib != term.ListInt.SMTLib
}

// define shows that the definitions end.
func (r *reader) define(oracle logic.OracleOf) error {
	for i := range r.out.Equations {
		e := &r.out.Equations[i]
		o, err := oracle(nil, nil)
		if err != nil {
			return err
		}
		if why := e.Unending(o); why != "" {
			r.found.Errorf(r.measures[i].Span, logic.CodeNoEnd, "%s", why)
		}
		r.out.Definitions = append(r.out.Definitions, e.Formula())
	}
	return nil
}
