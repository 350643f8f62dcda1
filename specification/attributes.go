package specification

// The attributes of claims that are rlv's own.
const (
	attrCut          = "cut"           // where the code of the left side is reached, its condition must hold
	attrNoHypothesis = "no-hypothesis" // proved, and used nowhere
	attrRigid        = "rigid"         // (X, Y): where a use leaves these open, they are those of the claim at hand
	attrWithin       = "within"        // (LABEL): the code belongs to the procedure of that claim
	attrRecursion    = "recursion"     // (N): the contract of a procedure of group N, in which each leads to calls of each
	attrDecreases    = "decreases"     // (E, ..): becomes smaller in its own proof or, with recursion, in those of its group
	attrNest         = "nest"          // (N, E, ..): becomes smaller in the proofs of group N, which lead back to each other
	attrDefinition   = "definition"    // or (E): the function on the left is defined by this; E falls at each recursive call
	attrInduction    = "induction"     // (E): the formula is proved by induction on E
	attrCases        = "cases"         // (F, ..): the formula is proved where each F holds, and where it does not
)

// The attributes of claims that K has as well.
const (
	attrTrusted = "trusted"
	attrOnePath = "one-path"
	attrAllPath = "all-path"
)
