package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"rlv/proofs/certify"
	"rlv/prover"
	"rlv/report"
)

// What Z3 leaves open cvc5 is asked, and what it finds is said to be found by it. Where no
// instances are found that prove it again, without quantifiers, there is no certificate.
func TestAnotherSolverIsAskedWhatIsLeftOpen(t *testing.T) {
	in := Input{Path: "testdata/left-open.cink"}
	for solver, want := range map[string]report.Status{"auto": report.Proved, "z3": report.NotProved} {
		found := &trees{}
		file, err := newVerifier(t, Options{Solver: solver}).Program(context.Background(), in, found)
		if err != nil || file.Status != want {
			t.Fatalf("%s: %v %v", solver, file.Status, err)
		}
		var by []string
		if tree := found.all[len(found.all)-1]; tree != nil {
			for _, o := range tree.Obligations {
				by = append(by, o.By)
			}
		}
		if solver == "auto" && !slices.ContainsFunc(by, func(b string) bool { return strings.HasPrefix(b, "cvc5 ") }) {
			t.Errorf("by %q", by)
		}
	}
	file, err := newVerifier(t, Options{Certificate: t.TempDir() + "/cert"}).Program(context.Background(), in, report.Silent{})
	if !errors.Is(err, certify.ErrNoCertificate) || file.Goals[len(file.Goals)-1].Status != prover.Proved {
		t.Errorf("certificate: %v", err)
	}
}
