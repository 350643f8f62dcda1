package prover

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// counter is the analysis of freshness: it knows which maps of the configuration
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
// out of the analysis.
type counter struct {
	slot  int
	keyed map[int]bool // by slot
}

func newCounter(d *compile.Definition) *counter {
	c := &counter{slot: d.Layout.Counter, keyed: map[int]bool{}}
	if c.slot < 0 {
		return c
	}
	excluded := map[int]bool{}
	idle := idleSymbols(d)
	for _, r := range d.Rules {
		if !idle.rule(itemsOf(r, d.Layout.K)) {
			c.scan(r, excluded)
		}
	}
	for s := range excluded {
		delete(c.keyed, s)
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
func idleSymbols(d *compile.Definition) idle {
	out := idle{}
	for _, sym := range shape.Of(d).Probes() {
		out[sym] = true
	}
	type maker struct {
		items []*term.Symbol
		makes map[*term.Symbol]bool
	}
	var makers []maker
	for _, r := range d.Rules {
		m := maker{itemsOf(r, d.Layout.K), map[*term.Symbol]bool{}}
		for _, s := range r.Right {
			madeIn(s.Term, m.makes)
		}
		for sym := range m.makes {
			out[sym] = true
		}
		makers = append(makers, m)
	}
	for _, rules := range d.Functions {
		m := maker{makes: map[*term.Symbol]bool{}}
		for _, r := range rules {
			madeIn(r.RightTerm, m.makes)
		}
		makers = append(makers, m)
	}
	for shrank := true; shrank; {
		shrank = false
		for _, m := range makers {
			if out.rule(m.items) {
				continue
			}
			for sym := range m.makes {
				if out[sym] {
					delete(out, sym)
					shrank = true
				}
			}
		}
	}
	return out
}

// madeIn collects the constructors of items of the computation in a term.
func madeIn(t *term.Term, out map[*term.Symbol]bool) {
	term.Walk(t, func(u *term.Term) bool {
		if sym := u.Symbol(); sym != nil && sym.Result == term.SortKItem && sym.Class == term.Constructor {
			out[sym] = true
		}
		return true
	})
}

// scan looks at the keys that a rule inserts.
func (c *counter) scan(r *compile.Rule, excluded map[int]bool) {
	var now *term.Term
	left := map[int]*term.Term{}
	for _, s := range r.Left {
		left[s.Index] = s.Term
		if s.Index == c.slot {
			now = s.Term
		}
	}
	for _, s := range r.Right {
		if s.Term.Kind() != term.KMap {
			if s.Term.Sort() == term.SortMap && !s.Term.IsVar() && s.Term != term.EmptyMap && !removes(s.Term) {
				excluded[s.Index] = true // built by a function: its keys are not known
			}
			continue
		}
		entries, opaque := s.Term.Entries()
		for _, e := range entries {
			if hadKey(left[s.Index], e.Key) {
				continue
			}
			if now == nil || !isFresh(e.Key, now) {
				excluded[s.Index] = true
			} else {
				c.keyed[s.Index] = true
			}
		}
		for _, o := range opaque {
			if !o.IsVar() && !removes(o) || o.IsVar() && !hadOpaque(left[s.Index], o) {
				excluded[s.Index] = true
			}
		}
	}
}

// removes reports whether a map comes from another one by leaving out keys.
func removes(t *term.Term) bool {
	return (t.Is(term.MapRemove) || t.Is(term.MapRemoveAll)) && (t.Arg(0).IsVar() || removes(t.Arg(0)))
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

// isFresh reports whether key is the counter plus a constant that is not negative.
func isFresh(key, now *term.Term) bool {
	d := term.Sub(key, now)
	n, ok := d.Int64()
	return key.Sort() == term.SortInt && ok && n >= 0
}

// facts returns what holds of the left side of a goal as a configuration: the
// maps are defined, so written keys differ from one another and are not in the
// opaque parts, and keys drawn from the counter are below it.
func (c *counter) facts(slots []*term.Term) []*term.Term {
	var out []*term.Term
	for i, m := range slots {
		if m == nil || m.Kind() != term.KMap {
			continue
		}
		entries, opaque := m.Entries()
		for j, e := range entries {
			if c.slot >= 0 && c.keyed[i] && e.Key.Sort() == term.SortInt {
				out = append(out, term.Lt(e.Key, slots[c.slot]))
			}
			for _, f := range entries[:j] {
				out = append(out, term.Not(term.Eq(f.Key, e.Key)))
			}
			for _, o := range opaque {
				out = append(out, term.Not(term.InKeys(e.Key, o)))
			}
		}
	}
	return nonTrivial(out)
}

func nonTrivial(ts []*term.Term) []*term.Term {
	out := ts[:0]
	for _, t := range ts {
		if t != term.True {
			out = append(out, t)
		}
	}
	return out
}

// frames returns the opaque parts of counter-keyed maps.
func (c *counter) frames(slots []*term.Term) []*term.Term {
	var out []*term.Term
	for i := range c.keyed {
		if slots[i] == nil {
			continue
		}
		for _, o := range slots[i].Opaque() {
			if o.IsVar() {
				out = append(out, o)
			}
		}
	}
	return out
}

// instances returns, for each membership of a key in a frame that occurs in
// the formulas, that a key not below the counter of the goal's left side is not
// in it.
func instances(frames []*term.Term, now *term.Term, formulas []*term.Term) []*term.Term {
	if len(frames) == 0 {
		return nil
	}
	var out []*term.Term
	seen := map[*term.Term]bool{}
	for _, f := range formulas {
		if !f.HasFunctions() {
			continue
		}
		term.Walk(f, func(t *term.Term) bool {
			if t.Is(term.MapInKeys) && t.Arg(0).Sort() == term.SortInt && !seen[t] {
				seen[t] = true
				for _, r := range frames {
					if term.Equal(r, t.Arg(1)) {
						out = append(out, term.Implies(term.Le(now, t.Arg(0)), term.Not(t)))
					}
				}
			}
			return t.HasFunctions()
		})
	}
	return out
}
