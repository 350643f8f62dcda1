package rewrite

import "rlv/semantics/term"

// chains are what conditions say about the order of numbers: by how much a variable is
// at least above another one. Behind n declarations, each of which follows a loop that may
// have drawn from the fresh counter, the keys of a store are
//
//	N, N+1, N1, N2 .. with  N+1 < N1, N1 < N2 ..
//
// That they differ follows, and need not be said of each of the n*n pairs.
type chains map[*term.Variable][]above

// above says that a variable is at least that far above another one.
type above struct {
	variable *term.Variable
	distance int64
}

// maxDistance keeps sums of offsets from overflowing.
const maxDistance = 1 << 60

// chainsOf reads those of the conditions that are comparisons of two variables with
// numbers added.
func chainsOf(conditions []*term.Term) chains {
	out := chains{}
	for _, c := range conditions {
		strict := int64(0)
		switch c.Symbol() {
		case term.IntLt:
			strict = 1
		case term.IntLe:
		default:
			continue
		}
		low, n, ok := offset(c.Arg(0))
		high, m, also := offset(c.Arg(1))
		if ok && also && low != high { // low + n + strict <= high + m
			out[low] = append(out[low], above{high, n - m + strict})
		}
	}
	return out
}

// offset returns the variable and the number that a term is the sum of.
func offset(t *term.Term) (v *term.Variable, n int64, ok bool) {
	x, sign := t, int64(0)
	switch t.Symbol() {
	case term.IntAdd:
		x, sign = t.Arg(0), 1
	case term.IntSub:
		x, sign = t.Arg(0), -1
	}
	if sign != 0 {
		if n, ok = t.Arg(1).Int64(); !ok || n >= maxDistance || n <= -maxDistance {
			return nil, 0, false
		}
	}
	if v = x.Variable(); v == nil || v.Sort != term.SortInt {
		return nil, 0, false
	}
	return v, sign * n, true
}

// span is the least and the greatest number that is added to a variable.
type span struct{ least, most int64 }

// ordered are the chains, by number, of variables with numbers added: two different terms
// of one chain are one below the other.
type ordered map[*term.Variable]int

// both reports whether two terms, which are not equal, are in one chain.
func (o ordered) both(a, b *term.Term) bool {
	v, _, ok := offset(a)
	w, _, also := offset(b)
	if !ok || !also {
		return false
	}
	n, known := o[v]
	m, knownToo := o[w]
	return known && knownToo && n == m
}

// of divides terms into chains. All that add a number to one variable are in one chain;
// those of another variable come next where the first of them is above the last of these.
func (c chains) of(terms []*term.Term) ordered {
	spans := map[*term.Variable]span{}
	var variables []*term.Variable
	for _, t := range terms {
		v, n, ok := offset(t)
		if !ok {
			continue
		}
		s, old := spans[v]
		if !old {
			s = span{n, n}
			variables = append(variables, v)
		}
		spans[v] = span{min(s.least, n), max(s.most, n)}
	}
	next, taken := map[*term.Variable]*term.Variable{}, map[*term.Variable]bool{}
	for _, v := range variables {
		for _, a := range c[v] {
			s, ok := spans[a.variable]
			if ok && !taken[a.variable] && spans[v].most < s.least+a.distance {
				next[v], taken[a.variable] = a.variable, true
				break
			}
		}
	}
	out := ordered{}
	for i, v := range variables {
		if taken[v] {
			continue
		}
		for ; v != nil; v = next[v] {
			out[v] = i
		}
	}
	return out
}
