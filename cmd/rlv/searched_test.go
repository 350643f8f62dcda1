package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rlv/explore"
)

// TestSearchedExamples searches the examples as their second lines say, and looks for
// what their first lines expect: the outcome, and the ends in the last line of the
// report. Nothing that is found stays unconfirmed.
func TestSearchedExamples(t *testing.T) {
	paths, _ := filepath.Glob("../../examples/search/*")
	if len(paths) == 0 {
		t.Fatal("there are no examples of searches")
	}
	argument := regexp.MustCompile(`"[^"]*"|\S+`)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		outcome := expectation(t, path)
		first, rest, _ := strings.Cut(string(text), "\n")
		second, _, _ := strings.Cut(rest, "\n")
		_, ends, _ := strings.Cut(first, outcome+": ")
		_, command, ok := strings.Cut(second, "search: ")
		if !ok || ends == "" {
			t.Errorf("%s: the first lines do not say how it is searched, and what comes out", path)
			continue
		}
		args := []string{"search"}
		for _, a := range argument.FindAllString(command, -1) {
			args = append(args, strings.Trim(a, `"`))
		}
		status, out, errs := rlv(t, "", append(args, path)...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if last := lines[len(lines)-1]; status != explore.Status(outcome).Exit() || !strings.Contains(last, "searched everything: ") || !strings.Contains(last, " states, "+ends+" in ") {
			t.Errorf("%s: status %d, want %s: %s\n%s%s", path, status, outcome, ends, out, errs)
		}
		if strings.Contains(out, string(explore.NotConfirmed)) || outcome == string(explore.Found) && !strings.Contains(out, string(explore.Confirmed)) {
			t.Errorf("%s: a solution is not confirmed\n%s", path, out)
		}
	}
}
