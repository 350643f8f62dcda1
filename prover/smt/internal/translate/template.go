package translate

import (
	"math/big"
	"slices"
	"strconv"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
	"rlv/semantics/term"
)

// template is the meaning of an smt-hook: an SMT-LIB term with #1, #2.. for the
// arguments. A lone symbol is applied to all arguments.
type template struct{ body *sexpr.Expr }

// interpreted are the functions of SMT-LIB that a template may use, which no
// uninterpreted function may be called.
var interpreted = map[string]bool{
	"+": true, "-": true, "*": true, "div": true, "mod": true, "abs": true, "<": true, "<=": true, ">": true, ">=": true,
	"=": true, "distinct": true, "and": true, "or": true, "not": true, "=>": true, "xor": true, "ite": true,
	"select": true, "store": true, "true": true, "false": true, "/": true, "^": true, "rem": true,
}

// hooked translates an application by its symbol's template, nil if the
// template uses what is not known here.
func (t *Translator) hooked(x *term.Term) *fol.Node {
	s := x.Symbol()
	h := t.hooks[s]
	if h == nil {
		h = &template{}
		if es, err := sexpr.Parse(s.SMTHook); err == nil && len(es) == 1 {
			h.body = &es[0]
		}
		t.hooks[s] = h
	}
	if h.body == nil {
		return nil
	}
	args := make([]*fol.Node, len(x.Args()))
	for i, a := range x.Args() {
		args[i] = t.Node(a)
		if i < len(s.Args) {
			args[i] = t.As(DomainOf(s.Args[i]), a)
		}
	}
	var n *fol.Node
	if h.body.IsList() || h.body.Atom[0] == '#' || len(args) == 0 {
		n = t.instance(*h.body, args)
	} else {
		n = t.call(h.body.Atom, args)
	}
	if n == nil {
		return nil
	}
	return t.coerce(DomainOf(s.Result), n)
}

// instance builds the node of an SMT-LIB term.
func (t *Translator) instance(e sexpr.Expr, params []*fol.Node) *fol.Node {
	if !e.IsList() {
		return t.atom(e.Atom, params)
	}
	if e.Head() == "" {
		return nil
	}
	args := make([]*fol.Node, len(e.List)-1)
	for i := range args {
		if args[i] = t.instance(e.List[i+1], params); args[i] == nil {
			return nil
		}
	}
	return t.call(e.Head(), args)
}

func (t *Translator) atom(a string, params []*fol.Node) *fol.Node {
	switch {
	case a == "true", a == "false":
		return t.Truth(a == "true")
	case a[0] == '#':
		if i, err := strconv.Atoi(a[1:]); err == nil && i >= 1 && i <= len(params) {
			return params[i-1]
		}
		return nil
	case a[0] >= '0' && a[0] <= '9':
		if n, ok := new(big.Int).SetString(a, 10); ok {
			return t.Integer(n)
		}
		return nil
	}
	return t.call(a, nil)
}

// call applies a function of SMT-LIB or of the prelude.
func (t *Translator) call(name string, args []*fol.Node) *fol.Node {
	if name == "^" {
		name = powerName
	}
	if f := t.prelude.function(name); f != nil {
		return t.preludeCall(f, args)
	}
	switch name {
	case "+", "*", "-", "div", "mod", "abs", "rem":
		return t.integerCall(name, args)
	case "<", "<=", ">", ">=", "=", "distinct":
		return t.comparison(name, args)
	case "select", "store":
		return t.arrayCall(name, args)
	case "ite":
		if len(args) == 3 && args[0].Domain == fol.Bool && args[1].Domain == args[2].Domain {
			return t.Ite(args[0], args[1], args[2])
		}
		return nil
	}
	return t.connective(name, args)
}

func all(args []*fol.Node, d fol.Domain, least int) bool {
	return len(args) >= least && !slices.ContainsFunc(args, func(a *fol.Node) bool { return a.Domain != d })
}

func (t *Translator) preludeCall(f *fol.Fun, args []*fol.Node) *fol.Node {
	if len(args) != len(f.Args) {
		return nil
	}
	for i := range args {
		args[i] = t.coerce(f.Args[i], args[i])
	}
	u := t.userFunction(f.Name, f.Args, f.Result)
	return t.Apply(u, fol.HasAxioms, args...)
}

func (t *Translator) integerCall(name string, args []*fol.Node) *fol.Node {
	if !all(args, fol.Int, 1) {
		return nil
	}
	switch {
	case name == "abs" && len(args) == 1:
		return t.abs(args[0])
	case name == "-" && len(args) == 1:
		return t.Neg(args[0])
	case name == "abs" || name == "rem" || len(args) < 2:
		return nil
	}
	o := map[string]fol.Op{"+": fol.Add, "-": fol.Sub, "*": fol.Mul, "div": fol.Div, "mod": fol.Mod}[name]
	n := args[0]
	for _, a := range args[1:] {
		n = t.Make(o, fol.Int, n, a)
	}
	return n
}

func (t *Translator) comparison(name string, args []*fol.Node) *fol.Node {
	if len(args) != 2 {
		return nil
	}
	x, y := args[0], args[1]
	switch name {
	case "=":
		return t.equal(x, y)
	case "distinct":
		return t.Not(t.equal(x, y))
	}
	if !all(args, fol.Int, 2) {
		return nil
	}
	switch name {
	case "<":
		return t.Make(fol.Lt, fol.Bool, x, y)
	case "<=":
		return t.Make(fol.Le, fol.Bool, x, y)
	case ">":
		return t.Make(fol.Lt, fol.Bool, y, x)
	}
	return t.Make(fol.Le, fol.Bool, y, x)
}

func (t *Translator) arrayCall(name string, args []*fol.Node) *fol.Node {
	if len(args) == 0 || args[0].Domain != fol.Array || !all(args[1:], fol.Int, 0) {
		return nil
	}
	switch {
	case name == "select" && len(args) == 2:
		return t.Make(fol.Select, fol.Int, args...)
	case name == "store" && len(args) == 3:
		return t.Make(fol.Store, fol.Array, args...)
	}
	return nil
}

func (t *Translator) connective(name string, args []*fol.Node) *fol.Node {
	if !all(args, fol.Bool, 1) {
		return nil
	}
	switch {
	case name == "not" && len(args) == 1:
		return t.Not(args[0])
	case name == "and" && len(args) >= 2:
		return t.Make(fol.And, fol.Bool, args...)
	case name == "or" && len(args) >= 2:
		return t.Make(fol.Or, fol.Bool, args...)
	case name == "=>" && len(args) == 2:
		return t.Make(fol.Implies, fol.Bool, args...)
	case name == "xor" && len(args) == 2:
		return t.Not(t.Eq(args[0], args[1]))
	}
	return nil
}
