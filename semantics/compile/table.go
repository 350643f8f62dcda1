package compile

import (
	"slices"
	"sync"

	"rlv/semantics/term"
)

// Table has rules by the symbol on top of their left sides.
type Table map[*term.Symbol]*Equations

// Equations are the rules about one symbol, in order of priority. Those of a definition that
// was stored are read when they are first asked for.
type Equations struct {
	once    sync.Once
	stored  func() []Entry // nil: the rules are there
	entries []Entry
	all     sync.Once
	rules   []*Rule
}

// Entries returns the rules as entries, of which only the outline is known and the rule.
func (e *Equations) Entries() []Entry {
	if e == nil {
		return nil
	}
	e.once.Do(func() {
		if e.stored != nil {
			e.entries = e.stored()
			return
		}
		e.entries = make([]Entry, len(e.rules))
		for i, r := range e.rules {
			e.entries[i].rule = r
		}
	})
	return e.entries
}

// Rules returns the rules; those of nil are none.
func (e *Equations) Rules() []*Rule {
	if e == nil {
		return nil
	}
	e.all.Do(func() {
		if e.stored != nil {
			e.rules = rulesOf(e.Entries())
		}
	})
	return e.rules
}

// Of returns the rules about a symbol.
func (t Table) Of(sym *term.Symbol) []*Rule { return t[sym].Rules() }

// add files a rule behind those that are there.
func (t Table) add(r *Rule) {
	if t[r.Symbol] == nil {
		t[r.Symbol] = &Equations{}
	}
	t[r.Symbol].rules = append(t[r.Symbol].rules, r)
}

// markRecursive notes which functions may call themselves, by way of others too.
func (t Table) markRecursive() {
	calls := map[*term.Symbol][]*term.Symbol{}
	for sym, equations := range t {
		seen := map[*term.Symbol]bool{}
		for _, r := range equations.Rules() {
			for _, x := range slices.Concat([]*term.Term{r.RightTerm}, r.Requires) {
				term.Walk(x, func(x *term.Term) bool {
					if callee := x.Symbol(); callee != nil && t[callee] != nil && !seen[callee] {
						seen[callee] = true
						calls[sym] = append(calls[sym], callee)
					}
					return true
				})
			}
		}
	}
	for sym := range t {
		reached := map[*term.Symbol]bool{}
		next := slices.Clone(calls[sym])
		for len(next) > 0 && !reached[sym] {
			callee := next[len(next)-1]
			next = next[:len(next)-1]
			if !reached[callee] {
				reached[callee] = true
				next = append(next, calls[callee]...)
			}
		}
		sym.Recursive = reached[sym]
	}
}
