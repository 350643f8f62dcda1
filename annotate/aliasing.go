package annotate

import (
	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/pattern"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Where the arrays and pointers of a contract lead: to the starts of blocks of their
// own, unless some call passes pointers into blocks; and into one array, where a
// precondition relates them to each other, as begin <= end and end - begin do.

// relax lets array parameters be uninitialised on entry if the call on top of a
// state passes arrays that are not known to be initialised, and lead inside blocks
// if it passes such; it reports whether that is new.
func (c *compiler) relax(ct *contract, st *rewrite.State) bool {
	more := false
	check := func(name string, own meaning.Value, passed meaning.Value) {
		if own.Array != nil && passed.Array != nil && term.Equal(own.Array.Initialised, allInitialised) && !term.Equal(passed.Array.Initialised, allInitialised) {
			ct.partly[name], more = true, true
		}
	}
	args := c.CallArguments(st)
	var blocks []*term.Term
	inside := false
	for i, name := range ct.names {
		own, isParam := ct.args[name]
		if i >= len(args) || !isParam {
			continue
		}
		if own.Object == nil {
			v, _ := c.ValueOf(st, args[i])
			check(name, own, v)
			if own.Array != nil && v.Array != nil && v.Array.Object != nil {
				blocks = append(blocks, v.Array.Object)
				inside = inside || own.Array.Offset.IsInt() && !term.Equal(own.Array.Offset, v.Array.Offset)
			}
			continue
		}
		for _, f := range c.Fields(ct.left, own.Object) {
			v, _ := c.FieldOf(st, args[i], f.Name)
			check(name+"_"+f.Name, f.Value, v)
		}
	}
	// Parts of one array are no arguments of a contract, inside or not.
	if inside && !ct.inside && c.Shape.Probe(shape.InvokeInside) != nil && len(shape.Unique(blocks)) == len(blocks) {
		ct.inside, more = true, true
	}
	return more
}

// before are the clauses that what lies before array parameters is in a state what
// it was on entry.
func (ct *contract) before(c *compiler, st *rewrite.State) []meaning.Clause {
	if !ct.inside {
		return nil
	}
	var out []meaning.Clause
	for i, arg := range c.CallArguments(ct.left) {
		v, ok := c.ValueOf(st, arg)
		_, shared := ct.shared[i]
		if !ok || v.Array == nil || shared || i >= len(ct.names) || ct.args[ct.names[i]].Array == nil {
			continue
		}
		own := ct.args[ct.names[i]].Array
		for _, a := range [][2]*term.Term{{own.Array, v.Array.Array}, {own.Initialised, v.Array.Initialised}} {
			if own.Offset.IsInt() || term.Equal(a[0], a[1]) {
				continue
			}
			k := term.Fresh("k", term.SortInt)
			same := term.Eq(term.Apply(term.ArraySelect, a[1], k), term.Apply(term.ArraySelect, a[0], k))
			f := term.Apply(term.Forall, k, term.Implies(term.And(term.Le(term.Int(0), k), term.Lt(k, own.Offset)), same))
			out = append(out, meaning.Clause{Formula: f, Span: ct.Span, Text: "what lies before " + ct.names[i] + " keeps its value", Found: true})
		}
	}
	return out
}

// relations are the operators that say that two pointers lead into one array.
var relations = map[syntax.Op]bool{syntax.Minus: true, syntax.Equal: true, syntax.Less: true, syntax.LessEqual: true, syntax.Greater: true, syntax.GreaterEqual: true}

// related returns, by position, the earlier parameter to which a precondition relates
// a parameter. Whether these are pointers is not looked at.
func (c *compiler) related(p *attach.Procedure) map[int]int {
	position := map[string]int{}
	for i, param := range c.Shape.Elements(p.Params) {
		if roots := c.Shape.RootNames(param); len(roots) > 0 {
			position[roots[0].Text()] = i
		}
	}
	out := map[int]int{}
	first := func(i int) int {
		for {
			j, ok := out[i]
			if !ok {
				return i
			}
			i = j
		}
	}
	var visit func(n *syntax.Node, bound map[string]bool)
	visit = func(n *syntax.Node, bound map[string]bool) {
		switch n.Op {
		case syntax.Not:
			return
		case syntax.ForAll, syntax.Exists:
			inner := map[string]bool{n.Name: true}
			for b := range bound {
				inner[b] = true
			}
			bound = inner
		}
		if relations[n.Op] && len(n.Args) == 2 {
			x, y := pointerName(n.Args[0]), pointerName(n.Args[1])
			i, isParam := position[x]
			j, other := position[y]
			if i, j = first(i), first(j); isParam && other && i != j && !bound[x] && !bound[y] {
				out[max(i, j)] = min(i, j)
			}
		}
		for _, a := range n.Args {
			visit(a, bound)
		}
	}
	for _, a := range p.Pre {
		if n, problem := syntax.ParseFormula(a.Text); problem == nil {
			visit(n, nil)
		}
	}
	return out
}

// pointerName is the name of the pointer from which an expression counts, "" if it
// counts from none.
func pointerName(n *syntax.Node) string {
	switch {
	case n.Op == syntax.Name:
		return n.Name
	case n.Op == syntax.Plus && len(n.Args) == 2:
		if x := pointerName(n.Args[0]); x != "" {
			return x
		}
		return pointerName(n.Args[1])
	case n.Op == syntax.Minus && len(n.Args) == 2:
		return pointerName(n.Args[0])
	case n.Op == syntax.Address && n.Args[0].Op == syntax.Index:
		return pointerName(n.Args[0].Args[0])
	}
	return ""
}

// pairs leaves of related parameters those that are arrays in a state where the
// procedure is called.
func (c *compiler) pairs(st *rewrite.State, related map[int]int) map[int]int {
	args := c.CallArguments(st)
	isArray := func(i int) bool {
		if i >= len(args) {
			return false
		}
		v, ok := c.ValueOf(st, args[i])
		return ok && v.Array != nil && v.Array.Object != nil && v.Array.Object.IsVar()
	}
	out := map[int]int{}
	for j, i := range related {
		if isArray(i) && isArray(j) {
			out[j] = i
		}
	}
	return out
}

// share makes the arguments of a call lead into one array each pair.
func (c *compiler) share(st *rewrite.State, pairs map[int]int) *rewrite.State {
	for j := range c.CallArguments(st) {
		i, ok := pairs[j]
		if !ok {
			continue
		}
		args := c.CallArguments(st)
		vi, _ := c.ValueOf(st, args[i])
		vj, _ := c.ValueOf(st, args[j])
		kept, gone := vi.Array.Object, vj.Array.Object
		sub := term.Substitution{}
		next := *st
		next.Slots, next.PC = append([]*term.Term(nil), st.Slots...), nil
		for k, slot := range st.Slots {
			if slot.Kind() != term.KMap {
				continue
			}
			a, foundA := slot.Get(kept)
			b, foundB := slot.Get(gone)
			if foundA == term.Present && foundB == term.Present {
				pattern.Differences(b, a, func(v *term.Variable) { sub[v] = pattern.PartAt(b, a, v) })
				next.Slots[k] = slot.Rest(gone)
			}
		}
		for _, f := range st.PC { // what says that the place is new is said of the other
			if !term.Occurs(gone.Variable(), f) {
				next.PC = append(next.PC, f)
			}
		}
		sub[gone.Variable()] = kept
		st = meaning.Substituted(sub, &next)
	}
	return st
}
