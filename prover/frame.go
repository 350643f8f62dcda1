package prover

import (
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// ending is a state in which the code of a goal that is made of annotations has ended.
type ending struct {
	*session
	*branch
}

// outsideFrame makes a failure one of what must stay as it is: in words, with the names of
// what does not, as far as there are some.
func (s ending) outsideFrame(f *Failure) *Failure {
	f.Message = s.goal.Frame
	if f.Message == "" {
		f.Message = "at the end there is something else than what is known to change: all else must keep its value"
	}
	names := Changed(s.p.engine, s.goal.Goal, s.branch.state, f.Model, nil)
	if len(names) == 0 {
		what, left := s.elsewhere()
		if left != nil {
			what, f.Left, f.Led = s.madeAt(left, f.Model)
		}
		names = []string{what}
	}
	f.Message += ": " + strings.Join(names, ", ")
	f.Conjunct, f.Formula = s.goal.listed(), nil
	return f
}

// elsewhere says in words what else there is where all names have the values that they are to have; if all is that a
// map has more than on the right side, it returns that instead.
func (s ending) elsewhere() (what string, left *compile.Slot) {
	more, less := 0, 0
	for _, slot := range s.goal.Claim.Right {
		right, end := slot.Term, s.branch.state.Slots[slot.Index]
		isOpen := func(v *term.Variable) bool {
			return v.Sort == term.SortMap && slices.Contains(s.goal.Claim.Existentials, v)
		}
		if right.Sort() != term.SortMap || slices.ContainsFunc(term.Vars(right), isOpen) {
			continue
		}
		there, now := entries(right), entries(end)
		if now-there > more {
			more, left = now-there, &slot
		}
		less = max(less, there-now)
	}
	switch {
	case more > 0 && less == 0:
		return "", left
	case less > 0 && more == 0:
		return "something that was there is gone: it is deleted", nil
	}
	return "objects are made, deleted or left behind, or pointers lead elsewhere", nil
}

// madeAt says in words what is in a map and not on the right side, the last of it, with the place of the code that
// made it; zero: it is not known.
func (s ending) madeAt(right *compile.Slot, model term.Substitution) (what string, place source.Span, led bool) {
	what = "something that was made is left behind: it is not deleted, and nothing that is listed leads to it"
	in := func(t, key *term.Term) bool {
		_, there := t.Get(key)
		return there == term.Present
	}
	left := s.branch.state.Slots[right.Index].EntriesWhere(func(key, _ *term.Term) bool {
		return !in(right.Term, key) && !in(s.goal.start.Slots[right.Index], key)
	})
	if len(left) == 0 {
		return what, place, false
	}
	key := left[len(left)-1].Key
	if led = s.isLed(key); led {
		what = "something that was made is there, and is led to by what may have been there before: what leads to it at the end cannot be said here"
	}
	s.path.back(model, func(p *path) bool {
		if at := s.goal.Program.Locate(p.pos); !at.IsZero() {
			place = at
		}
		return in(p.state.Slots[right.Index], key)
	})
	return what, place, led
}

// isLed reports whether a place in memory occurs in what is in another one.
func (s ending) isLed(place *term.Term) bool {
	mentions := func(t *term.Term) bool {
		return term.Some(t, func(u *term.Term) bool { return term.Equal(u, place) })
	}
	for _, t := range s.branch.state.Slots {
		if t.Kind() != term.KMap {
			continue
		}
		if led := t.EntriesWhere(func(key, value *term.Term) bool { return !term.Equal(key, place) && mentions(value) }); len(led) > 0 {
			return true
		}
	}
	return false
}

// entries is how many a map has that are known.
func entries(t *term.Term) int {
	if t.Kind() != term.KMap {
		return 0
	}
	es, _ := t.Entries()
	return len(es)
}

// otherResult describes a state in which a procedure has ended, before code of which nothing
// is known, with a result that is not of the form that the right side has; nil: it has not.
func (s ending) otherResult() *Failure {
	k := s.p.space.K
	if !s.goal.Found || k < 0 || !s.branch.state.Slots[k].Tail().IsVar() || !s.p.engine.Definition.IsResult(s.branch.state.Slots[k].Head()) {
		return nil
	}
	result := s.branch.state.Slots[k].Head()
	for _, slot := range s.goal.Claim.Right {
		if top := slot.Term.Head(); slot.Index == k && top.IsVar() && s.goal.Cases == nil && s.p.engine.Definition.Lattice.Leq(result.Sort(), top.Sort()) { // it is as the contract takes it
			return s.outsideFrame(&Failure{Status: Failed, Reason: ReasonForm})
		}
	}
	return &Failure{Status: Failed, Reason: ReasonForm,
		Message: "what is returned is not as the contract takes it: some part of it has no value, or it leads to something that is not known"}
}

// listed is what the goal's annotation lists, as a condition; nil: there is none.
func (g *Goal) listed() *Conjunct {
	if g.Listed.IsZero() {
		return nil
	}
	return &Conjunct{Formula: term.True, Span: g.Listed, Text: "more changes than what is listed here", Found: true}
}

// Changed returns the names that a person would use for what is not as the right side of a goal has
// it in a state where its code has ended, under a model, as far as the right side leaves nothing open. If
// the state is one of a run, that is one on the values.
func Changed(e *rewrite.Engine, g *Goal, end *rewrite.State, model, values term.Substitution) []string {
	right := slices.Clone(end.Slots)
	for _, slot := range g.Claim.Right {
		right[slot.Index] = values.Apply(slot.Term)
	}
	open := map[*term.Variable]bool{}
	for _, v := range g.Claim.Existentials {
		open[v] = true
	}
	wanted := g.Program.Observe(&rewrite.State{Slots: right}, values)
	var out []string
	for _, o := range g.Program.Observe(end, values) {
		i := slices.IndexFunc(wanted, func(w Observation) bool { return w.Name == o.Name })
		if i < 0 || slices.ContainsFunc(term.Vars(wanted[i].Value), func(v *term.Variable) bool { return open[v] }) {
			continue
		}
		if !term.Equal(o.Under(model).Value, wanted[i].Under(model).Value) {
			out = append(out, o.Name)
		}
	}
	for i, cell := range e.Definition.Layout.Slots {
		name, wanted := streams[cell.Stream], right[i]
		if name != "" && !(wanted.IsVar() && open[wanted.Variable()]) && !term.Equal(wanted, end.Slots[i]) {
			out = append(out, name)
		}
	}
	return out
}

// streams are the lists of what is read and written, in words.
var streams = map[string]string{"stdin": "the input", "stdout": "the output"}
