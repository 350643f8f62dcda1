package compile

import (
	"sync"

	"rlv/semantics/term"
)

// Entry is a rewrite rule of a definition, with what decides whether it is tried. A rule of a
// definition that was stored is read when it is first asked for.
type Entry struct {
	Top
	Index    int // in Definition.Entries
	Priority int

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
func (d *Definition) Rules() []*Rule {
	rules := make([]*Rule, len(d.Entries))
	for i := range d.Entries {
		rules[i] = d.Entries[i].Rule()
	}
	return rules
}

// enter makes the entries of rules.
func (d *Definition) enter(rules []*Rule) {
	d.Entries = make([]Entry, len(rules))
	for i, r := range rules {
		r.Index = i
		e := &d.Entries[i]
		e.Index, e.Priority, e.rule = i, r.Priority, r
		for _, s := range r.Left {
			if s.Index == d.Layout.K {
				e.Top = TopOf(s.Term)
			}
		}
	}
}

// Top is what the pattern of a computation begins with: a constructor, or a variable
// of a sort and a constructor behind it; the zero Top is another beginning.
type Top struct {
	First *term.Symbol
	Next  *term.Symbol
	Sort  term.Sort // of the variable before Next
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
