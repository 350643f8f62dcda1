package verify

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rlv/annotate"
	"rlv/annotate/library"
	"rlv/report"
	"rlv/semantics/term"
)

// A lemma of a library is proved from the library alone. What a program assumes has no part in
// it, not even if it says the same; so what was proved for that program holds for others.
func TestLibrariesAreProvedAlone(t *testing.T) {
	t.Setenv("RLV_CACHE", t.TempDir())
	prelude := filepath.Join(t.TempDir(), "prelude.smt2")
	if err := os.WriteFile(prelude, []byte("(declare-fun strange (Int) Int)\n(assert (forall ((x Int)) (= (strange x) 1)))\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const assumed = "//@axiom (forall Int[] a, Int[] b, n) ((forall k : 0..n-1) (a[k] == b[k]) ==> sum(a, n) == sum(b, n))\n"
	const program = "//@pre: 0 <= n < len(a)\n//@post: sum(a, n) == sum(a, n)\nvoid f(int a[], int n) { }\n"
	for i, text := range []string{assumed + "//@include: <arrays>\n" + program, "//@include: <arrays>\n" + assumed + program, "//@include: <arrays>\n" + program} {
		v, err := New(context.Background(), Options{Prelude: prelude})
		if err != nil {
			t.Fatal(err)
		}
		f, err := v.Program(context.Background(), Input{Path: "p.cink", Text: text}, nil)
		if err != nil || f.Status != report.Proved {
			t.Fatal(f.Status, err)
		}
		g := f.Goals[slices.IndexFunc(f.Goals, func(g report.Goal) bool { return g.Name == "sum_same" })]
		if g.Library == "" || len(g.Rests) > 0 || g.Kept != (i > 0) {
			t.Errorf("%s%s rests on %v, kept %v", text, g.Name, g.Rests, g.Kept)
		}
		for _, o := range g.Verdict.Tree.Obligations {
			// That of the induction, and where it may be used.
			if len(o.Hypotheses) != 2 || !o.Hypotheses[0].Is(term.Forall) || o.Hypotheses[1].Is(term.Forall) {
				t.Errorf("%v has further hypotheses", o.Hypotheses)
			}
		}
	}
}

// The hash of a lemma changes with all that its proof is about.
func TestLemmasHaveTheirHash(t *testing.T) {
	v, err := New(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Goals(context.Background(), Input{Path: "p.cink", Text: "//@include: <arrays>\n//@lemma sum(0, 0) == 0\n"})
	if err == nil || g != nil {
		t.Fatal("a number is no array")
	}
	g, err = v.Goals(context.Background(), Input{Path: "p.cink", Text: "//@include: <arrays>\n//@lemma own(Int[] a): count(a, 0, 1) == 0\n"})
	if err != nil {
		t.Fatal(err)
	}
	g.solvers.opts.Prelude = "(assert false)"
	if with := (&shelf{goals: g}).behind(g.Lemmas[0], g.solvers); with.opts.Prelude != "" || len(with.opts.Lemmas) != 0 {
		t.Errorf("the prelude has a part in it: %+v", with.opts)
	}
	odd := term.Lt(term.Int(1), term.Fresh("x", term.SortInt))
	seen := map[library.Digest]string{}
	for _, tt := range []struct {
		name  string
		alter func(s *shelf, l *annotate.Lemma, with *solvers, known *[]*term.Term)
	}{
		{"nothing", func(*shelf, *annotate.Lemma, *solvers, *[]*term.Term) {}},
		{"another solver", func(_ *shelf, _ *annotate.Lemma, with *solvers, _ *[]*term.Term) { with.opts.Engine = "z3" }},
		{"a definition", func(_ *shelf, _ *annotate.Lemma, with *solvers, _ *[]*term.Term) {
			with.opts.Definitions = append(with.opts.Definitions, odd)
		}},
		{"a lemma", func(_ *shelf, _ *annotate.Lemma, with *solvers, _ *[]*term.Term) {
			with.opts.Lemmas = append(with.opts.Lemmas, odd)
		}},
		{"a premise", func(_ *shelf, _ *annotate.Lemma, _ *solvers, known *[]*term.Term) { *known = append(*known, odd) }},
		{"a case", func(_ *shelf, l *annotate.Lemma, _ *solvers, _ *[]*term.Term) { l.Cases = append(l.Cases, odd) }},
		{"the goal", func(_ *shelf, l *annotate.Lemma, _ *solvers, _ *[]*term.Term) { l.Goal = odd }},
		{"the formula", func(_ *shelf, l *annotate.Lemma, _ *solvers, _ *[]*term.Term) { l.Formula = odd }},
		{"the definition of the language", func(s *shelf, _ *annotate.Lemma, _ *solvers, _ *[]*term.Term) {
			s.goals.Engine.Definition.Source.Hash[0]++
		}},
	} {
		s, l := &shelf{goals: g}, g.Lemmas[0]
		with := s.behind(l, g.solvers)
		known := with.of(l).known
		tt.alter(s, &l, with, &known)
		d, ok := s.digest(l, with, known)
		if other, is := seen[d]; is || !ok {
			t.Errorf("%s: the hash is that of %s", tt.name, other)
		}
		seen[d] = tt.name
	}
}
