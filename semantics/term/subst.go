package term

import (
	"slices"
	"sync"
)

// Substitution maps variables to terms. Bound variables have names of their
// own, made with [Fresh], so a substitution never captures.
type Substitution map[*Variable]*Term

// Apply returns t with the variables replaced, and functions whose arguments
// changed evaluated again.
func (s Substitution) Apply(t *Term) *Term {
	if len(s) == 0 || t.IsGround() {
		return t
	}
	if truth, ok := Compared(t, func(v *Variable) *Term { return s[v] }); ok {
		return Bool(truth)
	}
	m := mapper{leaf: func(v *Variable) *Term { return s[v] }, memo: map[*Term]*Term{}}
	return m.apply(t)
}

// ApplyAll returns terms with the variables replaced.
func (s Substitution) ApplyAll(ts []*Term) []*Term {
	out := make([]*Term, len(ts))
	for i, t := range ts {
		out[i] = s.Apply(t)
	}
	return out
}

// Rebuild returns t with every variable v replaced by f(v) where that is not
// nil, bottom-up, with functions evaluated again.
func Rebuild(t *Term, f func(*Variable) *Term) *Term {
	m := mapper{leaf: f, memo: map[*Term]*Term{}}
	return m.apply(t)
}

// mapper replaces variables in terms. It remembers what became of a node, so that
// the work is linear in the number of nodes, not of paths to them.
type mapper struct {
	leaf func(*Variable) *Term
	memo map[*Term]*Term
}

func (m *mapper) apply(t *Term) *Term {
	if t.IsGround() {
		return t
	}
	if t.kind == KVar {
		if r := m.leaf(t.Variable()); r != nil {
			return r
		}
		return t
	}
	if r, ok := m.memo[t]; ok {
		return r
	}
	r := MapChildren(t, m.apply)
	m.memo[t] = r
	return r
}

// MapChildren returns t with every direct subterm replaced by its image under
// f; functions are evaluated again where an argument changed. The position mark
// stays.
func MapChildren(t *Term, f func(*Term) *Term) *Term {
	switch t.kind {
	case KApp:
		return mapArgs(t, f)
	case KMap, KSet:
		return mapEntries(t, f)
	case KList:
		out := EmptyList
		for _, it := range t.Items(0, -1) {
			x := f(it.Term)
			if it.Segment {
				out = Concat(out, x)
			} else {
				out = Concat(out, ListOf(x))
			}
		}
		return out
	case KArray:
		d := t.data.(*arrayData)
		out := Apply(ArrayMake, f(d.def))
		for _, e := range t.ArrayEntries() {
			out = Apply(ArrayStore, out, f(e.Key), f(e.Value))
		}
		return out
	}
	return t
}

func mapArgs(t *Term, f func(*Term) *Term) *Term {
	var args []*Term
	for i, a := range t.args {
		b := f(a)
		if b != a && args == nil {
			args = append(make([]*Term, 0, len(t.args)), t.args[:i]...)
		}
		if args != nil {
			args = append(args, b)
		}
	}
	if args == nil {
		return t
	}
	if t.sym == seqSymbol {
		return Seq(args[0], args[1])
	}
	return ApplyAt(t.sym, t.pos, args)
}

// mapEntries is MapChildren for maps and sets. Where all keys and opaque parts stay what
// they are only the values that change are written.
func mapEntries(t *Term, f func(*Term) *Term) *Term {
	entries, opaque := t.Entries()
	images, parts := make([]Entry, len(entries)), make([]*Term, len(opaque))
	same := true
	for i, e := range entries {
		images[i].Key = f(e.Key)
		if e.Value != nil {
			images[i].Value = f(e.Value)
		}
		same = same && images[i].Key == e.Key
	}
	for i, o := range opaque {
		parts[i] = f(o)
		same = same && parts[i] == o
	}
	if !same {
		return united(t.kind, images, parts)
	}
	out := t
	for i, e := range entries {
		if v := images[i].Value; v != e.Value {
			out = out.Put(e.Key, v)
		}
	}
	return out
}

// united is the union of entries and other parts, each of which may be like another.
func united(kind Kind, entries []Entry, opaque []*Term) *Term {
	out, union := EmptyMap, MapConcat
	if kind == KSet {
		out, union = EmptySet, SetConcat
	}
	for _, e := range entries {
		one := SingletonSet(e.Key)
		if e.Value != nil {
			one = SingletonMap(e.Key, e.Value)
		}
		out = Apply(union, out, one)
	}
	for _, o := range opaque {
		out = Apply(union, out, o)
	}
	return out
}

// Evaluate returns t with every application evaluated again, bottom-up: for
// terms that were built before it was known how.
func Evaluate(t *Term) *Term {
	memo := map[*Term]*Term{}
	var eval func(t *Term) *Term
	eval = func(t *Term) *Term {
		if t.kind != KApp && t.kind != KMap && t.kind != KSet && t.kind != KList {
			return t
		}
		if r := memo[t]; r != nil {
			return r
		}
		changed := false
		Children(t, func(c *Term) { changed = eval(c) != c || changed })
		r := t
		switch {
		case changed:
			r = MapChildren(t, eval)
		case t.kind == KApp && t.sym.Eval != nil:
			r = ApplyAt(t.sym, t.pos, t.args)
		}
		memo[t] = r
		return r
	}
	return eval(t)
}

// Children calls f for every direct subterm.
func Children(t *Term, f func(*Term)) {
	switch t.kind {
	case KApp:
		for _, a := range t.args {
			f(a)
		}
	case KMap, KSet:
		entries, opaque := t.Entries()
		for _, e := range entries {
			f(e.Key)
			if e.Value != nil {
				f(e.Value)
			}
		}
		for _, o := range opaque {
			f(o)
		}
	case KList:
		for _, it := range t.Items(0, -1) {
			f(it.Term)
		}
	case KArray:
		f(t.data.(*arrayData).def)
		for _, e := range t.ArrayEntries() {
			f(e.Key)
			f(e.Value)
		}
	}
}

// Walk calls f for t and, where it returns true, for its subterms; each node
// once.
func Walk(t *Term, f func(*Term) bool) {
	seen := visitedSets.Get().(*visited)
	var visit func(*Term)
	visit = func(t *Term) {
		if seen.add(t) && f(t) {
			Children(t, visit)
		}
	}
	visit(t)
	seen.clear() // after a panic it is not used again
	visitedSets.Put(seen)
}

// visitedSets keeps the memory of walks for others.
var visitedSets = sync.Pool{New: func() any { return new(visited) }}

// visited is a set of terms. Most terms are small: up to a number a list is faster than a map. Equal
// terms at many places are many nodes with one hash, so it is the nodes that are told apart.
type visited struct {
	list []*Term
	many map[*Term]struct{} // all of them, if there are many; else empty
}

// The sizes of sets: that of the longest list, and of the largest map that is kept.
const (
	fewVisited  = 12
	mostVisited = 1 << 12
)

// add adds a term and reports whether it is new.
func (v *visited) add(t *Term) bool {
	if len(v.many) > 0 {
		n := len(v.many)
		v.many[t] = struct{}{}
		return len(v.many) > n
	}
	if slices.Contains(v.list, t) {
		return false
	}
	if v.list = append(v.list, t); len(v.list) > fewVisited {
		if v.many == nil {
			v.many = make(map[*Term]struct{}, 4*fewVisited)
		}
		for _, u := range v.list {
			v.many[u] = struct{}{}
		}
	}
	return true
}

// clear makes the set empty.
func (v *visited) clear() {
	clear(v.list)
	v.list = v.list[:0]
	if len(v.many) > mostVisited {
		v.many = nil
	}
	clear(v.many)
}

// Some reports whether f holds of t or of a term that occurs in it.
func Some(t *Term, f func(*Term) bool) bool {
	found := false
	Walk(t, func(u *Term) bool {
		found = found || f(u)
		return !found
	})
	return found
}

// Vars returns the free variables of the terms in order of first occurrence.
func Vars(ts ...*Term) []*Variable {
	var out []*Variable
	seen := visitedSets.Get().(*visited)
	var have map[*Variable]bool // where there are many
	for _, t := range ts {
		freeVars(t, seen, func(v *Variable) {
			switch {
			case have != nil && have[v], have == nil && slices.Contains(out, v):
				return
			case have != nil:
				have[v] = true
			case len(out) == fewVisited:
				have = map[*Variable]bool{v: true}
				for _, u := range out {
					have[u] = true
				}
			}
			out = append(out, v)
		})
		seen.clear() // a variable that one term binds may be free in another one
	}
	visitedSets.Put(seen)
	return out
}

// freeVars reports the free variables of t. Bound variables have names of
// their own, so a node needs to be seen only once.
func freeVars(t *Term, seen *visited, f func(*Variable)) {
	if t.IsGround() || !seen.add(t) {
		return
	}
	switch {
	case t.kind == KVar:
		f(t.Variable())
	case t.kind == KApp && t.sym.Class == Binder:
		bound := t.args[0].Variable()
		freeVars(t.args[1], seen, func(v *Variable) {
			if v != bound {
				f(v)
			}
		})
	default:
		Children(t, func(c *Term) { freeVars(c, seen, f) })
	}
}

// Occurs reports whether v occurs free in t.
func Occurs(v *Variable, t *Term) bool {
	if v == nil || t.IsGround() {
		return false
	}
	found := false
	Walk(t, func(x *Term) bool {
		if x.kind == KVar && x.Variable() == v {
			found = true
		}
		return !found && !x.IsGround()
	})
	return found
}
