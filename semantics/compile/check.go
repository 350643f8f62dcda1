package compile

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Check reports what is risky in a definition, as warnings: rules that can
// never apply, rules that an earlier one makes useless, partial functions that
// nothing guards, and patterns whose rules do not cover all cases (Definition 12
// of the paper).
//
// Rules are compared in groups with one left side, as in
//
//	rule <k> abs(I:Int) => I ...</k> requires I >=Int 0
//	rule <k> abs(J:Int) => 0 -Int J ...</k> requires J <Int 0
//
// whose conditions, with the variables numbered, are two decisions of one atom: each
// way to decide it is covered. Without the second rule there is a warning.
func Check(d *Definition) []*source.Diagnostic {
	c := &checker{def: d}
	c.unreachable()
	c.groups()
	return c.found
}

type checker struct {
	def   *Definition
	found []*source.Diagnostic
}

func (c *checker) warn(r *Rule, code, format string, args ...any) {
	c.found = append(c.found, source.Warningf(r.Span, code, format, args...))
}

// top returns the constructor on top of the computation in a rule's left side.
func (c *checker) top(r *Rule) *term.Symbol {
	for _, s := range r.Left {
		if s.Index == c.def.Layout.K && s.Term.Head().Kind() == term.KApp {
			return s.Term.Head().Symbol()
		}
	}
	return nil
}

// unreachable warns of rules whose top constructor no program, no other rule
// and no cell ever makes. Probes are made by annotations.
func (c *checker) unreachable() {
	made := map[*term.Symbol]bool{}
	note := func(t *term.Term) {
		term.Walk(t, func(u *term.Term) bool {
			if u.Symbol() != nil {
				made[u.Symbol()] = true
			}
			return true
		})
	}
	c.def.EachSymbol(func(sym *term.Symbol, p *kdef.Production) {
		if p.Attrs.Has("probe") {
			made[sym] = true
		}
	})
	if programs, err := c.def.Source.Closure(c.def.Source.SyntaxModule, true); err == nil {
		for _, p := range programs.Productions {
			if sym := c.def.Symbol(p); sym != nil {
				made[sym] = true
			}
		}
	}
	for _, r := range c.def.Rules() {
		for _, s := range r.Right {
			note(s.Term)
		}
	}
	for _, table := range []Table{c.def.Functions, c.def.Anywhere} {
		for _, equations := range table {
			for _, r := range equations.Rules() {
				note(r.RightTerm)
			}
		}
	}
	for _, cell := range c.def.Layout.Slots {
		if cell.Initial != nil {
			note(cell.Initial)
		}
	}
	for _, r := range c.def.Rules() {
		if sym := c.top(r); sym != nil && r.Kind == UserRule && !made[sym] && sym.Class == term.Constructor {
			c.warn(r, "unreachable-rule", "this rule never applies: nothing puts %s on top of the computation", describe(sym))
		}
	}
}

// groups looks at the rules that have one left side, up to names.
func (c *checker) groups() {
	order, groups := []string{}, map[string][]*Rule{}
	for _, r := range c.def.Rules() {
		if r.Kind != UserRule {
			continue
		}
		key := leftKey(r)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], r)
	}
	for _, key := range order {
		c.subsumed(groups[key])
		c.uncovered(groups[key])
	}
}

// leftKey writes a left side with its variables numbered.
func leftKey(r *Rule) string {
	names := map[*term.Variable]string{}
	p := term.Printer{Names: func(v *term.Variable) string {
		if names[v] == "" {
			names[v] = fmt.Sprintf("%d:%d", len(names), v.Sort)
		}
		return names[v]
	}}
	var b strings.Builder
	for _, s := range r.Left {
		fmt.Fprintf(&b, "%d|%s\n", s.Index, p.Format(s.Term))
	}
	return b.String()
}

// canonical renames the variables of a rule's conditions by their place in the
// left side, so that conditions of rules of one group can be compared.
func canonical(r *Rule) []*term.Term {
	sub := term.Substitution{}
	n := 0
	for _, s := range r.Left {
		for _, v := range term.Vars(s.Term) {
			if sub[v] == nil {
				sub[v] = term.Var(fmt.Sprintf("#%d", n), v.Sort)
				n++
			}
		}
	}
	var out []*term.Term
	for _, cond := range slices.Concat(r.Requires, r.conditionsOfValues()) {
		out = append(out, sub.Apply(cond))
	}
	return out
}

// subsumed warns of a rule behind one with the same left side, no condition and
// no greater number.
func (c *checker) subsumed(rules []*Rule) {
	for i, r := range rules {
		for j, earlier := range rules {
			if i == j || len(earlier.Requires)+len(earlier.Evaluable)+len(earlier.Defined) > 0 {
				continue
			}
			if earlier.Priority < r.Priority {
				c.warn(r, "subsumed-rule", "this rule never applies: the rule at %s has the same left side, no condition and goes first", earlier.Span)
				break
			}
		}
	}
}

// uncovered warns where the conditions of a group do not evidently cover all
// cases, and of partial functions that the conditions do not guard.
func (c *checker) uncovered(rules []*Rule) {
	covered := term.False
	for _, r := range rules {
		covered = term.Or(covered, term.And(canonical(r)...))
		for _, need := range r.conditionsOfValues() {
			if !mentionsAny(need, r.Existentials) && !(len(r.Fresh) > 0 && need.Is(term.BoolNot)) {
				c.warn(r, "unguarded-partial-function", "the right side has a value only where %s; no condition of the rule says so, and the program is stuck elsewhere", c.def.Format(need))
			}
		}
	}
	if covered == term.True || allCases(rules) || c.bySort(rules) {
		return
	}
	first := rules[0]
	var conds []string
	for _, r := range rules {
		conds = append(conds, c.def.Format(term.And(r.Requires...)))
	}
	if len(first.Requires) == 0 && len(rules) == 1 {
		return // only definedness: said above
	}
	c.warn(first, "uncovered-cases", "the rules for this pattern may not cover all cases: the program is stuck where none of these holds: %s", strings.Join(conds, "; "))
}

// bySort reports whether the rules test sorts of terms: what they leave belongs to
// patterns with other sorts.
func (c *checker) bySort(rules []*Rule) bool {
	tests := map[*term.Symbol]bool{}
	for _, p := range c.def.symbols.predicates {
		tests[p] = true
	}
	isTest := func(t *term.Term) bool { return tests[t.Symbol()] }
	return slices.ContainsFunc(rules, func(r *Rule) bool {
		return slices.ContainsFunc(r.Requires, func(f *term.Term) bool { return term.Some(f, isTest) })
	})
}

// allCases reports whether some rule has no condition, or that for each way of
// deciding the atoms of the conditions one rule applies, for few atoms.
func allCases(rules []*Rule) bool {
	var conds [][]*term.Term
	var atoms []*term.Term
	for _, r := range rules {
		cs := canonical(r)
		if len(cs) == 0 {
			return true
		}
		conds = append(conds, cs)
		for _, f := range cs {
			if a := atomOf(f); !member(a, atoms) {
				atoms = append(atoms, a)
			}
		}
	}
	if len(atoms) > 8 {
		return false
	}
	for bits := range 1 << len(atoms) {
		fails := func(f *term.Term) bool { return !holdsUnder(f, atoms, bits) }
		if !slices.ContainsFunc(conds, func(cs []*term.Term) bool { return !slices.ContainsFunc(cs, fails) }) {
			return false
		}
	}
	return true
}

// atomOf is the formula or, of a formula and its negation, always the same one.
func atomOf(f *term.Term) *term.Term {
	n := term.Not(f)
	if f.Is(term.BoolNot) || term.Compare(n, f) < 0 && !n.Is(term.BoolNot) {
		return n
	}
	return f
}

func holdsUnder(f *term.Term, atoms []*term.Term, bits int) bool {
	a := atomOf(f)
	for i, b := range atoms {
		if term.Equal(a, b) {
			return (bits>>i&1 == 1) == term.Equal(a, f)
		}
	}
	return false
}

func mentionsAny(t *term.Term, vars []*term.Variable) bool {
	return slices.ContainsFunc(vars, func(v *term.Variable) bool { return term.Occurs(v, t) })
}
