package certificate

import (
	"fmt"
	"strings"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// Agreement is a file for Coq, to stand beside that of the language, which compiles if Coq's checker
// comes to exactly these obligations.
func (c *Certificate) Agreement(l *kernel.Language, obligations []*kernel.Obligation) string {
	p := &printer{names: namesOf(l)}
	p.WriteString(header + withLanguage)
	c.goalsText(p)
	c.certificateText(p)
	p.WriteString("Definition obligations : list ob := ")
	printed(p, obligations, func(o *kernel.Obligation) {
		p.put("\n Ob %d ", o.N)
		p.forms(o.Hypotheses)
		p.WriteByte(' ')
		p.form(o.Conclusion)
	})
	p.put(".\nLemma agreement : Lemmas.check_with language goals axioms lemmas %v certificate = Some obligations.\nProof. vm_cast_no_check (eq_refl (Some obligations)). Qed.\n", c.Total)
	return p.String()
}

// Run is a run of a language's rules.
type Run struct {
	Start  *logic.Term
	Steps  int
	Ending Ending
	End    *logic.Term
}

// Ending is why a run ended (Coq: ending).
type Ending string

// The endings.
const (
	Stuck   Ending = "Stuck"   // no rule applies, or that which does has no result
	Unknown Ending = "Unknown" // it is not known how it goes on
	Running Ending = "Running" // the steps are made
)

// RunsText is a file for Coq, to stand beside that of the language, which compiles if the runs are as
// they say.
func RunsText(l *kernel.Language, runs []Run) string {
	p := &printer{names: namesOf(l)}
	p.WriteString(header + "From Rlv Require Import Run.\n" + withLanguage + notations)
	var names []string
	for i, r := range runs {
		fuel := r.Steps
		if r.Ending != Running {
			fuel++
		}
		names = append(names, fmt.Sprintf("r%d", i))
		p.put("Definition r%d := Run %d ", i, fuel)
		p.term(r.Start)
		p.put(" %d %s ", r.Steps, r.Ending)
		p.term(r.End)
		p.WriteString(".\n")
	}
	p.put("Lemma so_they_run : all_run language [%s] = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n", strings.Join(names, "; "))
	return p.String()
}
