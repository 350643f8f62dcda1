package rewrite

import (
	"slices"

	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// maxExplanation bounds the steps of an explanation.
const maxExplanation = 64

// Explains reports whether the language has rules that say in words why no rule applies.
func (e *Engine) Explains() bool { return shape.Of(e.Definition).Probe(shape.Explain) != nil }

// Explain says in words why no rule applies to a concrete configuration, as far
// as the language has rules that do: those of its probe explain, which rewrite
// what is on top of the computation into a string. It is "" else.
func (e *Engine) Explain(slots []*term.Term) string {
	sym, k := e.Shape().Probe(shape.Explain), e.Definition.Layout.K
	if sym == nil || k < 0 || slots[k] == term.DotK {
		return ""
	}
	asked := slices.Clone(slots)
	asked[k] = term.Seq(term.App(sym, slots[k].Head()), slots[k].Tail())
	m := e.NewMachine(asked, IO{})
	for range maxExplanation {
		if ok, err := m.Step(); !ok || err != nil {
			return ""
		}
		if top := m.Slots()[k].Head(); top.Kind() == term.KString {
			return top.Text()
		}
	}
	return ""
}
