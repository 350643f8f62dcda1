package compile

import (
	"slices"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Verifying is set by the TestMain of a package whose tests compile definitions:
// each definition is then checked when it is made, and none is kept in the user's
// cache, where every test, an executable of its own, would leave one that nobody
// reads again.
var Verifying bool

// verify checks what package rewrite relies on: slots exist, left sides bind
// each variable once (keys of collections apart), and nothing on a right side or
// in a condition is unbound.
func (d *Definition) verify() []*source.Diagnostic {
	var found []*source.Diagnostic
	for _, r := range d.Rules() {
		bound := map[*term.Variable]bool{}
		for _, s := range slices.Concat(r.Left, r.Right) {
			if s.Index < 0 || s.Index >= len(d.Layout.Slots) {
				found = append(found, source.Errorf(r.Span, "invariant", "rule %s writes slot %d, which does not exist", r.Label, s.Index))
			}
		}
		for _, s := range r.Left {
			if v := bindOnce(s.Term, bound); v != nil {
				found = append(found, source.Errorf(r.Span, "invariant", "rule %s binds %s twice", r.Label, v.Name))
			}
		}
		for _, s := range r.Left { // keys
			for _, v := range term.Vars(s.Term) {
				bound[v] = true
			}
		}
		for _, v := range r.Existentials {
			bound[v] = true
		}
		var used []*term.Term
		for _, s := range r.Right {
			used = append(used, s.Term)
		}
		used = slices.Concat(used, r.Requires, r.Ensures, r.conditionsOfValues())
		for _, v := range term.Vars(used...) {
			if !bound[v] {
				found = append(found, source.Errorf(r.Span, "invariant", "rule %s uses %s, which nothing binds", r.Label, v.Name))
			}
		}
	}
	return found
}

// bindOnce binds the variables of a pattern and returns one that was bound
// before, if any. Keys of maps and sets are looked up, not bound.
func bindOnce(t *term.Term, bound map[*term.Variable]bool) *term.Variable {
	var twice *term.Variable
	visit := func(c *term.Term) {
		if v := bindOnce(c, bound); v != nil {
			twice = v
		}
	}
	switch {
	case t.IsVar():
		if bound[t.Variable()] {
			return t.Variable()
		}
		bound[t.Variable()] = true
	case t.Kind() == term.KMap || t.Kind() == term.KSet:
		entries, opaque := t.Entries()
		for _, e := range entries {
			if e.Value != nil {
				visit(e.Value)
			}
		}
		for _, o := range opaque {
			visit(o)
		}
	default:
		term.Children(t, visit)
	}
	return twice
}
