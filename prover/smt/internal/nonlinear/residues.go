package nonlinear

import (
	"math/big"
	"slices"

	"rlv/semantics/term"
)

// The remainder of a polynomial by a number depends on the remainders of what it is made of alone:
// if x is 3 modulo 8, x * x is 1. So a question that divides a polynomial by a number gets a table.

// maxResidues bounds the rows of a table.
const maxResidues = 64

// residues returns the table of a polynomial that is divided by a number.
func (d *division) residues() []*term.Term {
	k, ok := d.divisor.Int64()
	if !ok || k > maxResidues || k < -maxResidues || k == 0 {
		return nil
	}
	k = max(k, -k)
	atoms := term.Atoms(d.dividend)
	rows := int64(1)
	for range atoms {
		if rows *= k; rows > maxResidues {
			return nil
		}
	}
	var out []*term.Term
	for row := range rows {
		var premises []*term.Term
		value := func(atom *term.Term) *big.Int {
			rest := row
			for range slices.IndexFunc(atoms, func(o *term.Term) bool { return term.Equal(atom, o) }) {
				rest /= k
			}
			return big.NewInt(rest % k)
		}
		for _, a := range atoms {
			premises = append(premises, term.Eq(term.Apply(term.IntEMod, a, term.Int(k)), term.BigInt(value(a))))
		}
		n := term.At(d.dividend, value)
		out = append(out, d.leaves(n.Mod(n, big.NewInt(k)), k, premises)...)
	}
	return out
}

// leaves says what the remainder is if the dividend is congruent to a number.
func (d *division) leaves(n *big.Int, k int64, premises []*term.Term) []*term.Term {
	up := term.BigInt(n)
	if !d.truncating {
		return []*term.Term{term.Implies(term.And(premises...), term.Eq(d.remainder(), up))}
	}
	down := up
	if n.Sign() > 0 {
		down = term.Sub(up, term.Int(k))
	}
	zero := term.Int(0)
	when := func(sign, is *term.Term) *term.Term {
		return term.Implies(term.And(append(slices.Clip(premises), sign)...), term.Eq(d.remainder(), is))
	}
	return []*term.Term{when(term.Le(zero, d.dividend), up), when(term.Le(d.dividend, zero), down)}
}
