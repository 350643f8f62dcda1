package smt

import (
	"math/big"
	"slices"
	"strings"
)

// Nodes as SMT-LIB text. A closed node that is used a second time gets a
// definition, so that graphs do not unfold into trees; definitions are global
// and outlive the assertion that needed them.

// printer writes commands for one solver process.
type printer struct {
	b        strings.Builder
	declared map[*fun]bool
	defined  map[*node]string
	uses     map[*node]int
}

func newPrinter() *printer {
	return &printer{declared: map[*fun]bool{}, defined: map[*node]string{}, uses: map[*node]int{}}
}

var domainText = [...]string{domBool: "Bool", domInt: "Int", domArray: "(Array Int Int)", domValue: "Value"}

var opText = map[op]string{
	opTrue: "true", opFalse: "false", opNot: "not", opAnd: "and", opOr: "or", opImplies: "=>", opEq: "=", opIte: "ite",
	opAdd: "+", opSub: "-", opMul: "*", opDiv: "div", opMod: "mod", opLe: "<=", opLt: "<", opSelect: "select", opStore: "store",
}

// maxText bounds the text of one question, in bytes: bodies of quantifiers are
// trees, which may be larger than their graphs.
const maxText = 1 << 26

// full says that text was left out as there is too much of it.
func (p *printer) full() bool { return p.b.Len() > maxText }

// assert writes an assertion, after what it needs.
func (p *printer) assert(n *node) {
	p.prepare(n)
	p.b.WriteString("(assert ")
	p.write(n)
	p.b.WriteString(")\n")
}

// prepare declares and defines what occurs in n. A node is defined when a
// second user of it turns up.
func (p *printer) prepare(n *node) {
	if p.defined[n] != "" {
		return
	}
	p.uses[n]++
	if p.uses[n] == 1 {
		for _, a := range n.args {
			p.prepare(a)
		}
		p.declare(n)
	}
	if p.uses[n] == 2 && len(n.args) > 0 && n.closed() {
		name := "|n:" + big.NewInt(int64(len(p.defined))).String() + "|"
		p.b.WriteString("(define-fun " + name + " () " + domainText[n.dom] + " ")
		p.write(n)
		p.b.WriteString(")\n")
		p.defined[n] = name
	}
}

func (p *printer) declare(n *node) {
	f := n.fun
	if f == nil || n.op == opBound || f.declared || p.declared[f] {
		return
	}
	p.declared[f] = true
	p.b.WriteString("(declare-fun " + f.name + " (")
	for i, a := range f.args {
		if i > 0 {
			p.b.WriteByte(' ')
		}
		p.b.WriteString(domainText[a])
	}
	p.b.WriteString(") " + domainText[f.result] + ")\n")
}

func (p *printer) write(n *node) {
	if p.b.Len() > maxText {
		return // see full
	}
	if name := p.defined[n]; name != "" {
		p.b.WriteString(name)
		return
	}
	switch n.op {
	case opInt:
		p.writeInt(n.num)
	case opForall, opExists:
		p.writeQuantifier(n)
	case opApp, opBound:
		p.writeApp(n.fun.name, n.args)
	case opFill:
		p.b.WriteString("((as const (Array Int Int)) ")
		p.write(n.args[0])
		p.b.WriteByte(')')
	default:
		p.writeApp(opText[n.op], n.args)
	}
}

func (p *printer) writeInt(n *big.Int) {
	if n.Sign() >= 0 {
		p.b.WriteString(n.String())
		return
	}
	p.b.WriteString("(- " + new(big.Int).Neg(n).String() + ")")
}

func (p *printer) writeApp(name string, args []*node) {
	if len(args) == 0 {
		p.b.WriteString(name)
		return
	}
	p.b.WriteString("(" + name)
	for _, a := range args {
		p.b.WriteByte(' ')
		p.write(a)
	}
	p.b.WriteByte(')')
}

func (p *printer) writeQuantifier(n *node) {
	vars, body := n.args[:len(n.args)-1], n.args[len(n.args)-1]
	if n.op == opForall {
		p.b.WriteString("(forall (")
	} else {
		p.b.WriteString("(exists (")
	}
	for _, v := range vars {
		p.b.WriteString("(" + v.fun.name + " " + domainText[v.dom] + ")")
	}
	p.b.WriteString(") ")
	patterns := coveringPatterns(vars, body)
	if len(patterns) > 0 {
		p.b.WriteString("(! ")
	}
	p.write(body)
	for _, t := range patterns {
		p.b.WriteString(" :pattern (")
		p.write(t)
		p.b.WriteByte(')')
	}
	if len(patterns) > 0 {
		p.b.WriteByte(')')
	}
	p.b.WriteByte(')')
}

// maxPatterns bounds the patterns of one quantifier.
const maxPatterns = 3

// coveringPatterns returns applications of uninterpreted functions that have
// all bound variables and nothing interpreted above them. Where there are none,
// the solver finds patterns itself.
func coveringPatterns(vars []*node, body *node) []*node {
	var out []*node
	seen := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] || len(out) == maxPatterns || n.op == opForall || n.op == opExists {
			return
		}
		seen[n] = true
		if n.op == opApp && len(n.args) > 0 && covers(n, vars) && isPattern(n) {
			out = append(out, n)
			return
		}
		for _, a := range n.args {
			visit(a)
		}
	}
	visit(body)
	return out
}

func covers(n *node, vars []*node) bool {
	return !slices.ContainsFunc(vars, func(v *node) bool { return !n.mentions(v) })
}

// isPattern says that a node is made of functions and variables only, as far as
// bound variables occur in it.
func isPattern(n *node) bool {
	if n.closed() || n.op == opBound {
		return true
	}
	if n.op != opApp && n.op != opSelect {
		return false
	}
	return !slices.ContainsFunc(n.args, func(a *node) bool { return !isPattern(a) })
}
