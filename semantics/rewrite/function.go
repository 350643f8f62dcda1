package rewrite

import (
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// equations are the rules of a function, or those that apply anywhere to a
// constructor.
type equations struct {
	programs func() []*Program
	pool     sync.Pool
}

func newEquations(l *term.Lattice, rules []*compile.Rule) *equations {
	return &equations{programs: lazily(l, rules), pool: sync.Pool{New: func() any { return &matcher{lattice: l} }}}
}

// apply returns the result of the first rule that applies. A rule applies when
// it certainly matches and its conditions are certainly true. If one of smaller
// or equal priority may apply but does not certainly, there is no result, and
// certain is false; it is true as well if there is none because no rule applies.
func (e *equations) apply(args []*term.Term) (result *term.Term, certain bool) {
	m := e.pool.Get().(*matcher)
	defer e.pool.Put(m)
	m.symbolic = false
	for _, a := range args {
		if !a.IsValue() {
			m.symbolic = true
		}
	}
	for _, p := range e.programs() {
		result, certain := p.evaluate(m, args)
		if result != nil || !certain {
			return result, certain
		}
	}
	return nil, true
}

// install makes rules the evaluator of a function symbol: where none certainly
// applies, the application stays.
func install(l *term.Lattice, sym *term.Symbol, rules []*compile.Rule) {
	e := newEquations(l, rules)
	sym.Eval = func(args []*term.Term) *term.Term {
		result, _ := e.apply(args)
		return result
	}
}

// installAnywhere makes rules that apply anywhere the evaluator of a
// constructor. An application of which it is not known whether one applies is
// not a value: it becomes an application of the function that stands for it.
func installAnywhere(l *term.Lattice, sym *term.Symbol, rules []*compile.Rule) {
	e := newEquations(l, rules)
	if sym.Pending == nil {
		sym.Pending = term.NewSymbol(term.Symbol{Name: sym.Name + " (pending)", Args: sym.Args, Result: sym.Result,
			Class: term.Function, Total: true, Format: sym.Format, Assigns: sym.Assigns})
	}
	sym.Eval = func(args []*term.Term) *term.Term {
		if result, certain := e.apply(args); certain {
			return result
		}
		return term.App(sym.Pending, args...)
	}
	sym.Pending.Eval = func(args []*term.Term) *term.Term {
		result, certain := e.apply(args)
		if result == nil && certain {
			return term.App(sym, args...)
		}
		return result
	}
}

// installTest makes the rules that a definition has for a sort test add to the
// test: they are about the terms that are not of the sort.
func installTest(d *compile.Definition, sym *term.Symbol, rules []*compile.Rule) {
	e := newEquations(d.Lattice, rules)
	sym.Eval = func(args []*term.Term) *term.Term {
		of, known := d.TestSort(sym, args[0])
		if known && of {
			return term.True
		}
		result, certain := e.apply(args)
		switch {
		case known && certain && result == nil:
			return term.False
		case known || result == term.True:
			return result
		}
		return nil
	}
}

// evaluate applies the rule to arguments; certain is false if it may apply but
// that cannot be told.
func (p *Program) evaluate(m *matcher, args []*term.Term) (result *term.Term, certain bool) {
	m.reset(p.nvars)
	for i, q := range p.args {
		if !m.match(q, args[i]) {
			return nil, true
		}
	}
	certain = true
	m.solve(func() bool {
		if m.undecided != "" || len(m.conds) > 0 {
			certain = false
			return false
		}
		for _, c := range p.conds {
			switch m.build(c) {
			case term.True:
			case term.False:
				return true
			default:
				certain = false
				return false
			}
		}
		result = m.build(p.result)
		return false
	})
	return result, certain
}
