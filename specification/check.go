package specification

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// check reads what was written, and reports what is not what was to be said, with the
// constructors that were read as others.
func check(w *writer, text string) (misread map[*term.Symbol]bool, err error) {
	path := w.moduleName() + ".k"
	read := func(name string) ([]byte, error) {
		if name == path {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	whole := source.Span{File: w.src.Program}
	spec, err := compile.LoadSpec(path, w.src.Definition, compile.Options{Options: kdef.Options{ReadFile: read}})
	if err != nil {
		return nil, source.Errorf(whole, "no-claim", "what was written of this file cannot be read again: %v", err)
	}
	if len(spec.Claims) != len(w.src.Goals) || len(spec.Equations) != len(w.facted) {
		return nil, source.Errorf(whole, "no-claim", "of %d goals and %d formulas %d and %d are read again", len(w.src.Goals), len(w.facted), len(spec.Claims), len(spec.Equations))
	}
	found := &source.List{}
	misread = map[*term.Symbol]bool{}
	for i, f := range w.facted {
		e := spec.Equations[i]
		if got := newComparison(w, spec, f.named).back(e.Formula); !sameFormula(f.Term, got) {
			found.Errorf(f.span, "no-claim", "the claim %s is read as %s, not as %s", e.Label, got, f.Term)
		}
	}
	for i, g := range w.src.Goals {
		c := newComparison(w, spec, w.named[g])
		c.misread = misread
		if differs := c.differs(g, spec.Claims[i]); differs != "" {
			found.Errorf(g.Span, "no-claim", "the claim %s is not read as it was written: %s", w.labels[g], differs)
		}
	}
	return misread, found.Err()
}

// opened is a formula without the quantifiers and the conditions in front, and these
// conditions.
func opened(f *term.Term) (body *term.Term, guards []*term.Term) {
	for f.Is(term.Forall) {
		f = f.Arg(1)
	}
	for f.Is(term.BoolImplies) {
		guards = term.Conjuncts(guards, f.Arg(0))
		f = f.Arg(1)
	}
	return f, guards
}

// sameFormula reports whether two formulas are equal up to the order of what is in front.
func sameFormula(f, g *term.Term) bool {
	a, before := opened(f)
	b, after := opened(g)
	return term.Equal(term.Implies(term.And(before...), a), term.Implies(term.And(after...), b))
}

// comparison turns the terms of a claim that was read into those of the goal: symbols
// into those of the same name, variables into those that were written.
type comparison struct {
	w       *writer
	symbols map[string]*term.Symbol
	words   map[string]*term.Symbol
	sorts   *term.Lattice // of the specification
	named   map[string]*term.Variable
	vars    map[*term.Variable]*term.Term
	misread map[*term.Symbol]bool
}

func newComparison(w *writer, spec *compile.Spec, named map[string]*term.Variable) *comparison {
	c := &comparison{w: w, symbols: map[string]*term.Symbol{}, words: map[string]*term.Symbol{}, sorts: spec.Definition.Lattice, named: named, vars: map[*term.Variable]*term.Term{}}
	w.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) { c.symbols[sym.Name] = sym })
	for sym, word := range w.logic {
		c.words[word] = sym
	}
	return c
}

// back is a term in the symbols and variables of the goal.
func (c *comparison) back(t *term.Term) *term.Term {
	switch t.Kind() {
	case term.KVar:
		return c.variable(t.Variable())
	case term.KToken:
		return term.Token(c.sort(t.Sort()), t.Text())
	case term.KApp:
		if t == term.DotK || t.IsSeq() {
			return term.MapChildren(t, c.back)
		}
		args := make([]*term.Term, len(t.Args()))
		for i, a := range t.Args() {
			args[i] = c.back(a)
		}
		return term.Apply(c.symbol(t.Symbol()), args...)
	}
	return term.MapChildren(t, c.back)
}

func (c *comparison) sort(s term.Sort) term.Sort {
	own, _ := c.w.Lattice.Lookup(c.sorts.Name(s))
	return own
}

func (c *comparison) symbol(sym *term.Symbol) *term.Symbol {
	if sym == term.ListInt || term.Builtin(sym.Name) == sym {
		return sym
	}
	if len(sym.Format) > 0 && c.words[sym.Format[0].Text] != nil {
		return c.words[sym.Format[0].Text]
	}
	if own := c.symbols[sym.Name]; own != nil {
		return own
	}
	if s, ok := strings.CutPrefix(sym.Name, "is"); ok {
		if own, ok := c.w.Lattice.Lookup(s); ok {
			return c.w.Predicate(own)
		}
	}
	return sym
}

// variable is the variable that was written with this name. The name of one that a
// quantifier binds was written, too.
func (c *comparison) variable(v *term.Variable) *term.Term {
	if c.vars[v] == nil {
		own := c.named[strings.TrimPrefix(v.BaseName(), "?")]
		if own == nil || own.Sort != c.sort(v.Sort) {
			own = term.Fresh(v.BaseName(), c.sort(v.Sort)).Variable()
		}
		c.vars[v] = own.Term()
	}
	return c.vars[v]
}

// differs says in what a claim that was read is not the goal; "" if it is.
func (c *comparison) differs(g *prover.Goal, r *compile.Rule) string {
	written := map[*term.Variable]bool{}
	for _, v := range c.named {
		written[v] = true
	}
	for i, s := range g.Claim.Left { // a cell that was left out
		if v := s.Term.Variable(); v != nil && !written[v] && r.Left[i].Term.IsVar() {
			c.vars[r.Left[i].Term.Variable()] = s.Term
		}
	}
	for _, x := range []struct {
		side       string
		want, read []compile.Slot
	}{{"left", g.Claim.Left, r.Left}, {"right", g.Claim.Right, r.Right}} {
		for _, s := range x.want {
			if differs := c.cell(x.side, s, x.read); differs != "" {
				return differs
			}
		}
	}
	if len(g.Claim.Left) != len(r.Left) || len(g.Claim.Right) != len(r.Right) {
		return "it has other cells"
	}
	existentials := map[*term.Variable]bool{}
	for _, v := range r.Existentials {
		existentials[c.variable(v).Variable()] = true
	}
	for _, v := range g.Claim.Existentials {
		if !existentials[v] {
			return v.BaseName() + " is no existential"
		}
	}
	if len(existentials) != len(g.Claim.Existentials) {
		return "it has other existentials"
	}
	if differs := c.formulas("requires", g.Claim.Requires, r.Requires, nil); differs != "" {
		return differs
	}
	return c.formulas("ensures", g.Claim.Ensures, r.Ensures, evident(g.Claim.Right))
}

// evident is what holds where a configuration is an instance of these slots: that the
// keys of its maps are distinct.
func evident(slots []compile.Slot) []*term.Term {
	var out []*term.Term
	for _, s := range slots {
		if s.Term.Kind() != term.KMap {
			continue
		}
		entries, parts := s.Term.Entries()
		for _, e := range entries {
			parts = append(slices.Clip(parts), term.SingletonMap(e.Key, e.Value))
		}
		for i, p := range parts {
			for _, q := range parts[:i] {
				out = term.Conjuncts(out, term.MapConcat.Defined([]*term.Term{p, q}))
				out = term.Conjuncts(out, term.MapConcat.Defined([]*term.Term{q, p}))
			}
		}
	}
	return out
}

// compare finds the constructors in a term that were read as others.
func (c *comparison) compare(want, got *term.Term) {
	switch {
	case term.Equal(want, got):
	case want.Kind() == term.KMap && got.Kind() == term.KMap:
		entries, _ := want.Entries()
		for _, e := range entries {
			if v, found := got.Get(e.Key); found == term.Present {
				c.compare(e.Value, v)
			}
		}
	case want.Kind() == term.KApp && want.Symbol() == got.Symbol() && len(want.Args()) == len(got.Args()):
		for i, a := range want.Args() {
			c.compare(a, got.Arg(i))
		}
	case want.Kind() == term.KApp:
		c.misread[want.Symbol()] = true
	}
}

// cell compares a cell of the goal with what was read of it.
func (c *comparison) cell(side string, s compile.Slot, read []compile.Slot) string {
	i := slices.IndexFunc(read, func(r compile.Slot) bool { return r.Index == s.Index })
	name := c.w.Layout.Slots[s.Index].Name
	if i < 0 {
		return fmt.Sprintf("the cell <%s> is missing on the %s", name, side)
	}
	if got := c.back(read[i].Term); !term.Equal(got, s.Term) {
		c.compare(s.Term, got)
		return fmt.Sprintf("the cell <%s> on the %s is %s, not %s", name, side, got, s.Term)
	}
	return ""
}

// formulas compares conjunctions. What is evident may be said besides.
func (c *comparison) formulas(word string, want, read, evident []*term.Term) string {
	var conjuncts, got []*term.Term
	for _, f := range want {
		conjuncts = term.Conjuncts(conjuncts, f)
	}
	for _, f := range read {
		got = term.Conjuncts(got, c.back(f))
	}
	if term.Equal(term.And(conjuncts...), term.And(got...)) {
		return ""
	}
	for _, f := range conjuncts {
		if !slices.ContainsFunc(got, func(t *term.Term) bool { return term.Equal(t, f) }) {
			return fmt.Sprintf("%s has not %s", word, f)
		}
	}
	conjuncts = slices.Concat(conjuncts, evident)
	for _, f := range got {
		if !slices.ContainsFunc(conjuncts, func(t *term.Term) bool { return term.Equal(t, f) }) {
			return fmt.Sprintf("%s has %s besides", word, f)
		}
	}
	return ""
}
