package annotate

import (
	"fmt"
	"maps"
	"slices"

	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// maxProbe bounds the steps that the rules of a probe may take.
const maxProbe = 1000

// ask runs a probe in a state: alone on top of the computation, by the
// definition's rules. It returns the state afterwards and what stands on top,
// nil if nothing is left. A probe that has no rule here has no answer.
func (c *compiler) ask(st *rewrite.State, kind shape.Probe, args ...*term.Term) (*rewrite.State, *term.Term, error) {
	sym := c.lang.Probe(kind)
	if sym == nil {
		return nil, nil, fmt.Errorf("the definition has no probe(%s)", kind)
	}
	return c.evaluate(st, term.App(sym, args...))
}

// evaluate runs a computation in a state until no rule applies.
func (c *compiler) evaluate(st *rewrite.State, k *term.Term) (*rewrite.State, *term.Term, error) {
	st = c.withK(st, k)
	for range maxProbe {
		top := st.Slots[c.k]
		if top == term.DotK {
			return st, nil, nil
		}
		d := c.engine.Derive(st, c.oracle)
		if len(d.Undecided) > 0 {
			return nil, nil, fmt.Errorf("%s", d.Undecided[0].Reason)
		}
		if len(d.Successors) == 0 {
			if h := top.Head(); h.Kind() == term.KApp && (c.lang.IsProbe(h.Symbol()) || c.lang.IsOperation(h)) {
				return nil, nil, fmt.Errorf("no value")
			}
			return st, top, nil
		}
		if len(d.Successors) > 1 {
			return nil, nil, fmt.Errorf("it has several values")
		}
		st = d.Successors[0].State
	}
	return nil, nil, fmt.Errorf("it takes too many steps")
}

// withK returns the state with another computation.
func (c *compiler) withK(st *rewrite.State, k *term.Term) *rewrite.State {
	n := *st
	n.Slots = append([]*term.Term(nil), st.Slots...)
	n.Slots[c.k] = k
	return &n
}

// valueOf reads a name or result of the language in a state.
func (c *compiler) valueOf(st *rewrite.State, e *term.Term) (value, bool) {
	if c.lang.Probe(shape.Array) != nil {
		if _, t, err := c.ask(st, shape.Array, e); err == nil && t != nil {
			if a := sliceOf(t); a != nil {
				return value{array: a}, true
			}
		}
	}
	_, t, err := c.ask(st, shape.Value, e)
	if err != nil || t == nil || t.Sort() != term.SortInt && t.Sort() != term.SortBool {
		return value{}, false
	}
	return value{scalar: t}, true
}

// partOperators are the ways to write a part of an object.
var partOperators = []string{".", "->"}

// parts returns the terms that may denote the part of an object with a name.
func (c *compiler) parts(object *term.Term, name string) []*term.Term {
	var out []*term.Term
	for _, op := range partOperators {
		for _, sym := range c.lang.Operators(op) {
			for _, id := range c.tokens(name) {
				if len(sym.Args) == 2 && c.engine.Definition.Lattice.Leq(id.Sort(), sym.Args[1]) {
					out = append(out, term.App(sym, object, id))
				}
			}
		}
	}
	return out
}

// fieldOf reads the part of an object with a name.
func (c *compiler) fieldOf(st *rewrite.State, object *term.Term, name string) (value, bool) {
	for _, part := range c.parts(object, name) {
		if v, ok := c.valueOf(st, part); ok {
			return v, true
		}
	}
	return value{}, false
}

// field is a named part of an object.
type field struct {
	name string
	value
}

// fields reads the parts of an object that the program knows names for.
func (c *compiler) fields(st *rewrite.State, object *term.Term) []field {
	var out []field
	for _, name := range c.partNames() {
		if v, ok := c.fieldOf(st, object, name); ok {
			out = append(out, field{name, v})
		}
	}
	return out
}

// partNames are the names of parts that occur in the program and its annotations,
// in order: what only an annotation reads is there as well.
func (c *compiler) partNames() []string {
	if c.namesOfParts != nil {
		return c.namesOfParts
	}
	symbols := map[*term.Symbol]bool{}
	for _, op := range partOperators {
		for _, sym := range c.lang.Operators(op) {
			symbols[sym] = true
		}
	}
	names := map[string]bool{}
	for _, a := range c.annotations {
		toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
		for i := 1; i < len(toks); i++ {
			if slices.Contains(partOperators, toks[i-1].Text) && toks[i].Kind == syntax.NameToken {
				names[toks[i].Text] = true
			}
		}
	}
	term.Walk(c.program.Term, func(t *term.Term) bool {
		if t.Kind() == term.KApp && symbols[t.Symbol()] && len(t.Args()) == 2 && t.Arg(1).Kind() == term.KToken {
			names[t.Arg(1).Text()] = true
		}
		return true
	})
	c.namesOfParts = slices.Sorted(maps.Keys(names))
	return c.namesOfParts
}

// stream reads the items of a stream: kind is Input or Output.
func (c *compiler) stream(st *rewrite.State, kind shape.Probe) (value, bool) {
	_, t, err := c.ask(st, kind)
	if err != nil || t == nil || t.Sort() != term.SortList {
		return value{}, false
	}
	return value{list: t}, true
}
