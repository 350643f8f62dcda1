// Package z3 has go-z3, in child processes of the same binary: Z3 in this process
// could neither be stopped nor bounded in memory, and its death would be that of all.
// The child runs [RunIfWorker] and serves questions ([server]) until its input ends;
// the parent asks two of them that do arithmetic differently ([Portfolio]).
//
// Terms are sent once, as nodes of a graph that both sides number alike. The first
// question with the assertion x < 3 is one frame of
//
//	F "v:x" Int          function 0
//	N App, function 0    node 0
//	N Numeral "3"        node 1
//	N Lt, nodes 0 1      node 2
//	A node 2             a level of the assertion stack
//	C 1, 60000 ms        question 1
//
// and the next one, with 3 < y beside it, sends what is new only. A check ends after so
// many steps, which Z3 counts; where it counts none, the process ends by the limit of
// its processor time. A process that dies, hangs or answers nonsense is killed: its loss costs that one answer,
// and the next question starts another. Replies carry the number of their question.
package z3
