package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/report"
)

// asSpec writes the goals of an example as a specification module; "", with what was said,
// if that is refused.
func asSpec(t *testing.T, path string) (spec, refused string) {
	t.Helper()
	status, text, errs := rlv(t, "", "goals", "--format", "k", path)
	if status != report.Proved.Exit() {
		return "", errs
	}
	spec = filepath.Join(t.TempDir(), "spec.k")
	if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return spec, ""
}

// notWritten are the examples that no specification says, and why.
var notWritten = map[string]string{
	"minimum-sum":   "this assert is about a point within the program: no claim says that",
	"quicksort":     "this use is about a point within the program: no claim says that",
	"merge-sort":    "this use is about a point within the program: no claim says that",
	"lcm":           "this use is about a point within the program: no claim says that",
	"evens-odds":    "is about a point within the program: no claim says that",
	"factors":       "is about a point within the program: no claim says that",
	"modular-power": "this use is about a point within the program: no claim says that",
	"passes":        "this label is about a point within the program: no claim says that",
	"parts":         "this use is about a point within the program: no claim says that",
	"read-max-3":    "the function range( _, _, _) stands in a left-hand side", // a partial function in <in>
}

// mayBeRefused reports whether a refusal is one that is known.
func mayBeRefused(path, said string) bool {
	for name, why := range notWritten {
		if strings.HasPrefix(filepath.Base(path), name) && strings.Contains(said, why) {
			return true
		}
	}
	return false
}

// TestSlowExamplesAreProvedAgain proves what is written of each example: goal by goal the
// verdicts and the steps are those of the program.
func TestSlowExamplesAreProvedAgain(t *testing.T) {
	for _, path := range oneIn(6, examples(t, false)) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			spec, refused := asSpec(t, path)
			if spec == "" {
				if !mayBeRefused(path, refused) {
					t.Error(refused)
				}
				return
			}
			_, out, errs := rlv(t, "", "prove", "--jobs", "1", "--format", "json", spec)
			var got report.Report
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatalf("%v\n%s", err, errs)
			}
			var verdicts []string
			for _, g := range got.Files[0].Goals {
				verdicts = append(verdicts, fmt.Sprintf("%s partial %v, steps %d", g.Status, g.Partial, g.Steps))
			}
			want := verdictsOf(t, filepath.Join("testdata", "golden", filepath.Base(path)+".txt"))
			for len(verdicts) > len(want) && verdicts[0] == "proved partial true, steps 0" {
				verdicts = verdicts[1:] // a lemma of a library, which golden files leave out
			}
			if strings.Join(verdicts, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s\nof the program:\n%s\n%s", strings.Join(verdicts, "\n"), strings.Join(want, "\n"), errs)
			}
		})
	}
}

// verdictsOf are the verdicts in a golden file, with the steps.
func verdictsOf(t *testing.T, path string) []string {
	t.Helper()
	var out []string
	lines := strings.Split(readIf(path), "\n")
	for i := 0; i+1 < len(lines); i++ {
		if work, ok := strings.CutPrefix(lines[i+1], "    partial"); ok {
			status, _, _ := strings.Cut(lines[i], " ")
			steps, _, _ := strings.Cut(work, ", uses")
			out = append(out, status+" partial"+steps)
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s has no verdicts", path)
	}
	return out
}

// TestSlowWrongVariantsAreNotProvedAgain: what is written of a wrong variant is not
// proved.
func TestSlowWrongVariantsAreNotProvedAgain(t *testing.T) {
	for _, path := range oneIn(36, examples(t, true)) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			spec, refused := asSpec(t, path)
			if spec == "" {
				if !mayBeRefused(path, refused) && !strings.Contains(refused, "was not made") {
					t.Error(refused)
				}
				return
			}
			status, out, errs := rlv(t, "", "prove", "--jobs", "1", spec)
			if status != report.NotProved.Exit() && status != report.Undecided.Exit() {
				t.Errorf("status %d\n%s%s", status, out, errs)
			}
		})
	}
}
