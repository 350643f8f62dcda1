package allocation

import (
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
// there any more, it is no part of the right side either. Where at some ends s->data is what it was, and at others
// new memory, and the old one gone, it is at some place: one that is not known any more.

// Grants are the conjuncts of a precondition that say that memory is allocated: that one pointer leads to, or each of several elements.
func Grants(r *meaning.Reader, pre []*syntax.Annotation) []*syntax.Node {
	var out []*syntax.Node
	for _, a := range pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil { // it is reported where the precondition is read
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			if of, _ := meaning.Grant(r, conjunct); of != nil {
				out = append(out, conjunct)
			}
		}
	}
	return out
}

// NotKnown is the first of some grants that is not known in a state with a call on top, to parameters with names; nil
// if all are.
func NotKnown(r *meaning.Reader, st *rewrite.State, names []string, grants []*syntax.Node) *syntax.Node {
	at := &meaning.Scope{Reader: r, State: st, Names: map[string]meaning.Value{}}
	for i, a := range r.CallArguments(st) {
		if i < len(names) && names[i] != "" {
			v, _ := r.ValueOf(st, a)
			v.Place, v.Object = a, a
			at.Names[names[i]] = v
		}
	}
	for _, n := range grants {
		if m, problem := at.Resolve(n); problem != nil || m.Formula == term.False {
			return n
		}
	}
	return nil
}

// Lacking are those parts of an object that have values in all elements on entry, and not at all ends.
func Lacking(r *meaning.Reader, entry *rewrite.State, finals []*rewrite.State, object, all *term.Term) []meaning.Field {
	var out []meaning.Field
	for _, f := range r.Fields(entry, object) {
		if f.Array == nil || f.Array.OfObjects() || !term.Equal(f.Array.Initialised, all) {
			continue
		}
		for _, st := range finals {
			if v, ok := r.FieldOf(st, object, f.Name); ok && v.Array != nil && !v.Array.OfObjects() && !term.Equal(v.Array.Initialised, all) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}
