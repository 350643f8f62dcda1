package compile

import (
	"slices"

	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// EachSymbol calls f for every production that has a symbol, in the order of
// the definition.
func (d *Definition) EachSymbol(f func(*term.Symbol, *kdef.Production)) {
	for _, p := range d.symbols.sig.Productions {
		if sym := d.symbols.byProduction[p.Index]; sym != nil {
			f(sym, p)
		}
	}
}

// Constructors returns the constructors of terms of a sort and those below it.
func (d *Definition) Constructors(sort term.Sort) []*term.Symbol {
	var out []*term.Symbol
	seen := map[*term.Symbol]bool{}
	d.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) {
		variant := func(v term.Variant) bool { return d.Lattice.Leq(v.Result, sort) }
		below := d.Lattice.Leq(sym.Result, sort) || slices.ContainsFunc(sym.Variants, variant)
		if sym.Class == term.Constructor && below && !seen[sym] {
			seen[sym] = true
			out = append(out, sym)
		}
	})
	return out
}
