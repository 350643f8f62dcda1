// Package ackermann puts variables in place of applications of functions of which nothing is
// known but that they are functions (W. Ackermann, "Solvable Cases of the Decision Problem",
// 1954). With x and y for f(a) and f(b), p(f(a), f(b)) is
//
//	p(x, y)    a = b implies x = y
//
// What values satisfy that satisfy the formulas, with a function f that has these values.
package ackermann

import (
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// maxApplications bounds the applications of formulas: they are compared with each other.
const maxApplications = 32

// Without returns formulas without applications of functions that are not built in, with
// what makes the variables in their places values of functions; false if there are too many.
func Without(formulas []*term.Term) (out []*term.Term, ok bool) {
	var r replacing
	for _, f := range formulas {
		out = append(out, r.without(f))
	}
	if len(r.applied) > maxApplications {
		return nil, false
	}
	for i, a := range r.applied {
		for _, b := range r.applied[:i] {
			if f := congruent(a, b); f != term.True {
				out = append(out, f)
			}
		}
	}
	return out, true
}

// replacing is what was put in the places of applications.
type replacing struct {
	done    termmap.Map[*term.Term]
	applied []application
}

// application is a function applied to what has no applications, and what is in its place.
type application struct{ at, is *term.Term }

func (r *replacing) without(t *term.Term) *term.Term {
	if is, ok := r.done.Get(t); ok {
		return is
	}
	is := term.MapChildren(t, r.without)
	if f := is.Symbol(); f != nil && f.Class == term.Function && term.Builtin(f.Hook) != f && (is.Sort() == term.SortInt || is.Sort() == term.SortBool) {
		x := term.Fresh("applied", is.Sort())
		r.applied = append(r.applied, application{is, x})
		is = x
	}
	r.done.Put(t, is)
	return is
}

// congruent says that what is in the places of two applications is equal if the arguments are.
// Of arguments of other sorts than integers and truth values it says more: it takes any for equal.
func congruent(a, b application) *term.Term {
	if a.at.Symbol() != b.at.Symbol() {
		return term.True
	}
	equal := term.True
	for i, x := range a.at.Args() {
		equal = term.And(equal, same(x, b.at.Arg(i)))
	}
	return term.Implies(equal, same(a.is, b.is))
}

func same(x, y *term.Term) *term.Term {
	switch x.Sort() {
	case term.SortInt:
		return term.Eq(x, y)
	case term.SortBool:
		return term.And(term.Implies(x, y), term.Implies(y, x))
	}
	return term.True
}
