package translate

import (
	"slices"
	"strings"

	"rlv/prover/smt/internal/sexpr"
)

// Recursive reports whether the prelude defines functions by recursion. Solvers unfold
// these where they are applied, so what they call a model need not be one.
func (p *Prelude) Recursive() bool {
	return slices.ContainsFunc(p.Commands, func(c sexpr.Expr) bool { return strings.HasSuffix(c.Head(), "-rec") })
}

// Equations returns the commands of the prelude with what recursive definitions say as
// assertions: solvers only unfold definitions where they are applied, and may do
// so without end.
func (p *Prelude) Equations() []sexpr.Expr {
	var out []sexpr.Expr
	for _, c := range p.Commands {
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
