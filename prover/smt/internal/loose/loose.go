// Package loose finds conjuncts of a question that have no variables in common with the rest, and
// are satisfiable: what satisfies them says nothing of the rest, which is asked alone. Of
//
//	i < n    n <= a[i]    p < next    q < next    not p == q
//
// the last three, by p = 0, q = 1, next = 2. Half of a path condition says so which objects
// are there.
//
// Only values that make all of them true count, by the built-in functions; else they stay.
package loose

import (
	"slices"

	"rlv/prover/smt/internal/difference"
	"rlv/semantics/term"
)

// Loose remembers what was found of conjuncts.
type Loose struct {
	valued    func(map[*term.Variable]*term.Term) Values
	given     map[*term.Variable]bool         // of which definitions and lemmas speak
	variables map[*term.Term][]*term.Variable // of a conjunct
	known     map[uint64]satisfied            // by the hashes of conjuncts; where no values were found, without any
}

// Values are of variables; those that are not given have some, too.
type Values interface {
	// Value is that of a term by the built-in functions; nil: it has none.
	Value(*term.Term) *term.Term
}

// satisfied are conjuncts with values that make them true.
type satisfied struct {
	conj   []*term.Term
	values Values
}

// maxLoose bounds what is remembered.
const maxLoose = 1 << 14

// New returns what knows nothing yet, for questions in which some formulas are trusted. valued
// makes values of those of some variables.
func New(trusted []*term.Term, valued func(map[*term.Variable]*term.Term) Values) *Loose {
	given := map[*term.Variable]bool{}
	for _, x := range term.Vars(trusted...) {
		given[x] = true
	}
	return &Loose{valued, given, map[*term.Term][]*term.Variable{}, map[uint64]satisfied{}}
}

// Without returns the rest of a question, and values of the variables that do not occur in it.
func (l *Loose) Without(conj []*term.Term) (rest []*term.Term, values map[*term.Variable]*term.Term) {
	leader := l.components(conj)
	groups := map[int][]*term.Term{}
	for i, c := range conj {
		if n := leader[i]; n >= 0 {
			groups[n] = append(groups[n], c)
		}
	}
	left := map[int]bool{}
	values = map[*term.Variable]*term.Term{}
	for n, group := range groups {
		if v := l.satisfied(group); v != nil {
			left[n] = true
			for _, c := range group {
				for _, x := range l.variablesOf(c) {
					if value := v.Value(x.Term()); value != nil { // else nothing depends on it
						values[x] = value
					}
				}
			}
		}
	}
	for i, c := range conj {
		if !left[leader[i]] {
			rest = append(rest, c)
		}
	}
	return rest, values
}

// components returns, for each conjunct, the first one that has variables in common with it,
// directly or through others; -1 if one of these has none, or cannot be evaluated, or has some of
// which definitions and lemmas speak.
func (l *Loose) components(conj []*term.Term) []int {
	first := map[*term.Variable]int{}
	leader := make([]int, len(conj))
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	for i, c := range conj {
		leader[i] = i
		for _, x := range l.variablesOf(c) {
			j, ok := first[x]
			if !ok {
				first[x] = i
				continue
			}
			if p, q := find(i), find(j); p != q {
				leader[max(p, q)] = min(p, q)
			}
		}
	}
	open := map[int]bool{}
	for i, c := range conj {
		vs := l.variablesOf(c)
		if c.HasBinders() || len(vs) == 0 || slices.ContainsFunc(vs, func(x *term.Variable) bool { return l.given[x] }) {
			open[find(i)] = true
		}
	}
	out := make([]int, len(conj))
	for i := range conj {
		if out[i] = find(i); open[out[i]] {
			out[i] = -1
		}
	}
	return out
}

func (l *Loose) variablesOf(c *term.Term) []*term.Variable {
	vs, ok := l.variables[c]
	if !ok {
		if len(l.variables) >= maxLoose {
			clear(l.variables)
		}
		vs = term.Vars(c)
		l.variables[c] = vs
	}
	return vs
}

// satisfied returns values that make all of some conjuncts true; nil if it finds none.
func (l *Loose) satisfied(conj []*term.Term) Values {
	h := uint64(0)
	for _, c := range conj {
		h += c.Hash()
	}
	if s, ok := l.known[h]; ok && slices.Equal(s.conj, conj) {
		return s.values
	}
	if len(l.known) >= maxLoose {
		clear(l.known)
	}
	v := l.separated(conj)
	l.known[h] = satisfied{conj, v}
	return v
}

// maxSeparated bounds how often values are told apart.
const maxSeparated = 100

// separated returns values with which all of some conjuncts are true: a solution of those that
// are bounds of differences, with bounds more that keep apart what others say is not equal, one
// way or the other. It returns nil if it finds none.
func (l *Loose) separated(conj []*term.Term) Values {
	var bounds, others []*term.Term
	shape := difference.New() // says which they are
	for _, c := range conj {
		if shape.Add(c) {
			bounds = append(bounds, c)
		} else {
			others = appendNegated(others, c)
		}
	}
	var apart []*term.Term // equations, of whose sides the left one is less
	turned := false        // the sides of the last one have changed places
	for range maxSeparated {
		system := difference.New()
		for _, b := range bounds {
			system.Add(b)
		}
		for _, e := range apart {
			if !system.Add(term.App(term.IntLt, e.Arg(0), e.Arg(1))) {
				return nil
			}
		}
		switch system.Solve() {
		case difference.Contradictory:
			if len(apart) == 0 || turned {
				return nil
			}
			last := &apart[len(apart)-1]
			*last, turned = term.App(term.IntEq, (*last).Arg(1), (*last).Arg(0)), true
		case difference.Satisfiable:
			v := l.valued(system.Model())
			i := slices.IndexFunc(others, func(c *term.Term) bool { return v.Value(c) != term.True })
			if i < 0 {
				return v
			}
			if v.Value(others[i]) == nil || !others[i].Is(term.BoolNot) || !others[i].Arg(0).Is(term.IntEq) {
				return nil
			}
			apart, turned = append(apart, others[i].Arg(0)), false
		default:
			return nil
		}
	}
	return nil
}

// appendNegated appends a formula; the negation of a disjunction as those of its parts.
func appendNegated(to []*term.Term, c *term.Term) []*term.Term {
	if !c.Is(term.BoolNot) || !c.Arg(0).Is(term.BoolOr) {
		return append(to, c)
	}
	for _, d := range c.Arg(0).Args() {
		to = appendNegated(to, term.Not(d))
	}
	return to
}
