package specification

import (
	"context"
	"os"
	"testing"

	"rlv/annotate"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	os.Exit(m.Run())
}

// oracleOf makes an oracle with a solver of its own.
func oracleOf(t testing.TB) func(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
	return func(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
		s, err := smt.New(smt.Options{Engine: "auto", Definitions: definitions, Lemmas: axioms, Effort: 1})
		if err != nil {
			return nil, err
		}
		t.Cleanup(s.Close)
		return prover.Pruner{Ctx: context.Background(), Solver: s}, nil
	}
}

// sourceOf is what the annotations of an example say.
func sourceOf(t testing.TB, path string) Source {
	t.Helper()
	path = "../examples/" + path
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := languages.Load(path, kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, file := rewrite.New(d), source.NewFile(path, string(text))
	p, err := d.ParseProgram(file)
	if err != nil {
		t.Fatal(err)
	}
	res, err := annotate.Compile(context.Background(), e, p, oracleOf(t), annotate.Options{Merging: pattern.Auto, Effort: 1})
	if err != nil {
		t.Fatal(err)
	}
	return Source{Result: res, Program: file, Definition: d, Requires: languages.DefinitionOf(path)}
}
