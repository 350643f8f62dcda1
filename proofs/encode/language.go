// Package encode writes a compiled definition, and terms and formulas over it, as data for
// package kernel. What the kernel has no form for is refused by name: nothing is left out
// silently.
//
// A configuration is the symbol [Config] applied to the contents of its slots, a computation
// a chain of [Sequence] that ends in [Dot]. A pattern for a map becomes a variable for the
// whole map, with look-ups in the rule's condition.
package encode

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"rlv/proofs/certificate"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The symbols that every language has.
const (
	Config   = logic.FirstSym + iota // builds a configuration from its slots
	Sequence                         // puts an item before a computation
	Dot                              // the computation with nothing left to do
	firstOwn
)

// Language is a definition as the kernel has it.
type Language struct {
	kernel.Language
	Rules  []*compile.Rule // what the kernel's rules are made of
	Names  []string        // of the symbols from Config on
	Tokens []string        // of the sorts of tokens, from 1 on
	Sorts  []string        // of the sorts that are tested
	// Functions are those of the definition that are no operations, from logic.FirstSym on;
	// the functions of a program come after them.
	Functions []string
	// Refused are the rules that the kernel has no form for. LeftOut are those of them that
	// no program can come to: without the others it is another language.
	Refused, LeftOut []Refusal

	definition *compile.Definition
	symbols    map[*term.Symbol]logic.Sym
	tokens     map[term.Sort]logic.Sym
	tested     map[term.Sort]uint64
	headTests  map[*term.Symbol]uint64
	predicates map[*term.Symbol]term.Sort
	functions
}

// Refusal is something that has no form in the kernel, and why.
type Refusal struct {
	Label string
	Span  source.Span
	Err   error
}

// Error says what was refused.
func (r Refusal) Error() string { return fmt.Sprintf("%v: %s: %v", r.Span, r.Label, r.Err) }

// Unwrap returns why.
func (r Refusal) Unwrap() error { return r.Err }

// ErrNoForm is the error of all that the kernel has no form for.
var ErrNoForm = errors.New("certificates have no form for it")

func noForm(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrNoForm)
}

// NewLanguage encodes a definition.
func NewLanguage(d *compile.Definition) (*Language, error) {
	l := &Language{definition: d, Names: []string{"configuration", "~>", ".K"}, symbols: map[*term.Symbol]logic.Sym{term.DotK.Symbol(): Dot},
		tokens: map[term.Sort]logic.Sym{}, tested: map[term.Sort]uint64{}, headTests: map[*term.Symbol]uint64{},
		functions: newFunctions(d), predicates: map[*term.Symbol]term.Sort{}}
	if d.Layout.K < 0 {
		return nil, noForm("a definition whose computation is in a collection of cells")
	}
	for s := term.Sort(1); int(s) < d.Lattice.Len(); s++ {
		l.predicates[d.Predicate(s)] = s
	}
	for _, p := range d.Source.Productions {
		if s, ok := d.Lattice.Lookup(p.Sort); ok && isToken(p) && l.tokens[s] == 0 {
			l.Tokens = append(l.Tokens, p.Sort)
			l.tokens[s] = logic.Sym(len(l.Tokens))
		}
	}
	d.EachSymbol(func(s *term.Symbol, _ *kdef.Production) {
		if s.Class == term.Constructor {
			l.symbol(s)
		}
	})
	l.Top = way(d.Layout)
	came := usable(d)
	for _, r := range d.Rules() {
		k, err := l.rule(r)
		if err != nil {
			refused := &l.Refused
			if !fits(r, came) {
				refused = &l.LeftOut
			}
			*refused = append(*refused, Refusal{r.Label, r.Span, err})
			continue
		}
		l.Rules, l.Language.Rules = append(l.Rules, r), append(l.Language.Rules, k)
	}
	l.equations()
	return l, nil
}

// way is the way to the head of the computation: Config is applied to the slots one after
// the other, so that the last one is the right part at the top.
func way(layout *compile.Layout) []bool {
	var out []bool
	for range len(layout.Slots) - 1 - layout.K {
		out = append(out, false)
	}
	return append(out, true, false, true)
}

func isToken(p *kdef.Production) bool {
	return p.IsToken() || len(p.Items) > 0 && p.Items[0].Kind == kdef.Regex
}

// symbol returns the number of a constructor.
func (l *Language) symbol(s *term.Symbol) logic.Sym {
	n, ok := l.symbols[s]
	if !ok {
		n = Config + logic.Sym(len(l.Names))
		l.symbols[s] = n
		l.Names = append(l.Names, s.Name)
	}
	return n
}

// Sort returns the sort of the kernel's variables that stand for a variable of sort s: one
// that has its values and no others, or SK.
func (l *Language) Sort(s term.Sort) logic.Sort {
	switch s {
	case term.SortInt:
		return logic.Sort{Kind: logic.SInt}
	case term.SortBool:
		return logic.Sort{Kind: logic.SBool}
	case term.SortString:
		return logic.Sort{Kind: logic.SStr}
	case term.SortMap, term.SortSet:
		return logic.Sort{Kind: logic.SMap}
	case term.SortArray:
		return logic.Sort{Kind: logic.SArr}
	case term.SortList:
		return logic.Sort{Kind: logic.SList}
	}
	if k := l.tokens[s]; k != 0 && len(l.definition.Constructors(s)) == 0 && !l.hasSubsorts(s) {
		return logic.Sort{Kind: logic.STok, Tok: k}
	}
	return logic.Sort{Kind: logic.SK}
}

func (l *Language) hasSubsorts(s term.Sort) bool {
	for t := term.Sort(1); int(t) < l.definition.Lattice.Len(); t++ {
		if t != s && l.definition.Lattice.Leq(t, s) {
			return true
		}
	}
	return false
}

// heads are the tops of the values of sorts that are built in.
var heads = map[term.Sort]logic.HeadKind{term.SortInt: logic.HInt, term.SortBool: logic.HBool, term.SortString: logic.HStr,
	term.SortMap: logic.HMap, term.SortSet: logic.HMap, term.SortArray: logic.HArr, term.SortList: logic.HList}

// test returns the number of the test for a sort, which it makes if it is new.
func (l *Language) test(s term.Sort) (uint64, error) {
	if n, ok := l.tested[s]; ok {
		return n, nil
	}
	d := l.definition
	switch {
	case s == term.SortMap || s == term.SortSet:
		return 0, noForm("a test that tells maps from sets")
	case s == term.SortK || s == term.SortKItem || s == term.SortBag:
		return 0, noForm("a test for the sort %s", d.Lattice.Name(s))
	case d.Functions[d.Predicate(s)] != nil:
		return 0, noForm("a test for the sort %s, which rules extend", d.Lattice.Name(s))
	}
	n := uint64(len(l.Tests))
	l.tested[s] = n
	l.Sorts, l.Tests = append(l.Sorts, d.Lattice.Name(s)), append(l.Tests, nil)
	var tests []logic.Test
	for t := term.Sort(1); int(t) < d.Lattice.Len(); t++ {
		if !d.Lattice.Leq(t, s) {
			continue
		}
		if h, ok := heads[t]; ok {
			tests = append(tests, logic.Test{Head: logic.Head{Kind: h}})
		}
		if k := l.tokens[t]; k != 0 {
			tests = append(tests, logic.Test{Head: logic.Head{Kind: logic.HTok, Sym: k}})
		}
	}
	for _, c := range d.Constructors(s) {
		more, err := l.testsOf(c, s)
		if err != nil {
			return 0, err
		}
		tests = append(tests, more...)
	}
	l.Tests[n] = tests
	return n, nil
}

// OfSort says of a value that it is of a sort; nil if rules do not test for it.
func (l *Language) OfSort(s term.Sort, value *logic.Term) *logic.Form {
	if n, ok := l.tested[s]; ok {
		return logic.Holds(logic.Is(n, value))
	}
	return nil
}

// testOfHead returns the number of the test for applications of a constructor; nil: of what
// builds computations.
func (l *Language) testOfHead(c *term.Symbol) uint64 {
	n, ok := l.headTests[c]
	if !ok {
		n = uint64(len(l.Tests))
		l.headTests[c] = n
		head := logic.Head{Kind: logic.HSym, Sym: Sequence}
		if c != nil {
			head.Sym = l.symbol(c)
		}
		l.Sorts = append(l.Sorts, "an application of "+l.constructorName(c))
		l.Tests = append(l.Tests, []logic.Test{{Head: head}})
	}
	return n
}

// testsOf are the tests that applications of a constructor pass that are of sort s.
func (l *Language) testsOf(c *term.Symbol, s term.Sort) ([]logic.Test, error) {
	lattice, head := l.definition.Lattice, logic.Head{Kind: logic.HSym, Sym: l.symbol(c)}
	if lattice.Leq(c.Result, s) {
		return []logic.Test{{Head: head}}, nil
	}
	var out []logic.Test
	for _, v := range c.Variants {
		if !lattice.Leq(v.Result, s) {
			continue
		}
		var args []uint64
		for _, a := range slices.Backward(v.Args) {
			n, err := l.test(a)
			if err != nil {
				return nil, err
			}
			args = append(args, n)
		}
		out = append(out, logic.Test{Head: head, Args: args})
	}
	return out, nil
}

// Hash identifies the language: its rules as the kernel has them, and what their numbers stand
// for.
func (l *Language) Hash() [sha256.Size]byte {
	return certificate.HashOf(&l.Language, l.Names, l.Tokens, l.Sorts, l.Functions, l.Labels())
}

// Labels are those of the rules.
func (l *Language) Labels() []string {
	out := make([]string, len(l.Rules))
	for i, r := range l.Rules {
		out[i] = r.Label
	}
	return out
}

// Slots are the cells of configurations.
func (l *Language) Slots() []*compile.Cell { return l.definition.Layout.Slots }
