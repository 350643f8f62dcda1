package arith

import (
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/linear"
)

// read defines what an array holds by how it was made.
func (e *Solver) read(i int32, self *polynomial) {
	array, index := e.items[i].a, e.items[i].b
	switch array.Op {
	case fol.Store:
		d := &polynomial{}
		d.add(e.polynomial(index), 1)
		d.add(e.polynomial(array.Args[1]), -1)
		least, most := e.equal(d)
		e.equalIf([]linear.Lit{least.Not(), most.Not()}, self, e.polynomial(array.Args[2]))
		same := e.solver.Bool()
		e.solver.Clause(same.Not(), least)
		e.solver.Clause(same.Not(), most)
		e.equalIf([]linear.Lit{same}, self, e.selected(array.Args[0], index))
	case fol.Ite:
		e.choice(self, array.Args[0], e.selected(array.Args[1], index), e.selected(array.Args[2], index))
	case fol.App:
		e.form(e.polynomial(index))
		e.arrayParts(array)
		e.reads = append(e.reads, i)
	default:
		e.refuse = true
	}
}

func (e *Solver) selected(array, index *fol.Node) *polynomial {
	p := &polynomial{}
	e.selection(p, array, index)
	return p
}

// arrayParts gives the parts of an array values in each solution.
func (e *Solver) arrayParts(n *fol.Node) {
	switch n.Op {
	case fol.App:
		if len(n.Args) > 0 {
			e.arguments(n)
			e.arrays = append(e.arrays, n)
		}
	case fol.Store:
		e.arrayParts(n.Args[0])
		e.form(e.polynomial(n.Args[1]))
		e.form(e.polynomial(n.Args[2]))
	case fol.Fill:
		e.form(e.polynomial(n.Args[0]))
	default:
		e.refuse = true
	}
}

// selection is what an array holds: what was written there, where that can be
// seen.
func (t *table) selection(p *polynomial, array, index *fol.Node) {
	for {
		switch array.Op {
		case fol.Fill:
			p.add(t.polynomial(array.Args[0]), 1)
			return
		case fol.Store:
			d := &polynomial{}
			d.add(t.polynomial(index), 1)
			d.add(t.polynomial(array.Args[1]), -1)
			if len(d.terms) == 0 && !d.refuse {
				if d.constant == 0 {
					p.add(t.polynomial(array.Args[2]), 1)
					return
				}
				array = array.Args[0]
				continue
			}
		}
		t.addItem(p, item{kind: itemRead, a: array, b: index}, 1)
		return
	}
}

// readsAgree reports whether an array has one value where it is read at equal indexes.
// It returns the items that read arrays, by array and index.
func (e *Solver) readsAgree() (held map[string]int32, ok bool) {
	held, ok = map[string]int32{}, true
	for _, i := range e.reads {
		it := e.items[i]
		key := string(number(number(nil, int64(it.a.ID)), e.value(e.polynomial(it.b))))
		first, found := held[key]
		if !found {
			held[key] = i
			continue
		}
		if e.valueOf(first) != e.valueOf(i) {
			unless := e.differ(nil, e.polynomial(e.items[first].b), e.polynomial(it.b))
			e.equalIf(unless, ofItem(first), ofItem(i))
			ok = false
		}
	}
	return held, ok
}

// arraysAgree reports whether arrays that a function makes are made of different
// arguments: they differ in the solution.
func (e *Solver) arraysAgree(held map[string]int32) bool {
	ok := true
	made := map[string]*fol.Node{}
	for _, n := range e.arrays {
		key := e.key(n, held)
		if first := made[key]; first != nil && first != n {
			if !e.sameReads(first, n) {
				e.refuse = true
				return false
			}
			ok = false
		}
		made[key] = n
	}
	return ok
}

// sameReads adds that two arrays, of one function, have the same at the same index if
// the function's arguments are equal; false if that is not news.
func (e *Solver) sameReads(m, n *fol.Node) bool {
	news := false
	for _, i := range e.reads {
		for _, j := range e.reads {
			x, y := e.items[i], e.items[j]
			if x.a != m || y.a != n || e.valueOf(i) == e.valueOf(j) || e.value(e.polynomial(x.b)) != e.value(e.polynomial(y.b)) {
				continue
			}
			if unless, ok := e.different(m, n); ok {
				e.equalIf(e.differ(unless, e.polynomial(x.b), e.polynomial(y.b)), ofItem(i), ofItem(j))
				news = true
			}
		}
	}
	return news
}

// arrayKey writes an array as the one it was made from and what differs from that.
// Arrays that nothing is known of are made to differ where they are not read.
func (e *Solver) arrayKey(b []byte, n *fol.Node, held map[string]int32) []byte {
	type entry struct{ index, value int64 }
	var written []entry
	for ; n.Op == fol.Store; n = n.Args[0] {
		i := e.value(e.polynomial(n.Args[1]))
		if !slices.ContainsFunc(written, func(w entry) bool { return w.index == i }) {
			written = append(written, entry{i, e.value(e.polynomial(n.Args[2]))})
		}
	}
	fill := int64(0)
	if n.Op == fol.Fill {
		fill = e.value(e.polynomial(n.Args[0]))
		b = number(number(b, -1), fill)
	} else {
		b = number(number(b, -2), int64(n.ID))
	}
	written = slices.DeleteFunc(written, func(w entry) bool {
		if n.Op == fol.Fill {
			return w.value == fill
		}
		i, ok := held[string(number(number(nil, int64(n.ID)), w.index))]
		return ok && e.valueOf(i) == w.value
	})
	slices.SortFunc(written, func(v, w entry) int {
		if v.index < w.index {
			return -1
		}
		return 1
	})
	b = number(b, int64(len(written)))
	for _, w := range written {
		b = number(number(b, w.index), w.value)
	}
	return b
}

// overwritten appends literals one of which is true if two arrays differ, where one
// was made from the other: they are equal if what was written was there. False if
// neither was.
func (e *Solver) overwritten(out []linear.Lit, a, b *fol.Node) ([]linear.Lit, bool) {
	if !madeFrom(a, b) {
		a, b = b, a
	}
	if !madeFrom(a, b) {
		return out, false
	}
	for ; a != b; a = a.Args[0] {
		out = e.differ(out, e.selected(b, a.Args[1]), e.polynomial(a.Args[2]))
	}
	return out, true
}

// madeFrom reports whether an array is another one that was written to.
func madeFrom(a, b *fol.Node) bool {
	for a != b && a.Op == fol.Store {
		a = a.Args[0]
	}
	return a == b
}
