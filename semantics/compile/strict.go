package compile

import (
	"fmt"
	"slices"
	"strconv"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// strictness is what strict and seqstrict say about a production.
type strictness struct {
	prod       *kdef.Production
	sym        *term.Symbol
	positions  []int // from 0, in the order listed
	sequential bool
	result     term.Sort
	span       source.Span
}

// strictnessOf reads the attributes of a production; nil if it is not strict.
func (b *builder) strictnessOf(p *kdef.Production) *strictness {
	for _, a := range p.Attrs {
		if a.Key != "strict" && a.Key != "seqstrict" {
			continue
		}
		s := &strictness{prod: p, sym: b.byProduction[p.Index], sequential: a.Key == "seqstrict", result: b.resultSort(p.Attrs, a.Span), span: p.Span}
		for _, text := range (kdef.Attributes{a}).List(a.Key) {
			n, _ := strconv.Atoi(text)
			s.positions = append(s.positions, n-1)
		}
		if s.positions == nil {
			for i := range p.Params {
				s.positions = append(s.positions, i)
			}
		}
		return s
	}
	return nil
}

// resultSort is the sort of results: that of the attribute, else KResult.
func (b *builder) resultSort(attrs kdef.Attributes, span source.Span) term.Sort {
	name, ok := attrs.Get("result")
	if !ok {
		return b.sort("KResult")
	}
	if _, known := b.lattice.Lookup(name); !known {
		b.Errorf(span, "unknown-sort", "unknown sort %s", name)
	}
	return b.sort(name)
}

// heatAndCool makes the rules of a strict production: for each position one
// that takes the argument out, and one that puts its result back (5.1 of the K
// notation). Of  syntax Exp ::= Exp "+" Exp [strict]  come four rules, for position 2
//
//	rule <k> A + B => B ~> #freezer(A) ...</k> requires notBool isKResult(B)
//	rule <k> B ~> #freezer(A) => A + B ...</k> requires isKResult(B)
//
// with A and B the variables arg:1 and hole; seqstrict has the first one also require
// isKResult(A). A rule whose condition fails by the sorts alone is left out.
func (b *builder) heatAndCool(p *kdef.Production) []*Rule {
	s := b.strictnessOf(p)
	if s == nil || s.sym == nil {
		return nil
	}
	if p.IsFunction() {
		b.Errorf(p.Span, "strict-function", "a function is evaluated anyway and cannot be strict")
		return nil
	}
	if p.Attrs.Has("hybrid") {
		b.Errorf(p.Span, "unsupported", "the attribute hybrid is not supported")
		return nil
	}
	var rules []*Rule
	for i, pos := range s.positions {
		if pos < 0 || pos >= len(p.Params) {
			continue
		}
		if b.sortOf[p.Params[pos]] == term.SortK {
			b.Errorf(p.Span, "strict-sort-k", "position %d of sort K cannot be strict", pos+1)
			continue
		}
		rules = append(rules, b.heatAndCoolAt(s, pos, s.positions[:i])...)
	}
	return rules
}

// heatAndCoolAt makes the two rules of one position; earlier are the listed
// positions before it.
func (b *builder) heatAndCoolAt(s *strictness, pos int, earlier []int) []*Rule {
	args := make([]*term.Term, len(s.prod.Params))
	var others []*term.Term
	var sorts []term.Sort
	for i, id := range s.prod.Params {
		if i == pos {
			args[i] = term.Var("hole", b.sortOf[id])
			continue
		}
		args[i] = term.Var("arg:"+strconv.Itoa(i+1), b.sortOf[id])
		others, sorts = append(others, args[i]), append(sorts, b.sortOf[id])
	}
	freezer := b.freezer(fmt.Sprintf("%s:%d", s.sym.Name, pos+1), sorts, s.frozenFormat(pos))
	isResult := b.predicate(s.result)
	whole, frozen := term.App(s.sym, args...), term.App(freezer, others...)
	heat := b.stepOnK(s.span, whole, seq(args[pos], frozen))
	heat.Requires = term.Conjuncts(nil, term.Not(term.Apply(isResult, args[pos])))
	if s.sequential {
		for _, e := range earlier {
			heat.Requires = term.Conjuncts(heat.Requires, term.Apply(isResult, args[e]))
		}
	}
	cool := b.stepOnK(s.span, seq(args[pos], frozen), whole)
	cool.Requires = term.Conjuncts(nil, term.Apply(isResult, args[pos]))
	name := fmt.Sprintf("%s:%d", s.prod.Name, pos+1)
	if heat.Operand = []int{pos}; s.sequential && len(earlier) > 0 {
		heat.Operand = nil
	}
	b.strictRule(heat, s, HeatRule, "heat:"+name)
	b.strictRule(cool, s, CoolRule, "cool:"+name)
	return satisfiable(heat, cool)
}

func (b *builder) strictRule(r *Rule, s *strictness, kind RuleKind, label string) {
	r.Kind, r.Module = kind, s.prod.Module
	r.Label = b.label(&Rule{Label: label}, "")
}

// satisfiable leaves out the rules whose conditions fail by their sorts alone.
func satisfiable(rules ...*Rule) []*Rule {
	return slices.DeleteFunc(rules, func(r *Rule) bool { return member(term.False, r.Requires) })
}

func seq(items ...*term.Term) *term.Term {
	out := term.DotK
	for i := len(items) - 1; i >= 0; i-- {
		out = term.Seq(items[i], out)
	}
	return out
}

// frozenFormat writes the production with a hole.
func (s *strictness) frozenFormat(pos int) []term.FormatItem {
	var out []term.FormatItem
	for _, f := range formatOf(s.prod) {
		switch {
		case f.Text != "":
		case f.Arg == pos:
			f = term.FormatItem{Text: "HOLE"}
		case f.Arg > pos:
			f.Arg--
		}
		out = append(out, f)
	}
	return out
}

// freezer returns a new constructor that keeps what surrounds a hole.
func (b *builder) freezer(name string, args []term.Sort, format []term.FormatItem) *term.Symbol {
	return term.NewSymbol(term.Symbol{Name: b.unique("#freezer:" + name), Args: args, Result: term.SortKItem, Format: format})
}

// stepOnK returns a rule that rewrites the front of the computation cell.
func (b *builder) stepOnK(span source.Span, from, to *term.Term) *Rule {
	s := b.newScope(span)
	k := b.def.Layout.Cell("k")
	if k == nil {
		return &Rule{Span: span, Priority: defaultPriority}
	}
	rest := s.generated(frameName(k), term.SortK)
	n := &node{cell: k, span: span, l: term.Seq(from, rest), r: term.Seq(to, rest)}
	r := &Rule{Span: span, Priority: defaultPriority}
	s.emit([]*item{{span: span, node: n}}).fill(r)
	return r
}

// hole is the name of the hole in contexts.
const hole = "HOLE"

// context makes the heating and the cooling rule of a context sentence (5.2 of
// the K notation).
func (b *builder) context(st *grammar.Sentence) []*Rule {
	before := b.ErrorCount()
	s := b.scopeOf(st)
	s.settleSorts(st, false)
	body := st.Body
	if hasCells(body) {
		b.Errorf(st.Bubble.Span, "unsupported", "contexts with cells are not supported")
		return nil
	}
	b.checkHole(st)
	if st.Ensures != nil {
		b.Errorf(st.Ensures.Span, "unsupported", "an ensures clause of a context is not supported")
	}
	from, wrapped := s.on(left, body), s.wrappedHole(body)
	if b.ErrorCount() > before {
		return nil
	}
	h := holeOf(from)
	var vars []*term.Term
	var sorts []term.Sort
	for _, v := range term.Vars(from) {
		if v != h {
			vars, sorts = append(vars, v.Term()), append(sorts, v.Sort)
		}
	}
	name := st.Bubble.Label
	if name == "" {
		name = "context:" + position(st.Bubble.Span)
	}
	frozen := term.App(b.freezer(name, sorts, nil), vars...)
	isResult := b.predicate(b.resultSort(st.Bubble.Attrs, st.Bubble.Span))
	heat := b.stepOnK(st.Bubble.Span, from, seq(wrapped, frozen))
	cool := b.stepOnK(st.Bubble.Span, seq(wrapped, frozen), from)
	b.contextRule(s, st, heat, HeatRule, "heat:"+name)
	heat.Requires = term.Conjuncts(heat.Requires, term.Not(term.Apply(isResult, h.Term())))
	heat.Operand = operand(from, h, heat.Requires)
	b.contextRule(b.scopeOf(st), &grammar.Sentence{Bubble: st.Bubble}, cool, CoolRule, "cool:"+name)
	cool.Requires = term.Conjuncts(cool.Requires, term.Apply(isResult, h.Term()))
	if b.ErrorCount() > before {
		return nil
	}
	return satisfiable(heat, cool)
}

// operand returns the way to the hole in the pattern of a context, if all else
// in the pattern is arbitrary and the conditions are about the hole only.
func operand(t *term.Term, h *term.Variable, conditions []*term.Term) []int {
	for _, c := range conditions {
		if slices.ContainsFunc(term.Vars(c), func(v *term.Variable) bool { return v != h }) {
			return nil
		}
	}
	path := []int{}
	for !t.IsVar() {
		if t.Kind() != term.KApp || t.IsSeq() {
			return nil
		}
		next := -1
		for i, a := range t.Args() {
			switch {
			case slices.Contains(term.Vars(a), h):
				next = i
			case !a.IsVar() || a.Sort() != t.Symbol().Args[i]:
				return nil
			}
		}
		path, t = append(path, next), t.Arg(next)
	}
	return path
}

// contextRule finishes one of the two rules.
func (b *builder) contextRule(s *scope, st *grammar.Sentence, r *Rule, kind RuleKind, label string) {
	r.Kind, r.Module, r.Attrs = kind, st.Bubble.Module, st.Bubble.Attrs
	s.conditionsOf(st, r)
	s.noMarked()
	b.linearise(s, r)
	r.written = s.applications()
	s.defineLater(r)
	s.checkBound(r)
	b.checkMacros(r)
	b.checkOrs(r)
	r.Label = b.label(&Rule{Label: label}, "")
}

// checkHole reports contexts with no hole, with several, or with rewrites of
// anything else.
func (b *builder) checkHole(st *grammar.Sentence) {
	holes, rewrites := 0, 0
	var visit func(t *grammar.Tree)
	visit = func(t *grammar.Tree) {
		switch {
		case t.Kind == grammar.Var && t.Text == hole:
			holes++
		case t.Kind == grammar.Rewrite:
			rewrites++
			if c := t.Children[0]; c.Kind != grammar.Var || c.Text != hole {
				b.Errorf(t.Span, "bad-context", "only HOLE can be rewritten in a context")
			}
			visit(t.Children[0])
			return
		}
		for _, c := range t.Children {
			visit(c)
		}
	}
	visit(st.Body)
	if holes != 1 {
		b.Errorf(st.Body.Span, "bad-context", "a context has exactly one HOLE; this one has %d", holes)
	}
	if rewrites > 1 {
		b.Errorf(st.Body.Span, "bad-context", "a context has at most one rewrite")
	}
}

// wrappedHole returns what the hole is evaluated as: itself, or the right side
// of its rewrite.
func (s *scope) wrappedHole(t *grammar.Tree) *term.Term {
	i := slices.IndexFunc(t.Children, func(c *grammar.Tree) bool { return mentionsHole(c) })
	switch {
	case t.Kind == grammar.Rewrite:
		return s.on(right, t)
	case t.Kind == grammar.Var && t.Text == hole:
		return s.on(right, t)
	case i >= 0:
		return s.wrappedHole(t.Children[i])
	}
	return term.DotK
}

func mentionsHole(t *grammar.Tree) bool {
	return t.Kind == grammar.Var && t.Text == hole || slices.ContainsFunc(t.Children, mentionsHole)
}

// holeOf returns the hole's variable.
func holeOf(t *term.Term) *term.Variable {
	for _, v := range term.Vars(t) {
		if v.Name == hole {
			return v
		}
	}
	return nil
}
