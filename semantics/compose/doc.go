// Package compose makes one rule of several that are applied one after the other.
//
// A run of a program applies the same rules to the same code again and again. What was
// applied, a [Trace], is composed by narrowing: it begins with a pattern of which nothing
// is known but the code on top,
//
//	<k> while (0 < n) { n = n + -1; } ~> K </k> <state> M </state>
//
// and each rule of the trace is applied to the pattern. Where a rule asks for something that
// the pattern does not show, a variable is replaced by as much of the recorded value as is
// asked for: here M by n |-> N M'. Code and keys become literals, integers, Booleans and
// strings of the recorded run stay variables, and of a collection only the touched
// entries are shown. What cannot be a pattern becomes a guard: the conditions of the rules,
// and why those that were tried before did not apply. The result is
//
//	<k> while (0 < n) { n = n + -1; } ~> K </k> <state> n |-> N M' </state>
//	=> the same with n |-> N + -1    requires 0 < N
//
// which is an instance of Transitivity (figure 5 of the paper): every configuration that
// matches the left side and satisfies the guards is rewritten to the right side by just these
// rules, in the order in which rules are tried, and each application on the way has a value.
// Functions that rules define are unfolded the same way, by the equation that applied.
//
// Nothing of a definition or of a program is guessed. Where it cannot be told what a rule
// does for every instance, the composition ends before that step, with a shorter rule.
package compose
