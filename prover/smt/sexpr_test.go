package smt

import (
	"testing"
)

func TestParseSexprs(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(a (b |c d|) \"e\"\"f\") ; note\n g", "((a (b |c d|) \"e\"\"f\") g)"},
		{"()", "(())"},
		{"(a", "offset 0: opening parenthesis that is never closed"},
		{"a)", "offset 1: closing parenthesis without an opening one"},
		{"|a", "offset 0: | that is never closed"},
	}
	for _, tt := range tests {
		es, err := parseSexprs(tt.text)
		got := sexpr{list: es}.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func FuzzParseSexprs(f *testing.F) {
	for _, s := range []string{"(assert (= |a b| \"c\"))", "(let ((a 1)) a)", "((as const (Array Int Int)) (- 5))", ";x\n)(", "((((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		es, err := parseSexprs(text)
		if err == nil {
			printed := sexpr{list: es}.String()
			again, err := parseSexprs(printed)
			if err != nil || len(again) != 1 || again[0].String() != printed {
				t.Errorf("%q is printed as %q, which reads otherwise: %v", text, printed, err)
			}
		}
		readText(text)
		if _, err := parsePrelude(text, "p.smt2"); err == nil {
			tr := newTranslator(&prelude{}, nil)
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
