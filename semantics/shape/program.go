package shape

import (
	"slices"
	"strings"

	"rlv/semantics/term"
)

// Elements returns the elements of a user list.
func (s *Shape) Elements(t *term.Term) []*term.Term {
	var out []*term.Term
	for s.IsList(t) {
		out = append(out, t.Arg(0))
		t = t.Arg(1)
	}
	if len(out) == 0 && !(t.Kind() == term.KApp && len(t.Args()) == 0) {
		out = append(out, t)
	}
	return out
}

// RootNames returns the names at the roots of a term: a token is its own, a
// part that of its base, an assignment that of its target, a list those of its
// elements.
func (s *Shape) RootNames(t *term.Term) []*term.Term {
	switch {
	case t.Kind() == term.KToken:
		return []*term.Term{t}
	case s.IsList(t):
		var out []*term.Term
		for _, e := range s.Elements(t) {
			out = append(out, s.RootNames(e)...)
		}
		return out
	}
	for _, table := range []map[*term.Symbol]int{s.parts, s.assigns, s.parameters} {
		if base := argument(table, t); base != nil {
			return s.RootNames(base)
		}
	}
	return nil
}

// Assigned returns the root names that a piece of program may assign to: those
// that are assigned themselves, and those of which a part is. A declaration assigns to what it declares: *p in
// int *p = a is no part of p.
func (s *Shape) Assigned(t *term.Term) (whole, part []*term.Term) {
	var visit func(*term.Term) bool
	visit = func(u *term.Term) bool {
		names := argument(s.declares, u)
		if names == nil {
			switch target := argument(s.assigns, u); {
			case target == nil:
			case target.Kind() == term.KToken:
				whole = append(whole, target)
			default:
				part = append(part, s.RootNames(target)...)
			}
			return true
		}
		for _, a := range u.Args() {
			if a != names {
				term.Walk(a, visit)
			}
		}
		for _, e := range s.Elements(names) {
			target := argument(s.assigns, e)
			if target == nil || target.Kind() == term.KToken {
				term.Walk(e, visit)
				continue
			}
			for _, a := range e.Args() {
				term.Walk(a, visit) // what it is given, and how long it is, may assign
			}
		}
		return false
	}
	term.Walk(t, visit)
	return Unique(whole), Unique(part)
}

// Changes returns what of a piece of program may change where something leads: all of it, assignments, what is taken of another
// place as a whole, as its address, and what is done with a list, as calls are.
func (s *Shape) Changes(t *term.Term) []*term.Term {
	out := s.Taken(t)
	term.Walk(t, func(u *term.Term) bool {
		_, isAssignment := of(s.assigns, u)
		if u == t || isAssignment || !s.IsList(u) && u.Kind() == term.KApp && slices.ContainsFunc(u.Args(), s.IsList) {
			out = append(out, u)
		}
		return true
	})
	return out
}

// Taken returns what a piece of program takes of another place as a whole, as its address.
func (s *Shape) Taken(t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if _, isPart := of(s.parts, u); isPart && len(u.Args()) == 1 {
			out = append(out, u)
		}
		return true
	})
	return out
}

// AssignedParts returns the parts of the object of a name that a piece of program assigns to, x.f, and those to
// elements of which it does, x.f[i]; not those in which it assigns to less, as to x.f[i].g or x[i].f. named reports
// whether each target lies in something that has a name: x[i] does not.
func (s *Shape) AssignedParts(t, name *term.Term) (whole, elements []*term.Term, named bool) {
	var all, inside unique
	named = true
	term.Walk(t, func(u *term.Term) bool {
		target := argument(s.assigns, u)
		if target == nil || target.Kind() == term.KToken || !slices.ContainsFunc(s.RootNames(target), func(r *term.Term) bool { return term.Equal(r, name) }) {
			return true
		}
		switch part := s.firstPart(target); {
		case part == nil:
			named = named && s.hasName(target)
		case part == target:
			all.add(part)
		case argument(s.parts, target) == part && !s.isNamed(target):
			inside.add(part)
		}
		return true
	})
	return all.terms, inside.terms, named
}

// isNamed reports whether a part has a name, and not a number.
func (s *Shape) isNamed(part *term.Term) bool {
	return len(part.Args()) > 1 && !slices.Contains(s.indexed, part.Symbol())
}

// hasName reports whether a target is a part with a name, or lies in one.
func (s *Shape) hasName(target *term.Term) bool {
	base := argument(s.parts, target)
	return base != nil && (s.isNamed(target) || s.hasName(base))
}

// firstPart returns the part of a name's object in which a target lies, if it has a name, and nil if not.
func (s *Shape) firstPart(target *term.Term) *term.Term {
	for {
		base := argument(s.parts, target)
		switch {
		case base == nil:
			return nil
		case base.Kind() != term.KToken:
			target = base
		case s.isNamed(target):
			return target
		default:
			return nil
		}
	}
}

// Gives is the one name at the root of what an assignment changes; nil: t is none, or of several.
func (s *Shape) Gives(t *term.Term) *term.Term {
	target := argument(s.assigns, t)
	if target == nil {
		return nil
	}
	if roots := s.RootNames(target); len(roots) == 1 {
		return roots[0]
	}
	return nil
}

// Declared returns the names that the declarations in a piece of program introduce.
func (s *Shape) Declared(t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if names := argument(s.declares, u); names != nil {
			out = append(out, s.RootNames(names)...)
		}
		return true
	})
	return Unique(out)
}

// Declarations returns those in a piece of program.
func (s *Shape) Declarations(t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if s.IsDeclaration(u) {
			out = append(out, u)
		}
		return true
	})
	return out
}

// Called returns the names of the functions that a piece of program calls.
func (s *Shape) Called(t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if name, _, ok := s.Call(u); ok {
			out = append(out, name)
		}
		return true
	})
	return Unique(out)
}

// Unique returns terms in order, each once.
func Unique(ts []*term.Term) []*term.Term {
	var all unique
	for _, t := range ts {
		all.add(t)
	}
	return all.terms
}

// unique is a list of terms in which none occurs twice.
type unique struct {
	terms []*term.Term
	by    map[uint64][]*term.Term // by their hashes
}

func (u *unique) add(t *term.Term) {
	same := u.by[t.Hash()]
	if slices.ContainsFunc(same, func(s *term.Term) bool { return term.Equal(s, t) }) {
		return
	}
	if u.by == nil {
		u.by = map[uint64][]*term.Term{}
	}
	u.terms, u.by[t.Hash()] = append(u.terms, t), append(same, t)
}

// Variables returns the names in a piece of program that may be those of variables:
// those of called functions are left out.
func (s *Shape) Variables(t *term.Term) []*term.Term {
	var all unique
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if t.Kind() == term.KToken {
			if r := t.Text(); r != "" && (r[0] == '_' || r[0] >= 'a' && r[0] <= 'z' || r[0] >= 'A' && r[0] <= 'Z') {
				all.add(t)
			}
			return
		}
		name, _, _ := s.Call(t)
		for _, a := range t.Args() {
			if a != name {
				visit(a)
			}
		}
	}
	visit(t)
	return all.terms
}

// Jumps says what the jumps in a piece of program leave.
type Jumps struct{ Loop, Body, Function bool }

// JumpsOf returns how jumps may leave statements, or the loop around them.
func (s *Shape) JumpsOf(statements ...*term.Term) Jumps {
	var j Jumps
	for _, t := range statements {
		s.findJumps(t, Jumps{Loop: true, Body: true, Function: true}, &j)
	}
	return j
}

// findJumps walks a body; counts says which jumps concern the loop around it:
// inside an inner loop those that concern a loop concern that one.
func (s *Shape) findJumps(t *term.Term, counts Jumps, j *Jumps) {
	if t.Kind() == term.KApp {
		switch s.leaves[t.Symbol()] {
		case LeavesFunction:
			j.Function = true
		case LeavesLoop:
			j.Loop = j.Loop || counts.Loop
		case LeavesBody:
			j.Body = j.Body || counts.Body
		}
		inner := s.Iterated(t) != nil
		counts.Loop = counts.Loop && !inner && !s.catches[t.Symbol()]
		counts.Body = counts.Body && !inner
	}
	term.Children(t, func(c *term.Term) { s.findJumps(c, counts, j) })
}

// Flatten returns the statements of nested sequences in order.
func (s *Shape) Flatten(t *term.Term) []*term.Term { return s.flatten(nil, t) }

func (s *Shape) flatten(out []*term.Term, t *term.Term) []*term.Term {
	for ; s.IsSequence(t); t = t.Arg(1) {
		out = s.flatten(out, t.Arg(0))
	}
	if t.Kind() == term.KApp && len(t.Args()) == 0 && strings.HasPrefix(t.Symbol().Name, ".") {
		return out
	}
	return append(out, t)
}

// IsStatement reports whether a term may stand in a sequence.
func (s *Shape) IsStatement(t *term.Term) bool {
	for sym, is := range s.sequences {
		if is && slices.ContainsFunc(sym.Args, func(of term.Sort) bool { return s.def.Lattice.Leq(t.Sort(), of) }) {
			return true
		}
	}
	return false
}

// TakesStatement reports whether argument i of a symbol is a statement, going by its
// sort: one of those that stand in sequences, or a part or union of them.
func (s *Shape) TakesStatement(sym *term.Symbol, i int) bool {
	if sym == nil || i >= len(sym.Args) {
		return false
	}
	for seq, is := range s.sequences {
		if !is || len(seq.Args) == 0 {
			continue
		}
		if of := seq.Args[0]; s.def.Lattice.Leq(of, sym.Args[i]) || s.def.Lattice.Leq(sym.Args[i], of) {
			return true
		}
	}
	return false
}

// IsHeader reports whether a statement declares a function, with a body or without: it
// has parameters.
func (s *Shape) IsHeader(t *term.Term) bool {
	if _, _, _, ok := s.Procedure(t); ok {
		return true
	}
	if _, _, ok := s.Call(t); ok || t.Kind() != term.KApp {
		return false
	}
	for sym, p := range s.procedures {
		if slices.Contains(t.Symbol().Args, sym.Args[p.params]) {
			return true
		}
	}
	return false
}
