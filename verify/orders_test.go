package verify

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"rlv/report"
)

// steps verifies a program file and returns the steps of all its proofs, and of what was
// given up before.
func steps(t *testing.T, path string, o Options) int {
	t.Helper()
	file, err := newVerifier(t, o).Program(context.Background(), Input{Path: path}, report.Silent{})
	if errors.Is(err, ErrNothing) {
		return 0
	}
	if err != nil || file.Status != report.Proved {
		t.Errorf("%s is not proved with all orders: %v: %s %v", path, o.Certify, file.Status, err)
	}
	n := 0
	for _, g := range file.Goals {
		n += g.Steps + g.GivenUp
	}
	return n
}

// Every example is proved without the argument that one order of operands may stand for
// all. Orders that end in one state are proved once, so that it takes at most twice the
// steps.
func TestSlowAllOrders(t *testing.T) {
	one, all := 0, 0
	for _, pattern := range []string{"../examples/*/*.cink", "../examples/*/*.imp"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range sample(paths, 18) {
			one += steps(t, path, Options{Jobs: 1})
			all += steps(t, path, Options{Jobs: 1, Certify: true})
		}
	}
	t.Logf("%d steps in one order of operands, %d in all", one, all)
	if all > 2*one || all <= one {
		t.Errorf("all orders take %d steps, one takes %d", all, one)
	}
}

// All orders are tried where one would do, and where operands interfere they are in
// any case.
func TestAllOrders(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name, text string
		proved     bool
		more       bool // steps, with all orders
	}{
		{"operands apart", "//@post: result == a + b + c\nint f(int a, int b, int c) { return a + b + c; }\n", true, true},
		{"one order only", "//@post: result == 3\nint f() { int x = 1; return x + (x = 2); }\n", false, false},
	} {
		var n [2]int
		for i, all := range []bool{false, true} {
			file, err := newVerifier(t, Options{Certify: all}).Program(ctx, Input{Path: "f.cink", Text: c.text}, report.Silent{})
			if err != nil || (file.Status == report.Proved) != c.proved {
				t.Errorf("%s, all orders %v: %s %v", c.name, all, file.Status, err)
			}
			for _, g := range file.Goals {
				n[i] += g.Steps
			}
		}
		if c.more && n[1] <= n[0] {
			t.Errorf("%s: %d steps in one order, %d in all", c.name, n[0], n[1])
		}
	}
}
