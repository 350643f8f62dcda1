// Package smt asks satisfiability questions about terms of package term: is a
// conjunction of formulas satisfiable, does a goal follow from hypotheses?
// There is one interface, [Solver], and one way a question takes, whatever
// engine answers:
//
//  1. The verdict cache, keyed by the set of formulas.
//  2. A syntactic look ([prepass]): contradictory literals and bounds,
//     equations used as substitutions. Most obligations of a proof end here.
//  3. Quantifiers ([grounder]): existentials become constants, universals and
//     trusted lemmas are instantiated at the ground terms of the question. The
//     instances follow from the question, so "unsatisfiable" is final.
//  4. The simplex method in this process ([simplex]), which answers most.
//  5. The ground backend: go-z3 in a watched child process of the same binary
//     ([workerEngine] here, [WorkerMain] there), or a solver over SMT-LIB text.
//     It also gives the models.
//  6. Where quantifiers, lemmas or a prelude are left, the full engine: a z3
//     process that is given the real formulas ([processEngine]).
//
// # Soundness
//
// Only one verdict proves anything: Unsat. Terms are translated so that every
// interpretation of the terms gives a model of the translation: what the
// solver does not know is abstracted by uninterpreted functions, and the facts
// added about them hold in all interpretations. An abstraction can only make
// more questions satisfiable; a Sat that depends on one is marked Approximate.
// A timeout, a crash, a missing solver, an unreadable or late reply gives
// Unknown with the reason. Replies carry the number of their question, and an
// error anywhere in a solver's output voids the whole reply.
//
// # Processes
//
// An engine keeps one solver process for its life. Terms are sent once, as
// nodes of a graph that both sides number alike; the assertion stack follows
// the longest common prefix of consecutive questions, one push for each
// assertion. A process that dies, hangs beyond its timeout or answers
// nonsense is killed, its loss costs that one answer, and the next question
// starts another. A Solver is for one goroutine at a time.
package smt
