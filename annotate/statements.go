package annotate

import (
	"fmt"
	"slices"

	"rlv/annotate/approach"
	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/ways"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// fragments is the work on the statements between pre and post of one file.
type fragments struct {
	*compiler
	approaches map[*attach.Procedure]*approach.Approach // nil: to what stands outside of procedures
	undeclared []string                                 // names that are taken for those of variables
	usedAt     source.Span                              // where they are used
}

// all makes the goals of all fragments.
func (w *fragments) all() {
	w.approaches = map[*attach.Procedure]*approach.Approach{}
	for _, f := range w.layout.Fragments {
		w.within(f)
	}
}

// within is fragment within its limits.
func (w *fragments) within(f *attach.Fragment) {
	made := map[*prover.Goal]bool{}
	for _, g := range w.result.Goals {
		made[g] = true
	}
	problems := w.problems.ErrorCount()
	limit := w.meter.Explored(func() { w.fragment(f) })
	if limit == "" {
		return
	}
	w.problems.Cut(problems) // what was found half-way
	found := false
	for _, g := range w.result.Goals {
		if !made[g] {
			g.Limit, found = limit, true
		}
	}
	if !found {
		w.problem(source.Errorf(f.Annotations()[0].Span, CodeLimit, "%s", limit))
	}
}

// fragment makes the goals of statements between pre and post.
func (w *fragments) fragment(f *attach.Fragment) {
	if f.Group == nil {
		return
	}
	statements := f.Group.Statements[f.From:f.To]
	at := w.Program.Span(statements[0].Pos()).To(w.Program.Span(statements[len(statements)-1].Pos()))
	if j := w.Shape.JumpsOf(statements...); j.Loop || j.Body || j.Function {
		w.problem(source.Errorf(at, "leaves-fragment", "a jump may leave these statements, so that they do not end before the postcondition"))
		return
	}
	left := w.fragmentStart(f, statements, at)
	if left == nil {
		return
	}
	line, column := at.File.Position(at.Start)
	frame := term.Fresh("Rest", term.SortK)
	k := frame
	for i := len(statements) - 1; i >= 0; i-- {
		k = term.Seq(statements[i], k)
	}
	left = w.WithK(left, k)
	entry := *left
	old := &meaning.Scope{Reader: w.Reader, State: left}
	old.Old = old
	pre := w.clauses(f.Pre, old)
	left.PC = append(left.PC[:len(left.PC):len(left.PC)], meaning.Formulas(pre)...)
	x := w.followed(left, come, ways.Of(w.options.Merging), func() *exploration {
		u := newUnit(w.compiler, fmt.Sprintf("statements@%d:%d", line, column), &entry)
		u.home, u.old = f.Home, old
		return &exploration{c: w.compiler, owner: u, ends: func(st *rewrite.State) bool { return term.Equal(st.Slots[w.K], frame) }}
	})
	w.fragmentGoal(f, x, left, frame, at, pre)
}

// namesIn are the names of the program in a fragment.
func (w *fragments) namesIn(f *attach.Fragment) []*term.Term {
	return meaning.NamesIn(w.Reader, f.Group.Statements[f.From:f.To], slices.Concat(f.Pre, f.Post)...)
}

// fragmentGoal makes the goal of a fragment once its paths are known: its right
// side generalises the final states over what changes.
func (w *fragments) fragmentGoal(f *attach.Fragment, x *exploration, left *rewrite.State, frame *term.Term, at source.Span, pre []meaning.Clause) {
	u := x.owner
	g := w.newGoal(u, u.name, "the statements between pre and post", at, left, &watch{u: u})
	g.Conjuncts = append(g.Conjuncts, meaning.ConjunctsOf(pre...)...)
	g.NotAHypothesis, g.FromStart = true, true
	if len(f.Modifies) > 0 {
		g.Frame = "the statements change what their modifies does not list: all else must keep its value"
		g.Listed = f.Modifies[0].Span
	}
	slots := left.Slots
	var exist []*term.Variable
	if len(x.finals) > 0 {
		all := [][]*term.Term{x.finals[0].Slots}
		for _, s := range x.finals[1:] {
			all = append(all, s.Slots)
		}
		general, _, ok := w.space.General(nil, all...)
		if !ok {
			w.problem(source.Errorf(at, "no-common-end", "the statements end in states of different form: are names declared on some paths only?"))
			return
		}
		slots, exist = w.space.Opened(left, w.mayBecome(f, left), general)
	}
	right := slices.Clone(slots)
	right[w.K] = frame
	if w.Counter >= 0 {
		n := term.Fresh("Next", term.SortInt)
		right[w.Counter] = n
		exist = append(exist, n.Variable())
	}
	end := &meaning.Scope{Reader: w.Reader, State: &rewrite.State{Slots: w.WithK(&rewrite.State{Slots: right}, term.DotK).Slots}, Old: u.old}
	post := w.clauses(f.Post, end)
	w.finishGoal(g, right, post, exist)
	w.addGoal(g, f.Annotations()...)
	w.addLoops(u, x.cuts, g)
}

// mayBecome is the configuration in which what a fragment may modify is arbitrary; nil
// if it may modify everything.
func (w *fragments) mayBecome(f *attach.Fragment, left *rewrite.State) []*term.Term {
	if len(f.Modifies) == 0 {
		return nil
	}
	st, _ := w.Loosened(w.modifiedNames(f.Modifies), left, nil)
	return st.Slots
}
