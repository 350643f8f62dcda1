package allocation

import (
	"slices"

	"rlv/annotate/meaning"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Call is the state in which a procedure is called.
type Call struct {
	*rewrite.State
	K, Counter int // slots of the computation and of the fresh counter; Counter is -1 if there is none
	Oracle     rewrite.Oracle
	// Returned is what the contract has for the result so far; nil: nothing.
	Returned *meaning.Value
	// Listed reports whether the modifies clause lists what leads from a place on entry to another one; nil: nowhere.
	Listed func(place *term.Term, to *term.Variable) bool
	// Changed are the contents that the procedure modifies; Found says that it may modify others, too.
	Changed map[*term.Variable]bool
	Found   bool
}

// isListed reports whether a part of what is at a place on entry leads to others, and may lead elsewhere.
func (call Call) isListed(key, part *term.Term) bool {
	places := slices.DeleteFunc(term.Vars(part), func(v *term.Variable) bool { return !call.Holds(v) })
	return part.Kind() == term.KApp && len(places) > 0 && !slices.ContainsFunc(places, func(v *term.Variable) bool { return !call.Listed(key, v) })
}

// mayEnd reports whether what is at a place on entry may be gone in the end: the modifies clause lists what it is, or where it leads.
func (call Call) mayEnd(key *term.Term) bool {
	return call.Found || call.Modifies(key) || call.Listed(key, nil)
}

// anywhere reports whether a value on entry is an address of which nothing is known.
func (call Call) anywhere(value *term.Term) bool {
	return value.IsVar() && !value.Sort().IsBuiltin() && !call.Holds(value.Variable())
}

// Strays reports whether at some end something that a modifies clause lists leads elsewhere than on entry, and whether
// what is modified is gone there.
func Strays(call Call, finals []*rewrite.State) (strays, goes bool) {
	call.each(finals, func(slot int, e term.Entry) {
		for _, f := range finals {
			after, found := f.Slots[slot].Get(e.Key)
			if found != term.Present {
				goes = goes || call.mayEnd(e.Key)
				continue
			}
			pattern.Differences(e.Value, after, func(v *term.Variable) {
				strays = strays || call.Holds(v) && call.Listed(e.Key, v) && pattern.PartAt(e.Value, after, v) != nil
			})
		}
	})
	return strays, goes
}

// Moved are the places on entry of what is elsewhere at some end: what led there leads to new memory, and what was there is
// gone. At all other ends it is where it was, with other contents perhaps.
func Moved(call Call, finals []*rewrite.State) []*term.Variable {
	var out []*term.Variable
	stays := map[*term.Variable]bool{}
	call.each(finals, func(slot int, e term.Entry) {
		for _, f := range finals {
			after, found := f.Slots[slot].Get(e.Key)
			if found != term.Present {
				continue
			}
			pattern.Differences(e.Value, after, func(v *term.Variable) {
				if at := pattern.PartAt(e.Value, after, v); at != nil && call.Holds(v) {
					out = append(out, v)
					stays[v] = stays[v] || !call.Listed(e.Key, v) || call.isPlace(at) || isThere(f, v.Term()) || !isThere(f, at)
				}
			})
		}
	})
	slices.SortFunc(out, func(a, b *term.Variable) int { return term.Compare(a.Term(), b.Term()) })
	return slices.DeleteFunc(slices.Compact(out), func(v *term.Variable) bool { return stays[v] })
}

// MovedTo are the conditions on the places of what may be elsewhere in the end, and on numbers there: what is so of those on
// entry, such as that nothing else is there, and that places are below the fresh counter.
func (call Call) MovedTo(moved []*term.Variable, final term.Substitution, right *rewrite.State) []*term.Term {
	var out []*term.Term
	for _, f := range call.PC {
		if slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return slices.Contains(moved, v) }) {
			out = append(out, final.Apply(f))
		}
	}
	for _, v := range moved {
		if call.Counter >= 0 && call.Holds(v) {
			out = append(out, term.Lt(final[v], right.Slots[call.Counter]))
		}
	}
	return out
}

// isThere reports whether a term is the place of something in a state.
func isThere(st *rewrite.State, place *term.Term) bool {
	return len(pattern.ValuesAt(st.Slots, place)) > 0
}

// isSame reports whether a slot is at all ends what it was: the functions of a program are, and there may be
// a thousand.
func isSame(finals []*rewrite.State, slot int, before *term.Term) bool {
	return !slices.ContainsFunc(finals, func(f *rewrite.State) bool { return f.Slots[slot] != before })
}

// each calls f for what is in the memory on entry, with its slot, where that is not the same at all ends.
func (call Call) each(finals []*rewrite.State, f func(slot int, e term.Entry)) {
	for i, before := range call.Slots {
		if before.Kind() == term.KMap && !isSame(finals, i, before) {
			entries, _ := before.Entries()
			for _, e := range entries {
				f(i, e)
			}
		}
	}
}

// makesElsewhere reports whether something is made only at the ends where the result is not a constant.
func (call Call) makesElsewhere(finals []*rewrite.State, nowhere *term.Term) bool {
	makes := func(f *rewrite.State) bool {
		for i, before := range call.Slots {
			if i != call.K && i != call.Counter && len(newEntries(before, f.Slots[i])) > 0 {
				return true
			}
		}
		return false
	}
	some := false
	for _, f := range finals {
		isNowhere := nowhere != nil && term.Equal(f.Slots[call.K].Head(), nowhere)
		if isNowhere && makes(f) {
			return false
		}
		some = some || !isNowhere && makes(f)
	}
	return some && nowhere != nil
}

// Holds reports whether a variable is the place of something on entry.
func (call Call) Holds(v *term.Variable) bool { return isThere(call.State, v.Term()) }

// At is what is at a place on entry.
func (call Call) At(place *term.Term) []*term.Term { return pattern.ValuesAt(call.Slots, place) }

// Modifies reports whether the procedure modifies what is at a place on entry.
func (call Call) Modifies(place *term.Term) bool {
	return slices.ContainsFunc(term.Vars(call.At(place)...), func(v *term.Variable) bool { return call.Changed[v] })
}

// Opaque are the variables for what formulas know nothing of, such as pointers of linked structures, in what a pointer leads to on
// entry, and in what that leads to.
func (call Call) Opaque(pointer *term.Term) map[*term.Variable]bool {
	out, seen := map[*term.Variable]bool{}, map[*term.Variable]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		for _, v := range term.Vars(t) {
			switch {
			case seen[v]:
			case call.Holds(v):
				seen[v] = true
				for _, value := range call.At(v.Term()) {
					visit(value)
				}
			case !v.Sort.IsBuiltin():
				out[v] = true
			}
		}
	}
	visit(pointer)
	return out
}

// Numbers are the variables for numbers, such as lengths, in what is at a place on entry.
func (call Call) Numbers(place *term.Term) []*term.Variable {
	return slices.DeleteFunc(term.Vars(call.At(place)...), func(v *term.Variable) bool { return v.Sort != term.SortInt || call.Holds(v) })
}

// knows reports whether all variables of a term are known on entry.
func (call Call) knows(t *term.Term) bool {
	known := term.Vars(call.Slots...)
	return !slices.ContainsFunc(term.Vars(t), func(v *term.Variable) bool { return !slices.Contains(known, v) })
}

// isPlace reports whether a term is the place of something on entry.
func (call Call) isPlace(t *term.Term) bool { return t != nil && t.IsVar() && call.Holds(t.Variable()) }

// reaches reports whether what is returned, or what was there before, leads at an end to what was made with a key, perhaps
// by more of what was made. What nothing leads to is left behind, if it has no name, as a key is that is known.
func (call Call) reaches(final *rewrite.State, key *term.Term) bool {
	if key.IsGround() {
		return true
	}
	made := []*term.Term{key}
	mentions := func(t *term.Term) bool {
		return slices.ContainsFunc(made, func(k *term.Term) bool { return occurs(k, t) })
	}
	for more := true; more; {
		more = false
		for i, before := range call.Slots {
			after := final.Slots[i]
			switch {
			case i == call.Counter || after == before:
				continue
			case i == call.K:
				after = after.Head()
			case after.Kind() == term.KMap:
				for _, e := range newEntries(before, after) {
					if e.Value != nil && !rewrite.Holds(made, e.Key) && mentions(e.Value) {
						made, more = append(made, e.Key), true
					}
					after = after.Rest(e.Key)
				}
			}
			if mentions(after) {
				return true
			}
		}
	}
	return false
}

// occurs reports whether a key stands in a term; one that is a number does not stand in other numbers.
func occurs(key, t *term.Term) bool {
	found := false
	term.Walk(t, func(u *term.Term) bool {
		found = found || term.Equal(u, key)
		return !found && (u.Sort() != term.SortInt || key.Sort() != term.SortInt)
	})
	return found
}
