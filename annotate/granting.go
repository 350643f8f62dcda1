package annotate

import (
	"fmt"

	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Memory that a procedure may give back. Of
//
//	//@pre: allocated(s->data)
//	//@modifies: s
//	void clear(Stack *s) { delete[] s->data; s->data = new int[1]; .. }
//
// the left side has s->data among what was allocated. So a call has to have it there, too, and no other one
// is covered, or executed instead: what is written must be known. If at no end of the procedure the memory is
// there any more, it is no part of the right side either (package allocation).

// grantAll makes memory allocated of which the precondition says that it is.
func (ct *contract) grantAll() {
	c := ct.c
	ct.granted = nil
	for _, a := range ct.Procedure.Pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil { // it is reported where the precondition is read
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			if c.IsAllocated(conjunct) {
				ct.left = c.WithK(ct.entry().Granted(ct.left, conjunct), ct.left.Slots[c.K])
				ct.granted = append(ct.granted, conjunct)
			}
		}
	}
}

// notAllocated says which memory is not known to be allocated for a call that the contract does not cover; it is ""
// if there is none.
func (ct *contract) notAllocated(st *rewrite.State) string {
	c := ct.c
	at := &meaning.Scope{Reader: c.Silently(), State: st, Names: map[string]meaning.Value{}}
	for i, a := range c.CallArguments(st) {
		if i < len(ct.names) && ct.names[i] != "" {
			v, _ := c.ValueOf(st, a)
			v.Place, v.Object = a, a
			at.Names[ct.names[i]] = v
		}
	}
	for _, n := range ct.granted {
		if m, problem := at.Resolve(n); problem != nil || m.Formula == term.False {
			return fmt.Sprintf("%s takes it that %s, which is not so, or not known, in %s", ct.name, n.Span.Text(), c.callAt(st))
		}
	}
	return ""
}
