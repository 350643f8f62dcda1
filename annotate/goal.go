package annotate

import (
	"fmt"
	"slices"
	"sort"

	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// newGoal starts a goal from the state of its left side, on the way that a watch knows.
func (c *compiler) newGoal(u *unit, name, title string, span source.Span, st *rewrite.State, on *watch) *prover.Goal {
	g := &prover.Goal{Name: name, Title: title, Span: span, Rigid: u.rigid, Found: true,
		Claim:  &compile.Rule{Label: name, Kind: compile.ClaimRule, Span: span, Left: pattern.Slots(st.Slots), Requires: slices.Clone(st.PC)},
		Around: u.around,
	}
	said, old := meaning.Said(c.layout.SaidIn(span))
	g.Program = &about{c: c, u: u, names: c.layout.Mentioned(span, said, c.TokensOf), old: old, watch: on}
	return g
}

// typed are the clauses that variables of a state have values of their types.
func (c *compiler) typed(st *rewrite.State, of []*term.Variable, at source.Span) []meaning.Clause {
	var out []meaning.Clause
	if len(of) == 0 {
		return nil
	}
	for _, f := range c.Typed(st, of) {
		out = append(out, meaning.Clause{Formula: f, Span: at, Text: "what changes has values of its type", Found: true})
	}
	return out
}

// ofTypes is a state of which it is known that all there is has a value of its type.
func (c *compiler) ofTypes(st *rewrite.State) *rewrite.State {
	next := *st
	next.PC = slices.Clone(st.PC)
	for _, f := range c.Typed(st, nil) {
		if !rewrite.Holds(next.PC, f) {
			next.PC = append(next.PC, f)
		}
	}
	return &next
}

// about is the program of a goal: the annotated one, of which the goal is about a
// unit and the names of a place.
type about struct {
	c     *compiler
	u     *unit
	names []*term.Term
	old   []string // of which its annotations speak as they were on entry
	watch *watch   // at its start
}

// Locate implements prover.Program.
func (a *about) Locate(pos int32) source.Span { return a.c.Program.Span(pos) }

// Watch implements prover.Program.
func (a *about) Watch() prover.Watch {
	if len(a.c.layout.Points) == 0 && len(a.c.remembered) == 0 && !a.c.asks() {
		return nil
	}
	return a.watch
}

// asks reports whether some call is of a procedure that has a precondition, and may be executed.
func (c *compiler) asks() bool {
	return slices.ContainsFunc(c.contracts, func(ct *contract) bool { return len(ct.Procedure.Pre) > 0 && !ct.unfit.IsZero() })
}

// Refuse implements prover.Program.
func (a *about) Refuse(st *rewrite.State) string { return a.c.refuse(st) }

// Possible implements prover.Program.
func (a *about) Possible(st *rewrite.State) []*term.Term {
	return a.c.Silently().Typed(st, nil)
}

// Observe implements prover.Program: those of the names that have a value.
func (a *about) Observe(st *rewrite.State, _ term.Substitution) []prover.Observation {
	o := a.c.Silently()
	var out []prover.Observation
	for _, n := range a.names {
		out = append(out, o.Observed(st, n.Text(), n)...)
	}
	if a.u.old == nil {
		return out
	}
	now, old := out, *a.u.old
	old.Reader = o // goals are proved beside each other
	for _, name := range a.old {
		out = append(out, old.Observed(name, now)...)
	}
	return out
}

// finishGoal gives a goal its right side.
func (c *compiler) finishGoal(g *prover.Goal, slots []*term.Term, ensures []meaning.Clause, exist []*term.Variable) {
	r := g.Claim
	r.Right = pattern.Slots(slots)
	r.Ensures = nil
	if c.Counter >= 0 {
		for _, s := range r.Left {
			if s.Index == c.Counter && slots[c.Counter].IsVar() {
				r.Ensures = append(r.Ensures, term.Le(s.Term, slots[c.Counter]))
			}
		}
	}
	r.Ensures = append(r.Ensures, meaning.Formulas(ensures)...)
	r.Existentials = nil
	used := map[*term.Variable]bool{}
	for _, v := range term.Vars(slices.Concat(slots, r.Ensures)...) {
		used[v] = true
	}
	for _, v := range exist {
		if used[v] {
			r.Existentials = append(r.Existentials, v)
			used[v] = false
		}
	}
	sort.Slice(r.Existentials, func(i, j int) bool {
		return term.Compare(r.Existentials[i].Term(), r.Existentials[j].Term()) < 0
	})
	g.Conjuncts = append(g.Conjuncts, meaning.ConjunctsOf(ensures...)...)
}

// addGoal adds a goal under a name of its own. It is made of the given
// annotations, which are taken by that.
func (c *compiler) addGoal(g *prover.Goal, from ...*syntax.Annotation) {
	c.taken.Take(from...)
	if c.named[g.Name] == g {
		return
	}
	base := g.Name
	for i := 2; c.named[g.Name] != nil; i++ {
		g.Name = fmt.Sprintf("%s (%d)", base, i)
	}
	c.named[g.Name] = g
	g.Definitions = c.result.Predicates
	c.result.Goals = append(c.result.Goals, g)
}

// addLoops adds the goals of a unit's loops; cuts are those that lead to the right
// side of the goal around them.
func (c *compiler) addLoops(u *unit, cuts []*cutPoint, around *prover.Goal) {
	aim(c, cuts, around)
	for _, l := range u.loops {
		if l.use != nil {
			c.heads[l.info] = append(c.heads[l.info], l.use)
		}
		for _, g := range l.goals {
			c.addGoal(g, l.info.Annotations()...)
		}
	}
}
