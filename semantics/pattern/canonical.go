package pattern

import (
	"fmt"
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Canonical is a state in which the variables made on the way are renamed in the order in
// which they occur, so that two states are the same up to such names if their canonical
// forms are equal:
//
//	<x> R </x> <y> C </y>  under  R > 0      R and C of one call with a contract
//	<x> S </x> <y> D </y>  under  S > 0      S and D of another
//
// are both <x> #0 </x> <y> #1 </y> under #0 > 0. The conjuncts may stand in any order.
type Canonical struct {
	Slots, PC []*term.Term
	// Made are the variables made on the way, in the order of the canonical ones.
	Made []*term.Variable
}

// Names makes canonical forms of states.
type Names map[name]*term.Term

type name struct {
	number int
	sort   term.Sort
}

// Canonical is the canonical form of a state. Variables that mean something outside it,
// such as those of a goal, are not renamed; outside may be nil.
func (n Names) Canonical(st *rewrite.State, outside func(*term.Variable) bool) *Canonical {
	c := &Canonical{Slots: st.Slots, PC: st.PC}
	rename := term.Substitution{}
	for _, v := range term.Vars(slices.Concat(st.Slots, st.PC)...) {
		if v.IsFresh() && (outside == nil || !outside(v)) {
			rename[v] = n.numbered(len(rename), v.Sort)
			c.Made = append(c.Made, v)
		}
	}
	if len(rename) > 0 {
		c.Slots, c.PC = rename.ApplyAll(st.Slots), rename.ApplyAll(st.PC)
	}
	return c
}

// numbered is the canonical variable of a number. No program, definition or
// annotation can name it.
func (n Names) numbered(i int, sort term.Sort) *term.Term {
	key := name{i, sort}
	v := n[key]
	if v == nil {
		v = term.Var(fmt.Sprintf("#%d", i), sort)
		n[key] = v
	}
	return v
}

// HashSlots is the hash of the slots alone.
func (c *Canonical) HashSlots() uint64 {
	h := uint64(0)
	for _, t := range c.Slots {
		h = h*0x9e3779b97f4a7c15 + t.Hash()
	}
	return h
}

// Hash does not depend on the order of the conjuncts.
func (c *Canonical) Hash() uint64 {
	h := c.HashSlots() + uint64(len(c.PC))
	for _, t := range c.PC {
		h += t.Hash() * 0xff51afd7ed558ccd
	}
	return h
}

// Same reports whether two states are the same up to the names of the variables that
// were made on the way.
func (c *Canonical) Same(o *Canonical) bool {
	if len(c.PC) != len(o.PC) || !slices.EqualFunc(c.Slots, o.Slots, term.Equal) {
		return false
	}
	return slices.Equal(c.PC, o.PC) || within(c.PC, o.PC) && within(o.PC, c.PC)
}

func within(some, all []*term.Term) bool {
	for _, t := range some {
		if !rewrite.Holds(all, t) {
			return false
		}
	}
	return true
}

// Renaming gives for the variables made on the way to a state those that stand at the same
// places of another one, where they are not the same.
func (c *Canonical) Renaming(to *Canonical) term.Substitution {
	out := term.Substitution{}
	for i := range min(len(c.Made), len(to.Made)) {
		if c.Made[i] != to.Made[i] {
			out[c.Made[i]] = to.Made[i].Term()
		}
	}
	return out
}

// Meetings are the computations behind which paths that have parted may meet again.
type Meetings map[uint64]bool // by their hashes

// Part notes where the paths of a branching may meet again. Where it adds nothing to
// the path condition, as with the order of operands, they may once all operands have
// come to results; in front is then what is behind all of them now.
//
//	f(x) ~> [] + g(y) ~> print([]) ~> .K
//	g(y) ~> f(x) + [] ~> print([]) ~> .K      they may meet before print([])
//
// After other branchings the path conditions differ for good. It returns what is behind;
// nil if no such paths part.
func (m Meetings) Part(slot int, next []*rewrite.State, conditional func(i int) bool) *term.Term {
	var rest *term.Term
	parted := 0
	for i, st := range next {
		if conditional(i) {
			continue
		}
		parted++
		if c := st.Slots[slot]; rest == nil {
			rest = c
		} else {
			rest = CommonRest(rest, c)
		}
	}
	if parted < 2 {
		return nil
	}
	m[rest.Hash()] = true
	return rest
}

// At reports whether paths may meet in states with a computation.
func (m Meetings) At(computation *term.Term) bool { return len(m) > 0 && m[computation.Tail().Hash()] }

// CommonRest is the longest computation with which two computations end.
func CommonRest(a, b *term.Term) *term.Term {
	m, n := Items(a), Items(b)
	for ; m > n; m-- {
		a = a.Tail()
	}
	for ; n > m; n-- {
		b = b.Tail()
	}
	for !term.Equal(a, b) {
		a, b = a.Tail(), b.Tail()
	}
	return a
}

// Items is the number of items of a computation.
func Items(k *term.Term) int {
	n := 0
	for ; k != term.DotK; k = k.Tail() {
		n++
	}
	return n
}

// MayBeSame reports whether two states may be the same up to names. Where it is false they
// are not: what has no variables differs, or the form of what has. That takes no canonical
// forms, and stops at the first difference.
func MayBeSame(a, b *rewrite.State) bool {
	return len(a.PC) == len(b.PC) && slices.EqualFunc(a.Slots, b.Slots, mayBeSame)
}

// mayBeSame is MayBeSame for terms. Other names may change the order in which the
// arguments of a function stand, and with it the function.
func mayBeSame(a, b *term.Term) bool {
	switch {
	case a == b:
		return true
	case a.IsGround() || b.IsGround():
		return term.Equal(a, b)
	case a.HasFunctions() != b.HasFunctions():
		return false
	}
	switch a.Kind() {
	case term.KVar:
		return b.IsVar() && a.Sort() == b.Sort()
	case term.KApp:
		return a.Symbol().Class == term.Function || a.Symbol() == b.Symbol() && slices.EqualFunc(a.Args(), b.Args(), mayBeSame)
	case term.KMap:
		return b.Kind() == term.KMap && sameEntries(a, b)
	}
	return true
}

// sameEntries is mayBeSame for maps, by the keys without variables.
func sameEntries(a, b *term.Term) bool {
	if a.Len() != b.Len() || len(a.Opaque()) != len(b.Opaque()) {
		return false
	}
	same := true
	a.EachEntry(func(k, v *term.Term) bool {
		if k.IsGround() {
			w, found := b.Get(k)
			same = found == term.Present && mayBeSame(v, w)
		}
		return same
	})
	return same
}
