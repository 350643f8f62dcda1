package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"rlv/proofs/certificate"
	"rlv/proofs/certify"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/export"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// ErrNotProved is that a program has no certificate, since not all of it is proved.
var ErrNotProved = fmt.Errorf("there is no certificate: not everything is proved")

// certify makes the certificate of the proofs of a program.
func (r *run) certify(ctx context.Context, in Input, c *Goals, verdicts []*prover.Verdict) (*certificate.Certificate, error) {
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
		total = total && v.Total
		goals = append(goals, g)
	}
	var axioms []certify.Axiom
	for _, f := range c.Definitions {
		axioms = append(axioms, certify.Axiom{Name: "definition", Formula: f})
	}
	for i, f := range c.AxiomFormulas {
		axioms = append(axioms, certify.Axiom{Name: c.Axioms[i].Text, Span: c.Axioms[i].Span, Formula: f})
	}
	opts := c.solvers.opts
	opts.Definitions, opts.Lemmas = nil, nil
	solver, err := smt.New(opts)
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	made, err := certify.Certify(ctx, language, c.Engine.Freshness(), goals, axioms, total, contradictions{solver})
	if err != nil {
		return nil, err
	}
	made.Definition = filepath.Base(c.Engine.Definition.Name)
	made.Program, made.Text = filepath.Base(in.Path), sha256.Sum256([]byte(r.file.Source.Text))
	return made, nil
}

// writeCertificate writes the certificate of a program into the file for it, or nothing.
func (r *run) writeCertificate(ctx context.Context, in Input, c *Goals, verdicts []*prover.Verdict) error {
	made, err := r.certify(ctx, in, c, verdicts)
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

// Contradictory implements check.Solver.
func (s contradictions) Contradictory(ctx context.Context, formulas []*term.Term) bool {
	return s.Check(ctx, smt.Query{Assertions: formulas, Effort: smt.Quick}).Result == smt.Unsat
}

// ReadCertificate reads a certificate and finds the language that it is about: that of its
// program, or of l's definition.
func ReadCertificate(path string, l Language) (*certificate.Certificate, *encode.Language, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: there is no such file", path)
	}
	if info.Size() > certificate.MaxFile {
		return nil, nil, fmt.Errorf("%s: %w", path, certificate.ErrDamaged)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	c, err := certificate.Read(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	d, err := l.Load(c.Program)
	if err != nil {
		return nil, nil, err
	}
	language, err := encode.NewLanguage(d)
	if err != nil {
		return nil, nil, err
	}
	if language.Hash() != c.Language {
		return nil, nil, fmt.Errorf("%s: %w; it was made for %s", path, check.ErrLanguage, c.Definition)
	}
	return c, language, nil
}

// CheckCertificate checks a certificate with a solver; see [check.Check].
func CheckCertificate(ctx context.Context, path string, l Language, solver string) (*check.Outcome, error) {
	c, language, err := ReadCertificate(path, l)
	if err != nil {
		return nil, err
	}
	opts := smt.Options{Engine: solver}
	if err := smt.CheckInstalled(opts); err != nil {
		return nil, fmt.Errorf("--solver %s: %w", solver, err)
	}
	s, err := smt.New(opts)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	o, err := check.Check(ctx, c, language, contradictions{s})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return o, nil
}

// ExportCertificate writes a certificate into a directory, for a checker: see [export.Formats].
func ExportCertificate(path string, l Language, to, dir string) (*export.Written, error) {
	c, language, err := ReadCertificate(path, l)
	if err != nil {
		return nil, err
	}
	out, err := export.Write(c, language, to, dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}
