package verify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rlv/proofs"
	"rlv/prover"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Spec is a specification: a module with claims over a definition.
type Spec struct {
	Path   string
	Module string // with the claims; "" for that of the file's name
	// Claims are the labels of those to prove, none for all; Exclude of those to leave
	// out; Trust of those that are used and not proved.
	Claims, Exclude, Trust []string
}

// Spec proves the claims of a specification over the definition of the options, or
// over the one that it requires. The printer and the results are as those of Program.
func (v *Verifier) Spec(ctx context.Context, s Spec, to report.Printer) (*report.File, error) {
	if to == nil {
		to = report.Silent{}
	}
	r := v.newRun(s.Path, v.options.Jobs, to)
	r.end(r.guarded(func() error { return r.spec(ctx, s) }))
	to.File(r.file)
	return r.file, r.file.Err
}

func (r *run) spec(ctx context.Context, s Spec) error {
	spec, err := s.load(r.options.Language)
	if err != nil {
		return err
	}
	goals, err := s.goals(spec)
	if err != nil {
		return err
	}
	if r.file.Cells = cellsOf(spec.Definition); len(goals) > 0 {
		r.file.Source = goals[0].Span.File
	}
	e := rewrite.New(spec.Definition)
	solvers, err := r.newSolvers(ctx)
	if err != nil {
		return err
	}
	defer solvers.close()
	facts, lemmas := lemmasOf(spec)
	if _, err := solvers.oracle(nil, lemmas); err != nil {
		return err
	}
	solvers.trustAxioms(facts)
	if r.file.Axioms, err = solvers.consistency(s.Path, facts, ""); err != nil {
		return err
	}
	verdicts, err := r.prove(ctx, e, solvers, goals, &confirmer{engine: e, effort: r.options.Effort})
	if err != nil {
		return err
	}
	if r.judge(verdicts); r.file.Status == report.Proved {
		r.note(remarks(verdicts, nil, facts))
	}
	return nil
}

// load reads the specification and its definition.
func (s Spec) load(l Language) (*compile.Spec, error) {
	if info, err := os.Stat(s.Path); err != nil || info.IsDir() {
		return nil, fmt.Errorf("%s: there is no such file", s.Path)
	}
	definition := l.Definition
	if definition == "" {
		found, err := requiredDefinition(s.Path)
		if err != nil {
			return nil, err
		}
		definition = found
	}
	d, err := l.Compile(definition)
	if err != nil {
		return nil, err
	}
	return within(loadTime, s.Path+": loading the specification", func() (*compile.Spec, error) {
		include := slices.Concat([]string{filepath.Dir(definition)}, l.Include)
		return compile.LoadSpec(s.Path, d, compile.Options{Options: kdef.Options{MainModule: s.Module, Include: include}})
	})
}

// requiredDefinition returns the first file that a specification requires.
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
func (s Spec) goals(spec *compile.Spec) ([]*prover.Goal, error) {
	known := map[string]bool{}
	var out []*prover.Goal
	for _, c := range spec.Claims {
		label := strings.TrimPrefix(c.Label, spec.Name+".")
		known[label], known[c.Label] = true, true
		has := func(list []string) bool { return slices.Contains(list, label) || slices.Contains(list, c.Label) }
		if len(s.Claims) > 0 && !has(s.Claims) && !has(s.Trust) || has(s.Exclude) {
			continue
		}
		out = append(out, newClaim(spec, c, has(s.Trust)))
	}
	for _, x := range slices.Concat(s.Claims, s.Exclude, s.Trust) {
		if !known[x] {
			return nil, fmt.Errorf("there is no claim with the label %s", x)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("module %s has no claims to prove", spec.Name)
	}
	return out, nil
}

// newClaim makes a goal of a claim.
func newClaim(spec *compile.Spec, c *compile.Rule, trusted bool) *prover.Goal {
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

// lemmasOf returns the simplification rules of a specification that solvers are
// given, as facts and as formulas.
func lemmasOf(spec *compile.Spec) (facts []proofs.Fact, formulas []*term.Term) {
	for _, l := range spec.SMTLemmas {
		if f := l.Formula(); f != nil {
			formulas = append(formulas, f)
			facts = append(facts, proofs.Fact{Kind: proofs.SMTLemma, Text: strings.Join(strings.Fields(l.Span.Text()), " "), Span: l.Span})
		}
	}
	return facts, formulas
}
