package rewrite

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// equations are the rules of a function, or those that apply anywhere to a
// constructor.
type equations struct {
	sym      *term.Symbol
	programs *equationPrograms
	pool     sync.Pool
}

// newEquations prepares the rules of a symbol, in order of priority; they are
// compiled at the first use.
func newEquations(l *term.Lattice, sym *term.Symbol, rules *compile.Equations) *equations {
	return &equations{sym: sym, programs: &equationPrograms{lattice: l, rules: rules}, pool: sync.Pool{New: func() any { return &matcher{lattice: l} }}}
}

// apply returns the result of the first rule that applies. A rule applies when
// it certainly matches and its conditions are certainly true. If one of smaller
// or equal priority may apply but does not certainly, there is no result, and
// certain is false; it is true as well if there is none because no rule applies.
// The effort is that of the evaluation of which this is a part, nil if it is none.
//
// An example: with f(0) => 1 and f(N) => N *Int f(N -Int 1) [owise], f(3) is 6, and f(n)
// for a variable n has no result, since it cannot be told whether the first rule
// applies. To use the second one would be wrong for n = 0.
func (e *equations) apply(args []*term.Term, effort *term.Effort) (result *term.Term, certain bool) {
	m := e.pool.Get().(*matcher) // after a panic it is not used again
	if result = m.memo.get(args); result != nil {
		e.pool.Put(m)
		return result, true
	}
	if effort == nil {
		m.own = term.Effort{}
		effort = &m.own
	}
	m.effort = effort
	enter(effort, e.sym)
	result, certain = m.first(e.programs.of(args), args)
	effort.Depth--
	if result != nil && !m.symbolic && effort.Depth < maxMemoDepth {
		m.memo = m.memo.with(args, result)
	}
	e.pool.Put(m)
	return result, certain
}

// equationPrograms are the compiled rules of a function. The first applications compile those
// that may match; then all are.
type equationPrograms struct {
	lattice *term.Lattice
	rules   *compile.Equations
	all     atomic.Pointer[[]*Program]

	mu    sync.Mutex
	asked int
	some  []*Program // by number; nil where a rule has not been needed
}

// fewApplications is how often only the rules that may match are compiled: most functions that
// a small program uses are applied a few times.
const fewApplications = 16

// of returns the rules, in order, but some that do not match the arguments.
func (p *equationPrograms) of(args []*term.Term) []*Program {
	if all := p.all.Load(); all != nil {
		return *all
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	entries := p.rules.Entries()
	if p.some == nil {
		p.some = make([]*Program, len(entries))
	}
	p.asked++
	var out []*Program
	for i := range entries {
		e := &entries[i]
		if p.asked <= fewApplications && differs(p.lattice, e.Outline, args...) {
			continue
		}
		if p.some[i] == nil {
			p.some[i] = NewProgram(p.lattice, e.Rule(), nil)
		}
		out = append(out, p.some[i])
	}
	if p.asked > fewApplications {
		p.all.Store(&out)
	}
	return out
}

// first is the result of the first of some rules for a function that applies.
func (m *matcher) first(programs []*Program, args []*term.Term) (result *term.Term, certain bool) {
	m.symbolic = false
	for _, a := range args {
		if !a.IsValue() {
			m.symbolic = true
		}
	}
	for _, p := range programs {
		if !m.symbolic && differ(m.lattice, p.args, args) {
			continue
		}
		result, certain := p.evaluate(m, args)
		if result != nil || !certain {
			return result, certain
		}
	}
	return nil, true
}

// installed sets the evaluator of a symbol, alone and as a part of an evaluation.
func installed(sym *term.Symbol, eval func(args []*term.Term, effort *term.Effort) *term.Term) {
	sym.Rules = eval
	sym.Eval = func(args []*term.Term) *term.Term { return eval(args, nil) }
}

// install makes rules the evaluator of a function symbol: where none certainly
// applies, the application stays.
func install(l *term.Lattice, sym *term.Symbol, rules *compile.Equations) {
	e := newEquations(l, sym, rules)
	installed(sym, func(args []*term.Term, effort *term.Effort) *term.Term {
		result, _ := e.apply(args, effort)
		return result
	})
}

// installAnywhere makes rules that apply anywhere the evaluator of a
// constructor. An application of which it is not known whether one applies is
// not a value: it becomes an application of the function that stands for it.
func installAnywhere(l *term.Lattice, sym *term.Symbol, rules *compile.Equations) {
	e := newEquations(l, sym, rules)
	if sym.Pending == nil {
		sym.Pending = term.NewSymbol(term.Symbol{Name: sym.Name + " (pending)", Args: sym.Args, Result: sym.Result,
			Class: term.Function, Total: true, Format: sym.Format, Assigns: sym.Assigns})
	}
	installed(sym, func(args []*term.Term, effort *term.Effort) *term.Term {
		if result, certain := e.apply(args, effort); certain {
			return result
		}
		return term.App(sym.Pending, args...)
	})
	installed(sym.Pending, func(args []*term.Term, effort *term.Effort) *term.Term {
		result, certain := e.apply(args, effort)
		if result == nil && certain {
			return term.App(sym, args...)
		}
		return result
	})
}

// installTest makes the rules that a definition has for a sort test add to the
// test: they are about the terms that are not of the sort.
func installTest(d *compile.Definition, sym *term.Symbol, rules *compile.Equations) {
	e := newEquations(d.Lattice, sym, rules)
	installed(sym, func(args []*term.Term, effort *term.Effort) *term.Term {
		of, known := d.TestSort(sym, args[0])
		if known && of {
			return term.True
		}
		result, certain := e.apply(args, effort)
		switch {
		case known && certain && result == nil:
			return term.False
		case known || result == term.True:
			return result
		}
		return nil
	})
}

// The limits of one evaluation. A level of nesting takes some 1.5 KB of a stack
// that may have 512 MB.
const (
	maxNesting = 100_000
	maxEffort  = 20_000_000
)

// LimitError is the panic of an evaluation that would not end: nothing is known of
// its value. Whoever asks for values on behalf of a user recovers from it.
type LimitError struct{ Message string }

func (e *LimitError) Error() string { return e.Message }

// Code is the code of a diagnostic that tells of it.
func (e *LimitError) Code() string { return "limit" }

// AsLimit returns what was recovered from a panic if it is a LimitError, nil if it
// is not: that is a bug in rlv.
func AsLimit(recovered any) error {
	if e, ok := recovered.(*LimitError); ok {
		return e
	}
	return nil
}

// enter counts an application, and gives up where there are too many.
func enter(e *term.Effort, sym *term.Symbol) {
	e.Steps++
	e.Depth++
	switch {
	case e.Depth > maxNesting:
		panic(&LimitError{fmt.Sprintf("the evaluation of the function %s was stopped: applications are nested more than %d deep (limit of nesting)", written(sym), maxNesting)})
	case e.Steps > maxEffort:
		panic(&LimitError{fmt.Sprintf("the evaluation of the function %s was stopped after %d applications (limit of one evaluation)", written(sym), maxEffort)})
	}
}

// written is a function as it is written, with _ for its arguments.
func written(sym *term.Symbol) string {
	var out []string
	for _, f := range sym.Format {
		if f.Text == "" {
			out = append(out, "_")
		} else {
			out = append(out, f.Text)
		}
	}
	if len(out) == 0 {
		return sym.Name
	}
	return strings.Join(out, " ")
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
	if len(m.deferred) == 0 && m.undecided == "" && len(m.conds) == 0 { // no alternatives
		switch m.holds(p) {
		case term.False:
			return nil, true
		case nil:
			return nil, false
		}
		return m.build(p.result), true
	}
	certain = true
	m.solve(func() bool {
		if m.undecided != "" || len(m.conds) > 0 {
			certain = false
			return false
		}
		switch m.holds(p) {
		case term.False:
			return true
		case nil:
			certain = false
			return false
		}
		result = m.build(p.result)
		return false
	})
	return result, certain
}

// holds returns whether the conditions of p are true or false; nil if that is
// not known, or if the rule then says something of what has no value.
func (m *matcher) holds(p *Program) *term.Term {
	verdict := term.True
	for _, c := range p.conds {
		switch m.build(c) {
		case term.True:
		case term.False:
			return term.False
		default:
			verdict = nil
		}
	}
	for _, c := range p.hidden {
		if verdict != nil && m.build(c) != term.True {
			return nil
		}
	}
	return verdict
}
