// Package rewrite executes compiled definitions: it matches rules against
// configurations and steps, concretely and symbolically.
//
// A rule is compiled once into a pattern program (pattern.go) and a builder
// (build.go). Patterns are linear, so matching is one walk over the subject;
// collections are put off until everything else is bound (match.go). Rules are
// indexed by what stands on top of the computation cell (index.go).
//
// Concrete runs ([Machine]) rewrite a fixed array of slots in place.
// Symbolic steps ([Engine.Derive]) follow Definition 9 of the paper: all data
// subterms of left sides are variables, so matching suffices (its Lemma 1), and
// the rule's conditions under the matching substitution join the path
// condition. A successor is pruned only if the oracle says that its path
// condition is unsatisfiable; what no rule covers is reported and never dropped.
package rewrite
