package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// No number of variables is too large: a limit of that kind once made more than 64 of
// them a failure.
func TestManyVariablesAreProved(t *testing.T) {
	t.Setenv("RLV_CACHE", t.TempDir())
	for _, g := range append(growths[:3:3], valueGrowths[:1]...) {
		for _, n := range []int{64, 65, 66, 100, 200} {
			g.verified(t, n)
		}
	}
	growths[2].verified(t, 1100) // more than the steps that a probe could once take
}

// Programs with many variables and a fault are refuted, with the values that show it.
func TestManyVariablesWithAFaultAreRefuted(t *testing.T) {
	t.Setenv("RLV_CACHE", t.TempDir())
	for _, g := range append(growths[:3:3], valueGrowths[:1]...) {
		text := g.program(100)
		wrong := strings.Replace(text, "@post: ", "@post: result != 117 /\\ ", 1)
		path := filepath.Join(t.TempDir(), "wrong"+filepath.Ext(grownBeside))
		if err := os.WriteFile(path, []byte(wrong), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("rlv", "verify", path).Output()
		if err == nil || !strings.Contains(string(out), "refuted: ") || !strings.Contains(string(out), "confirmed: ") {
			t.Errorf("100 %s with a fault: %v\n%s", g.kind, err, out[:min(len(out), 2000)])
		}
	}
}

// valueGrowths are variables of which more is said than that they are there.
var valueGrowths = []growth{
	{"locals with values of their own", 200, func(n int) string {
		return fmt.Sprintf("//@pre: a >= 0\n//@post: result == a + %d\nint f(int a) {\n", n-1) +
			numbered(n, "", "  int v%[1]d = a + %[1]d;\n") + fmt.Sprintf("  return v%d;\n}\n", n-1)
	}},
	{"conjuncts of a precondition", 200, func(n int) string {
		return fmt.Sprintf("//@pre: %s\n//@post: result > 0\nint f(%s) { return p%d; }\n",
			numbered(n, " && ", "p%[1]d > 0"), numbered(n, ", ", "int p%[1]d"), n-1)
	}},
	{"conjuncts of a postcondition", 200, func(n int) string {
		return fmt.Sprintf("//@pre: %s\n//@post: %s\nint f(%s) { return p%d; }\n",
			numbered(n, " && ", "p%[1]d > 0"), numbered(n, " && ", "p%[1]d >= 0"), numbered(n, ", ", "int p%[1]d"), n-1)
	}},
	{"conjuncts of an invariant", 200, func(n int) string {
		all := numbered(n, " && ", "p%[1]d > 0")
		return fmt.Sprintf("//@pre: %s\n//@post: result >= 0\nint f(%s) {\n  int i = 0;\n  while (i < p0) {\n    //@inv: i >= 0 && %s\n    i = i + 1;\n  }\n  return i;\n}\n",
			all, numbered(n, ", ", "int p%[1]d"), all)
	}},
}

// branchGrowths have as many paths as conditions, each on a variable of its own.
var branchGrowths = []growth{
	{"conjuncts of a condition", 200, func(n int) string {
		return fmt.Sprintf("//@post: result == 0 || p%d > 0\nint f(%s) {\n  if (%s) return 1;\n  return 0;\n}\n",
			n-1, numbered(n, ", ", "int p%[1]d"), numbered(n, " && ", "p%[1]d > 0"))
	}},
	{"nested ifs about variables", 200, func(n int) string {
		return fmt.Sprintf("//@post: result == 0 || p%d > 0\nint f(%s) {\n", n-1, numbered(n, ", ", "int p%[1]d")) +
			numbered(n, "", "  if (p%[1]d > 0) {\n") + "  return 1;\n" + strings.Repeat("  }\n", n) + "  return 0;\n}\n"
	}},
}
