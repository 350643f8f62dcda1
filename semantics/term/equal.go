package term

import (
	"cmp"
	"strings"
)

// Equal reports whether two terms are the same, positions apart.
func Equal(a, b *Term) bool {
	if a == b {
		return true
	}
	if a.hash != b.hash || a.kind != b.kind {
		return false
	}
	c := comparer{}
	return c.equal(a, b)
}

// comparer compares structures; after budget steps it remembers the pairs that
// it has seen to be equal, so that terms that share subterms cost no more than
// their number of nodes: of x1 = f(x, x), x2 = f(x1, x1), and so on up to x200 there are
// 200 nodes, and 2^200 paths.
type comparer struct {
	steps int
	seen  map[[2]*Term]bool
}

const compareBudget = 512

func (c *comparer) equal(a, b *Term) bool {
	if a == b {
		return true
	}
	if a.hash != b.hash || a.kind != b.kind || a.sort != b.sort {
		return false
	}
	switch a.kind {
	case KApp:
		return c.equalApps(a, b)
	case KInt:
		if a.small || b.small {
			return a.small == b.small && a.num == b.num
		}
		return a.Big().Cmp(b.Big()) == 0
	case KBool:
		return a.num == b.num
	case KString, KToken:
		return a.data.(string) == b.data.(string)
	case KVar:
		return a.data == b.data
	case KMap, KSet:
		return a.data.(*mapData).equal(b.data.(*mapData), c)
	case KList:
		return a.data.(*listData).equal(b.data.(*listData), c)
	case KArray:
		return a.data.(*arrayData).equal(b.data.(*arrayData), c)
	}
	return false
}

func (c *comparer) equalApps(a, b *Term) bool {
	if a.sym != b.sym || len(a.args) != len(b.args) {
		return false
	}
	c.steps++
	remember := c.steps > compareBudget
	if remember && c.seen[[2]*Term{a, b}] {
		return true
	}
	for i := range a.args {
		if !c.equal(a.args[i], b.args[i]) {
			return false
		}
	}
	if remember {
		if c.seen == nil {
			c.seen = map[[2]*Term]bool{}
		}
		c.seen[[2]*Term{a, b}] = true
	}
	return true
}

// Compare is a total order on terms that is stable from run to run; it is
// zero just for equal terms. Numbers come by value, names by text.
func Compare(a, b *Term) int {
	if Equal(a, b) {
		return 0
	}
	if a.kind != b.kind {
		return cmp.Compare(a.kind, b.kind)
	}
	switch a.kind {
	case KInt:
		if a.small && b.small {
			return cmp.Compare(a.num, b.num)
		}
		return a.Big().Cmp(b.Big())
	case KString, KToken:
		if c := strings.Compare(a.Text(), b.Text()); c != 0 {
			return c
		}
		return cmp.Compare(a.sort, b.sort)
	case KBool:
		return cmp.Compare(a.num, b.num)
	case KVar:
		if c := compareNames(a.Variable().Name, b.Variable().Name); c != 0 {
			return c
		}
		return cmp.Compare(a.sort, b.sort)
	case KApp:
		if c := strings.Compare(a.sym.Name, b.sym.Name); c != 0 {
			return c
		}
		if c := cmp.Compare(len(a.args), len(b.args)); c != 0 {
			return c
		}
		for i := range a.args {
			if c := Compare(a.args[i], b.args[i]); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(a.hash, b.hash)
}

// compareNames orders names with their digit runs as numbers: x2 comes before x10.
func compareNames(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if isDigit(a[i]) && isDigit(b[j]) {
			si, sj := i, j
			for i < len(a) && isDigit(a[i]) {
				i++
			}
			for j < len(b) && isDigit(b[j]) {
				j++
			}
			x, y := strings.TrimLeft(a[si:i], "0"), strings.TrimLeft(b[sj:j], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			continue
		}
		if c := cmp.Compare(a[i], b[j]); c != 0 {
			return c
		}
		i, j = i+1, j+1
	}
	return cmp.Or(cmp.Compare(len(a)-i, len(b)-j), strings.Compare(a, b))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
