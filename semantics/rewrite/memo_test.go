package rewrite_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
	"rlv/semantics/term"
)

// TestWhatIsRememberedOfFunctions runs the examples. Each result of a function, at any depth,
// is what its rules give, with the same positions.
func TestWhatIsRememberedOfFunctions(t *testing.T) {
	for _, ext := range languages.Extensions() {
		d, err := languages.Load("x"+ext, kdef.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e := rewrite.New(d)
		asked, within := 0, false
		for sym := range d.Functions {
			rules, long := sym.Rules, rewrite.LongWay(d, sym)
			if d.IsTest(sym) {
				continue
			}
			checked := func(args []*term.Term, effort *term.Effort) *term.Term {
				got := rules(args, effort)
				if within {
					return got
				}
				within = true
				want := long(args)
				within = false
				asked++
				if (got == nil) != (want == nil) || got != nil && rewritetest.Differ([]*term.Term{got}, []*term.Term{want}) != "" {
					t.Fatalf("%s of %v is %v, not %v", sym, args, got, want)
				}
				return got
			}
			sym.Rules = checked
			sym.Eval = func(args []*term.Term) *term.Term { return checked(args, nil) }
		}
		paths, _ := filepath.Glob("../../examples/*/run/*" + ext)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			input, _ := os.ReadFile(strings.TrimSuffix(path, ext) + ".in")
			m := e.NewMachine(beginning(t, e, string(text)), rewrite.IO{In: strings.NewReader(string(input)), Out: io.Discard})
			if err := m.Run(context.Background(), 3000); err != nil {
				t.Fatal(path, err)
			}
		}
		if t.Logf("%s: %d programs, %d results", ext, len(paths), asked); len(d.Functions) > 20 && asked < 10_000 {
			t.Errorf("%s: only %d results of functions", ext, asked)
		}
	}
}
