package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Whether the evaluation of a piece of code certainly ends is told from the rules
// that may apply in it, by a recursive path order (Dershowitz 1982) on what the
// computation is made of. All results count as one least constant. Each rule must
// replace an item of the computation by smaller ones: parts of it, or constructs
// whose constructors are below its own, or the same construct with smaller
// arguments. Heating replaces f(a, b) by a, and f(a, b) by f(result, b), which
// waits for it; cooling drops a result. So no evaluation goes on for ever if
// "must be below" has no cycle among the constructors, and no rule takes code out
// of a result.
//
// An example, where results are of sort Int:
//
//	rule - E => 0 - E                              _-_ must be below -_
//	rule X:Id => V       (V:Int, from a cell)      a token above data: nothing is asked
//	rule if (true) S else _ => S                   a part of the construct
//	rule while (B) S => if (B) { S while (B) S } else {}
//
// The first three ask for no cycle, so code of minus, names and conditionals ends. The
// last one makes something that contains its own left side: no order makes that
// smaller, and of code with a loop it is not known whether it ends.
//
// A rule that only converts data, as E[A:NonInt] => E[#int(A)], replaces an item by
// an equal one. It is no obstacle where it does not apply to its own outcome, and
// all such rules about one constructor make data of the same sort.

// vertex is a constructor, or a sort of tokens.
type vertex struct {
	sym  *term.Symbol
	sort term.Sort
}

// descent is what must be below what if a rule is to make things smaller.
type descent struct {
	below    map[vertex][]vertex
	endless  bool // it is not known to
	converts map[*term.Symbol]term.Sort
}

// descentOf finds what a rule asks of the order.
func (x *effects) descentOf(r *compile.Rule, k, right *term.Term) descent {
	if r.Kind == compile.CoolRule {
		return descent{}
	}
	endless := descent{endless: true}
	if k == nil || right == nil || len(x.def.Anywhere) > 0 || x.def.KResult == term.NoSort || x.def.Functions[x.def.Predicate(x.def.KResult)] != nil {
		return endless
	}
	before, after := itemsBefore(k), itemsBefore(right)
	if len(before) == 0 || len(before) > 2 {
		return endless
	}
	if r.Kind == compile.HeatRule {
		after = after[:1] // behind it waits what it was taken from
		if !x.heatsNonResults(r, k) {
			return endless
		}
	}
	o := &ordering{effects: x, below: map[vertex][]vertex{}}
	for _, item := range after {
		c := fails
		for i := len(before) - 1; i >= 0 && c != greater; i-- {
			c = max(c, o.compare(before[i], item))
		}
		if c == equal && len(before) == 1 && len(after) == 1 {
			if s := x.conversion(r, before[0], after[0]); s != nil {
				return descent{converts: s}
			}
		}
		if c != greater || o.opens {
			return endless
		}
	}
	return descent{below: o.below}
}

// heatsNonResults reports whether a heating rule takes out only what is no result.
func (x *effects) heatsNonResults(r *compile.Rule, k *term.Term) bool {
	isResult := x.def.Predicate(x.def.KResult)
	return slices.ContainsFunc(term.Vars(k), func(v *term.Variable) bool {
		return slices.ContainsFunc(r.Requires, func(c *term.Term) bool { return term.Equal(c, term.Not(term.Apply(isResult, v.Term()))) })
	})
}

// itemsBefore returns the items of a computation but for the variable at its end.
func itemsBefore(k *term.Term) []*term.Term {
	var out []*term.Term
	for t := k; t != term.DotK; t = t.Tail() {
		if h := t.Head(); h.Sort() != term.SortK || t.Tail() != term.DotK {
			out = append(out, h)
		}
	}
	return out
}

// comparison is how an item that a rule matches relates to one that it makes.
type comparison int

const (
	fails comparison = iota
	equal
	greater
)

// ordering compares what a rule matches with what it makes, and collects what
// has to be below what for that.
type ordering struct {
	*effects
	below map[vertex][]vertex
	opens bool // code is taken out of a result
}

// isLeast reports whether all instances of t are results or data.
func (x *effects) isLeast(t *term.Term) bool {
	if t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && !t.IsSeq() {
		return x.isResult(t.Symbol().Result)
	}
	return x.isResult(t.Sort()) || isData(t.Sort())
}

func (x *effects) isResult(s term.Sort) bool { return x.lattice.Leq(s, x.def.KResult) }

// compare reports whether p is greater than q in a recursive path order: if a part
// of p is q or greater, if p is of a higher constructor and greater than all parts
// of q, or if both have the same constructor and no argument grows. Results are
// equal to each other and below all else.
func (o *ordering) compare(p, q *term.Term) comparison {
	switch {
	case o.isLeast(q):
		if o.isLeast(p) || p.IsVar() && o.lattice.HaveCommonSubsort(p.Sort(), o.def.KResult) {
			return equal
		}
		return greater
	case o.isLeast(p):
		o.opens = o.opens || len(term.Vars(q)) > 0
		return fails
	case term.Equal(p, q):
		return equal
	case q.IsVar():
		return o.part(p, q)
	case p.Kind() == term.KApp && !p.IsSeq():
		return o.construct(p, q)
	case p.IsVar() || p.Kind() == term.KToken:
		return o.made(p, vertex{sort: p.Sort()}, q)
	}
	return fails
}

// part: a variable is a part of the construct p, but not of a result in it.
func (o *ordering) part(p, v *term.Term) comparison {
	if p.Kind() != term.KApp || !term.Occurs(v.Variable(), p) {
		return fails
	}
	for _, a := range p.Args() {
		if term.Equal(a, v) || !o.isLeast(a) && o.part(a, v) == greater {
			return greater
		}
	}
	return fails
}

// construct compares the construct p with q: first its parts, then itself.
func (o *ordering) construct(p, q *term.Term) comparison {
	for _, a := range p.Args() {
		saved, opens := o.snapshot(), o.opens
		if !o.isLeast(a) && o.compare(a, q) != fails {
			return greater
		}
		o.below, o.opens = saved, opens
	}
	if q.Kind() != term.KApp || q.Symbol() != p.Symbol() {
		return o.made(p, vertex{sym: p.Symbol()}, q)
	}
	out := equal
	for i, a := range p.Args() {
		switch o.compare(a, q.Arg(i)) {
		case fails:
			return fails
		case greater:
			out = greater
		}
	}
	return out
}

// snapshot copies what was collected, for an attempt that may fail.
func (o *ordering) snapshot() map[vertex][]vertex {
	saved := map[vertex][]vertex{}
	for v, us := range o.below {
		saved[v] = slices.Clip(us)
	}
	return saved
}

// made: q is built of parts of p by what is below from.
func (o *ordering) made(p *term.Term, from vertex, q *term.Term) comparison {
	switch {
	case q.Kind() == term.KToken:
		o.below[from] = append(o.below[from], vertex{sort: q.Sort()})
		return greater
	case q.Kind() != term.KApp || q.IsSeq():
		return fails
	case q.Symbol().Class != term.Constructor:
		return o.computed(p, from, q)
	}
	o.below[from] = append(o.below[from], vertex{sym: q.Symbol()})
	for _, a := range q.Args() {
		if o.compare(p, a) != greater {
			return fails
		}
	}
	return greater
}

// computed: q is what a function makes of its arguments.
func (o *ordering) computed(p *term.Term, from vertex, q *term.Term) comparison {
	may := newBrought()
	o.contents(q, may)
	if may.all || isCollectionSort(q.Sort()) || q.Sort() == term.SortK || q.Sort() == term.SortKItem {
		return fails
	}
	for _, v := range term.Vars(q) {
		if isData(v.Sort) {
			continue
		}
		if o.isResult(v.Sort) || o.compare(p, v.Term()) != greater {
			return fails // it may take code out of a result
		}
	}
	for sym := range may.symbols {
		if !o.isResult(sym.Result) {
			o.below[from] = append(o.below[from], vertex{sym: sym})
		}
	}
	for s := range may.tokens {
		if !o.isResult(s) && !isData(s) {
			o.below[from] = append(o.below[from], vertex{sort: s})
		}
	}
	return greater
}

// conversion returns the sorts of data to which a rule converts arguments, by the
// constructors that they are arguments of; nil if it may apply to its own outcome
// or does more than that.
func (x *effects) conversion(r *compile.Rule, before, after *term.Term) map[*term.Symbol]term.Sort {
	to := map[*term.Symbol]term.Sort{}
	again, sub := true, term.Substitution{}
	var visit func(p, q *term.Term, of *term.Symbol) bool
	visit = func(p, q *term.Term, of *term.Symbol) bool {
		switch {
		case term.Equal(p, q):
			return true
		case p.IsVar() && of != nil && isData(q.Sort()) && (to[of] == term.NoSort || to[of] == q.Sort()):
			to[of] = q.Sort()
			sub[p.Variable()] = q
			again = again && x.lattice.HaveCommonSubsort(q.Sort(), p.Sort())
			return true
		case p.Kind() != term.KApp || q.Kind() != term.KApp || p.Symbol() != q.Symbol():
			return false
		}
		for i := range p.Args() {
			if !visit(p.Arg(i), q.Arg(i), p.Symbol()) {
				return false
			}
		}
		return true
	}
	if !visit(before, after, nil) || len(to) == 0 || again && sub.Apply(term.And(r.Requires...)) != term.False {
		return nil
	}
	return to
}

// ends reports whether every evaluation with this effect ends.
func (x *effects) ends(e *effect) bool {
	below, converts := map[vertex][]vertex{}, map[*term.Symbol]term.Sort{}
	for _, r := range e.rules {
		if r.endless {
			return false
		}
		for v, us := range r.below {
			below[v] = append(below[v], us...)
		}
		for sym, s := range r.converts {
			if t, ok := converts[sym]; ok && s != t {
				return false // it may convert to and fro
			}
			converts[sym] = s
		}
	}
	done := map[vertex]bool{}
	var path []vertex
	var visit func(v vertex) bool
	visit = func(v vertex) bool {
		if slices.Contains(path, v) {
			return false
		}
		if done[v] {
			return true
		}
		path = append(path, v)
		for u, targets := range below {
			if u != v && !x.instance(v, u) {
				continue
			}
			for _, t := range targets {
				if !visit(t) {
					return false
				}
			}
		}
		path = path[:len(path)-1]
		done[v] = true
		return true
	}
	for v := range below {
		if !visit(v) {
			return false
		}
	}
	return true
}

// instance reports whether what is said of u, a sort, is said of v too.
func (x *effects) instance(v, u vertex) bool {
	if u.sort == term.NoSort {
		return false
	}
	if v.sym != nil {
		return x.lattice.Leq(v.sym.Result, u.sort)
	}
	return x.lattice.Leq(v.sort, u.sort)
}
