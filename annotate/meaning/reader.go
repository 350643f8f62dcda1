// Package meaning says what names and formulas of annotations mean in a state of a
// program. It changes nothing.
//
// What a name means, the language says: a probe is put on top of the computation, and
// the definition's own rules are run on it (reader.go). For
//
//	syntax KItem ::= "#value" "(" Exp ")"  [probe(value)]
//	rule <k> #value(X:Id) => V ...</k> <env>... X |-> L ...</env> <store>... L |-> V ...</store>
//
// and a state with x |-> 3 in the environment and 3 |-> N +Int 1 in the store, the value
// of x is N +Int 1. Values are scalars, slices of arrays, lists, and objects with named
// parts (value.go, object.go). Other probes make a state arbitrary in one name
// (havoc.go).
//
// A [Scope] resolves formulas (scope.go, quantifier.go). Connectives and arithmetic are
// those of the logic; what else there is of operators means what its own rule makes of
// two integers (operator.go). Each formula comes with the condition under which it is
// defined, and is split into conjuncts that keep their places (clause.go).
package meaning

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// MaxProbe bounds the steps that the rules of a probe may take, so that one that never
// ends is noticed: to declare a parameter takes one.
const MaxProbe = 100_000

// Reader says what names and formulas mean in the states of a program. It changes
// nothing: goals that are proved at the same time share one.
type Reader struct {
	Engine  *rewrite.Engine
	Shape   *shape.Shape
	Program *compile.Program
	Oracle  rewrite.Oracle // prunes what the rules of probes branch into
	K       int            // slot of the computation
	Counter int            // slot of the fresh counter; negative: there is none
	Blank   *rewrite.State // the initial configuration, nothing to do
	// Functions are those that annotations declare, by name. They are filled in where
	// the declarations are read, before any state is looked at.
	Functions map[string]*Function
	// Facts are the axioms and lemmas that have names, likewise.
	Facts     map[string]*Fact
	Tokens    map[string][]*term.Term // tokens of the program by text
	PartNames []string                // the names of parts, in order
	globals   []*term.Term
	operators *operators
	answers   answers // nil: what is read is not remembered, as goals that are proved at the same time read
}

// New makes the reader of a program and its annotations, with an oracle that
// never decides.
func New(engine *rewrite.Engine, program *compile.Program, anns []*syntax.Annotation) (*Reader, error) {
	d := engine.Definition
	r := &Reader{Engine: engine, Shape: engine.Shape(), Program: program, Oracle: Silent{}, K: d.Layout.K, Counter: d.Layout.Counter,
		Functions: map[string]*Function{}, Facts: map[string]*Fact{}, Tokens: map[string][]*term.Term{}, operators: &operators{known: map[*term.Symbol]*operatorMeaning{}}}
	if r.K < 0 {
		return nil, fmt.Errorf("annotations need a language with one computation cell")
	}
	r.collectNames()
	r.collectGlobals()
	r.collectParts(anns)
	return r, r.makeBlank()
}

// makeBlank makes the state in which nothing has run.
func (r *Reader) makeBlank() error {
	slots, err := r.Engine.Definition.Initial(map[string]*term.Term{"PGM": r.Program.Term})
	if err != nil {
		return err
	}
	slots[r.K] = term.DotK
	for i, cell := range r.Engine.Definition.Layout.Slots {
		switch cell.Stream {
		case "stdin":
			slots[i] = term.Fresh("In", term.SortList)
		case "stdout":
			slots[i] = term.Fresh("Out", term.SortList)
		}
	}
	r.Blank = &rewrite.State{Slots: slots}
	return nil
}

// With returns the reader with another oracle.
func (r *Reader) With(oracle rewrite.Oracle) *Reader {
	s := *r
	s.Oracle, s.answers = oracle, nil
	return &s
}

// Remembering returns the reader with another oracle that remembers what it has read. It is
// for one goroutine.
func (r *Reader) Remembering(oracle rewrite.Oracle) *Reader {
	s := r.With(oracle)
	s.answers = answers{}
	return s
}

// Silently returns the reader for questions while goals are proved: it never asks a
// solver.
func (r *Reader) Silently() *Reader { return r.With(Silent{}) }

// errNoValue is that a state has no answer to a probe. Other errors of a probe say that
// it cannot be told whether there is one, and which.
var errNoValue = errors.New("no value")

// Ask runs a probe in a state: alone on top of the computation, by the
// definition's rules. It returns the state afterwards and what stands on top,
// nil if nothing is left. The path condition afterwards begins with the one before; the
// rest is what the rules ask for and promise: elsewhere there is no such answer. A probe
// that has no rule here has no answer.
func (r *Reader) Ask(st *rewrite.State, kind shape.Probe, args ...*term.Term) (*rewrite.State, *term.Term, error) {
	sym := r.Shape.Probe(kind)
	if sym == nil {
		return nil, nil, errNoValue
	}
	return r.Evaluate(st, term.App(sym, args...))
}

// askOnce is Ask for a probe that reads, of one argument; it is remembered, if anything is.
func (r *Reader) askOnce(st *rewrite.State, kind shape.Probe, e *term.Term) (*rewrite.State, *term.Term, error) {
	if r.answers == nil {
		return r.Ask(st, kind, e)
	}
	q, a := r.answers.find(st, r.K, kind, e)
	if a == nil {
		next, top, err := r.Ask(st, kind, e)
		a = r.answers.keep(q, answer{st, next, e, top, err})
	}
	return a.next, a.top, a.err
}

// Behind is a computation with a probe in front for each of some names, if the language has that.
func (r *Reader) Behind(kind shape.Probe, names []*term.Term, k *term.Term) *term.Term {
	if sym := r.Shape.Probe(kind); sym != nil {
		for _, name := range names {
			k = term.Seq(term.App(sym, name), k)
		}
	}
	return k
}

// Evaluate runs a computation in a state until no rule applies.
func (r *Reader) Evaluate(st *rewrite.State, k *term.Term) (*rewrite.State, *term.Term, error) {
	st = r.WithK(st, k)
	for range MaxProbe {
		top := st.Slots[r.K]
		if top == term.DotK {
			return st, nil, nil
		}
		d := r.Engine.Derive(st, r.Oracle)
		if len(d.Undecided) > 0 {
			return nil, nil, fmt.Errorf("%s", d.Undecided[0].Reason)
		}
		if len(d.Successors) == 0 {
			if h := top.Head(); h.Kind() == term.KApp && (r.Shape.IsProbe(h.Symbol()) || r.Shape.IsOperation(h)) {
				return nil, nil, errNoValue
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

// WithK returns the state with another computation.
func (r *Reader) WithK(st *rewrite.State, k *term.Term) *rewrite.State {
	n := *st
	n.Slots = slices.Clone(st.Slots)
	n.Slots[r.K] = k
	return &n
}

// collectNames finds the tokens of the program.
func (r *Reader) collectNames() {
	term.Walk(r.Program.Term, func(t *term.Term) bool {
		if t.Kind() == term.KToken {
			if !slices.ContainsFunc(r.Tokens[t.Text()], func(u *term.Term) bool { return u.Sort() == t.Sort() }) {
				r.Tokens[t.Text()] = append(r.Tokens[t.Text()], t)
			}
		}
		return true
	})
}

// TokensOf returns the tokens with the given text, of the program or, for a name
// that only annotations mention, of the sorts of its tokens.
func (r *Reader) TokensOf(name string) []*term.Term {
	if ts := r.Tokens[name]; len(ts) > 0 {
		return ts
	}
	var out []*term.Term
	if strings.Contains(name, "::") {
		return r.expression(name)
	}
	for _, s := range r.tokenSorts() {
		out = append(out, term.Token(s, name))
	}
	return out
}

// Why says why a state is stuck, in the words of the definition if it has any.
func (r *Reader) Why(st *rewrite.State) error {
	if why := r.Engine.Explain(st.Slots); why != "" {
		return errors.New(why)
	}
	return fmt.Errorf("%s is stuck", source.Shorten(st.Slots[r.K].Head().String(), 60))
}

// expression returns what a name of several parts is in the language, if anything.
func (r *Reader) expression(name string) []*term.Term {
	value := r.Shape.Probe(shape.Value)
	if value == nil {
		return nil
	}
	file := source.NewFile("name", name)
	p, err := r.Engine.Definition.ParseFragment(source.Span{File: file, End: len(name)}, r.Engine.Definition.Lattice.Name(value.Args[0]), nil)
	if err != nil {
		return nil
	}
	return []*term.Term{p.Term}
}

// tokenSorts are the sorts of names: of the tokens of the program that look
// like names.
func (r *Reader) tokenSorts() []term.Sort {
	var out []term.Sort
	have := map[term.Sort]bool{}
	for name, ts := range r.Tokens {
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

func (r *Reader) IsProgramName(name string) bool { return len(r.Tokens[name]) > 0 }

// CallArguments returns the arguments of the call on top of a state.
func (r *Reader) CallArguments(st *rewrite.State) []*term.Term {
	_, list, ok := r.Shape.Call(st.Slots[r.K].Head())
	if !ok {
		return nil
	}
	args := r.Shape.Elements(list)
	if args == nil {
		args = []*term.Term{}
	}
	return args
}

// GlobalNames are the names that the declarations at top level introduce.
func (r *Reader) GlobalNames() []*term.Term { return r.globals }

func (r *Reader) collectGlobals() {
	for _, s := range r.Shape.Flatten(r.Program.Term) {
		if r.Shape.IsDeclaration(s) {
			r.globals = append(r.globals, r.Shape.Declared(s)...)
		}
	}
	r.globals = shape.Unique(r.globals)
}

// IsResult reports whether a term is a result, which the language does not evaluate.
func (r *Reader) IsResult(t *term.Term) bool {
	k := r.Engine.Definition.KResult
	return k == term.NoSort || r.Engine.Definition.Lattice.Leq(t.Sort(), k)
}

// HasRule reports whether some rule applies in a state.
func (r *Reader) HasRule(st *rewrite.State) bool {
	return len(r.Engine.Derive(st, Silent{}).Successors) > 0
}

// OnTop reports whether this very piece of program is on top.
func (r *Reader) OnTop(st *rewrite.State, t *term.Term) bool {
	h := st.Slots[r.K].Head()
	return h.Pos() == t.Pos() && term.Equal(h, t)
}

// Silent is an oracle that never decides.
type Silent struct{}

func (Silent) Prune([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }

func (Silent) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }
