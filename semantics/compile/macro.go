package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// macro is a rule that is applied at compile time (2.8 of the K notation).
type macro struct {
	left, right *term.Term
	recursive   bool // may apply inside its own expansion
	free        []*term.Variable
}

// isMacro reports whether a sentence is a macro rule.
func (b *builder) isMacro(st *grammar.Sentence) bool {
	top := leftTop(st.Body)
	attrs := st.Bubble.Attrs
	return attrs.Has("macro") || attrs.Has("macro-rec") || attrs.Has("alias") || attrs.Has("alias-rec") ||
		top.Kind == grammar.App && top.Prod.IsMacro()
}

// addMacro compiles a macro rule.
func (b *builder) addMacro(st *grammar.Sentence) {
	s := b.scopeOf(st)
	s.noMacros = true
	s.settleSorts(st, false)
	top := leftTop(st.Body)
	switch {
	case top.Kind != grammar.App || b.byProduction[top.Prod.Index] == nil:
		b.Errorf(st.Bubble.Span, "no-symbol", "the left side of this macro rule has no symbol on top")
		return
	case st.Body.Kind != grammar.Rewrite:
		b.Errorf(st.Bubble.Span, "no-rewrite", "a macro rule is of the form L => R")
		return
	case st.Requires != nil || st.Ensures != nil:
		b.Errorf(st.Bubble.Span, "macro-condition", "a macro rule cannot have a condition")
		return
	}
	m := &macro{left: s.on(left, st.Body), right: s.on(right, st.Body)}
	s.noMarked()
	m.recursive = st.Bubble.Attrs.Has("macro-rec") || st.Bubble.Attrs.Has("alias-rec") ||
		top.Prod.Attrs.Has("macro-rec") || top.Prod.Attrs.Has("alias-rec")
	bound := term.Vars(m.left)
	for _, v := range term.Vars(m.right) {
		if !slices.Contains(bound, v) {
			m.free = append(m.free, v)
		}
	}
	sym := m.left.Symbol()
	b.def.macros[sym] = append(b.def.macros[sym], m)
}

// checkMacros reports a macro that a rule still contains: none of its rules
// matches there, so it would be a constructor that no program can contain.
func (b *builder) checkMacros(r *Rule) {
	for _, t := range slices.Concat(r.patterns(), r.results(), r.Requires, r.Ensures) {
		term.Walk(t, func(x *term.Term) bool {
			sym := x.Symbol()
			if sym == nil || !slices.ContainsFunc(b.productions[sym], (*kdef.Production).IsMacro) {
				return true
			}
			b.Errorf(r.Span, "macro-not-expanded", "the macro %s stands in this sentence, but no rule for it applies there", describe(sym))
			return false
		})
	}
}

// expandMacros applies the macros to the top of t, whose arguments are
// expanded already, and then to what comes out.
func (d *Definition) expandMacros(t *term.Term) *term.Term {
	x := expander{def: d}
	return x.top(t)
}

// expander knows the macros whose expansion is being expanded.
type expander struct {
	def    *Definition
	active []*macro
}

// maxExpansions bounds the nesting of recursive macros.
const maxExpansions = 1000

// top expands the top of t.
func (x *expander) top(t *term.Term) *term.Term {
	for _, m := range x.def.macros[t.Symbol()] {
		if !m.recursive && slices.Contains(x.active, m) || len(x.active) > maxExpansions {
			continue
		}
		bound := term.Substitution{}
		if !x.def.matchMacro(m.left, t, bound) {
			continue
		}
		for _, v := range m.free {
			bound[v] = term.Fresh(v.Name, v.Sort)
		}
		x.active = append(x.active, m)
		out := x.instance(m.right, bound, t.Pos())
		if m.right.IsVar() && out.Kind() == term.KApp && !out.IsSeq() {
			out = out.WithPos(t.Pos()) // it stands where the macro does, with all of its text
		}
		x.active = x.active[:len(x.active)-1]
		return out
	}
	return t
}

// instance builds the right side of a macro, expanding what it is made of, and
// gives its nodes the position of the use.
func (x *expander) instance(t *term.Term, bound term.Substitution, pos int32) *term.Term {
	if t.IsVar() {
		if b := bound[t.Variable()]; b != nil {
			return b
		}
		return t
	}
	out := term.MapChildren(t, func(c *term.Term) *term.Term { return x.instance(c, bound, pos) })
	if out.Kind() != term.KApp || out.IsSeq() {
		return out
	}
	return x.top(out.WithPos(pos))
}

// matchMacro matches a macro's pattern syntactically, with a check of sorts.
func (d *Definition) matchMacro(p, t *term.Term, bound term.Substitution) bool {
	if p.IsVar() {
		v := p.Variable()
		if old := bound[v]; old != nil {
			return term.Equal(old, t)
		}
		if !d.Lattice.Leq(t.Sort(), v.Sort) {
			return false
		}
		bound[v] = t
		return true
	}
	if p.Kind() != term.KApp {
		return term.Equal(p, t)
	}
	if t.Kind() != term.KApp || p.Symbol() != t.Symbol() || len(p.Args()) != len(t.Args()) {
		return false
	}
	for i := range p.Args() {
		if !d.matchMacro(p.Arg(i), t.Arg(i), bound) {
			return false
		}
	}
	return true
}
