// Package marks has the formulas about the marks of an array, which say what elements
// have a value: they are an array beside that of the elements.
package marks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rlv/semantics/term"
)

// HasValue is the formula that an element has a value, by the marks of its array.
func HasValue(marks, k *term.Term) *term.Term {
	return term.Eq(term.Apply(term.ArraySelect, marks, k), term.Int(1))
}

// Element is the array of marks and the number of the element of which a formula says that it
// has a value; nil: it does not say that.
func Element(f *term.Term) (marks, k *term.Term) {
	if f.Kind() != term.KApp || len(f.Args()) != 2 {
		return nil, nil
	}
	for _, e := range f.Args() {
		if e.Is(term.ArraySelect) && term.Equal(f, HasValue(e.Arg(0), e.Arg(1))) {
			return e.Arg(0), e.Arg(1)
		}
	}
	return nil, nil
}

// Numbered gives the bound variables of a formula names by how deep they stand, so that
// formulas which differ only in those are the same.
func Numbered(f *term.Term, depth int) *term.Term {
	if f.Kind() != term.KApp || f.Sort() != term.SortBool || len(f.Args()) == 0 {
		return f
	}
	args := slices.Clone(f.Args())
	if f.Symbol().Class == term.Binder {
		v := args[0].Variable()
		bound, named := term.Fresh("k", v.Sort), term.Var(fmt.Sprintf("k%d", depth), v.Sort)
		// What is bound within has its name first, so that it binds no other.
		body := Numbered(term.Substitution{v: bound}.Apply(args[1]), depth+1)
		return term.Apply(f.Symbol(), named, term.Substitution{bound.Variable(): named}.Apply(body))
	}
	for i, a := range args {
		args[i] = Numbered(a, depth)
	}
	return term.Apply(f.Symbol(), args...)
}

// AreRead reports whether a formula says of elements that they have a value, and nothing
// else of marks; about says which terms are about marks.
func AreRead(f *term.Term, about func(*term.Term) bool) bool {
	read := func(g *term.Term) bool { return AreRead(g, about) }
	switch {
	case !about(f):
		return true
	case f.Is(term.BoolAnd), f.Is(term.BoolOr):
		return !slices.ContainsFunc(f.Args(), func(g *term.Term) bool { return !read(g) })
	case f.Is(term.BoolImplies):
		return !about(f.Arg(0)) && read(f.Arg(1))
	case f.Is(term.Forall):
		return read(f.Arg(1))
	}
	m, _ := Element(f)
	return m != nil
}

// Kept are the formulas that elements which had a value have one, by marks that a loop
// changes to others: of what it begins with, and of what conditions said of that. No step of
// a program takes a value away. Lost reports of which variables nothing is known any more.
func Kept(before *term.Term, now *term.Variable, pc []*term.Term, lost func(*term.Variable) bool) []*term.Term {
	known := func(f *term.Term) bool {
		return !slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return v != now && lost(v) })
	}
	var out []*term.Term
	for before.Is(term.ArrayStore) {
		if !term.Equal(before.Arg(2), term.Int(1)) {
			return out // of an element that may be one of the others
		}
		if k := before.Arg(1); known(k) {
			out = append(out, HasValue(now.Term(), k))
		}
		before = before.Arg(0)
	}
	if before.Kind() == term.KArray {
		return append(out, written(before, now)...)
	}
	if !before.IsVar() {
		return out
	}
	about := func(t *term.Term) bool { return term.Occurs(before.Variable(), t) }
	sub := term.Substitution{before.Variable(): now.Term()}
	for _, f := range pc {
		if about(f) && AreRead(f, about) {
			if g := sub.Apply(f); known(g) {
				out = append(out, g)
			}
		}
	}
	return out
}

// written are the formulas that the elements which an array of marks lists have values: one
// for those that follow each other.
func written(a *term.Term, now *term.Variable) []*term.Term {
	var ones []*term.Term
	for _, e := range a.ArrayEntries() {
		if term.Equal(e.Value, term.Int(1)) {
			ones = append(ones, e.Key)
		}
	}
	var out []*term.Term
	for len(ones) > 0 {
		n := 1
		for n < len(ones) && term.Equal(ones[n], term.Add(ones[n-1], term.Int(1))) {
			n++
		}
		f := HasValue(now.Term(), ones[0])
		if n > 1 {
			k := term.Fresh("k", term.SortInt)
			f = term.Apply(term.Forall, k, term.Implies(term.And(term.Le(ones[0], k), term.Le(k, ones[n-1])), HasValue(now.Term(), k)))
		}
		out, ones = append(out, f), ones[n:]
	}
	return out
}

// Keeping are earlier marks for later ones, by conditions that what had a value keeps having one;
// about says which terms are about the earlier marks.
func Keeping(pc []*term.Term, about func(*term.Term) bool) term.Substitution {
	kept := term.Substitution{}
	for _, f := range pc {
		if !f.Is(term.Forall) || !f.Arg(1).Is(term.BoolImplies) {
			continue
		}
		before, i := Element(f.Arg(1).Arg(0))
		now, j := Element(f.Arg(1).Arg(1))
		if before != nil && now != nil && before.IsVar() && now.IsVar() && about(before) && term.Equal(i, f.Arg(0)) && term.Equal(j, f.Arg(0)) {
			kept[now.Variable()] = before
		}
	}
	return kept
}

// Asked is a condition for having read something, behind others, for all values of the integers
// in it that are not those on entry, such as counters of loops, as far as the conditions before it
// that count restrict these; nil: it is about something else that is not there on entry.
func Asked(before []*term.Term, read *term.Term, entry map[*term.Variable]bool, counts func(*term.Term) bool) *term.Term {
	all := term.Substitution{}
	var bound []*term.Term
	for _, v := range term.Vars(read) {
		switch {
		case entry[v]:
		case v.Sort != term.SortInt:
			return nil
		default:
			all[v] = term.Fresh(v.BaseName(), v.Sort)
			bound = append(bound, all[v])
		}
	}
	var given []*term.Term
	for _, f := range before {
		others := slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool {
			return !entry[v] && all[v] == nil || v.Sort != term.SortInt && v.Sort != term.SortBool
		})
		if !others && counts(f) {
			given = append(given, f)
		}
	}
	formula := all.Apply(term.Implies(term.And(given...), read))
	for _, v := range bound {
		formula = term.Apply(term.Forall, v, formula)
	}
	return formula
}

// All is the formula that all elements of an array with marks, from an offset to a length, have values that a precondition says
// are there.
func All(of, offset, length *term.Term, pre []*term.Term) *term.Term {
	there := term.Sub(length, offset)
	n := there
	for _, f := range pre {
		if !f.Is(term.IntLe) {
			continue
		}
		beyond := term.Add(there, term.Sub(f.Arg(0), f.Arg(1))) // beyond <= there
		if !slices.ContainsFunc(term.Vars(there), func(v *term.Variable) bool { return term.Occurs(v, beyond) }) {
			n = beyond
			break
		}
	}
	k := term.Fresh("k", term.SortInt)
	return term.Apply(term.Forall, k, term.Implies(term.And(term.Le(offset, k), term.Lt(k, term.Add(offset, n))), HasValue(of, k)))
}

// Read says in words which elements of an array with a name have values, by the formulas of a precondition that say so of its
// marks.
func Read(name string, pre []*term.Term) []string {
	var out []string
	for _, f := range pre {
		var when []*term.Term
		for f.Is(term.Forall) || f.Is(term.BoolImplies) {
			if f.Is(term.BoolImplies) {
				when = term.Conjuncts(when, f.Arg(0))
			}
			f = f.Arg(1)
		}
		of, k := Element(f)
		if of == nil || !of.IsVar() || of.Variable().BaseName() != "init_"+name {
			continue
		}
		text := fmt.Sprintf("%s[%s] has a value", name, inWords(k))
		var conditions []string
		for _, c := range when {
			isWeaker := c.Is(term.IntLe) && slices.ContainsFunc(when, func(o *term.Term) bool { return term.Equal(o, term.Lt(c.Arg(0), c.Arg(1))) })
			if !isWeaker && slices.ContainsFunc(term.Vars(k), func(v *term.Variable) bool { return term.Occurs(v, c) }) {
				conditions = append(conditions, inWords(c))
			}
		}
		if len(conditions) > 0 {
			text += " where " + strings.Join(conditions, " and ")
		}
		out = append(out, text)
	}
	return out
}

// numbers are those of fresh variables, and lengths the variables of lengths.
var (
	numbers = regexp.MustCompile(`!\d+`)
	lengths = regexp.MustCompile(`\blen_(\w+)`)
)

// inWords is a term as annotations write it.
func inWords(t *term.Term) string {
	text := strings.NewReplacer("Int ", " ", "==K", "==", "=/=", "!=", "notBool ", "!", "andBool", `/\`, "orBool", `\/`, "( ", "(", " )", ")").Replace(numbers.ReplaceAllString(t.String(), "") + " ")
	return strings.TrimSpace(lengths.ReplaceAllString(text, "len($1)"))
}
