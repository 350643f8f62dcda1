package rewrite_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/languages"
	"rlv/semantics/rewrite/rewritetest"
)

// TestComposedIsLikeSingle runs all examples with compositions of whatever recurs, and without.
func TestComposedIsLikeSingle(t *testing.T) {
	for _, ext := range languages.Extensions() {
		c := &rewritetest.Compositions{Engine: shipped(t, ext), Heat: rewritetest.Eager, Limit: 4000}
		for _, dir := range []string{"*", "*/run", "*/run/stuck", "*/wrong"} {
			paths, err := filepath.Glob("../../examples/" + dir + "/*" + ext)
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range paths {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				input, _ := os.ReadFile(strings.TrimSuffix(path, ext) + ".in")
				c.Text(t, path, string(text), string(input))
			}
		}
		t.Logf("%s: %d programs, %d steps, %d of them by %d compositions", ext, c.Programs, c.Steps, c.Composed, c.Rules)
		if c.Composed < c.Steps/4 {
			t.Errorf("%s: of %d steps %d are composed", ext, c.Steps, c.Composed)
		}
	}
}

// TestComposedOnWhatIsDifficult runs random programs of a definition of what is difficult for the stack.
func TestComposedOnWhatIsDifficult(t *testing.T) {
	c := &rewritetest.Compositions{Engine: loadNamed(t, "stack"), Heat: rewritetest.Eager, Limit: 1000}
	for i := range 3000 {
		g := stackPrograms{rand.New(rand.NewPCG(uint64(i), 7))}
		text := "rep(" + g.expression(1+g.IntN(4)) + ")"
		if i%3 == 0 {
			text = g.expression(3) + "; " + text + " + " + text
		}
		if !c.Text(t, text, text, "3 4 5 6 7 8 9 1 2 3 4 5") {
			t.Fatalf("%s is no program", text)
		}
	}
	t.Logf("%d programs, %d steps, %d of them by %d compositions", c.Programs, c.Steps, c.Composed, c.Rules)
	if c.Composed < c.Steps/10 {
		t.Errorf("of %d steps %d are composed", c.Steps, c.Composed)
	}
}
