package rewrite

import (
	"maps"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Freshness is the analysis of the fresh counter: it knows which maps of the configuration
// have only keys that were drawn from the fresh counter. In every configuration that
// an execution from the initial one reaches, those keys are below the counter; goals
// are about such configurations. This is the meaning of !X in the K manual: a
// constant that the configuration does not hold.
//
// An example. In a language with a heap, let all rules that add to <store> have the
// form
//
//	rule <k> new(V) => !P ...</k> <store> S => S[!P <- V] </store>
//
// Then <store> is keyed by the counter N. The goal of a contract begins with
// <store> P |-> 1  R </store>, where R stands for all else. Its left side is given
// P < N, and P is not a key of R. Two calls of new later, N is still that of the
// start, and each question that asks whether N+1 is a key of R is told that it is
// not: N <= N+1, and keys of R are below N. So the new object is another one than *p
// and than all that R holds, without an axiom about separation.
//
// A rule that inserts a key of another origin (<store> S => S[I <- V]) takes <store>
// out of the analysis, and so does a first content that is not empty. A rule that may set
// the counter back takes out all.
type Freshness struct {
	slot  int          // of the counter; negative: there is none
	keyed map[int]bool // by slot
}

// Freshness returns the analysis of the definition.
func (e *Engine) Freshness() *Freshness { return e.freshness() }

// freshnessOf returns the analysis of a definition, which is kept between runs: it looks at
// all rules.
func freshnessOf(d *compile.Definition, probes func() []*term.Symbol) *Freshness {
	c := &Freshness{slot: d.Layout.Counter, keyed: map[int]bool{}}
	if c.slot < 0 {
		return c
	}
	for _, slot := range d.Kept("freshness", func() []int { return newFreshness(d, probes()).Keyed() }) {
		c.keyed[slot] = true
	}
	return c
}

func newFreshness(d *compile.Definition, probes []*term.Symbol) *Freshness {
	c := &Freshness{slot: d.Layout.Counter, keyed: map[int]bool{}}
	excluded := map[int]bool{}
	for i, cell := range d.Layout.Slots {
		excluded[i] = !cell.StartsEmpty()
	}
	idle := idleSymbols(d, probes)
	for _, r := range d.Rules() {
		if !idle.rule(itemsOf(r, d.Layout.K)) {
			c.scan(r, excluded)
		}
	}
	for s, out := range excluded {
		if out {
			delete(c.keyed, s)
		}
	}
	return c
}

// itemsOf returns the constructors of the items of the computation in a rule's
// left side.
func itemsOf(r *compile.Rule, k int) []*term.Symbol {
	var out []*term.Symbol
	for _, s := range r.Left {
		if s.Index != k {
			continue
		}
		for t := s.Term; t != term.DotK; t = t.Tail() {
			if h := t.Head(); h.Kind() == term.KApp && h.Symbol().Class == term.Constructor {
				out = append(out, h.Symbol())
			}
		}
	}
	return out
}

// idle are the symbols that never occur in a run of a program: probes (they stand
// in questions of annotations only) and what only their rules make.
type idle map[*term.Symbol]bool

// rule reports whether a rule with these items on its left side needs an idle symbol.
func (s idle) rule(items []*term.Symbol) bool {
	return slices.ContainsFunc(items, func(sym *term.Symbol) bool { return s[sym] })
}

// idleSymbols finds the largest set of such symbols: whatever makes one of them
// needs one.
func idleSymbols(d *compile.Definition, probes []*term.Symbol) idle {
	out := idle{}
	for _, sym := range probes {
		out[sym] = true
	}
	type maker struct{ items, makes []*term.Symbol }
	makers := make([]maker, 0, len(d.Entries)+len(d.Functions))
	for _, r := range d.Rules() {
		m := maker{items: itemsOf(r, d.Layout.K)}
		for _, s := range r.Right {
			m.makes = madeIn(s.Term, m.makes)
		}
		makers = append(makers, m)
	}
	for _, equations := range d.Functions {
		m := maker{}
		for _, r := range equations.Rules() {
			m.makes = madeIn(r.RightTerm, m.makes)
		}
		makers = append(makers, m)
	}
	for _, m := range makers[:len(d.Entries)] {
		for _, sym := range m.makes {
			out[sym] = true
		}
	}
	for shrank := true; shrank; {
		shrank = false
		for _, m := range makers {
			if len(m.makes) == 0 || out.rule(m.items) {
				continue
			}
			for _, sym := range m.makes {
				if out[sym] {
					delete(out, sym)
					shrank = true
				}
			}
		}
	}
	return out
}

// madeIn adds the constructors of items of the computation in a term.
func madeIn(t *term.Term, out []*term.Symbol) []*term.Symbol {
	if t.Kind() == term.KVar || t.Kind() == term.KInt {
		return out
	}
	term.Walk(t, func(u *term.Term) bool {
		if sym := u.Symbol(); sym != nil && sym.Result == term.SortKItem && sym.Class == term.Constructor {
			out = append(out, sym)
		}
		return true
	})
	return out
}

// scan looks at the keys that a rule inserts, and at what it makes of the counter.
func (c *Freshness) scan(r *compile.Rule, excluded map[int]bool) {
	left, right := contentsOf(r.Left), contentsOf(r.Right)
	now, next := left[c.slot], right[c.slot]
	if next != nil && (now == nil || !notBelow(next, now)) {
		for i := range excluded {
			excluded[i] = true
		}
	}
	for i, t := range right {
		if t.Sort() != term.SortMap {
			continue
		}
		entries, opaque := []term.Entry(nil), []*term.Term{t}
		if t.Kind() == term.KMap {
			entries, opaque = t.Entries()
		}
		for _, e := range entries {
			if hadKey(left[i], e.Key) {
				continue
			}
			if next == nil || !notBelow(next, term.Add(e.Key, term.Int(1))) {
				excluded[i] = true
			} else {
				c.keyed[i] = true
			}
		}
		for _, o := range opaque {
			if o.IsVar() && !hadOpaque(left[i], o) || !o.IsVar() && !removes(o, left[i]) {
				excluded[i] = true // its keys are not known
			}
		}
	}
}

// contentsOf returns the terms of a rule's side by their slots.
func contentsOf(side []compile.Slot) map[int]*term.Term {
	out := map[int]*term.Term{}
	for _, s := range side {
		out[s.Index] = s.Term
	}
	return out
}

// removes reports whether a map comes from what a cell had by leaving out keys.
func removes(t, left *term.Term) bool {
	return (t.Is(term.MapRemove) || t.Is(term.MapRemoveAll)) && (hadOpaque(left, t.Arg(0)) || removes(t.Arg(0), left))
}

func hadKey(left, key *term.Term) bool {
	if left == nil || left.Kind() != term.KMap {
		return false
	}
	_, found := left.Get(key)
	return found == term.Present
}

func hadOpaque(left, o *term.Term) bool {
	if left == nil {
		return false
	}
	for _, x := range left.Opaque() {
		if term.Equal(x, o) {
			return true
		}
	}
	return false
}

// notBelow reports whether a number is another one plus a constant that is not negative.
func notBelow(a, b *term.Term) bool {
	n, ok := term.Sub(a, b).Int64()
	return a.Sort() == term.SortInt && b.Sort() == term.SortInt && ok && n >= 0
}

// owed returns the conditions under which a rule's result has a value, without those
// that hold in all configurations that are reached: a key that is drawn from the counter
// is not yet there.
func (c *Freshness) owed(r *compile.Rule) []*term.Term {
	if len(c.keyed) == 0 {
		return r.Defined
	}
	left := contentsOf(r.Left)
	return slices.DeleteFunc(slices.Clone(r.Defined), func(t *term.Term) bool {
		if !t.Is(term.BoolNot) || !t.Arg(0).Is(term.MapInKeys) || left[c.slot] == nil {
			return false
		}
		key, m := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
		for i := range c.keyed {
			if hadOpaque(left[i], m) {
				return notBelow(key, left[c.slot])
			}
		}
		return false
	})
}

// Facts returns what holds of the left side of a goal as a configuration, besides its
// conditions: the maps are defined, so written keys differ from one another and are not
// in the opaque parts, and keys drawn from the counter are below it. That keys differ is
// not said of those that the conditions put in order.
func (c *Freshness) Facts(slots, conditions []*term.Term) []*term.Term {
	var out []*term.Term
	chains := chainsOf(conditions)
	for i, m := range slots {
		if m == nil || m.Kind() != term.KMap {
			continue
		}
		keyed := c.slot >= 0 && c.keyed[i]
		if !keyed && m.IsValue() {
			continue // a constant says nothing, and may be large
		}
		entries, opaque := m.Entries()
		var symbolic []*term.Term // keys of which others may not be known to differ
		for _, e := range entries {
			if !e.Key.IsValue() {
				symbolic = append(symbolic, e.Key)
			}
		}
		ordered := chains.of(symbolic)
		for _, e := range entries {
			if keyed && e.Key.Sort() == term.SortInt {
				out = append(out, term.Lt(e.Key, slots[c.slot]))
			}
			for _, k := range symbolic {
				if term.Equal(k, e.Key) {
					break // the pairs of symbolic keys once
				}
				if !ordered.both(e.Key, k) {
					out = append(out, term.Not(term.Eq(e.Key, k)))
				}
			}
			for _, o := range opaque {
				out = append(out, term.Not(term.InKeys(e.Key, o)))
			}
		}
	}
	return nonTrivial(out)
}

// Keyed are the slots of the maps whose keys are below the counter.
func (c *Freshness) Keyed() []int { return slices.Sorted(maps.Keys(c.keyed)) }

func nonTrivial(ts []*term.Term) []*term.Term {
	out := ts[:0]
	for _, t := range ts {
		if t != term.True {
			out = append(out, t)
		}
	}
	return out
}
