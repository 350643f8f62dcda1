// Package specification writes goals as a specification module in K's notation, and
// makes goals of such a module.
//
// What is written says all that the proofs of the goals use: the names of the
// program as tokens, logic functions, definitions, axioms and lemmas as claims about
// functions, and each goal as a claim with sorted variables of its own. What K has no
// word for are attributes of rlv's (attributes.go): how a claim may be used as a
// hypothesis, what becomes smaller. Variables of one name and sort mean the same in all
// claims.
//
// Nothing rests on the writing being right: what was written is read again, and
// refused unless each claim is the goal that it was made of (check.go).
package specification
