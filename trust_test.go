package rlv_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	trustedRow = regexp.MustCompile(`(?m)^\| [^|]*\| ([^|]*) \| ([0-9,]+) \|$`)
	quotedName = regexp.MustCompile("`([a-z0-9/]+)`")
)

// The numbers of lines in docs/trust.md are those of the packages that a row names, up to a
// twentieth.
func TestLinesThatAreTrusted(t *testing.T) {
	text, err := os.ReadFile("docs/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := trustedRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 6 {
		t.Fatal(len(rows), "rows")
	}
	for _, row := range rows {
		said, err := strconv.Atoi(strings.ReplaceAll(row[2], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for _, name := range quotedName.FindAllStringSubmatch(row[1], -1) {
			n := linesOf(t, name[1])
			if n == 0 {
				t.Errorf("%s is no package", name[1])
			}
			counted += n
		}
		if said*20 < counted*19 || said*20 > counted*21 {
			t.Errorf("%d lines, not %d: %s", counted, said, row[1])
		}
	}
}

// linesOf counts the lines of a package without blanks, comments and tests.
func linesOf(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
	}
	return n
}
