package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Pattern is a pattern of configurations: what there is in some cells, and a
// condition.
type Pattern struct {
	*Rule // of which only the left side is set
	// Anywhere are the slots of lists of which a beginning is left out: the pattern is
	// about some end of them.
	Anywhere []int
}

// ParsePattern parses a span of text as a pattern of configurations in the notation
// of rules, such as
//
//	<out> ... ListItem("error") ... </out>  <env> x |-> L ...</env> requires L >Int 3
//
// Cells that it does not mention are free. Other than in a rule, a list may have dots
// at both sides. Errors are diagnostics.
func (d *Definition) ParsePattern(span source.Span) (*Pattern, error) {
	g, err := grammar.NewRules(d.Source, d.Source.Main)
	if err != nil {
		return nil, err
	}
	st, err := g.ParseSentence(&kdef.Bubble{Kind: kdef.RuleBubble, Body: span, Span: span, Module: d.Source.Main})
	if err != nil {
		return nil, err
	}
	found := &source.List{}
	b := &builder{List: found, symbols: d.symbols, def: d, isOr: map[*term.Symbol]bool{}}
	if at := firstOf(grammar.Rewrite, st.Body); at != nil {
		return nil, source.Errorf(at.Span, "rewrite-in-pattern", "a pattern says what there is, and does not change it: leave the arrow out")
	}
	r, s := &Pattern{Rule: b.newRule(st, UserRule)}, b.scopeOf(st)
	r.openLists(d.Layout, st.Body)
	e := s.configuration(st)
	if found.Err() == nil {
		s.conditionsOf(st, r.Rule)
		e.fill(r.Rule)
		r.Right = nil
		r.written = s.applications()
		b.define(r.Rule)
		r.Requires = append(r.Requires, r.Evaluable...)
		r.Evaluable, r.Defined, r.Hidden = nil, nil, nil
	}
	if len(r.Ensures) > 0 {
		found.Errorf(span, "ensures-in-pattern", "the condition of a pattern stands behind requires")
	}
	if err := found.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// openLists takes the dots at the left off the lists that have them at both sides.
func (p *Pattern) openLists(l *Layout, t *grammar.Tree) {
	if t.Kind == grammar.Cell && t.DotsLeft && t.DotsRight {
		i := slices.IndexFunc(l.Slots, func(c *Cell) bool { return c.Name == t.Text && c.Sort == term.SortList })
		if i >= 0 {
			t.DotsLeft = false
			p.Anywhere = append(p.Anywhere, i)
		}
	}
	for _, c := range t.Children {
		p.openLists(l, c)
	}
}

// firstOf returns the first tree of a kind in a tree, outermost first; nil: there is none.
func firstOf(kind grammar.Kind, t *grammar.Tree) *grammar.Tree {
	if t.Kind == kind {
		return t
	}
	for _, c := range t.Children {
		if at := firstOf(kind, c); at != nil {
			return at
		}
	}
	return nil
}
