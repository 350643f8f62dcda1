package smt

import (
	"cmp"
	"slices"

	"rlv/semantics/term"
)

// cache keeps verdicts by the set of formulas they are about, those of quick questions also
// by canonical form.
type cache struct {
	*path
	entries map[uint64][]cacheEntry
	size    int
}

type cacheEntry struct {
	conj   []*term.Term
	effort Effort // with which it was found
	answer Answer
}

// maxCached bounds the number of verdicts that are kept.
const maxCached = 1 << 16

// newCache returns an empty cache.
func newCache() *cache {
	return &cache{path: newPath(), entries: map[uint64][]cacheEntry{}}
}

// align makes a question the one at hand.
func (c *cache) align(conj []*term.Term) {
	if c.crowded() {
		c.path = newPath()
	}
	c.path.align(conj)
}

// sameSet reports whether two conjunctions are of the same formulas.
func sameSet(a, b []*term.Term) bool {
	return slices.Equal(a, b) || slices.EqualFunc(formulaSet(a), formulaSet(b), term.Equal)
}

// formulaSet returns the distinct formulas in an order that depends on the set
// only, save for formulas with colliding hashes.
func formulaSet(fs []*term.Term) []*term.Term {
	set := slices.Clone(fs)
	slices.SortStableFunc(set, func(a, b *term.Term) int { return cmp.Compare(a.Hash(), b.Hash()) })
	return slices.CompactFunc(set, term.Equal)
}

// get finds the answer to the question at hand. What was found with more effort also
// answers a question that asks for less; what was found with less only if it is Unsat.
func (c *cache) get(effort Effort) (Answer, bool) {
	for _, e := range c.entries[c.top().set] {
		if (e.effort <= effort || effort >= Quick && e.effort >= Quick || e.answer.Result == Unsat) && sameSet(e.conj, c.conj) {
			return again(e.answer), true
		}
	}
	return Answer{}, false
}

// again is an answer that was given before.
func again(a Answer) Answer {
	a.Cached, a.Time, a.Instances = true, 0, 0
	return a
}

// put notes the answer to the question at hand.
func (c *cache) put(effort Effort, a Answer) {
	if c.size >= maxCached {
		clear(c.entries)
		c.size = 0
	}
	set := c.top().set
	c.entries[set] = append(c.entries[set], cacheEntry{c.conj, effort, a})
	c.size++
}

// getForm finds the answer to a quick question of the same canonical form as that at hand.
func (c *cache) getForm() (a Answer, found bool) {
	a, found = c.answers[c.top().form]
	return again(a), found
}

// putForm notes the answer to all questions of the canonical form of that at hand.
func (c *cache) putForm(a Answer) {
	form := c.top().form
	if form == noForm {
		return
	}
	if len(c.answers) >= maxCached {
		clear(c.answers)
	}
	c.answers[form] = a
}
