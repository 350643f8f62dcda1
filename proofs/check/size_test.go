package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a checked certificate rests on here is small. Lines are those of code, without blanks, comments
// and tests.
func TestCheckIsSmall(t *testing.T) {
	for _, c := range []struct {
		what  string
		dirs  []string
		bound int
	}{
		{"the kernel, and what asks solvers", []string{".", "../kernel"}, 1500},
		{"terms and their normal form", []string{"../logic"}, 1400}, // what is known of sorts, and the work that is counted
	} {
		lines := 0
		for _, dir := range c.dirs {
			lines += linesOf(t, dir)
		}
		t.Log(lines, "lines:", c.what)
		if lines > c.bound {
			t.Errorf("%d lines; at most %d: %s", lines, c.bound, c.what)
		}
	}
}

func linesOf(t *testing.T, dir string) int {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(dir, err)
	}
	lines := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && !strings.HasSuffix(f, "_test.go") {
				lines++
			}
		}
	}
	return lines
}
