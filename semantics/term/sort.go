package term

import (
	"fmt"

	"rlv/semantics/bitset"
)

// Sort identifies a sort within a [Lattice]. The built-in sorts have fixed
// identities in every lattice.
type Sort int32

// The built-in sorts.
const (
	NoSort Sort = iota
	SortK
	SortKItem
	SortBool
	SortInt
	SortString
	SortMap
	SortSet
	SortList
	SortArray
	SortBag
	builtinSorts
)

var builtinSortNames = [builtinSorts]string{"", "K", "KItem", "Bool", "Int", "String", "Map", "Set", "List", "Array", "Bag"}

// IsBuiltin reports whether a sort is there in every lattice.
func (s Sort) IsBuiltin() bool { return s < builtinSorts }

// Lattice is the set of sorts of a definition with their subsort order. The
// order is reflexive and transitive; every sort is below KItem, which is below K.
type Lattice struct {
	names  []string
	byName map[string]Sort
	above  []bitset.Set[Sort] // above[s] has every t with s <= t
	below  []bitset.Set[Sort] // below[s] has every t with t <= s
}

// NewLattice returns a lattice of the built-in sorts.
func NewLattice() *Lattice {
	l := &Lattice{byName: map[string]Sort{}}
	for _, n := range builtinSortNames {
		l.Add(n)
	}
	return l
}

// Add returns the sort called name, adding it if it is new.
func (l *Lattice) Add(name string) Sort {
	if s, ok := l.byName[name]; ok {
		return s
	}
	s := Sort(len(l.names))
	l.names = append(l.names, name)
	l.byName[name] = s
	var up bitset.Set[Sort]
	up.Add(s)
	if s != NoSort {
		up.Add(SortK)
		if s != SortK {
			up.Add(SortKItem)
		}
	}
	l.above = append(l.above, up)
	l.below = append(l.below, nil)
	for t := range Sort(len(l.names)) {
		if up.Has(t) {
			l.below[t].Add(s)
		}
	}
	return s
}

// Lookup returns the sort called name.
func (l *Lattice) Lookup(name string) (Sort, bool) {
	s, ok := l.byName[name]
	return s, ok && s != NoSort
}

// SetLeq records that a is below b. The caller gives the transitive closure.
func (l *Lattice) SetLeq(a, b Sort) {
	l.above[a].Add(b)
	l.below[b].Add(a)
}

// Leq reports whether a is below or equal to b.
func (l *Lattice) Leq(a, b Sort) bool { return a == b || l.above[a].Has(b) }

// Name returns the name of a sort.
func (l *Lattice) Name(s Sort) string {
	if s < 0 || int(s) >= len(l.names) {
		return fmt.Sprintf("sort#%d", s)
	}
	return l.names[s]
}

// Len returns the number of sorts, NoSort included.
func (l *Lattice) Len() int { return len(l.names) }

// HaveCommonSubsort reports whether some sort is below both a and b.
func (l *Lattice) HaveCommonSubsort(a, b Sort) bool { return l.below[a].Meets(l.below[b]) }
