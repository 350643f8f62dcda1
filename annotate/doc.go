// Package annotate turns an annotated program into reachability-logic goals.
//
// What it knows of a language stands in the language's definition: attributes
// on productions say what a piece of syntax is (package shape), and probes, terms
// with ordinary rules, say what a state means (package meaning): to learn the value
// of a name in a state, the definition's own rules are run on the probe. So scopes,
// shadowing, operators and memory come out as the definition has them.
//
// The way of a file: comments to annotations (package syntax); the place of each in
// the program (package attach); declarations of logic functions, axioms and lemmas
// (package logic); then, for each annotated function (contract.go) and all statements
// between pre and post (statements.go, start.go), symbolic exploration, which finds the
// states in which loops are reached and what they change (explore.go, loop.go), and
// goals (goal.go). What contracts assume of arrays and pointers stands in aliasing.go,
// what procedures leave behind that was not there is found by package allocation. Assertions, and
// what old(e) means on a path, are followed by a watch (watch.go, assertions.go).
//
// Exploration only finds the shape of goals. Nothing rests on it: a goal that
// says too little about a loop is a goal that cannot be proved. The states in which
// statements between pre and post start are another matter, since their goal is about
// these only: package approach misses none, or refuses.
package annotate
