package export

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// said is what Coq ends with.
const said = `certified
     : forall F : sym -> val -> val,
       hypothesis "p:1:1: (a == ""x"")"
         (forall x : Z, x = 0) -> True
Closed under the global context
obligations proved by computation: 3
by tactics within 30 seconds each: 12
left as hypotheses: 1
hypothesis "p:1:1: (a == ""x"")"
hypothesis
  "p:7:1: g: obligation 2"
`

// What make says is read: how many obligations each method proves, and each hypothesis with its place, once.
func TestWhatCoqSaysIsRead(t *testing.T) {
	p, err := readProved(said)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.By, []Method{{"computation", 3}, {"tactics within 30 seconds each", 12}}) || !slices.Equal(p.Axioms, []string{`p:1:1: (a == "x")`}) ||
		!slices.Equal(p.Left, []string{"p:7:1: g: obligation 2"}) {
		t.Errorf("%+v", p)
	}
	var out strings.Builder
	if (&Written{Obligations: 16, Proved: p}).Report(&out); !strings.Contains(out.String(), "proved by Coq: 15 of 16 obligations (3 by computation, 12 by tactics within 30 seconds each), 1 left as hypotheses; axioms of the program: 1\n") ||
		!strings.Contains(out.String(), "hypothesis p:7:1: g: obligation 2\n") {
		t.Error(out.String())
	}
	for _, other := range []string{
		strings.Replace(said, "Closed under the global context", "Axioms:\nhope : False", 1),
		strings.Replace(said, "left as", "left", 1),
		strings.Replace(said, "left as hypotheses: 1", "left as hypotheses: 3", 1),
	} {
		if _, err := readProved(other); err == nil {
			t.Errorf("taken for a proof:\n%s", other)
		}
	}
}

// Without Coq nothing is checked, and what is missing is named.
func TestMakeNeedsCoq(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Make(context.Background(), t.TempDir()); !errors.Is(err, ErrNoCoq) || !strings.Contains(err.Error(), `"coqc"`) {
		t.Error(err)
	}
}
