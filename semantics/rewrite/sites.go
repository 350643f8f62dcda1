package rewrite

import (
	"slices"
	"sync"
	"sync/atomic"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// sites are the rules to try on a [stack], by what is on top of it. They are found once,
// for all machines of an engine. They hang on the constructor on top, or on that of what
// waits where the rules depend on it: a few at each, and to come to them takes no lock.
type sites struct {
	index   *index
	hanging atomic.Pointer[[]atomic.Pointer[site]] // the first, by the number of the symbol
	mu      sync.Mutex
	actions actions
	known   []*action // of each entry
}

// siteKey is what is on top: a constructor, or nil for a literal, and the sort. Where the
// rules depend on it, behind is the constructor of what waits.
type siteKey struct {
	top    *term.Symbol
	sort   term.Sort
	behind *term.Symbol
}

// site has the rules to try, in order of priority, then of the definition. Those that
// cannot match by the sort of what is on top are left out.
type site struct {
	key     siteKey
	actions []*action
	// gathered are those that are tried on the collection, where computations are in one.
	gathered []*action
	// looksBehind reports whether the rules depend on what waits behind the top, and
	// have to be looked up by that.
	looksBehind bool
	next        *site // that hangs on the same symbol
}

// newSites returns the sites of a definition whose computation has a slot of its own, or is
// in an element of a collection that has a form; nil for others.
func newSites(d *compile.Definition, x *index) *sites {
	s := &sites{index: x, known: make([]*action, len(d.Entries))}
	s.actions = actions{def: d, k: x.place.slot, holes: map[*term.Symbol]*hole{}, operators: map[*term.Symbol]*operator{}}
	if !x.place.direct() {
		if s.actions.form = newElementForm(d.Layout, x.place); s.actions.form == nil {
			return nil
		}
		s.actions.k = s.actions.form.k
	}
	s.hanging.Store(&[]atomic.Pointer[site]{})
	return s
}

// number is that of the symbol on which the site for a key hangs; 0, which no symbol has,
// for a literal.
func (k *siteKey) number() int {
	switch {
	case k.behind != nil:
		return k.behind.Number()
	case k.top != nil:
		return k.top.Number()
	}
	return 0
}

// of returns the site for a key.
func (s *sites) of(key siteKey) *site {
	if found := s.found(&key); found != nil {
		return found
	}
	return s.add(key)
}

// found returns the site for a key, nil if it was not asked for yet.
func (s *sites) found(key *siteKey) *site {
	hanging, n := *s.hanging.Load(), key.number()
	if n >= len(hanging) {
		return nil
	}
	at := hanging[n].Load()
	for at != nil && at.key != *key {
		at = at.next
	}
	return at
}

// add finds the rules for a key.
func (s *sites) add(key siteKey) *site {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found := s.found(&key); found != nil {
		return found
	}
	hanging, n := *s.hanging.Load(), key.number()
	if n >= len(hanging) {
		more := make([]atomic.Pointer[site], n+n/2+1)
		for i := range hanging {
			more[i].Store(hanging[i].Load())
		}
		hanging = more
		s.hanging.Store(&more)
	}
	out := s.find(key)
	out.next = hanging[n].Load()
	hanging[n].Store(out)
	return out
}

func (s *sites) find(key siteKey) *site {
	out := &site{key: key}
	exact := key.top == nil || key.top.Variants == nil
	fits := func(e *compile.Entry) bool {
		return !exact || (e.Tested == term.NoSort || s.index.lattice.Leq(key.sort, e.Tested)) && s.action(e).fits(s.index.lattice, key.sort)
	}
	if key.behind == nil {
		for _, rules := range s.index.next {
			out.looksBehind = out.looksBehind || slices.ContainsFunc(rules, func(b behind) bool { return s.index.lattice.Leq(key.sort, b.top) && fits(b.Entry) })
		}
	}
	for _, e := range s.index.entries(indexKey{first: key.top, second: key.behind, top: key.sort}) {
		if !fits(e) {
			continue
		}
		if a := s.action(e); a.gathered == nil {
			out.actions = append(out.actions, a)
		} else {
			out.gathered = append(out.gathered, a)
		}
	}
	return out
}

// action returns the action of a rule.
func (s *sites) action(e *compile.Entry) *action {
	a := s.known[e.Index]
	if a == nil {
		a = s.actions.of(e.Rule())
		if a.kind == unknown && s.actions.form != nil {
			a.gathered = s.actions.gather(e.Rule(), s.index.candidate(e))
		}
		s.known[e.Index] = a
	}
	return a
}

// unusual reports whether the steps of a rule are made on the slots.
func (s *sites) unusual(e *compile.Entry) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.action(e).kind == unknown
}
