// Package declared runs the declarations of a program, up to where it would start.
package declared

import (
	"context"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/meter"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Loader runs the declarations of a program.
type Loader struct {
	*meaning.Reader
	Layout *attach.Layout
	Space  pattern.Space
	Meter  *meter.Meter // of the work that it takes
}

// State is that in which the declarations end. What is read there may send them different ways: one pattern stands for all
// states in which they end. It is the problem if there is none.
func (c *Loader) State(ctx context.Context) (*rewrite.State, *source.Diagnostic) {
	start := c.Shape.Probe(shape.Start)
	if start == nil || len(c.Layout.Procedures) == 0 {
		return c.Blank, nil
	}
	c.Meter.Begin()
	defer c.Meter.End()
	ends, problem := c.ends(ctx, start)
	if problem != nil {
		return nil, problem
	}
	if len(ends) == 1 {
		return ends[0], nil
	}
	slots, cond, _, ok := c.Space.Merged(ends, 0)
	if !ok {
		return nil, source.Errorf(source.Span{File: c.Program.File}, "not-loaded", "what the declarations of the program make depends on what is read, and not in data only")
	}
	return &rewrite.State{Slots: slots, PC: term.Conjuncts(nil, cond)}, nil
}

// maxLoad bounds the steps of the declarations.
const maxLoad = 1 << 20

// ends follows the declarations on all paths to the states in which the program would
// start; there is at least one, or a problem.
func (c *Loader) ends(ctx context.Context, start *term.Symbol) (ends []*rewrite.State, problem *source.Diagnostic) {
	begin := c.WithK(c.Blank, c.withoutFragments())
	last := begin // where they are stuck if no end is found
	options := search.Options{Limits: search.Limits{States: maxLoad}, Guide: func(n *search.Node) bool {
		begins := n.State.Slots[c.K].Head().Is(start)
		if begins {
			ends = append(ends, c.WithK(n.State, term.DotK))
		}
		return !begins
	}}
	limit := func(format string, args ...any) {
		problem = source.Errorf(source.Span{File: c.Program.File}, meter.CodeLimit, format, args...)
	}
	found := search.Run(ctx, c.Engine, begin, meaning.Silent{}, options, func(e search.Event) search.Answer {
		switch {
		case e.Err != nil:
			panic(e.Err)
		case c.Meter.Spent("the declarations of the program: loading them", e.State):
			limit("%s", c.Meter.Stopped)
		case e.Kind == search.Undecided:
			problem = c.notLoaded(e.State)
		case e.Kind != search.Inner:
			last = e.State
		}
		if problem != nil {
			return search.Stop
		}
		return search.Pass
	})
	switch {
	case problem != nil:
	case found.Open[search.BecauseStates] > 0:
		limit("the declarations of the program take more than %d steps (limit of loading)", maxLoad)
	case found.Open[search.BecauseStopped] > 0:
		limit("loading the declarations of the program was interrupted")
	case len(ends) == 0:
		problem = c.notLoaded(last)
	}
	return ends, problem
}

// notLoaded says where the declarations of the program are stuck.
func (c *Loader) notLoaded(st *rewrite.State) *source.Diagnostic {
	top := st.Slots[c.K].Head()
	at := c.Program.Span(rewrite.Position(top))
	if at.IsZero() {
		at = source.Span{File: c.Program.File}
	}
	why := c.Engine.Explain(st.Slots)
	if why == "" {
		why = source.Shorten(top.String(), 60) + " is stuck"
	}
	return source.Errorf(at, "not-loaded", "the declarations of the program do not run: %s", why)
}

// withoutFragments is the program without the statements of its fragments.
func (c *Loader) withoutFragments() *term.Term {
	drop := map[*term.Term]bool{}
	for _, f := range c.Layout.Fragments {
		if f.Group != nil {
			for _, s := range f.Group.Statements[f.From:f.To] {
				drop[s] = true
			}
		}
	}
	if len(drop) == 0 {
		return c.Program.Term
	}
	var rebuild func(t *term.Term) *term.Term
	rebuild = func(t *term.Term) *term.Term {
		if c.Shape.IsList(t) {
			if drop[t.Arg(0)] {
				return rebuild(t.Arg(1))
			}
			return term.App(t.Symbol(), t.Arg(0), rebuild(t.Arg(1)))
		}
		return t
	}
	return rebuild(c.Program.Term)
}
