package rewrite

import (
	"maps"

	"rlv/semantics/term"
)

// An execution comes to the same code many times, and mostly in configurations that
// differ in nothing that counts for its effect: in numbers, say. So the effect of a
// piece of code is remembered with the configuration that it was found in.

// knownEffect is the effect of a piece of code in a configuration.
type knownEffect struct {
	*effect
	slots []*term.Term
}

// The bounds of what is remembered.
const (
	maxKnownEffects = 1 << 10
	maxHeld         = 1 << 8
)

// of returns the effect of evaluating t in a configuration.
func (x *effects) of(t *term.Term, slots []*term.Term) *effect {
	if k := x.known[t]; k != nil && x.sameIn(k, slots) {
		return k.effect
	}
	if len(x.known) >= maxKnownEffects {
		clear(x.known)
	}
	k := &knownEffect{x.compute(t, slots), slots}
	x.known[t] = k
	return k.effect
}

// sameIn reports whether an effect is that in another configuration, too: of the cells
// from which code may be taken the same may be taken, and the others have the same
// constructor on top, or none ([effects.admits]).
func (x *effects) sameIn(k *knownEffect, slots []*term.Term) bool {
	for i, t := range slots {
		old := k.slots[i]
		if t == old || i == x.slot {
			continue
		}
		if constructorOf(t) != constructorOf(old) || k.code.has(i) && !x.heldBy(t).equal(x.heldBy(old)) {
			return false
		}
	}
	return true
}

// constructorOf is the constructor on top of the content of a cell, nil if there is
// none.
func constructorOf(t *term.Term) *term.Symbol {
	if t.Kind() == term.KApp && t.Symbol().Class == term.Constructor {
		return t.Symbol()
	}
	return nil
}

// heldBy is what may come of the content of a cell.
func (x *effects) heldBy(t *term.Term) *brought {
	if b := x.held[t]; b != nil {
		return b
	}
	if len(x.held) >= maxHeld {
		clear(x.held)
	}
	b := newBrought()
	x.addTerm(b, t)
	x.held[t] = b
	return b
}

func (b *brought) equal(c *brought) bool {
	return b == c || b.all == c.all && maps.Equal(b.symbols, c.symbols) && maps.Equal(b.tokens, c.tokens) && maps.Equal(b.sorts, c.sorts)
}
