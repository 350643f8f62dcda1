package grammar

import (
	"slices"
	"sort"
	"strings"

	"rlv/semantics/bitset"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// The bounds of sort inference.
const (
	maxProfiles  = 256 // kept for one node
	maxSolutions = 16
)

// A profile is what one way to read a part of a sentence demands of the unknown
// sorts: by variable, the number of a set of candidates in candidates.sets; 0
// means that any sort will do.
type profile []uint16

// noCandidates is the number of the empty set.
const noCandidates = 1<<16 - 1

// candidates interns sets of candidate sorts.
type candidates struct {
	sets  []bitset.Set[int32]
	index map[string]uint16
	met   map[[2]uint16]uint16
	below map[int32]uint16 // by sort
}

// inference computes the profiles of the nodes of a forest. A node needs only
// its maximal ones: whatever solution another one admits is admitted by them
// too, so that every solution that is maximal at the root is found.
//
// An example: let Int be below Exp, and X + Y be either of Int "+" Int and Exp "+" Exp.
// The first reading demands X and Y among {Int}, the second among {Int, Exp}. As the
// second set includes the first, only the second profile is kept, and X and Y are Exp.
// If the same sentence says size(X), a function on Map, the demands on X have nothing in
// common, and the error names X and both uses.
type inference struct {
	p        *parse
	sets     candidates
	items    [][]profile
	state    []byte // by item: 0 new, 1 in progress, 2 done
	choices  map[[3]int32][]profile
	any      profile
	overflow bool
	conflict conflict
}

// conflict is the last pair of demands that had no common sort.
type conflict struct {
	variable int
	a, b     uint16
	found    bool
}

// infer returns the maximal assignments of sorts to the unknowns.
func (p *parse) infer(roots []int32) ([][]int32, error) {
	f := &inference{p: p, choices: map[[3]int32][]profile{}, any: make(profile, len(p.names))}
	f.sets = candidates{index: map[string]uint16{}, met: map[[2]uint16]uint16{}, below: map[int32]uint16{}}
	f.sets.sets = []bitset.Set[int32]{nil}
	f.items = make([][]profile, len(p.chart.items))
	f.state = make([]byte, len(p.chart.items))
	var all []profile
	for _, r := range roots {
		all = f.merge(all, f.item(r))
	}
	if f.overflow {
		return nil, source.Errorf(p.span, "too-ambiguous", "this sentence has too many readings; casts on variables reduce them")
	}
	if len(all) == 0 {
		return nil, f.illSorted()
	}
	solutions := f.solutions(all)
	if len(solutions) == 0 || len(solutions) > maxSolutions {
		return nil, source.Errorf(p.span, "too-ambiguous", "the variables of this sentence can have too many sorts; add casts")
	}
	return solutions, nil
}

// item returns the profiles of what is before the dot of an item.
func (f *inference) item(i int32) []profile {
	if f.state[i] != 0 {
		return f.items[i]
	}
	it := f.p.chart.items[i]
	if it.pred < 0 {
		return []profile{f.any}
	}
	f.state[i] = 1
	var all []profile
	sym := f.p.chart.t.next[it.state-1]
	f.p.chart.predecessors(it, func(pred int32) {
		before := f.item(pred)
		if sym >= 0 {
			all = f.merge(all, before)
		} else if len(before) > 0 {
			all = f.merge(all, f.product(before, f.choice(classBase-sym, f.p.chart.items[pred].at, it.at)))
		}
	})
	f.items[i], f.state[i] = all, 2
	return all
}

// choice returns the profiles of a class between two positions.
func (f *inference) choice(class, from, to int32) []profile {
	key := [3]int32{class, from, to}
	if found, ok := f.choices[key]; ok {
		return found
	}
	var all []profile
	for _, i := range f.p.chart.alternatives(class, from, to) {
		if f.p.prodOf(i).kind == pVar {
			all = f.merge(all, f.variable(from, class))
		} else {
			all = f.merge(all, f.item(i))
		}
	}
	f.choices[key] = all
	return all
}

// variable returns what an occurrence of a variable where a class is expected
// demands.
func (f *inference) variable(token, class int32) []profile {
	index := f.p.variables[token].index
	if index < 0 {
		return []profile{f.any}
	}
	q := make(profile, len(f.any))
	q[index] = f.below(f.p.classSort(class))
	return []profile{q}
}

// below returns the set of the sorts that fit where one is expected.
func (f *inference) below(sort int32) uint16 {
	id, ok := f.sets.below[sort]
	if !ok {
		id = f.sets.intern(f.p.v.below[sort])
		f.sets.below[sort] = id
	}
	return id
}

// intern numbers a set of sorts; the same set has the same number, so that profiles
// are compared by numbers.
func (c *candidates) intern(set bitset.Set[int32]) uint16 {
	if set.Empty() {
		return noCandidates
	}
	var b strings.Builder
	for _, w := range set {
		for range 8 {
			b.WriteByte(byte(w))
			w >>= 8
		}
	}
	id, ok := c.index[b.String()]
	if !ok {
		id = uint16(len(c.sets))
		c.sets = append(c.sets, set)
		c.index[b.String()] = id
	}
	return id
}

// meet returns the intersection of two sets.
func (c *candidates) meet(a, b uint16) uint16 {
	switch {
	case a == 0 || a == b:
		return b
	case b == 0:
		return a
	}
	key := [2]uint16{min(a, b), max(a, b)}
	id, ok := c.met[key]
	if !ok {
		set := slices.Clone(c.sets[a])
		set.Keep(c.sets[b])
		id = c.intern(set)
		c.met[key] = id
	}
	return id
}

// includes reports whether set a includes set b.
func (c *candidates) includes(a, b uint16) bool {
	return a == 0 || b != 0 && c.meet(a, b) == b
}

// product combines what two parts demand.
func (f *inference) product(a, b []profile) []profile {
	if len(a) == 1 && len(b) == 1 {
		if q := f.meet(a[0], b[0]); q != nil {
			return []profile{q}
		}
		return nil
	}
	var all []profile
	for _, x := range a {
		for _, y := range b {
			if q := f.meet(x, y); q != nil {
				all = f.merge(all, []profile{q})
			}
		}
	}
	return all
}

// meet returns the profile of two demands together; nil if they conflict.
func (f *inference) meet(x, y profile) profile {
	if slices.Equal(x, f.any) {
		return y
	}
	if slices.Equal(y, f.any) {
		return x
	}
	q := make(profile, len(x))
	for i := range x {
		q[i] = f.sets.meet(x[i], y[i])
		if q[i] == noCandidates {
			f.conflict = conflict{variable: i, a: x[i], b: y[i], found: true}
			return nil
		}
	}
	return q
}

// merge adds profiles to a list, and keeps the maximal ones.
func (f *inference) merge(all, more []profile) []profile {
	if len(all) == 0 {
		return more
	}
	all = slices.Clip(all)
	for _, q := range more {
		if slices.ContainsFunc(all, func(x profile) bool { return f.includes(x, q) }) {
			continue
		}
		kept := make([]profile, 0, len(all)+1)
		for _, x := range all {
			if !f.includes(q, x) {
				kept = append(kept, x)
			}
		}
		all = append(kept, q)
	}
	if len(all) > maxProfiles {
		f.overflow = true
		all = all[:1]
	}
	return all
}

// includes reports whether x admits all that y admits.
func (f *inference) includes(x, y profile) bool {
	for i := range x {
		if x[i] != y[i] && !f.sets.includes(x[i], y[i]) {
			return false
		}
	}
	return true
}

// solutions returns the assignments that are maximal over all profiles.
func (f *inference) solutions(all []profile) [][]int32 {
	var found [][]int32
	for _, q := range all {
		found = append(found, f.expand(q)...)
	}
	var kept [][]int32
	for i, s := range found {
		dominated := slices.ContainsFunc(found[:i], func(t []int32) bool { return f.dominates(t, s) }) ||
			slices.ContainsFunc(found[i+1:], func(t []int32) bool { return !slices.Equal(s, t) && f.dominates(t, s) })
		if !dominated {
			kept = append(kept, s)
		}
	}
	return kept
}

// dominates reports whether all sorts of t are those of s or above.
func (f *inference) dominates(t, s []int32) bool {
	for i := range t {
		if !f.p.v.fits(s[i], t[i]) {
			return false
		}
	}
	return true
}

// expand returns the maximal assignments of a profile.
func (f *inference) expand(q profile) [][]int32 {
	found := [][]int32{{}}
	for _, id := range q {
		if id == 0 {
			id = f.below(int32(kdef.SortK))
		}
		tops := f.maximal(f.sets.sets[id])
		var next [][]int32
		for _, s := range found {
			for _, top := range tops {
				next = append(next, append(slices.Clip(s), top))
			}
		}
		if found = next; len(found) > 4*maxSolutions {
			return found
		}
	}
	return found
}

// maximal returns the maximal sorts of a set.
func (f *inference) maximal(set bitset.Set[int32]) []int32 {
	var tops []int32
	for s := range set.All() {
		top := true
		for t := range set.All() {
			top = top && (s == t || !f.p.v.fits(s, t))
		}
		if top {
			tops = append(tops, s)
		}
	}
	return tops
}

// illSorted reports that no reading has sorts for all variables.
func (f *inference) illSorted() error {
	p := f.p
	if !f.conflict.found {
		return source.Errorf(p.span, "ill-sorted", "no reading of this sentence has sorts that fit")
	}
	name := p.names[f.conflict.variable]
	d := source.Errorf(p.span, "ill-sorted", "no sort fits all uses of variable %s: it is used as %s and as %s",
		name, f.describe(f.conflict.a), f.describe(f.conflict.b))
	for i := range p.chart.tokens {
		if v := p.variables[int32(i)]; v != nil && v.name == name {
			d.Span = p.tokenSpan(i)
			break
		}
	}
	return d
}

// describe names the maximal sorts of a set.
func (f *inference) describe(set uint16) string {
	var names []string
	for _, s := range f.maximal(f.sets.sets[set]) {
		names = append(names, f.p.v.name(s))
	}
	sort.Strings(names)
	if len(names) > maxExpected {
		names = append(names[:maxExpected], "...")
	}
	return strings.Join(names, " or ")
}
