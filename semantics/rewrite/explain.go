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
	why, _ := e.Explained(slots)
	return why
}

// Explained is Explain, and reports whether no rule applies because the definition does not say
// what such a program does: it may well be right.
func (e *Engine) Explained(slots []*term.Term) (why string, beyond bool) {
	sym, k := e.Shape().Probe(shape.Explain), e.Definition.Layout.K
	if sym == nil || k < 0 || slots[k] == term.DotK {
		return "", false
	}
	asked := slices.Clone(slots)
	asked[k] = term.Seq(term.App(sym, slots[k].Head()), slots[k].Tail())
	m := e.NewMachine(asked, IO{})
	for range maxExplanation {
		if ok, err := m.Step(); !ok || err != nil {
			return "", false
		}
		top := m.Slots()[k].Head()
		if mark := e.Shape().Probe(shape.Beyond); mark != nil && top.Is(mark) {
			top, beyond = top.Arg(0), true
		}
		if top.Kind() == term.KString {
			return top.Text(), beyond
		}
	}
	return "", false
}
