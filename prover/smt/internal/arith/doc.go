// Package arith answers questions about integers in this process: those of package
// linear, with functions, arrays that are read, and products. It is a backend that
// answers nineteen questions of twenty, in a tenth of the time that the way to another
// process and back takes. What is nonlinear it mostly leaves open, and so it does with
// what takes long; another solver is asked next.
//
// Formulas become clauses over bounds of polynomials. The items that polynomials are
// made of, such as applications, reads of arrays and products, are unknowns of package
// linear. Where a solution does not respect what an item is, a clause forbids it, and
// the next one is looked for. Values of the uninterpreted domain are integers here:
// what is satisfiable with any domain is so with an infinite one.
//
// What is built for an assertion stays as long as questions begin with the same ones up to
// it. All that comes of a question alone, such as those clauses, goes with it.
//
// # Soundness
//
// That there is no solution is what proofs rest on. Each clause that is added holds in
// all interpretations, so that they can only rule out what is none.
package arith
