// Package smt asks satisfiability questions about terms of package term: is a
// conjunction of formulas satisfiable, does a goal follow from hypotheses? A
// [Solver] takes a [Query] one way, whatever backend answers:
//
//  1. The verdict cache, keyed by the set of formulas; for quick questions also by
//     their canonical form, in which the names of variables do not matter.
//  2. Bounds of differences (package difference): they contradict each other, or have a
//     solution that makes the other conjuncts true. Presolve ([presolver]): contradictory
//     literals and bounds, equations used as substitutions. Most obligations of a proof end
//     here. Conjuncts that are satisfied apart from the rest (package loose), as what says which
//     objects are there, are not asked of what follows.
//  3. Instantiation (package instantiate): existentials become Skolem constants,
//     universals and trusted lemmas are replaced by instances at the ground terms of
//     the question. They follow from the question, so that "unsatisfiable" is final.
//     Definitions come first, then, in an attempt of its own, lemmas; then more of
//     each, and both ([Solver.attempts]). The last attempt asks for a model, and adds the
//     few instances that it does not satisfy, as long as there are some: it depends little on
//     how many lemmas there are, and in which order they stand.
//  4. The simplex method in this process (package arith), which answers most; where it does
//     not, once more with facts about quotients and remainders by what is symbolic. Of bits there
//     are facts from the start. Whether a path can be taken is also guessed.
//  5. The ground backend: go-z3 in watched child processes of the same binary
//     (package z3), or a solver over SMT-LIB text (package smtlib). It also gives the
//     models.
//  6. What these leave open and operators of bits are in is asked about vectors of bits (package
//     bitvector), as far as the question says between which numbers its terms are.
//  7. Where quantifiers, lemmas or a prelude are left, a backend that takes
//     quantifiers: a z3 process that is given the real formulas.
//  8. What has to be proved and stays open is asked once more, of another solver (cvc5, where it
//     is installed): its process starts with the first such question.
//
// The backends are those of the engine that [Options] name, in one table.
//
// # Soundness
//
// Only one verdict proves anything: Unsat. Terms are translated so that every
// interpretation of the terms gives a model of the translation (package translate):
// what solvers do not know is abstracted by uninterpreted functions, and the facts
// added about them hold in all interpretations. An abstraction can only make more
// questions satisfiable; a Sat that depends on one is marked Approximate. Effort that
// is used up, a crash, a missing solver, an unreadable or late reply gives Unknown with
// the reason.
//
// # Effort
//
// What is tried is bounded by what is counted, and is the same in every run, whatever
// else the machine does: conflicts and pivots of the simplex method, instances, Z3's
// steps (its rlimit; package smtlib has what bounds the work that Z3 does not count).
// [Options].Effort scales it. The clock is a last resort: an answer that it prevents is
// Unknown and Late, and never a candidate for a counterexample. [Solver.Forget] makes
// what is asked next independent of what was asked before.
//
// # What questions share
//
// The questions of a path of a program are each the one before with a conjunct more, or
// with another last one. What belongs to the beginning that two of them share is kept on
// stacks ([path], [facts], and those of solver processes), and pushed and popped with the
// conjuncts; an answer and its counters are those of the question by itself. The tableau
// of the simplex method is built for each question.
//
// # Processes
//
// A backend keeps one solver process for its life. Terms are sent once, and the
// assertion stack follows the longest common prefix of consecutive questions, one push
// for each assertion. A process that dies, hangs beyond its timeout or answers nonsense
// is killed, its loss costs that one answer, and the next question starts another.
package smt
