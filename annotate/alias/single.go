package alias

import (
	"fmt"
	"math/big"
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Pointers to single elements. Of
//
//	//@modifies: *p, *q
//	//@post: *p == old(*q) /\ *q == old(*p)
//	void swap(int *p, int *q) ..
//
// neither the contract nor the body says p[i] or len(p). So p leads to one element at least,
// which is a part of the precondition, and *p is that element only, whatever is around it.

// Led are the preconditions that pointers lead to an element: those of which a procedure and
// its contract do not speak as of arrays, and of which the contract says *p without a condition, or that they lead somewhere.
func Led(r *meaning.Reader, p *attach.Procedure, args map[string]meaning.Value) []meaning.Clause {
	var out []meaning.Clause
	indexed := NamesOf(Indexed(r.Shape, p))
	seen := map[string]bool{}
	for _, n := range dereferences(r, p) {
		name := n.Root().Name
		if a := args[name].Array; a != nil && args[name].Object == nil && !indexed[name] && !seen[name] {
			seen[name] = true
			out = append(out, meaning.Clause{Formula: term.Lt(a.Offset, a.Length), Span: n.Span, Text: name + " leads to an element", Found: true})
		}
	}
	return out
}

// Sized are the parts of a precondition that come with parameters which say how many elements they have at least, as in
//
//	void reset(int a[10]) ..
//
// called is a state with a call of arbitrary arguments.
func Sized(r *meaning.Reader, p *attach.Procedure, args map[string]meaning.Value, called *rewrite.State) []meaning.Clause {
	var out []meaning.Clause
	for _, param := range r.Shape.Elements(p.Params) {
		roots := r.Shape.RootNames(param)
		if len(roots) == 0 || args[roots[0].Text()].Array == nil {
			continue
		}
		for _, f := range called.PC {
			if least, ok := leastOf(f, args[roots[0].Text()].Array.Length); ok && least.Sign() > 0 {
				out = append(out, meaning.Clause{Formula: f, Span: r.Program.Span(param.Pos()), Text: fmt.Sprintf("len(%s) >= %v", roots[0].Text(), least), Found: true})
			}
		}
	}
	return out
}

// leastOf is the least value that a formula leaves to a term; false: it is no such bound.
func leastOf(f, of *term.Term) (*big.Int, bool) {
	if f.Kind() != term.KApp || len(f.Args()) != 2 || f.Arg(0).Kind() != term.KInt || !term.Equal(f.Arg(1), of) {
		return nil, false
	}
	switch n := f.Arg(0).Big(); f.Symbol() {
	case term.IntLe:
		return n, true
	case term.IntLt:
		return new(big.Int).Add(n, big.NewInt(1)), true
	}
	return nil, false
}

// Elements are the names and parts that a contract modifies, where *p is a part: the element
// that p leads to, if the procedure and its contract do not speak of p as of an array.
func Elements(of *shape.Shape, p *attach.Procedure, args map[string]meaning.Value, m meaning.Modified) ([]*term.Term, []*syntax.Node) {
	names, parts := slices.Clone(m.Names), m.Parts
	indexed := NamesOf(Indexed(of, p))
	for _, n := range m.Leads {
		name := n.Root().Name
		if v := args[name]; v.Array == nil || v.Object != nil || v.Array.Width != term.Int(0) || indexed[name] {
			continue
		}
		parts = append(parts, n)
		names = slices.DeleteFunc(names, func(t *term.Term) bool { return t.Text() == name })
	}
	return names, parts
}

// NamesOf is the set of the texts of some tokens.
func NamesOf(tokens []*term.Term) map[string]bool {
	out := map[string]bool{}
	for _, t := range tokens {
		out[t.Text()] = true
	}
	return out
}

// dereferences are the *p of a contract on which no condition is but that p leads somewhere, in what it modifies and in the
// conjuncts of its postcondition, and the p of which its precondition says that they lead somewhere.
func dereferences(r *meaning.Reader, p *attach.Procedure) []*syntax.Node {
	var out []*syntax.Node
	var visit func(n *syntax.Node)
	visit = func(n *syntax.Node) {
		switch n.Op {
		case syntax.Or, syntax.Implies:
			if name, leads := asks(r, n.Args[0]); name != "" && leads == (n.Op == syntax.Implies) {
				before := len(out)
				visit(n.Args[1])
				out = slices.Concat(out[:before], slices.DeleteFunc(out[before:], func(n *syntax.Node) bool { return n.Root().Name != name }))
			}
			return
		case syntax.Iff, syntax.Not, syntax.ForAll, syntax.Exists, syntax.Choice:
			return
		}
		if n.IsDereference() {
			out = append(out, n)
		}
		for _, a := range n.Args {
			visit(a)
		}
	}
	for _, a := range p.Pre {
		if n, problem := syntax.ParseFormula(a.Text); problem == nil {
			for _, c := range n.Conjuncts() {
				if name, leads := asks(r, c); name != "" && leads {
					out = append(out, &syntax.Node{Op: syntax.Name, Name: name, Span: c.Span})
				}
			}
		}
	}
	for _, a := range p.Post {
		if n, problem := syntax.ParseFormula(a.Text); problem == nil {
			visit(n)
		}
	}
	for _, a := range p.Modifies {
		places, _ := syntax.ParseModified(a.Text) // what is wrong is reported where it is read
		for _, n := range places {
			visit(n)
		}
	}
	return out
}
