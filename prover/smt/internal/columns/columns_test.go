package columns

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rlv/prover/smt/internal/bounds"
	"rlv/semantics/term"
)

var (
	x, y = term.Var("x", term.SortInt), term.Var("y", term.SortInt)
	p    = term.Var("p", term.SortBool)
	a    = term.Var("a", term.SortArray)
	v, w = term.Fresh("v", term.SortInt), term.Fresh("w", term.SortInt)
	b    = term.Fresh("b", term.SortArray)
	q    = term.Fresh("q", term.SortBool)
)

func n(i int64) *term.Term { return term.Int(i) }

func neg(t *term.Term) *term.Term { return term.Sub(n(0), t) }

// two is the disjunction of two cases.
func two(c, yes, no *term.Term) *term.Term {
	return term.Or(term.And(c, yes), term.And(term.Not(c), no))
}

func TestColumnsAreFound(t *testing.T) {
	c := term.Lt(x, y)
	for _, k := range []struct {
		f    *term.Term
		want string // columns and their values
	}{
		{two(c, term.Eq(v, n(1)), term.Eq(v, n(2))), "v=1,2 "},
		{two(c, term.Eq(v, term.Sub(x, n(1))), term.Eq(v, neg(x))), "v=x -Int 1,0 -Int x "},
		{two(c, term.Eq(v, term.Add(x, n(1))), term.Eq(v, x)), "v=x +Int 1,x "}, // not x, which is older
		{two(c, term.Eq(w, term.Add(v, n(1))), term.Eq(w, v)), "w=v +Int 1,v "},
		{two(c, term.And(term.Eq(v, x), term.Eq(w, n(7))), term.And(term.Eq(v, y), term.Eq(w, n(8)))), "w=7,8 v=x,y "},
		{two(c, term.Eq(b, term.Apply(term.ArrayStore, a, x, n(0))), term.Eq(b, a)), "b=#store ( a , x , 0 ),a "},
		{two(c, q, term.Not(q)), "q=true,false "},
		{two(c, q, term.Eq(q, p)), "q=true,p "},
		{two(c, term.Eq(v, n(1)), term.Lt(v, n(2))), ""},
		{two(c, term.Eq(v, n(1)), term.Eq(w, n(2))), ""},
		{two(c, term.Eq(term.Add(v, v), n(2)), term.Eq(term.Apply(term.IntMul, v, v), n(4))), ""},
		{term.Eq(v, n(1)), ""},
	} {
		got := ""
		for _, col := range new(Table).Of(k.f) {
			got += col.Variable.BaseName() + "="
			for i, c := range col.Cases {
				if i > 0 {
					got += ","
				}
				s := term.Substitution{v.Variable(): term.Var("v", term.SortInt), w.Variable(): term.Var("w", term.SortInt)}
				got += s.Apply(c.Value).String()
			}
			got += " "
		}
		if got != k.want {
			t.Errorf("%v: %q, not %q", k.f, got, k.want)
		}
	}
}

// A hull is what holds in all cases, by the conditions of each and what is known.
func TestHull(t *testing.T) {
	small := term.Lt(x, n(0))
	for _, k := range []struct {
		f     *term.Term
		known []*term.Term
		has   []*term.Term
		not   []*term.Term
	}{
		{two(small, term.Eq(v, n(0)), term.Eq(v, x)), nil, []*term.Term{term.Le(n(0), v), term.Le(x, v)}, []*term.Term{term.Le(v, x), term.Le(v, n(0))}},
		{two(small, term.Eq(v, neg(x)), term.Eq(v, x)), nil, []*term.Term{term.Le(n(0), v)}, nil},
		{two(term.Lt(x, y), term.Eq(v, y), term.Eq(v, x)), nil, []*term.Term{term.Le(x, v), term.Le(y, v)}, []*term.Term{term.Le(v, x)}},
		{two(small, term.Eq(v, term.Add(y, n(3))), term.Eq(v, term.Sub(y, n(2)))), nil, []*term.Term{term.Le(term.Sub(y, n(2)), v), term.Le(v, term.Add(y, n(3)))}, []*term.Term{term.Le(y, v)}},
		{two(small, term.Eq(v, n(5)), term.Eq(v, y)), []*term.Term{term.Le(n(2), y), term.Le(y, n(9))}, []*term.Term{term.Le(n(2), v), term.Le(v, n(9))}, []*term.Term{term.Le(n(5), v)}},
		{two(small, term.Eq(v, n(5)), term.Eq(v, y)), nil, nil, []*term.Term{term.Le(n(5), v), term.Le(v, n(5))}},
		{two(term.Eq(x, n(3)), term.Eq(v, n(5)), term.And(term.Eq(x, n(4)), term.Eq(v, n(6)))), nil, []*term.Term{term.Le(term.Add(x, n(2)), v), term.Le(v, term.Add(x, n(2)))}, []*term.Term{term.Le(v, x)}},
		{two(term.Eq(x, n(3)), term.Eq(v, n(5)), term.Eq(v, n(6))), nil, []*term.Term{term.Le(n(5), v), term.Le(v, n(6))}, []*term.Term{term.Le(term.Add(x, n(2)), v)}},
	} {
		col := new(Table).Of(k.f)[0]
		known := &bounds.Known{Forms: bounds.NewForms()}
		for _, c := range k.known {
			known.Add(c)
		}
		got := map[string]bool{}
		for _, f := range Hull(col.Variable.Term(), col.Cases, known) {
			got[f.String()] = true
		}
		for i, f := range append(k.has, k.not...) {
			if got[f.String()] != (i < len(k.has)) {
				t.Errorf("%v: %v; %v is %v", k.f, fmt.Sprint(got), f, got[f.String()])
			}
		}
	}
}

// hullOfEach is [Hull] the long way: each value is compared with each.
func hullOfEach(self *term.Term, cases []Case, known *bounds.Known) []*term.Term {
	var out []*term.Term
	for b := -1; b < len(cases); b++ {
		base := n(0)
		if b >= 0 {
			base = cases[b].Value
		}
		var least, most int64
		above, below := true, true
		for i, c := range cases {
			inner := &bounds.Known{Forms: known.Forms}
			for _, f := range c.Condition {
				inner.Add(f)
			}
			more, ok := atLeast(term.Sub(c.Value, base), inner, known)
			less, also := atLeast(term.Sub(base, c.Value), inner, known)
			if i == 0 {
				least, most = more, -less
			}
			least, most, above, below = min(least, more), max(most, -less), above && ok, below && also
		}
		if above {
			out = term.Conjuncts(out, term.Le(term.Add(base, n(least)), self))
		}
		if below {
			out = term.Conjuncts(out, term.Le(self, term.Add(base, n(most))))
		}
	}
	return out
}

// A hull is true of all values that a case allows, and has all that comparing each value with
// each finds.
func TestHullHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	held, found := 0, map[bool]int{}
	for range 1000 {
		number := func() *term.Term { return n(r.Int64N(5) - 2) }
		some := func() *term.Term {
			return []*term.Term{number(), x, y, term.Add(x, number()), term.Sub(y, number()), term.Sub(y, x)}[r.IntN(6)]
		}
		condition := func() *term.Term {
			switch r.IntN(3) {
			case 0:
				return term.Le(some(), some())
			case 1:
				return term.Eq(some(), some())
			}
			return term.Eq([]*term.Term{x, y}[r.IntN(2)], number())
		}
		known := &bounds.Known{Forms: bounds.NewForms()}
		given := term.Conjuncts(nil, condition())
		for _, c := range given {
			known.Add(c)
		}
		var cases []Case
		disjunction := term.False
		for range 1 + r.IntN(4) {
			c := Case{Value: some(), Condition: term.Conjuncts(nil, term.And(condition(), condition()))}
			if r.IntN(2) == 0 {
				c.Value = number()
			}
			cases = append(cases, c)
			disjunction = term.Or(disjunction, term.And(term.And(c.Condition...), term.Eq(v, c.Value)))
		}
		hull := Hull(v, cases, known)
		has := map[string]bool{}
		for _, f := range hull {
			has[f.String()] = true
			found[term.Occurs(x.Variable(), f)]++
		}
		for _, f := range hullOfEach(v, cases, known) {
			if !has[f.String()] {
				t.Fatalf("%v: %v is not in the hull %v", disjunction, f, hull)
			}
		}
		all := term.And(append(given, disjunction)...)
		for i := range int64(7 * 7 * 11) {
			values := term.Substitution{x.Variable(): n(i%7 - 3), y.Variable(): n(i/7%7 - 3), v.Variable(): n(i/49 - 5)}
			if values.Apply(all) != term.True {
				continue
			}
			held++
			if f := term.And(hull...); values.Apply(f) != term.True {
				t.Fatalf("%v is true with %v, its hull %v is not", all, values, f)
			}
		}
	}
	if held < 1000 || found[true] < 500 || found[false] < 500 {
		t.Errorf("%d values, %v bounds", held, found)
	}
}
