package search_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rlv/explore"
	"rlv/semantics/search"
	"rlv/verify"
)

// The tests that are made of a program agree with the program as g++ compiles it.
func TestTestsAgreeWithCompiled(t *testing.T)     { compareTests(t, 1, 5) }
func TestSlowTestsAgreeWithCompiled(t *testing.T) { compareTests(t, 10_000, trials(220)) }

// lateRight is an assignment whose left side has an effect: g++ 12 reads the right side
// late there, although since C++17 it comes first.
var lateRight = regexp.MustCompile(`\[[^]]*(\+\+|--|[-+*/%]=)[^]]*\] [-+*/%]?= `)

// compareTests makes tests of n programs of which the order of evaluation is fixed, and
// runs them on the compiled programs.
func compareTests(t *testing.T, seed uint64, n int) {
	dir := t.TempDir()
	var texts []string
	for ; len(texts) < n; seed++ {
		if p := cinkProgram(seed); !p.unordered && !lateRight.MatchString(p.text) {
			texts = append(texts, p.text)
		}
	}
	exe := compileTogether(t, dir, texts)
	tests, stuck := 0, 0
	for i, text := range texts {
		path := filepath.Join(dir, "program.cink")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := explore.Load(verify.Language{}, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := explore.ParseInput("--in", "x y z")
		if err != nil {
			t.Fatal(err)
		}
		suite, err := explore.Tests(context.Background(), p, explore.Request{Input: in, Limits: search.Limits{States: 20_000}})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		stuck += suite.Report.Ends.Stuck
		for _, why := range suite.Dropped {
			t.Errorf("no test: %s\n%s", why, text)
		}
		for _, c := range suite.Tests {
			cmd := exec.Command(exe, strconv.Itoa(i))
			cmd.Stdin = strings.NewReader(c.Input)
			out, err := cmd.Output()
			if tests++; err != nil || string(out) != c.Output || c.Exit != 0 {
				t.Errorf("input %q: %q, %v; the test expects %q, %d\n%s", c.Input, out, err, c.Output, c.Exit, text)
			}
		}
	}
	t.Logf("%d programs, %d tests, %d paths are stuck", n, tests, stuck)
	if tests < 2*n {
		t.Errorf("%d tests of %d programs", tests, n)
	}
}

// compileTogether compiles programs into one that runs that of a number.
func compileTogether(t *testing.T, dir string, texts []string) string {
	t.Helper()
	var unit strings.Builder
	unit.WriteString("#include <iostream>\n#include <cstdlib>\nusing namespace std;\n")
	for i, text := range texts {
		fmt.Fprintf(&unit, "namespace p%d {\n%s}\n", i, strings.Replace(text, "int main()", "int run()", 1))
	}
	unit.WriteString("int main(int, char **v) { switch (atoi(v[1])) {\n")
	for i := range texts {
		fmt.Fprintf(&unit, "case %d: return p%d::run();\n", i, i)
	}
	unit.WriteString("} }\n")
	exe := filepath.Join(dir, "programs")
	cmd := exec.Command("g++", "-std=c++17", "-w", "-O0", "-x", "c++", "-o", exe, "-")
	cmd.Stdin = strings.NewReader(unit.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("g++ (`make deps` installs it): %v\n%.2000s", err, out)
	}
	return exe
}
