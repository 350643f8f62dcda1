package annotate

import (
	"context"
	"os"
	"strings"
	"testing"

	"rlv/annotate/logic"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Axioms that define functions have a model; those that look like definitions
// and are none may have none.
func TestDefinitional(t *testing.T) {
	d, program := tallyAdding(t)
	const f, g = "logic: f(Int): Int", "logic: g(Int, Int): Int"
	cases := []struct {
		want string
		text []string
	}{
		{"f", []string{f, "axiom: f(0) == 1", "axiom: (forall k) (k > 0 ==> f(k) == k * f(k - 1))"}},
		{"f", []string{f, "axiom: f(0) == 1", "axiom: (forall k) (k >= 0 ==> f(k + 1) == (k + 1) * f(k))"}},
		{"f", []string{f, "axiom: f(0) == 0 /\\ f(1) == 1", "axiom: (forall k) (k >= 2 ==> f(k) == f(k - 1) + f(k - 2))"}},
		{"g", []string{g, "axiom: (forall a, b) (a < b ==> g(a, b) == a)", "axiom: (forall a, b) (a >= b /\\ b > 0 ==> g(a, b) == g(a - b, b))"}},
		{"p, f", []string{f, "logic: p(Int): Bool", "axiom: p(0)", "axiom: (forall k) (k > 0 ==> !p(k))", "axiom: (forall x) (p(x) ==> f(x) == 3)"}},
		{"g", []string{"logic: g(Int[], Int): Int", "axiom: (forall Int[] a, n) (n > 0 ==> g(a, n) == g(a, n - 1) + a[n - 1])", "axiom: (forall Int[] a, n) (n <= 0 ==> g(a, n) == 0)"}},
		// Without end.
		{"", []string{f, "axiom: (forall x) f(x) == f(x) + 1"}},
		{"", []string{f, "axiom: (forall x) f(x) == f(x + 1) + 1"}},
		{"", []string{f, "axiom: (forall x) f(x) == f(x - 1) + 1"}}, // smaller, but below every bound
		{"", []string{f, "axiom: (forall x) (x > 0 ==> f(x) == f(f(x - 1)))"}},
		// Two values for one argument.
		{"", []string{f, "axiom: f(0) == 1", "axiom: (forall k) (k >= 0 ==> f(k) == 2)"}},
		{"", []string{f, "axiom: f(0) == 1", "axiom: f(0) == 2"}},
		{"", []string{f, "axiom: f(0) == 1 /\\ f(0) == 2"}},
		{"", []string{f, "axiom: f(0) == 1 /\\ f(1) > 0"}},
		{"", []string{f, "axiom: (forall x, y) f(x) == y"}},
		{"", []string{f, "axiom: (forall x, y) (x > y ==> f(x) == 2)", "axiom: (forall x, y) (x <= y ==> f(x) == 3)"}},
		{"", []string{g, "axiom: (forall x) g(x, x) == 1"}},
		{"", []string{f, "axiom: (forall x) f(2 * x) == 1"}},
		// In a circle.
		{"", []string{f, "logic: h(Int): Int", "axiom: (forall x) f(x) == h(x) + 1", "axiom: (forall x) h(x) == f(x) + 1"}},
		{"", []string{f, "logic: h(Int x): Int = f(x) + 1", "axiom: (forall x) f(x) == h(x)"}},
		{"", []string{f, "logic: h(Int x): Int = x > 0 ? h(x - 1) + f(x) : 1", "axiom: (forall x) f(x) == h(x) + 1"}},
		{"", []string{f, "axiom: (forall x) (f(x) == 0 ==> f(x) == 1)", "axiom: (forall x) (f(x) != 0 ==> f(x) == 0)"}},
		{"", []string{"logic: p(Int): Bool", "axiom: (forall x) (p(x) <==> (forall y) (y < x ==> !p(y)))"}},
		// What is no equation.
		{"", []string{f, "axiom: (forall x) f(x) > 0"}},
		{"", []string{f, "axiom: f(0) == 1", "axiom: 1 == 2"}},
	}
	for _, c := range cases {
		if got := compiled(t, d, program, c.text).Defined; got != c.want {
			t.Errorf("%s: they define %q, want %q", strings.Join(c.text, "; "), got, c.want)
		}
	}
}

// Runs have the values that axioms give a function where these are its definition, and no value where
// no axiom is about the arguments, or the axioms may contradict each other.
func TestAxiomsAreEvaluated(t *testing.T) {
	d, program := tallyAdding(t)
	const (
		declared = "logic: g(Int, Int): Int"
		ends     = "axiom: (forall a, b) (0 <= a < b ==> g(a, b) == a)"
		goesOn   = "axiom: (forall a, b) (a >= b /\\ b > 0 ==> g(a, b) == g(a - b, b))"
		never    = "axiom: (forall a, b) (a < 0 ==> g(a, b) == g(a, b + 1) + 1)"
	)
	for _, c := range []struct {
		text         []string
		a, b         int64
		known, value bool // whether g(a, b) == 4 is known, and is so
	}{
		{[]string{declared, ends, goesOn}, 11, 7, true, true},
		{[]string{declared, ends, goesOn}, 12, 5, true, false},
		{[]string{declared, ends, goesOn}, 4, 5, true, true},
		{[]string{declared, ends, goesOn}, -4, 5, false, false},
		{[]string{declared, ends, goesOn}, 4, -1, false, false},
		{[]string{declared, ends, never}, 4, 5, false, false},
	} {
		functions := compiled(t, d, program, c.text).Functions
		var known, value bool
		for g := range functions {
			value, known = functions.Truth(term.Eq(term.App(g, term.Int(c.a), term.Int(c.b)), term.Int(4)))
		}
		if known != c.known || value != c.value {
			t.Errorf("%s: g(%d, %d) == 4: %v, known: %v", strings.Join(c.text, "; "), c.a, c.b, value, known)
		}
	}
}

// tallyAdding is a definition, and a program in its language.
func tallyAdding(t *testing.T) (*compile.Definition, string) {
	t.Helper()
	d, err := compile.Load("testdata/tally.k", compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("testdata/add.tally")
	if err != nil {
		t.Fatal(err)
	}
	return d, string(program)
}

// compiled are the goals of a program with annotations before it.
func compiled(t *testing.T, d *compile.Definition, program string, annotations []string) *Result {
	t.Helper()
	text := ""
	for _, line := range annotations {
		text += "//@" + line + "\n"
	}
	p, err := d.ParseProgram(source.NewFile("add.tally", text+program))
	if err != nil {
		t.Fatal(err)
	}
	res, err := Compile(context.Background(), rewrite.New(d), p, solving(t), Options{Merging: pattern.Auto, Effort: 1})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return res
}

// solving makes oracles that ask a solver.
func solving(t *testing.T) logic.OracleOf {
	return func(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
		s, err := smt.New(smt.Options{Definitions: definitions, Lemmas: axioms})
		if err == nil {
			t.Cleanup(func() { s.Close() })
		}
		return prover.Pruner{Ctx: context.Background(), Solver: s}, err
	}
}
