package annotate

import (
	"fmt"
	"slices"
	"strings"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// fragment makes the goals of statements between pre and post.
func (c *compiler) fragment(f *attach.Fragment, loaded *rewrite.State) {
	if f.Group == nil {
		return
	}
	statements := f.Group.Statements[f.From:f.To]
	at := c.Program.Span(statements[0].Pos()).To(c.Program.Span(statements[len(statements)-1].Pos()))
	if j := c.Shape.JumpsOf(statements...); j.Loop || j.Body || j.Function {
		c.problem(source.Errorf(at, "leaves-fragment", "a jump may leave these statements, so that they do not end before the postcondition"))
		return
	}
	left := c.fragmentStart(f, loaded, statements, at)
	if left == nil {
		return
	}
	line, column := at.File.Position(at.Start)
	frame := term.Fresh("Rest", term.SortK)
	k := frame
	for i := len(statements) - 1; i >= 0; i-- {
		k = term.Seq(statements[i], k)
	}
	left = c.WithK(left, k)
	u := newUnit(fmt.Sprintf("statements@%d:%d", line, column), left)
	u.home = f.Home
	u.old = &meaning.Scope{Reader: c.Reader, State: left}
	u.old.Old = u.old
	pre := c.clauses(f.Pre, u.old)
	left.PC = append(left.PC[:len(left.PC):len(left.PC)], meaning.Formulas(pre)...)
	x := &exploration{c: c, owner: u, ends: func(st *rewrite.State) bool { return term.Equal(st.Slots[c.K], frame) }}
	if st := x.pass(0, left); st != nil {
		x.walkOn(st)
	}
	c.fragmentGoal(f, u, x, left, frame, at, pre)
}

// namesOf are the names of the program in the statements and conditions of a fragment.
func (c *compiler) namesOf(f *attach.Fragment) []*term.Term {
	var out []*term.Term
	for _, s := range f.Group.Statements[f.From:f.To] {
		out = append(out, c.Shape.Variables(s)...)
	}
	for _, a := range append(append([]*syntax.Annotation{}, f.Pre...), f.Post...) {
		toks, _ := syntax.Lex(a.Text)
		for i, t := range toks {
			if t.Kind == syntax.NameToken && c.IsProgramName(t.Text) && !(i+1 < len(toks) && toks[i+1].Text == "(") {
				out = append(out, c.TokensOf(t.Text)...)
			}
		}
	}
	return shape.Unique(out)
}

// fragmentGoal makes the goal of a fragment once its paths are known: its right
// side generalises the final states over what changes.
func (c *compiler) fragmentGoal(f *attach.Fragment, u *unit, x *exploration, left *rewrite.State, frame *term.Term, at source.Span, pre []meaning.Clause) {
	g := c.newGoal(u, u.name, "the statements between pre and post", at, left)
	g.Conjuncts = append(g.Conjuncts, conjunctsOf(pre...)...)
	g.NotAHypothesis, g.FromStart = true, true
	if len(f.Modifies) > 0 {
		g.Frame = "the statements change what their modifies does not list: all else must keep its value"
	}
	slots := left.Slots
	var exist []*term.Variable
	if len(x.finals) > 0 {
		gen := &generalizer{lattice: c.Engine.Definition.Lattice}
		all := [][]*term.Term{x.finals[0].Slots}
		for _, s := range x.finals[1:] {
			all = append(all, s.Slots)
		}
		general := gen.states(c.K, all...)
		if gen.failed {
			c.problem(source.Errorf(at, "no-common-end", "the statements end in states of different form: are names declared on some paths only?"))
			return
		}
		slots, exist = c.opened(left, c.mayBecome(f, left), general)
	}
	right := append([]*term.Term(nil), slots...)
	right[c.K] = frame
	if c.Counter >= 0 {
		n := term.Fresh("Next", term.SortInt)
		right[c.Counter] = n
		exist = append(exist, n.Variable())
	}
	end := &meaning.Scope{Reader: c.Reader, State: &rewrite.State{Slots: c.WithK(&rewrite.State{Slots: right}, term.DotK).Slots}, Old: u.old}
	post := c.clauses(f.Post, end)
	c.finishGoal(g, right, post, exist)
	c.addGoal(g, f.Annotations()...)
	c.addLoops(u, x.cuts, g)
}

// mayBecome is the configuration in which what a fragment may modify is arbitrary; nil
// if it may modify everything.
func (c *compiler) mayBecome(f *attach.Fragment, left *rewrite.State) []*term.Term {
	if len(f.Modifies) == 0 {
		return nil
	}
	st, _ := c.Loosened(c.modified(f.Modifies), left, nil)
	return st.Slots
}

// opened puts a variable for every value in a final configuration that is not the one
// of the left side. Where loose is the same as left, what is on the left must stay.
func (c *compiler) opened(left *rewrite.State, loose, final []*term.Term) ([]*term.Term, []*term.Variable) {
	g := &generalizer{lattice: c.Engine.Definition.Lattice, places: keysOf(final)}
	out := append([]*term.Term(nil), final...)
	for i := range out {
		if i == c.K || i == c.Counter {
			continue
		}
		var l *term.Term
		if loose != nil {
			l = loose[i]
		}
		out[i] = g.opened(left.Slots[i], l, final[i])
	}
	var vars []*term.Variable
	for _, col := range g.columns {
		vars = append(vars, col.v)
	}
	return out, vars
}

// opened puts a variable where b, which may have more entries, differs from a; not
// where loose, of the form of a, does not. If loose is nil there is no such limit.
func (g *generalizer) opened(a, loose, b *term.Term) *term.Term {
	if a != nil && term.Equal(a, b) {
		return b
	}
	switch {
	case a != nil && loose != nil && b.Kind() != term.KMap && b.Kind() != term.KSet && term.Equal(a, loose):
		return a
	case slices.ContainsFunc(g.places, func(k *term.Term) bool { return term.Equal(k, b) }):
		return b // where something is, such as what is declared here
	case b.Kind() == term.KMap:
		entries, _ := b.Entries()
		for _, e := range entries {
			b = b.Put(e.Key, g.opened(entry(a, e.Key), entry(loose, e.Key), e.Value))
		}
		return withKept(a, loose, b)
	case a != nil && a.Kind() == term.KApp && a.Symbol() == b.Symbol() && a.Symbol().Class == term.Constructor:
		args := make([]*term.Term, len(b.Args()))
		for i := range args {
			var l *term.Term
			if loose != nil && loose.Symbol() == a.Symbol() {
				l = loose.Arg(i)
			}
			args[i] = g.opened(a.Arg(i), l, b.Arg(i))
		}
		return term.AppAt(b.Symbol(), b.Pos(), args)
	case b.IsValue() && b.Kind() == term.KApp:
		return b
	}
	name := "v"
	if a != nil && a.IsVar() {
		name = strings.TrimPrefix(a.Variable().BaseName(), "_")
	} else if b.IsVar() {
		name = strings.TrimPrefix(b.Variable().BaseName(), "_")
	}
	if s := b.Sort(); s == term.SortInt || s == term.SortBool || s == term.SortArray || s == term.SortList || s == term.SortString || b.IsVar() {
		v := term.Fresh(name, s)
		g.columns = append(g.columns, column{v: v.Variable()})
		return v
	}
	return b
}

// withKept puts what is gone from a map, and must stay as it is, back into it.
func withKept(before, loose, after *term.Term) *term.Term {
	if before == nil || loose == nil || before.Kind() != term.KMap {
		return after
	}
	entries, _ := before.Entries()
	for _, e := range entries {
		if l := entry(loose, e.Key); entry(after, e.Key) == nil && l != nil && term.Equal(l, e.Value) {
			after = after.Put(e.Key, e.Value)
		}
	}
	return after
}

// entry is the value of a key in a map; nil if there is none.
func entry(m, key *term.Term) *term.Term {
	if m == nil || m.Kind() != term.KMap {
		return nil
	}
	v, _ := m.Get(key)
	return v
}
