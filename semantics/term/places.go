package term

// SamePlaces reports whether two terms that are equal, or differ in data, have the same
// position marks wherever both have the same application: equal pieces of code at two
// places of a program are not at the same place.
func SamePlaces(a, b *Term) bool {
	p := placeComparer{}
	return p.same(a, b)
}

// placeComparer compares position marks; as a [comparer] it remembers pairs after a while.
type placeComparer struct {
	steps int
	seen  map[[2]*Term]bool
}

func (p *placeComparer) same(a, b *Term) bool {
	if a == b || a.kind != b.kind {
		return true
	}
	if p.steps++; p.steps > compareBudget {
		if p.seen[[2]*Term{a, b}] {
			return true
		}
		if p.seen == nil {
			p.seen = map[[2]*Term]bool{}
		}
		p.seen[[2]*Term{a, b}] = true
	}
	switch a.kind {
	case KApp:
		if a.sym != b.sym || len(a.args) != len(b.args) {
			return true
		}
		if a.pos != b.pos {
			return false
		}
		for i := range a.args {
			if !p.same(a.args[i], b.args[i]) {
				return false
			}
		}
	case KMap:
		entries, _ := a.Entries()
		for _, e := range entries {
			if v, found := b.Get(e.Key); found == Present && !p.same(e.Value, v) {
				return false
			}
		}
	case KList:
		for i := range min(a.Len(), b.Len()) {
			if !p.same(a.Item(i).Term, b.Item(i).Term) {
				return false
			}
		}
	}
	return true
}
