package term

func init() {
	initMaps()
	initSets()
	initLists()
	ArrayMake.Eval = func(a arg) *Term {
		if a[0].IsValue() {
			return ConstArray(a[0])
		}
		return nil
	}
	ArraySelect.Eval, ArrayStore.Eval, ArrayShift.Eval = selectEval, storeEval, arrayShiftEval
}

func initMaps() {
	MapConcat.Eval = func(a arg) *Term { return Union(a[0], a[1]) }
	MapConcat.Total = false
	MapConcat.Defined = func(a arg) *Term { return disjoint(a[0], a[1]) }
	MapUnit.Eval = func(arg) *Term { return EmptyMap }
	MapElement.Eval = func(a arg) *Term { return SingletonMap(a[0], a[1]) }
	MapLookup.Eval = func(a arg) *Term { return lookupEval(a[0], a[1]) }
	MapLookup.Total = false
	MapLookup.Defined = func(a arg) *Term { return InKeys(a[1], a[0]) }
	MapLookupDefault.Eval = func(a arg) *Term {
		switch in := InKeys(a[1], a[0]); in {
		case True:
			return Apply(MapLookup, a[0], a[1])
		case False:
			return a[2]
		}
		return nil
	}
	MapUpdate.Eval = func(a arg) *Term { return updateEval(a[0], a[1], a[2]) }
	MapRemove.Eval = func(a arg) *Term { return removeEval(a[0], a[1]) }
	MapRemoveAll.Eval = removeAllEval
	MapDifference.Eval = mapDifferenceEval
	MapUpdateAll.Eval = updateAllEval
	MapKeys.Eval = func(a arg) *Term { return keysEval(a[0]) }
	MapKeysList.Eval = func(a arg) *Term { return entryList(a[0], func(e Entry) *Term { return e.Key }) }
	MapValues.Eval = func(a arg) *Term { return entryList(a[0], func(e Entry) *Term { return e.Value }) }
	MapInKeys.Eval = func(a arg) *Term { return inEval(MapInKeys, a[0], a[1]) }
	MapSize.Eval = func(a arg) *Term { return sizeEval(MapSize, a[0]) }
	MapInclusion.Eval = inclusionEval
	MapChoice.Eval, MapChoice.Total = choiceEval, false
	MapChoice.Defined = func(a arg) *Term { return Not(Eq(a[0], EmptyMap)) }
}

// disjoint is the condition under which the union of two maps is defined.
func disjoint(a, b *Term) *Term {
	if a.kind != KMap {
		a, b = b, a
	}
	if a.kind != KMap {
		return Apply(KEq, Apply(SetIntersection, Apply(MapKeys, a), Apply(MapKeys, b)), EmptySet)
	}
	out := True
	entries, opaque := a.Entries()
	for _, e := range entries {
		out = And(out, Not(InKeys(e.Key, b)))
	}
	for _, o := range opaque {
		out = And(out, disjoint(b, o))
		if b.kind != KMap {
			break
		}
	}
	return out
}

// apartSets is the condition that two sets have no element in common, element by
// element; nil if none is known of either.
func apartSets(a, b *Term) *Term {
	if a.kind != KSet {
		a, b = b, a
	}
	if a.kind != KSet {
		return nil
	}
	out := True
	entries, opaque := a.Entries()
	for _, e := range entries {
		out = And(out, Not(Apply(SetIn, e.Key, b)))
	}
	for _, o := range opaque {
		out = And(out, Apply(KEq, Apply(SetIntersection, o, b), EmptySet))
	}
	return out
}

// InKeys returns the condition that a map has a key.
func InKeys(key, m *Term) *Term { return Apply(MapInKeys, key, m) }

// inEval is membership of a key in a map or set.
func inEval(s *Symbol, key, m *Term) *Term {
	if m.sym == MapUpdate && s == MapInKeys {
		return Or(Eq(key, m.args[1]), InKeys(key, m.args[0]))
	}
	if m.sym == MapKeys && s == SetIn {
		return InKeys(key, m.args[0])
	}
	if m.kind != KMap && m.kind != KSet {
		return nil
	}
	switch _, found := m.Get(key); found {
	case Present:
		return True
	case Absent:
		return False
	}
	entries, opaque := m.Entries()
	if len(entries) == 0 && len(opaque) == 1 {
		return Apply(s, key, opaque[0])
	}
	out := False
	for _, e := range entries {
		out = Or(out, Eq(key, e.Key))
	}
	for _, o := range opaque {
		out = Or(out, Apply(s, key, o))
	}
	return out
}

// lookupEval reads a map. It sees through writes: M[k <- v][k] is v, and M[k <-
// v][j] is M[j] if k and j certainly differ; where they may be equal it stays. A key
// that certainly differs from all entries that are written out is looked up in the
// opaque part, if there is just one.
func lookupEval(m, key *Term) *Term {
	if m.sym == MapUpdate {
		switch {
		case Equal(m.args[1], key):
			return m.args[2]
		case Distinct(m.args[1], key):
			return Apply(MapLookup, m.args[0], key)
		}
		return nil
	}
	if m.kind != KMap {
		return nil
	}
	v, found := m.Get(key)
	if found == Present {
		return v
	}
	d := m.data.(*mapData)
	if len(d.opaque) == 1 && d.entries.Len() > 0 && d.distinctFromEntries(key) {
		return Apply(MapLookup, d.opaque[0], key)
	}
	return nil
}

// updateEval writes an entry where it is known whether the key is there: else the
// map might get an entry twice. Of two writes to one key the last remains.
func updateEval(m, key, v *Term) *Term {
	if m.kind != KMap {
		if m.sym == MapUpdate && Equal(m.args[1], key) {
			return Apply(MapUpdate, m.args[0], key, v)
		}
		return nil
	}
	switch _, found := m.Get(key); found {
	case Present, Absent:
		return m.Put(key, v)
	}
	return nil
}

// removeEval removes an entry where it is known whether the key is there.
func removeEval(m, key *Term) *Term {
	if m.sym == MapUpdate && Equal(m.args[1], key) {
		return Apply(MapRemove, m.args[0], key)
	}
	if m.kind != KMap {
		return nil
	}
	switch _, found := m.Get(key); found {
	case Present:
		return m.Rest(key)
	case Absent:
		return m
	}
	return nil
}

// removeAllEval removes keys one by one; those that are not known to be there or not
// stay as removals around the map.
func removeAllEval(a arg) *Term {
	if a[1].kind != KSet || len(a[1].Opaque()) > 0 {
		return nil
	}
	if a[0].kind == KMap && 2*a[1].Len() > a[0].Len() {
		if m := removeMost(a[0], a[1]); m != nil {
			return m
		}
	}
	if a[0].kind == KMap {
		if m := removeKnown(a[0], a[1]); m != nil {
			return m
		}
	}
	m := a[0]
	entries, _ := a[1].Entries()
	for _, e := range entries {
		m = Apply(MapRemove, m, e.Key)
	}
	return m
}

// removeKnown is a map without keys; nil if it is not known of one whether it is there.
func removeKnown(m, keys *Term) *Term {
	e, known := editMap(KMap, m.data.(*mapData)), true
	keys.data.(*mapData).each(func(k, _ *Term) bool {
		switch _, found := m.Get(k); found {
		case Present:
			e.remove(k)
		case Unknown:
			known = false
		}
		return known
	})
	switch {
	case !known:
		return nil
	case e.d.entries.Len() == m.Len():
		return m
	}
	return e.collapsed()
}

// removeMost is a map without keys that are most of those that it has: what is left is
// put together. It is nil if a key is not known to be there.
func removeMost(m, keys *Term) *Term {
	d, gone := m.data.(*mapData), keys.data.(*mapData)
	known := true
	gone.each(func(k, _ *Term) bool {
		_, known = d.entries.Get(k)
		return known
	})
	if !known {
		return nil
	}
	left := editMap(KMap, &mapData{opaque: d.opaque, order: &keyOrder{}})
	d.each(func(k, v *Term) bool {
		if _, out := gone.entries.Get(k); !out {
			left.put(k, v)
		}
		return true
	})
	return left.collapsed()
}

// mapDifferenceEval removes the entries that n has with the same value. It waits for
// values: with symbolic ones it is not known which are the same.
func mapDifferenceEval(a arg) *Term {
	m, n := a[0], a[1]
	if m.kind != KMap || n.kind != KMap || !m.IsValue() || !n.IsValue() {
		return nil
	}
	entries, _ := n.Entries()
	for _, e := range entries {
		if v, found := m.Get(e.Key); found == Present && Equal(v, e.Value) {
			m = m.Rest(e.Key)
		}
		if m.kind != KMap {
			break
		}
	}
	return m
}

// updateAllEval writes the entries of n one by one. Their order does not count, as
// the keys of a map are distinct.
func updateAllEval(a arg) *Term {
	m, n := a[0], a[1]
	if n.kind != KMap || len(n.Opaque()) > 0 {
		return nil
	}
	entries, _ := n.Entries()
	for _, e := range entries {
		m = Apply(MapUpdate, m, e.Key, e.Value)
	}
	return m
}

// keysEval is the set of the keys: of those that are written out, and keys(M) for an
// opaque part M.
func keysEval(m *Term) *Term {
	if m.sym == MapUpdate {
		return Apply(SetUnion, SingletonSet(m.args[1]), Apply(MapKeys, m.args[0]))
	}
	if m.kind != KMap {
		return nil
	}
	entries, opaque := m.Entries()
	out := EmptySet
	for _, e := range entries {
		out = out.Put(e.Key, nil)
	}
	for _, o := range opaque {
		out = Union(out, Apply(MapKeys, o))
	}
	return out
}

// entryList lists the entries of a map or set in their order, once it is known.
func entryList(m *Term, f func(Entry) *Term) *Term {
	if !ordered(m) {
		return nil
	}
	entries, _ := m.Entries()
	items := make([]*Term, len(entries))
	for i, e := range entries {
		items[i] = f(e)
	}
	return ListOf(items...)
}

// ordered reports whether the order of the entries of a map or set is known: it is
// that of the keys, which those with variables have only when they get values.
func ordered(m *Term) bool {
	if m.kind != KMap && m.kind != KSet || len(m.Opaque()) > 0 {
		return false
	}
	entries, _ := m.Entries()
	for _, e := range entries {
		if len(entries) > 1 && !e.Key.IsValue() {
			return false
		}
	}
	return true
}

// listToSet is the set of the items of a list without segments; items may turn out
// to be equal.
func listToSet(l *Term) *Term {
	if l.kind != KList || l.Segments() > 0 {
		return nil
	}
	out := EmptySet
	for _, it := range l.Items(0, -1) {
		out = out.Put(it.Term, nil)
	}
	return out
}

// sizeEval counts entries. The entries of a map are distinct, symbolic ones too, so
// 1 |-> a x |-> b M has the size 2 + size(M). Those of a set need not be: SetItem(x)
// SetItem(1) has one element if x is 1.
func sizeEval(s *Symbol, m *Term) *Term {
	if m.kind != KMap && m.kind != KSet {
		return nil
	}
	opaque := m.Opaque()
	if m.kind == KSet && (len(opaque) > 0 || m.Len() > 1 && m.data.(*mapData).symbolic > 0) {
		return nil // elements may be equal
	}
	n := Int(int64(m.Len()))
	for _, o := range opaque {
		n = Add(n, App(s, o))
	}
	return n
}

// inclusionEval reports whether all entries of a map are in another one; it waits
// for values.
func inclusionEval(a arg) *Term {
	if !a[0].IsValue() || !a[1].IsValue() || a[0].kind != KMap || a[1].kind != KMap {
		return nil
	}
	entries, _ := a[0].Entries()
	for _, e := range entries {
		if v, found := a[1].Get(e.Key); found != Present || !Equal(v, e.Value) {
			return False
		}
	}
	return True
}

// choiceEval is the first key in the order of [Compare], so that it depends on the
// collection only and not on how it was made. It waits for values: their order may
// be another than that of the variables that stand for them.
func choiceEval(a arg) *Term {
	if !ordered(a[0]) {
		return nil
	}
	if entries, _ := a[0].Entries(); len(entries) > 0 {
		return entries[0].Key
	}
	return nil
}

func initSets() {
	SetUnit.Eval = func(arg) *Term { return EmptySet }
	SetElement.Eval = func(a arg) *Term { return SingletonSet(a[0]) }
	SetConcat.Eval = func(a arg) *Term { return Union(a[0], a[1]) }
	SetUnion.Eval = func(a arg) *Term { return Union(a[0], a[1]) }
	SetIn.Eval = func(a arg) *Term { return inEval(SetIn, a[0], a[1]) }
	SetIntersection.Eval = func(a arg) *Term { return filterSet(a[0], a[1], Present) }
	SetDifference.Eval = func(a arg) *Term { return filterSet(a[0], a[1], Absent) }
	SetInclusion.Eval = setInclusionEval
	SetSize.Eval = func(a arg) *Term { return sizeEval(SetSize, a[0]) }
	SetToList.Eval = func(a arg) *Term { return entryList(a[0], func(e Entry) *Term { return e.Key }) }
	ListToSet.Eval = func(a arg) *Term { return listToSet(a[0]) }
	SetChoice.Eval, SetChoice.Total = choiceEval, false
	SetChoice.Defined = func(a arg) *Term { return Not(Eq(a[0], EmptySet)) }
}

// filterSet keeps the elements of s whose membership in o is want.
func filterSet(s, o *Term, want Found) *Term {
	if s == EmptySet {
		return s
	}
	if o == EmptySet {
		if want == Absent {
			return s
		}
		return o
	}
	if s.kind != KSet || o.kind != KSet || len(s.Opaque()) > 0 {
		return nil
	}
	out := EmptySet
	entries, _ := s.Entries()
	for _, e := range entries {
		switch _, found := o.Get(e.Key); found {
		case Unknown:
			return nil
		case want:
			out = out.Put(e.Key, nil)
		}
	}
	return out
}

// setInclusionEval is whether nothing is left of a set without the elements of the
// other one. Opaque parts of what is left may be empty, elements are not.
func setInclusionEval(a arg) *Term {
	switch rest := filterSet(a[0], a[1], Absent); {
	case rest == EmptySet:
		return True
	case rest != nil && rest.kind == KSet && rest.Len() > 0:
		return False
	}
	return nil // the rest is not known, or only opaque parts, which may be empty
}
