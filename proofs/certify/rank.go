package certify

import (
	"slices"

	"rlv/proofs"
	"rlv/proofs/kernel"
)

// rank gives goals their variants, and each a rank above those of the goals that its proof uses,
// but for those that use it, directly or not, which have the same: of these the variants
// become smaller.
func rank(b *builder, goals []kernel.Goal) error {
	r := &ranking{b: b, goals: goals, found: make([]int, len(goals)), low: make([]int, len(goals))}
	for i := range goals {
		for _, t := range b.goals[i].Variant {
			u, err := b.language.Term(t, scope{b, b.own})
			if err != nil {
				return err
			}
			goals[i].Variant = append(goals[i].Variant, u)
		}
	}
	for i := range goals {
		if r.found[i] == 0 {
			if err := r.visit(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// ranking finds the groups of goals that use each other, those that a group uses before it (R. Tarjan,
// "Depth-first search and linear graph algorithms", 1972).
type ranking struct {
	b     *builder
	goals []kernel.Goal
	found []int // when a goal was come to, from 1 on; 0: not yet
	low   []int // the first that is on the stack and can be come to again
	count int
	stack []int // goals whose groups are not known yet
}

func (r *ranking) visit(i int) error {
	r.count++
	r.found[i], r.low[i] = r.count, r.count
	r.stack = append(r.stack, i)
	for _, k := range r.uses(i) {
		if r.found[k] == 0 {
			if err := r.visit(k); err != nil {
				return err
			}
		}
		if slices.Contains(r.stack, k) {
			r.low[i] = min(r.low[i], r.low[k])
		}
	}
	if r.low[i] < r.found[i] {
		return nil
	}
	at := len(r.stack) - 1
	for r.stack[at] != i {
		at--
	}
	group := r.stack[at:]
	r.stack = r.stack[:at:at]
	return r.group(group)
}

// group gives goals that use each other their rank.
func (r *ranking) group(group []int) error {
	var rank uint64
	in := map[int]bool{}
	for _, i := range group {
		in[i] = true
	}
	for _, i := range group {
		if len(r.goals[i].Variant) != len(r.goals[group[0]].Variant) {
			return refuse("that goals end which use each other and have measures of different lengths")
		}
		for _, k := range r.uses(i) {
			if !in[k] {
				rank = max(rank, r.goals[k].Rank+1)
			}
		}
	}
	for _, i := range group {
		r.goals[i].Rank = rank
	}
	return nil
}

// uses are the numbers of the goals that a proof uses.
func (r *ranking) uses(i int) []int {
	var out []int
	note := func(s *proofs.Step) {
		if k, ok := r.b.numbers[s.Name]; ok && s.Rule == proofs.CircularHypothesis {
			out = append(out, k)
		}
	}
	if t := r.b.goals[i].Tree; t != nil && t.Root != nil {
		t.Root.Each(func(n *proofs.Node) {
			for k := range n.Steps {
				note(&n.Steps[k])
			}
			for _, c := range n.Cases {
				note(&c.Step)
			}
		})
	}
	return out
}
