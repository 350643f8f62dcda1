// Package explore searches the executions of a program for what a user asks, and makes
// tests of them: it is the door to symbolic execution and bounded model checking
// (sections 4, 6 and 7 of the paper). Nothing is printed here.
//
// A [Request] has the input (input.go), the path condition to begin with (condition.go),
// what to look for (target.go) and the limits. [Run] follows the executions by package
// semantics/search. What is found is a [Solution]: the path condition without what
// follows from the rest (simplify.go), an input that takes this path (model.go), and
// what a concrete run on that input shows (replay.go). The [Report] is plain data; the
// rooms below write it.
//
// # What is certain
//
// A solution is confirmed by a run of the interpreter, which shares the rules with the
// search but neither solver nor symbolic steps. That nothing was found means that there
// is nothing, if the report is complete: nothing was cut but at the end of the given
// input, no rule was undecided, and no solver left a question open. Only
// "unsatisfiable" prunes.
package explore
