// Package syntax reads annotations: comments that begin with @ (comment.go), their
// tokens (lex.go), and what they are parsed into: formulas (formula.go), declarations
// of logic functions, lemmas and their uses, and lists (declaration.go). It knows nothing of any
// language or state; what names and operators mean is for package meaning to say.
//
// A formula is parsed by recursive descent, a method for each level of precedence,
// loosest first:
//
//	a <==> b    a ? b : c
//	a ==> b     to the right
//	a \/ b
//	a /\ b
//	a < b <= c  a chain: a < b /\ b <= c
//	a + b
//	a * b
//	!a  -a  *p  &a[i]  (forall u : lo..hi) a
//	a[i]  s.x  f(a)
//
// Each [Node] has an [Op] and the place where it was written.
package syntax
