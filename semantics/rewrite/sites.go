package rewrite

import (
	"slices"
	"sync"
	"sync/atomic"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// sites are the rules to try on a [stack], by what is on top of it. They are found once,
// for all machines of an engine; to look them up takes no lock.
type sites struct {
	index   *index
	table   atomic.Pointer[siteTable]
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
	s.table.Store(&siteTable{cells: make([]*site, 64)})
	return s
}

// of returns the site for a key.
func (s *sites) of(key siteKey) *site {
	if found := s.table.Load().get(key); found != nil {
		return found
	}
	return s.add(key)
}

// add finds the rules for a key.
func (s *sites) add(key siteKey) *site {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found := s.table.Load().get(key); found != nil {
		return found
	}
	out := s.find(key)
	s.table.Store(s.table.Load().with(out))
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

// siteTable is a hash table with open addressing that is never changed.
type siteTable struct {
	cells []*site // a power of two
	n     int
}

// hash is that of a key.
func (k siteKey) hash() uint64 {
	h := uint64(k.sort) * 0x9e3779b97f4a7c15
	if k.top != nil {
		h ^= k.top.Hash()
	}
	if k.behind != nil {
		h ^= k.behind.Hash() * 0x9fb21c651e98df25
	}
	return h ^ h>>32
}

// get returns the site for a key, nil if it is not there.
func (t *siteTable) get(key siteKey) *site {
	mask := uint64(len(t.cells) - 1)
	for i := key.hash() & mask; ; i = (i + 1) & mask {
		if s := t.cells[i]; s == nil || s.key == key {
			return s
		}
	}
}

// with returns a table with one more site; it is at most half full.
func (t *siteTable) with(s *site) *siteTable {
	size := len(t.cells)
	if 2*(t.n+1) > size {
		size *= 2
	}
	out := &siteTable{cells: make([]*site, size), n: t.n + 1}
	for _, old := range append(slices.Clone(t.cells), s) {
		if old == nil {
			continue
		}
		i := old.key.hash() & uint64(size-1)
		for out.cells[i] != nil {
			i = (i + 1) & uint64(size-1)
		}
		out.cells[i] = old
	}
	return out
}

// unusual reports whether the steps of a rule are made on the slots.
func (s *sites) unusual(e *compile.Entry) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.action(e).kind == unknown
}
