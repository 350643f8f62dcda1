package instantiate

import (
	"testing"

	"rlv/semantics/term"
)

// Where a part is to end that has a property is tried where parts end of which the question says something, whether
// the formula itself says what holds in the part, or a function does by its definition.
func TestEndsOfRanges(t *testing.T) {
	a, i, j, n, v := term.Var("a", term.SortArray), ivar("i"), ivar("j"), ivar("n"), ivar("v")
	below := func(lo, hi *term.Term) *term.Term {
		u := term.Fresh("u", term.SortInt)
		return forall(u, term.Implies(term.And(term.Le(lo, u), term.Lt(u, hi)), term.Lt(sel(a, u), v)))
	}
	exists := func(of func(m *term.Term) *term.Term) *term.Term {
		m := term.Fresh("m", term.SortInt)
		within := term.And(term.Le(term.Int(0), m), term.Le(m, n))
		return term.Not(term.Apply(term.Exists, m, term.And(within, of(m))))
	}
	part := term.NewSymbol(term.Symbol{Name: "part", Args: []term.Sort{term.SortArray, term.SortInt}, Result: term.SortBool, Class: term.Function, Total: true})
	b, e, w := term.Var("b", term.SortArray), ivar("e"), ivar("w")
	definition := forall(b, forall(e, term.Eq(term.Apply(part, b, e), forall(w,
		term.Implies(term.And(term.Le(term.Int(0), w), term.Lt(w, e)), term.Lt(sel(b, w), v))))))
	whole := term.And(term.Le(term.Int(0), i), term.Le(i, n))
	for _, c := range []struct {
		name  string
		conj  []*term.Term
		value *term.Term // of the end
	}{
		{"the end of a range", []*term.Term{below(term.Int(0), i), whole, exists(func(m *term.Term) *term.Term { return below(term.Int(0), m) })}, i},
		{"its last number", []*term.Term{below(term.Int(0), i), exists(func(m *term.Term) *term.Term { return below(term.Int(0), term.Add(m, term.Int(1))) })},
			term.Sub(i, term.Int(1))},
		{"its beginning", []*term.Term{below(i, j), exists(func(m *term.Term) *term.Term { return below(m, j) })}, i},
		{"one behind it", []*term.Term{below(i, j), exists(func(m *term.Term) *term.Term { return below(term.Sub(m, term.Int(1)), j) })}, term.Add(i, term.Int(1))},
		{"of a function", []*term.Term{below(term.Int(0), i), exists(func(m *term.Term) *term.Term { return term.Apply(part, a, m) })}, i},
		{"of a function, one further", []*term.Term{below(term.Int(0), i), exists(func(m *term.Term) *term.Term {
			return term.Apply(part, a, term.Add(m, term.Int(1)))
		})}, term.Sub(i, term.Int(1))},
	} {
		g := New([]*term.Term{definition}, nil, 600)
		q := g.Question(c.conj, Facts{Definitions: true})
		q.traced, q.guided = true, true
		q.Instantiate(1)
		found := false
		for _, u := range q.Uses() {
			found = found || term.Equal(u.Formula, c.conj[len(c.conj)-1]) && len(u.Values) == 1 && term.Equal(u.Values[0], c.value)
		}
		if !found {
			t.Errorf("%s: %v is not tried: %v", c.name, c.value, q.Uses())
		}
	}
}
