package instantiate

import (
	"slices"
	"testing"

	"rlv/semantics/term"
)

func ivar(name string) *term.Term { return term.Var(name, term.SortInt) }

func forall(x, body *term.Term) *term.Term { return term.Apply(term.Forall, x, body) }

func sel(a, i *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, i) }

// arrayQuestion is the example of the package comment.
func arrayQuestion() (conj []*term.Term, a, i, m *term.Term) {
	a, i, m = term.Var("a", term.SortArray), ivar("i"), ivar("m")
	bounded := func(hi *term.Term) *term.Term {
		u := term.Fresh("u", term.SortInt)
		return forall(u, term.Implies(term.And(term.Le(term.Int(0), u), term.Lt(u, hi)), term.Le(sel(a, u), m)))
	}
	return []*term.Term{bounded(i), term.Le(sel(a, i), m), term.Not(bounded(term.Add(i, term.Int(1))))}, a, i, m
}

func TestArraysAreReadAtTheSameIndexes(t *testing.T) {
	conj, a, i, m := arrayQuestion()
	q := New(nil, nil, 600).Question(conj, Facts{})
	if !q.Quantified() || !q.HasUniversals() || q.Instances() != 0 {
		t.Fatal("nothing to instantiate")
	}
	before := q.Formulas()
	q.Instantiate(1)
	if after := q.Formulas(); !slices.Equal(after[:len(before)], before) || slices.ContainsFunc(after, (*term.Term).HasBinders) {
		t.Errorf("%v became %v", before, after)
	}
	at := q.Indexes()
	if len(at) != 2 || !slices.Contains(at, i) {
		t.Fatalf("the array is read at %v", at)
	}
	k := at[0]
	if k == i {
		k = at[1]
	}
	want := term.Implies(term.And(term.Le(term.Int(0), k), term.Lt(k, i)), term.Le(sel(a, k), m))
	if !slices.ContainsFunc(q.Formulas(), func(f *term.Term) bool { return term.Equal(f, want) }) {
		t.Errorf("%v lack the instance %v", q.Formulas(), want)
	}
	// The formula is met again: with the same Skolem constant.
	again := New(nil, nil, 600)
	first, second := again.Question(conj, Facts{}).Formulas(), again.Question(conj, Facts{}).Formulas()
	if !slices.EqualFunc(first, second, term.Equal) {
		t.Errorf("%v, then %v", first, second)
	}
}

// A recursive lemma is unfolded a few times, where its function is applied only, and
// what comes of it is known to come of it.
func TestUnfolding(t *testing.T) {
	gcd := term.NewSymbol(term.Symbol{Name: "gcd", Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	x, y, a, b := ivar("x"), ivar("y"), ivar("a"), ivar("b")
	mod := func(x, y *term.Term) *term.Term { return term.Apply(term.IntEMod, x, y) }
	step := func(x, y *term.Term) *term.Term {
		return term.Implies(term.Lt(term.Int(0), y), term.Eq(term.Apply(gcd, x, y), term.Apply(gcd, y, mod(x, y))))
	}
	g := New(nil, []*term.Term{term.Le(term.Int(0), ivar("z"))}, 600)
	g.Trust(forall(x, forall(y, step(x, y))))
	about := g.Question([]*term.Term{term.Lt(term.Apply(gcd, a, b), term.Int(0))}, Facts{Lemmas: true})
	about.Instantiate(9)
	r := mod(a, b)
	for _, want := range []*term.Term{step(a, b), step(b, r)} {
		if !slices.ContainsFunc(about.Formulas(), func(f *term.Term) bool { return term.Equal(f, want) }) {
			t.Errorf("%v lack the instance %v", about.Formulas(), want)
		}
	}
	if n := about.Instances(); n != maxUnfoldings {
		t.Errorf("%d instances, want %d", n, maxUnfoldings)
	}
	if got := about.Lemmas(); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("rests on %v", got)
	}
	other := g.Question([]*term.Term{term.Lt(a, b)}, Facts{Lemmas: true})
	other.Instantiate(9)
	if got := other.Lemmas(); other.Instances() != 0 || !slices.Equal(got, []int{0}) {
		t.Errorf("of nothing: %d instances, rests on %v", other.Instances(), got)
	}
	if none := g.Question([]*term.Term{term.Lt(a, b)}, Facts{Definitions: true}); none.HasUniversals() || len(none.Lemmas()) != 0 {
		t.Error("lemmas that were not asked for")
	}
}

// The limit of instances holds for each question.
func TestLimit(t *testing.T) {
	conj, _, _, _ := arrayQuestion()
	q := New(nil, nil, 1).Question(conj, Facts{})
	q.Instantiate(3)
	if q.Instances() != 1 {
		t.Errorf("%d instances", q.Instances())
	}
}

// Where a user says by which parts of its body instances of a formula are to be looked for, they are
// made of these alone; what stands there now for other variables does not matter. Advice that is
// about nothing there counts for nothing.
func TestWrittenTriggers(t *testing.T) {
	named := func(name string) func(...*term.Term) *term.Term {
		f := term.NewSymbol(term.Symbol{Name: name, Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
		return func(args ...*term.Term) *term.Term { return term.Apply(f, args...) }
	}
	f, g := named("f"), named("g")
	n, a, b, c := ivar("n"), ivar("a"), ivar("b"), ivar("c")
	question := []*term.Term{term.Lt(f(a, c), term.Int(0)), term.Lt(g(b, c), term.Int(0))}
	for _, tt := range []struct {
		triggers func(x *term.Term) []*term.Term
		want     int
	}{
		{func(*term.Term) []*term.Term { return nil }, 2},
		{func(x *term.Term) []*term.Term { return []*term.Term{g(x, n)} }, 1},
		{func(x *term.Term) []*term.Term { return []*term.Term{f(x, n), g(x, n)} }, 2},
		{func(x *term.Term) []*term.Term { return []*term.Term{g(n, x)} }, 2}, // it does not stand there
	} {
		x := term.Fresh("x", term.SortInt)
		x.Variable().Triggers = tt.triggers(x)
		law := term.Substitution{n.Variable(): c}.Apply(forall(x, term.Le(f(x, n), g(x, n))))
		q := New(nil, nil, 600).Question(append([]*term.Term{law}, question...), Facts{})
		q.Instantiate(3)
		at := func(v *term.Term) bool {
			return slices.ContainsFunc(q.Formulas(), func(u *term.Term) bool { return term.Equal(u, term.Le(f(v, c), g(v, c))) })
		}
		if q.Instances() != tt.want || !at(b) {
			t.Errorf("triggers %v: %d instances, want %d: %v", x.Variable().Triggers, q.Instances(), tt.want, q.Formulas())
		}
	}
}
