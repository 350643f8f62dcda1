// Package check checks certificates again: it runs the kernel on the rules, goals and
// instructions, and asks a solver to prove what the kernel leaves to prove, from nothing but the
// hypotheses that the certificate keeps.
//
// It rests on packages kernel, encode and compile, on the solver, and on what reads programs and
// annotations into goals; not on the search for proofs. It does not replace Coq: there the kernel
// is proved sound, and obligations are proved by Coq itself.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"

	"rlv/proofs/certificate"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/semantics/term"
)

// Solver tells which formulas contradict each other.
type Solver interface {
	// Contradictory reports whether formulas are known to contradict each other.
	Contradictory(ctx context.Context, formulas []*term.Term) bool
}

// Outcome is what came out.
type Outcome struct {
	Goals       int
	Total       bool                // what the goals run ends
	Obligations int                 // that the solver proved
	Open        []Open              // those that it did not prove
	Axioms      []certificate.Axiom // what the goals rest on
}

// Open is an obligation that the solver did not prove.
type Open struct {
	Goal   string // in whose proof it is
	Place  string
	Number int // among those of the goal
}

// ErrLanguage is that a certificate is about another language than the one at hand.
var ErrLanguage = errors.New("the certificate is about another definition of the language")

// Check checks a certificate about a language. An error means that it is not valid.
func Check(ctx context.Context, c *certificate.Certificate, l *encode.Language, solver Solver) (*Outcome, error) {
	all, err := Obligations(c, l)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Goals: len(c.Goals), Total: c.Total, Axioms: c.Axioms}
	for i, os := range all {
		for k, o := range os {
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case proved(ctx, o, solver):
				out.Obligations++
			default:
				out.Open = append(out.Open, Open{c.Goals[i].Name, c.Goals[i].Place, k})
			}
		}
	}
	return out, nil
}

// Obligations are what the kernel leaves to prove of each goal.
func Obligations(c *certificate.Certificate, l *encode.Language) ([][]*kernel.Obligation, error) {
	if l.Hash() != c.Language {
		return nil, fmt.Errorf("%w: %s", ErrLanguage, c.Definition)
	}
	return kernel.NewMachine(&l.Language, c.KernelGoals(), c.KernelAxioms(), c.Total).Check(c.Proofs())
}

// proved reports whether the solver proves an obligation.
func proved(ctx context.Context, o *kernel.Obligation, solver Solver) bool {
	goal := encode.Decode(o.Conclusion)
	if goal == nil {
		return false
	}
	formulas := []*term.Term{term.Not(goal)}
	for _, h := range o.Hypotheses {
		f := encode.Decode(h)
		if f != nil { // without it what is proved is stronger
			formulas = append(formulas, f)
		}
	}
	return solver.Contradictory(ctx, formulas)
}

// Report says what came out.
func (o *Outcome) Report(to io.Writer) {
	for _, x := range o.Open {
		fmt.Fprintf(to, "not proved: obligation %d of %s: %s\n", x.Number+1, x.Place, x.Goal)
	}
	for _, a := range o.Axioms {
		fmt.Fprintf(to, "trusted %s: %s\n", a.Place, a.Name)
	}
	correctness := "partial correctness"
	if o.Total {
		correctness = "total correctness"
	}
	fmt.Fprintf(to, "%d goals (%s), %d of %d obligations proved\n", o.Goals, correctness, o.Obligations, o.Obligations+len(o.Open))
}
