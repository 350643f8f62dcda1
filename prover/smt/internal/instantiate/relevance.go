package instantiate

import "rlv/semantics/term"

// functions are functions of which only facts are known, and operators of integers that are not linear.
type functions map[*term.Symbol]bool

// in adds the functions that occur in terms.
func (fs functions) in(ts ...*term.Term) functions {
	for _, t := range ts {
		if !t.HasFunctions() {
			continue
		}
		term.Walk(t, func(u *term.Term) bool {
			if f := u.Symbol(); isLogical(f) {
				fs[f] = true
			} else if f := operator(u); f != nil {
				fs[f] = true
			}
			return u.HasFunctions()
		})
	}
	return fs
}

func isLogical(f *term.Symbol) bool {
	return f != nil && f.Class == term.Function && f.Hook == ""
}

// operator is the operator of a term, if it is not linear; quotients count as remainders, nil is any other.
func operator(t *term.Term) *term.Symbol {
	switch f := t.Symbol(); f {
	case term.IntMul:
		if !t.Arg(0).IsInt() && !t.Arg(1).IsInt() {
			return f
		}
	case term.IntTDiv, term.IntTMod, term.IntEDiv, term.IntEMod, term.IntDivides:
		return term.IntTMod
	case term.IntPow, term.IntPowMod, term.IntLog2, term.IntShr, term.IntShl, term.IntAnd, term.IntXor, term.IntOr, term.IntNot:
		return term.IntAnd
	}
	return nil
}

// about is what a fact is about: its functions of which only facts are known, or its operators if it has none.
func (fs functions) about() functions {
	out := functions{}
	for f := range fs {
		if isLogical(f) {
			out[f] = true
		}
	}
	if len(out) == 0 {
		return fs
	}
	return out
}

// nonlinear reports whether there is an operator.
func (fs functions) nonlinear() bool {
	for f := range fs {
		if !isLogical(f) {
			return true
		}
	}
	return false
}

// meet reports whether there is a function in both.
func (fs functions) meet(others functions) bool {
	for f := range others {
		if fs[f] {
			return true
		}
	}
	return false
}

// Relevance says which trusted facts, by their places, have to do with a question: those about nothing but sums and
// arrays, and those about a function that the question reaches, by what it says and by what relevant facts say. Facts
// about no function have to do with it by their operators. In the question the others have nothing to be instantiated
// at but what else they speak of, such as remainders, of which they say nothing that is known to hold.
type Relevance struct {
	Definitions, Lemmas []int
	Laws                bool // one of the lemmas has an operator that is not linear
}
