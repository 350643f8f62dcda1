package meaning

import (
	"slices"

	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Modified is what a modifies clause lists: names, and the streams that are read and
// written, by the probes that ask for them.
type Modified struct {
	Names   []*term.Term
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
	names, problem := syntax.ParseNames(a.Text)
	for _, t := range names {
		switch {
		case r.Shape.Probe(streamProbes[t.Text]) != nil:
			m.Streams = append(m.Streams, streamProbes[t.Text])
		case !r.IsProgramName(t.Text):
			return source.Errorf(t.Span, "unknown-name", "unknown variable %s", t.Text)
		default:
			m.Names = append(m.Names, r.TokensOf(t.Text)...)
		}
	}
	return problem
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
	kinds := []shape.Probe{shape.Havoc, shape.Forget, shape.HavocPart, shape.ForgetPart}
	for _, n := range m.Names {
		for _, kind := range kinds {
			if next, rest, err := r.Ask(st, kind, n); err == nil && rest == nil {
				st = Renamed(st, next, n.Text(), all)
			}
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

// AnyValue makes a name and what it leads to arbitrary. Nothing is said of the values,
// not even what their types do: callers would have to prove it.
func (r *Reader) AnyValue(st *rewrite.State, name *term.Term) *rewrite.State {
	pc := st.PC
	if next, ok := r.Havoc(st, name, map[*term.Variable]bool{}); ok {
		st = next
	}
	if next, ok := r.HavocPart(st, name, map[*term.Variable]bool{}); ok && r.Shape.Probe(shape.HavocPart) != nil {
		st = next
	}
	st = r.WithK(st, st.Slots[r.K])
	st.PC = pc
	return st
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

// hasValues reports whether a name surely has a value, in all of its elements and parts.
func (r *Reader) hasValues(st *rewrite.State, name *term.Term) bool {
	isInitialised := func(v Value) bool { return v.Array == nil || v.Array.Initialised.Kind() == term.KArray }
	v, ok := r.ValueOf(st, name)
	if ok && !v.ofObjects() {
		return isInitialised(v)
	}
	fields := r.Fields(st, name)
	return len(fields) > 0 && (!ok || !slices.ContainsFunc(fields, func(f Field) bool { return !isInitialised(f.Value) }))
}

// Renamed names the variables of a state that are not in the one before, and notes
// them in made, if that is not nil.
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
		n := term.Fresh(name, v.Sort)
		rename[v] = n
		if made != nil {
			made[n.Variable()] = true
		}
	}
	return Substituted(rename, st)
}

func Substituted(sub term.Substitution, st *rewrite.State) *rewrite.State {
	n := *st
	n.Slots = make([]*term.Term, len(st.Slots))
	for i, t := range st.Slots {
		n.Slots[i] = sub.Apply(t)
	}
	n.PC = make([]*term.Term, len(st.PC))
	for i, t := range st.PC {
		n.PC[i] = sub.Apply(t)
	}
	return &n
}
