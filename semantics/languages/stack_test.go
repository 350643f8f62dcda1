package languages

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
)

// TestStackOnRandomPrograms compares the ways in which machines make steps on random
// programs of the shipped languages; some run into a fault.
func TestStackOnRandomPrograms(t *testing.T) { stackOnRandomPrograms(t, 12, 4000) }

func TestSlowStackOnRandomPrograms(t *testing.T) {
	n := uint64(200)
	if testing.Short() {
		n = 60
	}
	stackOnRandomPrograms(t, n, 100_000)
}

func stackOnRandomPrograms(t *testing.T, n uint64, limit int64) {
	texts := map[string]func(seed uint64) (text, input string){
		".cink": func(seed uint64) (string, string) { return program(seed, []string{"", "g0 = 1 / (g0 - g0);"}[seed%2]) },
		".imp":  impProgram,
	}
	for _, ext := range Extensions() {
		d, err := Load("x"+ext, kdef.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := rewritetest.New(rewrite.New(d), limit)
		composed := &rewritetest.Compositions{Engine: c.Engine, Heat: rewritetest.Eager, Limit: limit}
		for seed := firstSeed(t); c.Programs < int64(n); seed++ {
			text, input := texts[ext](seed)
			if !c.Text(t, fmt.Sprintf("seed %d of %s", seed, ext), text, input, seed%8 == 0) {
				t.Fatalf("seed %d is no program of %s:\n%s", seed, ext, text)
			}
			composed.Text(t, fmt.Sprintf("seed %d of %s", seed, ext), text, input)
		}
		t.Logf("%s: %d programs, %d steps, ends %v", ext, c.Programs, c.Steps, c.Ends)
		t.Logf("%s: %d steps, %d of them by %d compositions", ext, composed.Steps, composed.Composed, composed.Rules)
		if composed.Composed < composed.Steps/50 {
			t.Errorf("%s: of %d steps %d are composed", ext, composed.Steps, composed.Composed)
		}
		if c.Steps < int64(n)*100 {
			t.Errorf("%s: %d steps", ext, c.Steps)
		}
	}
}

// impProgram is a random program over a few variables; it may divide by zero.
func impProgram(seed uint64) (text, input string) {
	r := rand.New(rand.NewPCG(seed, 2))
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	var exp func(depth int) string
	exp = func(depth int) string {
		if depth == 0 {
			return one("a", "b", "i", "2", "7", "100")
		}
		return "(" + exp(depth-1) + " " + one("+", "-", "*", "/", "%", "+", "-") + " " + exp(r.IntN(depth)) + ")"
	}
	cond := func() string {
		c := exp(1) + " " + one("<", "<=", ">", ">=", "==", "!=") + " " + exp(1)
		if r.IntN(3) == 0 {
			return "!(" + c + ") " + one("&&", "||") + " a < b"
		}
		return c
	}
	var b strings.Builder
	var block func(depth int)
	block = func(depth int) {
		for range 1 + r.IntN(3) {
			switch r.IntN(4) {
			case 0, 1:
				fmt.Fprintf(&b, "%s = %s;\n", one("a", "b"), exp(1+r.IntN(2)))
			case 2:
				fmt.Fprintf(&b, "if (%s) {\n", cond())
				block(max(0, depth-1))
				b.WriteString("} else { a = 0 - a; }\n")
			default:
				fmt.Fprintf(&b, "i = 0; while (i < %d && %s) {\ni = i + 1;\n", r.IntN(9), cond())
				if depth > 0 {
					block(depth - 1)
				} else {
					b.WriteString("a = a + b;\n")
				}
				b.WriteString("}\n")
			}
		}
	}
	b.WriteString("int a, b, i; a = 3; b = 5;\n")
	for range 4 {
		block(1)
	}
	return b.String(), ""
}
