package verify_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rlv/annotate/library"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/report"
	"rlv/semantics/languages"
	"rlv/verify"
)

// everythingOf is a program of a language that uses every lemma of a library by its name, and
// so all that it declares.
func everythingOf(t *testing.T, name, extension string) verify.Input {
	t.Helper()
	paths, err := filepath.Glob("../examples/*/swap" + extension)
	if err != nil || len(paths) != 1 {
		t.Fatal("the program of this language", extension, paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	return verify.Input{Path: "everything" + extension, Text: strings.Join(append(usesOf(t, name), string(text)), "\n")}
}

var sortBefore = regexp.MustCompile(`\b(Int\[\]|Int|Bool|List) (\w)`)

// usesOf are annotations that use every lemma of a library.
func usesOf(t *testing.T, name string) []string {
	t.Helper()
	anns, problems := syntax.File(library.Open(name))
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	out := []string{"//@include: <" + name + ">"}
	for _, a := range anns {
		switch text := a.OneLine(); {
		case a.Key == syntax.Axiom:
			t.Errorf("%v: a library has no axioms: nothing proves them", a.Span)
		case a.Key == syntax.Logic && !strings.Contains(text, "="):
			t.Errorf("%v: a library defines its functions", a.Span)
		case a.Key == syntax.Lemma && a.Declared().Text == "":
			t.Errorf("%v: a lemma of a library has a name", a.Span)
		case a.Key == syntax.Lemma:
			head, formula, _ := strings.Cut(text, ":")
			formula, _, _ = strings.Cut(strings.TrimSuffix(formula, " only by name"), " by ")
			out = append(out, fmt.Sprintf("//@lemma own_%s: %s by use %s", head, formula, sortBefore.ReplaceAllString(head, "$2")))
		}
	}
	return out
}

// verdictsOn are those on the lemmas of libraries, by name.
func verdictsOn(t *testing.T, in verify.Input, o verify.Options) map[string]report.Goal {
	t.Helper()
	v, err := verify.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.Program(context.Background(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]report.Goal{}
	for _, g := range f.Goals {
		if g.Library != "" {
			out[g.Name] = g
		}
		if g.Status != prover.Proved {
			t.Errorf("%s: %s: %s %+v", in.Path, g.Title, g.Status, g.Failure)
		}
	}
	return out
}

// All that libraries say is proved, in each language, and when that is kept it is known in
// later runs.
func TestLibrariesAreProved(t *testing.T) {
	for _, name := range library.Names() {
		for _, extension := range languages.Extensions() {
			t.Run(name+extension, func(t *testing.T) {
				t.Setenv("RLV_CACHE", t.TempDir())
				in := everythingOf(t, name, extension)
				first := verdictsOn(t, in, verify.Options{Jobs: 1})
				again := verdictsOn(t, in, verify.Options{Jobs: 1})
				if len(first) == 0 || len(again) != len(first) {
					t.Fatalf("%d lemmas, then %d", len(first), len(again))
				}
				for lemma, g := range first {
					if g.Kept || !again[lemma].Kept {
						t.Errorf("%s: kept %v, then %v", lemma, g.Kept, again[lemma].Kept)
					}
				}
			})
		}
	}
}
