package grammar

import "slices"

// eItem is an Earley item: a state (production with dot), the set where it
// began and the one where it stands. pred is the item with the dot one symbol
// earlier, more the head of further such links; both are -1 if there is none.
// chain links the items of a set that wait for the same class.
type eItem struct {
	state, origin, at int32
	pred, more, chain int32
}

// link is a further predecessor of an item: an ambiguity.
type link struct{ pred, next int32 }

// waiting is a class that items of a set wait for.
type waiting struct {
	class, head int32
	last        int32 // the set into which its items were last advanced
}

// The bounds of the work on one parse.
const (
	itemsAtLeast  = 2 << 20
	itemsPerToken = 2000
	itemsAtMost   = 24 << 20
	memoFrom      = 300 // tokens from which on predictions are memoised
)

// chart is the state of an Earley parse, and then its shared packed forest. For
// E ::= E "+" E | Int and the text 1 + 2 the sets of items are, with the set where an
// item began behind it, and without the look at the next token,
//
//	0:  E -> . E + E  0    E -> . Int  0
//	1:  E -> Int .  0      E -> E . + E  0
//	2:  E -> E + . E  0    E -> . E + E  2    E -> . Int  2
//	3:  E -> Int .  2      E -> E + E .  0    E -> E . + E  2    E -> E . + E  0
//
// An item of set 0 waits for the class E; the complete item E -> Int of set 1 began
// there and advances it. The forest is the complete items with the links back (pred):
// what E -> E + E was made of is found by going back from its last dot, and for a child
// by the complete items of its class between the two sets ([chart.alternatives]). In
// 1 + 2 + 3 the item E -> E + E . 0 of the last set has two predecessors. With [left] it
// has one: a sum does not belong to the class of the right operand.
type chart struct {
	t      *tables
	tokens []token // kinds are those of the tables

	items    []eItem
	links    []link
	waits    []waiting
	done     []int32 // complete items
	setItems []int32 // where the sets start in the lists above
	setWaits []int32
	setDone  []int32

	scanned   []eItem // of the next set
	empty     []int32 // complete items of the current set that span nothing
	seen      itemTable
	predicted []int32     // by production: the set where last predicted, plus 1
	waitOf    []int32     // by class: its entry in waits
	waitSet   []int32     // by class: the set of that entry, plus 1
	starts    [][][]int32 // by class and kind: memo of starters, in long texts
	listsAll  bool        // the last set is to hold all that could follow
	lenient   bool        // no lookahead now
	limit     int
}

// parse runs the parser from the root of a sort. It returns the complete item
// of the root, or -1 and the number of the token at which no item is left.
// Token number len(tokens) is the end; -1 means that the bound was reached.
func (c *chart) parse(root int32) (item int32, failed int) {
	n := len(c.tokens)
	c.limit = min(max(itemsAtLeast, itemsPerToken*n), itemsAtMost)
	c.predicted = make([]int32, len(c.t.prods))
	c.waitOf = make([]int32, len(c.t.classes))
	c.waitSet = make([]int32, len(c.t.classes))
	if n > memoFrom {
		c.starts = make([][][]int32, len(c.t.classes))
	}
	c.items = make([]eItem, 0, 16*n+64)
	for _, state := range c.t.roots[root] {
		c.scanned = append(c.scanned, eItem{state: state, pred: -1})
	}
	for j := 0; j <= n; j++ {
		c.lenient = c.listsAll && j == n
		c.openSet()
		c.closeSet(int32(j))
		if len(c.items)+len(c.links) > c.limit {
			return -1, -1
		}
		if j < n && len(c.scanned) == 0 {
			return -1, j
		}
	}
	for _, i := range c.complete(int32(n), 0) {
		if c.t.prods[c.t.prodOf[c.items[i].state]].kind == pRoot {
			return i, n
		}
	}
	return -1, n
}

// openSet starts a set with the scanned items.
func (c *chart) openSet() {
	c.setItems = append(c.setItems, int32(len(c.items)))
	c.setWaits = append(c.setWaits, int32(len(c.waits)))
	c.setDone = append(c.setDone, int32(len(c.done)))
	c.empty = c.empty[:0]
	c.seen.clear()
}

// closeSet adds all items of set j.
func (c *chart) closeSet(j int32) {
	scanned := c.scanned
	c.scanned = nil
	for _, it := range scanned {
		c.add(it.state, it.origin, it.pred, j)
	}
	c.scanned = scanned[:0]
	for i := c.setItems[j]; int(i) < len(c.items) && len(c.items)+len(c.links) <= c.limit; i++ {
		it := c.items[i]
		switch sym := c.t.next[it.state]; {
		case sym == symEnd:
			c.finish(i, it)
		case sym >= 0:
			if c.tokenIs(j, sym) {
				c.scanned = append(c.scanned, eItem{state: it.state + 1, origin: it.origin, pred: i})
			}
		default:
			c.wait(i, classBase-sym, j)
		}
	}
}

// tokenIs reports whether token j is of a kind.
func (c *chart) tokenIs(j, kind int32) bool {
	return int(j) < len(c.tokens) && slices.Contains(c.tokens[j].kinds, kind)
}

// viable reports whether token j may follow in a state.
func (c *chart) viable(state, j int32) bool {
	sym := c.t.next[state]
	if sym == symEnd || c.lenient {
		return true
	}
	if sym >= 0 {
		return c.tokenIs(j, sym)
	}
	cl := &c.t.classes[classBase-sym]
	return cl.nullable || int(j) < len(c.tokens) && slices.ContainsFunc(c.tokens[j].kinds, cl.first.Has)
}

// add adds an item to set j, or a link to one that is there.
func (c *chart) add(state, origin, pred, j int32) {
	if !c.viable(state, j) {
		return
	}
	slot := c.seen.slot(state, origin)
	if slot.item < 0 {
		slot.item = int32(len(c.items))
		c.items = append(c.items, eItem{state: state, origin: origin, at: j, pred: pred, more: -1, chain: -1})
		return
	}
	it := &c.items[slot.item]
	c.links = append(c.links, link{pred: pred, next: it.more})
	it.more = int32(len(c.links) - 1)
}

// finish advances what waits for a complete item.
func (c *chart) finish(i int32, it eItem) {
	c.done = append(c.done, i)
	j := it.at
	from, to := c.setWaits[it.origin], int32(len(c.waits))
	if it.origin == j {
		c.empty = append(c.empty, i)
	} else {
		to = c.setWaits[it.origin+1]
	}
	p := c.t.prodOf[it.state]
	for k := from; k < to; k++ {
		w := &c.waits[k]
		if w.last == j || !c.t.classes[w.class].members.Has(p) {
			continue
		}
		w.last = j
		for m := w.head; m >= 0; m = c.items[m].chain {
			c.add(c.items[m].state+1, c.items[m].origin, m, j)
		}
	}
}

// wait lets item i of set j wait for a class, and predicts the class.
func (c *chart) wait(i, cl, j int32) {
	if c.waitSet[cl] != j+1 {
		c.waitSet[cl] = j + 1
		c.waitOf[cl] = int32(len(c.waits))
		c.waits = append(c.waits, waiting{class: cl, head: -1, last: -1})
		c.predict(cl, j)
	}
	w := &c.waits[c.waitOf[cl]]
	c.items[i].chain = w.head
	w.head = i
	for _, e := range c.empty {
		if c.t.classes[cl].members.Has(c.t.prodOf[c.items[e].state]) {
			w.last = j
			c.add(c.items[i].state+1, c.items[i].origin, i, j)
			return
		}
	}
}

// predict adds the productions of a class that the next token can start.
func (c *chart) predict(cl, j int32) {
	if c.starts != nil && !c.lenient && int(j) < len(c.tokens) && len(c.tokens[j].kinds) == 1 {
		for _, p := range c.starters(cl, j) {
			if c.predicted[p] != j+1 {
				c.predicted[p] = j + 1
				c.items = append(c.items, eItem{state: c.t.start[p], origin: j, at: j, pred: -1, more: -1, chain: -1})
			}
		}
		return
	}
	for _, p := range c.t.classes[cl].list {
		if c.predicted[p] == j+1 {
			continue
		}
		c.predicted[p] = j + 1
		if state := c.t.start[p]; c.viable(state, j) {
			c.items = append(c.items, eItem{state: state, origin: j, at: j, pred: -1, more: -1, chain: -1})
		}
	}
}

// starters returns the productions of a class that can start with token j,
// which has one kind.
func (c *chart) starters(cl, j int32) []int32 {
	if c.starts[cl] == nil {
		c.starts[cl] = make([][]int32, c.t.nkinds)
	}
	kind := c.tokens[j].kinds[0]
	list := c.starts[cl][kind]
	if list == nil {
		list = []int32{}
		for _, p := range c.t.classes[cl].list {
			if c.viable(c.t.start[p], j) {
				list = append(list, p)
			}
		}
		c.starts[cl][kind] = list
	}
	return list
}

// complete returns the complete items from set origin to set j.
func (c *chart) complete(j, origin int32) []int32 {
	to := int32(len(c.done))
	if int(j)+1 < len(c.setDone) {
		to = c.setDone[j+1]
	}
	var found []int32
	for _, i := range c.done[c.setDone[j]:to] {
		if c.items[i].origin == origin {
			found = append(found, i)
		}
	}
	return found
}

// itemTable finds the items of the current set by state and origin. Clearing
// it costs nothing: a slot of another generation is free.
type itemTable struct {
	slots      []itemSlot
	generation int32
	used       int
}

// itemSlot is a slot of an itemTable.
type itemSlot struct {
	state, origin int32
	generation    int32
	item          int32
}

// clear forgets the items of the set before.
func (t *itemTable) clear() {
	t.generation++
	t.used = 0
	if t.slots == nil {
		t.slots = make([]itemSlot, 128)
	}
}

// slot returns the slot of an item; its field item is -1 if it is new, and is
// to be set by the caller.
func (t *itemTable) slot(state, origin int32) *itemSlot {
	if t.used*2 > len(t.slots) {
		t.grow()
	}
	s := t.find(state, origin)
	if s.generation != t.generation {
		*s = itemSlot{state: state, origin: origin, generation: t.generation, item: -1}
		t.used++
	}
	return s
}

// find returns the slot of an item, or the free one where it belongs: open
// addressing, by steps of one.
func (t *itemTable) find(state, origin int32) *itemSlot {
	mask := uint32(len(t.slots) - 1)
	h := uint32(state)*0x9E3779B1 ^ uint32(origin)*0x85EBCA6B
	h ^= h >> 15
	for ; ; h++ {
		s := &t.slots[h&mask]
		if s.generation != t.generation || s.state == state && s.origin == origin {
			return s
		}
	}
}

// grow doubles the table, so that it is at most half full.
func (t *itemTable) grow() {
	old := t.slots
	t.slots = make([]itemSlot, 2*len(old))
	for _, s := range old {
		if s.generation == t.generation {
			*t.find(s.state, s.origin) = s
		}
	}
}
