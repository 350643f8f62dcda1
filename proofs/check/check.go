// Package check checks certificates again: it runs the kernel on the rules, goals and
// instructions, and asks a solver, which is a program of its own, to prove what the kernel leaves to
// prove, from nothing but the hypotheses that the certificate keeps.
//
// It rests on packages kernel, certificate, encode and compile, on the solver, and on what reads
// programs and annotations into goals; not on the prover. It does not replace Coq: there the kernel
// is proved sound, and obligations are proved by Coq itself.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rlv/proofs/certificate"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/semantics/compile"
)

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

// Read reads the file of a certificate, and finds its language: load returns the definition for the
// file of a program.
func Read(path string, load func(program string) (*compile.Definition, error)) (*certificate.Certificate, *encode.Language, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, certificate.MaxFile+1))
	if err != nil {
		return nil, nil, err
	}
	c, err := certificate.Read(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	d, err := load(c.Program)
	if err != nil {
		return nil, nil, err
	}
	l, err := encode.NewLanguage(d)
	if err != nil {
		return nil, nil, err
	}
	if l.Hash() != c.Language {
		return nil, nil, fmt.Errorf("%s: %w; it was made for %s", path, ErrLanguage, c.Definition)
	}
	return c, l, nil
}

// File checks the file of a certificate with a solver of [Solvers]; load is as for [Read].
func File(ctx context.Context, path string, load func(program string) (*compile.Definition, error), solver string) (*Outcome, error) {
	s, err := NewSolver(solver)
	if err != nil {
		return nil, err
	}
	c, l, err := Read(path, load)
	if err != nil {
		return nil, err
	}
	out, err := Check(ctx, c, l, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

// Check checks a certificate about a language. An error means that it is not valid.
func Check(ctx context.Context, c *certificate.Certificate, l *encode.Language, solver Solver) (*Outcome, error) {
	all, err := Obligations(c, l)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Goals: len(c.Goals), Total: c.Total, Axioms: c.Axioms}
	for i, os := range all {
		for k, proved := range solver.Prove(ctx, os) {
			if proved {
				out.Obligations++
			} else {
				out.Open = append(out.Open, Open{c.Goals[i].Name, c.Goals[i].Place, k})
			}
		}
	}
	return out, ctx.Err()
}

// Obligations are what the kernel leaves to prove of each goal.
func Obligations(c *certificate.Certificate, l *encode.Language) ([][]*kernel.Obligation, error) {
	if l.Hash() != c.Language {
		return nil, fmt.Errorf("%w: %s", ErrLanguage, c.Definition)
	}
	return kernel.NewMachine(&l.Language, c.KernelGoals(), c.KernelAxioms(), c.Total).Check(c.Proofs())
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
