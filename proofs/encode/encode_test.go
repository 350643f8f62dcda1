package encode

import (
	"errors"
	"os"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
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

// All of the smaller language has a form.
func TestNothingIsRefused(t *testing.T) {
	l := load(t, "x.imp")
	for _, r := range l.Refused {
		t.Errorf("refused: %v", r)
	}
	if len(l.Rules) == 0 || len(l.Rules) != len(l.Language.Rules) {
		t.Error(len(l.Rules), "rules")
	}
}

// What has no form is refused with its place and why, rule by rule.
func TestRefusals(t *testing.T) {
	l := load(t, "x.cink")
	if len(l.Refused) == 0 {
		t.Fatal("all rules have a form; this test wants another definition")
	}
	for _, r := range l.Refused {
		if !errors.Is(r.Err, ErrNoForm) || r.Span.IsZero() || r.Label == "" {
			t.Errorf("refused: %v", r)
		}
	}
}
