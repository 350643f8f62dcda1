package walk

import "slices"

// place says of each node to which several paths lead how many do, and behind which node
// it stands in an outline: the last one through which all of them lead. For that the nodes
// are taken in an order in which each stands behind all before it.
func (b *builder) place() {
	order := b.order()
	at := make([]int, len(order)) // in the order
	for i, n := range order {
		at[n] = i
	}
	above := make([]int, len(order)) // the last node through which all paths to one lead
	meet := func(x, y int) int {
		for x != y {
			if at[x] > at[y] {
				x = above[x]
			} else {
				y = above[y]
			}
		}
		return x
	}
	for _, n := range order {
		from := b.from[n]
		if len(from) == 0 {
			continue
		}
		above[n] = from[0]
		for _, m := range from[1:] {
			above[n] = meet(above[n], m)
		}
		if len(from) > 1 {
			b.proof.Nodes[n].Paths, b.proof.Nodes[n].Behind = len(from), above[n]
		}
	}
}

// order lists the nodes, each behind all before it.
func (b *builder) order() []int {
	seen := make([]bool, len(b.nodes))
	var out []int
	var visit func(int)
	visit = func(n int) {
		seen[n] = true
		for _, k := range slices.Backward(b.proof.Nodes[n].Next) {
			if !seen[k] {
				visit(k)
			}
		}
		out = append(out, n)
	}
	visit(0)
	slices.Reverse(out)
	return out
}
