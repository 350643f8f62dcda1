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
	Claim       certificate.Hash // of what is proved: two certificates of the same have the same
	Goals       int
	Lemmas      int                 // that goals use
	Total       bool                // what the goals run ends
	Obligations int                 // that the solver proved
	Open        []Open              // those that it did not prove
	Axioms      []certificate.Axiom // what the goals rest on
}

// Open is an obligation that the solver did not prove.
type Open struct {
	Goal   string // in whose proof it is, or the lemma
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
	out := &Outcome{Claim: c.Claim(), Goals: len(c.Goals), Lemmas: len(c.Lemmas), Total: c.Total, Axioms: c.Axioms}
	for _, part := range all {
		for k, proved := range solver.Prove(ctx, part.Obligations) {
			if proved {
				out.Obligations++
			} else {
				out.Open = append(out.Open, Open{part.Name, part.Place, k})
			}
		}
	}
	return out, ctx.Err()
}

// Part is what the kernel leaves to prove of a lemma or of a goal.
type Part struct {
	Name, Place string
	Obligations []*kernel.Obligation
}

// Obligations are what the kernel leaves to prove of each lemma, then of each goal. A language of
// which a rule that programs may come to has no form in the kernel has no certificates: without it,
// it is another.
func Obligations(c *certificate.Certificate, l *encode.Language) ([]Part, error) {
	if l.Hash() != c.Language {
		return nil, fmt.Errorf("%w: %s", ErrLanguage, c.Definition)
	}
	if len(l.Refused) > 0 {
		return nil, l.Refused[0]
	}
	m := kernel.NewMachine(&l.Language, c.KernelGoals(), c.KernelAxioms(), c.Total)
	of, err := kernel.Prove(m, c.KernelLemmas())
	if err != nil {
		return nil, err
	}
	var out []Part
	for i, o := range of {
		out = append(out, Part{"lemma " + c.Lemmas[i].Name, c.Lemmas[i].Place, []*kernel.Obligation{o}})
	}
	all, err := m.Check(c.Proofs())
	for i, os := range all {
		out = append(out, Part{c.Goals[i].Name, c.Goals[i].Place, os})
	}
	return out, err
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
	lemmas := ""
	if o.Lemmas > 0 {
		lemmas = fmt.Sprintf(" and %d lemmas", o.Lemmas)
	}
	fmt.Fprintf(to, "%d goals%s (%s), %d of %d obligations proved\nclaim %x\n", o.Goals, lemmas, correctness, o.Obligations, o.Obligations+len(o.Open), o.Claim)
}
