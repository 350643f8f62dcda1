package rewrite

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rlv/semantics/term"
)

// Elsewhere tries the compositions of a machine on configurations that differ from the recorded
// ones at random: wherever one applies, single steps come to the same. It returns how often one did.
func (m *Machine) Elsewhere(t testing.TB, r *rand.Rand, rounds int) (applied int) {
	t.Helper()
	for _, head := range m.hot.heads {
		for _, p := range head.paths {
			start := slices.Clone(m.engine.Flat(m.hot.start))
			for _, s := range p.rule.Left {
				start[s.Index] = p.rule.Recorded.Apply(s.Term)
			}
			for range rounds {
				if m.elsewhere(t, head, p, m.engine.Whole(altered(r, start))) {
					applied++
				}
			}
		}
	}
	return applied
}

func (m *Machine) elsewhere(t testing.TB, head *hotHead, p *composed, slots []*term.Term) bool {
	t.Helper()
	all := m.engine.NewMachine(slots, IO{})
	if !all.load() {
		return false
	}
	if s := all.atHand(); s == nil || s.top == nil || head.top != nil && s.top != head.top {
		return false
	}
	if head.top == nil && (!m.engine.Definition.IsResult(all.stack.top) || all.stack.next() != head.behind || all.stack.nextPlace() != head.place) {
		return false
	}
	if ok, _ := all.tryComposed(p); !ok {
		return false
	}
	if !m.engine.leadsTo(p, slots) {
		t.Fatalf("a composition of %d steps does not do what single steps do from %v:\n%v\n=> %v\nrequires %v", p.rule.Steps, slots, p.rule.Left, p.rule.Right, p.rule.Requires)
	}
	return true
}

// altered changes a few things in a configuration.
func altered(r *rand.Rand, slots []*term.Term) []*term.Term {
	out := slices.Clone(slots)
	a := alteration{Rand: r}
	for _, s := range slots {
		term.Walk(s, func(t *term.Term) bool { a.pool = append(a.pool, t); return true })
	}
	for range 1 + r.IntN(3) {
		i := r.IntN(len(out))
		out[i] = a.alter(out[i], 0)
	}
	return out
}

type alteration struct {
	*rand.Rand
	pool []*term.Term
}

// some is a term of a sort, t if none is found.
func (a alteration) some(t *term.Term) *term.Term {
	for range 8 {
		if u := a.pool[a.IntN(len(a.pool))]; u.Sort() == t.Sort() || u.Kind() == t.Kind() {
			return u
		}
	}
	return t
}

func (a alteration) alter(t *term.Term, depth int) *term.Term {
	here := a.IntN(4+depth) == 0 || depth > 6
	switch {
	case t.IsInt():
		n, _ := t.Int64()
		return term.Int(n + int64(a.IntN(7)-3))
	case t.Kind() == term.KMap || t.Kind() == term.KSet:
		return a.alterEntries(t, depth)
	case t.Kind() == term.KList:
		switch n := t.Len(); {
		case n > 0 && here:
			return t.Slice(1, n)
		case n > 0:
			return t.SetItemAt(a.IntN(n), a.alter(t.Item(0).Term, depth+1))
		}
		return term.ListOf(a.pool[a.IntN(len(a.pool))])
	case t.IsSeq():
		if here {
			return term.Seq(t.Head(), t.Tail().Tail())
		}
		if a.IntN(3) == 0 {
			return term.Seq(a.alter(t.Head(), depth+1), t.Tail())
		}
		return term.Seq(t.Head(), a.alter(t.Tail(), depth))
	case t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && t != term.DotK:
		if here && a.IntN(2) == 0 {
			return t.WithPos(t.Pos() + 1)
		}
		if here || len(t.Args()) == 0 {
			return a.some(t)
		}
		args := slices.Clone(t.Args())
		i := a.IntN(len(args))
		args[i] = a.alter(args[i], depth+1)
		return term.AppAt(t.Symbol(), t.Pos(), args)
	}
	return a.some(t)
}

func (a alteration) alterEntries(t *term.Term, depth int) *term.Term {
	entries, _ := t.Entries()
	if len(entries) == 0 || a.IntN(4) == 0 { // another entry
		key, value := a.pool[a.IntN(len(a.pool))], a.pool[a.IntN(len(a.pool))]
		if len(entries) > 0 {
			key, value = a.some(entries[0].Key), entries[a.IntN(len(entries))].Value
		}
		if t.Kind() == term.KSet {
			return t.Put(key, nil)
		}
		return t.Put(key, value)
	}
	e := entries[a.IntN(len(entries))]
	switch {
	case a.IntN(3) == 0:
		return t.Rest(e.Key)
	case t.Kind() == term.KSet:
		return t.Rest(e.Key).Put(a.alter(e.Key, depth+1), nil)
	case a.IntN(3) == 0 && e.Key.IsInt():
		return t.Rest(e.Key).Put(a.alter(e.Key, depth+1), e.Value)
	}
	return t.Put(e.Key, a.alter(e.Value, depth+1))
}

// A piece of code fits the pattern of a composition only with its place in the text, since what replaces it has
// that place.
func TestFormsHavePlaces(t *testing.T) {
	sym := term.NewSymbol(term.Symbol{Name: "placed", Args: []term.Sort{term.SortInt}, Result: term.SortK})
	at := func(pos int32) *term.Term { return term.AppAt(sym, pos, []*term.Term{term.Int(1)}) }
	f := &form{op: formApp, sym: sym, pos: 3, args: []*form{{op: formAny, sort: term.SortK}}}
	m := &matcher{}
	m.reset(1)
	if !m.fits(f, at(3)) || m.fits(f, at(4)) || m.fits(f, at(0)) {
		t.Error("the place of an application counts for nothing")
	}
	frozen := &hole{of: &operator{sym: sym, n: 1}, freezer: sym, frozen: []int{0}}
	machine := &Machine{stack: &stack{frames: []frame{{hole: frozen, place: 3}}, operands: []*term.Term{term.Int(1)}}}
	machine.m.reset(1)
	if !machine.fitsBehind(f, 0) {
		t.Error("a freezer does not fit its own pattern")
	}
	machine.stack.frames[0].place = 4
	if machine.fitsBehind(f, 0) {
		t.Error("the place of a freezer counts for nothing")
	}
}
