package smt

import (
	"slices"

	"rlv/semantics/term"
)

// cache keeps verdicts by the set of formulas they are about.
type cache struct {
	entries   map[uint64][]cacheEntry
	size      int
	canonizer canonizer
	forms     map[string]Answer // of quick questions, by canonical form
}

type cacheEntry struct {
	formulas []*term.Term // in the order of formulaSet
	quick    bool         // found with the lesser effort Quick
	answer   Answer
}

// maxCached bounds the number of verdicts that are kept.
const maxCached = 1 << 16

// newCache returns an empty cache.
func newCache() *cache {
	return &cache{entries: map[uint64][]cacheEntry{}, canonizer: canonizer{map[*term.Symbol]uint64{}}, forms: map[string]Answer{}}
}

// formulaSet returns the distinct formulas in an order that depends on the set
// only, save for formulas with colliding hashes, and a key for the set.
func formulaSet(fs []*term.Term) ([]*term.Term, uint64) {
	set := slices.Clone(fs)
	slices.SortStableFunc(set, func(a, b *term.Term) int {
		switch {
		case a.Hash() < b.Hash():
			return -1
		case a.Hash() > b.Hash():
			return 1
		}
		return 0
	})
	set = slices.CompactFunc(set, term.Equal)
	key := uint64(len(set))
	for _, f := range set {
		key = (key ^ f.Hash()) * 0x9fb21c651e98df25
		key ^= key >> 29
	}
	return set, key
}

// get finds the answer to a question. What was found with full effort also
// answers a quick question; of quick answers, only Unsat answers a full one.
func (c *cache) get(set []*term.Term, key uint64, quick bool) (Answer, bool) {
	for _, e := range c.entries[key] {
		if (!e.quick || quick || e.answer.Result == Unsat) && slices.EqualFunc(e.formulas, set, term.Equal) {
			a := e.answer
			a.Cached, a.Time, a.Instances = true, 0, 0
			return a, true
		}
	}
	return Answer{}, false
}

func (c *cache) put(set []*term.Term, key uint64, quick bool, a Answer) {
	if c.size >= maxCached {
		clear(c.entries)
		c.size = 0
	}
	c.entries[key] = append(c.entries[key], cacheEntry{set, quick, a})
	c.size++
}

// getForm finds the answer to a quick question of the same canonical form, and the form,
// "" if there is none.
func (c *cache) getForm(conj []*term.Term) (form string, a Answer, found bool) {
	form, ok := c.canonizer.form(conj)
	if !ok {
		return "", Answer{}, false
	}
	a, found = c.forms[form]
	a.Cached, a.Time, a.Instances = true, 0, 0
	return form, a, found
}

func (c *cache) putForm(form string, a Answer) {
	if len(c.forms) >= maxCached {
		clear(c.forms)
	}
	c.forms[form] = a
}
