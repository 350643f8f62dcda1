package annotate

import (
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// modified is what a modifies clause lists: names, and the streams that are read and
// written, by the probes that ask for them.
type modified struct {
	names   []*term.Term
	streams []shape.Probe
}

// streamProbes are the probes for what formulas call In and Out.
var streamProbes = map[string]shape.Probe{"In": shape.Input, "Out": shape.Output}

// modifiedBy reads lists of names, as in modifies. What a pointer leads to may be
// written *p, too; `nothing` stands alone.
func (r *reader) modifiedBy(anns []*syntax.Annotation) (m modified, problems []*source.Diagnostic) {
	for _, a := range anns {
		if problem := r.readModified(a, &m); problem != nil {
			problems = append(problems, problem)
		}
	}
	return m, problems
}

func (r *reader) readModified(a *syntax.Annotation, m *modified) *source.Diagnostic {
	names, problem := syntax.ParseNames(a.Text)
	for _, t := range names {
		switch {
		case r.lang.Probe(streamProbes[t.Text]) != nil:
			m.streams = append(m.streams, streamProbes[t.Text])
		case !r.isProgramName(t.Text):
			return source.Errorf(t.Span, "unknown-name", "unknown variable %s", t.Text)
		default:
			m.names = append(m.names, r.tokens(t.Text)...)
		}
	}
	return problem
}

// anyStream makes what was read or written so far arbitrary; new variables are noted.
func (r *reader) anyStream(st *rewrite.State, kind shape.Probe, changed map[*term.Variable]bool) *rewrite.State {
	v, ok := r.stream(st, kind)
	if !ok {
		return st
	}
	next := r.withK(st, st.Slots[r.k])
	for i, slot := range st.Slots {
		if r.engine.Definition.Layout.Slots[i].Stream != "" && term.Equal(slot, v.list) {
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

// loosened is a state in which all that a modifies clause lists is arbitrary, perhaps
// not initialised; open are the variables that may have any value.
func (r *reader) loosened(m modified, st *rewrite.State, open map[*term.Variable]bool) (*rewrite.State, map[*term.Variable]bool) {
	all := map[*term.Variable]bool{}
	for v := range open {
		all[v] = true
	}
	k := st.Slots[r.k]
	kinds := []shape.Probe{shape.Havoc, shape.Forget, shape.HavocPart, shape.ForgetPart}
	for _, n := range m.names {
		for _, kind := range kinds {
			if next, rest, err := r.ask(st, kind, n); err == nil && rest == nil {
				st = renamed(st, next, n.Text(), all)
			}
		}
	}
	for _, kind := range m.streams {
		st = r.anyStream(st, kind, all)
	}
	return r.withK(st, k), all
}

// havoc makes the value of a name arbitrary; the new variables are recorded.
// A variable that has a value keeps having one.
func (r *reader) havoc(st *rewrite.State, name *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	return r.havocBy(shape.Havoc, shape.Forget, st, name, changed)
}

// havocPart is havoc for what a name leads to: the contents of an array. In a
// language that does not tell the two apart it is havoc.
func (r *reader) havocPart(st *rewrite.State, name *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	if r.lang.Probe(shape.HavocPart) == nil {
		return r.havoc(st, name, changed)
	}
	return r.havocBy(shape.HavocPart, shape.ForgetPart, st, name, changed)
}

// anyValue makes a name and what it leads to arbitrary. Nothing is said of the values,
// not even what their types do: callers would have to prove it.
func (r *reader) anyValue(st *rewrite.State, name *term.Term) *rewrite.State {
	pc := st.PC
	if next, ok := r.havoc(st, name, map[*term.Variable]bool{}); ok {
		st = next
	}
	if next, ok := r.havocPart(st, name, map[*term.Variable]bool{}); ok && r.lang.Probe(shape.HavocPart) != nil {
		st = next
	}
	st = r.withK(st, st.Slots[r.k])
	st.PC = pc
	return st
}

func (r *reader) havocBy(kind, forget shape.Probe, st *rewrite.State, name *term.Term, changed map[*term.Variable]bool) (*rewrite.State, bool) {
	if v, ok := r.valueOf(st, name); !ok && len(r.fields(st, name)) == 0 || v.array != nil && v.array.initialised.Kind() != term.KArray {
		kind = forget
	}
	next, rest, err := r.ask(st, kind, name)
	if err != nil || rest != nil {
		return nil, false
	}
	return renamed(st, next, name.Text(), changed), true
}

// renamed names the variables of a state that are not in the one before, and notes
// them in made, if that is not nil.
func renamed(before, st *rewrite.State, name string, made map[*term.Variable]bool) *rewrite.State {
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
	return substituted(rename, st)
}

func substituted(sub term.Substitution, st *rewrite.State) *rewrite.State {
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
