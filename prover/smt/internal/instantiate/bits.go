package instantiate

import "rlv/semantics/term"

// Solvers know nothing of the bits of numbers that are not known. A question gets these facts for
// what it has of them. Numbers are in two's complement, with infinitely many digits: -1 has all bits.
// What x and y both have is written x & y here. Whichever bits there are, with them
//
//	x | y = x + y - (x & y)    x ^ y = x + y - 2 * (x & y)    ~x = -1 - x

// maxBits bounds the terms of one question that facts about bits are for.
const maxBits = 12

// IsBits reports whether t is about the bits of numbers.
func IsBits(t *term.Term) bool {
	if t.Is(term.IntShl) || t.Is(term.IntShr) {
		return !t.Arg(1).IsInt()
	}
	return IsBoth(t) || t.Is(term.IntOr) || t.Is(term.IntXor)
}

// IsBoth reports whether t is the bits that two numbers both have.
func IsBoth(t *term.Term) bool { return t.Is(term.IntAnd) || t.Symbol() != nil && t.Symbol().BothBits }

// bitFacts are the facts about a term, and about it and others before it.
func bitFacts(t *term.Term, others []*term.Term) []*term.Term {
	x, y := t.Arg(0), t.Arg(1)
	switch {
	case t.Is(term.IntShl), t.Is(term.IntShr):
		out := shiftFacts(t)
		for _, o := range others {
			out = append(append(out, scaleFacts(t, o)...), scaleFacts(o, t)...)
			out = append(append(out, furtherFacts(t, o)...), furtherFacts(o, t)...)
		}
		return out
	case t.Is(term.IntOr):
		return []*term.Term{term.Eq(t, without(x, y, 1))}
	case t.Is(term.IntXor):
		return []*term.Term{term.Eq(t, without(x, y, 2))}
	}
	out := bothFacts(t)
	for _, o := range others {
		if !IsBoth(o) {
			continue
		}
		for _, p := range swapped(t) {
			for _, q := range swapped(o) {
				out = append(out, sharedFacts(t, p, o, q)...)
				out = append(out, sharedFacts(o, q, t, p)...)
			}
		}
		out = append(out, complementFacts(t, o)...)
	}
	return out
}

// without is x + y less n times what both have.
func without(x, y *term.Term, n int64) *term.Term {
	return term.Sub(term.Add(x, y), term.Apply(term.IntMul, term.Int(n), term.Apply(term.IntAnd, x, y)))
}

// swapped are the arguments in both orders.
func swapped(t *term.Term) [2][2]*term.Term {
	return [2][2]*term.Term{{t.Arg(0), t.Arg(1)}, {t.Arg(1), t.Arg(0)}}
}

// bothFacts are the bounds of what two numbers both have, what it is where one of them has all bits or
// none, or the other has the same or all others, and its last bit.
func bothFacts(t *term.Term) []*term.Term {
	zero, all, two := term.Int(0), term.Int(-1), term.Int(2)
	var out []*term.Term
	for _, a := range swapped(t) {
		x, y := a[0], a[1]
		out = append(out,
			term.Implies(term.Le(zero, x), term.And(term.Le(zero, t), term.Le(t, x))),
			term.Implies(term.And(term.Lt(x, zero), term.Lt(y, zero)), term.Le(t, x)),
			term.Implies(term.Eq(x, zero), term.Eq(t, zero)),
			term.Implies(term.Eq(x, all), term.Eq(t, y)),
			term.Implies(even(x), even(t)),
		)
		out = append(append(out, apartFacts(t, x, y)...), maskFacts(t, x, y)...)
	}
	x, y := t.Arg(0), t.Arg(1)
	return append(out,
		term.Implies(term.And(term.Lt(x, zero), term.Lt(y, zero)), term.Lt(term.Add(x, y), t)),
		term.Implies(term.Eq(x, y), term.Eq(t, x)),
		term.Implies(term.Eq(term.Add(x, y), all), term.Eq(t, zero)),
		term.Implies(term.And(term.Not(even(x)), term.Not(even(y))), term.Eq(term.Apply(term.IntEMod, t, two), term.Int(1))),
	)
}

// apartFacts say that t = x & y is 0 where y is less than a power of two of which x is a multiple, whatever
// its unknowns are: as 16 of v << 4. So (v << 4) | d is v * 16 + d if d is a digit.
func apartFacts(t, x, y *term.Term) []*term.Term {
	below := func(power *term.Term) *term.Term { return term.And(term.Le(term.Int(0), y), term.Lt(y, power)) }
	var out []*term.Term
	if n := twos(x); 0 < n && n < maxTwos {
		out = append(out, term.Implies(below(oneBit(term.Int(int64(n)))), term.Eq(t, term.Int(0))))
	}
	if x.Is(term.IntShl) && !x.Arg(1).IsInt() {
		n := x.Arg(1)
		out = append(out, term.Implies(term.And(term.Le(term.Int(0), n), below(oneBit(n))), term.Eq(t, term.Int(0))))
	}
	return out
}

// oneBit is 1 << n.
func oneBit(n *term.Term) *term.Term { return term.Apply(term.IntShl, term.Int(1), n) }

// maxTwos bounds the powers of two that are looked for.
const maxTwos = 128

// twos is how often two divides a number at least, whatever its unknowns are.
func twos(t *term.Term) int {
	of := func(i int) int { return twos(t.Arg(i)) }
	n := 0
	switch s := t.Symbol(); {
	case t.IsInt() && t.Big().Sign() != 0:
		n = int(t.Big().TrailingZeroBits())
	case t.IsInt():
		n = maxTwos
	case s == nil:
	case s == term.IntAdd || s == term.IntSub || s == term.IntOr || s == term.IntXor:
		n = min(of(0), of(1))
	case s == term.IntMul:
		n = of(0) + of(1)
	case s == term.IntShl:
		if by, ok := t.Arg(1).Int64(); ok && by >= 0 {
			n = of(0) + int(min(by, maxTwos))
		}
	case IsBoth(t):
		n = max(of(0), of(1))
	case s == term.KIte && t.Sort() == term.SortInt:
		n = min(of(1), of(2))
	}
	return min(n, maxTwos)
}

// maskFacts say what t = x & y is where y is, for some n, the lowest n bits, all others, or one of them.
func maskFacts(t, x, y *term.Term) []*term.Term {
	shift := func(z *term.Term) *term.Term { // n if z is 1 << n
		if z.Is(term.IntShl) && z.Arg(0) == term.Int(1) && !z.Arg(1).IsInt() {
			return z.Arg(1)
		}
		return nil
	}
	when := func(n, then *term.Term) *term.Term { return term.Implies(term.Le(term.Int(0), n), then) }
	rest := func(n *term.Term) *term.Term { return term.Apply(term.IntEMod, x, oneBit(n)) }
	if n := shift(term.Add(y, term.Int(1))); n != nil {
		return []*term.Term{when(n, term.Eq(t, rest(n)))}
	}
	if n := shift(term.Sub(term.Int(0), y)); n != nil {
		return []*term.Term{when(n, term.Eq(t, term.Sub(x, rest(n))))}
	}
	if n := shift(y); n != nil {
		has := even(term.Apply(term.IntShr, x, n))
		return []*term.Term{when(n, term.Eq(t, term.Apply(term.KIte, has, term.Int(0), y)))}
	}
	return nil
}

// halvesBits reports whether a term is half of the bits that two numbers both have.
func halvesBits(t *term.Term) bool {
	return (t.Is(term.IntEDiv) || t.Is(term.IntTDiv)) && t.Arg(1) == term.Int(2) && IsBoth(t.Arg(0))
}

// halvesFact says of t = x & y that its half has the bits that the halves of x and y both have. It is
// what definitions by recursion over the bits of numbers need.
func halvesFact(t *term.Term) *term.Term {
	half := func(x *term.Term) *term.Term { return term.Apply(term.IntEDiv, x, term.Int(2)) }
	return term.Eq(half(t), term.Apply(term.IntAnd, half(t.Arg(0)), half(t.Arg(1))))
}

func even(x *term.Term) *term.Term {
	return term.Eq(term.Apply(term.IntEMod, x, term.Int(2)), term.Int(0))
}

// sharedFacts say what t = p[0] & p[1] is by o = q[0] & q[1], where p[1] = q[1] = m is one mask:
// of the bits that p[0] has in m nothing more is known than how they come from those of q[0].
//
//	(x | m) & m = m    (x ^ m) & m = m - (x & m)    ~x & m = m - (x & m)
//	(x & m) & m = x & m    (x - (x & m)) & m = 0
func sharedFacts(t *term.Term, p [2]*term.Term, o *term.Term, q [2]*term.Term) []*term.Term {
	x, m := q[0], q[1]
	same := term.Eq(p[1], m)
	if same == term.False {
		return nil
	}
	var out []*term.Term
	say := func(is, then *term.Term) {
		if f := term.Implies(term.And(same, term.Eq(p[0], is)), term.Eq(t, then)); f != term.True {
			out = append(out, f)
		}
	}
	sum, rest := term.Add(x, m), term.Sub(m, o)
	say(x, o)
	say(term.Sub(sum, o), m)
	say(term.Sub(sum, term.Add(o, o)), rest)
	say(term.Sub(term.Int(-1), x), rest)
	say(o, o)
	say(term.Sub(x, o), term.Int(0))
	return out
}

// complementFacts say that ~x & ~y has the bits that are neither in x nor in y.
func complementFacts(t, o *term.Term) []*term.Term {
	var out []*term.Term
	for _, q := range swapped(o) {
		x, y := term.Sub(term.Int(-1), q[0]), term.Sub(term.Int(-1), q[1])
		f := term.Implies(term.And(term.Eq(t.Arg(0), x), term.Eq(t.Arg(1), y)), term.Eq(t, term.Add(term.Add(x, y), term.Add(o, term.Int(1)))))
		if f != term.True {
			out = append(out, f)
		}
	}
	return out
}

// shiftFacts say between which numbers a shifted one is: x * 2^n, or the quotient by it.
func shiftFacts(t *term.Term) []*term.Term {
	zero, x, n := term.Int(0), t.Arg(0), t.Arg(1)
	up, least := t, x // the greater one of numbers that are not negative
	if t.Is(term.IntShr) {
		up, least = x, t
	}
	when := func(c, then *term.Term) *term.Term { return term.Implies(term.And(term.Le(zero, n), c), then) }
	out := []*term.Term{
		when(term.Eq(n, zero), term.Eq(t, x)),
		when(term.Eq(x, zero), term.Eq(t, zero)),
		when(term.Le(zero, x), term.And(term.Le(zero, least), term.Le(least, up))),
		when(term.Lt(x, zero), term.And(term.Le(up, least), term.Lt(least, zero))),
		when(term.And(term.Le(zero, x), term.Lt(zero, n)), term.Le(term.Add(least, least), up)),
	}
	if t.Is(term.IntShl) {
		out = append(out, when(term.Lt(zero, x), term.Lt(n, t)), when(term.Lt(zero, n), even(t)))
	}
	return out
}

// scaleFacts say that x shifted by n is x times, or divided by, one = 1 << n, if that is there.
func scaleFacts(t, one *term.Term) []*term.Term {
	if !one.Is(term.IntShl) || one.Arg(0) != term.Int(1) || t == one || !(t.Is(term.IntShl) || t.Is(term.IntShr)) || !term.Equal(t.Arg(1), one.Arg(1)) {
		return nil
	}
	by := term.IntMul
	if t.Is(term.IntShr) {
		by = term.IntEDiv
	}
	return []*term.Term{term.Implies(term.Le(term.Int(0), t.Arg(1)), term.Eq(t, term.Apply(by, t.Arg(0), one)))}
}

// furtherFacts say what t is by o, where the same number is shifted in both, and in t by a few more: 1 << (k + 1) is
// twice 1 << k.
func furtherFacts(t, o *term.Term) []*term.Term {
	if t.Symbol() != o.Symbol() || !t.Is(term.IntShl) && !t.Is(term.IntShr) || !term.Equal(t.Arg(0), o.Arg(0)) {
		return nil
	}
	more, ok := term.Sub(t.Arg(1), o.Arg(1)).Int64()
	if !ok || more < 1 || more > maxTwos {
		return nil
	}
	by := term.IntMul
	if t.Is(term.IntShr) {
		by = term.IntEDiv
	}
	return []*term.Term{term.Implies(term.Le(term.Int(0), o.Arg(1)), term.Eq(t, term.Apply(by, o, oneBit(term.Int(more)))))}
}
