// Package columns reads disjunctions that say what a variable is. Where paths of a
// program meet, one state stands for all of them: where they differ there is a variable,
// the column, and a disjunction says for each path what it is there. Behind
//
//	if (b > m) m = b;
//
// with m' for m it is
//
//	m < b  and  m' = b   or   b <= m  and  m' = m
//
// A solver that splits such a disjunction has 2^n cases for n of them. What holds in all
// cases, here m <= m' and b <= m', often is all that a question needs.
package columns

import (
	"cmp"
	"slices"

	"rlv/semantics/term"
)

// Case is a value of a column, and what holds where it has that value.
type Case struct {
	Value     *term.Term
	Condition []*term.Term // the other conjuncts of the disjunct
}

// Column is a variable that one of the cases of a disjunction gives a value.
type Column struct {
	Variable *term.Variable
	Cases    []Case
}

// Table remembers the columns of disjunctions. The zero value is ready.
type Table struct{ of map[*term.Term][]Column }

// maxTable bounds the disjunctions that a table remembers.
const maxTable = 1 << 14

// Of returns the columns of a formula, none if it is no disjunction or has none. Where
// variables are given values by each other, the newest is the column.
func (t *Table) Of(formula *term.Term) []Column {
	if !formula.Is(term.BoolOr) || formula.HasBinders() {
		return nil
	}
	cols, ok := t.of[formula]
	if !ok {
		if t.of == nil || len(t.of) >= maxTable {
			t.of = map[*term.Term][]Column{}
		}
		cols = columnsOf(formula)
		t.of[formula] = cols
	}
	return cols
}

func columnsOf(disjunction *term.Term) []Column {
	disjuncts := members(nil, disjunction)
	var out []Column
	for _, v := range candidates(disjuncts) {
		if c, ok := columnOf(v, disjuncts); ok && !slices.ContainsFunc(out, c.entangled) {
			out = append(out, c)
		}
	}
	return out
}

func isEquation(c *term.Term) bool {
	s := c.Symbol()
	return s == term.IntEq || s == term.KEq || s == term.BoolEq
}

// members appends the conjuncts of each member of a disjunction.
func members(out [][]*term.Term, d *term.Term) [][]*term.Term {
	if d.Is(term.BoolOr) {
		return members(members(out, d.Arg(0)), d.Arg(1))
	}
	return append(out, term.Conjuncts(nil, d))
}

// candidates are the variables of the equations of the first disjunct, the newest first.
func candidates(disjuncts [][]*term.Term) []*term.Variable {
	var equations []*term.Term
	for _, c := range disjuncts[0] {
		if isEquation(c) || c.Sort() == term.SortBool && isLiteral(c) {
			equations = append(equations, c)
		}
	}
	out := term.Vars(equations...)
	slices.SortStableFunc(out, newer)
	return out
}

// isLiteral reports whether a formula is a variable or the negation of one.
func isLiteral(c *term.Term) bool {
	return c.IsVar() || c.Is(term.BoolNot) && c.Arg(0).IsVar()
}

// newer compares variables by when they were made, the newest first.
func newer(v, w *term.Variable) int { return cmp.Compare(w.Serial(), v.Serial()) }

// columnOf returns the column of a variable, if each disjunct has a value for it.
func columnOf(v *term.Variable, disjuncts [][]*term.Term) (Column, bool) {
	out := Column{Variable: v}
	for _, conj := range disjuncts {
		at := slices.IndexFunc(conj, func(c *term.Term) bool { return value(c, v) != nil })
		if at < 0 {
			return Column{}, false
		}
		out.Cases = append(out.Cases, Case{value(conj[at], v), slices.Delete(slices.Clone(conj), at, at+1)})
	}
	return out, true
}

// value is what an equation says that a variable is; nil: it says nothing.
func value(c *term.Term, v *term.Variable) *term.Term {
	if !isEquation(c) && !isLiteral(c) {
		return nil
	}
	if x := term.SolveFor(c, v); x != nil && x.Sort() == v.Sort {
		return x
	}
	return nil
}

// entangled reports whether two columns are given values by each other, so that only one
// can be told from the other.
func (c Column) entangled(d Column) bool {
	mentions := func(c, d Column) bool {
		return slices.ContainsFunc(c.Cases, func(a Case) bool { return term.Occurs(d.Variable, a.Value) })
	}
	return mentions(c, d) || mentions(d, c)
}
