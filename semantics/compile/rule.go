package compile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"rlv/semantics/grammar"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The priorities of rules without a number of their own.
const (
	defaultPriority = 50
	owisePriority   = 200
)

// newRule returns a rule with what the sentence's attributes say.
func (b *builder) newRule(st *grammar.Sentence, kind RuleKind) *Rule {
	bubble := st.Bubble
	r := &Rule{Kind: kind, Span: bubble.Span, Module: bubble.Module, Priority: defaultPriority, Label: bubble.Label, Attrs: bubble.Attrs}
	if text, ok := bubble.Attrs.Get("label"); ok && r.Label == "" {
		r.Label = text
	}
	if text, ok := bubble.Attrs.Get("priority"); ok {
		r.Priority, _ = strconv.Atoi(text)
	}
	if text, ok := bubble.Attrs.Get("simplification"); ok && text != "" {
		r.Priority, _ = strconv.Atoi(text)
	}
	if bubble.Attrs.Has("owise") {
		r.Priority, r.Owise = owisePriority, true
	}
	return r
}

// compileRule makes a rule of a parsed sentence and adds it to the definition.
func (b *builder) compileRule(st *grammar.Sentence) {
	switch kind, sym := b.classify(st); kind {
	case UserRule:
		b.rules = append(b.rules, b.rewriteRule(st)...)
	default:
		for _, r := range b.equation(st, kind, sym) {
			b.addEquation(r)
		}
	}
}

// addEquation files a rule under its symbol.
func (b *builder) addEquation(r *Rule) {
	table := map[RuleKind]Table{
		FunctionRule: b.def.Functions, AnywhereRule: b.def.Anywhere, SimplificationRule: b.def.Simplifications,
	}[r.Kind]
	table.add(r)
}

// leftTop returns the top of a sentence's left side.
func leftTop(t *grammar.Tree) *grammar.Tree {
	for t.Kind == grammar.Rewrite || t.Kind == grammar.As {
		t = t.Children[0]
	}
	return t
}

// classify tells what kind of rule a sentence is, and the symbol on top of its
// left side if that matters (6.1 of the K notation).
func (b *builder) classify(st *grammar.Sentence) (RuleKind, *term.Symbol) {
	top := leftTop(st.Body)
	var sym *term.Symbol
	switch top.Kind {
	case grammar.App:
		sym = b.byProduction[top.Prod.Index]
	case grammar.IsSort:
		sym = b.predicate(b.sort(top.Text))
	case grammar.Downcast:
		sym = b.downcast(b.sort(top.Text))
	case grammar.Ite:
		sym = term.KIte
	}
	switch {
	case st.Bubble.Attrs.Has("simplification"):
		return SimplificationRule, sym
	case st.Bubble.Attrs.Has("anywhere"):
		return AnywhereRule, sym
	case sym != nil && sym.Class == term.Function && !constructs(sym):
		return FunctionRule, sym
	}
	return UserRule, nil
}

// equation compiles a rule for a function, an anywhere rule or a
// simplification.
func (b *builder) equation(st *grammar.Sentence, kind RuleKind, sym *term.Symbol) []*Rule {
	before := b.ErrorCount()
	s := b.scopeOf(st)
	s.settleSorts(st, false)
	r := b.newRule(st, kind)
	top := leftTop(st.Body)
	switch {
	case hasCells(st.Body):
		b.Errorf(st.Bubble.Span, "cells-in-equation", "a rule for a function cannot read the configuration")
	case sym == nil:
		b.Errorf(top.Span, "no-symbol", "the left side of this rule has no symbol on top")
	case !hasRewrite(st.Body):
		b.Errorf(st.Body.Span, "no-rewrite", "this rule has no =>")
	case kind == AnywhereRule && sym.Class == term.Function:
		b.Errorf(top.Span, "anywhere-function", "anywhere rules are for constructors; %s is a function", describe(sym))
	case kind == FunctionRule && sym.Hook != "":
		b.Errorf(top.Span, "rule-for-hook", "%s is built in, so it needs no rule; a fact about it for proofs is a rule with the attribute simplification", describe(sym))
	case kind == FunctionRule && top.Kind == grammar.Downcast:
		b.Errorf(top.Span, "rule-for-hook", "what a checked cast does is built in; it cannot have rules")
	case kind == SimplificationRule && sym.Class != term.Function:
		b.Errorf(top.Span, "simplification-constructor", "simplification rules are for functions; %s is a constructor", describe(sym))
	}
	if b.ErrorCount() > before {
		return nil
	}
	r.Symbol = sym
	s.anyFun = kind == SimplificationRule
	r.LeftArgs = s.leftArgs(st.Body)
	r.RightTerm = s.on(right, st.Body)
	b.checkTest(r)
	s.conditionsOf(st, r)
	s.noMarked()
	rules := s.finished(r, "equation")
	if b.ErrorCount() > before {
		return nil
	}
	return rules
}

// finished returns the rules for the alternatives of a rule, in the form in which
// they are applied.
func (s *scope) finished(r *Rule, base string) []*Rule {
	r.written = s.applications()
	rules := s.alternatives(r)
	for i, r := range rules {
		if r.Kind != SimplificationRule {
			s.linearise(s, r)
		}
		s.defineLater(r)
		s.checkBound(r)
		s.checkMacros(r)
		s.checkOrs(r)
		if i > 0 {
			r.Label, base = "", rules[0].Label
		}
		r.Label = s.label(r, base)
	}
	return rules
}

// noMarked reports ?X and !X in a rule that is no step. An equation with ?X would
// give its left side several values, one with !X another one each time.
func (s *scope) noMarked() {
	for _, v := range s.fresh {
		s.Errorf(s.spans[v], "fresh-in-equation", "%s stands in a rule that is no step", v.Name)
	}
	for _, v := range s.existing {
		s.Errorf(s.spans[v], "existential-in-equation", "%s stands in a rule that is no step: what it rewrites would have any value", v.Name)
	}
}

// leftArgs builds the arguments of the top of the left side, which itself is
// not evaluated.
func (s *scope) leftArgs(t *grammar.Tree) []*term.Term {
	s.side = left
	for t.Kind == grammar.Rewrite || t.Kind == grammar.As {
		s.rewriting = s.rewriting || t.Kind == grammar.Rewrite
		t = t.Children[0]
	}
	out := s.terms(t.Children)
	s.rewriting = false
	return out
}

// rewriteRule compiles a rule that is a step.
func (b *builder) rewriteRule(st *grammar.Sentence) []*Rule {
	before := b.ErrorCount()
	if !hasRewrite(st.Body) {
		b.Errorf(st.Body.Span, "no-rewrite", "this rule has no =>")
		return nil
	}
	r := b.newRule(st, UserRule)
	s := b.scopeOf(st)
	e := s.configuration(st)
	e.fill(r)
	s.conditionsOf(st, r)
	s.freshConstants(r)
	rules := s.finished(r, "rule")
	if b.ErrorCount() > before {
		return nil
	}
	return rules
}

// configuration builds the slots of both sides of a sentence.
func (s *scope) configuration(st *grammar.Sentence) *emitter {
	framed := !hasCells(st.Body)
	s.settleSorts(st, framed)
	if framed {
		return s.emit(s.implicitK(st.Body))
	}
	return s.emit(s.bag(st.Body, both))
}

// fill puts the slots into the rule: what is matched, and what changes.
func (e *emitter) fill(r *Rule) {
	for i := range e.lefts {
		l, t := e.lefts[i], e.rights[i]
		if t != nil {
			t = e.aliased(t)
		}
		if l != nil {
			r.Left = append(r.Left, Slot{i, l})
		}
		if t != nil && (l == nil || !term.Equal(l, t)) {
			r.Right = append(r.Right, Slot{i, t})
		}
	}
}

// aliased replaces the variables that stand for a part of the left side.
func (s *scope) aliased(t *term.Term) *term.Term {
	for range len(s.aliases) {
		next := s.aliases.Apply(t)
		if next == t {
			break
		}
		t = next
	}
	return t
}

// conditionsOf builds the conditions.
func (s *scope) conditionsOf(st *grammar.Sentence, r *Rule) {
	s.side, s.anyFun = right, true
	if r.RightTerm != nil {
		r.RightTerm = s.aliased(r.RightTerm)
	}
	if st.Requires != nil {
		s.inCond = true
		r.Requires = term.Conjuncts(nil, s.aliased(s.term(st.Requires)))
		s.inCond = false
	}
	if st.Ensures != nil {
		s.ensures = true
		r.Ensures = term.Conjuncts(nil, s.aliased(s.term(st.Ensures)))
		s.ensures = false
	}
	r.Existentials = s.existing
	s.aliasConditions(r)
}

// aliasConditions adds that a variable which stands for a part of the left side
// and occurs elsewhere in it as well is equal to that part.
func (s *scope) aliasConditions(r *Rule) {
	patterns := r.patterns()
	for v, t := range s.aliases {
		for _, p := range patterns {
			if term.Occurs(v, p) {
				r.Requires = append(r.Requires, term.Conjuncts(nil, term.Eq(v.Term(), t))...)
				break
			}
		}
	}
}

// patterns returns the terms of the left side.
func (r *Rule) patterns() []*term.Term {
	out := slices.Clone(r.LeftArgs)
	for _, s := range r.Left {
		out = append(out, s.Term)
	}
	return out
}

// results returns the terms of the right side.
func (r *Rule) results() []*term.Term {
	var out []*term.Term
	if r.RightTerm != nil {
		out = append(out, r.RightTerm)
	}
	for _, s := range r.Right {
		out = append(out, s.Term)
	}
	return out
}

// checkBound reports variables that have no value.
func (s *scope) checkBound(r *Rule) {
	bound := map[*term.Variable]bool{}
	for _, v := range term.Vars(r.patterns()...) {
		bound[v] = true
	}
	for _, v := range s.existing {
		bound[v] = true
	}
	free := map[string]bool{}
	for _, name := range r.Attrs.List("unboundVariables") {
		free[name] = true
	}
	report := func(ts []*term.Term, where string) {
		for _, v := range term.Vars(ts...) {
			if bound[v] || free[v.Name] {
				continue
			}
			bound[v] = true
			span, ok := s.spans[v]
			if !ok {
				span = r.Span
			}
			if s.HasErrorAt(span) {
				continue
			}
			s.Errorf(span, "unbound-variable", "variable %s occurs %s, but not on the left%s", v.BaseName(), where, s.otherSort(v, r))
		}
	}
	report(r.results(), "on the right")
	report(r.Requires, "in the condition")
	report(r.Ensures, "in the ensures clause")
	for _, v := range s.existing {
		for _, t := range r.Requires {
			if term.Occurs(v, t) {
				s.Errorf(s.spans[v], "existential-in-requires", "%s occurs in the requires clause, where it has no value; say it with ensures", v.Name)
			}
		}
	}
}

// otherSort helps where a name is bound, but with another sort.
func (s *scope) otherSort(v *term.Variable, r *Rule) string {
	for _, w := range term.Vars(r.patterns()...) {
		if w.Name == v.Name {
			return fmt.Sprintf(" with sort %s (there it is of sort %s)", s.lattice.Name(v.Sort), s.lattice.Name(w.Sort))
		}
	}
	return ""
}

// label gives a rule its unique label.
func (b *builder) label(r *Rule, base string) string {
	name := r.Label
	if name == "" {
		name = base + ":" + position(r.Span)
	}
	unique := name
	for n := 2; b.labels[unique]; n++ {
		unique = fmt.Sprintf("%s#%d", name, n)
	}
	if unique != name && r.Label != "" {
		b.Warnf(r.Span, "duplicate-label", "label %s names another rule too; this one is %s", name, unique)
	}
	b.labels[unique] = true
	return unique
}

// position is file:line without directories.
func position(span source.Span) string {
	if span.IsZero() {
		return "?"
	}
	line, _ := span.File.Position(span.Start)
	return fmt.Sprintf("%s:%d", filepath.Base(span.File.Name), line)
}
