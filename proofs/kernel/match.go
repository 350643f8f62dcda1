package kernel

// matched is how a pattern matches a term (Coq: the result of mtch).
type matched struct {
	whole bool // the term is the pattern under subst; else it may be, and if so then as subst says
	subst Subst
}

// match matches a pattern; false if no instance of it is one of the term (Coq: mtch).
func match(p, t *Term, m *matched) bool {
	var want kind
	switch p.Kind {
	case TV:
		if fits(t.kind(), p.Sort) {
			m.subst = append(m.subst, Binding{p.Var(), t})
			return true
		}
		want = kind{sort: p.Sort}
	case TSym:
		if t.Kind == TSym {
			return p.Sym == t.Sym
		}
		want = kind{of: isSymbol}
	case TApp:
		if t.Kind == TApp {
			return match(p.A, t.A, m) && match(p.B, t.B, m)
		}
		want = kind{of: isApplication}
	default:
		want = anything
	}
	m.whole = false
	return !apart(t.kind(), want)
}

// binds reports whether a substitution has all variables of a term (Coq: within_vars).
func (s Subst) binds(t *Term) bool {
	switch {
	case t.Kind == TB:
		return false
	case t.Kind == TV:
		for i := range s {
			if s[i].Var == t.Var() {
				return true
			}
		}
		return false
	case t.A == nil:
		return true
	}
	return s.binds(t.A) && (t.B == nil || s.binds(t.B))
}

// fresh gives existentials new variables: the i-th gets the number n + i (Coq: fresh).
func fresh(n uint64, ex []Var) Subst {
	out := make(Subst, len(ex))
	for i, v := range ex {
		out[i] = Binding{v, V(Var{v.Sort, n + uint64(i)})}
	}
	return out
}

// code is the number by which rules for heads are found (Coq: code).
func (h Head) code() Sym {
	return [...]Sym{HInt: 3, HBool: 4, HStr: 5, HTok: 6, HSym: h.Sym, HMap: 7, HArr: 8, HList: 9}[h.Kind]
}

// top is the code of the head of a computation, 0 if it is not known (Coq: top_code).
func (l *Language) top(t *Term) Sym {
	for _, right := range l.Top {
		switch {
		case t.Kind != TApp:
			return 0
		case right:
			t = t.B
		default:
			t = t.A
		}
	}
	h, ok := t.head()
	if !ok {
		return 0
	}
	return h.code()
}

// index has the numbers of the rules by the code of the head that they want (Coq: index).
type index struct {
	all  []uint64
	some map[Sym][]uint64
}

func newIndex(l *Language) *index {
	x := &index{some: map[Sym][]uint64{}}
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
func (x *index) candidates(l *Language, t *Term) []uint64 {
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
	cond, ensures []*Term // those that are not true
	n             uint64  // variables are below
	t             *Term
}

// derive finds the successors of a term; an error if it cannot know them (Coq: derive).
func (m *Machine) derive(d known, n uint64, t *Term) ([]successor, error) {
	var out []successor
	for _, i := range m.index.candidates(m.language, t) {
		u := &m.language.Rules[i]
		how := matched{whole: true}
		if !match(u.Left, t, &how) {
			continue
		}
		conds, refuted := m.terms.conditions(d, how, u.Cond)
		switch {
		case refuted:
			continue
		case !how.whole:
			return nil, invalid("it is not known whether rule %d applies to a configuration", i)
		}
		s := append(fresh(n, u.Ex), how.subst...)
		ensures, _ := m.terms.conditions(d, matched{true, s}, u.Ensures)
		out = append(out, successor{i, u.Prio, conds, ensures, n + uint64(len(u.Ex)), m.terms.within(d, s, u.Right)})
	}
	return out, nil
}
