package report

import "rlv/prover"

// reasons are why a goal is not proved, in words.
var reasons = []struct {
	reason prover.Reason
	words  string
}{
	{prover.ReasonStuck, "No rule of the language applies: the program is stuck."},
	{prover.ReasonNotImplied, "A condition does not follow where the right side of a goal is reached, or a lemma does not follow."},
	{prover.ReasonCut, "The condition of an annotation does not hold where its code is reached."},
	{prover.ReasonAssert, "An assertion does not hold, or does not follow."},
	{prover.ReasonVariant, "A variant does not become smaller, so it is not shown that the program ends."},
	{prover.ReasonForm, "The program ends in a state of another form than the goal's right side has."},
	{prover.ReasonUndecided, "It cannot be told whether a rule of the language applies."},
	{prover.ReasonRefused, "A call is not covered by a contract, or a loop needs an invariant."},
	{prover.ReasonLimit, "A limit was reached: the goal is undecided."},
	{prover.ReasonInterrupted, "The run was interrupted: the goal is undecided."},
	{prover.ReasonInternal, "A bug in rlv: the goal is undecided."},
	{prover.ReasonVacuous, "The conditions of a goal contradict each other, so it says nothing."},
}
