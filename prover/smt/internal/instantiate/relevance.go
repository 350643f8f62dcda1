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

// operator is the operator of a term, if it is not linear; quotients count as remainders, those by numbers as one of their
// own, nil is any other.
func operator(t *term.Term) *term.Symbol {
	switch f := t.Symbol(); f {
	case term.IntMul:
		if !t.Arg(0).IsInt() && !t.Arg(1).IsInt() {
			return f
		}
	case term.IntTDiv, term.IntTMod, term.IntEDiv, term.IntEMod:
		if t.Arg(1).IsInt() {
			return byNumber
		}
		return remainder
	case term.IntDivides:
		return remainder
	case term.IntPow, term.IntPowMod, term.IntLog2, term.IntShr, term.IntShl, term.IntAnd, term.IntXor, term.IntOr, term.IntNot:
		return term.IntAnd
	}
	return nil
}

// remainder and byNumber are what operators of division count as.
var remainder, byNumber = term.IntTMod, term.IntEMod

// close adds the remainders that facts may be about where these functions are: remainders by numbers as soon as there are
// others, and the reverse only where there are products, else they are linear and laws of remainders say nothing new.
func (fs functions) close() functions {
	if fs[byNumber] && fs[term.IntMul] {
		fs[remainder] = true
	}
	if fs[remainder] {
		fs[byNumber] = true
	}
	return fs
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

// within reports whether all of the functions are among others.
func (fs functions) within(others functions) bool {
	for f := range fs {
		if !others[f] {
			return false
		}
	}
	return true
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
	// Far are those of the lemmas that are about operators alone, one of which neither the question has nor what it reaches
	// without such lemmas. What they bring in is seldom needed, and hard for solvers.
	Far       []int
	Nonlinear bool // one of the lemmas has an operator that is not linear
}
