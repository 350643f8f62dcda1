package alias

import (
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Loosened is a state where the pointers of globals that a procedure may lead elsewhere lead nowhere by declaration: where the
// program starts is not where they lead when others are called.
func Loosened(r *meaning.Reader, st *rewrite.State, procedures []*attach.Procedure) *rewrite.State {
	loosen := r.Shape.Probe(shape.Loosen)
	globals := slices.DeleteFunc(slices.Clone(r.GlobalNames()), func(g *term.Term) bool { return r.IsPlain(st, g) })
	if loosen == nil || len(globals) == 0 {
		return st
	}
	var outside []*term.Term
	for _, s := range r.Shape.Flatten(r.Program.Term) {
		if r.Shape.IsDeclaration(s) {
			outside = append(outside, s)
		}
	}
	by := func(changes, declared []*term.Term) {
		for _, change := range shape.Unique(changes) {
			names := tokensIn(change)
			of := slices.DeleteFunc(slices.Clone(declared), func(d *term.Term) bool { return !declares(r.Shape, d, names) })
			for _, g := range globals {
				next, rest, err := r.Evaluate(st, r.Behind(shape.Local, of, term.App(loosen, g, change)))
				if err != nil || rest != nil { // it is not known: it may lead there
					next, rest, err = r.Evaluate(st, term.App(loosen, g, g))
				}
				if err == nil && rest == nil {
					st = r.WithK(next, st.Slots[r.K])
				}
			}
		}
	}
	for _, d := range outside {
		by(r.Shape.Taken(d), outside)
	}
	for _, p := range procedures {
		hide := hiding(r.Shape, p)
		by(changes(r, p), slices.Concat(outside, r.Shape.Elements(hide(p.Params)), r.Shape.Declarations(hide(p.Body))))
	}
	return st
}

// hiding is how what stands in a procedure with a body is written so that the names that it declares are no others than those.
func hiding(of *shape.Shape, p *attach.Procedure) (hide func(*term.Term) *term.Term) {
	own := map[string]bool{}
	if !p.Bodiless {
		own = NamesOf(append(of.RootNames(p.Params), of.Declared(p.Body)...))
	}
	hide = func(t *term.Term) *term.Term {
		if t.Kind() == term.KToken && own[t.Text()] {
			return term.Token(t.Sort(), "own "+t.Text())
		}
		return term.MapChildren(t, hide)
	}
	return hide
}

// Written are the names that procedures assign to, or pass, if there are globals among them: those whose address is taken lead
// elsewhere, see [Loosened].
func Written(r *meaning.Reader, procedures []*attach.Procedure) map[string]bool {
	var out []*term.Term
	if len(r.GlobalNames()) == 0 {
		return nil
	}
	for _, p := range procedures {
		for _, u := range changes(r, p) {
			if u.Kind() == term.KToken {
				out = append(out, u)
				continue
			}
			whole, _ := r.Shape.Assigned(u)
			out = append(out, whole...)
			for _, a := range u.Args() {
				if r.Shape.IsList(a) {
					out = append(out, r.Shape.Elements(a)...)
				}
			}
		}
	}
	return NamesOf(slices.DeleteFunc(out, func(t *term.Term) bool { return t.Kind() != term.KToken }))
}

// changes are what in a procedure may change where something leads. Of one without a body that is what its contract says that
// it modifies, a name, or what is passed; and all that is passed, if it has none.
func changes(r *meaning.Reader, p *attach.Procedure) []*term.Term {
	if !p.Bodiless {
		return r.Shape.Changes(hiding(r.Shape, p)(p.Body))
	}
	listed, _ := r.ModifiedBy(p.Modifies) // what is wrong is reported where it is read
	names := map[string]bool{}
	for _, n := range slices.Concat(listed.Names, r.Roots(listed)) {
		names[n.Text()] = true
	}
	out := slices.Clone(listed.Names)
	for _, param := range r.Shape.Elements(p.Params) {
		if !p.HasContract() || declares(r.Shape, param, names) {
			out = append(out, param)
		}
	}
	return out
}

// declares reports whether a declaration or parameter is one of some names.
func declares(of *shape.Shape, d *term.Term, names map[string]bool) bool {
	return slices.ContainsFunc(slices.Concat(of.RootNames(d), of.Declared(d)), func(n *term.Term) bool { return names[n.Text()] })
}

// tokensIn are the texts of the tokens in a piece of program.
func tokensIn(t *term.Term) map[string]bool {
	out := map[string]bool{}
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KToken {
			out[u.Text()] = true
		}
		return true
	})
	return out
}
