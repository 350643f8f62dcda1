// Package kdef reads definition files: the outer syntax of the K notation, in
// which languages are given to rlv as data.
//
// ParseFile reads one file: modules, imports, syntax sentences, and rules,
// claims, contexts and configurations as raw text ("bubbles"), since their
// grammar is what the syntax sentences say. Names that end in .md are literate:
// what is no code block tagged `k` is blanked out, so positions stay true.
//
// Load reads a file with all it requires, adds the library modules that it
// reaches (embedded, library/*.k), and elaborates: lists become a cons and a
// unit production, sort synonyms and named regular expressions are replaced,
// identical productions are merged, and sorts and productions are numbered once
// for the whole Definition. Extend adds a specification to a definition and
// keeps those numbers.
//
// Definition.Closure gives the Signature that one module sees, for rules or for
// programs; Definition.Whole that of the whole definition. A signature answers
// in constant time what parsers and matchers ask: the order of sorts (Leq), and
// which production may stand under which (Priority, LeftAssoc, RightAssoc).
// Both the order of sorts and the priorities are closed transitively over the
// modules of the signature, as bit sets.
//
// Nothing is ignored: an attribute, a cell property, a sort or a module that is
// not known is an error with its position, and all problems are reported at
// once, as a *multierror.Error over *source.Diagnostic.
//
// All types are plain data and do not change once loaded; a Definition may be
// used by several goroutines.
package kdef
