// Package rewrite executes compiled definitions: it matches rules against
// configurations and steps, concretely and symbolically.
//
// A rule is compiled once into a pattern program (pattern.go) and a builder
// (build.go). Patterns are linear, so matching is one walk over the subject;
// collections are put off until everything else is bound (match.go). Rules are
// indexed by what stands on top of the computation cell (index.go). Functions are
// evaluated by their equations (function.go), of which the last results on values are
// remembered (memo.go), conditions that something has a value by
// cases (defined.go).
//
// Concrete runs ([Machine]) rewrite a fixed array of slots in place, with the computation
// on an operand stack (stack.go). At load a rule is one of four things (action.go): it
// heats an operand, it cools one, it rewrites items and slots (over.go has its form), or it
// is of an unusual form. What to try is found by the constructor and sort of what is on top,
// and for rules on a result by the freezer behind it as well; rules that the sort excludes
// are left out once, for all machines (sites.go). A step of an unusual rule, one that meets
// a variable or a function where its value counts, and each step where computations are in a
// collection that is no Map, is made on the slots (onslots.go): there the first rule that matches
// is looked for among all, and nothing depends on forms. Both ways make the same steps, with
// the same positions; package rewritetest compares them. (Positions in elements of a collection
// are kept on the stacks only.)
//
// Where computations are in a collection of cells, as with threads, each element has a stack
// of its own and its other cells as slots (elements.go). A rule about one element, such as
//
//	rule <thread>... <k> X:Id => V ...</k> <env>... X |-> L ...</env> ...</thread> <store>... L |-> V ...</store>
//
// whose two sides have the same key and the same rest of the collection, is a rule over these
// slots (flat.go), and is compiled as if there were one element. The rule that applies is
// the first in the order of rules that matches some element, elements in the order of their
// keys (turns.go). What a rule was found not to match is not asked again before that
// element, or a slot that the rule reads, is written: an element that waits costs nothing. Rules
// about several elements, or that make or end one, are tried on the collection as a term,
// and only where there is an element for each of their patterns, one of which has changed.
// Elements are of a Map, or of a Set if they begin with a cell that differs in each and that no rule about one changes, such as
// id: that says in which order they are. Other elements of a Set, and those of a List, are in no order that stays.
//
// Where a run comes to the same code again and again, a machine may compose the rules that are
// applied from there on ([Machine.ComposeHot], hotcode.go): [Machine.Advance] then makes their steps at
// once, if the composed rule applies (composed.go). Of several elements each has its own: one is applied where the
// next rule of every other element comes after all of its rules.
//
// Symbolic steps ([Engine.Derive]) follow Definition 9 of the paper: all data
// subterms of left sides are variables, so matching suffices (its Lemma 1), and
// the rule's conditions under the matching substitution join the path
// condition. A successor is pruned only if the oracle says that its path
// condition is unsatisfiable; what no rule covers is reported and never dropped.
// Of if (b) s else t with a symbolic b there are two successors, s under b and t under
// not b; of x / y there is one under y =/= 0, and y = 0 is what no rule covers.
//
// Where a construct has several operands, the rules alone tell which orders of their
// evaluation come to the same (orders.go): from what they read and write (effects.go),
// and whether they certainly end (descent.go).
package rewrite
