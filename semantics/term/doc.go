// Package term is rlv's term algebra: sorts, symbols, hash-consed immutable
// terms, substitutions, and the data domains Int, Bool, String, Map, Set, List
// and Array with their built-in functions.
//
// # Representation
//
// A [Term] is one fixed struct, built only by this package's constructors and
// never changed. Every term carries a 64-bit hash of its structure. A global
// cons table of bounded size, read and written with atomic pointers, makes equal
// terms built close together share one node; it is lossy on purpose (a slot is
// simply overwritten), so that long concrete runs need constant memory and
// goroutines never wait for one another. The same holds of variables: those with
// names from definitions and programs are in a table without locks for readers, of
// the size of these texts, and fresh ones ([Fresh]) are in none. Equality is therefore [Equal]: pointer,
// then hash, then structure.
//
// Terms of program text carry a position ([Term.Pos]), which is part of a node's
// identity in the cons table but not of equality.
//
// # Functions
//
// Applying a function symbol evaluates it: [Apply] calls the symbol's evaluator,
// which is a built-in one (simplifying symbolic arguments as far as it safely
// can) or, for functions defined by rules, one that package rewrite installs. A
// function application that stays in a term is symbolic, or undefined when its
// arguments are values.
//
// Arithmetic is kept in polynomial normal form, so that syntactic equality
// decides the ring axioms.
package term
