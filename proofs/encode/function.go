package encode

import (
	"fmt"
	"slices"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// function is a function of the definition that is no operation of the kernel: that of a
// symbol, or a projection, of a constructor to an argument.
type function struct {
	symbol *term.Symbol // nil: what builds computations
	arg    int          // of a projection, from 1 on
}

// functions are those that rules of the definition use, with their equations. An equation
// is used where none before it applies: its position is its priority, as rlv takes the
// first that applies.
type functions struct {
	numbers map[function]logic.Sym
	todo    []function // whose equations are still to be written
	sealed  bool       // no more are taken
	// declared are the symbols of the definition, and aboutValues gives, for the symbol that
	// says that an application of a function has a value, the function.
	declared    map[*term.Symbol]bool
	aboutValues map[*term.Symbol]*term.Symbol
}

func newFunctions(d *compile.Definition) functions {
	f := functions{numbers: map[function]logic.Sym{}, declared: map[*term.Symbol]bool{}, aboutValues: map[*term.Symbol]*term.Symbol{}}
	d.EachSymbol(func(s *term.Symbol, _ *kdef.Production) { f.declared[s] = true })
	for s, about := range d.Partial() {
		f.aboutValues[about] = s
	}
	return f
}

// owns reports whether a function is one of the definition, not of a program.
func (f *functions) owns(s *term.Symbol) bool {
	return s.Hook != "" || f.declared[s] || f.aboutValues[s] != nil
}

// function returns the number of a function of the definition.
func (l *Language) function(f function, name string) (logic.Sym, error) {
	n, ok := l.numbers[f]
	if !ok {
		if l.sealed {
			return 0, noForm("the function %s, which no rule has,", name)
		}
		n = logic.FirstSym + logic.Sym(len(l.Functions))
		l.numbers[f] = n
		l.Functions = append(l.Functions, name)
		l.todo = append(l.todo, f)
	}
	return n, nil
}

// AboutBits reports whether a function of the definition is about the bits of integers.
func (l *Language) AboutBits(n logic.Sym) bool {
	for f, k := range l.numbers {
		if k == n && f.symbol != nil {
			return f.symbol.BothBits
		}
	}
	return false
}

// projection is an argument of what is an application of a constructor.
func (r *ruleScope) projection(c *term.Symbol, i int, x *logic.Term) *logic.Term {
	n, err := r.function(function{c, i + 1}, fmt.Sprintf("argument %d of %s", i+1, r.constructorName(c)))
	if err != nil {
		panic(err) // rules are encoded before no more functions are taken
	}
	return logic.Fun(n, logic.Sort{Kind: logic.SK}, x)
}

// equations writes those of all functions that are used.
func (l *Language) equations() {
	for len(l.todo) > 0 {
		f := l.todo[0]
		l.todo = l.todo[1:]
		n := l.numbers[f]
		switch about := l.aboutValues[f.symbol]; {
		case f.arg > 0:
			l.projects(n, f)
		case f.symbol == term.SyntaxAssigns:
			l.assigns(n)
		case f.symbol == term.ListIn:
			l.membership(n)
		case about != nil:
			l.hasValue(n, about)
		case texts[f.symbol].value != nil:
			l.looksInto(n, f.symbol)
		default:
			for _, r := range l.definition.Functions.Of(f.symbol) {
				if !l.equation(n, r) {
					break
				}
			}
		}
	}
	l.sealed = true
}

func (l *Language) add(e kernel.Equation) {
	e.Prio = uint64(len(l.Equations))
	l.Equations = append(l.Equations, e)
}

// tuple is what a function is applied to.
func tuple(args ...*logic.Term) *logic.Term { return logic.Fun(0, logic.Sort{}, args...).A }

// equation writes a rule of a function. One that has no form is refused, and with it those
// behind it, since they are for where it does not apply.
func (l *Language) equation(n logic.Sym, rule *compile.Rule) bool {
	e, err := l.whereApplied(rule, func(r *ruleScope) (*logic.Term, error) {
		return r.at(rule.Symbol.Result, rule.RightTerm)
	})
	if err != nil {
		l.Refused = append(l.Refused, Refusal{rule.Label, rule.Span, err})
		return false
	}
	e.Fun = n
	l.add(*e)
	return true
}

// whereApplied is an equation for where a rule of a function applies.
func (l *Language) whereApplied(rule *compile.Rule, right func(*ruleScope) (*logic.Term, error)) (*kernel.Equation, error) {
	r := l.newRuleScope()
	args := make([]*logic.Term, len(rule.LeftArgs))
	var err error
	for i, a := range rule.LeftArgs {
		if args[i], err = r.pattern(a, rule.Symbol.Args[i]); err != nil {
			return nil, err
		}
	}
	if err := r.settle(); err != nil {
		return nil, err
	}
	e := &kernel.Equation{Args: tuple(args...)}
	if e.Cond, err = r.terms(r.cond, rule.Requires); err != nil {
		return nil, err
	}
	e.Right, err = right(r)
	return e, err
}

// hasValue writes when an application of a function has a value: where the first rule that
// applies has one. Where it is not known whether a condition holds, it has none.
func (l *Language) hasValue(n logic.Sym, f *term.Symbol) {
	if f.Hook != "" {
		if defined := texts[f].defined; defined != nil {
			args := l.arguments(f)
			l.add(kernel.Equation{Fun: n, Args: tuple(args...), Right: defined(args)})
		}
		return // of others nothing is known
	}
	for _, rule := range l.definition.Functions.Of(f) {
		all := func(ts []*term.Term) func(r *ruleScope) (*logic.Term, error) {
			return func(r *ruleScope) (*logic.Term, error) { return r.term(term.And(ts...)) }
		}
		unknown := *rule
		unknown.Requires = []*term.Term{term.Not(term.And(rule.Evaluable...))}
		var es []*kernel.Equation
		if len(rule.Evaluable) > 0 {
			e, err := l.whereApplied(&unknown, all([]*term.Term{term.False}))
			if err != nil {
				return // refused where the function is
			}
			es = append(es, e)
		}
		e, err := l.whereApplied(rule, all(rule.Defined))
		if err != nil {
			return
		}
		for _, e := range append(es, e) {
			e.Fun = n
			l.add(*e)
		}
	}
	var args []*logic.Term
	for i := range f.Args {
		args = append(args, variable(i))
	}
	l.add(kernel.Equation{Fun: n, Args: tuple(args...), Right: logic.False})
}

func variable(i int) *logic.Term {
	return logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SK}, N: uint64(i)})
}

// applications is a constructor applied to variables.
func (l *Language) applications(c *term.Symbol) *logic.Term {
	if c == nil {
		return logic.App(logic.Symbol(Sequence), variable(0), variable(1))
	}
	var args []*logic.Term
	for i := range c.Args {
		args = append(args, variable(i))
	}
	return logic.App(logic.Symbol(l.symbol(c)), args...)
}

func (l *Language) constructorName(c *term.Symbol) string {
	if c == nil {
		return l.Names[Sequence-Config]
	}
	return c.Name
}

// projects writes the equation of a projection.
func (l *Language) projects(n logic.Sym, f function) {
	l.add(kernel.Equation{Fun: n, Args: tuple(l.applications(f.symbol)), Right: variable(f.arg - 1)})
}

// assigns writes when a piece of syntax has one that assigns.
func (l *Language) assigns(n logic.Sym) {
	boolean := logic.Sort{Kind: logic.SBool}
	prio := uint64(len(l.Equations))
	var all []*term.Symbol
	l.definition.EachSymbol(func(c *term.Symbol, _ *kdef.Production) {
		if c.Class == term.Constructor && !slices.Contains(all, c) {
			all = append(all, c)
		}
	})
	for _, c := range all {
		right := logic.False
		for i, a := range slices.Backward(c.Args) {
			if l.Sort(a).Kind != logic.SK {
				continue
			}
			if u := logic.Fun(n, boolean, variable(i)); right == logic.False {
				right = u
			} else {
				right = logic.Operation(logic.OOr, u, right)
			}
		}
		if c.Assigns {
			right = logic.True
		}
		if right != logic.False {
			l.Equations = append(l.Equations, kernel.Equation{Prio: prio, Fun: n, Args: tuple(l.applications(c)), Right: right})
		}
	}
	l.add(kernel.Equation{Fun: n, Args: tuple(variable(0)), Right: logic.False})
}

// membership writes when an item is in a list.
func (l *Language) membership(n logic.Sym) {
	item, list := variable(0), logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SList}, N: 1})
	head := logic.Operation(logic.OGet, list, logic.Int64(0))
	rest := logic.Fun(n, logic.Sort{Kind: logic.SBool}, item, logic.Unary(logic.OTail, list))
	l.add(kernel.Equation{Fun: n, Args: tuple(item, list), Cond: []*logic.Term{logic.Unary(logic.OEmpty, list)}, Right: logic.False})
	l.add(kernel.Equation{Fun: n, Args: tuple(item, list), Cond: []*logic.Term{logic.Operation(logic.OKEq, head, item)}, Right: logic.True})
	l.add(kernel.Equation{Fun: n, Args: tuple(item, list), Cond: []*logic.Term{logic.Unary(logic.ONot, logic.Operation(logic.OKEq, head, item))}, Right: rest})
}

// arguments are variables for those of a function.
func (l *Language) arguments(f *term.Symbol) []*logic.Term {
	out := make([]*logic.Term, len(f.Args))
	for i, a := range f.Args {
		out[i] = logic.V(logic.Var{Sort: l.Sort(a), N: uint64(i)})
	}
	return out
}

// looksInto writes the equation of a function that looks into a text: where it has a value.
func (l *Language) looksInto(n logic.Sym, f *term.Symbol) {
	args := l.arguments(f)
	l.add(kernel.Equation{Fun: n, Args: tuple(args...), Cond: []*logic.Term{texts[f].defined(args)}, Right: texts[f].value(args)})
}
