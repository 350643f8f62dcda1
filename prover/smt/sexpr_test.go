package smt

import (
	"testing"

	"rlv/prover/smt/internal/sexpr"
)

// Whatever text is read as a value, a prelude or a hook, nothing panics.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{"(assert (= |a b| \"c\"))", "(let ((a 1)) a)", "((as const (Array Int Int)) (- 5))", "(declare-fun f (Int) Int)", "((((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		readText(text)
		es, err := sexpr.Parse(text)
		if err != nil {
			return
		}
		if p, err := parsePrelude(text, "p.smt2"); err == nil {
			tr := newTranslator(p, nil)
			for _, e := range es {
				tr.instance(e, nil)
			}
		}
	})
}

// Nonsense from a worker is an error, never a verdict of its own making.
func FuzzDecodeReply(f *testing.F) {
	f.Add(encodeReply(3, wireUnsat, "", nil))
	f.Add(encodeReply(3, wireSat, "x", []string{"1", "(- 2)"}))
	f.Fuzz(func(t *testing.T, frame []byte) {
		if r, err := decodeReply(frame, 4); err == nil && r.Result == Unsat && frame[0] != 4 {
			t.Error("an answer to another question was taken")
		}
	})
}
