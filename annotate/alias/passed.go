package alias

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Arguments that lead to variables. Of
//
//	//@modifies: q, r
//	//@post: *q * b + *r == a
//	void divide(int a, int b, int *q, int *r);
//
// the contract has arrays with values behind q and r, as a configuration shows what a pointer leads to. A call
// divide(a, b, &x, &y) passes variables, which may have no value yet: there is another contract for such calls. And there is one for
// swap(&x, &x), where the precondition relates the two.

// Passed are the parameters, by position, for which some calls pass another kind of object than a contract has.
type Passed map[int]Pass

// Pass is how an argument differs: it leads to a variable instead of an array, or to what has no value, as which it is there;
// nil: it has one.
type Pass struct {
	Variable bool
	Lacking  *term.Term
	With     int // the position of the first parameter that leads to the same variable, from 1 on; 0: none before does
}

// Words say what an argument for a parameter with a name leads to; names are those of all parameters.
func (p Pass) Words(name string, names []string) string {
	switch {
	case p.With > 0:
		return name + " leads to the same variable as " + names[p.With-1]
	case p.Lacking != nil:
		return name + " leads to a variable of its own, or refers to it, which has no value"
	}
	return name + " leads to a variable of its own, which has a value"
}

// PassedFor is what a call passes by what it has otherwise than a contract, of which some parameters are arrays, and some are
// related by the precondition; nil: some of it are arrays, of which elements may have no value.
func PassedFor(unlike map[int]*term.Term, isArray func(i int) bool, related map[int]int, args []*term.Term) Passed {
	out := Passed{}
	for i, t := range unlike {
		switch j, isRelated := related[i]; {
		case IsArray(t):
			return nil
		case !isArray(i):
			out[i] = Pass{Lacking: t}
		case isRelated && term.Equal(args[i], args[j]) && isArray(j):
			out[i] = Pass{Variable: true, With: j + 1}
		default:
			out[i] = Pass{Variable: true}
		}
	}
	return out
}

// Lacking is what is passed where some of it has no value, as which it is there.
func (p Passed) Lacking(unlike map[int]*term.Term) Passed {
	out := maps.Clone(p)
	for i, t := range unlike {
		out[i] = Pass{Variable: p[i].Variable, Lacking: t, With: p[i].With}
	}
	return out
}

// IsKnown reports whether it is known what there is where there is no value.
func (p Passed) IsKnown() bool {
	for _, pass := range p {
		if pass.Lacking != nil && !pass.Lacking.IsGround() {
			return false
		}
	}
	return true
}

// Fit reports whether those of a call's arguments lead to the same variable that do in the contract, and no others.
func (p Passed) Fit(args []*term.Term) bool {
	for i, a := range p {
		for j, b := range p {
			if i < j && a.Variable && b.Variable && term.Equal(args[i], args[j]) != (b.With == i+1 || b.With > 0 && b.With == a.With) {
				return false
			}
		}
	}
	return true
}

// Together is a state with a call of arbitrary arguments on top where those lead to the same variable that are said to.
func (p Passed) Together(r *meaning.Reader, st *rewrite.State) *rewrite.State {
	for _, j := range slices.Sorted(maps.Keys(p)) {
		if p[j].With > 0 {
			args := r.CallArguments(st)
			kept, gone := term.Vars(args[p[j].With-1]), term.Vars(args[j])
			if len(kept) == 1 && len(gone) == 1 {
				st = joined(st, kept[0].Term(), gone[0].Term())
			}
		}
	}
	return st
}

// Unlike are the arguments of a call that lead to something which certainly is not what the left side of a contract has there,
// with what it is, by position; nil if one leads nowhere of the kind.
func Unlike(params, args, left, slots []*term.Term) map[int]*term.Term {
	out := map[int]*term.Term{}
	if len(params) != len(args) {
		return nil
	}
	for i, p := range params {
		if clash(p, args[i]) {
			return nil
		}
		for _, v := range term.Vars(p) {
			at := pattern.PartAt(p, args[i], v)
			if at == nil {
				continue
			}
			for j, slot := range left {
				is, there := valueIn(slot, v.Term()), valueIn(slots[j], at)
				if is != nil && there != nil && isUnlike(is, there) {
					out[i] = there
				}
			}
		}
	}
	return out
}

// valueIn is what a map has at a key; nil: it is none, or has nothing that is known there.
func valueIn(slot, key *term.Term) *term.Term {
	if slot.Kind() == term.KMap {
		if v, found := slot.Get(key); found == term.Present {
			return v
		}
	}
	return nil
}

// isUnlike reports whether a term certainly is no instance of a pattern, of whatever sort it is.
func isUnlike(p, t *term.Term) bool {
	isPlain := func(s term.Sort) bool { return s == term.SortInt || s == term.SortBool }
	isMade := func(t *term.Term) bool { return t.Kind() == term.KApp && t.Symbol().Class == term.Constructor }
	return clash(p, t) || isMade(p) && isPlain(t.Sort()) || isPlain(p.Sort()) && isMade(t)
}

// Variables are the names of the parameters that lead to variables.
func (p Passed) Variables(of *shape.Shape, proc *attach.Procedure) []*term.Term {
	var out []*term.Term
	for i, param := range of.Elements(proc.Params) {
		if roots := of.RootNames(param); p[i].Variable && len(roots) > 0 {
			out = append(out, roots[0])
		}
	}
	return out
}

// In is a state with a call of arbitrary arguments on top where what some lead to has no value. What was known of the values
// is not known of it.
func (p Passed) In(st *rewrite.State, args []*term.Term) *rewrite.State {
	return p.replaced(st, args, func(i int, _ *term.Term) *term.Term { return p[i].Lacking })
}

// Behind is that state as it is when the procedure has ended, with what it has given a value as it is in whole, where all have
// one.
func (p Passed) Behind(st, whole *rewrite.State, args []*term.Term, changed map[*term.Variable]bool) *rewrite.State {
	return p.replaced(st, args, func(_ int, key *term.Term) *term.Term {
		for _, v := range pattern.ValuesAt(whole.Slots, key) {
			if slices.ContainsFunc(term.Vars(v), func(v *term.Variable) bool { return changed[v] }) {
				return v
			}
		}
		return nil
	})
}

// replaced is a state with other values where the arguments lead that have none.
func (p Passed) replaced(st *rewrite.State, args []*term.Term, with func(i int, key *term.Term) *term.Term) *rewrite.State {
	next := *st
	next.Slots = slices.Clone(st.Slots)
	gone := map[*term.Variable]bool{}
	for _, i := range slices.Sorted(maps.Keys(p)) {
		if p[i].Lacking == nil {
			continue
		}
		for _, v := range term.Vars(args[i]) {
			value := with(i, v.Term())
			for j, slot := range next.Slots {
				was := valueIn(slot, v.Term())
				if was == nil || value == nil {
					continue
				}
				next.Slots[j] = slot.Put(v.Term(), value)
				for _, u := range term.Vars(was) {
					gone[u] = true
				}
			}
		}
	}
	next.PC = slices.DeleteFunc(slices.Clone(st.PC), func(f *term.Term) bool {
		return slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return gone[v] })
	})
	return &next
}

// Words say what calls pass.
func (p Passed) Words(of *shape.Shape, proc *attach.Procedure) string {
	var variables, lacking, same []string
	names := parameters(of, proc)
	for i, name := range names {
		if p[i].With > 0 {
			same = append(same, names[p[i].With-1]+" and "+name)
		}
		switch {
		case p[i].Lacking != nil:
			lacking = append(lacking, name)
		case p[i].Variable:
			variables = append(variables, name)
		}
	}
	out := ""
	if len(variables) > 0 {
		out += " (leading to variables: " + strings.Join(variables, ", ") + ")"
	}
	if len(lacking) > 0 {
		out += " (without a value: " + strings.Join(lacking, ", ") + ")"
	}
	if len(same) > 0 {
		out += " (the same: " + strings.Join(same, ", ") + ")"
	}
	return out
}

// Mixed reports whether something that has no value has one at some ends of the procedure, and none at others.
func (p Passed) Mixed(args []*term.Term, finals []*rewrite.State) bool {
	for i, pass := range p {
		for _, v := range term.Vars(args[i]) {
			lacks := 0
			for _, f := range finals {
				if slices.ContainsFunc(pattern.ValuesAt(f.Slots, v.Term()), func(t *term.Term) bool { return pass.Lacking != nil && isUnset(pass.Lacking, t) }) {
					lacks++
				}
			}
			if 0 < lacks && lacks < len(finals) {
				return true
			}
		}
	}
	return false
}

// isUnset reports whether something is as it was without a value, or a part of it is.
func isUnset(lacking, t *term.Term) bool {
	if term.Equal(lacking, t) {
		return true
	}
	if lacking.Kind() != term.KApp || t.Kind() != term.KApp || lacking.Symbol() != t.Symbol() {
		return false
	}
	for i, a := range lacking.Args() {
		if a.Kind() != term.KMap || t.Arg(i).Kind() != term.KMap {
			continue
		}
		entries, _ := a.Entries()
		if slices.ContainsFunc(entries, func(e term.Entry) bool {
			u, found := t.Arg(i).Get(e.Key)
			return found == term.Present && isUnset(e.Value, u)
		}) {
			return true
		}
	}
	return false
}

// SpeaksOf reports whether formulas speak of what stands in a state as a whole, and not where something of it has no value.
func SpeaksOf(whole, left, formulas []*term.Term) bool {
	there, said := term.Vars(left...), term.Vars(formulas...)
	return slices.ContainsFunc(term.Vars(whole...), func(v *term.Variable) bool { return slices.Contains(said, v) && !slices.Contains(there, v) })
}

// IsArray reports whether what something leads to is an array, or has one as a part.
func IsArray(t *term.Term) bool {
	return term.Some(t, func(u *term.Term) bool { return u.Sort() == term.SortArray })
}

// Said reports whether a postcondition speaks without a condition of each value that there is in the end where there was none: of
// a procedure without a body nothing else says that there is one.
func (p Passed) Said(args []*term.Term, right []compile.Slot, post []meaning.Clause) bool {
	var said []*term.Term
	for _, c := range post {
		isOpen := func(t *term.Term) bool {
			return t.Is(term.BoolImplies) || t.Is(term.BoolOr) || t.Is(term.KIte) || t.Is(term.Forall) || t.Is(term.Exists)
		}
		if !c.Found && !term.Some(c.Formula, isOpen) {
			said = append(said, c.Formula)
		}
	}
	known := term.Vars(said...)
	for i, pass := range p {
		if pass.Lacking == nil {
			continue
		}
		for _, v := range term.Vars(args[i]) {
			for _, slot := range right {
				if value := valueIn(slot.Term, v.Term()); value != nil && slices.ContainsFunc(term.Vars(value), func(u *term.Variable) bool { return !slices.Contains(known, u) }) {
					return false
				}
			}
		}
	}
	return true
}

// Asked are the conjuncts of a precondition, each as one, but for those that are so of pointers to different variables, whichever is
// before the other: what p <= q \/ q <= p says of two arrays, that they may be parts of one, it does not ask of variables.
func (p Passed) Asked(of *shape.Shape, proc *attach.Procedure) []*syntax.Annotation {
	variable := map[string]int{}
	for i, name := range parameters(of, proc) {
		if p[i].Variable {
			variable[name] = cmp.Or(p[i].With, i+1)
		}
	}
	if len(p) == 0 {
		return proc.Pre
	}
	return without(proc.Pre, func(c *syntax.Node) bool { return inOrder(c, variable, true) && inOrder(c, variable, false) })
}

// inOrder reports whether a formula certainly is so where pointers by some names lead to variables with numbers, of which the one
// with a less number is before the other, or behind it.
func inOrder(n *syntax.Node, variable map[string]int, first bool) bool {
	if len(n.Args) != 2 {
		return false
	}
	switch n.Op {
	case syntax.And:
		return inOrder(n.Args[0], variable, first) && inOrder(n.Args[1], variable, first)
	case syntax.Or:
		return inOrder(n.Args[0], variable, first) || inOrder(n.Args[1], variable, first)
	}
	x, y := n.Args[0], n.Args[1]
	i, j := variable[x.Name], variable[y.Name]
	if x.Op != syntax.Name || y.Op != syntax.Name || i == j || i == 0 || j == 0 {
		return false
	}
	less := n.Op == syntax.Less || n.Op == syntax.LessEqual
	greater := n.Op == syntax.Greater || n.Op == syntax.GreaterEqual
	return n.Op == syntax.Unequal || (less || greater) && (i < j == first) == less
}
