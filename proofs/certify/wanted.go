package certify

import (
	"slices"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// wantedIn are formulas with which, were they in the path condition of a state, the look-ups in a term could
// go on: that two keys differ, or that one is not in a map.
func (b *goalBuilder) wantedIn(s *kernel.State, t *logic.Term) []*logic.Form {
	w := wanted{Calculator: logic.Calculator{}.Knowing(s.PC), bare: b.bare, seen: map[*logic.Term]bool{}}
	w.within(t)
	return w.out
}

type wanted struct {
	logic.Calculator
	bare bare
	seen map[*logic.Term]bool
	out  []*logic.Form
}

func (w *wanted) within(t *logic.Term) {
	if t == nil || w.bare.has(t) || w.seen[t] {
		return
	}
	w.seen[t] = true
	w.within(t.A)
	w.within(t.B)
	switch {
	case logic.IsOp(t, logic.OIn) || logic.IsOp(t, logic.OLook) || logic.IsOp(t, logic.ORemove):
		w.key(t.A, t.B, t.Op != logic.OLook)
	case logic.IsUpdate(t, logic.OUpd):
		w.key(t.A, t.B.A, false)
	}
}

// bare are terms in which there is no operation on maps, or there is: what is left of a program, which is in every
// state, is looked through once.
type bare map[*logic.Term]bool

func (b bare) has(t *logic.Term) bool {
	if t == nil {
		return true
	}
	is, known := b[t]
	if !known {
		is = !logic.IsOp(t, logic.OIn) && !logic.IsOp(t, logic.OLook) && !logic.IsOp(t, logic.ORemove) && !logic.IsOp(t, logic.OUpd) && b.has(t.A) && b.has(t.B)
		b[t] = is
	}
	return is
}

// key is about a key in a map, whether it is absent too.
func (w *wanted) key(m, k *logic.Term, absent bool) {
	if !k.IsInt() {
		return
	}
	for ; logic.IsUpdate(m, logic.OUpd) || logic.IsOp(m, logic.ORemove); m = m.A {
		at := m.B
		if m.Op == logic.OUpd {
			at = m.B.A
		}
		switch {
		case logic.Equal(k, at):
			return
		case !at.IsInt() || w.Differ(k, at):
			continue
		}
		w.add(logic.Operation(logic.OEq, k, at))
		return
	}
	if absent && m.Kind == logic.TV {
		w.add(logic.Operation(logic.OIn, m, k))
	}
}

func (w *wanted) add(t *logic.Term) {
	f := logic.Holds(logic.Unary(logic.ONot, t))
	if !slices.ContainsFunc(w.out, func(g *logic.Form) bool { return logic.EqualForms(f, g) }) {
		w.out = append(w.out, f)
	}
}
