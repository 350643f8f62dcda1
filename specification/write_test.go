package specification

import (
	"strings"
	"testing"

	"rlv/semantics/term"
)

// written is the writer of a specification, and its text.
func written(t *testing.T, src Source) (*writer, string) {
	t.Helper()
	w, err := write(src, map[*term.Symbol]bool{})
	if err != nil {
		t.Fatal(err)
	}
	return w, w.module()
}

func TestWritingIsDeterministic(t *testing.T) {
	for _, path := range []string{"imp/sum.imp", "cink/gcd.cink", "cink/insertion-sort.cink"} {
		first := ""
		for range 3 {
			text, err := Write(sourceOf(t, path))
			if err != nil {
				t.Fatal(err)
			}
			if first == "" {
				first = text
			}
			if text != first {
				t.Errorf("%s is written in two ways", path)
			}
		}
	}
}

// What was written is read again. Any change of what it says is found.
func TestWhatIsReadOtherwiseIsRefused(t *testing.T) {
	for _, tt := range []struct{ path, from, to string }{
		{"imp/sum.imp", "requires 0 <=Int N\n    ensures", "ensures"},
		{"imp/sum.imp", "requires 0 <=Int N\n     andBool 0 <=Int I\n", "requires 0 <=Int N\n"},
		{"imp/sum.imp", "2 *Int ?S3", "3 *Int ?S3"},
		{"imp/sum.imp", "ensures Next <=Int ?Next1\n", "ensures Next <=Int ?Next1\n     andBool I <=Int ?I1\n"},
		{"imp/sum.imp", "s = 0 ;", "s = 1 ;"},
		{"imp/sum.imp", "i |-> ?I3:Int", "i |-> I2"},
		{"imp/sum.imp", "s |-> ?S3:Int </state>", "s |-> ?S3:Int x |-> 1 </state>"},
		{"imp/sum.imp", "<generatedCounter> Next2:Int\n      => ?Next3:Int </generatedCounter>", "<generatedCounter> Next2:Int => ?Next3:Int </generatedCounter> <k> .K </k>"},
		{"imp/sum.imp", "~> Rest:K\n      => Rest", "\n      => .K"},
		{"imp/sum.imp", "n |-> N s |-> ?S3:Int", "n |-> ?N:Int s |-> ?S3:Int"},
		{"cink/gcd.cink", "<globals> .Map </globals>", ""},
		{"cink/gcd.cink", "gcd ( A1:Int , 0 ) ==Int A1 => true", "gcd ( A1:Int , 1 ) ==Int A1 => true"},
		{"cink/gcd.cink", "requires 0 <=Int A1\n", ""},
		{"cink/gcd.cink", "A1 %Int B1", "B1 %Int A1"},
		{"cink/insertion-sort.cink", "#Forall V", "#Exists V"},
	} {
		w, text := written(t, sourceOf(t, tt.path))
		if _, err := check(w, text); err != nil && tt.path == "imp/sum.imp" {
			t.Fatal(err)
		}
		if !strings.Contains(text, tt.from) {
			t.Errorf("%s: %q does not occur in\n%s", tt.path, tt.from, text)
			continue
		}
		if _, err := check(w, strings.Replace(text, tt.from, tt.to, 1)); err == nil {
			t.Errorf("%s: with %q for %q it is taken", tt.path, tt.to, tt.from)
		}
	}
}

// A program that is read otherwise in a claim than as a program is written with the sorts
// of its parts.
func TestMisreadPrograms(t *testing.T) {
	src := sourceOf(t, "cink/countdown.cink")
	w, text := written(t, src)
	misread, err := check(w, text)
	if err == nil || len(misread) == 0 {
		t.Fatalf("%v, %d constructors; want a call that is read as a declaration", err, len(misread))
	}
	text, err = Write(src)
	if err != nil || !strings.Contains(text, "( show ( n , .Vals ) ):Comma ;") {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestStringsEndNoSentence(t *testing.T) {
	for text, want := range map[string]string{
		"a b":        `"a b"`,
		"the rule a": `"the\x20rule\x20a"`,
		"rule":       `"rule"`,
		"a // b":     `"a\x20//\x20b"`,
		"claim x":    `"claim\x20x"`,
	} {
		if got := quote(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
