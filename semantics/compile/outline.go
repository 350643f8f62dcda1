package compile

import (
	"rlv/semantics/stored"
	"rlv/semantics/term"
)

// Outline has the constructors of patterns in a rule's left side, in preorder: what shows, as a
// rule, that the rule does not match, without reading it. It is known of rules of a definition
// that was stored; the zero Outline, of others, says nothing.
//
// An example: that of the arguments of f(g(X), 0, h(.K)) is g, nil, nil, h, nil.
type Outline struct {
	form    stored.Reader
	symbols []*term.Symbol
}

// Known reports whether the outline says anything.
func (o *Outline) Known() bool { return o.symbols != nil }

// Next returns the constructor on top of the next pattern, nil where anything may be. The patterns
// of its arguments follow.
func (o *Outline) Next() *term.Symbol {
	if n := o.form.Below(len(o.symbols) + 1); n > 0 {
		return o.symbols[n-1]
	}
	return nil
}

// outlined reports whether a pattern's constructor is in an outline. Patterns without variables
// are compared as a whole.
func outlined(pattern *term.Term) bool {
	return pattern.Kind() == term.KApp && !pattern.IsGround() && pattern.Symbol().Class == term.Constructor
}

// outline writes the outline of patterns.
func (e *encoder) outline(patterns ...*term.Term) {
	for _, p := range patterns {
		if !outlined(p) {
			e.Number(0)
			continue
		}
		e.Number(e.number(p.Symbol()) + 1)
		e.outline(p.Args()...)
	}
}
