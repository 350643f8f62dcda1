package annotate

import (
	"strings"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// pointsOn returns the assertions and assumptions at the statement that a state
// has just reached. A statement that is reached again from inside, such as a
// loop after its body, is not reached anew.
func (c *compiler) pointsOn(before int32, st *rewrite.State) []*annotation {
	if len(c.layout.points) == 0 {
		return nil
	}
	pos := st.Slots[c.k].Head().Pos()
	anns := c.layout.points[pos]
	if anns == nil {
		return nil
	}
	if !c.isNew(before, pos) {
		return nil
	}
	return anns
}

// isNew says that a statement is not reached from inside itself.
func (c *compiler) isNew(before, pos int32) bool {
	here, from := c.program.Span(pos), c.program.Span(before)
	return from.IsZero() || from.Start < here.Start || from.End > here.End || c.layout.sequences[before]
}

// checksOf makes the At function of a goal of a unit.
func (c *compiler) checksOf(u *unit) func(int32, *rewrite.State) []prover.Check {
	if len(c.layout.points) == 0 {
		return nil
	}
	return func(before int32, st *rewrite.State) []prover.Check {
		var out []prover.Check
		for _, a := range c.pointsOn(before, st) {
			o := c.quiet()
			for _, cl := range o.clauses([]*annotation{a}, &scope{c: o, state: st, old: u.old}) {
				out = append(out, prover.Check{Conjunct: conjunctsOf(cl)[0], Assume: a.key == "assume"})
			}
			if len(o.problems) > 0 {
				// Not readable in this state: it must not pass for true.
				out = append(out, prover.Check{Conjunct: prover.Conjunct{Formula: term.False, Span: a.span, Text: o.problems[0].Message, Found: true}})
			}
		}
		return out
	}
}

// quiet is a compiler for questions while goals are proved: it shares what is
// fixed and reports nothing. It never asks a solver.
func (c *compiler) quiet() *compiler {
	return &compiler{ctx: c.ctx, engine: c.engine, lang: c.lang, program: c.program, oracle: silent{}, k: c.k, counter: c.counter,
		logic: c.logic, names: c.names, blank: c.blank, operatorMeaning: map[*term.Symbol]*operatorMeaning{}, layout: c.layout, annotations: c.annotations, namesOfParts: c.namesOfParts}
}

// previewPoint reports problems in the assertions at a state that exploration
// reaches.
func (c *compiler) previewPoint(before int32, st *rewrite.State, u *unit) {
	for _, a := range c.pointsOn(before, st) {
		if !c.reached[a] {
			c.reached[a] = true
			c.clauses([]*annotation{a}, &scope{c: c, state: st, old: u.old})
		}
	}
}

// assumptions lists the assume annotations within a part of the program.
func (c *compiler) assumptions(span source.Span) []proofs.Assumption {
	var out []proofs.Assumption
	for _, n := range c.layout.nodes {
		for _, a := range c.layout.points[n.t.Pos()] {
			if a.key == "assume" && a.span.Start >= span.Start && a.span.End <= span.End {
				out = append(out, proofs.Assumption{Kind: "assume", Text: strings.Join(strings.Fields(a.text.Text()), " "), Span: a.span})
			}
		}
	}
	return out
}

// unreached warns of assertions that exploration never came to.
func (c *compiler) unreached() {
	for _, anns := range c.layout.points {
		for _, a := range anns {
			if !c.reached[a] {
				c.warnings = append(c.warnings, source.Warningf(a.span, "not-checked", "no verified path reaches this %s: it is not checked", a.key))
			}
		}
	}
}
