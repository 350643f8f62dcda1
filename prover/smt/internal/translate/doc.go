// Package translate turns terms into the formulas of package fol.
//
// # Soundness
//
// Every interpretation of the terms gives a model of the translation. So what is
// unsatisfiable there is unsatisfiable here, and a translation that knows less can
// only make more questions satisfiable. What solvers do not know is abstracted, and
// marked: an uninterpreted function for an unknown one, a constant for a value.
//
// # The domain of values
//
// Solvers have Booleans, integers and arrays of integers. All else lives in one
// uninterpreted domain, into which the others are injected where they must meet.
// With m a map and s a string, the conjunction
//
//	m[s] ==K 3  andBool  m[s] ==K "3"
//
// becomes, with lookup, inj and prj uninterpreted,
//
//	lookup(m, s) = inj(3)   with the side facts prj(inj(3)) = 3, tag(inj(3)) = 0
//	lookup(m, s) = c        with the side fact  tag(c) = 1
//
// and is refuted, since values of different kinds have different tags.
package translate
