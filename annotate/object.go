package annotate

import (
	"maps"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
	"slices"
)

// valueOf reads a name or result of the language in a state.
func (r *reader) valueOf(st *rewrite.State, e *term.Term) (value, bool) {
	if r.lang.Probe(shape.Array) != nil {
		if _, t, err := r.ask(st, shape.Array, e); err == nil && t != nil {
			if a := sliceOf(t); a != nil {
				return value{array: a}, true
			}
		}
	}
	_, t, err := r.ask(st, shape.Value, e)
	if err != nil || t == nil || t.Sort() != term.SortInt && t.Sort() != term.SortBool {
		return value{}, false
	}
	return value{scalar: t}, true
}

// partOperators are the ways to write a part of an object.
var partOperators = []string{".", "->"}

// parts returns the terms that may denote the part of an object with a name.
func (r *reader) parts(object *term.Term, name string) []*term.Term {
	var out []*term.Term
	for _, op := range partOperators {
		for _, sym := range r.lang.Operators(op) {
			for _, id := range r.tokens(name) {
				if len(sym.Args) == 2 && r.engine.Definition.Lattice.Leq(id.Sort(), sym.Args[1]) {
					out = append(out, term.App(sym, object, id))
				}
			}
		}
	}
	return out
}

// fieldOf reads the part of an object with a name.
func (r *reader) fieldOf(st *rewrite.State, object *term.Term, name string) (value, bool) {
	for _, part := range r.parts(object, name) {
		if v, ok := r.valueOf(st, part); ok {
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
func (r *reader) fields(st *rewrite.State, object *term.Term) []field {
	var out []field
	for _, name := range r.partNames {
		if v, ok := r.fieldOf(st, object, name); ok {
			out = append(out, field{name, v})
		}
	}
	return out
}

// stream reads the items of a stream: kind is Input or Output.
func (r *reader) stream(st *rewrite.State, kind shape.Probe) (value, bool) {
	_, t, err := r.ask(st, kind)
	if err != nil || t == nil || t.Sort() != term.SortList {
		return value{}, false
	}
	return value{list: t}, true
}

// collectParts finds the names of parts that occur in the program and its annotations:
// what only an annotation reads is there as well.
func (r *reader) collectParts(anns []*syntax.Annotation) {
	symbols := map[*term.Symbol]bool{}
	for _, op := range partOperators {
		for _, sym := range r.lang.Operators(op) {
			symbols[sym] = true
		}
	}
	names := map[string]bool{}
	for _, a := range anns {
		toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
		for i := 1; i < len(toks); i++ {
			if slices.Contains(partOperators, toks[i-1].Text) && toks[i].Kind == syntax.NameToken {
				names[toks[i].Text] = true
			}
		}
	}
	term.Walk(r.program.Term, func(t *term.Term) bool {
		if t.Kind() == term.KApp && symbols[t.Symbol()] && len(t.Args()) == 2 && t.Arg(1).Kind() == term.KToken {
			names[t.Arg(1).Text()] = true
		}
		return true
	})
	r.partNames = slices.Sorted(maps.Keys(names))
}
