package compile

import (
	"slices"
	"strconv"

	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// maxCases bounds the cases that are looked at for one function.
const maxCases = 4096

// CasesOf splits the arguments of a function until each of its equations either
// matches a case or does not, as a compiler does with the patterns of a match.
// It returns for each case the condition, on new variables, under which the
// equation that applies gives a value; the function is total if all are valid.
// It is not ok where the cases cannot be enumerated. rules are the equations in
// order of priority. For
//
//	rule depth(leaf) => 0
//	rule depth(node(L, R)) => 1 +Int maxInt(depth(L), depth(R))
//	rule down(N) => N -Int 1 requires N >Int 0
//
// the argument of depth is split into leaf, with the condition true, and node(t, u), with
// the condition that what the right side applies has values. For down there is one case, with
// n >Int 0: that is not valid, so down is partial.
func CasesOf(d *Definition, f *term.Symbol, rules []*Rule) (conditions []*term.Term, ok bool) {
	c := &cases{def: d, ways: map[term.Sort][]shape{}}
	columns := make([]*term.Term, len(f.Args))
	for i, s := range f.Args {
		columns[i] = c.variable(s)
	}
	var rows []row
	for _, r := range rules {
		rows = append(rows, row{rule: r, patterns: r.LeftArgs, bound: term.Substitution{}})
	}
	return c.found, c.split(columns, rows) && len(c.found) <= maxCases
}

// row is an equation with the patterns that are not yet matched, one for each
// column.
type row struct {
	rule     *Rule
	patterns []*term.Term
	bound    term.Substitution
}

type cases struct {
	def   *Definition
	ways  map[term.Sort][]shape // that were looked up
	found []*term.Term
	made  int
}

func (c *cases) variable(s term.Sort) *term.Term {
	c.made++
	return term.Var("case:"+strconv.Itoa(c.made), s)
}

// split matches the rows against columns, which are variables.
func (c *cases) split(columns []*term.Term, rows []row) bool {
	if len(c.found) > maxCases {
		return false
	}
	if len(rows) == 0 {
		c.found = append(c.found, term.False)
		return true
	}
	for i, column := range columns {
		for _, r := range rows {
			if p := r.patterns[i]; !p.IsVar() || !c.def.Lattice.Leq(column.Sort(), p.Sort()) {
				return c.splitAt(columns, rows, i)
			}
		}
	}
	c.leaf(columns, rows)
	return true
}

// leaf adds the condition of a case in which all rows match: the first whose
// conditions hold applies.
func (c *cases) leaf(columns []*term.Term, rows []row) {
	out := term.False
	for i := len(rows) - 1; i >= 0; i-- {
		r := rows[i]
		for j, p := range r.patterns {
			r.bound[p.Variable()] = columns[j]
		}
		applies := r.bound.Apply(term.And(r.rule.Requires...))
		out = term.Or(term.And(applies, r.bound.Apply(term.And(r.rule.Defined...))), term.And(term.Not(applies), out))
		out = term.And(r.bound.Apply(term.And(r.rule.Evaluable...)), out)
	}
	c.found = append(c.found, out)
}

// splitAt splits column i by the constructors and the kinds of tokens of its sort.
func (c *cases) splitAt(columns []*term.Term, rows []row, i int) bool {
	sort := columns[i].Sort()
	shapes, ok := c.shapes(sort)
	if !ok {
		return false
	}
	for _, s := range shapes {
		if !c.shape(columns, rows, i, s) {
			return false
		}
	}
	return true
}

// shape is a way in which the terms of a sort are made: by a constructor, or as
// tokens of a sort that has no others.
type shape struct {
	sym  *term.Symbol
	args []term.Sort
	sort term.Sort
}

// shapes lists how the terms of a sort are made; not ok if that is not known.
func (c *cases) shapes(sort term.Sort) ([]shape, bool) {
	l := c.def.Lattice
	switch sort {
	case term.SortK, term.SortKItem, term.SortMap, term.SortSet, term.SortList, term.SortArray:
		return nil, false
	}
	if known, ok := c.ways[sort]; ok {
		return known, len(known) > 0
	}
	var out []shape
	for s := term.Sort(1); int(s) < l.Len(); s++ {
		if l.Leq(s, sort) && (c.isTokens(s) || s == term.SortMap || s == term.SortSet || s == term.SortList || s == term.SortArray) {
			out = append(out, shape{sort: s})
		}
	}
	seen := map[*term.Symbol]bool{}
	c.def.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) {
		if seen[sym] || sym.Class != term.Constructor {
			return
		}
		seen[sym] = true
		if l.Leq(sym.Result, sort) {
			out = append(out, shape{sym: sym, args: sym.Args, sort: sym.Result})
			return
		}
		for _, v := range sym.Variants {
			if l.Leq(v.Result, sort) {
				out = append(out, shape{sym: sym, args: v.Args, sort: v.Result})
			}
		}
	})
	for _, cell := range c.def.Layout.cells() {
		if l.Leq(cell.CellSort, sort) {
			out = nil
		}
	}
	c.ways[sort] = out
	return out, len(out) > 0
}

// isTokens reports whether there are terms of the very sort s that no
// constructor makes.
func (c *cases) isTokens(s term.Sort) bool {
	switch s {
	case term.SortInt, term.SortBool, term.SortString:
		return true
	}
	for _, x := range c.def.symbols.sig.Sorts() {
		if c.def.symbols.sort(x.Name) == s {
			return x.Token
		}
	}
	return false
}

// shape goes on with the rows that match a shape of column i.
func (c *cases) shape(columns []*term.Term, rows []row, i int, s shape) bool {
	made := c.variable(s.sort)
	var fields []*term.Term
	if s.sym != nil {
		for _, a := range s.args {
			fields = append(fields, c.variable(a))
		}
		made = term.App(s.sym, fields...)
	}
	next := slices.Concat(columns[:i], columns[i+1:], fields)
	var some []row
	for _, r := range rows {
		p := r.patterns[i]
		rest := slices.Concat(r.patterns[:i], r.patterns[i+1:])
		bound := term.Substitution{}
		for v, t := range r.bound {
			bound[v] = t
		}
		switch {
		case p.IsVar() && c.def.Lattice.Leq(made.Sort(), p.Sort()):
			bound[p.Variable()] = made
			for _, f := range fields {
				rest = append(rest, c.variable(f.Sort()))
			}
		case p.IsVar():
			if s.sym != nil && s.sym.Variants != nil && c.def.Lattice.HaveCommonSubsort(made.Sort(), p.Sort()) {
				return false // its sort depends on the arguments
			}
			continue
		case p.Kind() == term.KToken:
			return false
		case p.Kind() != term.KApp || p.Symbol() != s.sym:
			if p.Kind() == term.KApp && p.Symbol().Class == term.Constructor && !p.IsSeq() || s.sym != nil && p.Kind() != term.KApp {
				continue
			}
			return false
		default:
			rest = append(rest, p.Args()...)
		}
		some = append(some, row{rule: r.rule, patterns: rest, bound: bound})
	}
	return c.split(next, some)
}
