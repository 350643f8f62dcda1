// Package allocation finds what a procedure leaves behind that was not there before,
// such as memory that it allocates, from the states at its ends.
package allocation

import (
	"maps"
	"slices"

	"rlv/annotate/carried"
	"rlv/prover"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Allocation is what a procedure leaves behind that was not there before: new entries
// of maps, with arbitrary values. A nil Allocation is nothing.
type Allocation struct {
	// Top is the result, as far as it is the same at all ends; nil: it is not.
	Top *term.Term
	// nowhere is the result at the other ends, where it leads nowhere; nil: there are none.
	nowhere *term.Term
	// there are variables, by slot, for what is made, where nothing is at the ends where the result leads nowhere; nil:
	// it is there at all ends.
	there   map[int]*term.Variable
	cases   *prover.Cases        // the last ones that were asked for
	entries map[int][]term.Entry // by slot
	vars    []*term.Variable     // of the values
	led     []led                // what leads there that was there before
	gone    map[int][]*term.Term // keys of what was there before, and is not any more
	above   *term.Term           // that places known at the end only were drawn from the counter since; nil: it may be otherwise
}

// led is an entry of a map whose value leads to what was made, or to something else that was
// there, instead of to where it did: a field to which new memory was assigned, or a parameter.
type led struct {
	slot int
	key  *term.Term
	to   term.Substitution // by the places on entry
	// of and with are the value on entry and what it is where parts of it that led nowhere lead to what was made; nil: none does.
	of, with *term.Term
}

// Of finds what is new in the states at the ends of a procedure. It is nil if there is
// nothing, or something else at each end.
func Of(call Call, finals []*rewrite.State) *Allocation {
	if len(finals) == 0 {
		return nil
	}
	known := map[*term.Variable]bool{}
	for _, v := range term.Vars(call.Slots...) {
		known[v] = true
	}
	m := &Allocation{entries: map[int][]term.Entry{}}
	all := finals
	if m.nowhere = nowhereOf(call, finals); call.makesElsewhere(finals, m.nowhere) {
		finals = slices.DeleteFunc(slices.Clone(finals), func(f *rewrite.State) bool { return term.Equal(f.Slots[call.K].Head(), m.nowhere) })
		m.there = map[int]*term.Variable{}
	}
	if finals = m.placed(call, finals, known); finals == nil {
		return nil
	}
	m.Top = finals[0].Slots[call.K].Head()
	for i, before := range call.Slots {
		if i == call.K || i == call.Counter {
			continue
		}
		entries := newEntries(before, finals[0].Slots[i])
		values := make([][]*term.Term, len(entries))
		for _, f := range finals {
			others := newEntries(before, f.Slots[i])
			if !sameKeys(entries, others) {
				return nil
			}
			for j, e := range others {
				values[j] = append(values[j], settled(e.Value, f.PC, known))
			}
		}
		for j, e := range entries {
			if !slices.ContainsFunc(finals, func(f *rewrite.State) bool { return !call.reaches(f, e.Key) }) {
				m.entries[i] = append(m.entries[i], term.Entry{Key: e.Key, Value: m.common(values[j], known)})
			}
		}
	}
	m.result(call, finals, known)
	if m.there != nil {
		finals = all
	}
	m.gone = goneIn(call, finals)
	m.ledTo(call, finals, known)
	if len(m.entries) == 0 && m.Top == nil && len(m.led) == 0 && len(m.gone) == 0 {
		return nil
	}
	return m
}

// settled is a value by what is known of the start, as far as conditions say what the numbers in it are.
func settled(value *term.Term, pc []*term.Term, known map[*term.Variable]bool) *term.Term {
	is := term.Substitution{}
	for _, v := range term.Vars(value) {
		if v.Sort == term.SortInt && !known[v] {
			if t := carried.Solved(v.Term(), pc, func(v *term.Variable) bool { return !known[v] }); t != nil {
				is[v] = t
			}
		}
	}
	return is.Apply(value)
}

// placed are the states at the ends with one new variable, which is known from here on, in the places of what was made,
// where these are numbers above one that is known of the end only: what a called procedure has left of the counter. It is
// nil if there are several such numbers.
func (m *Allocation) placed(call Call, finals []*rewrite.State, known map[*term.Variable]bool) []*rewrite.State {
	at := term.Fresh("at", term.SortInt)
	drawn := call.Counter >= 0 // since the entry, at all ends: a loop may leave a place that was there before
	out := make([]*rewrite.State, len(finals))
	for j, f := range finals {
		var least *term.Term // of the keys, with the variable in it that is not known
		var unknown *term.Variable
		for i, before := range call.Slots {
			if i == call.K || i == call.Counter {
				continue
			}
			for _, e := range newEntries(before, f.Slots[i]) {
				for _, v := range term.Vars(e.Key) {
					switch {
					case known[v]:
					case unknown != nil && v != unknown || v.Sort != term.SortInt || e.Key.Sort() != term.SortInt || !term.Sub(e.Key, v.Term()).IsInt():
						return nil
					case unknown == nil || term.Lt(e.Key, least) == term.True:
						unknown, least = v, e.Key
					}
				}
			}
		}
		switch {
		case unknown == nil && (j == 0 || !known[at.Variable()]):
			out[j] = f
			continue
		case unknown == nil || j > 0 && !known[at.Variable()]:
			return nil
		}
		known[at.Variable()] = true
		drawn = drawn && rewrite.Follows(call.Oracle, f.PC, term.Le(call.Slots[call.Counter], least))
		sub := term.Substitution{unknown: term.Sub(at, term.Sub(least, unknown.Term()))}
		next := *f
		next.Slots = make([]*term.Term, len(f.Slots))
		for i, t := range f.Slots {
			next.Slots[i] = sub.Apply(t)
		}
		out[j] = &next
	}
	if known[at.Variable()] {
		m.vars = append(m.vars, at.Variable())
		if drawn {
			m.above = term.Le(call.Slots[call.Counter], at)
		}
	}
	return out
}

// goneIn are the keys of entries, by slot, that are there no more at any end: of memory that the procedure
// gives back.
func goneIn(call Call, finals []*rewrite.State) map[int][]*term.Term {
	out := map[int][]*term.Term{}
	call.each(finals, func(slot int, e term.Entry) {
		stays := func(f *rewrite.State) bool {
			_, found := f.Slots[slot].Get(e.Key)
			return found == term.Present
		}
		if call.mayEnd(e.Key) && !slices.ContainsFunc(finals, stays) {
			out[slot] = append(out[slot], e.Key)
		}
	})
	return out
}

// ledTo finds the entries of parameters that a modifies clause lists that lead to what was
// made, or to what another one led to, to the same at all ends.
func (m *Allocation) ledTo(call Call, finals []*rewrite.State, known map[*term.Variable]bool) {
	for i, before := range call.Slots {
		if before.Kind() != term.KMap || isSame(finals, i, before) {
			continue
		}
		entries, _ := before.Entries()
		for _, e := range entries {
			to := term.Substitution{}
			var with *term.Term
			for j, f := range finals {
				after, found := f.Slots[i].Get(e.Key)
				if found != term.Present {
					to, with = nil, e.Value
					break
				}
				after = settled(after, f.PC, known)
				next := term.Substitution{}
				pattern.Differences(e.Value, after, func(v *term.Variable) {
					if at := pattern.PartAt(e.Value, after, v); call.Holds(v) && call.Listed(e.Key, v) && (m.isKey(at) || call.isPlace(at)) {
						next[v] = at
					}
				})
				grafted := m.grafted(call, e.Key, e.Value, after)
				switch same := j == 0 || maps.EqualFunc(to, next, term.Equal) && term.Equal(with, grafted); {
				case same:
					to, with = next, grafted
				case !call.anywhere(e.Value) || len(to)+len(next) > 0:
					return
				case !m.isOwn(with): // it leads anywhere
					with = term.Fresh(e.Value.Variable().BaseName(), e.Value.Sort())
					m.vars = append(m.vars, with.Variable())
				}
			}
			if len(to) > 0 || with != e.Value {
				m.led = append(m.led, led{i, e.Key, to, e.Value, with})
			}
		}
	}
}

// grafted is a value on entry where what leads nowhere, or anywhere, and to something that was made or was there in the end,
// leads there, and what leads nowhere in the end leads nowhere.
func (m *Allocation) grafted(call Call, key, before, after *term.Term) *term.Term {
	switch {
	case before == after:
	case isConstant(after) && call.isListed(key, before):
		return after
	case call.Listed(key, nil) && (call.anywhere(before) && after.IsGround() || isConstant(before) && call.knows(after) || (isConstant(before) || call.anywhere(before)) && m.leadsThere(call, after)):
		return after
	case before.Kind() == term.KApp && after.Kind() == term.KApp && before.Symbol() == after.Symbol():
		args, changes := slices.Clone(before.Args()), false
		for i, a := range args {
			args[i] = m.grafted(call, key, a, after.Arg(i))
			changes = changes || args[i] != a
		}
		if changes {
			return term.AppAt(before.Symbol(), before.Pos(), args)
		}
	default:
		return m.graftedEntries(call, key, before, after)
	}
	return before
}

func isConstant(t *term.Term) bool { return t.Kind() == term.KApp && len(t.Args()) == 0 }

// leadsThere reports whether a value has nothing in it but places of what was made or was there.
func (m *Allocation) leadsThere(call Call, value *term.Term) bool {
	if m.isKey(value) || call.isPlace(value) {
		return true
	}
	places := 0
	for _, a := range value.Args() {
		switch {
		case m.leadsThere(call, a):
			places++
		case !call.knows(a):
			return false
		}
	}
	return places > 0
}

// graftedEntries is grafted of maps with the same keys, such as the parts of objects.
func (m *Allocation) graftedEntries(call Call, key, before, after *term.Term) *term.Term {
	entries := entriesOf(before)
	if !sameKeys(entries, entriesOf(after)) {
		return before
	}
	out := before
	for _, e := range entries {
		now, _ := after.Get(e.Key)
		if v := m.grafted(call, key, e.Value, now); v != e.Value {
			out = out.Put(e.Key, v)
		}
	}
	return out
}

// onto puts into a value what another one has where it differs from a third.
func onto(value, of, with *term.Term) *term.Term {
	switch {
	case of == with:
		return value
	case with.Kind() == term.KApp && of.Kind() == term.KApp && value.Kind() == term.KApp && of.Symbol() == with.Symbol() && of.Symbol() == value.Symbol():
		args := slices.Clone(value.Args())
		for i := range args {
			args[i] = onto(args[i], of.Arg(i), with.Arg(i))
		}
		return term.AppAt(value.Symbol(), value.Pos(), args)
	case len(entriesOf(with)) > 0 && sameKeys(entriesOf(of), entriesOf(with)):
		for _, e := range entriesOf(of) {
			now, _ := with.Get(e.Key)
			old, _ := value.Get(e.Key)
			value = value.Put(e.Key, onto(old, e.Value, now))
		}
		return value
	}
	return with
}

// isOwn reports whether a term is one of the variables of what was made.
func (m *Allocation) isOwn(t *term.Term) bool {
	return t.IsVar() && slices.Contains(m.vars, t.Variable())
}

// isKey reports whether a term is the place of something that was made.
func (m *Allocation) isKey(t *term.Term) bool {
	for _, entries := range m.entries {
		if t != nil && slices.ContainsFunc(entries, func(e term.Entry) bool { return term.Equal(e.Key, t) }) {
			return true
		}
	}
	return false
}

// Leads reports whether something that was there before leads elsewhere, or is gone.
func (m *Allocation) Leads() bool { return m != nil && len(m.led)+len(m.gone) > 0 }

// result keeps of the result what is the same at all ends, if it leads to something
// that was there on entry: a pointer into an array parameter, say.
func (m *Allocation) result(call Call, finals []*rewrite.State, known map[*term.Variable]bool) {
	var tops []*term.Term
	same := true
	for _, f := range finals {
		top := f.Slots[call.K].Head()
		same = same && term.Equal(top, m.Top)
		if m.nowhere == nil || !term.Equal(top, m.nowhere) {
			tops = append(tops, top)
		}
	}
	if same && len(m.entries) > 0 {
		return
	}
	if len(tops) == 0 { // it leads nowhere at all ends
		m.Top, m.nowhere = m.nowhere, nil
		return
	}
	n := len(m.vars)
	top := m.common(tops, known)
	if slices.ContainsFunc(term.Vars(top), call.Holds) {
		m.Top = top
	} else {
		m.Top, m.vars, m.nowhere = nil, m.vars[:n], nil
	}
}

// nowhereOf is the result at some ends that is a constant where others are made of something, or any is as far as the
// language says, as a null pointer is; nil: there is none, or several.
func nowhereOf(call Call, finals []*rewrite.State) *term.Term {
	var nowhere *term.Term
	leads := call.Returned != nil && call.Returned.Place != nil && call.Returned.Scalar == nil && !call.Returned.Place.IsGround()
	for _, f := range finals {
		switch top := f.Slots[call.K].Head(); {
		case top.Kind() != term.KApp || top.Symbol().Class != term.Constructor:
			return nil
		case len(top.Args()) > 0:
			leads = true
		case nowhere != nil && !term.Equal(nowhere, top):
			return nil
		default:
			nowhere = top
		}
	}
	if !leads {
		return nil
	}
	return nowhere
}

// Cases are what the result is, where it leads nowhere at some ends; nil: it leads to the same object at all, as far as it
// is known.
func (m *Allocation) Cases(lattice *term.Lattice) *prover.Cases {
	if m == nil || m.nowhere == nil || m.Top == nil || !lattice.Leq(m.Top.Sort(), m.nowhere.Sort()) {
		return nil
	}
	m.cases = nil
	out := &prover.Cases{Of: term.Fresh("result", m.nowhere.Sort()).Variable(), Are: []*term.Term{m.nowhere, m.Top}}
	if m.there == nil {
		return out
	}
	none, some := term.Substitution{}, term.Substitution{}
	for i, entries := range m.entries {
		v := term.Fresh("made", term.SortMap).Variable()
		none[v], m.there[i] = term.EmptyMap, v
		made := term.EmptyMap
		for _, e := range entries {
			made = made.Put(e.Key, e.Value)
		}
		some[v] = made
	}
	out.With, m.cases = []term.Substitution{none, some}, out
	return out
}

// Behind is what was made in the right side of a contract, with a variable for it where it is not there in all cases.
func (m *Allocation) Behind(right *rewrite.State) *rewrite.State {
	if m == nil || m.there == nil {
		return m.In(right)
	}
	rest := *m
	rest.entries = nil
	next := *rest.In(right)
	for i, v := range m.there {
		next.Slots[i] = term.Apply(term.MapConcat, next.Slots[i], v.Term())
	}
	return &next
}

// common is what the values at all ends have in common: data that is the same
// and depends on what is known at the start stays, other data is arbitrary.
func (m *Allocation) common(values []*term.Term, known map[*term.Variable]bool) *term.Term {
	first, same := values[0], true
	shaped := first.Kind() == term.KApp && first.Symbol().Class == term.Constructor
	for _, v := range values[1:] {
		same = same && term.Equal(v, first)
		shaped = shaped && v.Kind() == term.KApp && v.Symbol() == first.Symbol()
	}
	for _, v := range term.Vars(first) {
		same = same && known[v]
	}
	switch {
	case same:
		return first
	case shaped:
		args := make([]*term.Term, len(first.Args()))
		for i := range args {
			var column []*term.Term
			for _, v := range values {
				column = append(column, v.Arg(i))
			}
			args[i] = m.common(column, known)
		}
		return term.AppAt(first.Symbol(), first.Pos(), args)
	case !slices.ContainsFunc(values, func(v *term.Term) bool { return !sameKeys(entriesOf(first), entriesOf(v)) }) && len(entriesOf(first)) > 0:
		out := term.EmptyMap
		for _, e := range entriesOf(first) { // the fields of structs
			var column []*term.Term
			for _, v := range values {
				at, _ := v.Get(e.Key)
				column = append(column, at)
			}
			out = out.Put(e.Key, m.common(column, known))
		}
		return out
	}
	name := "made"
	if first.IsVar() {
		name = first.Variable().BaseName()
	}
	v := term.Fresh(name, first.Sort())
	m.vars = append(m.vars, v.Variable())
	return v
}

// newEntries are the entries of a map that another one does not have.
func newEntries(before, after *term.Term) []term.Entry {
	if after == before || after.Kind() != term.KMap {
		return nil
	}
	var out []term.Entry
	entries, _ := after.Entries()
	for _, e := range entries {
		if before.Kind() == term.KMap {
			if _, found := before.Get(e.Key); found == term.Present {
				continue
			}
		}
		out = append(out, e)
	}
	return out
}

// entriesOf are the entries of a map of which all are known; of anything else there are none.
func entriesOf(t *term.Term) []term.Entry {
	if t.Kind() != term.KMap || t.Sort() != term.SortMap {
		return nil
	}
	entries, opaque := t.Entries()
	if len(opaque) > 0 {
		return nil
	}
	return entries
}

func sameKeys(a, b []term.Entry) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !term.Equal(a[i].Key, b[i].Key) {
			return false
		}
	}
	return true
}

// In adds what was made to a state.
func (m *Allocation) In(st *rewrite.State) *rewrite.State {
	if m == nil {
		return st
	}
	next := *st
	next.Slots = slices.Clone(st.Slots)
	for _, l := range m.led {
		if v, found := next.Slots[l.slot].Get(l.key); found == term.Present {
			next.Slots[l.slot] = next.Slots[l.slot].Put(l.key, onto(l.to.Apply(v), l.of, l.with))
		}
	}
	for i, keys := range m.gone {
		for _, key := range keys {
			next.Slots[i] = next.Slots[i].Rest(key)
		}
	}
	for i, entries := range m.entries {
		for _, e := range entries {
			if next.Slots[i].Kind() == term.KMap {
				next.Slots[i] = next.Slots[i].Put(e.Key, e.Value)
			} else {
				next.Slots[i] = term.Apply(term.MapConcat, term.EmptyMap.Put(e.Key, e.Value), next.Slots[i])
			}
		}
	}
	return &next
}

// Variables are those of the values of what was made.
func (m *Allocation) Variables() []*term.Variable {
	if m == nil {
		return nil
	}
	return m.vars
}

// Below are the conditions that the keys of what was made are below the fresh counter.
func (m *Allocation) Below(right *rewrite.State, counter int) []*term.Term {
	if m == nil || counter < 0 {
		return nil
	}
	var out []*term.Term
	for i, entries := range m.entries {
		for _, e := range entries {
			if e.Key.Sort() == term.SortInt {
				out = append(out, m.where(term.Lt(e.Key, right.Slots[counter])))
			}
			if slices.ContainsFunc(m.vars, func(v *term.Variable) bool { return term.Occurs(v, e.Key) }) {
				others := right.Slots[i]
				if v := m.there[i]; v != nil {
					others = term.Substitution{v: term.EmptyMap}.Apply(others)
				}
				out = append(out, m.where(term.Not(term.InKeys(e.Key, others.Rest(e.Key)))))
			}
		}
	}
	return out
}

// Above is the condition that what was made is at no place on entry, as far as that is known where it is not plain.
func (m *Allocation) Above() []*term.Term {
	if m == nil || m.above == nil {
		return nil
	}
	return []*term.Term{m.where(m.above)}
}

// where is a formula where what was made is there.
func (m *Allocation) where(f *term.Term) *term.Term {
	if m.there == nil || m.cases == nil {
		return f
	}
	return term.Implies(term.Not(term.Eq(m.cases.Of.Term(), m.nowhere)), f)
}
