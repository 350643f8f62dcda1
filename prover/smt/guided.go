package smt

import (
	"context"
	"slices"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// guided refutes a question with instances that are chosen by models of what it has so far.
type guided struct {
	*Solver
	ctx      context.Context
	deadline time.Time
	apart    bool // as in instantiate.Guide
}

// maxGuides bounds the models by which instances of one question are chosen.
const maxGuides = 20

// refute adds instances until the ground formulas have no model, or one that satisfies all.
func (s guided) refute(g *grounding) outcome {
	guide := instantiate.Guide{Question: g.Question, Apart: s.apart}
	var out outcome
	for range maxGuides {
		terms := slices.DeleteFunc(guide.Terms(), func(t *term.Term) bool { return t.Sort() != term.SortInt && t.Sort() != term.SortBool })
		s.translate(g)
		if slices.Contains(g.Formulas(), term.False) {
			return outcome{Answer: Answer{Result: Unsat, By: Syntax}}
		}
		var values []string
		if out, values = s.model(g.nodes, s.nodesOf(terms)); out.Result != Sat {
			if s.backends.agree {
				return s.decide(s.ctx, g, s.deadline)
			}
			break
		}
		if s.tires(out) || guide.Add(newStructure(guide, terms, values)) == 0 {
			break
		}
	}
	if out.Result == Sat {
		out.Approximate = anyHas(g.nodes, fol.Approximate) || s.open(g)
	}
	return out
}

// model asks for values of nodes. The simplex method is asked first.
func (s guided) model(nodes, want []*fol.Node) (out outcome, values []string) {
	for _, e := range []fol.Backend{s.backends.first, s.backends.ground} {
		switch {
		case e == nil:
			continue
		case e == s.backends.first:
			s.counters.Simplex++
		case s.needless():
			return out, nil
		default:
			s.counters.Ground++
		}
		if out, values = s.askValues(s.ctx, e, nodes, want, s.deadline); out.Result != Unknown {
			break
		}
	}
	return out, values
}

// nodesOf translates terms.
func (s guided) nodesOf(terms []*term.Term) []*fol.Node {
	out := make([]*fol.Node, len(terms))
	for i, t := range terms {
		out[i] = s.translator.Node(t)
	}
	return out
}

// structure is what a model says of ground terms. It says nothing of most others: what it does
// not know has no value.
type structure struct {
	question instantiate.Guide
	given    termmap.Map[*term.Term] // values, by ground term
	table    termmap.Map[*term.Term] // values of applications, of functions and of arrays, to values
	memo     map[*term.Term]*term.Term
	far      [2]map[*term.Term]int // distances, of the negations first
}

func newStructure(q instantiate.Guide, terms []*term.Term, values []string) *structure {
	m := &structure{question: q, memo: map[*term.Term]*term.Term{}, far: [2]map[*term.Term]int{{}, {}}}
	if len(values) != len(terms) {
		return m
	}
	for i, t := range terms {
		if x := readText(values[i]); x != nil && x.Sort() == t.Sort() {
			m.given.Put(t, x)
		}
	}
	for _, t := range terms {
		if x, ok := m.given.Get(t); ok && t.Symbol() != nil {
			if at := m.applied(t); at != nil {
				m.table.Put(at, x)
			}
		}
	}
	clear(m.memo)
	clear(m.far[0])
	clear(m.far[1])
	return m
}

// applied returns the application of a function to values, or the item of an array at one, that
// an application comes to; nil if that is not known, or needs no table.
func (m *structure) applied(t *term.Term) *term.Term {
	if t.Is(term.ArraySelect) {
		array, index, written := m.selected(t)
		if index == nil || written != nil {
			return nil
		}
		return term.App(term.ArraySelect, array, index)
	}
	args := slices.Clone(t.Args())
	for i, a := range args {
		if a.Sort() != term.SortInt && a.Sort() != term.SortBool {
			continue
		}
		if args[i] = m.Value(a); args[i] == nil {
			return nil
		}
	}
	return term.App(t.Symbol(), args...)
}

// Value returns the value of an integer or a truth value; nil if it has none.
func (m *structure) Value(t *term.Term) *term.Term {
	if t.IsValue() {
		return t
	}
	x, ok := m.memo[t]
	if !ok {
		if x, ok = m.given.Get(t); !ok && t.Kind() == term.KApp {
			x = m.evaluate(t)
		}
		m.memo[t] = x
	}
	return x
}

func (m *structure) evaluate(t *term.Term) *term.Term {
	f := t.Symbol()
	switch {
	case f.Class == term.Binder:
		return nil
	case t.Sort() == term.SortBool && connective(f):
		if d := m.Distance(t, true); d < 0 {
			return term.True
		} else if d == 0 {
			return term.False
		}
		return nil
	case f == term.KIte:
		switch m.Value(t.Arg(0)) {
		case term.True:
			return m.Value(t.Arg(1))
		case term.False:
			return m.Value(t.Arg(2))
		}
		return nil
	case f == term.ArraySelect:
		return m.item(t)
	}
	at := m.applied(t)
	if at == nil {
		return nil
	}
	if x, ok := m.table.Get(at); ok {
		return x
	}
	if f.Class == term.Function && term.Builtin(f.Hook) == f {
		return settled(term.ApplyAt(f, 0, at.Args()))
	}
	return nil
}

// item is what an array holds.
func (m *structure) item(t *term.Term) *term.Term {
	array, index, written := m.selected(t)
	switch {
	case index == nil:
		return nil
	case written != nil:
		return m.Value(written)
	case array.Kind() == term.KArray:
		return settled(term.Apply(term.ArraySelect, array, index))
	}
	x, _ := m.table.Get(term.App(term.ArraySelect, array, index))
	return x
}

// selected goes back through what was written to an array, to the item that is read: of the array
// at an index, or the one written there; the index is nil if it is not known which it is.
func (m *structure) selected(t *term.Term) (array, index, written *term.Term) {
	array, index = t.Arg(0), m.Value(t.Arg(1))
	for index != nil && array.Is(term.ArrayStore) {
		switch at := m.Value(array.Arg(1)); {
		case at == nil:
			return array, nil, nil
		case term.Equal(at, index):
			return array, index, array.Arg(2)
		}
		array = array.Arg(0)
	}
	return array, index, nil
}

// farthest is a distance from which on all are one: parts that are shared are counted each time.
const farthest = 1 << 10

func connective(f *term.Symbol) bool {
	switch f {
	case term.BoolNot, term.BoolAnd, term.BoolAndThen, term.BoolOr, term.BoolOrElse, term.BoolImplies:
		return true
	}
	return false
}

// Distance is how many parts of a formula (its negation if not positive) the model says nothing of
// that keep it from being false; less than 0 if it is true.
func (m *structure) Distance(t *term.Term, positive bool) int {
	far := m.far[0]
	if positive {
		far = m.far[1]
	}
	d, ok := far[t]
	if !ok {
		d = m.measured(t, positive)
		far[t] = d
	}
	return d
}

// measured is distance for what is measured the first time.
func (m *structure) measured(t *term.Term, positive bool) int {
	a := t.Args()
	switch t.Symbol() {
	case term.BoolNot:
		return m.Distance(a[0], !positive)
	case term.BoolAnd, term.BoolAndThen:
		return m.junction(a[0], a[1], positive, positive, positive)
	case term.BoolOr, term.BoolOrElse:
		return m.junction(a[0], a[1], !positive, positive, positive)
	case term.BoolImplies:
		return m.junction(a[0], a[1], !positive, !positive, positive)
	case term.Forall, term.Exists:
		literal := t
		if !positive {
			literal = term.Not(t)
		}
		if atom, ok := m.question.Atom(literal); ok && m.Value(atom) == term.True {
			return -1
		}
		return 1
	}
	x := m.Value(t)
	switch {
	case x == nil && t.HasBinders():
		return 2
	case x == nil:
		return 1
	case (x == term.True) == positive:
		return -1
	}
	return 0
}

// junction is the distance of a conjunction or disjunction.
func (m *structure) junction(a, b *term.Term, conjunction, pa, pb bool) int {
	x, y := m.Distance(a, pa), m.Distance(b, pb)
	switch {
	case !conjunction && (x < 0 || y < 0):
		return -1
	case !conjunction:
		return min(x+y, farthest)
	case x < 0:
		return y
	case y < 0:
		return x
	}
	return min(x, y)
}
