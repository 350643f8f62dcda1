// Package linear decides whether clauses over Booleans and over bounds of
// linear forms of integers have a solution.
//
// It is made for the small questions that paths of programs ask by the dozen: it
// answers most of them in a few microseconds, in the process that asks, and gives
// up on what would need a large effort. Nothing is lost by that, as a stronger
// solver is asked next.
//
// The Boolean part is conflict-driven clause learning (J. Marques-Silva and
// K. Sakallah, "GRASP", 1996; N. Eén and N. Sörensson, "An extensible SAT-solver",
// 2003). The arithmetic is the simplex method of B. Dutertre and L. de Moura, "A
// fast linear-arithmetic solver for DPLL(T)", CAV 2006, with branching where a
// solution is not integral. All unknowns are integers, so a bound is never strict.
//
// # Levels
//
// Questions that begin alike share what was built for their beginning, pivots included: it
// is a stack of levels ([Solver.Push], [Solver.Pop]). What levels there were before makes
// no difference to an answer, its solution or its effort.
//
// # Soundness
//
// That there is no solution is what proofs rest on. Whatever the simplex method
// says to exclude each other is not believed: the inequalities are multiplied by
// the factors it gives (Farkas' lemma), added up, and must come to 0 <= c for a
// negative c ([Solver.contradicts]). Numbers are bounded, so that no step
// overflows; what exceeds the bounds is given up.
package linear
