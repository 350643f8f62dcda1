package certificate

import (
	"strings"

	"rlv/proofs/kernel"
)

// Agreement is a file for Coq, to stand beside that of the language, which compiles if Coq's checker
// comes to exactly these obligations.
func (c *Certificate) Agreement(l *kernel.Language, all [][]*kernel.Obligation) string {
	p := &printer{names: namesOf(l)}
	c.goalsText(p)
	c.certificateText(p)
	p.WriteString("Definition obligations : list ob := [")
	first := true
	for _, os := range all {
		for _, o := range os {
			if !first {
				p.WriteByte(';')
			}
			first = false
			p.put("\n Ob %d ", o.N)
			p.forms(o.Hypotheses)
			p.WriteByte(' ')
			p.form(o.Conclusion)
		}
	}
	p.put(" ].\nLemma agreement : check language goals axioms %v certificate = Some obligations.\nProof. vm_cast_no_check (eq_refl (Some obligations)). Qed.\n", c.Total)
	before, after, _ := strings.Cut(p.String(), header+withLanguage) // once for all
	return before + header + withLanguage + strings.ReplaceAll(after, header+withLanguage, "")
}
