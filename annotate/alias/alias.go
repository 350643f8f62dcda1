// Package alias says where pointers lead: into one array where a precondition relates them to
// each other, as begin <= end and end - begin do; and to one object or to several.
package alias

import (
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// relations are the operators that say that two pointers lead into one array.
var relations = map[syntax.Op]bool{syntax.Minus: true, syntax.Equal: true, syntax.Less: true, syntax.LessEqual: true, syntax.Greater: true, syntax.GreaterEqual: true}

// Related returns, by position, the first of the parameters to which a precondition relates
// a parameter, directly or by others. Whether these are pointers is not looked at.
func Related(of *shape.Shape, p *attach.Procedure) map[int]int {
	position := map[string]int{}
	for i, param := range of.Elements(p.Params) {
		if roots := of.RootNames(param); len(roots) > 0 {
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
	for i := range out {
		out[i] = first(i)
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

// Indexed returns the names of the parameters of which a procedure or its contract speaks as of
// arrays: by the length, or by the number of an element.
func Indexed(of *shape.Shape, p *attach.Procedure) []*term.Term {
	used := spokenOf(p.Annotations())
	for _, t := range indexedIn(of, p.Body) {
		if t.Kind() == term.KToken {
			used[t.Text()] = true
		}
	}
	var out []*term.Term
	for _, param := range of.Elements(p.Params) {
		if roots := of.RootNames(param); len(roots) > 0 && used[roots[0].Text()] {
			out = append(out, roots[0])
		}
	}
	return out
}

// Parts are the names of the parts of objects of which a program or its annotations speak, whatever the objects are: callers
// and callees agree.
type Parts struct {
	Many []*term.Term // as of arrays, by the length, or by the number of an element
	Led  []*term.Term // as of a pointer, where they are parts of elements: of a[i].owner->id that is owner
}

// Behind is a computation with what is to be known of the parts in front.
func (p Parts) Behind(r *meaning.Reader, k *term.Term) *term.Term {
	return r.Behind(shape.LedPart, p.Led, r.Behind(shape.ManyPart, p.Many, k))
}

// PartsOf are those of a program and its annotations.
func PartsOf(r *meaning.Reader, anns []*syntax.Annotation) (out Parts) {
	many, led := spokenOf(anns), ledIn(r, anns)
	for _, t := range indexedIn(r.Shape, r.Program.Term) {
		if t.Kind() == term.KApp && len(t.Args()) == 2 && t.Arg(1).Kind() == term.KToken {
			many[t.Arg(1).Text()] = true
		}
	}
	for _, name := range r.PartNames {
		switch {
		case many[name]:
			out.Many = append(out.Many, r.TokensOf(name)...)
		case led[name]:
			out.Led = append(out.Led, r.TokensOf(name)...)
		}
	}
	return out
}

// ledIn are the names of parts of elements behind which a program or annotations write a part of what they lead to.
func ledIn(r *meaning.Reader, anns []*syntax.Annotation) map[string]bool {
	out := map[string]bool{}
	for _, a := range anns {
		toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
		for i := 3; i < len(toks); i++ {
			if toks[i].Text == "->" && toks[i-1].Kind == syntax.NameToken && toks[i-2].Text == "." && toks[i-3].Text == "]" {
				out[toks[i-1].Text] = true
			}
		}
	}
	isPart := func(t *term.Term, op string) bool {
		return t.Kind() == term.KApp && len(t.Args()) == 2 && slices.Contains(r.Shape.Operators(op), t.Symbol())
	}
	term.Walk(r.Program.Term, func(t *term.Term) bool {
		if isPart(t, "->") && isPart(t.Arg(0), ".") && t.Arg(0).Arg(0).Kind() == term.KApp && slices.Contains(r.Shape.Indexed(), t.Arg(0).Arg(0).Symbol()) {
			out[t.Arg(0).Arg(1).Text()] = true
		}
		return true
	})
	return out
}

// spokenOf are the names of which annotations say the length or, behind them, the number of an
// element: of s->items[i] and len(a[k].items) that is items.
func spokenOf(anns []*syntax.Annotation) map[string]bool {
	out := map[string]bool{}
	for _, a := range anns {
		toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
		var lens []bool               // of the parentheses around
		for i, t := range toks[:max(0, len(toks)-1)] {
			switch n := len(lens) - 1; {
			case t.Kind == syntax.NameToken:
				if toks[i+1].Text == "[" {
					out[t.Text] = true
				}
			case t.Text == "(":
				lens = append(lens, i > 0 && toks[i-1].Text == "len")
			case t.Text == ")" && n >= 0:
				if lens[n] && toks[i-1].Kind == syntax.NameToken {
					out[toks[i-1].Text] = true
				}
				lens = lens[:n]
			}
		}
	}
	return out
}

// Parted are those of some names of whose parts annotations speak, as of a.x and a[i].x.
func Parted(names []*term.Term, anns []*syntax.Annotation) []*term.Term {
	parted := map[string]bool{}
	for _, a := range anns {
		toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
		of := ""                      // of what the last token is, or is an element
		var around []string           // of what the brackets around take elements
		for i, t := range toks[:max(0, len(toks)-1)] {
			n := len(around) - 1
			switch {
			case t.Text == "[":
				around, of = append(around, of), ""
			case t.Text == "]" && n >= 0:
				around, of = around[:n], around[n]
			case t.Kind == syntax.NameToken:
				of = t.Text
			default:
				of = ""
			}
			if next := toks[i+1].Text; next == "." || next == "->" {
				parted[of] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(names), func(n *term.Term) bool { return !parted[n.Text()] })
}

// Lead leads the pointers of globals of which the precondition speaks to something of their own where the program's start
// leads them nowhere: those in their parts, and the globals themselves. Those of others lead anywhere then. It returns the
// state, and the globals of which is one or the other.
func Lead(r *meaning.Reader, st *rewrite.State, p *attach.Procedure, parts Parts) (next *rewrite.State, led, open []*term.Term) {
	globals := r.GlobalNames()
	led = Parted(globals, p.Pre)
	named := map[string]bool{}
	for _, a := range p.Pre {
		toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
		for _, t := range toks {
			named[t.Text] = named[t.Text] || t.Kind == syntax.NameToken
		}
	}
	for _, g := range globals {
		if v, ok := r.ValueOf(st, g); (!ok || v.Array != nil && v.Array.OfObjects()) && named[g.Text()] && !slices.Contains(led, g) && len(r.Fields(st, g)) == 0 {
			led = append(led, g)
		}
	}
	st, open = opened(r, st, slices.DeleteFunc(slices.Clone(globals), func(g *term.Term) bool { return slices.Contains(led, g) }))
	lead := r.Shape.Probe(shape.Lead)
	if lead == nil || len(led) == 0 {
		return st, led, open
	}
	many := spokenOf(p.Annotations())
	for _, t := range indexedIn(r.Shape, p.Body) {
		many[t.Text()] = many[t.Text()] || t.Kind() == term.KToken
	}
	for _, g := range led {
		ask := parts.Behind(r, term.App(lead, g))
		if many[g.Text()] {
			ask = r.Behind(shape.Many, []*term.Term{g}, ask)
		}
		if next, rest, err := r.Evaluate(st, ask); err == nil && rest == nil {
			st = r.WithK(next, st.Slots[r.K])
		}
	}
	return st, led, open
}

// opened is a state where the pointers of globals that the program's start leads nowhere lead anywhere, as another function
// may have changed them; and these globals.
func opened(r *meaning.Reader, st *rewrite.State, globals []*term.Term) (next *rewrite.State, open []*term.Term) {
	for _, g := range globals {
		if v, ok := r.ValueOf(st, g); ok && (v.Array == nil || !v.Array.OfObjects()) {
			continue
		}
		if next, rest, err := r.Ask(st, shape.Open, g); err == nil && rest == nil {
			next = meaning.Renamed(st, r.WithK(next, st.Slots[r.K]), g.Text(), nil)
			if !slices.EqualFunc(st.Slots, next.Slots, term.Equal) {
				st, open = next, append(open, g)
			}
		}
	}
	return st, open
}

// LeadsNowhere reports whether a postcondition cannot be read in a scope, where some globals that are listed may lead
// nowhere on entry: what they lead to in the end is known when the procedure was explored.
func LeadsNowhere(r *meaning.Reader, end *meaning.Scope, post []*syntax.Annotation, listed map[string]bool) bool {
	if !slices.ContainsFunc(r.GlobalNames(), func(g *term.Term) bool { return listed[g.Text()] }) {
		return false
	}
	quiet := *end
	quiet.Reader = r.Silently()
	_, problems := quiet.Clauses(post)
	return slices.ContainsFunc(problems, meaning.IsMissing)
}

// indexedIn are the expressions of a piece of program of which it takes elements by numbers.
func indexedIn(of *shape.Shape, t *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp && slices.Contains(of.Indexed(), u.Symbol()) {
			out = append(out, u.Arg(0))
		}
		return true
	})
	return out
}

// Asked are the conjuncts of a precondition, each as one, but for those that relate pointers which lead into different arrays in a
// scope: no call by the contract passes such.
func Asked(s *meaning.Scope, pre []*syntax.Annotation) []*syntax.Annotation {
	return without(pre, func(c *syntax.Node) bool { return unrelated(s, c) })
}

// without are the conjuncts of a precondition, each as one, but for some.
func without(pre []*syntax.Annotation, left func(c *syntax.Node) bool) []*syntax.Annotation {
	var out []*syntax.Annotation
	for _, a := range pre {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil { // it is reported where it is read
			return append(out, a)
		}
		for _, c := range n.Conjuncts() {
			if !left(c) {
				one := *a
				one.Text = c.Span
				out = append(out, &one)
			}
		}
	}
	return out
}

// unrelated reports whether all that a formula says is how pointers lie to each other that lead into different arrays in a
// scope, which has no meaning there.
func unrelated(s *meaning.Scope, n *syntax.Node) bool {
	apart := func(n *syntax.Node) bool {
		if len(n.Args) != 2 {
			return false
		}
		x, y := objectOf(s, pointerName(n.Args[0])), objectOf(s, pointerName(n.Args[1]))
		return x != nil && y != nil && !term.Equal(x, y)
	}
	switch n.Op {
	case syntax.And, syntax.Or:
		return unrelated(s, n.Args[0]) && unrelated(s, n.Args[1])
	case syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual:
		return apart(n) || slices.ContainsFunc(n.Args, func(a *syntax.Node) bool { return a.Op == syntax.Minus && apart(a) })
	}
	return false
}

// objectOf is the array into which a name leads in a scope; nil: it leads into none.
func objectOf(s *meaning.Scope, name string) *term.Term {
	for _, id := range s.Reader.TokensOf(name) {
		if v, ok := s.Reader.ValueOf(s.State, id); ok && v.Array != nil {
			return v.Array.Object
		}
	}
	return nil
}

// Pairs leaves of related parameters those that are arrays in a state where the
// procedure is called.
func Pairs(r *meaning.Reader, st *rewrite.State, related map[int]int) map[int]int {
	args := r.CallArguments(st)
	isArray := func(i int) bool {
		if i >= len(args) {
			return false
		}
		v, ok := r.ValueOf(st, args[i])
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

// Share makes the arguments of a call lead into one array each pair.
func Share(r *meaning.Reader, st *rewrite.State, pairs map[int]int) *rewrite.State {
	for j := range r.CallArguments(st) {
		i, ok := pairs[j]
		if !ok {
			continue
		}
		args := r.CallArguments(st)
		vi, _ := r.ValueOf(st, args[i])
		vj, _ := r.ValueOf(st, args[j])
		st = joined(st, vi.Array.Object, vj.Array.Object)
	}
	return st
}

// joined is a state where one place takes that of another.
func joined(st *rewrite.State, kept, gone *term.Term) *rewrite.State {
	sub := term.Substitution{}
	next := *st
	next.Slots, next.PC = slices.Clone(st.Slots), nil
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
	return meaning.Substituted(sub, &next)
}
