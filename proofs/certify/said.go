package certify

import (
	"slices"
	"strings"

	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// words say formulas as users read them.
type words struct {
	language  *encode.Language
	functions *functions
	own       map[*term.Variable]*logic.Term // the goals' variables
}

// obligation is the conclusion of an obligation, and why it may not be proved.
func (w words) obligation(o *kernel.Obligation) string {
	return w.said(o.Conclusion) + w.why(append(slices.Clip(o.Hypotheses), o.Conclusion)...)
}

// said is a formula as users read it: with the names of the goals' variables, and of functions.
func (w words) said(f *logic.Form) string {
	t := encode.Decode(f)
	switch {
	case t == nil:
		return f.String()
	case t == term.False:
		return "that it does not come to this"
	}
	names := map[*term.Variable]string{}
	for v, k := range w.own {
		if x := encode.DecodeTerm(k); x != nil && x.IsVar() {
			names[x.Variable()] = v.Name
		}
	}
	p := term.Printer{Names: func(v *term.Variable) string {
		switch name, ok := names[v]; {
		case ok:
			return name
		case strings.Contains(v.Name, ","): // what solvers do not know
			return "_"
		}
		return v.Name
	}}
	p.Part = func(t *term.Term) (string, bool) {
		n, ok := encode.FunctionOf(t)
		if !ok {
			return "", false
		}
		var args []string
		for _, a := range t.Args() {
			inner := term.Printer{Names: p.Names, Part: p.Part}
			args = append(args, inner.Format(a))
		}
		return w.nameOf(n) + "(" + strings.Join(args, ", ") + ")", true
	}
	return p.Format(t)
}

// nameOf is the name of a function of the language or of the program.
func (w words) nameOf(f logic.Sym) string {
	name := ""
	if own := int(f) - int(w.functions.first); own >= 0 {
		name = w.functions.symbols[own].Name
	} else {
		name = w.language.Functions[f-logic.FirstSym]
	}
	name, _, _ = strings.Cut(name, "(") // of one that is written like an application
	return name
}

// why says what formulas are about that other solvers, or certificates, may not know enough of; "" if it is neither
// of those that are known.
func (w words) why(fs ...*logic.Form) string {
	bits, products := false, false
	for _, f := range fs {
		subterms(f, func(t *logic.Term) {
			bits = bits || t.Kind == logic.TFun && w.language.AboutBits(t.Sym)
		})
		products = products || hasProducts(f) || hasDivisions(f)
	}
	switch {
	case bits:
		return "; it is about bits: what follows by vectors of bits has no form in certificates"
	case products:
		return "; it is about products, quotients or remainders of values that are not known, of which not every solver finds out what follows"
	}
	return ""
}

// hasDivisions reports whether something is divided by what is no number in a formula.
func hasDivisions(f *logic.Form) bool {
	found := false
	subterms(f, func(t *logic.Term) {
		found = found || t.Kind == logic.TOp && slices.Contains(divisions, t.Op) && t.B.Kind != logic.TInt
	})
	return found
}

var divisions = []logic.Op{logic.OQuot, logic.ORem, logic.OEDiv, logic.OEMod}
