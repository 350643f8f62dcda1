package annotate

import (
	"fmt"
	"maps"
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// fragmentStart is the pattern of the states in which a fragment may start: what the
// code around it makes, with arbitrary values; nil, with a problem, if that cannot
// be known.
func (c *compiler) fragmentStart(f *attach.Fragment, loaded *rewrite.State, statements []*term.Term, at source.Span) *rewrite.State {
	refuse := func(why string) *rewrite.State {
		c.problem(source.Errorf(at, "unknown-start", "in which states these statements start cannot be known: %s", why))
		return nil
	}
	p := c.layout.ProcedureAround(at)
	ct, why := c.entryOf(p, f, loaded)
	if why != "" {
		return refuse(why)
	}
	if c.approaches[p] == nil {
		c.approaches[p] = c.approachAll(p, ct)
	}
	st, mixed, why := c.approaches[p].at(statements[0], func(st *rewrite.State) bool { return c.defines(st, f.Pre) })
	if st == nil {
		return refuse(why)
	}
	st = c.anyData(st, mixed)
	if name := c.nameOfMixed(st, mixed); name != "" {
		return refuse(fmt.Sprintf("what %s is, or leads to, is not the same on all paths to them", name))
	}
	return st
}

// entryOf is the contract by whose left side a fragment in a procedure is approached:
// its own, or that of an arbitrary call. It says why there is none.
func (c *compiler) entryOf(p *attach.Procedure, f *attach.Fragment, loaded *rewrite.State) (ct *contract, why string) {
	if p == nil {
		return nil, ""
	}
	if i := slices.IndexFunc(c.contracts, func(ct *contract) bool { return ct.Procedure == p }); i >= 0 {
		ct = c.contracts[i]
	} else if ct = newContract(c, p, loaded); ct == nil {
		return nil, "the function around them cannot be called with arbitrary arguments"
	}
	return ct, c.leadsAnywhere(ct, f, loaded)
}

// approachAll approaches the fragments of a procedure, or those outside of procedures,
// from an arbitrary call or from the start of the program.
func (c *compiler) approachAll(p *attach.Procedure, ct *contract) *approach {
	a := &approach{c: c, around: map[int32]*term.Term{}}
	within := source.Span{File: c.Program.File, End: len(c.Program.File.Text)}
	var start *rewrite.State
	if p != nil {
		within, start, a.known = p.Span, ct.left, ct.left.PC
		a.ends = func(st *rewrite.State) bool { return ct.ended(st) }
	} else {
		start = c.WithK(c.declareFree(c.Blank), c.Program.Term)
	}
	for _, f := range c.layout.Fragments {
		if f.Group == nil {
			continue
		}
		first := f.Group.Statements[f.From]
		if c.layout.ProcedureAround(c.Program.Span(first.Pos())) == p {
			maps.Copy(a.around, c.layout.StatementsAround(first, within))
		}
	}
	a.follow(start)
	return a
}

// defines says that all names of a precondition have values in a state. Where one has
// none the precondition, which says also that it is defined, does not hold. A part
// that need not be evaluated counts for nothing.
func (c *compiler) defines(st *rewrite.State, pre []*syntax.Annotation) bool {
	s := &meaning.Scope{Reader: c.Silently(), State: st}
	s.Old = s
	for _, a := range pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil {
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			if _, problem := s.Resolve(conjunct); problem != nil && problem.Code == "no-value" && !conjunct.Lazy() {
				return false
			}
		}
	}
	return true
}

// leadsAnywhere says that a fragment in a procedure may use a pointer or reference of
// which it is not known where it leads: of what callers pass only a contract says
// that, and a global one any of them may have changed.
func (c *compiler) leadsAnywhere(ct *contract, f *attach.Fragment, loaded *rewrite.State) string {
	used := map[string]bool{}
	for _, n := range append(c.namesOf(f), c.layout.NamesReached(ct.Procedure)...) {
		used[n.Text()] = true
	}
	for i, arg := range c.CallArguments(ct.left) {
		switch {
		case i >= len(ct.names) || !used[ct.names[i]] || !slices.ContainsFunc(term.Vars(arg), ct.holds):
		case !ct.HasContract():
			return fmt.Sprintf("%s has no contract, by which its parameter %s would lead to something of its own; give it one, such as pre: true", ct.name, ct.names[i])
		case !ct.unfit.IsZero():
			line, column := ct.unfit.File.Position(ct.unfit.Start)
			return fmt.Sprintf("the parameter %s leads to something else in the call at %d:%d, which the contract of %s does not cover", ct.names[i], line, column, ct.name)
		}
	}
	for _, g := range c.GlobalNames() {
		if used[g.Text()] && !c.isPlain(loaded, g) {
			return fmt.Sprintf("the global %s may have been led to anything", g.Text())
		}
	}
	return ""
}

// isPlain says that a name stands for data only, or for an array by its own name,
// so that it leads to nothing else.
func (c *compiler) isPlain(st *rewrite.State, name *term.Term) bool {
	v, ok := c.ValueOf(st, name)
	if !ok {
		fields := c.Fields(st, name)
		return len(fields) > 0 && len(fields) == len(c.PartNames) &&
			!slices.ContainsFunc(fields, func(f meaning.Field) bool { return f.Scalar == nil })
	}
	if v.Array == nil {
		return true
	}
	next, ok := c.Havoc(st, name, map[*term.Variable]bool{})
	if !ok {
		return false
	}
	w, ok := c.ValueOf(next, name)
	return ok && w.Array != nil && term.Equal(v.Array.Offset, w.Array.Offset) && !term.Equal(v.Array.Array, w.Array.Array)
}

// declareFree declares names that fragments at top level use and the program declares
// nowhere, as the statements of a paper do: variables of their own that have a value.
func (c *compiler) declareFree(st *rewrite.State) *rewrite.State {
	declared := map[string]bool{}
	for _, d := range c.Shape.Declared(c.Program.Term) {
		declared[d.Text()] = true
	}
	for _, f := range c.layout.Fragments {
		if f.Group == nil || c.layout.ProcedureAround(c.Program.Span(f.Group.Statements[f.From].Pos())) != nil {
			continue
		}
		for _, n := range c.namesOf(f) {
			if declared[n.Text()] || c.Functions[n.Text()] != nil {
				continue
			}
			if next, rest, err := c.Ask(st, shape.Declare, n); err == nil && rest == nil {
				declared[n.Text()] = true
				st = meaning.Renamed(st, next, n.Text(), nil)
				if !slices.Contains(c.taken, n.Text()) {
					c.taken = append(c.taken, n.Text())
					c.takenAt = c.Program.Span(f.Group.Statements[f.From].Pos())
				}
			}
		}
	}
	return st
}

// anyData makes what the names of the program denote arbitrary, as far as the result
// covers the state: a value stays a value, what is not initialised stays so, and
// pointers lead to where they do.
func (c *compiler) anyData(st *rewrite.State, mixed map[*term.Variable]bool) *rewrite.State {
	ways := [][2]shape.Probe{{shape.Havoc, shape.Forget}}
	if c.Shape.Probe(shape.HavocPart) != nil {
		ways = append(ways, [2]shape.Probe{shape.HavocPart, shape.ForgetPart})
	}
	for _, text := range slices.Sorted(maps.Keys(c.Tokens)) {
		for _, n := range c.Tokens[text] {
			for _, way := range ways {
				if next := c.anyOf(st, way[0], n); next != nil && c.sameShape(st, next, n) {
					st = next
				} else if next := c.anyOf(st, way[1], n); next != nil && countIn(next, mixed) < countIn(st, mixed) {
					st = next
				}
			}
		}
	}
	return st
}

// anyOf is a state after a probe that makes something arbitrary, if it covers the
// state before; else nil. What the probe says of the new values, such as the range of
// their type, is believed.
func (c *compiler) anyOf(st *rewrite.State, kind shape.Probe, name *term.Term) *rewrite.State {
	next, rest, err := c.Ask(st, kind, name)
	if err != nil || rest != nil {
		return nil
	}
	made := map[*term.Variable]bool{}
	next = c.WithK(meaning.Renamed(st, next, name.Text(), made), st.Slots[c.K])
	if len(made) == 0 || !c.space.Covers(next, st, made) {
		return nil
	}
	return next
}

// sameShape says that a name denotes in two states a value, an array that begins at
// the same place, or an object with the same parts.
func (c *compiler) sameShape(a, b *rewrite.State, name *term.Term) bool {
	v, ok := c.ValueOf(a, name)
	if !ok {
		fields := c.Fields(a, name)
		return len(fields) > 0 && len(fields) == len(c.Fields(b, name))
	}
	w, ok := c.ValueOf(b, name)
	return ok && (v.Array == nil) == (w.Array == nil) && (v.Array == nil || term.Equal(v.Array.Offset, w.Array.Offset))
}

// countIn counts the variables of a set that occur in a configuration.
func countIn(st *rewrite.State, set map[*term.Variable]bool) int {
	n := 0
	for _, v := range term.Vars(st.Slots...) {
		if set[v] {
			n++
		}
	}
	return n
}

// nameOfMixed is a name whose meaning depends on one of some variables; "" if there is
// none.
func (c *compiler) nameOfMixed(st *rewrite.State, mixed map[*term.Variable]bool) string {
	for i, slot := range st.Slots {
		if i == c.K {
			continue
		}
		for _, v := range term.Vars(slot) {
			if mixed[v] {
				return c.nameLeadingTo(st, v)
			}
		}
	}
	return ""
}

// nameLeadingTo is a name in a map of the configuration whose value, or what stands in
// a map under that, mentions a variable.
func (c *compiler) nameLeadingTo(st *rewrite.State, v *term.Variable) string {
	for _, text := range slices.Sorted(maps.Keys(c.Tokens)) {
		for _, n := range c.Tokens[text] {
			for _, value := range valuesAt(st, n) {
				if term.Occurs(v, value) || slices.ContainsFunc(valuesAt(st, value), func(t *term.Term) bool { return term.Occurs(v, t) }) {
					return text
				}
			}
		}
	}
	return "something"
}

// valuesAt are the values of a key in the maps of a configuration.
func valuesAt(st *rewrite.State, key *term.Term) []*term.Term {
	var out []*term.Term
	for _, slot := range st.Slots {
		if slot.Kind() == term.KMap {
			if v, found := slot.Get(key); found == term.Present {
				out = append(out, v)
			}
		}
	}
	return out
}
