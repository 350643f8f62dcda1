package smtlib

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"rlv/prover/smt/internal/fol"
)

// Nodes as SMT-LIB text. A closed node that is used a second time gets a
// definition, so that graphs do not unfold into trees; definitions are global
// and outlive the assertion that needed them.

// printer writes commands for one solver process.
type printer struct {
	b        strings.Builder
	declared map[*fol.Fun]bool
	defined  map[*fol.Node]string
	uses     map[*fol.Node]int
}

func newPrinter() *printer {
	return &printer{declared: map[*fol.Fun]bool{}, defined: map[*fol.Node]string{}, uses: map[*fol.Node]int{}}
}

var domainNames = [...]string{fol.Bool: "Bool", fol.Int: "Int", fol.Array: "(Array Int Int)", fol.Value: "Value"}

// domainText is a domain as a sort.
func domainText(d fol.Domain) string {
	if w := d.Width(); w > 0 {
		return "(_ BitVec " + strconv.Itoa(w) + ")"
	}
	return domainNames[d]
}

var opText = map[fol.Op]string{
	fol.True: "true", fol.False: "false", fol.Not: "not", fol.And: "and", fol.Or: "or", fol.Implies: "=>", fol.Eq: "=", fol.Ite: "ite",
	fol.Add: "+", fol.Sub: "-", fol.Mul: "*", fol.Div: "div", fol.Mod: "mod", fol.Le: "<=", fol.Lt: "<", fol.Select: "select", fol.Store: "store",
}

// maxText bounds the text of one question, in bytes: bodies of quantifiers are
// trees, which may be larger than their graphs.
const maxText = 1 << 26

// full reports whether text was left out as there is too much of it.
func (p *printer) full() bool { return p.b.Len() > maxText }

// assert writes an assertion, after what it needs.
func (p *printer) assert(n *fol.Node) {
	p.prepare(n)
	p.b.WriteString("(assert ")
	p.write(n)
	p.b.WriteString(")\n")
}

// prepare declares and defines what occurs in n. A node is defined when a
// second user of it turns up.
func (p *printer) prepare(n *fol.Node) {
	if p.defined[n] != "" {
		return
	}
	p.uses[n]++
	if p.uses[n] == 1 {
		for _, a := range n.Args {
			p.prepare(a)
		}
		p.declare(n)
	}
	if p.uses[n] == 2 && len(n.Args) > 0 && n.Closed() {
		name := "|n:" + big.NewInt(int64(len(p.defined))).String() + "|"
		p.b.WriteString("(define-fun " + name + " () " + domainText(n.Domain) + " ")
		p.write(n)
		p.b.WriteString(")\n")
		p.defined[n] = name
	}
}

func (p *printer) declare(n *fol.Node) {
	f := n.Fun
	if f == nil || n.Op == fol.Bound || f.Declared || p.declared[f] {
		return
	}
	p.declared[f] = true
	p.b.WriteString("(declare-fun " + f.Name + " (")
	for i, a := range f.Args {
		if i > 0 {
			p.b.WriteByte(' ')
		}
		p.b.WriteString(domainText(a))
	}
	p.b.WriteString(") " + domainText(f.Result) + ")\n")
}

func (p *printer) write(n *fol.Node) {
	if p.b.Len() > maxText {
		return // see full
	}
	if name := p.defined[n]; name != "" {
		p.b.WriteString(name)
		return
	}
	switch n.Op {
	case fol.Numeral:
		p.writeInt(n.Num)
	case fol.Forall, fol.Exists:
		p.writeQuantifier(n)
	case fol.App, fol.Bound:
		p.writeApp(n.Fun.Name, n.Args)
	case fol.Fill:
		p.b.WriteString("((as const (Array Int Int)) ")
		p.write(n.Args[0])
		p.b.WriteByte(')')
	default:
		p.writeApp(opText[n.Op], n.Args)
	}
}

func (p *printer) writeInt(n *big.Int) {
	if n.Sign() >= 0 {
		p.b.WriteString(n.String())
		return
	}
	p.b.WriteString("(- " + new(big.Int).Neg(n).String() + ")")
}

func (p *printer) writeApp(name string, args []*fol.Node) {
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

func (p *printer) writeQuantifier(n *fol.Node) {
	vars, body := n.Args[:len(n.Args)-1], n.Args[len(n.Args)-1]
	if n.Op == fol.Forall {
		p.b.WriteString("(forall (")
	} else {
		p.b.WriteString("(exists (")
	}
	for _, v := range vars {
		p.b.WriteString("(" + v.Fun.Name + " " + domainText(v.Domain) + ")")
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
func coveringPatterns(vars []*fol.Node, body *fol.Node) []*fol.Node {
	var out []*fol.Node
	seen := map[*fol.Node]bool{}
	var visit func(n *fol.Node)
	visit = func(n *fol.Node) {
		if seen[n] || len(out) == maxPatterns || n.Op == fol.Forall || n.Op == fol.Exists {
			return
		}
		seen[n] = true
		if n.Op == fol.App && len(n.Args) > 0 && covers(n, vars) && isPattern(n) {
			out = append(out, n)
			return
		}
		for _, a := range n.Args {
			visit(a)
		}
	}
	visit(body)
	return out
}

// covers reports whether all bound variables occur in a node.
func covers(n *fol.Node, vars []*fol.Node) bool {
	return !slices.ContainsFunc(vars, func(v *fol.Node) bool { return !n.Mentions(v) })
}

// isPattern reports whether a node is made of functions and variables only, as far as
// bound variables occur in it.
func isPattern(n *fol.Node) bool {
	if n.Closed() || n.Op == fol.Bound {
		return true
	}
	if n.Op != fol.App && n.Op != fol.Select {
		return false
	}
	return !slices.ContainsFunc(n.Args, func(a *fol.Node) bool { return !isPattern(a) })
}
