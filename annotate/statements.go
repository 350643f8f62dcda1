package annotate

import (
	"fmt"

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
	u := newUnit(c, fmt.Sprintf("statements@%d:%d", line, column), left)
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
		all := [][]*term.Term{x.finals[0].Slots}
		for _, s := range x.finals[1:] {
			all = append(all, s.Slots)
		}
		general, _, ok := c.space.General(nil, all...)
		if !ok {
			c.problem(source.Errorf(at, "no-common-end", "the statements end in states of different form: are names declared on some paths only?"))
			return
		}
		slots, exist = c.space.Opened(left, c.mayBecome(f, left), general)
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
