package encode

import (
	"fmt"

	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// DecodeTerm is [Decode] of a term that is no formula; nil if solvers do not know it.
func DecodeTerm(t *logic.Term) *term.Term { return decode(t, nil) }

// Original turns a term that solvers know back into one of the kernel. It is made of what Decode
// gave; of variables, some stand for the terms given.
func Original(l *Language, t *term.Term, variables map[*term.Variable]*logic.Term) (*logic.Term, error) {
	return l.Term(t, decodedNames{variables})
}

// decodedNames are the names that Decode gives.
type decodedNames struct {
	variables map[*term.Variable]*logic.Term
}

// Variable implements Names.
func (d decodedNames) Variable(v *term.Variable) *logic.Term {
	if t := d.variables[v]; t != nil {
		return t
	}
	var n uint64
	if _, err := fmt.Sscanf(v.Name, "x%d", &n); err != nil || v.Name != fmt.Sprintf("x%d", n) {
		return nil
	}
	for kind, sort := range decodedSorts {
		if sort == v.Sort {
			return logic.V(logic.Var{Sort: logic.Sort{Kind: kind}, N: n})
		}
	}
	return nil
}

// Function implements Names.
func (d decodedNames) Function(s *term.Symbol) logic.Sym {
	var n logic.Sym
	if _, err := fmt.Sscanf(s.Name, "f%d:", &n); err != nil {
		return 0
	}
	return n
}
