package meaning

import (
	"maps"
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// ValueOf reads a name or result of the language in a state.
func (r *Reader) ValueOf(st *rewrite.State, e *term.Term) (Value, bool) {
	v, err := r.read(st, e)
	return v, err == nil
}

// read is ValueOf with the reason why there is no value: [errNoValue], or what keeps
// it from being told.
func (r *Reader) read(st *rewrite.State, e *term.Term) (Value, error) {
	next, t, unclear := r.askOnce(st, shape.Array, e)
	if unclear == nil && t != nil {
		if a := sliceOf(t); a != nil {
			return Value{Array: a, given: added(st, next)}, nil
		}
	}
	next, t, err := r.askOnce(st, shape.Value, e)
	switch {
	case err == nil && t != nil && (t.Sort() == term.SortInt || t.Sort() == term.SortBool):
		return Value{Scalar: t, given: added(st, next)}, nil
	case err != nil && err != errNoValue:
		return Value{}, err
	case unclear != nil:
		return Value{}, unclear
	}
	return Value{}, errNoValue
}

// added is what the steps from a state to a later one added to the path condition.
func added(st, later *rewrite.State) *term.Term { return term.And(later.PC[len(st.PC):]...) }

// partOperators are the ways to write a part of an object.
var partOperators = []string{".", "->"}

// parts returns the terms that may denote the part of an object with a name.
func (r *Reader) parts(object *term.Term, name string) []*term.Term {
	var out []*term.Term
	for _, op := range partOperators {
		for _, sym := range r.Shape.Operators(op) {
			for _, id := range r.TokensOf(name) {
				out = r.appendPart(out, sym, object, id)
			}
		}
	}
	return out
}

// elements returns the terms that may denote the part of an object with a number.
func (r *Reader) elements(object, i *term.Term) []*term.Term {
	var out []*term.Term
	for _, sym := range r.Shape.Indexed() {
		out = r.appendPart(out, sym, object, i)
	}
	return out
}

// appendPart adds a construct for a part of an object, if it takes such.
func (r *Reader) appendPart(to []*term.Term, sym *term.Symbol, object, part *term.Term) []*term.Term {
	lattice := r.Engine.Definition.Lattice
	if len(sym.Args) == 2 && lattice.Leq(object.Sort(), sym.Args[0]) && lattice.Leq(part.Sort(), sym.Args[1]) {
		to = append(to, term.App(sym, object, part))
	}
	return to
}

// FieldOf reads the part of an object with a name, or with names and dots between for a
// part of a part.
func (r *Reader) FieldOf(st *rewrite.State, object *term.Term, name string) (Value, bool) {
	first, rest, nested := strings.Cut(name, ".")
	for _, part := range r.parts(object, first) {
		if nested {
			if v, ok := r.FieldOf(st, part, rest); ok {
				return v, true
			}
			continue
		}
		if v, ok := r.ValueOf(st, part); ok {
			return v, true
		}
	}
	return Value{}, false
}

// Field is a named part of an object.
type Field struct {
	Name string
	Value
}

// unknown says in words of the language why nothing is known of a part of an object, if it has any.
func (r *Reader) unknown(st *rewrite.State, part *term.Term) string {
	probe := r.Shape.Probe(shape.Array)
	if probe == nil || !r.Engine.Definition.Lattice.Leq(part.Sort(), probe.Args[0]) {
		return ""
	}
	return r.Engine.Explain(r.WithK(st, term.App(probe, part)).Slots)
}

// Held are the values that make up a value: those of its parts, if it is an object or an array of
// objects.
func (r *Reader) Held(st *rewrite.State, v Value) []Value {
	if v.Object == nil {
		return []Value{v}
	}
	var out []Value
	for _, f := range r.Fields(st, v.Object) {
		out = append(out, f.Value)
	}
	return out
}

// Lengths are those of some variables that say in a state how long the arrays are that others lead to which some words denote.
func (r *Reader) Lengths(st *rewrite.State, words []string, of map[*term.Variable]bool) []*term.Variable {
	isArray := func(v *term.Variable) bool { return v.Sort == term.SortArray }
	if !slices.ContainsFunc(slices.Collect(maps.Keys(of)), isArray) { // most loops: reading all parts of what words denote takes long
		return nil
	}
	var out []*term.Variable
	add := func(v Value) {
		if v.Array != nil && v.Array.Lengths != nil && v.Array.Lengths.IsVar() && of[v.Array.Lengths.Variable()] {
			out = append(out, v.Array.Lengths.Variable())
		}
	}
	for _, word := range words {
		for _, n := range r.Tokens[word] {
			if v, ok := r.ValueOf(st, n); ok {
				add(v)
			}
			for _, part := range r.leading(st, n, maxNesting) {
				if v, ok := r.ValueOf(st, part); ok {
					add(v)
				}
			}
		}
	}
	return out
}

// IsOpen reports whether one of some words denotes a value that is not known in a state.
func (r *Reader) IsOpen(st *rewrite.State, words []string) bool {
	for _, word := range words {
		for _, n := range r.Tokens[word] {
			if v, ok := r.ValueOf(st, n); ok && v.Scalar != nil && !v.Scalar.IsGround() {
				return true
			}
		}
	}
	return false
}

// maxNesting bounds how deep parts of parts are looked for.
const maxNesting = 4

// Fields reads the parts of an object that the program knows names for. For one that is
// an object itself, or an array of objects, there are its parts.
func (r *Reader) Fields(st *rewrite.State, object *term.Term) []Field {
	return r.fields(st, object, "", maxNesting)
}

func (r *Reader) fields(st *rewrite.State, object *term.Term, prefix string, depth int) []Field {
	var out []Field
	for _, name := range r.PartNames {
		v, ok := r.FieldOf(st, object, name)
		if ok && !v.ofObjects() {
			out = append(out, Field{prefix + name, v})
			continue
		}
		for _, part := range r.parts(object, name) {
			if depth > 0 && (ok || r.isObject(st, part)) {
				if more := r.fields(st, part, prefix+name+".", depth-1); len(more) > 0 {
					out = append(out, more...)
					break
				}
			}
		}
	}
	return out
}

// leading are the terms for parts of an object, behind those for parts of these, that are arrays or objects.
func (r *Reader) leading(st *rewrite.State, object *term.Term, depth int) []*term.Term {
	var out []*term.Term
	for _, name := range r.PartNames {
		for _, part := range r.parts(object, name) {
			v, ok := r.ValueOf(st, part)
			if ok && v.Array == nil || !ok && !r.isObject(st, part) {
				continue
			}
			if depth > 0 && (!ok || v.ofObjects()) {
				out = append(out, r.leading(st, part, depth-1)...)
			}
			out = append(out, part)
			break
		}
	}
	return out
}

// isObject reports whether a term is something, but no value that formulas know.
func (r *Reader) isObject(st *rewrite.State, t *term.Term) bool {
	_, top, err := r.askOnce(st, shape.Value, t)
	return err == nil && top != nil && r.IsResult(top.Head())
}

// Stream reads the items of a stream: kind is Input or Output.
func (r *Reader) Stream(st *rewrite.State, kind shape.Probe) (Value, bool) {
	next, t, err := r.Ask(st, kind)
	if err != nil || t == nil || t.Sort() != term.SortList {
		return Value{}, false
	}
	return Value{List: t, given: added(st, next)}, true
}

// collectParts finds the names of parts that occur in the program and its annotations:
// what only an annotation reads is there as well.
func (r *Reader) collectParts(anns []*syntax.Annotation) {
	symbols := map[*term.Symbol]bool{}
	for _, op := range partOperators {
		for _, sym := range r.Shape.Operators(op) {
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
	// What a construct at top level declares inside, such as a struct, are names of parts.
	for _, s := range r.Shape.Flatten(r.Program.Term) {
		if _, _, _, isProcedure := r.Shape.Procedure(s); !isProcedure && !r.Shape.IsDeclaration(s) && r.Shape.Iterated(s) == nil {
			for _, n := range r.Shape.Declared(s) {
				names[n.Text()] = true
			}
		}
	}
	term.Walk(r.Program.Term, func(t *term.Term) bool {
		if t.Kind() == term.KApp && symbols[t.Symbol()] && len(t.Args()) == 2 && t.Arg(1).Kind() == term.KToken {
			names[t.Arg(1).Text()] = true
		}
		return true
	})
	r.PartNames = slices.Sorted(maps.Keys(names))
}

// IsPlain reports whether a name stands for data only, or for an array by its own name,
// so that it leads to nothing else.
func (r *Reader) IsPlain(st *rewrite.State, name *term.Term) bool {
	v, ok := r.ValueOf(st, name)
	if !ok {
		fields := r.Fields(st, name)
		return len(fields) > 0 && len(fields) == len(r.PartNames) &&
			!slices.ContainsFunc(fields, func(f Field) bool { return f.Scalar == nil })
	}
	if v.Array == nil {
		return true
	}
	next, ok := r.Havoc(st, name, map[*term.Variable]bool{})
	if !ok {
		return false
	}
	w, ok := r.ValueOf(next, name)
	return ok && w.Array != nil && !w.Array.OfObjects() && term.Equal(v.Array.Offset, w.Array.Offset) && !term.Equal(v.Array.Array, w.Array.Array)
}

// IsAllocated reports whether a formula is allocated(p), and not the application of a function of that name.
func (r *Reader) IsAllocated(n *syntax.Node) bool {
	return n.Op == syntax.Apply && n.Name == "allocated" && r.Functions[n.Name] == nil
}

// Observed is a name of the program, for which the language has a term, as people see it: its
// value, or its parts.
func (r *Reader) Observed(st *rewrite.State, name string, t *term.Term) []prover.Observation {
	v, ok := r.ValueOf(st, t)
	if !ok {
		return r.observedFields(st, name, t)
	}
	out := Observation(name, v)
	if v.ofObjects() {
		out = append(out, r.observedFields(st, name, t)...)
	}
	return out
}

// observedFields are the parts of an object as people see them.
func (r *Reader) observedFields(st *rewrite.State, name string, object *term.Term) []prover.Observation {
	var out []prover.Observation
	for _, f := range r.Fields(st, object) {
		out = append(out, Observation(name+"."+f.Name, f.Value)...)
	}
	return out
}

// Observation is a value as people see it.
func Observation(name string, v Value) []prover.Observation {
	if v.Array != nil {
		out := []prover.Observation{{Name: "len(" + name + ")", Value: term.Sub(v.Array.Length, v.Array.Offset)}}
		if !v.ofObjects() {
			out = append(out, prover.Observation{Name: name, Value: v.Array.Array, Set: v.Array.Initialised, First: v.Array.Offset, Width: v.Array.Width, Lengths: v.Array.Lengths})
		}
		return out
	}
	return []prover.Observation{{Name: name, Value: v.Scalar}}
}

// Nowhere is the constant of the language that a name stands for, whatever the state is; nil: it stands for something else.
func (r *Reader) Nowhere(n *syntax.Node) *term.Term {
	if n.Op != syntax.Name || r.Functions[n.Name] != nil || r.IsProgramName(n.Name) {
		return nil
	}
	for _, t := range r.expression(n.Name) {
		_, top, err := r.Evaluate(r.Blank, t)
		if err != nil || top == nil || top.Kind() != term.KApp || top.Symbol().Class != term.Constructor || len(top.Args()) > 0 {
			continue
		}
		if _, isValue := r.ValueOf(r.Blank, top); !isValue && r.IsResult(top) {
			return top
		}
	}
	return nil
}
