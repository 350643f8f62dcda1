package compile

import (
	"sync"

	"rlv/semantics/term"
)

// Entry is a rule of a definition, with what decides whether it is tried: a rewrite rule, or an equation
// of which only the outline is known beside ([Equations.Entries]). A rule of a
// definition that was stored is read when it is first asked for.
type Entry struct {
	Top
	Index    int // in Definition.Entries
	Priority int
	Outline  Outline // of the first item of the computation, or of a function's arguments

	once sync.Once
	read func(part []byte) *Rule // nil: the rule is there
	part []byte
	rule *Rule
}

// Rule returns the rule.
func (e *Entry) Rule() *Rule {
	e.once.Do(func() {
		if e.read != nil {
			e.rule = e.read(e.part)
			e.rule.Index = e.Index
			e.read, e.part = nil, nil
		}
	})
	return e.rule
}

// Rules returns all rewrite rules, in the order of their entries.
func (d *Definition) Rules() []*Rule { return rulesOf(d.Entries) }

func rulesOf(entries []Entry) []*Rule {
	rules := make([]*Rule, len(entries))
	for i := range entries {
		rules[i] = entries[i].Rule()
	}
	return rules
}

// enter makes the entries of rules.
func (d *Definition) enter(rules []*Rule) {
	d.Entries = make([]Entry, len(rules))
	for i, r := range rules {
		r.Index = i
		e := &d.Entries[i]
		e.Index, e.Priority, e.rule, e.Top = i, r.Priority, r, d.topOf(r)
	}
}

// topOf returns what the computation in a rule's left side begins with.
func (d *Definition) topOf(r *Rule) Top {
	k := ContentOf(r.Left, d.Layout.K)
	if k == nil {
		return Top{}
	}
	top := TopOf(k)
	if top.Next != nil && top.Sort != term.SortK {
		top.Tested = d.testedIn(r, k.Head())
	}
	return top
}

// ContentOf returns what a side of a rule has for a slot; nil: nothing.
func ContentOf(side []Slot, slot int) *term.Term {
	for _, s := range side {
		if s.Index == slot {
			return s.Term
		}
	}
	return nil
}

// testedIn is a sort for which a rule tests a variable, NoSort if there is none. Tests that
// rules of the definition are about count for nothing.
func (d *Definition) testedIn(r *Rule, v *term.Term) term.Sort {
	for _, c := range r.Requires {
		sort := d.symbols.tested[c.Symbol()]
		if sort != term.NoSort && c.Arg(0) == v && !d.symbols.extended[sort] {
			return sort
		}
	}
	return term.NoSort
}

// Top is what the pattern of a computation begins with: a constructor, or a variable
// of a sort and a constructor behind it; the zero Top is another beginning.
type Top struct {
	First  *term.Symbol
	Next   *term.Symbol
	Sort   term.Sort // of the variable before Next
	Tested term.Sort // for which a condition tests that variable, NoSort if there is none
}

// TopOf returns what a pattern of a computation begins with.
func TopOf(k *term.Term) Top {
	if sym := HeadSymbol(k.Head()); sym != nil {
		return Top{First: sym}
	}
	if sym := HeadSymbol(k.Tail().Head()); sym != nil && k.Head().IsVar() {
		return Top{Next: sym, Sort: k.Head().Sort()}
	}
	return Top{}
}

// HeadSymbol is the constructor on top of an item, nil if there is none.
func HeadSymbol(t *term.Term) *term.Symbol {
	if t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && t != term.DotK {
		return t.Symbol()
	}
	return nil
}
