package sexpr

import "testing"

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(a (b |c d|) \"e\"\"f\") ; note\n g", "((a (b |c d|) \"e\"\"f\") g)"},
		{"()", "(())"},
		{"(a", "offset 0: opening parenthesis that is never closed"},
		{"a)", "offset 1: closing parenthesis without an opening one"},
		{"|a", "offset 0: | that is never closed"},
	}
	for _, tt := range tests {
		es, err := Parse(tt.text)
		got := Expr{List: es}.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"(assert (= |a b| \"c\"))", "(let ((a 1)) a)", "((as const (Array Int Int)) (- 5))", ";x\n)(", "((((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		es, err := Parse(text)
		if err != nil {
			return
		}
		printed := Expr{List: es}.String()
		again, err := Parse(printed)
		if err != nil || len(again) != 1 || again[0].String() != printed {
			t.Errorf("%q is printed as %q, which reads otherwise: %v", text, printed, err)
		}
	})
}
