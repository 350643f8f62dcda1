package alias

import (
	"rlv/semantics/pattern"
	"rlv/semantics/term"
)

// Meeting are the positions of two arguments of a call that are the same where the contract has two parameters, of which it
// modifies what the first one leads to; the second is negative if that is a global that the contract modifies by its name, and the
// first is if there are none.
func Meeting(params, args []*term.Term, modifies func(*term.Term) bool) (i, j int) {
	if len(params) != len(args) {
		return -1, -1
	}
	for i, p := range params {
		for _, v := range term.Vars(p) {
			at := pattern.PartAt(p, args[i], v)
			if at == nil || !modifies(v.Term()) {
				continue
			}
			if at.IsGround() && modifies(at) {
				return i, -1
			}
			for j := range params {
				if j != i && term.Equal(args[i], args[j]) && !term.Occurs(v, params[j]) {
					return i, j
				}
			}
		}
	}
	return -1, -1
}
