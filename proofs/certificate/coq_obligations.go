package certificate

import "rlv/proofs/kernel"

// obligationsText states what the checker in Coq is to come to: the obligations that the
// kernel here has computed.
func obligationsText(os []*kernel.Obligation) string {
	p := &printer{}
	p.WriteString(header)
	p.WriteString("Definition obligations : list ob := ")
	printed(p, os, func(o *kernel.Obligation) {
		p.put("\n Ob %d ", o.N)
		p.forms(o.Hypotheses)
		p.form(o.Conclusion)
	})
	p.WriteString(".\n")
	return p.String()
}
