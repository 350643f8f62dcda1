// Package walk has proofs as people walk them: what was done, step by step, with the
// configuration and the path condition before and behind, and what each solver was asked.
//
// [New] takes a verdict of the prover apart (build.go) into a [Proof], which is plain data
// (proof.go). It is the JSON form of a proof, and what a page (html.go) and a graph for Graphviz (dot.go) are
// drawn of. A long proof has thousands of configurations that differ in little. So each
// term stands once, in a table (terms.go), and a pattern says only what is not as in the
// one before it (changes.go): ten thousand steps are a megabyte or two.
//
// Of a goal that is not proved there is what was tried, down to the place where it fails,
// with what the variables of the program are there in the counterexample (values.go).
package walk
