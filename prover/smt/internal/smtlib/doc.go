// Package smtlib talks to solvers over SMT-LIB text, in processes of their own. A
// solver is a [Dialect], in a file of its own: how its command is called, and what it
// has to be told.
//
// # Trust
//
// Only an answer that is all it should be counts. The commands of a question end with
// an echo of its number, so that an answer is known to be complete and to be its own.
// An answer that does not begin as it must, or has a line too many, voids the question,
// and the process is ended. What answers with nonsense or not at all, several times in
// a row, is no longer asked ([Faults]).
//
// # Example
//
// The assertions x < y and y < x, asked one after the other, are
//
//	(push 1)                      (push 1)
//	(declare-fun |v:x| () Int)    (assert (< |v:y| |v:x|))
//	(declare-fun |v:y| () Int)    (set-option :rlimit 500000)
//	(assert (< |v:x| |v:y|))      (set-option :timeout 60000)
//	(set-option :rlimit 500000)   (check-sat)
//	(set-option :timeout 60000)   (echo "rlv 3")
//	(check-sat)
//	(echo "rlv 2")
//
// and the second is answered by "unsat" and "rlv 3".
package smtlib
