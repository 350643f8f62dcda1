package kdef

import "math/bits"

// bitset is a set of small numbers; methods that read accept a short one.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0 }

func (b bitset) set(i int) { b[i>>6] |= 1 << (i & 63) }

// or adds the elements of c, a set of the same size or nil.
func (b bitset) or(c bitset) {
	for i, w := range c {
		b[i] |= w
	}
}

// each calls f for each element, in increasing order.
func (b bitset) each(f func(i int)) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			f(k<<6 + bits.TrailingZeros64(w))
		}
	}
}
