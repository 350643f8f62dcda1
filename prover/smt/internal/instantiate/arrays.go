package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/bounds"
	"rlv/prover/smt/internal/columns"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Equations of arrays are hard where they stand in disjunctions, as those do that say
// what a column is (package columns). Of
//
//	c and v = store(a, i, 0)   or   d and v = a
//
// each equation is replaced by a Boolean constant, e and f. What they say is added for
// what is read: where v[k] is,
//
//	e implies v[k] = store(a, i, 0)[k]
//	f implies v[k] = a[k]
//
// and what holds in all cases, so that the disjunction need not be split: v[k] = a[k]
// unless k = i, and at i what is in the hull of 0 and, where d holds, a[i]. If v[k] is the
// same in all cases, it is replaced by that. All this follows from the question, which
// has become weaker: it does not say that v is one of these arrays where it is not read.

// arrayColumn is a column that is an array.
type arrayColumn struct {
	columns.Column
	chosen []*term.Term // by case: the constant for the equation
}

// columnFacts are the columns of a question, and what is known of them.
type columnFacts struct {
	grounder *Grounder
	told     []*term.Term // ground formulas that the question has not taken yet
	arrays   map[*term.Variable]*arrayColumn
	reads    termmap.Map[*term.Term] // by item: what it is instead, or itself
	memo     map[*term.Term]*term.Term
	count    int
	known    bounds.Known // that hold in all cases
}

// maxReads bounds the items of columns of a question of which something is said.
const maxReads = 4000

// loosened notes the columns of a conjunction, and returns it without equations of those
// that are arrays, and with the hulls of those that are integers.
func (h *columnFacts) loosened(conj []*term.Term) []*term.Term {
	h.known.Forms = h.grounder.forms
	out := make([]*term.Term, 0, len(conj))
	noted := 0 // conjuncts; none without columns
	for i, c := range conj {
		cols := h.grounder.columns.Of(c)
		if len(cols) > 0 || noted > 0 {
			h.note(conj[noted : i+1])
			noted = i + 1
		}
		var facts []*term.Term
		for _, col := range cols {
			switch col.Variable.Sort {
			case term.SortInt:
				facts = append(facts, columns.Hull(col.Variable.Term(), col.Cases, &h.known)...)
			case term.SortArray:
				c = h.loosen(c, col)
			}
		}
		h.note(facts)
		out = append(append(out, c), facts...)
	}
	return out
}

// note makes formulas known that hold in all cases.
func (h *columnFacts) note(formulas []*term.Term) {
	for _, f := range formulas {
		h.known.Add(f)
	}
}

// loosen replaces the equations of a column in the disjunction that has its cases.
func (h *columnFacts) loosen(c *term.Term, col columns.Column) *term.Term {
	if h.arrays == nil {
		h.arrays, h.memo = map[*term.Variable]*arrayColumn{}, map[*term.Term]*term.Term{}
	}
	if h.arrays[col.Variable] != nil {
		return c
	}
	a := &arrayColumn{Column: col}
	for _, k := range col.Cases {
		a.chosen = append(a.chosen, h.grounder.atom(term.Eq(col.Variable.Term(), k.Value)))
	}
	h.arrays[col.Variable] = a
	return a.replaced(c)
}

// replaced puts the constants into the conjunctions of a disjunction.
func (a *arrayColumn) replaced(c *term.Term) *term.Term {
	if c.Is(term.BoolOr) || c.Is(term.BoolAnd) {
		return term.MapChildren(c, a.replaced)
	}
	if value := term.SolveFor(c, a.Variable); value != nil {
		for i, k := range a.Cases {
			if term.Equal(k.Value, value) {
				return a.chosen[i]
			}
		}
	}
	return c
}

// settled replaces the items of columns by what they are in all cases.
func (h *columnFacts) settled(t *term.Term) *term.Term {
	if len(h.arrays) == 0 || t.IsGround() || t.HasBinders() {
		return t
	}
	if s, ok := h.memo[t]; ok {
		return s
	}
	s := term.MapChildren(t, h.settled)
	if s.Is(term.ArraySelect) {
		s = h.item(s)
	}
	h.memo[t] = s
	return s
}

// item returns what an item of an array is, where that may be of a column.
func (h *columnFacts) item(t *term.Term) *term.Term {
	root := arrayRoot(t.Arg(0))
	if root == nil || h.arrays[root.Variable()] == nil {
		return t
	}
	if t.Arg(0) == root {
		return h.read(t)
	}
	own := term.Apply(term.ArraySelect, root, t.Arg(1)) // what it is unless it was written
	if is := h.read(own); !term.Equal(is, own) {
		h.told = append(h.told, term.Eq(own, is))
	}
	return t
}

// read returns what an item of a column is in all cases, itself if they differ, and adds
// what is known of it then.
func (h *columnFacts) read(t *term.Term) *term.Term {
	if is, ok := h.reads.Get(t); ok {
		return is
	}
	h.reads.Put(t, t)
	if h.count++; h.count > maxReads {
		return t
	}
	col, index := h.arrays[t.Arg(0).Variable()], t.Arg(1)
	cases := make([]columns.Case, len(col.Cases))
	var written termmap.Set
	for i, c := range col.Cases {
		cases[i].Value = h.settled(term.Apply(term.ArraySelect, c.Value, index))
		for _, f := range c.Condition {
			cases[i].Condition = append(cases[i].Condition, h.settled(f))
		}
		for a := c.Value; a.Is(term.ArrayStore); a = a.Arg(0) {
			if w := h.settled(a.Arg(1)); !term.Equal(w, index) && term.Eq(w, index) != term.False {
				written.Add(w)
			}
		}
	}
	if oneValue(cases) {
		h.reads.Put(t, cases[0].Value)
		return cases[0].Value
	}
	for i, e := range col.chosen {
		h.told = append(h.told, term.Or(term.Not(e), term.Eq(t, cases[i].Value)))
	}
	if len(written.Order) == 0 {
		h.tell(columns.Hull(t, cases, &h.known), term.False)
		return t
	}
	elsewhere := term.False
	for _, w := range written.Order {
		elsewhere = term.Or(elsewhere, term.Eq(index, w))
		h.told = append(h.told, term.Or(term.Not(term.Eq(index, w)), term.Eq(t, h.settled(term.Apply(term.ArraySelect, t.Arg(0), w)))))
	}
	for i, c := range col.Cases {
		cases[i].Value = h.elsewhere(c.Value, index)
	}
	if oneValue(cases) {
		h.tell([]*term.Term{term.Eq(t, cases[0].Value)}, elsewhere)
	} else {
		h.tell(columns.Hull(t, cases, &h.known), elsewhere)
	}
	return t
}

// elsewhere returns what an array holds at an index that is none of those at which it was
// written, but for those that are plainly the same.
func (h *columnFacts) elsewhere(array, index *term.Term) *term.Term {
	for ; array.Is(term.ArrayStore); array = array.Arg(0) {
		if term.Equal(h.settled(array.Arg(1)), index) {
			return h.settled(array.Arg(2))
		}
	}
	return h.settled(term.Apply(term.ArraySelect, array, index))
}

// oneValue reports whether all cases have the same value.
func oneValue(cases []columns.Case) bool {
	return !slices.ContainsFunc(cases, func(c columns.Case) bool { return !term.Equal(c.Value, cases[0].Value) })
}

// family is the array that a column comes from: what is known of that is of use for the
// column, too. Other arrays are families of their own.
func (h *columnFacts) family(array *term.Term) *term.Term {
	for range h.arrays {
		if array == nil || h.arrays[array.Variable()] == nil {
			break
		}
		array = arrayRoot(h.arrays[array.Variable()].Cases[0].Value)
	}
	return array
}

// tell adds facts that hold unless a formula does.
func (h *columnFacts) tell(facts []*term.Term, unless *term.Term) {
	for _, f := range facts {
		if unless == term.False {
			h.known.Add(f)
		}
		h.told = append(h.told, term.Or(unless, f))
	}
}
