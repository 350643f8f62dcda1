package encode

import (
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// usable are the constructors that may come up when programs run: those that programs are
// written in, those of the initial configuration, and those that rules for them, or functions,
// make. nil: any may.
func usable(d *compile.Definition) map[*term.Symbol]bool {
	programs, err := d.Source.Closure(d.Source.SyntaxModule, true)
	if err != nil {
		return nil
	}
	out := map[*term.Symbol]bool{}
	note := func(t *term.Term) {
		eachConstructor(t, func(c *term.Symbol) { out[c] = true })
	}
	for _, p := range programs.Productions {
		if c := d.Symbol(p); c != nil {
			out[c] = true
		}
	}
	for _, cell := range d.Layout.Slots {
		if cell.Initial != nil {
			note(cell.Initial)
		}
	}
	for _, equations := range d.Functions {
		for _, r := range equations.Rules() {
			note(r.RightTerm)
		}
	}
	d.EachSymbol(func(c *term.Symbol, p *kdef.Production) {
		if m := d.Source.Modules[p.Module]; m != nil && m.Library {
			out[c] = true // streams are made of those
		}
	})
	for more := true; more; {
		before := len(out)
		for _, r := range d.Rules() {
			if !fits(r, out) {
				continue
			}
			for _, v := range r.Existentials {
				if len(d.Constructors(v.Sort)) > 0 {
					return nil
				}
			}
			for _, s := range r.Right {
				note(s.Term)
			}
		}
		more = len(out) > before
	}
	return out
}

// fits reports whether a rule may apply to what is made of some constructors.
func fits(r *compile.Rule, some map[*term.Symbol]bool) bool {
	if some == nil {
		return true
	}
	ok := true
	for _, s := range r.Left {
		eachConstructor(s.Term, func(c *term.Symbol) { ok = ok && some[c] })
	}
	return ok
}

// eachConstructor calls f with the constructors that a term is made of.
func eachConstructor(t *term.Term, f func(*term.Symbol)) {
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp && u.Symbol().Class == term.Constructor && !u.IsSeq() && u != term.DotK {
			f(u.Symbol())
		}
		return true
	})
}
