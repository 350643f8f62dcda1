package rewrite

import (
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// install makes rules the evaluator of a function symbol. A rule applies when
// it certainly matches and its conditions are certainly true; if one of smaller
// or equal priority may apply but does not certainly, the application stays.
func install(l *term.Lattice, sym *term.Symbol, rules []*compile.Rule) {
	programs := lazily(l, rules)
	pool := sync.Pool{New: func() any { return &matcher{lattice: l} }}
	sym.Eval = func(args []*term.Term) *term.Term {
		m := pool.Get().(*matcher)
		defer pool.Put(m)
		m.symbolic = false
		for _, a := range args {
			if !a.IsValue() {
				m.symbolic = true
			}
		}
		for _, p := range programs() {
			result, certain := p.evaluate(m, args)
			if result != nil {
				return result
			}
			if !certain {
				return nil
			}
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
