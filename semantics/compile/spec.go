package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// LoadSpec reads a specification module over a definition: claims, and what the
// module adds to the definition, such as tokens and simplification rules (9 of
// the K notation). The definition of the result is compiled anew with these; it
// shares nothing with d. All problems are reported at once.
func LoadSpec(path string, d *Definition, opts Options) (*Spec, error) {
	src, err := d.Source.Extend(path, opts.Options)
	if err != nil {
		return nil, err
	}
	found := &source.List{}
	bubbles := bubblesOf(src, isNoClaim)
	trees := parseDefinition(src, bubbles, found)
	g, claims := parseClaims(src, found)
	if err := found.Err(); err != nil {
		return nil, err
	}
	b := newBuilder(src, found)
	b.compile(trees)
	if _, err := b.done(); err != nil {
		return nil, err
	}
	spec := &Spec{Name: src.Spec, Definition: b.def}
	for _, st := range claims {
		if b.isEquation(st) {
			if e := b.equationClaim(st); e != nil {
				spec.Equations = append(spec.Equations, e)
			}
			continue
		}
		if r := b.claim(st); r != nil {
			r.Index = len(spec.Claims)
			spec.Claims = append(spec.Claims, r)
		}
	}
	if g != nil && b.ErrorCount() == 0 {
		b.measures(spec, g)
	}
	spec.lemmas()
	b.def.Warnings = slices.Concat(src.Warnings, found.Warnings())
	return spec, found.Err()
}

// parseClaims parses the claims of the specification. It returns its grammar, too; nil
// where there are no claims.
func parseClaims(src *kdef.Definition, found *source.List) (*grammar.Grammar, []*grammar.Sentence) {
	bubbles := bubblesOf(src, func(b *kdef.Bubble) bool { return b.Kind == kdef.ClaimBubble })
	if len(bubbles) == 0 {
		return nil, nil
	}
	g, err := grammar.NewRules(src, src.Spec)
	if err != nil {
		found.AddError(source.Span{}, err)
		return nil, nil
	}
	return g, parseSentences(g, bubbles, found)
}

// claim compiles a claim. Both of its sides have all slots: what the claim does
// not mention is a variable, the same on both sides, only the fresh counter may
// change. A claim is not linearised: its left side is a state.
func (b *builder) claim(st *grammar.Sentence) *Rule {
	before := b.ErrorCount()
	r := b.newRule(st, ClaimRule)
	s := b.scopeOf(st)
	s.claim = true
	e := s.configuration(st)
	if b.ErrorCount() > before {
		return nil
	}
	s.conditionsOf(st, r)
	s.fillClaim(e, r)
	r.written = s.applications()
	b.define(r)
	// The left side speaks of states in which its condition has a value; the right
	// side is reached only where it has one.
	r.Requires, r.Ensures = append(r.Requires, r.Evaluable...), append(r.Ensures, r.Defined...)
	r.Evaluable, r.Defined, r.Hidden = nil, nil, nil
	if len(s.fresh) > 0 {
		b.Errorf(st.Bubble.Span, "fresh-in-claim", "!%s stands in a claim; a claim may use ?%s", s.fresh[0].Name[1:], s.fresh[0].Name[1:])
	}
	s.checkClaim(r)
	b.checkMacros(r)
	b.checkOrs(r)
	if b.ErrorCount() > before {
		return nil
	}
	r.Label = b.label(r, "claim")
	return r
}

// isEquation reports whether a claim without cells has a function or a quantifier on
// top of its left side.
func (b *builder) isEquation(st *grammar.Sentence) bool {
	top := leftTop(st.Body)
	if hasCells(st.Body) || top.Kind != grammar.App {
		return false
	}
	sym := b.byProduction[top.Prod.Index]
	return sym != nil && sym.Class != term.Constructor && !constructs(sym)
}

// fillClaim puts all slots into a claim.
func (s *scope) fillClaim(e *emitter, r *Rule) {
	for i, cell := range s.def.Layout.Slots {
		l, t := e.lefts[i], e.rights[i]
		if l == nil {
			l = s.generated(frameName(cell), cell.Sort)
			if t == nil && i == s.def.Layout.Counter {
				next := s.generated(frameName(cell)+"'", cell.Sort)
				t = next
				r.Existentials = append(r.Existentials, next.Variable())
			}
		}
		if t == nil {
			t = l
		} else {
			t = e.aliased(t)
		}
		r.Left = append(r.Left, Slot{i, l})
		r.Right = append(r.Right, Slot{i, t})
	}
}

// checkClaim reports variables of the right side that nothing binds.
func (s *scope) checkClaim(r *Rule) {
	bound := map[*term.Variable]bool{}
	for _, v := range r.Existentials {
		bound[v] = true
	}
	for _, slot := range r.Left {
		for _, v := range term.Vars(slot.Term) {
			bound[v] = true
		}
	}
	for _, v := range term.Vars(r.Requires...) {
		bound[v] = true
	}
	var right []*term.Term
	for _, slot := range r.Right {
		right = append(right, slot.Term)
	}
	for _, v := range term.Vars(append(right, r.Ensures...)...) {
		if !bound[v] && !slices.Contains(s.fresh, v) {
			s.Errorf(r.Span, "unbound-variable", "%s stands on the right side only; write ?%s for a value to be found", v.BaseName(), v.BaseName())
			bound[v] = true
		}
	}
}

// lemmas lists the simplification rules and SMT lemmas in force.
func (p *Spec) lemmas() {
	d := p.Definition
	for _, p2 := range d.Source.Whole().Productions {
		sym := d.Symbol(p2)
		if sym == nil {
			continue
		}
		for _, r := range d.Simplifications.Of(sym) {
			if !slices.Contains(p.Simplifications, r) {
				p.Simplifications = append(p.Simplifications, r)
			}
		}
	}
	for _, table := range []Table{d.Simplifications, d.Functions} {
		for _, equations := range table {
			for _, r := range equations.Rules() {
				if r.Attrs.Has("smt-lemma") {
					p.SMTLemmas = append(p.SMTLemmas, r)
				}
			}
		}
	}
}

// Formula returns a simplification rule or SMT lemma as the formula that it
// stands for: for all values of its variables, the conditions imply that both
// sides are equal. It is nil if a variable has no sort that formulas quantify over.
func (r *Rule) Formula() *term.Term {
	f := term.Implies(term.And(r.Requires...), term.Eq(term.App(r.Symbol, r.LeftArgs...), r.RightTerm))
	for _, v := range term.Vars(f) {
		if v.Sort != term.SortInt && v.Sort != term.SortBool && v.Sort != term.SortArray {
			return nil
		}
	}
	return Closed(f)
}
