package replay

import "rlv/semantics/term"

// grid are the values of a few integers one after the other, small ones first: what is wrong of three
// numbers together, such as 6, 8 and 9 in x*x*x + y*y*y + 1 != z*z*z, random ones hardly come to.
type grid struct {
	vars  []*term.Variable
	most  int64   // of the numbers so far
	point []int64 // the last one; nil: none of those up to most yet
	over  bool
}

// maxGridVars bounds the variables of a grid, maxGrid its points, and maxPassed those of one draw
// that are passed over as they do not satisfy the left side.
const (
	maxGridVars = 3
	maxGrid     = 3_000
	maxGridded  = 24 // no number is larger
	maxPassed   = 100
)

// gridOf returns that of the integers among a goal's variables; nil: they are too many, or arrays matter
// as well.
func (u *unknowns) gridOf() *grid {
	g := &grid{}
	for _, v := range u.vars {
		switch {
		case v.Sort == term.SortArray:
			return nil
		case v.Sort == term.SortInt && !u.keys[v] && v != u.counter:
			g.vars = append(g.vars, v)
		}
	}
	if len(g.vars) == 0 || len(g.vars) > maxGridVars {
		return nil
	}
	return g
}

// put gives the variables their next values; false: there are none any more.
func (g *grid) put(values term.Substitution) bool {
	for !g.over {
		if !g.step() {
			g.most, g.point = g.most+1, nil
			g.over = g.most > maxGridded || pow(g.most+2, len(g.vars)) > maxGrid
			continue
		}
		largest := int64(-1)
		for _, n := range g.point {
			largest = max(largest, n)
		}
		if largest < g.most && g.most > 0 {
			continue // it was there before
		}
		for i, v := range g.vars {
			values[v] = term.Int(g.point[i])
		}
		return true
	}
	return false
}

// step goes to the next point of numbers from -1 up to the most; false: that was the last.
func (g *grid) step() bool {
	if g.point == nil {
		g.point = make([]int64, len(g.vars))
		for i := range g.point {
			g.point[i] = -1
		}
		return true
	}
	for i := range g.point {
		if g.point[i]++; g.point[i] <= g.most {
			return true
		}
		g.point[i] = -1
	}
	return false
}

func pow(n int64, k int) int64 {
	out := int64(1)
	for range k {
		out *= n
	}
	return out
}
