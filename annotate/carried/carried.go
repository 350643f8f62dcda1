// Package carried has what stays known at the head of a loop of what is known before it:
// that is true of all that the loop leaves as it is. Whoever uses the loop proves it, so what
// is left out here is lost, and nothing that is not so is believed.
package carried

import (
	"slices"

	"rlv/annotate/marks"
	"rlv/annotate/meaning"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Known is what is known at the head of a loop of what was known before it.
type Known struct {
	// Facts are about what the loop leaves as it is.
	Facts []*term.Term
	// Marks are the variables in the head's pattern that say which elements have a value, of
	// arrays that the loop changes; Valued says of those which had one before.
	Marks  []*term.Variable
	Valued []*term.Term
	// Filled says which elements iterations gave a value.
	Filled []Filling
	looked bool // for what is filled
	// Untouched says what iterations have not come to yet.
	Untouched []Untouched
	counted   bool                       // it was looked for
	regions   map[*term.Variable]*region // of the arrays of which iterations change a part
	broken    map[source.Span]bool       // conjuncts of a precondition that do not hold wherever the head is come to
}

// Presume looks at what a precondition says in a state which comes to the head, where it says clauses: what holds in all such
// states is presumed there. It reports whether a conjunct does not that did before.
func (k *Known) Presume(clauses []meaning.Clause, follows func(*term.Term) bool) bool {
	n := len(k.broken)
	for _, c := range clauses {
		if !k.broken[c.Span] && !follows(c.Formula) {
			if k.broken == nil {
				k.broken = map[source.Span]bool{}
			}
			k.broken[c.Span] = true
		}
	}
	return len(k.broken) > n
}

// Presumed are the formulas of a precondition at the head that are presumed, of what the loop leaves as it is.
func (k *Known) Presumed(clauses []meaning.Clause, lost func(*term.Variable) bool) []*term.Term {
	var out []*term.Term
	for _, c := range clauses {
		if c.Formula != term.False && !k.broken[c.Span] && !slices.ContainsFunc(term.Vars(c.Formula), lost) && !rewrite.Holds(k.Facts, c.Formula) {
			out = append(out, c.Formula)
		}
	}
	return out
}

// Lost reports of which variables nothing is known at a head: those that the loop changes, and
// those that stand neither there nor for what is so on entry of the procedure around.
func Lost(head []*term.Term, changed, entry map[*term.Variable]bool) func(*term.Variable) bool {
	there := map[*term.Variable]bool{}
	for _, v := range term.Vars(head...) {
		there[v] = true
	}
	return func(v *term.Variable) bool { return changed[v] || !there[v] && !entry[v] }
}

// Enter takes what is known in a state that comes to the head; isOwn says which marks are
// those of a contract, which itself says that what has a value keeps having one.
func (k *Known) Enter(head []*term.Term, st *rewrite.State, lost func(*term.Variable) bool, isOwn func(*term.Term) bool) {
	k.Facts = facts(st.PC, lost)
	k.Valued = k.valued(head, st, lost, isOwn)
}

// KeepOnly drops what is not known in another state that comes to the head; it reports
// whether there was any.
func (k *Known) KeepOnly(head []*term.Term, st *rewrite.State, lost func(*term.Variable) bool, isOwn func(*term.Term) bool) bool {
	n := len(k.Facts) + len(k.Valued) + len(k.Filled) + len(k.Untouched)
	pc, valued := loosened(reduced(st.PC, lost), lost), k.valued(head, st, lost, isOwn)
	k.Facts = slices.DeleteFunc(k.Facts, func(f *term.Term) bool { return !rewrite.Holds(pc, f) })
	k.Valued = slices.DeleteFunc(k.Valued, func(f *term.Term) bool { return !rewrite.Holds(valued, f) })
	k.keepFilled(head, st, lost)
	k.keepUntouched(head, st)
	return len(k.Facts)+len(k.Valued)+len(k.Filled)+len(k.Untouched) < n
}

// valued are the formulas that elements which have a value in a state that comes to the
// head keep having one, where the loop changes marks.
func (k *Known) valued(head []*term.Term, st *rewrite.State, lost func(*term.Variable) bool, isOwn func(*term.Term) bool) []*term.Term {
	var out []*term.Term
	for _, v := range k.Marks {
		for i, t := range head {
			before := pattern.PartAt(t, st.Slots[i], v)
			if before == nil {
				continue
			}
			pc := st.PC
			if isOwn(before) {
				pc = nil
			}
			out = append(out, Valued(before, v, pc, lost)...)
		}
	}
	return out
}

// Valued are the formulas that elements have a value by marks which are a variable now and were
// something else before, of which conditions say something: what they had, and what is not lost of that.
func Valued(before *term.Term, now *term.Variable, pc []*term.Term, lost func(*term.Variable) bool) []*term.Term {
	out := marks.Kept(before, now, loosened(reduced(pc, lost), lost), lost)
	for i, f := range out {
		out[i] = marks.Numbered(f, 0)
	}
	return out
}

// facts are those that are known at the head, of a path's conditions, each once: what loops
// before left of their counters is often the same; lost reports of which variables nothing is
// known there.
func facts(pc []*term.Term, lost func(*term.Variable) bool) []*term.Term {
	var out []*term.Term
	for _, f := range loosened(reduced(pc, lost), lost) {
		if f != term.True && !slices.ContainsFunc(term.Vars(f), lost) {
			out = append(out, f)
		}
	}
	return shape.Unique(out)
}

// reduced puts into conditions what variables are of which nothing is known any more, where
// two of the conditions bound one from both sides: behind a loop that counts i up to n, what
// holds up to i holds up to n.
func reduced(pc []*term.Term, lost func(*term.Variable) bool) []*term.Term {
	is := term.Substitution{}
	for _, f := range pc {
		if !f.Is(term.IntLe) || !f.Arg(0).IsVar() || !lost(f.Arg(0).Variable()) {
			continue
		}
		v, t := f.Arg(0), f.Arg(1)
		if !slices.ContainsFunc(term.Vars(t), lost) && rewrite.Holds(pc, term.Le(t, v)) {
			is[v.Variable()] = t
		}
	}
	if len(is) == 0 {
		return pc
	}
	out := make([]*term.Term, len(pc))
	for i, f := range pc {
		if out[i] = f; slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return is[v] != nil }) {
			out[i] = is.Apply(f)
		}
	}
	return out
}

// loosened adds to conditions what those say that hold of a range which ends at a variable of
// which nothing is known any more: they hold of a range that ends before. Behind a loop that
// counts i by two while i < n, what holds up to i holds up to n.
func loosened(pc []*term.Term, lost func(*term.Variable) bool) []*term.Term {
	out := slices.Clip(pc)
	for _, f := range pc {
		if !f.Is(term.Forall) || !f.Arg(1).Is(term.BoolImplies) {
			continue
		}
		for _, v := range term.Vars(f) {
			if !lost(v) {
				continue
			}
			for _, t := range bounds(pc, v, ends(f.Arg(1), v)) {
				if g := (term.Substitution{v: t}).Apply(f); g != term.True && !slices.ContainsFunc(term.Vars(t), lost) {
					out = append(out, g)
				}
			}
		}
	}
	return out
}

// ends is 0 and 1 if a variable stands in an implication only as the lower and as the upper end
// of a range, and -1 if it does not: if the left side remains true, or becomes so, only where the
// variable becomes less, or greater.
func ends(f *term.Term, v *term.Variable) int {
	end := -1
	if term.Occurs(v, f.Arg(1)) {
		return end
	}
	for _, c := range term.Conjuncts(nil, f.Arg(0)) {
		if !term.Occurs(v, c) {
			continue
		}
		if !c.Is(term.IntLe) && !c.Is(term.IntLt) {
			return -1
		}
		for i, side := range c.Args() {
			if !term.Occurs(v, side) {
				continue
			}
			if end >= 0 || term.Occurs(v, term.Sub(side, v.Term())) {
				return -1
			}
			end = i
		}
	}
	return end
}

// bounds are what conditions say that a variable is at most, for 0, or at least, for 1.
func bounds(pc []*term.Term, v *term.Variable, end int) []*term.Term {
	var out []*term.Term
	for _, f := range pc {
		if end < 0 || !f.Is(term.IntLe) && !f.Is(term.IntLt) || !term.Equal(f.Arg(end), v.Term()) {
			continue
		}
		t := f.Arg(1 - end)
		if f.Is(term.IntLt) {
			t = term.Add(t, term.Int(int64(2*end-1)))
		}
		out = append(out, t)
	}
	return out
}

// MadeSince are the variables in ts that were made on the way from a state: results of
// calls of which a contract is known, and what stands for values that differed between
// paths that became one.
func MadeSince(start *rewrite.State, ts []*term.Term) []*term.Variable {
	given := map[*term.Variable]bool{}
	for _, v := range term.Vars(slices.Concat(start.Slots, start.PC)...) {
		given[v] = true
	}
	return slices.DeleteFunc(term.Vars(ts...), func(v *term.Variable) bool { return given[v] })
}
