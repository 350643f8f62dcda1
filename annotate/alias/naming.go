package alias

import (
	"rlv/annotate/meaning"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Naming renames the arbitrary values of a call after the parameters.
type Naming struct {
	Reader *meaning.Reader
	Partly map[string]bool                                  // the names of arrays of which elements may have no value
	Mark   func(name string, of, offset, length *term.Term) // is told what is the marks of an array
	By     term.Substitution
}

// Argument names what an argument is and leads to.
func (n *Naming) Argument(st *rewrite.State, arg *term.Term, base string) {
	v, ok := n.Reader.ValueOf(st, arg)
	switch {
	case ok && v.Array != nil && v.Array.OfObjects():
		n.variables(v.Array.Offset, "at_"+base)
		n.variables(v.Array.Length, "len_"+base)
		n.Fields(st, arg, base)
		n.variables(arg, "loc_"+base)
	case ok && v.Array != nil:
		n.array(v.Array, base)
		n.variables(arg, "loc_"+base)
	case ok && !pattern.SameVars(v.Scalar, arg): // a reference
		n.variables(v.Scalar, base)
		n.variables(arg, "loc_"+base)
	case ok:
		n.variables(arg, base)
	default:
		n.Fields(st, arg, base)
		n.variables(arg, base)
	}
}

// Fields names the parts of an object.
func (n *Naming) Fields(st *rewrite.State, object *term.Term, base string) {
	for _, f := range n.Reader.Fields(st, object) {
		name := PartName(base, f.Name)
		if f.Array != nil {
			n.array(f.Array, name)
		} else {
			n.variables(f.Scalar, name)
		}
	}
}

func (n *Naming) array(a *meaning.Slice, base string) {
	n.variables(a.Array, base)
	n.variables(a.Offset, "at_"+base)
	n.variables(a.Length, "len_"+base)
	if a.Lengths != nil {
		n.variables(a.Lengths, "lens_"+base)
	}
	d := a.Initialised
	if d.IsVar() && !n.Partly[base] {
		n.By[d.Variable()] = meaning.AllInitialised
	}
	n.variables(d, "init_"+base)
	n.Mark(base, n.By.Apply(d), n.By.Apply(a.Offset), n.By.Apply(a.Length))
}

// variables names those of a term that have no name yet.
func (n *Naming) variables(t *term.Term, base string) {
	for _, v := range term.Vars(t) {
		if n.By[v] == nil {
			n.By[v] = term.Fresh(base, v.Sort)
		}
	}
}
