package smt

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-multierror"

	"rlv/prover/smt/internal/sexpr"
	"rlv/semantics/source"
)

// preludeTime bounds the search for a contradiction in a prelude.
const preludeTime = time.Second

// CheckPrelude asks the engines that take quantifiers whether the prelude of the
// options contradicts itself; then everything could be proved, and that is an
// error, as is a prelude that an engine refuses. What it does not find out in time
// is no error.
func CheckPrelude(ctx context.Context, o Options) error {
	p, err := parsePrelude(o.Prelude, o.PreludeName)
	if err != nil || len(p.commands) == 0 {
		return err
	}
	a := askPrelude(ctx, o, p.commands)
	if _, refused, ok := strings.Cut(a.Reason, "(error "); ok && a.Result == Unknown {
		refused, _, _ = strings.Cut(refused, ")")
		return source.Errorf(p.span(0), "bad-prelude", "%s refuses this prelude: %s", a.By, strings.Trim(refused, `" `))
	}
	if p.recursive() && a.Result != Unsat {
		a = askPrelude(ctx, o, p.equations())
	}
	if a.Result == Unsat {
		return p.contradiction(ctx, o, a.By)
	}
	return nil
}

// recursive says that the prelude defines functions by recursion. Solvers unfold
// these where they are applied, so what they call a model need not be one.
func (p *prelude) recursive() bool {
	return slices.ContainsFunc(p.commands, func(c sexpr.Expr) bool { return strings.HasSuffix(c.Head(), "-rec") })
}

// equations returns the commands with what recursive definitions say as
// assertions: solvers only unfold definitions where they are applied, and may do
// so without end.
func (p *prelude) equations() []sexpr.Expr {
	var out []sexpr.Expr
	for _, c := range p.commands {
		switch {
		case c.Head() == "define-fun-rec" && len(c.List) == 5:
			out = append(out, spelledOut(c.Start, c.List[1:4], c.List[4])...)
		case c.Head() == "define-funs-rec" && len(c.List) == 3 && len(c.List[1].List) == len(c.List[2].List):
			var says []sexpr.Expr
			for i, signature := range c.List[1].List {
				if both := spelledOut(c.Start, signature.List, c.List[2].List[i]); both != nil {
					out, says = append(out, both[0]), append(says, both[1])
				}
			}
			out = append(out, says...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// spelledOut declares a function of the given name, parameters and result, and
// asserts what it is; nil if that is no signature.
func spelledOut(start int, signature []sexpr.Expr, body sexpr.Expr) []sexpr.Expr {
	atom := func(s string) sexpr.Expr { return sexpr.Expr{Atom: s, Start: start} }
	list := func(l ...sexpr.Expr) sexpr.Expr { return sexpr.Expr{List: l, Start: start} }
	if len(signature) != 3 {
		return nil
	}
	name, params := signature[0], signature[1]
	call, sorts := []sexpr.Expr{name}, []sexpr.Expr{}
	for _, p := range params.List {
		if len(p.List) != 2 {
			return nil
		}
		call, sorts = append(call, p.List[0]), append(sorts, p.List[1])
	}
	declared := list(atom("declare-fun"), name, list(sorts...), signature[2])
	if len(sorts) == 0 {
		return []sexpr.Expr{declared, list(atom("assert"), list(atom("="), name, body))}
	}
	applied := list(call...)
	says := list(atom("!"), list(atom("="), applied, body), atom(":pattern"), list(applied))
	return []sexpr.Expr{declared, list(atom("assert"), list(atom("forall"), params, says))}
}

// askPrelude puts the question without any assertion, after some commands, to
// engines of its own.
func askPrelude(ctx context.Context, o Options, commands []sexpr.Expr) Answer {
	o.Definitions, o.Lemmas, o.Cache = nil, nil, nil
	o.Prelude = (&prelude{commands: commands}).forSolver(true)
	made, err := New(o)
	if err != nil {
		return Answer{Reason: err.Error()}
	}
	defer made.Close()
	s := made.(*solver)
	out := Answer{Reason: "no solver is used"}
	for _, e := range slices.Backward(s.full) {
		out = s.askNodes(ctx, nil, e, nil, time.Now().Add(preludeTime), false).Answer
		if out.Result != Unknown {
			break
		}
	}
	return out
}

// contradiction is the error that a prelude contradicts itself. It names the
// assertions without which it does not, leaving out as many others as can be.
func (p *prelude) contradiction(ctx context.Context, o Options, by string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*preludeTime)
	defer cancel()
	kept := p.equations()
	for i := len(kept) - 1; i >= 0; i-- {
		if kept[i].Head() != "assert" || ctx.Err() != nil {
			continue
		}
		without := slices.Delete(slices.Clone(kept), i, i+1)
		if askPrelude(ctx, o, without).Result == Unsat {
			kept = without
		}
	}
	kept = slices.DeleteFunc(kept, func(c sexpr.Expr) bool { return c.Head() != "assert" })
	if len(kept) == 0 {
		return source.Errorf(p.span(0), "contradictory-prelude", "this prelude contradicts itself, so everything could be proved (found by %s)", by)
	}
	var all *multierror.Error
	for i, c := range kept {
		message := "the contradiction needs this as well"
		switch {
		case i == 0 && len(kept) > 1:
			message = "the assertions of this prelude contradict each other, so everything could be proved (found by " + by + ")"
		case i > 0 && c.Start == kept[i-1].Start:
			continue
		case i == 0:
			message = "this cannot hold, so everything could be proved (found by " + by + ")"
		}
		all = multierror.Append(all, source.Errorf(p.span(c.Start), "contradictory-prelude", "%s", message))
	}
	return all
}

// span is the place of a command that begins at an offset.
func (p *prelude) span(start int) source.Span {
	return source.Span{File: p.file, Start: start, End: min(start+len("(assert"), len(p.text))}
}
