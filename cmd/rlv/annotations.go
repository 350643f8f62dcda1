package main

import "github.com/spf13/cobra"

// newAnnotations is a topic of the help: what can be written in annotations.
func newAnnotations() *cobra.Command {
	return &cobra.Command{
		Use:   "annotations",
		Short: "What can be written in annotations (a topic, not a command)",
		Long: `Annotations stand in comments that begin with @: //@key: ... or /*@key: ... */.

  pre, post      before a function, or around statements: the contract
  inv            first in a loop's body: the invariant at its head
  decreases      a measure of a loop or function, for total correctness
  modifies       what a function, loop or fragment may change
  assert         must hold at the statement behind it
  assume         is taken there without proof
  use            name(E, ..): what a lemma says of these values is known there
  label          a name for this point, for at(E, name)
  ghost          int k = E; or k = E;: a variable for annotations only
  logic          gcd(Int, Int): Int, or with names and = definition
  axiom, lemma   name(x, ..): F; a lemma is proved, perhaps by induction on E,
                 by cases F, by use name(E, ..)
  include        <arrays>, <numbers>, <strings>, or "file"

Formulas:

F ::= F ? F : F | F <==> F | F ==> F | F \/ F | F /\ F | ! F | E < E <= E ...
    | (forall u : lo..hi trigger E, ..) F | (exists v) F
E ::= 12 | 'a' | x | a[i] | len(a) | f(E, ..) | old(E) | at(E, L) | result
    | E + E | E - E | E * E | E / E | E % E | -E | *E | &a[i] | s.x | p->x

Behind trigger, which may be missing as the range may, stand parts of the formula:
a proof that uses it takes the values for which they are parts of its question.

docs/annotations.md says all of it.`,
	}
}
