package kernel

// Wanted are formulas with which, were they in the path condition, the look-ups in a term could
// go on: that two keys differ, or that one is not in a map.
func (s *State) Wanted(t *Term) []*Form {
	w := wanted{known: knownOf(s.PC), seen: map[*Term]bool{}}
	w.within(t)
	return w.out
}

type wanted struct {
	known
	seen map[*Term]bool
	out  []*Form
}

func (w *wanted) within(t *Term) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	w.within(t.A)
	w.within(t.B)
	switch {
	case isOp(t, OIn) || isOp(t, OLook) || isOp(t, ORemove):
		w.key(t.A, t.B, t.Op != OLook)
	case isUpdate(t, OUpd):
		w.key(t.A, t.B.A, false)
	}
}

// key is about a key in a map, whether it is absent too.
func (w *wanted) key(m, k *Term, absent bool) {
	if !k.isInt() {
		return
	}
	for ; isUpdate(m, OUpd) || isOp(m, ORemove); m = m.A {
		at := m.B
		if m.Op == OUpd {
			at = m.B.A
		}
		switch {
		case Equal(k, at):
			return
		case !at.isInt() || w.differ(k, at):
			continue
		}
		w.add(Operation(OEq, k, at))
		return
	}
	if absent && m.Kind == TV {
		w.add(Operation(OIn, m, k))
	}
}

func (w *wanted) add(t *Term) {
	if f := Holds(Unary(ONot, t)); !among(f, w.out) {
		w.out = append(w.out, f)
	}
}
