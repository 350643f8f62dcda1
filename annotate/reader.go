package annotate

import (
	"fmt"
	"sort"

	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// maxProbe bounds the steps that the rules of a probe may take.
const maxProbe = 1000

// reader says what names and formulas mean in the states of a program. It changes
// nothing: goals that are proved at the same time share one.
type reader struct {
	engine  *rewrite.Engine
	lang    *shape.Shape
	program *compile.Program
	oracle  rewrite.Oracle // prunes what the rules of probes branch into
	k       int            // slot of the computation
	counter int            // slot of the fresh counter; negative: there is none
	blank   *rewrite.State // the initial configuration, nothing to do
	// logic are the functions that annotations declare, by name.
	logic     map[string]*logicFunction
	names     map[string][]*term.Term // tokens of the program by text
	partNames []string                // the names of parts, in order
	operators *operators
}

// newReader makes the reader of a program and its annotations, with an oracle that
// never decides.
func newReader(engine *rewrite.Engine, program *compile.Program, anns []*syntax.Annotation) (*reader, error) {
	d := engine.Definition
	r := &reader{engine: engine, lang: shape.Of(d), program: program, oracle: silent{}, k: d.Layout.K, counter: d.Layout.Counter,
		logic: map[string]*logicFunction{}, names: map[string][]*term.Term{}, operators: &operators{known: map[*term.Symbol]*operatorMeaning{}}}
	if r.k < 0 {
		return nil, fmt.Errorf("annotations need a language with one computation cell")
	}
	r.collectNames()
	r.collectParts(anns)
	return r, r.makeBlank()
}

// makeBlank makes the state in which nothing has run.
func (r *reader) makeBlank() error {
	slots, err := r.engine.Definition.Initial(map[string]*term.Term{"PGM": r.program.Term})
	if err != nil {
		return err
	}
	slots[r.k] = term.DotK
	for i, cell := range r.engine.Definition.Layout.Slots {
		switch cell.Stream {
		case "stdin":
			slots[i] = term.Fresh("In", term.SortList)
		case "stdout":
			slots[i] = term.Fresh("Out", term.SortList)
		}
	}
	r.blank = &rewrite.State{Slots: slots}
	return nil
}

// with returns the reader with another oracle.
func (r *reader) with(oracle rewrite.Oracle) *reader {
	s := *r
	s.oracle = oracle
	return &s
}

// silently returns the reader for questions while goals are proved: it never asks a
// solver.
func (r *reader) silently() *reader { return r.with(silent{}) }

// ask runs a probe in a state: alone on top of the computation, by the
// definition's rules. It returns the state afterwards and what stands on top,
// nil if nothing is left. A probe that has no rule here has no answer.
func (r *reader) ask(st *rewrite.State, kind shape.Probe, args ...*term.Term) (*rewrite.State, *term.Term, error) {
	sym := r.lang.Probe(kind)
	if sym == nil {
		return nil, nil, fmt.Errorf("the definition has no probe(%s)", kind)
	}
	return r.evaluate(st, term.App(sym, args...))
}

// evaluate runs a computation in a state until no rule applies.
func (r *reader) evaluate(st *rewrite.State, k *term.Term) (*rewrite.State, *term.Term, error) {
	st = r.withK(st, k)
	for range maxProbe {
		top := st.Slots[r.k]
		if top == term.DotK {
			return st, nil, nil
		}
		d := r.engine.Derive(st, r.oracle)
		if len(d.Undecided) > 0 {
			return nil, nil, fmt.Errorf("%s", d.Undecided[0].Reason)
		}
		if len(d.Successors) == 0 {
			if h := top.Head(); h.Kind() == term.KApp && (r.lang.IsProbe(h.Symbol()) || r.lang.IsOperation(h)) {
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
func (r *reader) withK(st *rewrite.State, k *term.Term) *rewrite.State {
	n := *st
	n.Slots = append([]*term.Term(nil), st.Slots...)
	n.Slots[r.k] = k
	return &n
}

// collectNames finds the tokens of the program.
func (r *reader) collectNames() {
	term.Walk(r.program.Term, func(t *term.Term) bool {
		if t.Kind() == term.KToken {
			known := false
			for _, u := range r.names[t.Text()] {
				known = known || u.Sort() == t.Sort()
			}
			if !known {
				r.names[t.Text()] = append(r.names[t.Text()], t)
			}
		}
		return true
	})
}

// tokens returns the tokens with the given text, of the program or, for a name
// that only annotations mention, of the sorts of its tokens.
func (r *reader) tokens(name string) []*term.Term {
	if ts := r.names[name]; len(ts) > 0 {
		return ts
	}
	var out []*term.Term
	for _, s := range r.tokenSorts() {
		out = append(out, term.Token(s, name))
	}
	return out
}

// tokenSorts are the sorts of names: of the tokens of the program that look
// like names.
func (r *reader) tokenSorts() []term.Sort {
	var out []term.Sort
	have := map[term.Sort]bool{}
	for name, ts := range r.names {
		if name == "" || name[0] >= '0' && name[0] <= '9' || name[0] == '\'' || name[0] == '"' {
			continue
		}
		for _, t := range ts {
			if !have[t.Sort()] {
				have[t.Sort()] = true
				out = append(out, t.Sort())
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

func (r *reader) isProgramName(name string) bool { return len(r.names[name]) > 0 }

// callArguments returns the arguments of the call on top of a state.
func (r *reader) callArguments(st *rewrite.State) []*term.Term {
	_, list, ok := r.lang.Call(st.Slots[r.k].Head())
	if !ok {
		return nil
	}
	args := r.lang.Elements(list)
	if args == nil {
		args = []*term.Term{}
	}
	return args
}

// globalNames are the names that the declarations at top level introduce.
func (r *reader) globalNames() []*term.Term {
	var out []*term.Term
	for _, s := range r.lang.Flatten(r.program.Term) {
		if r.lang.IsDeclaration(s) {
			out = append(out, r.lang.Declared(s)...)
		}
	}
	return shape.Unique(out)
}

// isResult reports whether a term is a result, which the language does not evaluate.
func (r *reader) isResult(t *term.Term) bool {
	k := r.engine.Definition.KResult
	return k == term.NoSort || r.engine.Definition.Lattice.Leq(t.Sort(), k)
}

// hasRule reports whether some rule applies in a state.
func (r *reader) hasRule(st *rewrite.State) bool {
	return len(r.engine.Derive(st, silent{}).Successors) > 0
}

// onTop says that this very piece of program is on top.
func (r *reader) onTop(st *rewrite.State, t *term.Term) bool {
	h := st.Slots[r.k].Head()
	return h.Pos() == t.Pos() && term.Equal(h, t)
}

// silent is an oracle that never decides.
type silent struct{}

func (silent) Prune([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }

func (silent) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }
