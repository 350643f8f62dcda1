package specification

// The attributes of claims that are rlv's own.
const (
	// cut: where the code of the left side is reached, the condition must hold. The
	// proof fails there instead of stepping on.
	attrCut = "cut"
	// no-hypothesis: the claim is proved, and used nowhere.
	attrNoHypothesis = "no-hypothesis"
	// rigid(X, Y): where the claim is used, and these variables are left open by the
	// left side, they mean what they mean in the claim at hand.
	attrRigid = "rigid"
	// within(LABEL): the code belongs to the procedure of that claim.
	attrWithin = "within"
	// recursion(N): the claim is the contract of a procedure of group N, in which each
	// leads to calls of each.
	attrRecursion = "recursion"
	// decreases(E, ..): a tuple of integers that becomes smaller where the claim is used
	// in its own proof or, with recursion, in proofs of its group.
	attrDecreases = "decreases"
	// definition: the left side of an equation is a new function, which is defined by it;
	// definition(E): E becomes smaller at each recursive call.
	attrDefinition = "definition"
	// induction(E): the formula is proved by induction on E.
	attrInduction = "induction"

	attrTrusted = "trusted" // of K: used, not proved
	attrOnePath = "one-path"
	attrAllPath = "all-path"
)
