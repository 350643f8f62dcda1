package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rlv/proofs"
	"rlv/prover"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"

	"github.com/spf13/cobra"
)

// selection says which claims to prove, by label.
type selection struct{ claims, exclude, trusted []string }

func newProve(o *options) *cobra.Command {
	p := &proving{}
	s := &selection{}
	module := ""
	c := &cobra.Command{
		Use:   "prove SPEC.k",
		Short: "Prove the claims of a specification module",
		Long: `Prove the claims of a specification module over the definition given with
--definition, or over the one that SPEC.k requires. All claims of the module help
each other, after at least one step; a claim marked [trusted] is not proved.

Exit status: 0 everything proved; 1 something refuted or not provable; 2 the input
is wrong; 3 undecided.`,
		Example: `  rlv prove --definition mylang.k sum-spec.k
  rlv prove --claims loop --smt-prelude gcd.smt2 gcd-spec.k`,
		Args: exactlyOne("one specification SPEC.k"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.check(); err != nil {
				return err
			}
			if err := p.checkPrelude(cmd.Context()); err != nil {
				return err
			}
			return proveSpec(cmd, o, p, s, args[0], module)
		},
	}
	o.definitionFlags(c)
	p.flags(c)
	c.Flags().StringVar(&module, "spec-module", "", "`MODULE` with the claims (default: from the file's name)")
	c.Flags().StringSliceVar(&s.claims, "claims", nil, "prove only the claims with these `LABELS`; the others are left out")
	c.Flags().StringSliceVar(&s.exclude, "exclude", nil, "leave the claims with these `LABELS` out")
	c.Flags().StringSliceVar(&s.trusted, "trusted", nil, "trust the claims with these `LABELS`")
	return c
}

func proveSpec(cmd *cobra.Command, o *options, p *proving, s *selection, path, module string) error {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return fmt.Errorf("%s: there is no such file", path)
	}
	definition := o.definition
	if definition == "" {
		found, err := requiredDefinition(path)
		if err != nil {
			return err
		}
		definition = found
	}
	d, err := o.compile(definition)
	if err != nil {
		return err
	}
	spec, err := within(loadTime, path+": loading the specification", func() (*compile.Spec, error) {
		return compile.LoadSpec(path, d, compile.Options{Options: kdef.Options{MainModule: module, Include: append([]string{filepath.Dir(definition)}, o.include...)}})
	})
	if err != nil {
		return err
	}
	goals, err := s.goals(spec)
	if err != nil {
		return err
	}
	r := &reporter{options: o, proving: p, ctx: cmd.Context(), json: &report.Report{Version: report.Version}}
	return r.proveGoals(cmd, path, spec, goals)
}

// requiredDefinition is the first file that a specification requires.
func requiredDefinition(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	f, err := kdef.ParseFile(path, text)
	if err != nil {
		return "", err
	}
	for _, r := range f.Requires {
		return filepath.Join(filepath.Dir(path), r.Path), nil
	}
	return "", fmt.Errorf("%s: the specification requires no definition; give it with --definition DEF.k", path)
}

// goals makes the goals of the selected claims.
func (s *selection) goals(spec *compile.Spec) ([]*prover.Goal, error) {
	known := map[string]bool{}
	var out []*prover.Goal
	for _, c := range spec.Claims {
		label := strings.TrimPrefix(c.Label, spec.Name+".")
		known[label], known[c.Label] = true, true
		has := func(list []string) bool {
			for _, x := range list {
				if x == label || x == c.Label {
					return true
				}
			}
			return false
		}
		if len(s.claims) > 0 && !has(s.claims) && !has(s.trusted) || has(s.exclude) {
			continue
		}
		out = append(out, goalOf(spec, c, has(s.trusted)))
	}
	for _, list := range [][]string{s.claims, s.exclude, s.trusted} {
		for _, x := range list {
			if !known[x] {
				return nil, fmt.Errorf("there is no claim with the label %s", x)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("module %s has no claims to prove", spec.Name)
	}
	return out, nil
}

func goalOf(spec *compile.Spec, c *compile.Rule, trusted bool) *prover.Goal {
	onePath := c.Attrs.Has("one-path")
	if m := spec.Definition.Source.Modules[c.Module]; m != nil && !c.Attrs.Has("all-path") {
		onePath = onePath || m.Attrs.Has("one-path")
	}
	g := &prover.Goal{Name: c.Label, Title: "claim " + c.Label, Span: c.Span, Claim: c, OnePath: onePath,
		Trusted: trusted || c.Attrs.Has("trusted")}
	g.Program = cells{layout: spec.Definition.Layout}
	return g
}

// cells is the program of a claim: all that is known of it is what its cells hold.
type cells struct {
	prover.NoProgram
	layout *compile.Layout
}

// Observe implements prover.Program: the cells beside the computation.
func (c cells) Observe(st *rewrite.State, _ term.Substitution) []prover.Observation {
	var out []prover.Observation
	for i, cell := range c.layout.Slots {
		if i != c.layout.Counter && i != c.layout.K && !st.Slots[i].IsVar() {
			out = append(out, prover.Observation{Name: "<" + cell.Name + ">", Value: st.Slots[i]})
		}
	}
	return out
}

// proveGoals proves the goals of a specification and reports.
func (r *reporter) proveGoals(cmd *cobra.Command, path string, spec *compile.Spec, goals []*prover.Goal) error {
	e := rewrite.New(spec.Definition)
	w, err := r.newWork(e)
	if err != nil {
		return err
	}
	defer w.close()
	var facts []proofs.Fact
	var lemmas []*term.Term
	for _, l := range spec.SMTLemmas {
		if f := l.Formula(); f != nil {
			lemmas = append(lemmas, f)
			facts = append(facts, proofs.Fact{Kind: proofs.SMTLemma, Text: textOf(l), Span: l.Span})
		}
	}
	if _, err := w.oracle(nil, lemmas); err != nil {
		return err
	}
	w.trustAxioms(facts)
	tried, err := w.consistency(path, facts, "")
	if err != nil {
		return err
	}
	text := &report.Text{W: cmd.OutOrStdout(), Definition: spec.Definition, Color: r.colored(os.Stdout), Tree: r.tree}
	verdicts, err := r.prove(e, w, goals, text, &confirmer{engine: e})
	if err != nil {
		return err
	}
	file := &report.FileOf{File: path, Goals: []report.GoalOf{}, Axioms: tried}
	code := statusProved
	for _, v := range verdicts {
		file.Goals = append(file.Goals, report.VerdictOf(v))
		code = worst(code, codeOf(v.Status))
	}
	trusted := report.TrustedBy(verdicts)
	file.Trusted, file.Status = report.TrustedOf(trusted), statusName(code)
	r.json.Files = []*report.FileOf{file}
	if r.format == "text" {
		text.Trusted(trusted)
		text.Axioms(tried)
	}
	if code == statusProved {
		for _, n := range remarks(verdicts, nil, facts) {
			file.Notes = append(file.Notes, report.NoteOf(n))
			if r.format == "text" {
				text.Note(n)
			}
		}
	}
	r.worse(code)
	return r.finish(cmd)
}

// textOf is the text of a rule in one line.
func textOf(r *compile.Rule) string { return strings.Join(strings.Fields(r.Span.Text()), " ") }
