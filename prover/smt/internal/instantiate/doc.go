// Package instantiate turns questions with quantifiers into ground ones that follow
// from them: what refutes the ground question refutes the whole. Solvers of ground
// questions are quick and certain; one with quantifiers may search without end.
//
//   - An existential formula gets a Skolem constant: one for each formula, as
//     Hilbert's epsilon, so that a formula that is met again gets the same one.
//   - A universal formula is replaced by its instances. Where its triggers, the
//     applications that have its variables, match ground applications of the
//     question, these say at which terms (E-matching: D. Detlefs, G. Nelson and
//     J. Saxe, "Simplify: a theorem prover for program checking", 2005). Elsewhere
//     they are the terms at which the same array is read or written, the ends of
//     ranges, and the Skolem constants.
//   - Of the trusted facts only those are there that are about a function, or, if about none, an
//     operator which the question reaches ([Relevance]): what others say of remainders, say, is in no case known to hold.
//   - Where all these are too many or too few, a few instances at a time are added that a
//     model of the ground formulas does not satisfy, or nearly so ([Guide]).
//   - What literals of the question say of the cases of a formula is put in: of "P if and
//     only if for all x, .." one half is left where P is known.
//   - Equations that say in a disjunction what an array is are replaced by facts about
//     what is read of it; and what holds in all cases of such a disjunction is added, for
//     integers, too (package columns).
//   - Facts about items of lists and about remainders are added for those that the
//     question mentions: solvers know little of these.
//   - Bound variables that are multiplied by what is symbolic, and rows and columns of
//     matrices, have values that polynomial division gives.
//
// Instances lead to further ones: they come in rounds, each matching what the one
// before has made. An instance is never wrong, so that matching may be loose.
//
// # Example
//
// From "for all u, 0 <= u < i implies a[u] <= m", "a[i] <= m" and the negation of
// "for all u, 0 <= u < i + 1 implies a[u] <= m", the last gets a Skolem constant k:
//
//	0 <= k, k < i + 1, not a[k] <= m
//
// The first has the site a[u], an index of the array a, which is read at i and at k.
// Its instance at k is 0 <= k < i implies a[k] <= m. So k = i, and a[i] <= m refutes
// the rest.
package instantiate
