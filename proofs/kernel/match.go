package kernel

import "rlv/proofs/logic"

// matched is how a pattern matches a term (Coq: the result of mtch).
type matched struct {
	whole bool // the term is the pattern under subst; else it may be, and if so then as subst says
	subst logic.Subst
}

// match matches a pattern; false if no instance of it is one of the term (Coq: mtch).
func match(c logic.Calculator, p, t *logic.Term, m *matched) bool {
	switch {
	case p.Kind == logic.TV && t.Fits(p.Sort):
		m.subst = append(m.subst, logic.Binding{Var: p.Var(), Term: t})
		return true
	case p.Kind == logic.TSym && t.Kind == logic.TSym:
		return p.Sym == t.Sym
	case p.Kind == logic.TApp && t.Kind == logic.TApp:
		return match(c, p.A, t.A, m) && match(c, p.B, t.B, m)
	}
	m.whole = false
	return !c.Foreign(p, t)
}

// fresh gives existentials new variables: the i-th gets the number n + i (Coq: fresh).
func fresh(n uint64, ex []logic.Var) logic.Subst {
	out := make(logic.Subst, len(ex))
	for i, v := range ex {
		out[i] = logic.Binding{Var: v, Term: logic.V(logic.Var{Sort: v.Sort, N: n + uint64(i)})}
	}
	return out
}

// code is the number by which rules for a head are found (Coq: code).
func code(h logic.Head) logic.Sym {
	if h.Kind == logic.HSym {
		return h.Sym
	}
	return [...]logic.Sym{logic.HInt: 3, logic.HBool: 4, logic.HStr: 5, logic.HTok: 6, logic.HMap: 7, logic.HArr: 8, logic.HList: 9}[h.Kind]
}

// top is the code of the head of a computation, 0 if it is not known (Coq: top_code).
func (l *Language) top(t *logic.Term) logic.Sym {
	for _, right := range l.Top {
		switch {
		case t.Kind != logic.TApp:
			return 0
		case right:
			t = t.B
		default:
			t = t.A
		}
	}
	h, ok := t.Head()
	if !ok {
		return 0
	}
	return code(h)
}

// index has the numbers of the rules by the code of the head that they want (Coq: index).
type index struct {
	all  []uint64
	some map[logic.Sym][]uint64
}

func newIndex(l *Language) *index {
	x := &index{some: map[logic.Sym][]uint64{}}
	for i := range l.Rules {
		x.all = append(x.all, uint64(i))
		if c := l.top(l.Rules[i].Left); c != 0 {
			x.some[c] = nil
		}
	}
	for c := range x.some {
		for i := range l.Rules {
			if d := l.top(l.Rules[i].Left); d == 0 || c == d {
				x.some[c] = append(x.some[c], uint64(i))
			}
		}
	}
	for i := range l.Rules {
		if l.top(l.Rules[i].Left) == 0 {
			x.some[0] = append(x.some[0], uint64(i)) // for codes that no rule wants
		}
	}
	return x
}

// candidates are the rules that may apply to a term (Coq: candidates).
func (x *index) candidates(l *Language, t *logic.Term) []uint64 {
	c := l.top(t)
	if c == 0 {
		return x.all
	}
	if some, ok := x.some[c]; ok {
		return some
	}
	return x.some[0]
}

// successor is what a rule leads to (Coq: succ).
type successor struct {
	rule, prio    uint64
	cond, ensures []*logic.Term // those that are not true
	n             uint64        // variables are below
	t             *logic.Term
}

// derive finds the successors of a term; an error if it cannot know them (Coq: derive).
func (m *Machine) derive(c logic.Calculator, n uint64, t *logic.Term) ([]successor, error) {
	var out []successor
	for _, i := range m.index.candidates(m.language, t) {
		m.meter.Spend(1)
		u := &m.language.Rules[i]
		how := matched{whole: true}
		if !match(c, u.Left, t, &how) {
			continue
		}
		conds, refuted := conditions(c, how, u.Cond)
		switch {
		case refuted:
			continue
		case !how.whole:
			return nil, invalid("it is not known whether rule %d applies to a configuration", i)
		}
		s := append(fresh(n, u.Ex), how.subst...)
		ensures, _ := conditions(c, matched{true, s}, u.Ensures)
		out = append(out, successor{i, u.Prio, conds, ensures, n + uint64(len(u.Ex)), c.Within(s, u.Right)})
	}
	return out, nil
}
