package prover

import (
	"slices"

	"rlv/proofs"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
)

// A pattern from which the goal was proved is not proved again: the proof refers to it, by
// Implication. So it is where the slots are equal up to the names of variables made on the
// way, and as much is known at least, as the two orders leave it in which two calls with
// contracts may be evaluated. It is looked for where paths may meet that a branching
// without conditions has parted, and before each branching.

// passed is a pattern from which the goal is being proved, or was.
type passed struct {
	*pattern.Form
	watch   Watch
	stepped bool
	node    *proofs.Node
	steps   int  // of the node before it
	proved  bool // to the end, with all that follows
}

// Hash is the hash of the slots alone: of the path condition more may be known.
func (p *passed) Hash() uint64 { return p.Canonical().HashSlots() }

// memory are the patterns of one proof.
type memory struct {
	p        *Prover
	names    pattern.Names
	index    pattern.Index[*passed]
	byNode   map[*proofs.Node][]*passed
	meetings pattern.Meetings
	vars     occurrences
}

// parting is a branching of a path behind which it may meet others.
type parting struct {
	before *parting
	behind uint64 // hash of the computation behind it
	watch  Watch
}

// watchAt is the watch with which a path parted from others before a computation; nil: it
// did not.
func (p *parting) watchAt(behind uint64) Watch {
	for ; p != nil; p = p.before {
		if p.behind == behind {
			return p.watch
		}
	}
	return nil
}

func newMemory(p *Prover) *memory {
	return &memory{p, pattern.Names{}, pattern.Index[*passed]{}, map[*proofs.Node][]*passed{}, pattern.Meetings{}, occurrences{}}
}

// part notes where the paths of a branching may meet again.
func (s *memory) part(b *branch, out []outcome) {
	if s.p.space.K < 0 {
		return
	}
	states := make([]*rewrite.State, len(out))
	for i, o := range out {
		states[i] = o.state
	}
	rest := s.meetings.Part(s.p.space.K, states, func(i int) bool { return len(out[i].step.Added) > 0 })
	if rest != nil {
		b.parted = &parting{b.parted, rest.Hash(), b.watch}
	}
}

// comesAgain looks for a pattern where paths may meet. What was learned of the program
// since they parted is forgotten: it belongs to the operands.
func (s *memory) comesAgain(n *proofs.Node, b *branch) bool {
	if s.p.space.K < 0 || !s.meetings.At(s.p.computation(b.state)) {
		return false
	}
	if w := b.parted.watchAt(s.p.computation(b.state).Tail().Hash()); w != nil {
		b.watch = meetOf(w, b.watch)
	}
	return s.again(n, b)
}

// again reports whether the goal was proved from the pattern of b before; then the node
// refers to that. Else it notes that it is going to be.
func (s *memory) again(n *proofs.Node, b *branch) bool {
	if of := s.byNode[n]; len(of) > 0 && of[len(of)-1].steps == len(n.Steps) {
		return false
	}
	now := &passed{Form: s.names.Form(b.state, s.p.outside(b.watch)), watch: b.watch, stepped: b.stepped, node: n, steps: len(n.Steps)}
	for _, p := range s.index.Like(now) {
		if at := s.proof(p, now); at != nil {
			n.Arrives = at
			return true
		}
	}
	s.index.Add(now)
	s.byNode[n] = append(s.byNode[n], now)
	return false
}

// proof is the reference to the proof from a pattern, if it is one from that which is passed
// now; else nil.
func (s *memory) proof(p, now *passed) *proofs.Arrival {
	switch {
	case !p.proved, p.stepped && !now.stepped, !samePlace(p.State, now.State, s.p.space.K, now.watch):
		return nil
	case p.watch != nil && p.watch.Meet(now.watch) != p.watch:
		return nil // it may rest on more than is known here
	}
	values := p.Canonical().Renaming(now.Canonical())
	if !s.vars.implies(now.State, p.State, values) {
		return nil
	}
	return &proofs.Arrival{At: s.nodeFrom(p), Witnesses: values}
}

// nodeFrom is the node that starts in a pattern: if that lies within one, it is divided.
func (s *memory) nodeFrom(p *passed) *proofs.Node {
	n, at := p.node, p.steps
	if at == 0 {
		return n
	}
	all := *n
	rest := &all
	rest.Start, rest.Steps, rest.Rests = n.Steps[at-1].Result, n.Steps[at:], slices.Clone(n.Rests)
	*n = proofs.Node{Start: n.Start, Steps: n.Steps[:at:at], Arrives: &proofs.Arrival{At: rest}, Rests: n.Rests}
	var before []*passed
	for _, q := range s.byNode[n] {
		if q.steps < at {
			before = append(before, q)
			continue
		}
		q.node, q.steps = rest, q.steps-at
		s.byNode[rest] = append(s.byNode[rest], q)
	}
	s.byNode[n] = before
	return rest
}

// proved notes that the goal was proved from all patterns of a node.
func (s *memory) proved(n *proofs.Node) {
	for _, p := range s.byNode[n] {
		p.proved = true
	}
}
