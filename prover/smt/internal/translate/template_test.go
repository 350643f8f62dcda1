package translate

import (
	"testing"

	"rlv/prover/smt/internal/sexpr"
)

// Whatever text is read as a prelude, or as a hook beside it, nothing panics.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"(assert (= |a b| \"c\"))", "(let ((a 1)) a)", "(+ 1 (f 2))", "(declare-fun f (Int) Int)", "((((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		es, err := sexpr.Parse(text)
		if err != nil {
			return
		}
		p, err := ParsePrelude("(declare-fun f (Int) Int)"+text, "p.smt2")
		if err != nil {
			p = &Prelude{}
		}
		tr := New(p, nil)
		for _, e := range es {
			tr.instance(e, nil)
		}
	})
}
