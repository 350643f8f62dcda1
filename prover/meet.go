package prover

import (
	"maps"
	"slices"

	"rlv/proofs"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Where paths meet. No graph of the control flow is needed: when a step has several
// successors, the longest computation with which all of theirs end is what is behind the
// branching, the join. A path has arrived there when its computation is that, or a result
// on top of it, as operands in different orders, and short circuits, leave one. In
//
//	if (x < 0) y = 1; else y = 2; print(y);
//
// the join is print(y), with y = 1 under x < 0 on one path and y = 2 under x >= 0 on the
// other. Both imply y = V under  x < 0 /\ V = 1 \/ x >= 0 /\ V = 2, with a new variable V, the
// column: one with V = 1, the other with V = 2. So what follows is proved once, from there.
//
// In the proof system that is Implication for each path, with the values of the columns
// as witnesses, and Transitivity; columns do not occur in the goal. That a path implies
// what it is merged into is checked here, whatever package pattern has made of it
// ([occurrences.implies]). The columns are exact, the fresh counter's included.

// join is where the paths of a branching meet again: before the computation behind it, or
// further down, if one has left some of that out, as a return or a break does.
type join struct {
	ends    []*term.Term // the computation by the number of its items, without some in front; nil: nothing is left to do
	arrived []*arrival
}

// arrival is a path that waits at a join, with the node that ends there.
type arrival struct {
	node   *proofs.Node
	branch *branch
}

// joins are those of the branchings that are being followed.
type joins struct {
	p       *Prover
	names   pattern.Names
	vars    occurrences
	open    []*join // the innermost last
	waiting int     // paths at all of them
}

// push opens the join of a branching; false if it needs none of its own.
func (s *joins) push(out []outcome) bool {
	rest := s.p.computation(out[0].state)
	for _, o := range out[1:] {
		rest = pattern.CommonRest(rest, s.p.computation(o.state))
	}
	return s.pushAt(rest)
}

// pushAt opens a join before a computation; false if nothing is left to do there, or if an
// open join is there already: what would wait at the new one would only be handed on, from
// each of n branchings inside each other to the one around it.
func (s *joins) pushAt(rest *term.Term) bool {
	items := pattern.Items(rest)
	if slices.ContainsFunc(s.open, func(j *join) bool { return j.has(rest, items) }) {
		return false
	}
	j := &join{ends: make([]*term.Term, items+1)}
	for ; isLeft(rest); rest = rest.Tail() {
		j.ends[items] = rest
		items--
	}
	if j.ends[len(j.ends)-1] == nil {
		return false
	}
	s.open = append(s.open, j)
	return true
}

// has reports whether a computation of so many items is what is behind a join, or comes
// after a part of that.
func (j *join) has(k *term.Term, items int) bool {
	return items < len(j.ends) && j.ends[items] != nil && term.Equal(k, j.ends[items])
}

// isLeft reports whether anything that is known is left to do.
func isLeft(computation *term.Term) bool {
	return computation != term.DotK && !(computation.IsVar() && computation.Sort() == term.SortK)
}

// pop closes the innermost join and returns the paths that wait there.
func (s *joins) pop() []*arrival {
	j := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	s.waiting -= len(j.arrived)
	return j.arrived
}

// arrives lets a path wait if it has come to one of the open joins; the innermost counts.
// It reports whether it has. A path that has made no step does not arrive: behind a join
// hypotheses may be used.
func (s *joins) arrives(n *proofs.Node, b *branch) bool {
	if len(s.open) == 0 || !b.stepped {
		return false
	}
	k := s.p.awaiting(b.state)
	items := pattern.Items(k)
	for _, j := range slices.Backward(s.open) {
		if j.has(k, items) {
			j.arrived = append(j.arrived, &arrival{n, b})
			s.waiting++
			return true
		}
	}
	return false
}

func (p *Prover) computation(st *rewrite.State) *term.Term { return st.Slots[p.space.K] }

// awaiting is the computation without a result on top.
func (p *Prover) awaiting(st *rewrite.State) *term.Term {
	k := p.computation(st)
	if k.IsSeq() && p.isResult(k.Head()) {
		return k.Tail()
	}
	return k
}

func (p *Prover) isResult(t *term.Term) bool {
	d := p.engine.Definition
	return d.KResult != term.NoSort && d.Lattice.Leq(t.Sort(), d.KResult)
}

// group is one pattern for several paths.
type group struct {
	state *rewrite.State
	watch Watch // of what all paths know
	paths []merged
}

// merged is a path with what the variables of the pattern stand for on it.
type merged struct {
	*arrival
	witnesses term.Substitution
}

// gather makes one pattern for a path that waits with most left to do and those that can be
// merged with it; it returns the others, too. Paths that are the same up to the names of
// variables made on the way need no column.
func (s *joins) gather(waiting []*arrival) (*group, []*arrival) {
	first := waiting[0].branch
	for _, a := range waiting[1:] {
		if pattern.Items(s.p.awaiting(a.branch.state)) > pattern.Items(s.p.awaiting(first.state)) {
			first = a.branch
		}
	}
	g := &group{state: first.state, watch: first.watch}
	var near, others []*arrival
	for _, a := range waiting {
		if !s.p.comparable(first, a.branch) {
			others = append(others, a)
			continue
		}
		near = append(near, a)
		g.watch = meetOf(g.watch, a.branch.watch)
	}
	outside := s.p.outside(g.watch)
	var classes []*class
	form := func(st *rewrite.State) *pattern.Canonical { return s.names.Canonical(st, outside) }
	for _, a := range near {
		st := a.branch.state
		var names term.Substitution
		i := slices.IndexFunc(classes, func(d *class) bool {
			if !pattern.MayBeSame(d.state, st) {
				return false
			}
			names = form(d.state).Renaming(form(st))
			return s.vars.implies(st, d.state, names)
		})
		if i >= 0 {
			classes[i].paths = append(classes[i].paths, merged{a, names})
		} else {
			classes = append(classes, &class{st, []merged{{a, term.Substitution{}}}})
		}
	}
	taken := classes
	if !s.merge(g, classes) {
		taken = classes[:1]
		s.merge(g, taken)
		for _, c := range classes[1:] {
			if all := append(taken[:len(taken):len(taken)], c); s.merge(g, all) {
				taken = all
				continue
			}
			for _, p := range c.paths {
				others = append(others, p.arrival)
			}
		}
	}
	return g, others
}

// class are paths that are the same up to the names of variables made on the way.
type class struct {
	state *rewrite.State // of the first of them
	paths []merged       // with the renamings from it
}

// merge makes one pattern for classes; false if there is none, or if it is not implied by
// each path.
func (s *joins) merge(g *group, classes []*class) bool {
	states := make([]*rewrite.State, len(classes))
	for i, c := range classes {
		states[i] = c.state
	}
	state, columns := states[0], []pattern.Column(nil)
	if len(states) > 1 {
		var ok bool
		if state, columns, ok = s.p.space.Merge(nil, states...); !ok {
			return false
		}
	}
	var paths []merged
	for i, c := range classes {
		for _, p := range c.paths {
			w := maps.Clone(p.witnesses)
			for _, col := range columns {
				w[col.Variable] = p.witnesses.Apply(col.Of[i])
			}
			if !s.vars.implies(p.branch.state, state, w) {
				return false
			}
			paths = append(paths, merged{p.arrival, w})
		}
	}
	g.state, g.paths = state, paths
	return true
}

// branch is the path that goes on for a group: it knows what all paths know, and has used
// up what any has.
func (g *group) branch() *branch {
	b := *g.paths[0].branch
	b.state, b.watch, b.met = g.state, g.watch, true
	var ways []way
	for _, p := range g.paths {
		c := p.branch
		b.stepped = b.stepped && c.stepped
		b.depth, b.splits = max(b.depth, c.depth), max(b.splits, c.splits)
		ways = append(ways, way{c.path, c.state.PC, p.witnesses})
	}
	b.path = &path{ways: ways}
	return &b
}

// comparable reports whether two paths wait at the same place: nothing that comes may
// depend on which way they have come.
func (p *Prover) comparable(a, b *branch) bool {
	x, y := p.computation(a.state), p.computation(b.state)
	if !term.Equal(x, y) && (x.Head().Sort() != y.Head().Sort() || !p.isResult(x.Head()) || !p.isResult(y.Head()) || !term.Equal(x.Tail(), y.Tail())) {
		return false
	}
	return samePlace(a.state, b.state, p.space.K, a.watch)
}

// samePlace reports whether what is passed from two states on, with equal computations but
// for results on top, is at the same places, as far as that matters to a watch.
func samePlace(a, b *rewrite.State, k int, w Watch) bool {
	if w == nil {
		return true
	}
	for i := range a.Slots {
		if !term.SamePlaces(a.Slots[i], b.Slots[i]) {
			return false
		}
	}
	return a.Pos == b.Pos || k >= 0 && !w.Apart(a.Slots[k], a.Pos, b.Pos)
}

// meetOf is the watch of what two paths know.
func meetOf(a, b Watch) Watch {
	if a == nil || b == nil {
		return nil
	}
	return a.Meet(b)
}
