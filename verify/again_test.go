package verify

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/report"
)

// A specification that says something else than its program is not proved: a condition
// that is needed is missing, a hypothesis that is needed, or more is promised.
func TestMutantsOfSpecifications(t *testing.T) {
	for _, tt := range []struct{ path, from, to string }{
		{"imp/sum.imp", "==Int 2 *Int ?S3", "==Int 3 *Int ?S3"},
		{"imp/sum.imp", "andBool I *Int I +Int I ==Int 2 *Int S\n    ensures", "ensures"},
		{"imp/sum.imp", "requires 0 <=Int N\n    ensures Next2", "ensures Next2"},
		{"imp/sum.imp", "i = i + 1 ; s = s + i ; }", "i = i + 1 ; s = s + 1 ; }"},
		{"cink/gcd.cink", "==Int gcd ( B1 , A1 %Int B1 )", "==Int gcd ( B1 , A1 )"},
		{"cink/gcd.cink", "[trusted]", "// [trusted]"},
		{"cink/gcd.cink", "andBool gcd ( A , B ) ==Int ?I", "andBool gcd ( A , B ) ==Int ?I +Int 1"},
		{"cink/gcd.cink", "andBool ?Y1 <=Int 0", "andBool ?Y1 <Int 0"},
		{"cink/gcd.cink", "decreases(Y:Int)", "decreases(X:Int)"},
		{"cink/factorial.cink", "requires 0 <=Int N\n    ensures", "ensures"},
		{"cink/factorial.cink", "ensures Next <=Int ?Next1", "ensures Next <Int ?Next1 -Int 99"},
	} {
		in := Input{Path: "../examples/" + tt.path}
		var text bytes.Buffer
		v := newVerifier(t, Options{Jobs: 1})
		if err := v.WriteGoals(context.Background(), in, GoalsAsSpec, &text); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), tt.from) {
			t.Errorf("%s: %q does not occur in\n%s", tt.path, tt.from, &text)
			continue
		}
		for _, mutant := range []bool{false, true} {
			spec := text.String()
			if mutant {
				spec = strings.ReplaceAll(spec, tt.from, tt.to)
			}
			path := filepath.Join(t.TempDir(), "spec.k")
			if err := os.WriteFile(path, []byte(spec), 0o666); err != nil {
				t.Fatal(err)
			}
			file, err := v.Spec(context.Background(), Spec{Path: path}, nil)
			total := file.Status == report.Proved
			for _, g := range file.Goals {
				total = total && (!g.Partial || tt.from != "decreases(Y:Int)")
			}
			if err != nil || total == mutant {
				t.Errorf("%s, with %q for %q (%v): %s %v", tt.path, tt.to, tt.from, mutant, file.Status, err)
			}
		}
	}
}

// What cannot be written is an error, and nothing is written.
func TestFormatsOfGoals(t *testing.T) {
	v := newVerifier(t, Options{})
	for format, want := range map[string]string{GoalsAsText: "claim [", GoalsAsSpec: "module RIGHT-SPEC", "other": ""} {
		var text bytes.Buffer
		err := v.WriteGoals(context.Background(), Input{Path: "right.imp", Text: right}, format, &text)
		if (err == nil) != (want != "") || !strings.Contains(text.String(), want) || want == "" && text.Len() > 0 {
			t.Errorf("%s: %v\n%s", format, err, &text)
		}
	}
}
