package term

import "slices"

// arrayData is a total array over the integers in which only concrete indexes
// have been written: def everywhere else. An entry never equals def.
type arrayData struct {
	entries dict
	def     *Term
	sum     uint64
	flags   uint8
}

// ConstArray returns the array that holds def at every index.
func ConstArray(def *Term) *Term {
	return newArrayTerm(&arrayData{def: def, flags: def.flags})
}

func newArrayTerm(d *arrayData) *Term {
	return &Term{kind: KArray, sort: SortArray, data: d, flags: d.flags, hash: mix(d.sum ^ d.def.hash*0x9e3779b97f4a7c15 ^ 0x6172)}
}

func (d *arrayData) equal(e *arrayData, c *comparer) bool {
	if d.sum != e.sum || d.entries.Len() != e.entries.Len() || !c.equal(d.def, e.def) {
		return false
	}
	same := true
	d.entries.each(func(k, v *Term) bool {
		w, ok := e.entries.Get(k)
		same = ok && c.equal(v, w)
		return same
	})
	return same
}

// ArrayDefault returns the value that an Array term holds where nothing was written.
func (t *Term) ArrayDefault() *Term { return t.data.(*arrayData).def }

// ArrayEntries returns what was written, by index.
func (t *Term) ArrayEntries() []Entry {
	var out []Entry
	t.data.(*arrayData).entries.each(func(k, v *Term) bool {
		out = append(out, Entry{k, v})
		return true
	})
	slices.SortFunc(out, func(a, b Entry) int { return Compare(a.Key, b.Key) })
	return out
}

// arrayGet reads an Array term at a concrete index.
func (t *Term) arrayGet(i *Term) *Term {
	d := t.data.(*arrayData)
	if v, ok := d.entries.Get(i); ok {
		return v
	}
	return d.def
}

// arraySet writes a concrete index. What equals the default is no entry, so that
// equal arrays are equal terms however they were written.
func (t *Term) arraySet(i, v *Term) *Term {
	d := *t.data.(*arrayData)
	if old, ok := d.entries.Get(i); ok {
		if old == v {
			return t
		}
		d.sum -= entryHash(i, old)
	}
	if Equal(v, d.def) {
		d.entries = d.entries.Delete(i)
	} else {
		d.entries = d.entries.Set(i, v)
		d.sum += entryHash(i, v)
		d.flags |= v.flags
	}
	return newArrayTerm(&d)
}

// Select reads an array: the newest write whose index is certainly i, seen
// through writes to indexes that certainly differ. It returns nil if nothing
// simplifies.
func Select(a, i *Term) *Term {
	for {
		switch {
		case a.kind == KArray:
			if i.IsInt() {
				return a.arrayGet(i)
			}
			if a.data.(*arrayData).entries.Len() == 0 {
				return a.ArrayDefault()
			}
			return nil
		case a.sym == ArrayStore:
			if Equal(a.args[1], i) {
				return a.args[2]
			}
			if !Distinct(a.args[1], i) {
				return nil
			}
			a = a.args[0]
		default:
			return nil
		}
	}
}

// selectEval reads an array: #select(#store(A, i, v), j) is v if i and j are the
// same, the element of A if they certainly differ, and stays if that is not known.
func selectEval(args []*Term) *Term {
	a, i := args[0], args[1]
	if a.sym == ArrayShift {
		return Apply(ArraySelect, a.args[0], Add(i, a.args[1]))
	}
	if v := Select(a, i); v != nil {
		return v
	}
	// Skip writes that certainly miss, to keep one form.
	skipped := a
	for skipped.sym == ArrayStore && Distinct(skipped.args[1], i) {
		skipped = skipped.args[0]
	}
	if skipped != a {
		return Apply(ArraySelect, skipped, i)
	}
	return nil
}

// arrayShiftEval is the array from an index on: at i it has what the other has at i and
// that index. There is one shift at most, and writes are below it: what is read is
// then read from an array that is not shifted.
func arrayShiftEval(args []*Term) *Term {
	a, by := args[0], args[1]
	switch {
	case by == Int(0):
		return a
	case a.sym == ArrayShift:
		return Apply(ArrayShift, a.args[0], Add(a.args[1], by))
	case a.kind == KArray && (by.IsInt() || a.data.(*arrayData).entries.Len() == 0):
		out := ConstArray(a.ArrayDefault())
		for _, e := range a.ArrayEntries() {
			out = Apply(ArrayStore, out, Sub(e.Key, by), e.Value)
		}
		return out
	}
	return nil
}

// storeEval writes an array. Of two writes to one index the last remains, a write of
// what is read there is none, and one to a shifted array goes below the shift.
func storeEval(args []*Term) *Term {
	a, i, v := args[0], args[1], args[2]
	if a.kind == KArray {
		if i.IsInt() {
			return a.arraySet(i, v)
		}
		if a.data.(*arrayData).entries.Len() == 0 && Equal(v, a.ArrayDefault()) {
			return a
		}
		return nil
	}
	if a.sym == ArrayShift {
		return Apply(ArrayShift, Apply(ArrayStore, a.args[0], Add(i, a.args[1]), v), a.args[1])
	}
	if a.sym == ArrayStore && Equal(a.args[1], i) {
		return Apply(ArrayStore, a.args[0], i, v)
	}
	if v.sym == ArraySelect && Equal(v.args[0], a) && Equal(v.args[1], i) {
		return a
	}
	return nil
}
