package annotate

import (
	"fmt"
	"slices"

	"rlv/annotate/allocation"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Memory that a procedure may give back. Of
//
//	//@pre: allocated(s->data)
//	//@modifies: s
//	void clear(Stack *s) { delete[] s->data; s->data = new int[1]; .. }
//
// the left side has s->data among what was allocated. So a call has to have it there, too, and no other one
// is covered, or executed instead: what is written must be known. If at no end of the procedure the memory is
// there any more, it is no part of the right side either (package allocation). Where at some ends s->data is what it
// was, and at others new memory, and the old one gone, it is at some place: one that is not known any more.

// grantAll makes memory allocated of which the precondition says that it is.
func (ct *contract) grantAll() {
	c := ct.c
	ct.granted = nil
	for _, a := range ct.Procedure.Pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil { // it is reported where the precondition is read
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			if c.IsAllocated(conjunct) {
				ct.left = c.WithK(ct.entry().Granted(ct.left, conjunct), ct.left.Slots[c.K])
				ct.granted = append(ct.granted, conjunct)
			}
		}
	}
}

// notAllocated says which memory is not known to be allocated for a call that the contract does not cover; it is ""
// if there is none.
func (ct *contract) notAllocated(st *rewrite.State) string {
	c := ct.c
	at := &meaning.Scope{Reader: c.Silently(), State: st, Names: map[string]meaning.Value{}}
	for i, a := range c.CallArguments(st) {
		if i < len(ct.names) && ct.names[i] != "" {
			v, _ := c.ValueOf(st, a)
			v.Place, v.Object = a, a
			at.Names[ct.names[i]] = v
		}
	}
	for _, n := range ct.granted {
		if m, problem := at.Resolve(n); problem != nil || m.Formula == term.False {
			return fmt.Sprintf("%s takes it that %s, which is not so, or not known, in %s", ct.name, n.Span.Text(), c.callAt(st))
		}
	}
	return ""
}

// moves finds what is elsewhere at some ends of the procedure, and where it was at others; it reports whether that is more
// than was known. Where it is at the end, and how long, is as arbitrary as the contents.
func (ct *contract) moves(finals []*rewrite.State) bool {
	if ct.made != nil || !ct.given {
		return false
	}
	more := false
	moved := allocation.Moved(ct.call(), finals)
	if len(moved) > 0 && ct.loosen(finals) {
		ct.c.relaxed = append(ct.c.relaxed, ct)
		return true
	}
	for _, v := range moved {
		if ct.moved[v] {
			continue
		}
		more, ct.moved[v], ct.changed[v] = true, true, true
		for _, slot := range ct.left.Slots {
			if slot.Kind() == term.KMap {
				if at, found := slot.Get(v.Term()); found == term.Present {
					ct.changes(at)
				}
			}
		}
	}
	return more
}

// loosen lets those parts of parameters be uninitialised on entry that are so at an end, where they may be what they were:
// a right side says the same of both. It reports whether that is new. Of structs in arrays that is not followed.
func (ct *contract) loosen(finals []*rewrite.State) bool {
	c := ct.c
	more := false
	for i, arg := range c.CallArguments(ct.left) {
		if i >= len(ct.names) || ct.args[ct.names[i]].Object == nil {
			continue
		}
		for _, f := range c.Fields(ct.left, ct.args[ct.names[i]].Object) {
			if f.Array == nil || f.Array.OfObjects() || !term.Equal(f.Array.Initialised, allInitialised) {
				continue
			}
			lacks := slices.ContainsFunc(finals, func(st *rewrite.State) bool {
				v, ok := c.FieldOf(st, arg, f.Name)
				return ok && v.Array != nil && !v.Array.OfObjects() && !term.Equal(v.Array.Initialised, allInitialised)
			})
			inStructs := f.Array.Object != nil && !f.Array.Object.IsVar()
			switch name := partName(ct.names[i], f.Name); {
			case lacks && inStructs:
				ct.goal.Frame = fmt.Sprintf("at some ends of %s elements of %s.%s have no value, where on entry all have one: give them values first, as new T[n]() does", ct.name, ct.names[i], f.Name)
				ct.goal.Listed = source.Span{}
			case lacks && !ct.partly[name]:
				ct.partly[name], more = true, true
			}
		}
	}
	return more
}

// movedTo are the conditions on the places of what may be elsewhere at the end: what is so of those on entry, such as that
// nothing else is there, and that they are below the fresh counter.
func (ct *contract) movedTo(right *rewrite.State, final term.Substitution) []*term.Term {
	var out []*term.Term
	for _, f := range ct.left.PC {
		if slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return ct.moved[v] }) {
			out = append(out, final.Apply(f))
		}
	}
	for v := range ct.moved {
		if ct.c.Counter >= 0 && v.Sort == term.SortInt {
			out = append(out, term.Lt(final[v], right.Slots[ct.c.Counter]))
		}
	}
	return out
}
