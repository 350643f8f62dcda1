package certificate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// Labels say what the numbers of a language stand for.
type Labels struct {
	Symbols   []string // from logic.FirstSym on
	Functions []string // from logic.FirstSym on
	Sorts     []string // that are tested
	Rules     []string
	LeftOut   []string // rules that no program comes to, and why they have no form
}

// names are the constants that a language's file defines: c41 is the symbol 41 as a function of
// its arguments, K3 a variable. With them a language is read by Coq in half the time, and by people.
type names struct {
	arity     map[logic.Sym]int         // the fewest arguments that a symbol has
	variables map[logic.SortKind]uint64 // those of a sort below this number
}

var variableNames = map[logic.SortKind]string{
	logic.SInt: "I", logic.SBool: "B", logic.SStr: "T", logic.SMap: "M", logic.SArr: "R", logic.SList: "L", logic.SK: "K",
}

// namesOf are the names for a language.
func namesOf(l *kernel.Language) names {
	n := names{map[logic.Sym]int{}, map[logic.SortKind]uint64{}}
	for i := range l.Equations {
		e := &l.Equations[i]
		n.see(append([]*logic.Term{e.Args, e.Right}, e.Cond...)...)
	}
	for i := range l.Rules {
		r := &l.Rules[i]
		n.see(r.Left, r.Right)
		n.see(r.Cond...)
		n.see(r.Ensures...)
	}
	return n
}

// spine is a symbol with the arguments that it is applied to, or nil.
func spine(t *logic.Term) (*logic.Term, []*logic.Term) {
	var args []*logic.Term
	for ; t.Kind == logic.TApp; t = t.A {
		args = append(args, t.B)
	}
	slices.Reverse(args)
	if t.Kind != logic.TSym {
		return nil, nil
	}
	return t, args
}

func (n names) see(ts ...*logic.Term) {
	for _, t := range ts {
		switch {
		case t == nil:
		case t.Kind == logic.TV:
			if variableNames[t.Sort.Kind] != "" {
				n.variables[t.Sort.Kind] = max(n.variables[t.Sort.Kind], t.N+1)
			}
		default:
			if f, args := spine(t); f != nil && f.Sym >= logic.FirstSym {
				if least, ok := n.arity[f.Sym]; !ok || len(args) < least {
					n.arity[f.Sym] = len(args)
				}
				n.see(args...)
				continue
			}
			n.see(t.A, t.B)
		}
	}
}

// constants are the definitions of the names.
func (n names) constants(p *printer, symbols []string) {
	for i, name := range symbols {
		s := logic.FirstSym + logic.Sym(i)
		arity, used := n.arity[s]
		if !used {
			continue
		}
		parameters, body := "", fmt.Sprintf("S %d", s)
		for k := range arity {
			parameters += fmt.Sprintf(" x%d", k)
			body = fmt.Sprintf("A (%s) x%d", body, k)
		}
		p.put("Definition c%d%s := %s. (* %s *)\n", s, parameters, body, comment(name))
	}
	for _, k := range slices.Sorted(maps.Keys(n.variables)) {
		for i := range n.variables[k] {
			p.put("Definition %s%d := TV %v %d. ", variableNames[k], i, logic.Sort{Kind: k}, i)
		}
		p.WriteByte('\n')
	}
}

// named writes a term whose top has a name, and reports whether it has.
func (p *printer) named(t *logic.Term) bool {
	if t.Kind == logic.TV {
		if t.N < p.names.variables[t.Sort.Kind] {
			p.put("%s%d", variableNames[t.Sort.Kind], t.N)
			return true
		}
		return false
	}
	f, args := spine(t)
	if f == nil {
		return false
	}
	arity, ok := p.names.arity[f.Sym]
	if !ok || len(args) < arity {
		return false
	}
	p.WriteString(strings.Repeat("(A ", len(args)-arity))
	if arity == 0 {
		p.put("c%d", f.Sym)
	} else {
		p.put("(c%d", f.Sym)
	}
	for i, a := range args {
		p.WriteByte(' ')
		p.term(a)
		if i+1 >= arity {
			p.WriteByte(')')
		}
	}
	return true
}
