package annotate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rlv/annotate/ahead"
	"rlv/annotate/approach"
	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// fragmentStart is the pattern of the states in which a fragment may start: what the
// code around it makes, with arbitrary values; nil, with a problem, if that cannot
// be known.
func (w *fragments) fragmentStart(f *attach.Fragment, statements []*term.Term, at source.Span) *rewrite.State {
	refuse := func(why string) *rewrite.State {
		w.problem(source.Errorf(at, "unknown-start", "in which states these statements start cannot be known: %s", why))
		return nil
	}
	p := w.layout.ProcedureAround(at)
	ct, why := w.entryOf(p, f)
	if why != "" {
		return refuse(why)
	}
	if w.approaches[p] == nil {
		w.approaches[p] = w.approachAll(p, ct)
	}
	st, mixed, why := w.approaches[p].At(statements[0], func(st *rewrite.State) bool { return w.defines(st, f.Pre) })
	if st == nil {
		return refuse(why)
	}
	st = w.anyData(st, mixed)
	if name := w.nameOfMixed(st, mixed); name != "" {
		return refuse(fmt.Sprintf("what %s is, or leads to, is not the same on all paths to them", name))
	}
	return w.ofTypes(st)
}

// entryOf is the contract by whose left side a fragment in a procedure is approached:
// its own, or that of an arbitrary call. It says why there is none.
func (w *fragments) entryOf(p *attach.Procedure, f *attach.Fragment) (ct *contract, why string) {
	if p == nil {
		return nil, ""
	}
	if i := slices.IndexFunc(w.contracts, func(ct *contract) bool { return ct.Procedure == p }); i >= 0 {
		if ct = w.contracts[i]; len(w.contract[p]) > 1 {
			return nil, "a parameter of the function around them may lead somewhere, or nowhere"
		}
	} else if ct = newContract(w.compiler, p, nil, nil); ct == nil {
		return nil, "the function around them cannot be called with arbitrary arguments"
	}
	return ct, w.leadsAnywhere(ct, f)
}

// approachAll approaches the fragments of a procedure, or those outside of procedures,
// from an arbitrary call or from the start of the program.
func (w *fragments) approachAll(p *attach.Procedure, ct *contract) *approach.Approach {
	a := &approach.Approach{Reader: w.Reader, Layout: w.layout, Space: w.space, Passed: w.passed, Around: map[int32]*term.Term{},
		IsOver: func() bool { return w.ctx.Err() != nil || w.meter.Over() }}
	within := source.Span{File: w.Program.File, End: len(w.Program.File.Text())}
	var start *rewrite.State
	if p != nil {
		within, start, a.Known = p.Span, ct.left, ct.left.PC
		a.Ends = func(st *rewrite.State) bool { return ct.ended(st) }
	} else {
		start = w.WithK(w.declareFree(w.Blank), w.Program.Term)
	}
	for _, f := range w.layout.Fragments {
		if f.Group == nil {
			continue
		}
		first := f.Group.Statements[f.From]
		if w.layout.ProcedureAround(w.Program.Span(first.Pos())) == p {
			maps.Copy(a.Around, w.layout.StatementsAround(first, within))
		}
	}
	a.Follow(start)
	return a
}

// passed is the state behind a call of a recursive procedure with a contract, by what that says; nil: it is executed.
func (w *fragments) passed(st *rewrite.State) *rewrite.State {
	if ct := w.contractOnTop(st); ct != nil && w.recursive[ct.Procedure] != 0 {
		return ahead.Apply(w.space.Lattice, ct.use, st)
	}
	return nil
}

// defines reports whether all names of a precondition have values in a state. Where one has
// none the precondition, which says also that it is defined, does not hold. A part
// that need not be evaluated counts for nothing.
func (w *fragments) defines(st *rewrite.State, pre []*syntax.Annotation) bool {
	s := &meaning.Scope{Reader: w.Silently(), State: st}
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

// leadsAnywhere says how a fragment in a procedure may use a pointer or reference of
// which it is not known where it leads: of what callers pass only a contract says
// that, and a global one any of them may have changed.
func (w *fragments) leadsAnywhere(ct *contract, f *attach.Fragment) string {
	used := map[string]bool{}
	for _, n := range append(w.namesIn(f), w.layout.NamesReached(ct.Procedure)...) {
		used[n.Text()] = true
	}
	for i, arg := range w.CallArguments(ct.left) {
		switch {
		case i >= len(ct.names) || !used[ct.names[i]] || !slices.ContainsFunc(term.Vars(arg), ct.call().Holds):
		case !ct.HasContract():
			return fmt.Sprintf("%s has no contract, by which its parameter %s would lead to something of its own; give it one, such as pre: true", ct.name, ct.names[i])
		case !ct.unfit.IsZero():
			line, column := ct.unfit.File.Position(ct.unfit.Start)
			return fmt.Sprintf("the parameter %s leads to something else in the call at %d:%d, which the contract of %s does not cover", ct.names[i], line, column, ct.name)
		}
	}
	for _, g := range w.GlobalNames() {
		if used[g.Text()] && !w.IsPlain(w.loaded, g) {
			return fmt.Sprintf("the global %s may have been led to anything", g.Text())
		}
	}
	return ""
}

// declareFree declares names that fragments at top level use and the program declares
// nowhere, as the statements of a paper do: variables of their own that have a value.
func (w *fragments) declareFree(st *rewrite.State) *rewrite.State {
	declared := map[string]bool{}
	for _, d := range w.Shape.Declared(w.Program.Term) {
		declared[d.Text()] = true
	}
	for _, f := range w.layout.Fragments {
		if f.Group == nil || w.layout.ProcedureAround(w.Program.Span(f.Group.Statements[f.From].Pos())) != nil {
			continue
		}
		for _, n := range w.namesIn(f) {
			if declared[n.Text()] || w.Functions[n.Text()] != nil {
				continue
			}
			if next, rest, err := w.Ask(st, shape.Declare, n); err == nil && rest == nil {
				declared[n.Text()] = true
				st = meaning.Renamed(st, next, n.Text(), nil)
				if !slices.Contains(w.undeclared, n.Text()) {
					w.undeclared = append(w.undeclared, n.Text())
					w.usedAt = w.Program.Span(f.Group.Statements[f.From].Pos())
				}
			}
		}
	}
	return st
}

// anyData makes what the names of the program denote arbitrary, as far as the result
// covers the state: a value stays a value, what is not initialised stays so, and
// pointers lead to where they do.
func (w *fragments) anyData(st *rewrite.State, mixed map[*term.Variable]bool) *rewrite.State {
	ways := [][2]shape.Probe{{shape.Havoc, shape.Forget}}
	if w.Shape.Probe(shape.HavocPart) != nil {
		ways = append(ways, [2]shape.Probe{shape.HavocPart, shape.ForgetPart})
	}
	for _, text := range slices.Sorted(maps.Keys(w.Tokens)) {
		for _, n := range w.Tokens[text] {
			for _, way := range ways {
				if next := w.anyOf(st, way[0], n); next != nil && w.sameShape(st, next, n) {
					st = next
				} else if next := w.anyOf(st, way[1], n); next != nil && countIn(next, mixed) < countIn(st, mixed) {
					st = next
				}
			}
		}
	}
	return st
}

// anyOf is a state after a probe that makes something arbitrary, if it covers the
// state before; else nil. What the probe says of the new values, such as the range of
// their type, is believed; what it asks of the old ones is not taken for true.
func (w *fragments) anyOf(st *rewrite.State, kind shape.Probe, name *term.Term) *rewrite.State {
	next, rest, err := w.Ask(st, kind, name)
	if err != nil || rest != nil {
		return nil
	}
	made := map[*term.Variable]bool{}
	next = w.WithK(meaning.Renamed(st, next, name.Text(), made), st.Slots[w.K])
	next.PC = slices.DeleteFunc(slices.Clone(next.PC), func(f *term.Term) bool {
		return !rewrite.Holds(st.PC, f) && !slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return made[v] })
	})
	if len(made) == 0 || !w.space.Covers(next, st, made) {
		return nil
	}
	return next
}

// sameShape reports whether a name denotes in two states a value, an array that begins at
// the same place, or an object with the same parts.
func (w *fragments) sameShape(a, b *rewrite.State, name *term.Term) bool {
	v, ok := w.ValueOf(a, name)
	if !ok {
		fields := w.Fields(a, name)
		return len(fields) > 0 && len(fields) == len(w.Fields(b, name))
	}
	u, ok := w.ValueOf(b, name)
	return ok && (v.Array == nil) == (u.Array == nil) && (v.Array == nil || term.Equal(v.Array.Offset, u.Array.Offset))
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
func (w *fragments) nameOfMixed(st *rewrite.State, mixed map[*term.Variable]bool) string {
	for i, slot := range st.Slots {
		if i == w.K {
			continue
		}
		for _, v := range term.Vars(slot) {
			if mixed[v] {
				return w.nameLeadingTo(st, v)
			}
		}
	}
	return ""
}

// nameLeadingTo is a name in a map of the configuration whose value, or what stands in
// a map under that, mentions a variable.
func (w *fragments) nameLeadingTo(st *rewrite.State, v *term.Variable) string {
	for _, text := range slices.Sorted(maps.Keys(w.Tokens)) {
		for _, n := range w.Tokens[text] {
			for _, value := range pattern.ValuesAt(st.Slots, n) {
				if term.Occurs(v, value) || slices.ContainsFunc(pattern.ValuesAt(st.Slots, value), func(t *term.Term) bool { return term.Occurs(v, t) }) {
					return text
				}
			}
		}
	}
	return "something"
}

// noteUndeclared notes the names that are taken for those of variables.
func (w *fragments) noteUndeclared() {
	if len(w.undeclared) == 0 {
		return
	}
	w.result.Granted = append(w.result.Granted, source.Warningf(w.usedAt, "not-declared",
		"declared nowhere, and taken for variables of their own that have integer values: %s", strings.Join(w.undeclared, ", ")))
}
