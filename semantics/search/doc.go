// Package search follows the symbolic executions of a program (Definition 9 of the
// paper) from one pattern: it is symbolic execution, and where paths are cut at a
// bound, bounded model checking. What comes out is complete or says why it is not.
//
// By Corollary 1 of the paper (coverage) each concrete execution is an instance of a
// symbolic one on the same path, and by Corollary 2 (precision) each feasible
// symbolic execution has a concrete one. So what no path comes to, no execution does,
// if nothing was cut; and what a path with a satisfiable condition comes to, some
// execution does.
//
// # Paths
//
// A [Node] is a stretch of a path without a branching. The frontier (frontier.go) has
// the nodes that wait; the order says which goes on. An example, with x unknown:
//
//	read(x); if (x < 0) x = -x; print(x);
//
//	node 1  read(x); if (x < 0)          branches
//	node 2  x = -x; print(x);            adds x < 0        final
//	node 3  print(x);                    adds not x < 0    final
//
// Two paths that meet in one state (slots and path condition equal up to the names of
// the variables that were made on the way, identical.go) are one from there on. They
// are compared where they branch or end, and where the orders come together in which
// operands may be evaluated: between those they run side by side.
//
// # Input
//
// The items of a symbolic input end in a marker that no rule reads (input.go), unless
// the end of the file is meant. A path that waits for more ends as [NeedsInput]: that
// is the bound of section 7.2 of the paper, and not an incompleteness.
//
// # Guides
//
// Where more is known of some states than the rules say, such as contracts of procedures
// and invariants of loops, a guide (Options.Guide) moves paths on over them.
//
// The package knows no language, no solver (an oracle) and no output.
package search
