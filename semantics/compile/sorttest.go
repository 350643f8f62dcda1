package compile

import (
	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// verdict of a sort test on a term that may have variables.
type verdict int

const (
	undecided verdict = iota
	always
	never
)

// testSort decides whether the instances of t have a sort at or below s. It
// says always or never only if that holds for all instances.
func testSort(l *term.Lattice, t *term.Term, s term.Sort) verdict {
	if l.Leq(t.Sort(), s) {
		return always
	}
	switch {
	case t == term.DotK:
		return never
	case t.IsSeq():
		return testSequence(l, t, s)
	case t.IsVar(), t.Kind() == term.KApp && t.Symbol().Class != term.Constructor:
		if l.HaveCommonSubsort(t.Sort(), s) {
			return undecided
		}
		return never
	case t.Kind() == term.KApp && t.Symbol().Variants != nil:
		return testOverloaded(l, t, s)
	}
	return never
}

// testSequence: a sequence has a sort below K only if all but one of its
// items turn out to be empty.
func testSequence(l *term.Lattice, t *term.Term, s term.Sort) verdict {
	items := 0
	possible := true
	for ; t != term.DotK; t = t.Tail() {
		h := t.Head()
		if h.Sort() == term.SortK {
			continue
		}
		items++
		possible = possible && testSort(l, h, s) != never
	}
	if items > 1 || !possible {
		return never
	}
	return undecided
}

// testOverloaded: the sort of an overloaded constructor depends on the sorts
// of its arguments.
func testOverloaded(l *term.Lattice, t *term.Term, s term.Sort) verdict {
	for _, v := range t.Symbol().Variants {
		if !l.Leq(v.Result, s) {
			continue
		}
		out := always
		for i, a := range t.Args() {
			switch testSort(l, a, v.Args[i]) {
			case never:
				out = never
			case undecided:
				if out == always {
					out = undecided
				}
			}
		}
		if out != never {
			return out
		}
	}
	return never
}

// predicate returns the symbol of the test isS.
func (s *symbols) predicate(sort term.Sort) *term.Symbol {
	if sym := s.predicates[sort]; sym != nil {
		return sym
	}
	l := s.lattice
	name := "is" + l.Name(sort)
	sym := term.NewSymbol(term.Symbol{
		Name: s.unique(name), Args: []term.Sort{term.SortK}, Result: term.SortBool, Class: term.Function, Total: true,
		Format: []term.FormatItem{{Text: name}, {Text: "("}, {Arg: 0}, {Text: ")"}},
	})
	sym.Eval = func(args []*term.Term) *term.Term {
		switch testSort(l, args[0], sort) {
		case always:
			return term.True
		case never:
			if !s.extended[sort] {
				return term.False
			}
		}
		return nil
	}
	s.predicates[sort], s.tested[sym] = sym, sort
	return sym
}

// IsTest reports whether a symbol is the test isS of a sort.
func (d *Definition) IsTest(sym *term.Symbol) bool {
	_, ok := d.symbols.tested[sym]
	return ok
}

// Tested returns the sort that sym tests; false if it is no test, or if rules of the
// definition may say that it holds for other terms as well.
func (d *Definition) Tested(sym *term.Symbol) (term.Sort, bool) {
	sort, ok := d.symbols.tested[sym]
	return sort, ok && !d.symbols.extended[sort] && d.Functions[sym] == nil
}

// TestSort decides whether the instances of t are of the sort that sym tests, as
// the order of sorts has it. Rules of the definition may say that isS holds for
// other terms as well.
func (d *Definition) TestSort(sym *term.Symbol, t *term.Term) (of, known bool) {
	v := testSort(d.Lattice, t, d.symbols.tested[sym])
	return v == always, v != undecided
}

// extendTests notes the sorts whose tests have rules of the definition, so that
// a test does not fail before these are known.
func (b *builder) extendTests(sentences []*grammar.Sentence) {
	for _, st := range sentences {
		top := leftTop(st.Body)
		if st.Bubble.Kind != kdef.RuleBubble || top.Kind != grammar.IsSort {
			continue
		}
		if kind, _ := b.classify(st); kind == FunctionRule {
			b.extended[b.sort(top.Text)] = true
		}
	}
}

// checkTest reports a rule that says of a term of a sort that it is not.
func (b *builder) checkTest(r *Rule) {
	sort, ok := b.tested[r.Symbol]
	if ok && r.RightTerm != term.True && testSort(b.lattice, r.LeftArgs[0], sort) == always {
		b.Errorf(r.Span, "contradicts-sort", "the terms on the left are of sort %s, so %s holds of them; a rule can only add others", b.lattice.Name(sort), r.Symbol.Name)
	}
}

// downcast returns the symbol of {t}:>S: its argument, if that is of sort S.
func (s *symbols) downcast(sort term.Sort) *term.Symbol {
	if sym := s.downcasts[sort]; sym != nil {
		return sym
	}
	l := s.lattice
	sym := term.NewSymbol(term.Symbol{
		Name: s.unique("project:" + l.Name(sort)), Args: []term.Sort{term.SortK}, Result: sort, Class: term.Function,
		Format: []term.FormatItem{{Text: "{"}, {Arg: 0}, {Text: "}:>" + l.Name(sort)}},
	})
	test := s.predicate(sort)
	sym.Eval = func(args []*term.Term) *term.Term {
		if testSort(l, args[0], sort) == always {
			return args[0]
		}
		return nil
	}
	sym.Defined = func(args []*term.Term) *term.Term { return term.Apply(test, args[0]) }
	s.downcasts[sort] = sym
	return sym
}

// Predicate returns the function symbol of the test isS for a sort.
func (d *Definition) Predicate(sort term.Sort) *term.Symbol { return d.symbols.predicate(sort) }
