package grammar

import "slices"

// predecessors calls f for the items before an item.
func (c *chart) predecessors(it eItem, f func(pred int32)) {
	f(it.pred)
	for k := it.more; k >= 0; k = c.links[k].next {
		f(c.links[k].pred)
	}
}

// alternatives returns the complete items of a class between two positions.
func (c *chart) alternatives(class, from, to int32) []int32 {
	end := int32(len(c.done))
	if int(to)+1 < len(c.setDone) {
		end = c.setDone[to+1]
	}
	var found []int32
	members := c.t.classes[class].members
	for _, i := range c.done[c.setDone[to]:end] {
		if it := &c.items[i]; it.origin == from && members.Has(c.t.prodOf[it.state]) {
			found = append(found, i)
		}
	}
	return found
}

// aliveness says which nodes of a forest have a reading under a solution.
type aliveness struct {
	p       *parse
	items   []byte // 0 new, 1 in progress or dead, 2 alive
	choices map[[3]int32]bool
}

// newAliveness starts with nothing known of any node.
func newAliveness(p *parse) *aliveness {
	return &aliveness{p: p, items: make([]byte, len(p.chart.items)), choices: map[[3]int32]bool{}}
}

// item reports whether what is before the dot of an item has a reading.
func (a *aliveness) item(i int32) bool {
	if a.items[i] != 0 {
		return a.items[i] == 2
	}
	it := a.p.chart.items[i]
	if it.pred < 0 {
		return true
	}
	a.items[i] = 1
	sym := a.p.chart.t.next[it.state-1]
	alive := false
	a.p.chart.predecessors(it, func(pred int32) {
		alive = alive || a.item(pred) && (sym >= 0 || a.choice(classBase-sym, a.p.chart.items[pred].at, it.at))
	})
	if alive {
		a.items[i] = 2
	}
	return alive
}

// choice reports whether a class between two positions has a reading.
func (a *aliveness) choice(class, from, to int32) bool {
	key := [3]int32{class, from, to}
	if alive, ok := a.choices[key]; ok {
		return alive
	}
	alive := slices.ContainsFunc(a.p.chart.alternatives(class, from, to), func(i int32) bool { return a.alternative(i, class) })
	a.choices[key] = alive
	return alive
}

// alternative reports whether a complete item has a reading where a class is
// expected.
func (a *aliveness) alternative(i, class int32) bool {
	if a.p.prodOf(i).kind != pVar {
		return a.item(i)
	}
	v := a.p.variables[a.p.chart.items[i].origin]
	return v.index < 0 || a.p.v.fits(a.p.solution[v.index], a.p.classSort(class))
}
