package rewrite

import (
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// maxExplanation bounds the steps of an explanation.
const maxExplanation = 64

// explainer finds the production that asks why a computation is stuck; nil if
// the language has none.
func (e *Engine) explainer() *term.Symbol {
	var found *term.Symbol
	e.Definition.EachSymbol(func(sym *term.Symbol, p *kdef.Production) {
		if p.Word("probe") == "explain" {
			found = sym
		}
	})
	return found
}

// Explain says in words why no rule applies to a concrete configuration, as far
// as the language has rules that do: those of its probe explain, which rewrite
// what is on top of the computation into a string. It is "" else.
func (e *Engine) Explain(slots []*term.Term) string {
	sym, k := e.explainer(), e.Definition.Layout.K
	if sym == nil || k < 0 || slots[k] == term.DotK {
		return ""
	}
	m := e.NewMachine(slots, IO{})
	m.Slots[k] = term.Seq(term.App(sym, slots[k].Head()), slots[k].Tail())
	for range maxExplanation {
		if ok, err := m.Step(); !ok || err != nil {
			return ""
		}
		if top := m.Slots[k].Head(); top.Kind() == term.KString {
			return top.Text()
		}
	}
	return ""
}
