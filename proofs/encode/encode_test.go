package encode

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rlv/proofs/kernel"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	os.Exit(m.Run())
}

// load encodes a shipped definition.
func load(t *testing.T, path string) *Language {
	t.Helper()
	d, err := languages.Load(path, kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLanguage(d)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// All that programs can come to has a form, in both languages.
func TestNothingIsRefused(t *testing.T) {
	for _, path := range []string{"x.imp", "x.cink"} {
		l := load(t, path)
		for _, r := range l.Refused {
			t.Errorf("refused: %v", r)
		}
		if len(l.Rules) == 0 || len(l.Rules) != len(l.Language.Rules) {
			t.Error(len(l.Rules), "rules")
		}
		if _, err := kernel.NewMachine(&l.Language, nil, nil, false).Check(nil); err != nil {
			t.Error(err)
		}
	}
}

// Rules for what only annotations ask are not for what programs come to, and could be left out;
// rules for programs could not.
func TestUsable(t *testing.T) {
	l := load(t, "x.cink")
	came := usable(l.definition)
	some, none := 0, 0
	for _, r := range l.definition.Rules() {
		if fits(r, came) {
			some++
		} else {
			none++
		}
	}
	if came == nil || some < 500 || none < 50 {
		t.Error(some, "rules that programs may come to,", none, "others")
	}
	e := rewrite.New(l.definition)
	paths, err := filepath.Glob("../../examples/cink/run/*.cink")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, path := range paths {
		m := e.NewMachine(start(t, e, path), rewrite.IO{})
		for range 300 {
			if ok, err := m.Step(); !ok || err != nil {
				break
			}
			for _, s := range m.Slots() {
				eachConstructor(s, func(c *term.Symbol) {
					if !came[c] {
						t.Errorf("%s comes to %v", path, c)
					}
				})
			}
		}
	}
}

// The kernel's characters are bytes: a text with others than those of ASCII has no form.
func TestOtherCharactersAreRefused(t *testing.T) {
	l := load(t, "x.cink")
	for text, ok := range map[string]bool{"plain\n": true, "caf\u00e9": false} {
		if _, err := l.Term(term.Str(text), noNames{}); (err == nil) != ok || !ok && !errors.Is(err, ErrNoForm) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
