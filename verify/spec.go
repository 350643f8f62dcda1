package verify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"rlv/proofs"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
	"rlv/specification"
)

// Spec is a specification: a module with claims over a definition.
type Spec struct {
	Path   string
	Module string // with the claims; "" for the only one of the file, or that of its name
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
	e := rewrite.New(spec.Definition)
	solvers, err := r.newSolvers(ctx)
	if err != nil {
		return err
	}
	defer solvers.close()
	m, err := specification.Read(spec, specification.Selection{Claims: s.Claims, Exclude: s.Exclude, Trust: s.Trust}, solvers.oracle)
	if err != nil {
		return err
	}
	if len(m.Goals) == 0 && len(m.Lemmas) == 0 {
		return fmt.Errorf("module %s has no claims to prove", spec.Name)
	}
	if r.file.Cells = cellsOf(spec.Definition); len(m.Goals) > 0 {
		r.file.Source = m.Goals[0].Span.File
	}
	facts, formulas := lemmasOf(spec)
	facts, formulas = append(facts, m.Axioms...), append(formulas, m.AxiomFormulas...)
	if _, err := solvers.oracle(m.Definitions, formulas); err != nil {
		return err
	}
	solvers.trustAxioms(facts, formulas)
	if r.file.Axioms, err = solvers.consistency(s.Path, facts, ""); err != nil {
		return err
	}
	lemmas, err := r.lemmas(solvers, m.Lemmas, m.Functions, nil)
	if err != nil {
		return err
	}
	goals, err := r.prove(ctx, e, solvers, m.Goals, &confirmer{engine: e, functions: m.Functions, goals: m.Goals, effort: r.options.Effort, solver: solvers.next})
	if err != nil {
		return err
	}
	verdicts := append(lemmas, goals...)
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
	d, include, err := l.required(s.Path)
	if err != nil {
		return nil, err
	}
	if module := otherMain(s.Path, d); module != nil {
		width, _ := module.Attrs.Get("int-width")
		if l.IntWidth != 0 || width == "" {
			return nil, fmt.Errorf("%s: the specification imports %s, and is to be proved over %s; rules of both would count", s.Path, module.Name, d.Name)
		}
		l.IntWidth, _ = strconv.Atoi(width)
		if d, include, err = l.required(s.Path); err != nil {
			return nil, err
		}
	}
	return within(loadTime, s.Path+": loading the specification", func() (*compile.Spec, error) {
		return compile.LoadSpec(s.Path, d, compile.Options{Options: kdef.Options{MainModule: s.Module, Include: slices.Concat(include, l.Include)}})
	})
}

// otherMain is the main module of a definition with integers of another width, which a
// specification imports; nil: none.
func otherMain(path string, d *compile.Definition) *kdef.Module {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	f, err := kdef.ParseFile(path, text)
	if err != nil {
		return nil // it is reported where the specification is loaded
	}
	main := d.Source.Modules[d.Name]
	for _, m := range f.Modules {
		for _, used := range m.Imports {
			other := d.Source.Modules[used.Name]
			switch {
			case other == nil || other == main:
			case other.Attrs.Has("int-width"):
				return other
			case main.Attrs.Has("int-width") && main.Span.File == other.Span.File && other.Name == usualMain(other.Span.File.Name):
				return other
			}
		}
	}
	return nil
}

// usualMain is the name of the main module of a definition file.
func usualMain(file string) string {
	base := filepath.Base(file)
	return strings.ToUpper(strings.TrimSuffix(base, filepath.Ext(base)))
}

// required returns the definition of a specification, and the directory where it is: the
// given one, or the first file that the specification requires. That is one beside it, or
// a shipped one.
func (l Language) required(path string) (*compile.Definition, []string, error) {
	file := l.Definition
	if file == "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		f, err := kdef.ParseFile(path, text)
		if err != nil {
			return nil, nil, err
		}
		if len(f.Requires) == 0 {
			return nil, nil, fmt.Errorf("%s: the specification requires no definition; give it with --definition DEF.k", path)
		}
		if file = f.Requires[0].Path; !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(path), file)
		}
		if _, err := os.Stat(file); err != nil && languages.IsDefinition(f.Requires[0].Path) {
			d, err := l.shipped(f.Requires[0].Path)
			return d, nil, err
		}
	}
	d, err := l.Compile(file)
	return d, []string{filepath.Dir(file)}, err
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
