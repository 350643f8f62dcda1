package smt

import (
	"maps"
	"math/big"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// wanted are the nodes whose values make a model: the free variables of a
// question, then the points of its arrays.
type wanted struct {
	vars   []*term.Variable
	points []point
	nodes  []*fol.Node
}

// maxPoints bounds the points that are asked for.
const maxPoints = 64

// wanted returns what to ask for. Models of quantified formulas may have arrays that
// no chain of stores describes; there, the arrays are asked for at some indexes, too.
func (s *Solver) wanted(conj, indexes []*term.Term) *wanted {
	w := &wanted{}
	for _, v := range term.Vars(conj...) {
		if translate.DomainOf(v.Sort) != fol.Value {
			w.vars = append(w.vars, v)
			w.nodes = append(w.nodes, s.translator.Node(v.Term()))
		}
	}
	for _, v := range w.vars {
		for _, i := range indexes {
			if v.Sort == term.SortArray && len(w.points) < maxPoints {
				w.points = append(w.points, point{v})
				w.nodes = append(w.nodes, s.translator.As(fol.Int, i), s.translator.As(fol.Int, term.App(term.ArraySelect, v.Term(), i)))
			}
		}
	}
	return w
}

// point is an index of an array of a question.
type point struct{ array *term.Variable }

// read turns the texts of values into a model. Values that cannot be read are
// left out; an array is then what is known of it at its points, 0 elsewhere.
func (w *wanted) read(texts []string) map[*term.Variable]*term.Term {
	model := map[*term.Variable]*term.Term{}
	if len(texts) != len(w.nodes) {
		return model
	}
	for i, v := range w.vars {
		if x := readText(texts[i]); x != nil && x.Sort() == v.Sort {
			model[v] = x
		}
	}
	partial := map[*term.Variable]*term.Term{}
	for k, p := range w.points {
		at := len(w.vars) + 2*k
		i, x := readText(texts[at]), readText(texts[at+1])
		if model[p.array] != nil || i == nil || x == nil || !i.IsInt() || !x.IsInt() {
			continue
		}
		if partial[p.array] == nil {
			partial[p.array] = term.ConstArray(term.Int(0))
		}
		partial[p.array] = term.Apply(term.ArrayStore, partial[p.array], i, x)
	}
	for v, a := range partial {
		model[v] = a
	}
	return model
}

// readText reads one value, nil if it is not understood.
func readText(text string) *term.Term {
	es, err := sexpr.Parse(text)
	if err != nil || len(es) != 1 {
		return nil
	}
	return readValue(es[0], nil)
}

// readValue reads an integer, a Boolean, or an array built by stores; nil if e
// is something else. Names are bound by let.
func readValue(e sexpr.Expr, names map[string]*term.Term) *term.Term {
	if !e.IsList() {
		return readAtom(e.Atom, names)
	}
	switch {
	case e.Head() == "-" && len(e.List) == 2:
		if n := readValue(e.List[1], names); n != nil && n.IsInt() {
			return term.Sub(term.Int(0), n)
		}
	case e.Head() == "let" && len(e.List) == 3:
		return readLet(e, names)
	case e.Head() == "store" && len(e.List) == 4:
		a, i, v := readValue(e.List[1], names), readValue(e.List[2], names), readValue(e.List[3], names)
		if a != nil && i != nil && v != nil && a.Kind() == term.KArray && i.IsInt() && v.IsInt() {
			return term.Apply(term.ArrayStore, a, i, v)
		}
	case len(e.List) == 2 && e.List[0].String() == "(as const (Array Int Int))":
		if v := readValue(e.List[1], names); v != nil && v.IsInt() {
			return term.ConstArray(v)
		}
	}
	return nil
}

func readAtom(a string, names map[string]*term.Term) *term.Term {
	switch a {
	case "true", "false":
		return term.Bool(a == "true")
	}
	if n, ok := new(big.Int).SetString(a, 10); ok {
		return term.BigInt(n)
	}
	return names[a]
}

func readLet(e sexpr.Expr, names map[string]*term.Term) *term.Term {
	inner := make(map[string]*term.Term, len(names)+len(e.List[1].List))
	maps.Copy(inner, names)
	for _, b := range e.List[1].List {
		if len(b.List) != 2 {
			return nil
		}
		v := readValue(b.List[1], names)
		if v == nil {
			return nil
		}
		inner[b.List[0].Atom] = v
	}
	return readValue(e.List[2], inner)
}
