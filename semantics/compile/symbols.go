package compile

import (
	"slices"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// symbols are the sorts and symbols of a definition. Productions of one
// overload component share a symbol.
type symbols struct {
	sig          *kdef.Signature
	lattice      *term.Lattice
	sortOf       []term.Sort    // by kdef.SortID
	byProduction []*term.Symbol // by Production.Index; nil: a subsort, bracket or token
	productions  map[*term.Symbol][]*kdef.Production
	names        map[string]bool
	predicates   map[term.Sort]*term.Symbol
	tested       map[*term.Symbol]term.Sort // the inverse of predicates
	extended     map[term.Sort]bool         // sorts whose tests have rules of their own
	downcasts    map[term.Sort]*term.Symbol
	fresh        map[term.Sort]*term.Symbol
	defined      map[*term.Symbol]*term.Symbol // by function: that it has a value
}

// newSymbols makes the lattice and the symbols of a signature.
func newSymbols(sig *kdef.Signature, found *source.List) *symbols {
	s := &symbols{
		sig: sig, lattice: newLattice(sig), names: make(map[string]bool, len(sig.Productions)+256),
		productions: map[*term.Symbol][]*kdef.Production{},
		predicates:  map[term.Sort]*term.Symbol{}, tested: map[*term.Symbol]term.Sort{}, extended: map[term.Sort]bool{},
		downcasts: map[term.Sort]*term.Symbol{}, fresh: map[term.Sort]*term.Symbol{},
		defined: map[*term.Symbol]*term.Symbol{},
	}
	s.sortOf = sortTable(sig, s.lattice)
	s.checkSortHooks(found)
	s.addProductions(sig.Productions, found)
	return s
}

// newLattice copies the order of sorts.
func newLattice(sig *kdef.Signature) *term.Lattice {
	l := term.NewLattice()
	sorts := sig.Sorts()
	for _, s := range sorts {
		l.Add(s.Name)
	}
	for _, s := range sorts {
		a, _ := l.Lookup(s.Name)
		for _, up := range sig.Supersorts(s.ID) {
			l.SetLeq(a, l.Add(sig.Sort(up).Name))
		}
	}
	return l
}

// sortTable maps the numbers of sorts in the outer syntax to those of terms.
func sortTable(sig *kdef.Signature, l *term.Lattice) []term.Sort {
	table := make([]term.Sort, len(sig.Definition.Sorts))
	for i, s := range sig.Definition.Sorts {
		if t, ok := l.Lookup(s.Name); ok {
			table[i] = t
		} else {
			table[i] = term.SortK
		}
	}
	return table
}

// addProductions makes the symbols of productions that have none yet.
func (s *symbols) addProductions(prods []*kdef.Production, found *source.List) {
	if n := len(s.sig.Definition.Productions); len(s.byProduction) < n {
		s.byProduction = append(s.byProduction, make([]*term.Symbol, n-len(s.byProduction))...)
	}
	groups := map[string][]*kdef.Production{}
	for _, p := range prods {
		s.checkBinder(p, found)
		switch {
		case s.byProduction[p.Index] != nil || p.Subsort || p.IsBracket() || p.IsToken() || p.SortTest || isRegex(p):
		case p.Hook() != "":
			s.set(p, s.hooked(p, found))
		case p.Group != "" && !p.IsFunction():
			groups[p.Group] = append(groups[p.Group], p)
		default:
			s.set(p, s.declared(p))
		}
	}
	for _, p := range prods {
		if group := groups[p.Group]; group != nil && !p.IsFunction() && s.byProduction[p.Index] == nil {
			s.overloaded(component(s.sig, p, group))
		}
	}
}

func isRegex(p *kdef.Production) bool {
	return len(p.Items) == 1 && p.Items[0].Kind == kdef.Regex
}

func (s *symbols) set(p *kdef.Production, sym *term.Symbol) {
	if sym == nil {
		return
	}
	s.byProduction[p.Index] = sym
	s.productions[sym] = append(s.productions[sym], p)
}

// declared returns a new symbol for a production of its own.
func (s *symbols) declared(p *kdef.Production) *term.Symbol {
	sym := term.Symbol{
		Name: s.unique(p.Name), Args: s.sorts(p.Params), Result: s.sortOf[p.Result],
		Format: formatOf(p), Total: p.IsTotal(),
	}
	if p.IsFunction() {
		sym.Class = term.Function
	}
	sym.Assigns = p.Attrs.Has("assigns")
	sym.BothBits = p.Attrs.Has("both-bits") && p.IsFunction()
	sym.SMTHook, _ = p.Attrs.Get("smt-hook")
	sym.SMTLib, _ = p.Attrs.Get("smtlib")
	return term.NewSymbol(sym)
}

// unique makes a name one of its own.
func (s *symbols) unique(name string) string {
	for s.names[name] || term.Builtin(name) != nil {
		name += "'"
	}
	s.names[name] = true
	return name
}

func (s *symbols) sorts(ids []kdef.SortID) []term.Sort {
	out := make([]term.Sort, len(ids))
	for i, id := range ids {
		out[i] = s.sortOf[id]
	}
	return out
}

// formatOf is how a production is written: its items in order.
func formatOf(p *kdef.Production) []term.FormatItem {
	format := make([]term.FormatItem, 0, len(p.Items))
	arg := 0
	for _, it := range p.Items {
		if it.Kind == kdef.NonTerminal {
			format = append(format, term.FormatItem{Arg: arg})
			arg++
			continue
		}
		if it.Text != "" {
			format = append(format, term.FormatItem{Text: it.Text})
		}
	}
	return format
}

// component returns the productions of a group that p is connected with by the
// order of overloads, least first.
func component(sig *kdef.Signature, p *kdef.Production, group []*kdef.Production) []*kdef.Production {
	in := []*kdef.Production{p}
	for i := 0; i < len(in); i++ {
		for _, q := range group {
			if !slices.Contains(in, q) && (sig.OverloadLess(in[i], q) || sig.OverloadLess(q, in[i])) {
				in = append(in, q)
			}
		}
	}
	slices.SortFunc(in, func(a, b *kdef.Production) int { return a.Index - b.Index })
	var out []*kdef.Production
	for len(in) > 0 {
		least := slices.IndexFunc(in, func(q *kdef.Production) bool {
			return !slices.ContainsFunc(in, func(r *kdef.Production) bool { return sig.OverloadLess(r, q) })
		})
		least = max(least, 0)
		out = append(out, in[least])
		in = slices.Delete(in, least, least+1)
	}
	return out
}

// overloaded makes the symbol that the productions, least first, share.
func (s *symbols) overloaded(prods []*kdef.Production) {
	last := prods[len(prods)-1]
	sym := s.declared(last)
	if len(prods) > 1 {
		sym.Lattice = s.lattice
		for _, p := range prods {
			sym.Variants = append(sym.Variants, term.Variant{Args: s.sorts(p.Params), Result: s.sortOf[p.Result]})
		}
		if len(last.Params) == 0 {
			sym.Format = formatOf(prods[0])
			sym.Result = s.sortOf[prods[0].Result]
			sym.Variants = nil
		}
	}
	for _, p := range prods {
		s.set(p, sym)
	}
}

// sort returns the sort called name; K if it is unknown or empty.
func (s *symbols) sort(name string) term.Sort {
	if t, ok := s.lattice.Lookup(name); ok {
		return t
	}
	return term.SortK
}

// Symbol returns the symbol that a production's nodes become, nil for
// subsorts, brackets and tokens.
func (d *Definition) Symbol(p *kdef.Production) *term.Symbol {
	if p.Index >= len(d.symbols.byProduction) {
		return nil
	}
	return d.symbols.byProduction[p.Index]
}

// Productions returns the productions of a symbol: several if it is
// overloaded, none if it is generated (cells, freezers, sort tests).
func (d *Definition) Productions(sym *term.Symbol) []*kdef.Production {
	return d.symbols.productions[sym]
}
