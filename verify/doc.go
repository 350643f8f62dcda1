// Package verify is the door of rlv as a library: an annotated program or a
// specification goes in, a report comes out.
//
//	v, err := verify.New(ctx, verify.Options{})
//	file, err := v.Program(ctx, verify.Input{Path: path}, nil)
//
// The work on a program has five parts, each in its file:
//
//  1. load.go reads the definition of the language, once for a Verifier, and the
//     program.
//  2. Package annotate makes goals and lemmas of the annotations.
//  3. trusted.go looks for a contradiction in the axioms; with one, everything could
//     be proved, so that is an error.
//  4. lemmas.go proves the lemmas in their order. Each is trusted from then on.
//  5. Package prover proves the goals, each with the help of all. What fails is run
//     on the values of its counterexample and on small ones: counterexample.go.
//
// batch.go does this for several files at a time. A [Verifier] has no state but the
// definitions that it has loaded and which solvers have failed; the package has none. It prints nothing: verdicts go to a
// [report.Printer] as they come, and errors are values. [StatusOf] tells a wrong
// input from a limit that was reached and from a bug in rlv.
package verify
