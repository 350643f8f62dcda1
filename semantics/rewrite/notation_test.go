package rewrite_test

import (
	"context"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// loadNamed loads a definition of testdata.
func loadNamed(t testing.TB, name string) *rewrite.Engine {
	t.Helper()
	d, err := compile.Load("testdata/"+name+".k", compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

// runText runs a program and returns the machine at its end.
func runText(t testing.TB, e *rewrite.Engine, text string) *rewrite.Machine {
	t.Helper()
	p, err := e.Definition.ParseProgram(source.NewFile("p", text))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	m := e.NewMachine(slots, rewrite.IO{})
	if err := m.Run(context.Background(), 10000); err != nil {
		t.Fatal(err)
	}
	return m
}

// cell writes the content of a cell.
func cell(e *rewrite.Engine, slots []*term.Term, name string) string {
	for i, c := range e.Definition.Layout.Slots {
		if c.Name == name {
			return e.Definition.Format(slots[i])
		}
	}
	return "no cell " + name
}

// runs are programs with what their computation comes to.
func runs(t *testing.T, e *rewrite.Engine, want map[string]string) {
	for text, end := range want {
		if m := runText(t, e, text); cell(e, m.Slots(), "k") != end {
			t.Errorf("%s ends as %s, not as %s", text, cell(e, m.Slots(), "k"), end)
		}
	}
}

func TestAnywhere(t *testing.T) {
	e := loadNamed(t, "anywhere")
	runs(t, e, map[string]string{
		"dbl(7)":                  "0",
		"dbl(3)":                  "done ( 3 )",
		"dbl(w(w(9)))":            "0",
		"two":                     "one",
		"start":                   "0",
		"p(dbl(w(8)), two)":       "done ( one ) ~> done ( 0 )",
		"both(w(6))":              "done ( one ) ~> done ( 0 )",
		"even(p(p(one, 1), 2))":   "even ( one )",
		"w(p(dbl(6), even(two)))": "w ( p ( 0 , even ( one ) ) )",
	})
	m := runText(t, e, "1")
	if x, y := cell(e, m.Slots(), "x"), cell(e, m.Slots(), "y"); x != "0" || y != "one" {
		t.Errorf("the cells begin with %s and %s", x, y)
	}
	p, err := e.Definition.ParseProgram(source.NewFile("p", "w(two)"))
	if err != nil || e.Definition.Format(p.Term) != "w ( one )" || rewrite.Position(p.Term.Arg(0)) == 0 {
		t.Errorf("a program is parsed as %v, %v", p.Term, err)
	}
}

// TestAnywhereUnknown: a term of which it is not known whether a rule that
// applies anywhere rewrites it matches no rule for its constructor.
func TestAnywhereUnknown(t *testing.T) {
	e := loadNamed(t, "anywhere")
	d := e.Definition
	p, err := d.ParseProgram(source.NewFile("p", "dbl(3)"))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	exp, _ := d.Lattice.Lookup("Exp")
	for _, test := range []struct {
		arg    *term.Term
		pc     []*term.Term
		decide bool
	}{
		{term.Var("X", term.SortInt), nil, false},
		{term.Var("E", exp), nil, false},
		{term.Int(4), nil, true},
	} {
		slots[d.Layout.K] = term.Apply(p.Term.Symbol(), test.arg)
		got := e.Derive(&rewrite.State{Slots: slots, PC: test.pc}, never{})
		if decided := len(got.Undecided) == 0 && len(got.Successors) == 1; decided != test.decide {
			t.Errorf("dbl(%s): %d successors, undecided %v", test.arg, len(got.Successors), got.Undecided)
		}
	}
	// What is put in for the variable decides.
	x := term.Var("X", term.SortInt)
	open := term.Apply(p.Term.Symbol(), x)
	for n, want := range map[int64]string{9: "0", 2: "dbl ( 2 )"} {
		if got := d.Format(term.Substitution{x.Variable(): term.Int(n)}.Apply(open)); got != want {
			t.Errorf("dbl(X) for %d is %s", n, got)
		}
	}
}

func TestSortTestsAdd(t *testing.T) {
	e := loadNamed(t, "tests")
	runs(t, e, map[string]string{
		"1 + 2":        "3",
		"f(1 + 2) + 1": "4",
		"is(1)":        "yes",
		"is(f(t))":     "yes",
		"is(t)":        "no",
		"is(u(3))":     "no",
		"is(u(4))":     "yes",
		"u(4) + 2":     "6",
		"u(3) + 2":     "u ( 3 ) ~> HOLE + 2",
	})
	if x := cell(e, runText(t, e, "1").Slots(), "x"); x != "3" {
		t.Errorf("a function in the configuration is %s", x)
	}
	for text, finished := range map[string]bool{"f(1)": true, "t": false, "u(3)": false, "u(4)": true, "7": true} {
		if got := runText(t, e, text).Finished(); got != finished {
			t.Errorf("%s is finished: %v", text, got)
		}
	}
}

func TestSubstitution(t *testing.T) {
	runs(t, loadNamed(t, "lambda"), map[string]string{
		"(lambda x . (lambda y . (x y))) y":                                   "lambda y0 . ( y y0 )",
		"(lambda x . (((lambda x . (x + 1)) 2) + x)) 3":                       "6",
		"(lambda x . (lambda y0 . (lambda y . ((x y) y0)))) y":                "lambda y0 . lambda y1 . ( y y1 y0 )",
		"(lambda x . (lambda x . x)) y":                                       "lambda x . x",
		"(lambda x . (lambda y . (lambda y . (x y)))) (lambda z . (y z))":     "lambda y0 . lambda y0 . ( ( lambda z . ( y z ) ) y0 )",
		"(lambda f . (lambda y . (f (lambda x . (y x))))) (lambda z . (y x))": "lambda y0 . ( ( lambda z . ( y x ) ) lambda x . ( y0 x ) )",
		"swap((lambda x . (x y)))":                                            "lambda x0 . ( x0 x )",
		"swap((x y))":                                                         "y x",
		"halves(x)":                                                           "1 + x",
	})
}

// TestSubstitutionUnknown: where a name may occur that is not seen, there is no
// result, unless it makes no difference.
func TestSubstitutionUnknown(t *testing.T) {
	e := loadNamed(t, "lambda")
	d := e.Definition
	sort := func(name string) term.Sort { s, _ := d.Lattice.Lookup(name); return s }
	var open *term.Symbol
	for sym := range d.Functions {
		open = sym
	}
	parse := func(text string) *term.Term {
		p, err := d.ParseProgram(source.NewFile("p", text))
		if err != nil {
			t.Fatal(err)
		}
		return p.Term
	}
	unknown, number := term.Var("E", sort("Exp")), term.Var("N", term.SortInt)
	put := func(in *term.Term, name string, t *term.Term) *term.Term {
		return replaceToken(in, name, t)
	}
	for _, test := range []struct {
		in, value *term.Term
		want      string
	}{
		{parse("(lambda y . (x y))"), number, "lambda y . ( N y )"},
		{parse("(lambda y . (x y))"), unknown, "?"},
		{parse("(x y)"), unknown, "E y"},
		{parse("(lambda x . (x y))"), unknown, "lambda x . ( x y )"},
		{put(parse("(z x)"), "z", unknown), parse("1"), "?"},
		{put(parse("(z x)"), "z", number), parse("1"), "N 1"},
		{put(parse("(lambda x . z)"), "z", unknown), parse("1"), "lambda x . E"},
		{put(parse("(lambda y . z)"), "z", unknown), parse("1"), "?"},
	} {
		got := term.Apply(open, test.in, test.value)
		if test.want == "?" != got.HasFunctions() || test.want != "?" && d.Format(got) != test.want {
			t.Errorf("%s with %s for x is %s, want %s", d.Format(test.in), d.Format(test.value), d.Format(got), test.want)
		}
	}
}

// replaceToken puts a term in the place of a token.
func replaceToken(t *term.Term, name string, with *term.Term) *term.Term {
	if t.Kind() == term.KToken && t.Text() == name {
		return with
	}
	return term.MapChildren(t, func(c *term.Term) *term.Term { return replaceToken(c, name, with) })
}
