package grammar

import (
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// The bounds of building the tree.
const (
	maxDepth       = 150000 // of a tree
	maxDerivations = 64     // of one ambiguous node
)

// reading is one way to read a part of the text.
type reading struct {
	tree      *Tree // nil: none
	sort      int32 // static sort
	brackets  int32 // dropped inside
	settled   bool  // it is as its place expects: no list is to be put around it
	ambiguous *ambiguity
}

// child is a nonterminal of a production together with what it spans.
type child struct{ class, from, to int32 }

// resolver builds the tree of a forest, from the root down. At an ambiguity,
// filters look at the top productions first, then at the trees.
type resolver struct {
	p      *parse
	c      *chart
	stack  []child // children of the nodes on the way
	depth  int
	forks  int               // ambiguities on the way
	memo   map[int32]reading // of nodes below one
	active map[int32]bool    // nodes on the way whose child spans as much
	slab   []Tree
	failed *source.Diagnostic
}

func newResolver(p *parse) *resolver {
	return &resolver{p: p, c: &p.chart, memo: map[int32]reading{}, active: map[int32]bool{}}
}

// newTree allocates a node; nodes come in slabs.
func (r *resolver) newTree() *Tree {
	if len(r.slab) == 0 {
		r.slab = make([]Tree, 128)
	}
	t := &r.slab[0]
	r.slab = r.slab[1:]
	return t
}

// roots reads the whole text.
func (r *resolver) roots(items []int32) reading {
	return r.pick(r.alive(items), -1)
}

// alive keeps the items that have a reading under the solution.
func (r *resolver) alive(items []int32) []int32 {
	if r.p.alive == nil {
		return items
	}
	var kept []int32
	for _, i := range items {
		if r.p.alive.item(i) {
			kept = append(kept, i)
		}
	}
	return kept
}

// choice reads a class between two positions, and makes a list of an element
// where one is expected.
func (r *resolver) choice(c child) reading {
	return r.p.wrap(r, r.plainChoice(c), r.p.classSort(c.class), c)
}

// plainChoice is choice without lists being made. It goes through brackets in
// a loop, as these are nested most deeply.
func (r *resolver) plainChoice(c child) reading {
	brackets := int32(0)
	for {
		only, several := r.candidates(c)
		if several != nil {
			found := r.pick(several, c.class)
			found.brackets += brackets
			return found
		}
		if only < 0 {
			return reading{}
		}
		if r.p.prodOf(only).kind == pBracket && r.unique(only) {
			brackets++
			base := len(r.stack)
			r.children(only)
			c = r.stack[base]
			r.stack = r.stack[:base]
			continue
		}
		found := r.nodeAt(only, c.class)
		found.brackets += brackets
		found.settled = found.settled || brackets > 0 && r.p.g.rules != nil
		return found
	}
}

// candidates returns the complete items that a class may be: one, or several.
func (r *resolver) candidates(c child) (only int32, several []int32) {
	only = -1
	end := int32(len(r.c.done))
	if int(c.to)+1 < len(r.c.setDone) {
		end = r.c.setDone[c.to+1]
	}
	members := r.c.t.classes[c.class].members
	for _, i := range r.c.done[r.c.setDone[c.to]:end] {
		it := &r.c.items[i]
		if it.origin != c.from || !members.Has(r.c.t.prodOf[it.state]) {
			continue
		}
		if r.p.alive != nil && !r.p.alive.alternative(i, c.class) || len(r.active) > 0 && r.active[i] {
			continue
		}
		switch {
		case only < 0:
			only = i
		case several == nil:
			several = []int32{only, i}
		default:
			several = append(several, i)
		}
	}
	if several != nil {
		several = r.filter(several)
		if len(several) == 1 {
			return several[0], nil
		}
	}
	return only, several
}

// atPlace gives a variable that is read where a class is expected its sort.
func (r *resolver) atPlace(found reading, class int32) reading {
	v := r.p.variables[int32(found.sort)]
	sort := r.p.classSort(class)
	if v.index >= 0 {
		sort = r.p.solution[v.index]
	}
	copied := *found.tree
	copied.Sort = r.p.v.name(sort)
	found.tree, found.sort = &copied, sort
	return found
}

// nodeAt reads a complete item where a class is expected.
func (r *resolver) nodeAt(i, class int32) reading {
	found := r.node(i)
	if class >= 0 && r.p.prodOf(i).kind == pVar && found.tree != nil {
		return r.atPlace(found, class)
	}
	return found
}

// pick reads several alternatives where a class is expected, or at the root if
// that is -1, and keeps the best one.
func (r *resolver) pick(items []int32, class int32) reading {
	r.forks++
	defer func() { r.forks-- }()
	var best reading
	for _, i := range items {
		found := r.nodeAt(i, class)
		switch {
		case found.tree == nil:
		case best.tree == nil:
			best = found
		default:
			best = r.better(best, found)
		}
	}
	return best
}

// node reads a complete item.
func (r *resolver) node(i int32) reading {
	if r.forks > 0 {
		if found, ok := r.memo[i]; ok {
			return found
		}
	}
	if r.depth++; r.depth > maxDepth {
		r.fail(i)
		return reading{}
	}
	var found reading
	if r.unique(i) {
		base := len(r.stack)
		r.children(i)
		found = r.guarded(i, base)
		r.stack = r.stack[:base]
	} else {
		found = r.derivations(i)
	}
	r.depth--
	if r.forks > 0 {
		r.memo[i] = found
	}
	return found
}

// fail reports that the tree gets too deep.
func (r *resolver) fail(i int32) {
	if r.failed == nil {
		it := r.c.items[i]
		r.failed = source.Errorf(r.p.spanOf(it.origin, it.origin+1), "nested-too-deeply", "more than %d levels are nested here", maxDepth)
	}
}

// unique reports whether a complete item has one derivation.
func (r *resolver) unique(i int32) bool {
	for ; i >= 0; i = r.c.items[i].pred {
		if r.c.items[i].more >= 0 {
			return false
		}
	}
	return true
}

// children pushes the nonterminals of a unique derivation on the stack.
func (r *resolver) children(i int32) {
	base := len(r.stack)
	for it := &r.c.items[i]; it.pred >= 0; {
		before := &r.c.items[it.pred]
		if sym := r.c.t.next[before.state]; sym <= classBase {
			r.stack = append(r.stack, child{class: classBase - sym, from: before.at, to: it.at})
		}
		it = before
	}
	for k, l := base, len(r.stack)-1; k < l; k, l = k+1, l-1 {
		r.stack[k], r.stack[l] = r.stack[l], r.stack[k]
	}
}

// guarded builds the node of an item whose children are on the stack from base
// on. A node is not read again inside itself.
func (r *resolver) guarded(i int32, base int) reading {
	it := &r.c.items[i]
	for _, c := range r.stack[base:] {
		if c.from == it.origin && c.to == it.at {
			r.active[i] = true
			defer delete(r.active, i)
			break
		}
	}
	return r.build(i, base)
}

// derivations reads an item that has several derivations.
func (r *resolver) derivations(i int32) reading {
	r.forks++
	defer func() { r.forks-- }()
	var best reading
	budget := maxDerivations
	r.derive(i, nil, &budget, func(children []child) {
		base := len(r.stack)
		for k := len(children) - 1; k >= 0; k-- {
			r.stack = append(r.stack, children[k])
		}
		found := r.guarded(i, base)
		r.stack = r.stack[:base]
		switch {
		case found.tree == nil:
		case best.tree == nil:
			best = found
		default:
			best = r.better(best, found)
		}
	})
	if budget < 0 && r.failed == nil {
		it := r.c.items[i]
		r.failed = source.Errorf(r.p.spanOf(it.origin, it.at), "too-ambiguous", "this can be read in more than %d ways", maxDerivations)
	}
	return best
}

// derive calls f with the nonterminals, last one first, of each derivation that
// has a reading.
func (r *resolver) derive(i int32, after []child, budget *int, f func([]child)) {
	it := r.c.items[i]
	if it.pred < 0 {
		if *budget--; *budget >= 0 {
			f(after)
		}
		return
	}
	sym := r.c.t.next[it.state-1]
	r.c.predecessors(it, func(pred int32) {
		if *budget < 0 || r.p.alive != nil && !r.p.alive.item(pred) {
			return
		}
		if sym >= 0 {
			r.derive(pred, after, budget, f)
			return
		}
		c := child{class: classBase - sym, from: r.c.items[pred].at, to: it.at}
		if r.p.alive == nil || r.p.alive.choice(c.class, c.from, c.to) {
			r.derive(pred, append(after[:len(after):len(after)], c), budget, f)
		}
	})
}

// read reads the k-th child on the stack, and adds to the reading of its
// parent what concerns it.
func (r *resolver) read(k int, parent *reading) *Tree {
	return r.take(r.choice(r.stack[k]), parent)
}

func (r *resolver) take(found reading, parent *reading) *Tree {
	parent.brackets += found.brackets
	if parent.ambiguous == nil {
		parent.ambiguous = found.ambiguous
	}
	return found.tree
}

// isOverloadLess reports whether the first of two productions is more specific.
func (r *resolver) isOverloadLess(a, b *kdef.Production) bool {
	return a != nil && b != nil && r.p.v.sig.OverloadLess(a, b)
}
