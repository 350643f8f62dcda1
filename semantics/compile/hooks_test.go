package compile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/term"
)

// problemsOf compiles a definition and returns its problems: code and line.
func problemsOf(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.k")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path, Options{CacheDir: "off"})
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestRefused: what has no effect, or another one than it looks, is refused. The
// line is the last of the module but one.
func TestRefused(t *testing.T) {
	const frame = `requires "substitution.md"
module M
  imports DOMAINS
  imports SUBSTITUTION
  syntax Val ::= Int | "v"
  syntax Exp ::= Val | "a" | KVar
  configuration <k> $PGM:Exp </k>
  rule a => v
`
	if got := problemsOf(t, frame+"endmodule\n"); got != "" {
		t.Fatal(got)
	}
	for line, code := range map[string]string{
		`syntax Foo [hook(FOO.Foo)]`:                                            "unknown-hook",
		`syntax MyMap [hook(MAP.Map)]`:                                          "unknown-hook",
		`syntax Int ::= f(Int) [function, hook(INT.foo)]`:                       "unknown-hook",
		`syntax Int ::= f(Int) [function, hook(INT.Int)]`:                       "unknown-hook",
		`syntax Bool ::= f(Exp, Bool) [function, hook(FORMULA.forall)]`:         "unknown-hook",
		`syntax Int ::= f(Int) [hook(INT.foo)]`:                                 "hook-without-function",
		`syntax Int ::= f(Int) [hook(INT.abs)]`:                                 "hook-without-function",
		`syntax Int ::= f(Int) [function, hook(INT.add)]`:                       "hook-sorts",
		`syntax Int ::= f(Int, Int) [function, hook(INT.abs)]`:                  "hook-sorts",
		`syntax Int ::= f(String) [function, hook(INT.abs)]`:                    "hook-sorts",
		`syntax Bool ::= f(Int) [function, hook(INT.abs)]`:                      "hook-sorts",
		`syntax KVar ::= f(Int) [function, hook(STRING.string2token)]`:          "hook-sorts",
		`syntax Exp ::= f(Exp, Exp) [function, hook(SUBSTITUTION.substOne)]`:    "hook-sorts",
		`syntax Exp ::= f(Exp, Int) [function, hook(SUBSTITUTION.substMany)]`:   "hook-sorts",
		`syntax Exp ::= "lam" Int "." Exp [binder]`:                             "bad-binder",
		`syntax Exp ::= "lam" KVar [binder]`:                                    "bad-binder",
		`syntax Exp ::= "lam" KVar "." Exp [binder(2)]`:                         "bad-binder",
		`syntax Int ::= f(Int) [function] rule f(_) => ?X:Int`:                  "existential-in-equation",
		`syntax Int ::= f(Int) [function] rule f(X) => X ensures ?Y:Int >Int X`: "existential-in-equation",
		`syntax Int ::= f(Int) [function] rule f(_) => ?X:Int [simplification]`: "existential-in-equation",
		`rule a => ?X:Exp [anywhere]`:                                           "existential-in-equation",
		`syntax Exp ::= m(Int) [macro] rule m(X) => ?Y:Exp`:                     "existential-in-equation",
		`syntax Exp ::= m(Int) [macro] rule m(X) => !Y:Int`:                     "fresh-in-equation",
		`syntax Exp ::= w(Exp, Int) context w(HOLE => w(HOLE, ?X:Int), _)`:      "existential-in-equation",
		`syntax Exp ::= w(Exp, Int) context w(HOLE => w(HOLE, !X:Int), _)`:      "fresh-in-equation",
		`syntax Exp ::= w(Exp, Int) context w(HOLE, X) ensures X >Int 0`:        "unsupported",
		`rule 1 +Int 1 => 3`:                           "rule-for-hook",
		`rule {X}:>Val => v`:                           "rule-for-hook",
		`rule isVal(v) => false`:                       "contradicts-sort",
		`rule isVal(X:Int) => false requires X >Int 0`: "contradicts-sort",
		"rule isVal(a) => true rule a => {a}:>Val":     "unsupported",
	} {
		if got := problemsOf(t, frame+line+"\nendmodule\n"); !strings.Contains(got, "m.k:9:") || !strings.Contains(got, "["+code+"]") {
			t.Errorf("%s: want %s, got %q", line, code, got)
		}
	}
	for _, line := range []string{
		`syntax Int [hook(INT.Int)]`,
		`syntax Int ::= f(Int) [function, total, hook(INT.abs)]`,
		`syntax Val ::= f(Map, Exp) [function, hook(MAP.lookup)]`,
		`syntax KVar ::= f(String) [function, hook(STRING.string2token)]`,
		`syntax Exp ::= "lam" KVar "." Exp [binder]`,
		`rule isVal(a) => true`,
		`rule X +Int 0 => X [simplification]`,
	} {
		if got := problemsOf(t, frame+line+"\nendmodule\n"); got != "" {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestLibraryHooks: each hook that the library names is computed; hooks that are
// not are errors when a definition is compiled, the library's own too. And the library
// names each function that is built in.
func TestLibraryHooks(t *testing.T) {
	text := `requires "substitution.md"
requires "array.md"
module M
  imports DOMAINS
  imports SUBSTITUTION
  imports ARRAY
  imports COLLECTIONS
  configuration <k> $PGM:K </k>
endmodule
`
	path := filepath.Join(t.TempDir(), "m.k")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Load(path, Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	hooks := map[string]bool{}
	for _, p := range d.Source.Productions {
		if p.Hook() == "" {
			continue
		}
		hooks[p.Hook()] = true
		if sym := d.Symbol(p); sym == nil || sym.Eval == nil {
			t.Errorf("%v: nothing computes %s", p, p.Hook())
		}
	}
	// The choice has a syntax of its own; the others are for who declares them.
	apart := []string{"KEQUAL.ite", "ARRAY.shift", "SYNTAX.assigns"}
	for _, hook := range term.BuiltinHooks() {
		if !hooks[hook] && !slices.Contains(apart, hook) && term.Builtin(hook).Class != term.Binder {
			t.Errorf("no production of the library has the hook %s", hook)
		}
	}
}
