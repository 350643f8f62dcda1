package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"rlv/annotate"
	"rlv/proofs"
	"rlv/proofs/certificate"
	"rlv/proofs/certify"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/export"
	"rlv/proofs/kernel"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// ErrNotProved is that a program has no certificate, since not all of it is proved.
var ErrNotProved = fmt.Errorf("there is no certificate: not everything is proved")

// certify makes the certificate of the proofs of a program.
func (r *run) certify(ctx context.Context, in Input, c *Goals, verdicts []*prover.Verdict, used []annotate.Lemma) (*certificate.Certificate, error) {
	language, err := encode.NewLanguage(c.Engine.Definition)
	if err != nil {
		return nil, err
	}
	if len(language.Refused) > 0 {
		return nil, language.Refused[0]
	}
	var goals []certify.Goal
	total := true
	for _, v := range verdicts {
		if v.Status != prover.Proved {
			return nil, ErrNotProved
		}
		g := certify.Goal{Name: v.Goal.Name, Span: v.Goal.Span, Claim: v.Goal.Claim, Tree: v.Tree}
		if v.Goal.Variant != nil {
			g.Variant = v.Goal.Variant.Terms
		}
		if v.Goal.Nest != nil {
			g.Variant = v.Goal.Nest.Terms
		}
		total = total && v.Total
		goals = append(goals, g)
	}
	var axioms []certify.Axiom
	for i, f := range c.Definitions {
		e := c.Equations[i]
		axioms = append(axioms, certify.Axiom{Name: "definition of " + e.Name, Span: e.Span, Formula: f, Defines: true})
	}
	for i, f := range c.AxiomFormulas {
		axioms = append(axioms, certify.Axiom{Name: c.Axioms[i].Text, Span: c.Axioms[i].Span, Formula: f})
	}
	var lemmas []certify.Lemma
	for _, l := range used {
		k := certify.Lemma{Name: l.Text, Span: l.Span, Formula: l.Formula, Measure: l.Measure}
		for _, u := range l.Uses {
			k.Uses = append(k.Uses, certify.Instance{Formula: u.General(), Values: u.Values})
		}
		lemmas = append(lemmas, k)
	}
	opts := c.solvers.opts
	opts.Definitions, opts.Lemmas = nil, nil
	var s certificateSolver
	if s.contradictions.Solver, err = smt.New(opts); err != nil {
		return nil, err
	}
	defer s.contradictions.Close()
	if s.trusting, err = smt.New(opts); err != nil {
		return nil, err
	}
	defer s.trusting.Close()
	if s.checking, err = check.NewSolver("auto"); err != nil && !errors.Is(err, check.ErrNoSolver) {
		return nil, err
	}
	made, err := certify.Certify(ctx, language, c.Engine.Freshness(), goals, axioms, lemmas, total, s)
	if err != nil {
		return nil, err
	}
	made.Definition = filepath.Base(c.Engine.Definition.Name)
	made.Program, made.Text = filepath.Base(in.Path), sha256.Sum256([]byte(r.file.Source.Text()))
	return made, nil
}

// writeCertificate writes the certificate of a program into the file for it, or nothing.
func (r *run) writeCertificate(ctx context.Context, in Input, c *Goals, verdicts []*prover.Verdict, used []annotate.Lemma) error {
	made, err := r.certify(ctx, in, c, verdicts, used)
	if err != nil {
		return fmt.Errorf("%s: no certificate was written: %w", in.Path, err)
	}
	var out bytes.Buffer
	if err := made.Write(&out); err != nil {
		return err
	}
	return os.WriteFile(r.options.Certificate, out.Bytes(), 0o644)
}

// contradictions asks a solver whether formulas contradict each other.
type contradictions struct{ *smt.Solver }

// Contradictory implements certify.Solver.
func (s contradictions) Contradictory(ctx context.Context, formulas []*term.Term) bool {
	return s.Check(ctx, smt.Query{Assertions: formulas, Effort: smt.Quick}).Result == smt.Unsat
}

// certificateSolver finds proofs for certificates.
type certificateSolver struct {
	contradictions
	trusting *smt.Solver  // of definitions and axioms
	checking check.Solver // which rlv check asks; nil: it is not installed
}

// Prove implements certify.Solver.
func (s certificateSolver) Prove(ctx context.Context, os []*kernel.Obligation) []bool {
	if s.checking == nil {
		return slices.Repeat([]bool{true}, len(os))
	}
	return s.checking.Prove(ctx, os)
}

// Trust implements certify.Solver.
func (s certificateSolver) Trust(definitions, axioms []*term.Term) {
	s.trusting.TrustOnly(definitions, axioms)
}

// Core implements certify.Solver.
func (s certificateSolver) Core(ctx context.Context, o *proofs.Obligation) *proofs.Core {
	return prover.Core(ctx, s.trusting, prover.Grounds{}, o)
}

// ExportCertificate writes a certificate into a directory, for a checker, and has it checked there if
// that is asked. Nothing is written if the options do not go together.
func ExportCertificate(ctx context.Context, path string, l Language, o export.Options, dir string) (*export.Written, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	c, language, err := check.Read(path, l.Load)
	if err != nil {
		return nil, err
	}
	out, err := export.Write(c, language, o.To, dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.Check {
		out.Proved, err = export.Make(ctx, dir)
	}
	return out, err
}
