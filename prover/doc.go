// Package prover proves reachability-logic goals by the proof system of figure
// 5 of the paper, with all goals of a set as hypotheses for each other (its
// Theorem 1, the circularity principle).
//
// # Search
//
// From the left side of a goal, at each pattern, in this order: Implication (the
// pattern implies the right side); CircularHypothesis (a goal of the set covers
// the pattern); SymbolicStep (all successors, and the proof that they cover the
// pattern); CaseAnalysis where there are several. Transitivity chains them. Runs
// of single successors are a loop, only case analysis recurs.
//
// # Soundness
//
// A hypothesis is used only after a semantic step of the goal at hand. An answer
// "unknown" of a solver, for whatever reason, never proves and never prunes. A
// state that the rules do not cover is stuck and fails the goal, and so does a
// rule of which it cannot be told whether it applies. A left side that cannot be
// satisfied makes the goal vacuous, which is not proved.
//
// # Concurrency
//
// Goals are proved independently, each by one goroutine with a solver of its
// own; the engine and prepared goals are shared and not changed.
package prover
