package annotate

import (
	"fmt"
	"slices"
	"strings"

	"rlv/annotate/alias"
	"rlv/annotate/attach"
	"rlv/annotate/marks"
	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// grants says in words what contracts take for granted, and which are the calls of which
// nothing checks that it is so.
type grants struct {
	*compiler
	leading []*term.Term // globals that lead somewhere else
}

func newGrants(c *compiler) *grants {
	plain := func(name *term.Term) bool { return c.IsPlain(c.loaded, name) }
	return &grants{c, slices.DeleteFunc(slices.Clone(c.GlobalNames()), plain)}
}

// of says what a contract takes for granted beside its precondition: of each
// parameter, and of the globals that its procedure uses.
func (w *grants) of(ct *contract) []string {
	var out []string
	places := 0
	for i, arg := range w.CallArguments(ct.left) {
		if i >= len(ct.names) || ct.names[i] == "" {
			continue
		}
		place := slices.ContainsFunc(term.Vars(arg), ct.call().Holds)
		if place {
			places++
		}
		out = append(out, w.ofParameter(ct, i, place)...)
	}
	if places > 1 || places == 1 && len(w.GlobalNames()) > 0 {
		out = append(out, "what parameters lead to is apart from each other and from globals")
	}
	if len(w.leading) == 0 {
		return out
	}
	reached := w.layout.NamesReached(ct.Procedure)
	for _, g := range w.leading {
		what := ""
		switch {
		case !rewrite.Holds(reached, g):
			continue
		case rewrite.Holds(ct.led, g):
			what = ", and where that is nowhere or the program leads it elsewhere, to something of its own with values in all its parts"
		case rewrite.Holds(ct.open, g):
			what = ", and where that is nowhere or the program leads it elsewhere, anywhere"
		}
		out = append(out, fmt.Sprintf("the global %s leads to what its declaration makes it lead to%s", g.Text(), what))
	}
	return out
}

// ofParameter says what is taken for granted of parameter i.
func (w *grants) ofParameter(ct *contract, i int, place bool) []string {
	name := ct.names[i]
	v := ct.args[name]
	switch j, shared := ct.shared[i]; {
	case ct.nowhere[i] != nil:
		return []string{name + " leads nowhere"}
	case ct.passed[i] != (alias.Pass{}):
		return []string{ct.passed[i].Words(name, ct.names)}
	case shared:
		return []string{fmt.Sprintf("%s leads into the array of %s", name, ct.names[j])}
	case v.Array != nil && v.Object == nil:
		return append([]string{v.Array.Words(name, meaning.AllInitialised)}, marks.Read(name, meaning.Formulas(ct.pre))...)
	case v.Object == nil && place:
		return []string{name + " refers to a variable of its own, which has a value"}
	case v.Object == nil:
		return []string{name + " has a value"}
	}
	out := []string{name + " has values in all its parts"}
	switch {
	case v.Array != nil:
		out = []string{v.Array.Words(name, meaning.AllInitialised)}
	case place:
		out = []string{name + " leads to an object of its own with values in all its parts"}
	}
	fields := w.Fields(ct.left, v.Object)
	if v.Array != nil && len(fields) == 0 {
		out = append(out, "nothing of what the elements of "+name+" are")
	}
	for _, f := range fields {
		switch {
		case f.Array == nil:
		case v.Array == nil || f.Array.Lengths != nil:
			out = append(out, f.Array.Words(name+"."+f.Name, meaning.AllInitialised))
		case !f.Array.OfObjects() && !term.Equal(f.Array.Initialised, meaning.AllInitialised):
			out = append(out, fmt.Sprintf("%s.%s has values where the precondition says something of them", name, f.Name))
		}
	}
	return out
}

// unchecked notes, once, the calls of verified procedures that stand in code that is
// not verified and does not run as a part of what is: nothing checks them.
func (w *grants) unchecked() {
	var calls, around []string
	var first source.Span
	look := func(what string, t *term.Term) {
		term.Walk(t, func(u *term.Term) bool {
			name, _, isCall := w.Shape.Call(u)
			if !isCall || !w.isVerified(name) {
				return true
			}
			at := w.Program.Span(u.Pos())
			if first.IsZero() {
				first = at
			}
			line, column := at.File.Position(at.Start)
			calls = append(calls, fmt.Sprintf("%s at %d:%d", name.Text(), line, column))
			if !slices.Contains(around, what) {
				around = append(around, what)
			}
			return true
		})
	}
	for _, s := range w.Shape.Flatten(w.Program.Term) {
		if !w.layout.IsProcedure(s) {
			look("the code outside of functions", s)
		}
	}
	covered := map[*attach.Procedure]bool{}
	for _, ct := range w.contracts {
		covered[ct.Procedure] = true
	}
	for _, p := range w.layout.Open(covered) {
		look(p.Name.Text(), p.Body)
	}
	if len(calls) > 0 {
		w.result.Granted = append(w.result.Granted, source.Warningf(first, "unchecked-call",
			"nothing verifies %s, so nothing checks that the calls there are as the contracts take them: %s; the command goals prints what they take for granted",
			strings.Join(around, ", "), strings.Join(calls, ", ")))
	}
}

// isVerified reports whether a name is that of a procedure that is verified for itself.
func (w *grants) isVerified(name *term.Term) bool {
	return slices.ContainsFunc(w.layout.Named(name), func(p *attach.Procedure) bool { return len(w.contract[p]) > 0 })
}
