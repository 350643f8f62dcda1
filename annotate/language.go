package annotate

import (
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// language is what the attributes of a definition say about its syntax. For
// attributes that name nonterminals it holds argument positions.
type language struct {
	def        *compile.Definition
	loops      map[*term.Symbol]loopShape
	iterates   map[*term.Symbol]int // the body of a statement that leads to a loop
	procedures map[*term.Symbol]procedureShape
	parameters map[*term.Symbol]int // name
	calls      map[*term.Symbol]callShape
	declares   map[*term.Symbol]int // names
	assigns    map[*term.Symbol]int // target
	parts      map[*term.Symbol]int // base
	leaves     map[*term.Symbol]string
	catches    map[*term.Symbol]bool // a jump that leaves a loop ends inside
	sequences  map[*term.Symbol]bool
	isDecl     map[*term.Symbol]bool
	probes     map[string]*term.Symbol // by kind
	isProbe    map[*term.Symbol]bool
	operators  map[string][]*term.Symbol // binary operators by text
	conses     map[*term.Symbol]bool     // user lists
}

type loopShape struct{ cond, body int }
type procedureShape struct{ name, params, body int }
type callShape struct{ name, args int }

func newLanguage(d *compile.Definition) *language {
	l := &language{def: d,
		loops: map[*term.Symbol]loopShape{}, iterates: map[*term.Symbol]int{}, procedures: map[*term.Symbol]procedureShape{},
		parameters: map[*term.Symbol]int{}, calls: map[*term.Symbol]callShape{}, declares: map[*term.Symbol]int{},
		assigns: map[*term.Symbol]int{}, parts: map[*term.Symbol]int{}, leaves: map[*term.Symbol]string{}, catches: map[*term.Symbol]bool{},
		sequences: map[*term.Symbol]bool{}, isDecl: map[*term.Symbol]bool{}, probes: map[string]*term.Symbol{},
		isProbe: map[*term.Symbol]bool{}, operators: map[string][]*term.Symbol{}, conses: map[*term.Symbol]bool{}}
	d.EachSymbol(func(sym *term.Symbol, p *kdef.Production) { l.add(sym, p) })
	return l
}

// add records what the attributes of one production say. That their arguments
// are there was checked where the definition was loaded.
func (l *language) add(sym *term.Symbol, p *kdef.Production) {
	for key, into := range map[string]map[*term.Symbol]int{
		"iterates": l.iterates, "parameter": l.parameters, "declares": l.declares, "assigns": l.assigns, "part": l.parts,
	} {
		if a, ok := p.Shape(key); ok {
			into[sym] = a[0]
		}
	}
	if a, ok := p.Shape("loop"); ok {
		l.loops[sym] = loopShape{a[0], a[1]}
	}
	if a, ok := p.Shape("procedure"); ok {
		l.procedures[sym] = procedureShape{a[0], a[1], a[2]}
	}
	if a, ok := p.Shape("call"); ok {
		l.calls[sym] = callShape{a[0], a[1]}
	}
	if what := p.Word("leaves"); what != "" {
		l.leaves[sym] = what
	}
	if p.Word("catches") == "loop" {
		l.catches[sym] = true
	}
	if kind := p.Word("probe"); kind != "" {
		l.probes[kind] = sym
		l.isProbe[sym] = true
	}
	l.sequences[sym] = l.sequences[sym] || p.Attrs.Has("sequence")
	l.isDecl[sym] = l.isDecl[sym] || p.Attrs.Has("declaration")
	if p.List != nil && !p.List.Unit {
		l.conses[sym] = true
		if p.List.Sep == "" {
			l.sequences[sym] = true
		}
	}
	if len(p.Items) == 3 && p.Items[0].Kind == kdef.NonTerminal && p.Items[1].Kind == kdef.Terminal && p.Items[2].Kind == kdef.NonTerminal && !p.IsFunction() {
		l.operators[p.Items[1].Text] = append(l.operators[p.Items[1].Text], sym)
	}
}

// elements returns the elements of a user list.
func (l *language) elements(t *term.Term) []*term.Term {
	var out []*term.Term
	for t.Kind() == term.KApp && l.conses[t.Symbol()] {
		out = append(out, t.Arg(0))
		t = t.Arg(1)
	}
	if len(out) == 0 && !(t.Kind() == term.KApp && len(t.Args()) == 0) {
		out = append(out, t)
	}
	return out
}

// rootNames returns the names at the roots of a term: a token is its own, a
// part that of its base, an assignment that of its target, a list those of its
// elements.
func (l *language) rootNames(t *term.Term) []*term.Term {
	switch {
	case t.Kind() == term.KToken:
		return []*term.Term{t}
	case t.Kind() != term.KApp:
		return nil
	case l.conses[t.Symbol()]:
		var out []*term.Term
		for _, e := range l.elements(t) {
			out = append(out, l.rootNames(e)...)
		}
		return out
	}
	for _, m := range []map[*term.Symbol]int{l.parts, l.assigns, l.parameters} {
		if i, ok := m[t.Symbol()]; ok && i >= 0 {
			return l.rootNames(t.Arg(i))
		}
	}
	return nil
}

// assigned returns the root names that a piece of program may assign to: those
// that are assigned themselves, and those of which a part is.
func (l *language) assigned(t *term.Term) (whole, part []*term.Term) {
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp {
			if i, ok := l.assigns[u.Symbol()]; ok && i >= 0 {
				if target := u.Arg(i); target.Kind() == term.KToken {
					whole = append(whole, target)
				} else {
					part = append(part, l.rootNames(target)...)
				}
			}
		}
		return true
	})
	return unique(whole), unique(part)
}

// declared returns the names that the declarations in a piece of program introduce.
func (l *language) declared(t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp {
			if i, ok := l.declares[u.Symbol()]; ok && i >= 0 {
				out = append(out, l.rootNames(u.Arg(i))...)
			}
		}
		return true
	})
	return unique(out)
}

// called returns the names of the functions that a piece of program calls.
func (l *language) called(t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp {
			if shape, ok := l.calls[u.Symbol()]; ok {
				out = append(out, u.Arg(shape.name))
			}
		}
		return true
	})
	return unique(out)
}

func unique(ts []*term.Term) []*term.Term {
	var out []*term.Term
	for _, t := range ts {
		known := false
		for _, u := range out {
			known = known || term.Equal(t, u)
		}
		if !known {
			out = append(out, t)
		}
	}
	return out
}

// jumps says how the body of a loop may leave it.
type jumps struct{ loop, body, function bool }

func (l *language) jumpsOf(body *term.Term) jumps {
	var j jumps
	l.findJumps(body, jumps{loop: true, body: true, function: true}, &j)
	return j
}

// findJumps walks a body; counts says which jumps concern the loop around it:
// inside an inner loop those that concern a loop concern that one.
func (l *language) findJumps(t *term.Term, counts jumps, j *jumps) {
	if t.Kind() == term.KApp {
		switch what := l.leaves[t.Symbol()]; what {
		case "function":
			j.function = true
		case "loop":
			j.loop = j.loop || counts.loop
		case "body":
			j.body = j.body || counts.body
		}
		_, isLoop := l.loops[t.Symbol()]
		_, leads := l.iterates[t.Symbol()]
		inner := isLoop || leads
		counts.loop = counts.loop && !inner && !l.catches[t.Symbol()]
		counts.body = counts.body && !inner
	}
	term.Children(t, func(c *term.Term) { l.findJumps(c, counts, j) })
}

// probe returns the production of a kind of probe; nil if the language has none.
func (l *language) probe(kind string) *term.Symbol { return l.probes[kind] }

// isStatement says that a term may stand in a sequence.
func (l *language) isStatement(t *term.Term) bool {
	for sym, is := range l.sequences {
		if is && slices.ContainsFunc(sym.Args, func(s term.Sort) bool { return l.def.Lattice.Leq(t.Sort(), s) }) {
			return true
		}
	}
	return false
}

// flatten returns the statements of nested sequences in order.
func (l *language) flatten(t *term.Term) []*term.Term {
	if t.Kind() == term.KApp && l.sequences[t.Symbol()] {
		return append(l.flatten(t.Arg(0)), l.flatten(t.Arg(1))...)
	}
	if t.Kind() == term.KApp && len(t.Args()) == 0 && strings.HasPrefix(t.Symbol().Name, ".") {
		return nil
	}
	return []*term.Term{t}
}

// takesStatement says that argument i of a symbol is a statement, going by its
// sort: one of those that stand in sequences, or a part or union of them.
func (l *language) takesStatement(sym *term.Symbol, i int) bool {
	if sym == nil || i >= len(sym.Args) {
		return false
	}
	for s, ok := range l.sequences {
		if !ok || len(s.Args) == 0 {
			continue
		}
		if of := s.Args[0]; l.def.Lattice.Leq(of, sym.Args[i]) || l.def.Lattice.Leq(sym.Args[i], of) {
			return true
		}
	}
	return false
}

// isHeader says that a statement declares a function, with a body or without: it
// has parameters.
func (l *language) isHeader(t *term.Term) bool {
	if t.Kind() != term.KApp {
		return false
	}
	if _, ok := l.procedures[t.Symbol()]; ok {
		return true
	}
	for sym, shape := range l.procedures {
		for _, s := range t.Symbol().Args {
			if _, call := l.calls[t.Symbol()]; !call && s == sym.Args[shape.params] {
				return true
			}
		}
	}
	return false
}
