package annotate

import (
	"slices"

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
func (c *compiler) modifiedBy(anns []*syntax.Annotation) modified {
	var m modified
	for _, a := range anns {
		if problem := c.readModified(a, &m); problem != nil {
			c.problem(problem)
		}
	}
	return m
}

func (c *compiler) readModified(a *syntax.Annotation, m *modified) *source.Diagnostic {
	names, problem := syntax.ParseNames(a.Text)
	for _, t := range names {
		switch {
		case c.lang.Probe(streamProbes[t.Text]) != nil:
			m.streams = append(m.streams, streamProbes[t.Text])
		case !c.isProgramName(t.Text):
			return source.Errorf(t.Span, "unknown-name", "unknown variable %s", t.Text)
		default:
			m.names = append(m.names, c.tokens(t.Text)...)
		}
	}
	return problem
}

// anyStream makes what was read or written so far arbitrary; new variables are noted.
func (c *compiler) anyStream(st *rewrite.State, kind shape.Probe, changed map[*term.Variable]bool) *rewrite.State {
	v, ok := c.stream(st, kind)
	if !ok {
		return st
	}
	next := c.withK(st, st.Slots[c.k])
	for i, slot := range st.Slots {
		if c.engine.Definition.Layout.Slots[i].Stream != "" && term.Equal(slot, v.list) {
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

// allowed says that a state differs from another only in what a modifies clause lists:
// that the other, with all of that arbitrary, covers it.
func (c *compiler) allowed(m modified, from, to *rewrite.State, open map[*term.Variable]bool) bool {
	pattern, open := c.loosened(m, from, open)
	return c.instance(to, pattern, open)
}

// loosened is a state in which all that a modifies clause lists is arbitrary, perhaps
// not initialised; open are the variables that may have any value.
func (c *compiler) loosened(m modified, st *rewrite.State, open map[*term.Variable]bool) (*rewrite.State, map[*term.Variable]bool) {
	all := map[*term.Variable]bool{}
	for v := range open {
		all[v] = true
	}
	k := st.Slots[c.k]
	kinds := []shape.Probe{shape.Havoc, shape.Forget, shape.HavocPart, shape.ForgetPart}
	for _, n := range m.names {
		for _, kind := range kinds {
			if next, rest, err := c.ask(st, kind, n); err == nil && rest == nil {
				st = renamed(st, next, n.Text(), all)
			}
		}
	}
	for _, kind := range m.streams {
		st = c.anyStream(st, kind, all)
	}
	return c.withK(st, k), all
}

// narrowLoop is what is wrong where a loop changes more than it says.
const narrowLoop = "the loop changes what its modifies does not list: all else must keep its value"

// repeats makes the pattern of the head general enough for a state that comes back to
// it from inside; false if that is not so. What a modifies clause does not list is not
// made arbitrary: then the goals fail there.
func (l *loopGoals) repeats(st *rewrite.State) bool {
	if len(l.info.modifies) > 0 && !l.c.allowed(l.listed, l.head, st, l.changed) {
		l.info.narrow = true
		return false
	}
	return l.widen(st, l.changed)
}

// kept are the variables of the head's pattern that the loop leaves as they are.
func (l *loopGoals) kept() []*term.Variable {
	var out []*term.Variable
	for i, t := range l.head.Slots {
		if i != l.c.k {
			out = append(out, term.Vars(t)...)
		}
	}
	return slices.DeleteFunc(out, func(v *term.Variable) bool { return l.changed[v] })
}
