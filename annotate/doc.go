// Package annotate turns an annotated program into reachability-logic goals.
//
// What it knows of a language stands in the language's definition: attributes
// on productions say what a piece of syntax is (language.go), and probes, terms
// with ordinary rules, say what a state means (reader.go): to learn the value of
// a name in a state, the definition's own rules are run on the probe. So scopes,
// shadowing, operators and memory come out as the definition has them.
//
// The way of a file: comments to annotations (comment.go); formulas
// (lex.go, formula.go); the place of each annotation in the program (attach.go);
// formulas to terms in a state (scope.go); symbolic exploration of each
// annotated function or fragment, which finds the states in which loops are
// reached and what they change (explore.go, loop.go); goals (contract.go).
//
// Exploration only finds the shape of goals. Nothing rests on it: a goal that
// says too little about a loop is a goal that cannot be proved.
package annotate
