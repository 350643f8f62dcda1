package term

import (
	"math/bits"
	"slices"
	"sync"
)

// mapData is the content of a Map or Set term: entries, and opaque parts of
// the same sort (frame variables and function applications). In a Set every
// value is nil. The keys of a Map are distinct, and its opaque parts disjoint from
// them, by the definedness of the union that built it; in a Set they need not be.
//
// In 1 |-> a  x |-> b  M there are two entries, one of them with a symbolic key, and the
// opaque part M. To look up 1 finds a; to look up x finds b, as it stands there; to look
// up 2 is [Unknown], since x may be 2, or M have the key. Without M and with x + 1
// looked up instead of 2, 1 may still be equal to it, but x is not.
type mapData struct {
	entries  dict
	opaque   []*Term          // sorted by Compare
	symbolic int              // number of keys that are not values
	sum      uint64           // commutative hash of the entries
	flagged  [flagCount]int32 // number of entries that have each flag
	// order is that of the keys once it was asked for. A map with other values for the same
	// keys has the same.
	order *keyOrder
}

// keyOrder is a set of keys in the order of [Compare].
type keyOrder struct {
	once sync.Once
	keys []*Term
}

// EmptyMap and EmptySet are .Map and .Set.
var (
	EmptyMap = editMap(KMap, &mapData{order: &keyOrder{}}).term()
	EmptySet = editMap(KSet, &mapData{order: &keyOrder{}}).term()
)

// mapEdit is a map or set in the making: a copy, and thus its entries are copied once,
// however many are put.
type mapEdit struct {
	t   Term
	d   mapData
	own bool // the slice of entries is no other map's
}

// editMap begins a map or set that is to be as d and changed.
func editMap(kind Kind, d *mapData) *mapEdit {
	return &mapEdit{t: Term{kind: kind}, d: *d}
}

// put adds or replaces an entry.
func (e *mapEdit) put(k, v *Term) {
	if old, was := e.d.entries.put(k, v, e.own); was {
		e.d.count(k, old, -1)
	} else {
		e.d.order = &keyOrder{}
	}
	e.d.count(k, v, 1)
	e.own = true
}

// remove takes the entry of a key away if there is one.
func (e *mapEdit) remove(k *Term) {
	old, was := e.d.entries.Get(k)
	if !was {
		return
	}
	e.d.count(k, old, -1)
	e.d.entries, e.d.order, e.own = e.d.entries.Delete(k), &keyOrder{}, true
}

// term ends the making. Its hash is a sum over entries and opaque parts, so that their
// order does not count and a step that changes one entry need not look at the others.
func (e *mapEdit) term() *Term {
	t, d := &e.t, &e.d
	seed := uint64(0x6d61)
	t.sort = SortMap
	if t.kind == KSet {
		t.sort, seed = SortSet, 0x7365
	}
	h := d.sum
	for i, n := range d.flagged {
		if n > 0 {
			t.flags |= 1 << i
		}
	}
	for _, o := range d.opaque {
		h += mix(o.hash)
		t.flags |= o.flags
	}
	t.hash, t.data = mix(h^seed), d
	return t
}

// collapsed is term, or the opaque part itself if there is nothing else.
func (e *mapEdit) collapsed() *Term {
	if e.d.entries.Len() > 0 || len(e.d.opaque) > 1 {
		return e.term()
	}
	switch {
	case len(e.d.opaque) == 1:
		return e.d.opaque[0]
	case e.t.kind == KSet:
		return EmptySet
	}
	return EmptyMap
}

// entryHash is what an entry adds to the sum of hashes; v is nil in a set.
func entryHash(k, v *Term) uint64 {
	if v == nil {
		return mix(k.hash)
	}
	return mix(k.hash*0x9fb21c651e98df25 ^ v.hash)
}

func entryFlags(k, v *Term) uint8 {
	if v == nil {
		return k.flags
	}
	return k.flags | v.flags
}

// count takes an entry into account, times times.
func (d *mapData) count(k, v *Term, times int) {
	d.sum += uint64(times) * entryHash(k, v)
	if !k.IsValue() {
		d.symbolic += times
	}
	for flags := entryFlags(k, v); flags != 0; flags &= flags - 1 {
		d.flagged[bits.TrailingZeros8(flags)] += int32(times)
	}
}

func (d *mapData) each(f func(k, v *Term) bool) { d.entries.each(f) }

func (d *mapData) equal(e *mapData, c *comparer) bool {
	if d == e {
		return true
	}
	if d.sum != e.sum || d.entries.Len() != e.entries.Len() || len(d.opaque) != len(e.opaque) {
		return false
	}
	for i := range d.opaque {
		if !c.equal(d.opaque[i], e.opaque[i]) {
			return false
		}
	}
	same := true
	d.each(func(k, v *Term) bool {
		w, ok := e.entries.Get(k)
		same = ok && (v == w || (v != nil && w != nil && c.equal(v, w)))
		return same
	})
	return same
}

// Entry is an entry of a map; Value is nil in a set.
type Entry struct{ Key, Value *Term }

// Entries returns the entries of a Map or Set term in the order of [Compare],
// and its opaque parts.
func (t *Term) Entries() (entries []Entry, opaque []*Term) {
	d := t.data.(*mapData)
	entries = make([]Entry, 0, d.entries.Len())
	for _, k := range d.keys() {
		v, _ := d.entries.Get(k)
		entries = append(entries, Entry{k, v})
	}
	return entries, d.opaque
}

// EntriesWhere returns those entries of a Map or Set that have some property, in the order of
// [Compare]: where they are few of many, that is quicker than to choose from [Term.Entries].
func (t *Term) EntriesWhere(has func(key, value *Term) bool) []Entry {
	var entries []Entry
	t.EachEntry(func(k, v *Term) bool {
		if has(k, v) {
			entries = append(entries, Entry{k, v})
		}
		return true
	})
	slices.SortFunc(entries, func(a, b Entry) int { return Compare(a.Key, b.Key) })
	return entries
}

// keys returns the keys in the order of [Compare].
func (d *mapData) keys() []*Term {
	d.order.once.Do(func() {
		keys := make([]*Term, 0, d.entries.Len())
		d.each(func(k, _ *Term) bool { keys = append(keys, k); return true })
		slices.SortFunc(keys, Compare)
		d.order.keys = keys
	})
	return d.order.keys
}

// EachEntry calls f for the entries of a Map or Set, in no particular order,
// until it returns false.
func (t *Term) EachEntry(f func(key, value *Term) bool) { t.data.(*mapData).each(f) }

// Len returns the number of entries of a Map or Set, not counting opaque
// parts; of a List the number of items and segments.
func (t *Term) Len() int {
	switch t.kind {
	case KMap, KSet:
		return t.data.(*mapData).entries.Len()
	case KList:
		return t.data.(*listData).len()
	}
	return 0
}

// Opaque returns the opaque parts of a Map or Set; a term of another kind is
// itself opaque.
func (t *Term) Opaque() []*Term {
	if d, ok := t.data.(*mapData); ok {
		return d.opaque
	}
	return []*Term{t}
}

// Found is the outcome of a look-up in a collection with symbolic parts.
type Found int

// The outcomes: Unknown means that it depends on the values of variables.
const (
	Absent Found = iota
	Present
	Unknown
)

// Get looks a key up in a Map or Set term.
func (t *Term) Get(key *Term) (*Term, Found) {
	d, ok := t.data.(*mapData)
	if !ok {
		return nil, Unknown
	}
	if v, ok := d.entries.Get(key); ok {
		return v, Present
	}
	if len(d.opaque) > 0 {
		return nil, Unknown
	}
	if d.symbolic == 0 && key.IsValue() {
		return nil, Absent
	}
	found := Absent
	d.each(func(k, _ *Term) bool {
		if !Distinct(k, key) {
			found = Unknown
		}
		return found == Absent
	})
	return nil, found
}

// Written returns the entry of a Map or Set that is written out under a syntactically equal
// key; whether another one may be equal to that is not asked.
func (t *Term) Written(key *Term) (value *Term, written bool) {
	return t.data.(*mapData).entries.Get(key)
}

// distinctFromEntries reports whether key certainly differs from all keys that
// are written out, whatever the opaque parts hold.
func (d *mapData) distinctFromEntries(key *Term) bool {
	if d.symbolic == 0 && key.IsValue() {
		_, ok := d.entries.Get(key)
		return !ok
	}
	distinct := true
	d.each(func(k, _ *Term) bool { distinct = Distinct(k, key); return distinct })
	return distinct
}

// Put returns the map or set with the entry added or replaced. It is the
// caller's part to know that the key is there syntactically or not at all.
func (t *Term) Put(key, value *Term) *Term {
	e := editMap(t.kind, t.data.(*mapData))
	e.put(key, value)
	return e.term()
}

// PutAll is [Term.Put] of entries, one after the other.
func (t *Term) PutAll(entries []Entry) *Term {
	e := editMap(t.kind, t.data.(*mapData))
	for _, put := range entries {
		e.put(put.Key, put.Value)
	}
	return e.term()
}

// Remove returns the map or set without the entry of a syntactically equal key.
func (t *Term) Remove(key *Term) *Term {
	e := editMap(t.kind, t.data.(*mapData))
	e.remove(key)
	return e.term()
}

// Union joins two maps, or two sets, given as Map terms or opaque ones. For
// maps it returns nil if they share a key syntactically: the union is then
// undefined. Keys that may or may not be equal are put side by side; that they
// differ is the union's definedness.
func Union(a, b *Term) *Term {
	if a == EmptyMap || a == EmptySet {
		return b
	}
	if b == EmptyMap || b == EmptySet {
		return a
	}
	kind := KMap
	if a.sort == SortSet || b.sort == SortSet {
		kind = KSet
	}
	da, db := contents(a), contents(b)
	if da.entries.Len() < db.entries.Len() {
		da, db = db, da
	}
	e, ok := editMap(kind, da), true
	db.each(func(k, v *Term) bool {
		if _, dup := da.entries.Get(k); dup && kind == KMap {
			ok = false
			return false
		}
		e.put(k, v)
		return true
	})
	if !ok {
		return nil
	}
	if len(db.opaque) > 0 {
		e.d.opaque = mergeOpaque(da.opaque, db.opaque)
	}
	return e.collapsed()
}

// contents returns the content of a Map or Set term; another term is a map
// whose only part is opaque.
func contents(t *Term) *mapData {
	if d, ok := t.data.(*mapData); ok {
		return d
	}
	return &mapData{opaque: []*Term{t}, order: &keyOrder{}}
}

// mergeOpaque returns the opaque parts of two contents in the order of [Compare].
func mergeOpaque(a, b []*Term) []*Term {
	out := append(slices.Clone(a), b...)
	slices.SortStableFunc(out, Compare)
	return out
}

// Rest returns the map or set without the given (syntactic) keys.
func (t *Term) Rest(keys ...*Term) *Term {
	e := editMap(t.kind, t.data.(*mapData))
	for _, k := range keys {
		e.remove(k)
	}
	return e.collapsed()
}

// WithoutOpaque returns t without its opaque part i.
func (t *Term) WithoutOpaque(i int) *Term {
	e := editMap(t.kind, t.data.(*mapData))
	e.d.opaque = slices.Delete(slices.Clone(e.d.opaque), i, i+1)
	return e.collapsed()
}

// SingletonMap returns key |-> value.
func SingletonMap(key, value *Term) *Term { return EmptyMap.Put(key, value) }

// SingletonSet returns SetItem(key).
func SingletonSet(key *Term) *Term { return EmptySet.Put(key, nil) }

// Distinct reports whether two terms certainly have different values: values that
// are not equal, different constructors, or integers that differ by a constant.
func Distinct(a, b *Term) bool {
	if a.IsValue() && b.IsValue() {
		return !Equal(a, b)
	}
	if a.sort == SortInt && b.sort == SortInt {
		return differ(a, b)
	}
	ca, cb := isConstructed(a), isConstructed(b)
	if !ca || !cb {
		return false
	}
	if a.kind != b.kind || a.sym != b.sym {
		return true
	}
	if a.kind == KApp {
		for i := range a.args {
			if Distinct(a.args[i], b.args[i]) {
				return true
			}
		}
	}
	return false
}

// isConstructed reports whether the top of the term is a constructor or a literal,
// so that terms with another top differ from it.
func isConstructed(t *Term) bool {
	switch t.kind {
	case KInt, KBool, KString, KToken:
		return true
	case KApp:
		return t.sym.Class == Constructor && t.sort != SortK
	}
	return false
}
