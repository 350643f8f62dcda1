package grammar

import "math/bits"

// bitset is a set of small numbers; all sets of one kind have one length.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int32) bool { return b[i>>6]>>(i&63)&1 != 0 }

func (b bitset) set(i int32) { b[i>>6] |= 1 << (i & 63) }

func (b bitset) clear(i int32) { b[i>>6] &^= 1 << (i & 63) }

// union adds the elements of c and says whether b changed.
func (b bitset) union(c bitset) bool {
	changed := false
	for i, w := range c {
		if b[i]|w != b[i] {
			b[i] |= w
			changed = true
		}
	}
	return changed
}

func (b bitset) empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// each calls f for the elements in increasing order.
func (b bitset) each(f func(i int32)) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			f(int32(k<<6 + bits.TrailingZeros64(w)))
		}
	}
}
