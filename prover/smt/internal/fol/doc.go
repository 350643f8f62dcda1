// Package fol has the questions that solvers are asked, and what they answer:
// hash-consed formulas of first-order logic over Booleans, integers, arrays of
// integers and one sort of everything else, and the interface [Backend] that each
// solver implements.
//
// # Side facts
//
// A node may come with facts that hold whenever it occurs, such as that a size is
// not negative. They are made once, with the node, and are asserted beside whatever
// assertion mentions it:
//
//	size(m) < 0        node n; its side fact is 0 <= size(m)
//	n or p             inherits the mark that there are facts
//
// A question with the assertion "n or p" is asked with two, "n or p" and
// "0 <= size(m)". Facts speak about closed terms. Where a constant is replaced by
// a bound variable, its facts are left behind.
//
// # Properties
//
// What makes an answer weaker goes up from parts to wholes as [Flags]: that
// something was abstracted, that there are lemmas about a function, that there is a
// quantifier. A question is as weak as its weakest node.
package fol
