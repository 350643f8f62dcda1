// Package grammar parses text by grammars that are known only at run time: the
// programs, rules, claims, contexts and configuration contents of a language
// that is given as a definition.
//
// # Phases
//
// A lexer (lexer.go, regex.go) cuts the text by longest match over all
// terminals and regular expressions of the grammar: a deterministic automaton
// that is built lazily, while it runs. A lexeme keeps all token kinds that fit.
// An Earley parser (earley.go; J. Earley, "An efficient context-free parsing
// algorithm", CACM 1970) turns the tokens into a shared packed forest. The
// forest is then pruned by sort inference (infer.go) and the remaining filters,
// and built into one Tree (resolve.go, lists.go). More than one is an error.
//
// # What makes the parser fast
//
// Subsorts are no nodes. A nonterminal occurrence waits for a class: a sort
// together with the set of productions that may stand there. All productions
// of smaller sorts are in the set, those that priority or associativity forbid
// are not. So `S ::= S S [left]` predicts itself only where it may start, and n
// statements cost time and memory linear in n. The user's lists are parsed by
// left recursion in programs, for the same reason.
//
// A production is predicted, and an item advanced, only if the next token may
// follow. The rules of a definition share one lexer and one table of all
// productions; each sentence then uses the small grammar of those productions
// whose terminals occur in it. What fits any sort (brackets, `=>`, `#if`) is
// instantiated for the sorts that the sentence waits for.
//
// # Memory and concurrency
//
// A Grammar may be used by several goroutines. A parse needs some tens of bytes
// per Earley item, and is refused when it needs too many of them or when the
// text is nested too deeply: no input leads to a panic or an endless run.
package grammar
