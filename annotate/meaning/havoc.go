package meaning

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Modified is what a modifies clause lists: names, elements and parts of what they denote, and
// the streams that are read and written, by the probes that ask for them.
type Modified struct {
	Names   []*term.Term
	Leads   []*syntax.Node // those names that are written *p
	Parts   []*syntax.Node
	Streams []shape.Probe
}

// streamProbes are the probes for what formulas call In and Out.
var streamProbes = map[string]shape.Probe{"In": shape.Input, "Out": shape.Output}

// ModifiedBy reads lists of names, as in modifies. What a pointer leads to may be
// written *p, too; `nothing` stands alone.
func (r *Reader) ModifiedBy(anns []*syntax.Annotation) (m Modified, problems []*source.Diagnostic) {
	for _, a := range anns {
		if problem := r.readModified(a, &m); problem != nil {
			problems = append(problems, problem)
		}
	}
	return m, problems
}

func (r *Reader) readModified(a *syntax.Annotation, m *Modified) *source.Diagnostic {
	places, problem := syntax.ParseModified(a.Text)
	for _, n := range places {
		root := n.Root()
		switch {
		case n == root && r.Shape.Probe(streamProbes[n.Name]) != nil:
			m.Streams = append(m.Streams, streamProbes[n.Name])
		case !r.IsProgramName(root.Name):
			return source.Errorf(root.Span, "unknown-name", "unknown variable %s", root.Name)
		case n.IsDereference():
			m.Leads = append(m.Leads, n)
			m.Names = append(m.Names, r.TokensOf(root.Name)...)
		case n != root:
			m.Parts = append(m.Parts, n)
		default:
			m.Names = append(m.Names, r.TokensOf(n.Name)...)
		}
	}
	return problem
}

// Roots are the names of what parts are listed of, and not all.
func (r *Reader) Roots(m Modified) []*term.Term {
	var out []*term.Term
	for _, n := range m.Parts {
		out = append(out, r.TokensOf(n.Root().Name)...)
	}
	return slices.DeleteFunc(out, func(t *term.Term) bool {
		return slices.ContainsFunc(m.Names, func(u *term.Term) bool { return term.Equal(t, u) })
	})
}

// AnyStream makes what was read or written so far arbitrary; new variables are noted.
func (r *Reader) AnyStream(st *rewrite.State, kind shape.Probe, changed map[*term.Variable]bool) *rewrite.State {
	v, ok := r.Stream(st, kind)
	if !ok {
		return st
	}
	next := r.WithK(st, st.Slots[r.K])
	for i, slot := range st.Slots {
		if r.Engine.Definition.Layout.Slots[i].Stream != "" && term.Equal(slot, v.List) {
			next.Slots[i] = term.Fresh(streamName(kind), term.SortList)
			changed[next.Slots[i].Variable()] = true
		}
	}
	return next
}

func streamName(kind shape.Probe) string {
	for name, k := range streamProbes {
		if k == kind {
			return name
		}
	}
	return string(kind)
}

// Loosened is a state in which all that a modifies clause lists is arbitrary, perhaps
// not initialised; open are the variables that may have any value.
func (r *Reader) Loosened(m Modified, st *rewrite.State, open map[*term.Variable]bool) (*rewrite.State, map[*term.Variable]bool) {
	all := map[*term.Variable]bool{}
	for v := range open {
		all[v] = true
	}
	k := st.Slots[r.K]
	loosen := func(name string, of *term.Term, kinds ...shape.Probe) {
		for _, kind := range kinds {
			if next, rest, err := r.Ask(st, kind, of); err == nil && rest == nil {
				st = Renamed(st, next, name, all)
			}
		}
	}
	// What parts lead to comes first: it is found by what they are. No deeper than [Reader.Fields], of which what is not
	// listed must keep its value.
	for _, n := range slices.Concat(m.Names, r.Roots(m)) {
		for _, part := range r.leading(st, n, maxNesting-1) {
			loosen(n.Text(), part, shape.HavocPart, shape.ForgetPart)
		}
	}
	for _, n := range m.Names {
		loosen(n.Text(), n, shape.Havoc, shape.Forget, shape.HavocPart, shape.ForgetPart)
	}
	for _, n := range r.Roots(m) { // what leads to parts leads to where it did
		made := len(all)
		if loosen(n.Text(), n, shape.HavocPart, shape.ForgetPart); len(all) == made {
			loosen(n.Text(), n, shape.Havoc, shape.Forget)
		}
	}
	for _, kind := range m.Streams {
		st = r.AnyStream(st, kind, all)
	}
	return r.WithK(st, k), all
}

// Havoc makes the value of a name arbitrary; the new variables are recorded.
// A variable that has a value keeps having one.
func (r *Reader) Havoc(st *rewrite.State, name *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	return r.havocBy(shape.Havoc, shape.Forget, st, name, changed)
}

// HavocPart is havoc for what a name leads to: the contents of an array. In a
// language that does not tell the two apart it is havoc.
func (r *Reader) HavocPart(st *rewrite.State, name *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	if r.Shape.Probe(shape.HavocPart) == nil {
		return r.Havoc(st, name, changed)
	}
	return r.havocBy(shape.HavocPart, shape.ForgetPart, st, name, changed)
}

// HavocParts is HavocPart for those parts of an object that a piece of program assigns to,
// where that is all that it may change there. What less than a part changes, or what the language cannot
// make arbitrary alone, is left to be found out. Where the parts are not known, it is all of them.
func (r *Reader) HavocParts(st *rewrite.State, name, piece *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	whole, elements, named := r.Shape.AssignedParts(piece, name)
	if !named || len(r.Shape.Called(piece)) > 0 {
		return r.HavocPart(st, name, changed)
	}
	havoc := func(part *term.Term, kinds ...shape.Probe) {
		for _, kind := range kinds {
			if next, rest, err := r.Ask(st, kind, part); err == nil && rest == nil && r.hasValues(st, part) {
				st = Renamed(st, next, name.Text(), changed)
				return
			}
		}
	}
	for _, part := range whole {
		havoc(part, shape.Havoc)
	}
	for _, part := range elements { // it leads elsewhere, as a pointer does, or lies in the object
		havoc(part, shape.HavocPart, shape.Havoc)
	}
	return st, true
}

// AnyGlobals makes the globals and what they lead to arbitrary. Nothing is said of the values,
// not even what their types do: callers would have to prove it. A pointer that is not written stays what it is.
func (r *Reader) AnyGlobals(st *rewrite.State, written map[string]bool) *rewrite.State {
	made := map[*term.Variable]bool{}
	for _, g := range r.globals {
		v, _ := r.ValueOf(st, g)
		stays := !written[g.Text()] && v.Array != nil && !r.IsPlain(st, g)
		st = r.anyValue(st, g, stays, made)
	}
	return st
}

// anyValue makes what a name leads to arbitrary, and its own value, unless that stays. What was made
// so before, by another name, is so already, and has a value, which the type of a pointer need not say.
func (r *Reader) anyValue(st *rewrite.State, name *term.Term, stays bool, made map[*term.Variable]bool) *rewrite.State {
	pc := st.PC
	if next, ok := r.Havoc(st, name, made); ok && !stays {
		st = next
	}
	more := map[*term.Variable]bool{}
	if next, ok := r.HavocPart(st, name, more); ok && r.Shape.Probe(shape.HavocPart) != nil && !replaces(st, next, made) {
		st = next
		maps.Copy(made, more)
	}
	st = r.WithK(st, st.Slots[r.K])
	st.PC = pc
	return st
}

// replaces reports whether some of the variables in a state stand no more in another, and all of those are among some.
func replaces(st, next *rewrite.State, some map[*term.Variable]bool) bool {
	there := map[*term.Variable]bool{}
	for _, v := range term.Vars(next.Slots...) {
		there[v] = true
	}
	gone := 0
	for _, v := range term.Vars(st.Slots...) {
		if there[v] {
			continue
		}
		if gone++; !some[v] {
			return false
		}
	}
	return gone > 0
}

func (r *Reader) havocBy(kind, forget shape.Probe, st *rewrite.State, name *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	if !r.hasValues(st, name) {
		kind = forget
	}
	next, rest, err := r.Ask(st, kind, name)
	if err != nil || rest != nil {
		return nil, false
	}
	return Renamed(st, next, name.Text(), changed), true
}

// Typed returns what is so of a state by the types of the objects in its memory, each
// once: that the elements of an array of bytes are bytes, say. No run of a program changes
// that, but where something is arbitrary it must be said. It is what mentions one of some
// variables; all, if there are none.
func (r *Reader) Typed(st *rewrite.State, of []*term.Variable) []*term.Term {
	probe := r.Shape.Probe(shape.Typed)
	if probe == nil {
		return nil
	}
	mentions := func(t *term.Term) bool {
		return len(of) == 0 || slices.ContainsFunc(term.Vars(t), func(v *term.Variable) bool { return slices.Contains(of, v) })
	}
	bare := *st
	bare.PC = nil
	var out []*term.Term
	for _, slot := range st.Slots {
		if slot.Kind() != term.KMap || len(of) > 0 && slot.IsGround() {
			continue
		}
		entries := slot.EntriesWhere(func(_, v *term.Term) bool {
			return r.Engine.Definition.Lattice.Leq(v.Sort(), probe.Args[0]) && mentions(v)
		})
		for _, e := range entries {
			after, rest, err := r.Ask(&bare, shape.Typed, e.Value)
			if err != nil || rest != nil {
				decided := err == nil || errors.Is(err, errNoValue)
				if decided && e.Value.IsGround() { // it would be told of any object that can be
					return []*term.Term{term.False}
				}
				continue
			}
			for _, f := range after.PC {
				if mentions(f) && !slices.ContainsFunc(out, func(g *term.Term) bool { return term.Equal(f, g) }) {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// noneInitialised is the array of marks that says that no element has a value.
var noneInitialised = term.Apply(term.ArrayMake, term.Int(0))

// hasValues reports whether a name surely has a value, in all of its elements and parts.
func (r *Reader) hasValues(st *rewrite.State, name *term.Term) bool {
	isInitialised := func(v Value) bool {
		return v.Array == nil || v.Array.Initialised.Kind() == term.KArray && !term.Equal(v.Array.Initialised, noneInitialised)
	}
	v, ok := r.ValueOf(st, name)
	if ok && !v.ofObjects() {
		return isInitialised(v)
	}
	fields := r.Fields(st, name)
	if len(fields) == 0 { // an array of pointers leads where it did, as far as that is seen
		return ok
	}
	return !ok || !slices.ContainsFunc(fields, func(f Field) bool { return !isInitialised(f.Value) })
}

// Marks are the arrays that say which elements have a value of what a name denotes: of an
// array, or of those in an object.
func (r *Reader) Marks(st *rewrite.State, name *term.Term) []*term.Term {
	var out []*term.Term
	add := func(v Value) {
		if v.Array != nil && !v.ofObjects() {
			out = append(out, v.Array.Initialised)
		}
	}
	if v, ok := r.ValueOf(st, name); ok && !v.ofObjects() {
		add(v)
		return out
	}
	for _, f := range r.Fields(st, name) {
		add(f.Value)
	}
	return out
}

// Renamed puts others with a name, or with their own if it is empty, in the places of the variables
// of a state that are not in the one before, and notes them in made, if that is not nil.
func Renamed(before, st *rewrite.State, name string, made map[*term.Variable]bool) *rewrite.State {
	known := map[*term.Variable]bool{}
	for _, v := range term.Vars(before.Slots...) {
		known[v] = true
	}
	rename := term.Substitution{}
	for _, v := range term.Vars(st.Slots...) {
		if known[v] {
			continue
		}
		n := term.Fresh(cmp.Or(name, v.BaseName()), v.Sort)
		rename[v] = n
		if made != nil {
			made[n.Variable()] = true
		}
	}
	return Substituted(rename, st)
}

func Substituted(sub term.Substitution, st *rewrite.State) *rewrite.State {
	n := *st
	n.Slots, n.PC = sub.ApplyAll(st.Slots), sub.ApplyAll(st.PC)
	return &n
}

// values are what a name denotes: its value, or its parts.
func (r *Reader) values(st *rewrite.State, name *term.Term) []Field {
	if v, ok := r.ValueOf(st, name); ok && !v.ofObjects() {
		return []Field{{Value: v}}
	}
	return r.Fields(st, name)
}

// Unplaced is a term that stands nowhere in the program: a call with arbitrary arguments is
// not at the place of what it is made of, such as the types of the parameters.
func Unplaced(t *term.Term) *term.Term {
	switch {
	case t.IsSeq():
		return term.Seq(Unplaced(t.Head()), t.Tail())
	case t.Kind() != term.KApp || t.Symbol().Class != term.Constructor:
		return t
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = Unplaced(a)
	}
	return term.App(t.Symbol(), args...)
}

// Among are the terms that are in a list.
func Among(ts, list []*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(ts), func(t *term.Term) bool {
		return !slices.ContainsFunc(list, func(u *term.Term) bool { return term.Equal(t, u) })
	})
}
