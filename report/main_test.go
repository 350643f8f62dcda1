package report_test

import (
	"context"
	"strings"
	"testing"

	"rlv/prover/smt"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/verify"
)

func TestMain(m *testing.M) {
	smt.RunIfWorker()
	compile.Verifying = true
	m.Run()
}

// reportOf verifies programs, by the names of their files, and returns the report in
// a format.
func reportOf(t *testing.T, format string, o verify.Options, inputs ...verify.Input) string {
	t.Helper()
	f, err := report.FormatOf(format)
	if err != nil {
		t.Fatal(err)
	}
	o.Jobs = 1
	v, err := verify.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	p := f.New(&b, report.Settings{Version: "test"})
	v.Programs(context.Background(), inputs, p)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// programs have a verdict of each kind between them.
var programs = []verify.Input{
	{Path: "proved.imp", Text: "int n;\n//@pre: n > 0\nn = n + 1;\n//@post: n > 1\n"},
	{Path: "refuted.imp", Text: refuted},
	{Path: "vacuous.imp", Text: "int n;\n//@pre: n > 0\n//@pre: n < 0\nn = n + 1;\n//@post: n > 1\n"},
	{Path: "trusted.imp", Text: "int n;\n//@logic: f(Int): Int\n//@axiom: (forall a) (f(a) == a)\n//@axiom: (forall a) (f(a) < 5)\n//@pre: true\nn = f(n);\n//@post: true\n"},
	{Path: "facts.imp", Text: "int n;\n//@logic: f(Int): Int\n//@axiom: (forall a) (f(a) > a)\n//@logic: g(Int): Int\n//@axiom: (forall a) (g(a) > 7)\n//@pre: n > 0\nn = n + 1;\n//@post: f(n) > 1\n"},
	{Path: "lemma.imp", Text: "int n;\n//@lemma: (forall a) (a > 3)\n//@pre: n > 0\nn = n + 1;\n//@post: n > 1\n"},
	{Path: "syntax.imp", Text: "int n;\nn = = \x1b[31m;\n"},
	{Path: "annotation.imp", Text: "int n;\n//@pre: n >\nn = 1;\n//@post: m == 1\n"},
	{Path: "nothing.imp", Text: "int n;\nn = 1;\n"},
	{Path: "odd name #1 ä.imp", Text: "int n;\n//@pre: n > 0\nn = n - 1;\n//@post: n > 0\n"},
	{Path: "/there/is/no/file.imp"},
	{Path: "no.language"},
}

const refuted = `int i, n;
//@pre: n >= 0
i = 0;
while (i < n) {
	/* ä𝄞 */ //@inv: i <= n /\ i < 3
	i = i + 1;
}
//@post: i == n /\ i < 2
`
