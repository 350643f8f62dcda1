package explore

import (
	"math/big"
	"slices"

	"rlv/semantics/term"
)

// The sizes up to which a path condition is simplified: each conjunct and each symbol
// costs a question.
const (
	maxSimplified = 300
	maxEquated    = 40
)

// simplified is a path condition without the conjuncts that follow from the others. A
// symbol that can have one value only, which model has, is said to be equal to it. Of
//
//	0 < n, 1 < n, n <= 2
//
// there is left n == 2.
func (o *oracle) simplified(pc []*term.Term, symbols []*term.Variable, model term.Substitution) []*term.Term {
	out := tightest(pc)
	if len(out) > maxSimplified {
		return out
	}
	out = o.equated(out, symbols, model)
	for i := 0; i < len(out) && o.ctx.Err() == nil; {
		if rest := slices.Delete(slices.Clone(out), i, i+1); o.follows(rest, out[i]) {
			out = rest
		} else {
			i++
		}
	}
	return out
}

// equated puts what is known of symbols that can have one value only in front of a path
// condition, and the values for them into the rest.
func (o *oracle) equated(pc []*term.Term, symbols []*term.Variable, model term.Substitution) []*term.Term {
	symbols = occurring(symbols, pc)
	if len(symbols) > maxEquated {
		return pc
	}
	var out []*term.Term
	values := term.Substitution{}
	for _, v := range symbols {
		if eq := term.Eq(v.Term(), model[v]); o.follows(pc, eq) {
			out, values[v] = append(out, eq), model[v]
		}
	}
	for _, c := range pc {
		if c = values.Apply(c); c != term.True {
			out = append(out, c)
		}
	}
	return out
}

// occurring are the variables that occur in some terms.
func occurring(vars []*term.Variable, ts []*term.Term) []*term.Variable {
	there := map[*term.Variable]bool{}
	for _, v := range term.Vars(ts...) {
		there[v] = true
	}
	return slices.DeleteFunc(slices.Clone(vars), func(v *term.Variable) bool { return !there[v] })
}

// tightest leaves out the bounds of a term for which there is a tighter one: of 0 < n and
// 1 < n the first. It needs no solver; a loop makes a bound in each iteration.
func tightest(pc []*term.Term) []*term.Term {
	type side struct {
		of    *term.Term
		lower bool
	}
	best := map[side]*big.Int{}
	bound := func(c *term.Term) (s side, n *big.Int) {
		switch {
		case !c.Is(term.IntLt) && !c.Is(term.IntLe):
			return s, nil
		case c.Arg(0).Kind() == term.KInt:
			s, n = side{c.Arg(1), true}, new(big.Int).Set(c.Arg(0).Big())
			if c.Is(term.IntLt) {
				n.Add(n, big.NewInt(1))
			}
		case c.Arg(1).Kind() == term.KInt:
			s, n = side{c.Arg(0), false}, new(big.Int).Set(c.Arg(1).Big())
			if c.Is(term.IntLt) {
				n.Sub(n, big.NewInt(1))
			}
		}
		return s, n
	}
	for _, c := range pc {
		if s, n := bound(c); n != nil && (best[s] == nil || n.Cmp(best[s]) > 0 == s.lower) {
			best[s] = n
		}
	}
	return slices.DeleteFunc(slices.Clone(pc), func(c *term.Term) bool {
		s, n := bound(c)
		if n == nil || best[s] == nil || n.Cmp(best[s]) != 0 {
			return n != nil
		}
		delete(best, s) // of equal ones the first stays
		return false
	})
}
