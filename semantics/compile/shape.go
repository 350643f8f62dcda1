package compile

import (
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
