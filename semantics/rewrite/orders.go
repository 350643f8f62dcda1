package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Orders says which orders of steps have to be explored though they end in the same
// states.
type Orders struct {
	// All: every one. It is wanted where something is asked of the states in which
	// operands are being evaluated.
	All bool
	// Watched reports that something is asked of the states in which the code with
	// a position mark is evaluated. It may be nil.
	Watched func(pos int32) bool
	// Local: steps of a thread that no other can see are taken first. Where a rule has
	// no result, other threads have then come further than they might have. Who wants
	// this sees to it that all threads have their turn once in a while.
	Local bool
}

// reduceHeating keeps only one of several operands that may be evaluated first,
// if it may as well be the first in any execution. Such an operand writes no cell,
// its evaluation certainly ends, and no other operand may change what it reads or
// end otherwise than with a result; and each of them surely is evaluated, whatever
// the others come to. Then its evaluation can be moved to the front of an execution that
// begins with another operand: that one comes to the same results, or is stuck in
// the same way. (An operand that may not end hides that another one is stuck.)
//
// In x + (y + z), where names only read the environment, there are four orders: x
// before or after the other operand, and y before or after z. All end with the same
// sum, and the first operand by position is kept at each step, which leaves one. In
// x + (x = 2) both orders stay, since the second operand writes what the first reads;
// in x + f(y) they stay if f may write, or leave the sum by a jump.
func (d *deriver) reduceHeating(matches []*applicable) []*applicable {
	x := d.engine.effects
	if len(matches) < 2 || x == nil || d.orders.All {
		return matches
	}
	var paths [][]int
	for _, a := range matches {
		path := a.match.Program.Rule.Operand
		if path == nil || a.surely() != term.True || slices.ContainsFunc(paths, func(p []int) bool { return !apart(p, path) }) {
			return matches
		}
		paths = append(paths, path)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.prepare()
	order := make([]int, len(matches))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(paths[i], paths[j]) })
	effects := make([]*effect, len(matches))
	of := func(i int) *effect {
		if effects[i] == nil {
			effects[i] = x.of(matches[i].match.Result(d.state.Slots)[x.slot].Head(), d.state.Slots)
		}
		return effects[i]
	}
	for _, i := range order {
		if d.first(i, matches, paths, of) {
			return matches[i : i+1]
		}
	}
	return matches
}

// first reports whether operand i may be evaluated first in any case.
func (d *deriver) first(i int, matches []*applicable, paths [][]int, of func(int) *effect) bool {
	x := d.engine.effects
	e := of(i)
	if e.writes != 0 || e.escapes || d.watches(matches[i], paths[i]) {
		return false
	}
	for j := range matches {
		if j != i && !e.undisturbed(of(j)) {
			return false
		}
	}
	return x.ends(e) && d.waits(matches, paths, of)
}

// watches reports whether something is asked of the states in which the operand
// is evaluated.
func (d *deriver) watches(a *applicable, path []int) bool {
	if d.orders.Watched == nil {
		return false
	}
	operand := at(d.state.Slots[d.engine.effects.slot].Head(), path)
	return term.Some(operand, func(t *term.Term) bool { return t.Pos() != 0 && d.orders.Watched(t.Pos()) })
}

// at returns the subterm at the end of a way.
func at(t *term.Term, path []int) *term.Term {
	for _, i := range path {
		t = t.Arg(i)
	}
	return t
}

// apart reports whether neither of two ways leads through the end of the other.
func apart(p, q []int) bool {
	n := min(len(p), len(q))
	return !slices.Equal(p[:n], q[:n])
}

// waits reports whether each operand surely is evaluated by its own rule, whatever
// has become of the others by then: no other rule may match what they are operands
// of as long as it is as it is. One that would only convert another operand does
// not count.
func (d *deriver) waits(matches []*applicable, paths [][]int, of func(int) *effect) bool {
	x := d.engine.effects
	k := d.state.Slots[x.slot]
	rules := slices.Concat(x.onTop[k.Head().Symbol()], x.onAny)
	if behind := k.Tail(); behind != term.DotK {
		rules = append(rules, x.behind[behind.Head().Symbol()]...)
		if isOpen(behind.Head()) && behind.Head().Sort() != term.SortK {
			return false
		}
	}
	assigns := false
	for j := range matches {
		assigns = assigns || of(j).assigns()
	}
	for _, e := range rules {
		r := e.entry.Rule()
		known := slices.ContainsFunc(matches, func(a *applicable) bool { return a.match.Program.Rule == r })
		if known || r.Kind == compile.CoolRule || x.complete(e).converts != nil || r.Operand != nil && !slices.ContainsFunc(paths, func(p []int) bool { return extends(r.Operand, p) }) {
			continue
		}
		if !assigns && slices.ContainsFunc(r.Requires, func(c *term.Term) bool { return asksForAssignment(c, x.left(r)) }) {
			continue // it does not match now, and what becomes of the operands assigns as little
		}
		for i := range paths {
			w := &waiting{lattice: x.lattice, others: slices.Delete(slices.Clone(paths), i, i+1)}
			if w.may(x.left(r).Head(), k.Head(), nil) {
				return false
			}
		}
	}
	return true
}

// extends reports whether a way begins with p.
func extends(way, p []int) bool { return len(way) >= len(p) && slices.Equal(way[:len(p)], p) }

// waiting matches patterns against a construct one of whose operands stays as it
// is while the others may have become anything.
type waiting struct {
	lattice *term.Lattice
	others  [][]int
}

// may reports whether the pattern p may match t, which stands at the end of path.
func (w *waiting) may(p, t *term.Term, path []int) bool {
	changes := false // a part of t may change
	for _, o := range w.others {
		if slices.Equal(o, path) {
			return true
		}
		changes = changes || extends(o, path)
	}
	switch {
	case isOpen(t):
		return p.IsVar() && w.lattice.HaveCommonSubsort(t.Sort(), p.Sort()) || !p.IsVar()
	case p.IsVar():
		return w.lattice.Leq(t.Sort(), p.Sort()) || changes && t.Symbol().Variants != nil && w.lattice.HaveCommonSubsort(t.Sort(), p.Sort())
	case p.Kind() == term.KApp && p.Symbol().Class == term.Constructor && !p.IsSeq():
		if t.Symbol() != p.Symbol() || len(t.Args()) != len(p.Args()) {
			return false
		}
		for i := range p.Args() {
			if !w.may(p.Arg(i), t.Arg(i), append(path[:len(path):len(path)], i)) {
				return false
			}
		}
		return true
	case p.IsGround() && !p.HasFunctions():
		return term.Equal(p, t)
	}
	return true
}
