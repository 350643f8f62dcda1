package term

import "github.com/benbjohnson/immutable"

// ListItem is an item of a List term, or a segment: an opaque term of sort
// List that stands for any number of items.
type ListItem struct {
	Term    *Term
	Segment bool
}

// listData is the content of a List term. The immutable list shares what two
// versions have in common: to append an item takes logarithmic time and space. Items
// that were taken from the front, as from an input, stay there and are passed over
// until they are many.
type listData struct {
	items    *immutable.List[ListItem]
	from     int // items before the first
	segments int
	flags    uint8
}

// maxPassedOver is how many items before the first may outnumber the others.
const maxPassedOver = 64

func (d *listData) len() int { return d.items.Len() - d.from }

func (d *listData) get(i int) ListItem { return d.items.Get(d.from + i) }

// has reports whether one of the items or segments is a term. It copies nothing: whether all
// items of a list differ is found by asking this for each.
func (d *listData) has(t *Term) bool {
	for i := range d.len() {
		if Equal(d.get(i).Term, t) {
			return true
		}
	}
	return false
}

// behind drops the first i items.
func (d *listData) behind(i int) {
	if d.from += i; d.from > maxPassedOver && d.from > d.len() {
		d.settle()
	}
}

// settle forgets the items before the first.
func (d *listData) settle() {
	if d.from > 0 {
		d.items, d.from = d.items.Slice(d.from, d.items.Len()), 0
	}
}

// EmptyList is .List.
var EmptyList = newListTerm(&listData{items: immutable.NewList[ListItem]()})

// newListTerm returns the term of a list. Its hash is that of the length and of two
// items at either end, so that a step that adds an item to a long list costs no more
// than with a short one.
func newListTerm(d *listData) *Term {
	n := d.len()
	h := uint64(n)*0x9e3779b97f4a7c15 + 0x6c69
	for i := 0; i < n; i++ {
		if i >= 2 && i < n-2 {
			i = n - 2
		}
		it := d.get(i)
		h = (h ^ it.Term.hash) * 0x9fb21c651e98df25
		if it.Segment {
			h++
		}
	}
	return &Term{kind: KList, sort: SortList, data: d, flags: d.flags, hash: mix(h)}
}

func (d *listData) equal(e *listData, c *comparer) bool {
	if d.len() != e.len() || d.segments != e.segments {
		return false
	}
	for i := 0; i < d.len(); i++ {
		a, b := d.get(i), e.get(i)
		if a.Segment != b.Segment || !c.equal(a.Term, b.Term) {
			return false
		}
	}
	return true
}

// ListOf returns the list of the given items.
func ListOf(items ...*Term) *Term {
	l := EmptyList
	for _, it := range items {
		l = l.appendItem(ListItem{Term: it})
	}
	return l
}

// appendItem returns the list with an item or a segment at its end.
func (t *Term) appendItem(it ListItem) *Term {
	d := *t.data.(*listData)
	d.items = d.items.Append(it)
	d.flags |= it.Term.flags
	if it.Segment {
		d.segments++
	}
	return newListTerm(&d)
}

// prependItem returns the list with an item or a segment at its front.
func (t *Term) prependItem(it ListItem) *Term {
	d := *t.data.(*listData)
	d.settle()
	d.items = d.items.Prepend(it)
	d.flags |= it.Term.flags
	if it.Segment {
		d.segments++
	}
	return newListTerm(&d)
}

// asList returns t as a List term: an opaque term becomes its only segment.
func asList(t *Term) *Term {
	if t.kind == KList {
		return t
	}
	return EmptyList.appendItem(ListItem{Term: t, Segment: true})
}

// Concat joins two lists, each a List term or an opaque one.
func Concat(a, b *Term) *Term {
	if a == EmptyList {
		return b
	}
	if b == EmptyList {
		return a
	}
	a, b = asList(a), asList(b)
	da, db := a.data.(*listData), b.data.(*listData)
	if da.len() < db.len() {
		for i := da.len() - 1; i >= 0; i-- {
			b = b.prependItem(da.get(i))
		}
		return b
	}
	for i := 0; i < db.len(); i++ {
		a = a.appendItem(db.get(i))
	}
	return a
}

// Items returns the items and segments of a List term from index from on, at
// most n of them (all if n < 0).
func (t *Term) Items(from, n int) []ListItem {
	d := t.data.(*listData)
	to := d.len()
	if n >= 0 && from+n < to {
		to = from + n
	}
	out := make([]ListItem, 0, max(0, to-from))
	for i := from; i < to; i++ {
		out = append(out, d.get(i))
	}
	return out
}

// Item returns item i of a List term.
func (t *Term) Item(i int) ListItem { return t.data.(*listData).get(i) }

// Segments returns the number of opaque segments of a List term.
func (t *Term) Segments() int { return t.data.(*listData).segments }

// Slice returns the items i to j, j excluded, of a List term; a slice that is
// one segment is that segment.
func (t *Term) Slice(i, j int) *Term {
	d := t.data.(*listData)
	n := d.len()
	if i == 0 && j == n {
		return t
	}
	if i >= j {
		return EmptyList
	}
	if j == i+1 {
		if it := d.get(i); it.Segment {
			return it.Term
		}
	}
	c := *d
	if j == n {
		c.behind(i)
	} else {
		c.items, c.from = d.items.Slice(d.from+i, d.from+j), 0
	}
	if d.segments > 0 || d.flags != 0 {
		c.segments, c.flags = 0, 0
		for k := i; k < j && (d.segments > 0 || c.flags != d.flags); k++ {
			it := d.get(k)
			c.flags |= it.Term.flags
			if it.Segment {
				c.segments++
			}
		}
	}
	return newListTerm(&c)
}

// SetItemAt returns the list with item i replaced.
func (t *Term) SetItemAt(i int, v *Term) *Term {
	d := *t.data.(*listData)
	d.items = d.items.Set(d.from+i, ListItem{Term: v})
	d.flags |= v.flags
	return newListTerm(&d)
}
