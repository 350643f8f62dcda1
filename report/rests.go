package report

import (
	"fmt"
	"slices"
	"strings"

	"rlv/proofs"
	"rlv/prover"
)

// Resting is a fact that nothing proves, with the goals whose proofs take it.
type Resting struct {
	proofs.Fact
	Goals []string
}

// TrustedBy is what verdicts rest on without proof: the union of what the proofs
// of the goals note. Each fact stands once, in the order of its first use.
func TrustedBy(verdicts []*prover.Verdict) []Resting {
	var out []Resting
	for _, v := range verdicts {
		if v == nil || v.Tree == nil {
			continue
		}
		for _, f := range v.Tree.Rests {
			if !f.Trusted() {
				continue
			}
			i := slices.IndexFunc(out, func(r Resting) bool { return r.Fact == f })
			if i < 0 {
				i = len(out)
				out = append(out, Resting{Fact: f})
			}
			out[i].Goals = append(out[i].Goals, v.Goal.Name)
		}
	}
	return out
}

// maxNamed bounds the goals that are named with a trusted fact.
const maxNamed = 4

// Trusted prints what the verdicts rest on without proof.
func (t *Text) Trusted(facts []Resting) {
	for _, f := range facts {
		names := f.Goals
		if len(names) > maxNamed {
			names = append(slices.Clone(names[:maxNamed]), fmt.Sprintf("%d more", len(f.Goals)-maxNamed))
		}
		t.printf("%s %s: %s: %s (in the proof of %s)\n", t.paint(yellow, "trusted"), f.Span, f.Kind, f.Text, strings.Join(names, ", "))
	}
}
