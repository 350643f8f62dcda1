package carried

import (
	"slices"

	"rlv/annotate/marks"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Untouched is what iterations of a loop that counts have not come to yet, of an array that each writes at an element that its
// counter tells: behind
//
//	for (int i = 0; i < n; i++) rows[i] = new int[m];
//
// no row from i on is made, and those before are m long. And by how much they have changed a number that each makes greater or less by the same: so many are made.
// That it is so at the head is a part of the invariant, and proved.
type Untouched struct {
	counter, of *term.Variable
	start, was  *term.Term // of these, where the loop is come to
	in          *region    // what of it is changed; nil: it is one that the counter tells
	formulas    []*term.Term
}

// Formulas are what it says at the head, of each value of the counter.
func (u Untouched) Formulas() []*term.Term { return u.formulas }

// Iterations are those of a loop, as far as they were followed.
type Iterations struct {
	Head    []*term.Term     // the head's pattern
	First   *rewrite.State   // that comes to it first; nil: that is not known
	Back    []*rewrite.State // those that come back to it
	Lost    func(*term.Variable) bool
	Follows func(pc []*term.Term, f *term.Term) bool // asks a solver
	Behind  Behind                                   // what loops within have changed
}

// Count looks for what iterations leave alone of some variables of the head's pattern, arrays and numbers, and of parted arrays for
// what they do not come near. It reports whether something else is known by that than
// before. It looks once: what is known later is less.
func (k *Known) Count(x Iterations, of, parted []*term.Variable, isNew func(*term.Term) bool) bool {
	head, first, back, lost := x.Head, x.First, x.Back, x.Lost
	if first == nil || len(back) == 0 {
		return false
	}
	var found []Untouched
	k.regions = map[*term.Variable]*region{}
	for _, v := range parted {
		u := Untouched{counter: v, of: v, was: partAt(head, first, v)}
		r := x.regionOf(v)
		if r == nil || u.was == nil {
			continue
		}
		k.regions[v], u.start, u.in = r, u.was, r
		if u.formulas = u.beside(r, first, lost); len(u.formulas) > 0 {
			found = append(found, u)
		}
	}
	for _, i := range term.Vars(head...) {
		by, start := int64(0), partAt(head, first, i)
		if i.Sort == term.SortInt && lost(i) && start != nil {
			by = advanceOf(head, back, i)
		}
		if by == 0 {
			continue
		}
		for _, v := range of {
			u := Untouched{counter: i, of: v, start: start, was: partAt(head, first, v)}
			switch {
			case u.was == nil || v == i || !lost(v):
			case v.Sort == term.SortArray:
				u.formulas = u.beyond(head, first, back, by, lost)
				if f := u.made(head, first, back, by, lost); f != nil && (k.counted || isNew(f)) {
					made := u
					made.formulas = []*term.Term{f}
					found = append(found, made)
				}
			case v.Sort == term.SortInt:
				u.formulas = u.along(head, first, back, by, lost)
			}
			if len(u.formulas) > 0 {
				found = append(found, u)
			}
		}
	}
	if !k.counted {
		k.counted, k.Untouched = true, found
		return len(found) > 0
	}
	isOther := false
	var kept []Untouched
	for _, u := range k.Untouched {
		i := slices.IndexFunc(found, func(f Untouched) bool {
			return f.counter == u.counter && f.of == u.of && (u.in != nil && f.in != nil || slices.EqualFunc(f.formulas, u.formulas, term.Equal))
		})
		switch {
		case i < 0 || u.in != nil && !u.in.isIn(found[i].in) && !found[i].in.isIn(u.in):
			isOther = true
		case u.in != nil && !found[i].in.isIn(u.in): // it has become wider
			kept, isOther = append(kept, found[i]), true
		default:
			kept = append(kept, u)
		}
	}
	k.Untouched = kept
	return isOther
}

// advanceOf is by how much all iterations make a number greater; 0: not by the same.
func advanceOf(head []*term.Term, back []*rewrite.State, v *term.Variable) int64 {
	all := int64(0)
	for j, st := range back {
		next := partAt(head, st, v)
		if next == nil {
			return 0
		}
		by, _ := term.Sub(next, v.Term()).Int64()
		if j > 0 && by != all {
			return 0
		}
		all = by
	}
	return all
}

// beyond are the formulas that the elements which the counter has not come to are what they were.
func (u Untouched) beyond(head []*term.Term, first *rewrite.State, back []*rewrite.State, by int64, lost func(*term.Variable) bool) []*term.Term {
	var at *term.Term
	advance := int64(0)
	for _, st := range back {
		now := partAt(head, st, u.of)
		if now == nil {
			return nil
		}
		for now.Is(term.ArrayStore) {
			next := term.Substitution{u.counter: term.Add(u.counter.Term(), term.Int(by))}.Apply(now.Arg(1))
			step, _ := term.Sub(next, now.Arg(1)).Int64()
			if step == 0 || at != nil && !term.Equal(at, now.Arg(1)) || slices.ContainsFunc(term.Vars(now.Arg(1)), func(v *term.Variable) bool { return v != u.counter && lost(v) }) {
				return nil
			}
			at, advance, now = now.Arg(1), step, now.Arg(0)
		}
		if now != u.of.Term() {
			return nil
		}
	}
	if at == nil {
		return nil
	}
	k := term.Fresh("k", term.SortInt)
	ahead := func(k *term.Term) *term.Term {
		if advance > 0 {
			return term.Le(at, k)
		}
		return term.Le(k, at)
	}
	if !slices.ContainsFunc(term.Vars(u.was), lost) {
		same := term.Eq(term.Apply(term.ArraySelect, u.of.Term(), k), term.Apply(term.ArraySelect, u.was, k))
		return []*term.Term{marks.Numbered(term.Apply(term.Forall, k, term.Implies(ahead(k), same)), 0)}
	}
	if !u.was.IsVar() {
		return nil
	}
	var out []*term.Term
	for _, f := range loosened(reduced(first.PC, lost), lost) {
		if g := aheadOnly(f, u.was.Variable(), u.of.Term(), ahead); g != nil && !slices.ContainsFunc(term.Vars(g), func(v *term.Variable) bool { return v != u.of && v != u.counter && lost(v) }) {
			out = append(out, marks.Numbered(g, 0))
		}
	}
	return out
}

// made is the formula that the elements which the counter has come to are what iterations made them; nil: that is not the same of
// each, but for the counter.
func (u Untouched) made(head []*term.Term, first *rewrite.State, back []*rewrite.State, by int64, lost func(*term.Variable) bool) *term.Term {
	var at, is *term.Term
	for _, st := range back {
		now := partAt(head, st, u.of)
		if now == nil || !now.Is(term.ArrayStore) || at != nil && !(term.Equal(at, now.Arg(1)) && term.Equal(is, now.Arg(2))) {
			return nil
		}
		at, is = now.Arg(1), now.Arg(2)
	}
	start, behind := Solved(u.start, first.PC, lost), term.Sub(at, u.counter.Term()) // by which it is behind the counter
	unknown := func(v *term.Variable) bool { return v != u.counter && lost(v) }
	if by != 1 && by != -1 || start == nil || term.Occurs(u.counter, behind) || slices.ContainsFunc(term.Vars(behind, is), unknown) {
		return nil
	}
	k := term.Fresh("k", term.SortInt)
	lo, hi := term.Add(start, behind), term.Sub(at, term.Int(1))
	if by < 0 {
		lo, hi = term.Add(at, term.Int(1)), lo
	}
	then := term.Substitution{u.counter: term.Sub(k, behind)}.Apply(is)
	within := term.And(term.Le(lo, k), term.Le(k, hi))
	same := term.Eq(term.Apply(term.ArraySelect, u.of.Term(), k), then)
	return marks.Numbered(term.Apply(term.Forall, k, term.Implies(within, same)), 0)
}

// aheadOnly is a formula about all elements of an array as one about those of another that are ahead; nil: it says something else.
func aheadOnly(f *term.Term, was *term.Variable, now *term.Term, ahead func(*term.Term) *term.Term) *term.Term {
	if !f.Is(term.Forall) || !term.Occurs(was, f) {
		return nil
	}
	k, only := f.Arg(0), true
	term.Walk(f.Arg(1), func(t *term.Term) bool {
		if t.Is(term.ArraySelect) && t.Arg(0) == was.Term() {
			only = only && t.Arg(1) == k
			return false
		}
		only = only && t != was.Term()
		return only
	})
	if !only {
		return nil
	}
	return term.Apply(term.Forall, k, term.Implies(ahead(k), term.Substitution{was: now}.Apply(f.Arg(1))))
}

// along is the formula that a number has changed with the counter.
func (u Untouched) along(head []*term.Term, first *rewrite.State, back []*rewrite.State, by int64, lost func(*term.Variable) bool) []*term.Term {
	each := advanceOf(head, back, u.of)
	was, start := Solved(u.was, first.PC, lost), Solved(u.start, first.PC, lost)
	if each == 0 || was == nil || start == nil {
		return nil
	}
	changed := term.Apply(term.IntMul, term.Int(by), term.Sub(u.of.Term(), was))
	return []*term.Term{term.Eq(changed, term.Apply(term.IntMul, term.Int(each), term.Sub(u.counter.Term(), start)))}
}

// Solved is a number by what is not lost, where conditions say what the variables in it that are lost are; nil: they do not.
func Solved(t *term.Term, pc []*term.Term, lost func(*term.Variable) bool) *term.Term {
	isLost := func(t *term.Term) bool { return slices.ContainsFunc(term.Vars(t), lost) }
	if !isLost(t) {
		return t
	}
	for _, f := range slices.Concat(reduced(pc, lost), pc) {
		if !f.Is(term.IntEq) && !(f.Is(term.IntLe) && rewrite.Holds(pc, term.Le(f.Arg(1), f.Arg(0)))) {
			continue
		}
		apart := term.Sub(f.Arg(0), f.Arg(1))
		for _, v := range term.Vars(t) {
			if !lost(v) || !term.Occurs(v, f) {
				continue
			}
			for _, is := range []*term.Term{term.Sub(v.Term(), apart), term.Add(v.Term(), apart)} {
				if next := (term.Substitution{v: is}).Apply(t); !isLost(next) {
					return next
				}
			}
		}
	}
	return nil
}

// WithBeside are some variables, and the numbers that stand in a configuration beside one of them, as parts of the same thing.
func WithBeside(slots []*term.Term, of []*term.Variable) []*term.Variable {
	out := slices.Clone(of)
	if len(of) == 0 {
		return out
	}
	for _, slot := range slots {
		term.Walk(slot, func(t *term.Term) bool {
			if t.Kind() == term.KApp && slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return a.IsVar() && slices.Contains(of, a.Variable()) }) {
				for _, a := range t.Args() {
					if a.IsVar() && a.Sort() == term.SortInt {
						out = append(out, a.Variable())
					}
				}
			}
			return true
		})
	}
	return out
}

// keepUntouched drops what is said of where another state that comes to the head does not start.
func (k *Known) keepUntouched(head []*term.Term, st *rewrite.State) {
	k.Untouched = slices.DeleteFunc(k.Untouched, func(u Untouched) bool {
		start, was := partAt(head, st, u.counter), partAt(head, st, u.of)
		return start == nil || was == nil || !term.Equal(start, u.start) || !term.Equal(was, u.was)
	})
}
