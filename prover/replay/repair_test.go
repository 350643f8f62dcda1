package replay

import (
	"context"
	"math/rand/v2"
	"testing"

	"rlv/semantics/term"
)

// Comparisons of numbers hold for most values that are drawn, and equations and what is said of
// arrays for many more than by chance. Numbers are small as a rule, but not always.
func TestValuesAreRepaired(t *testing.T) {
	e, goals := claimsOf(t, `  claim [between]: <k> start (I:Int +Int (J:Int +Int (K:Int +Int L:Int))) => done </k> <n> 0 => ?_ </n> requires 0 <=Int I andBool I <Int J andBool J <Int K andBool K <Int L
  claim [equal]: <k> start (I:Int +Int (J:Int +Int K:Int)) => done </k> <n> 0 => ?_ </n>
  claim [far]: <k> start (I:Int +Int J:Int) => done </k> <n> 0 => ?_ </n> requires I +Int 50 <Int J
  claim [element]: <k> start I:Int => done </k> <n> 0 => ?_ </n>
  claim [elements]: <k> start I:Int => done </k> <n> 0 => ?_ </n>
  claim [any]: <k> start I:Int => done </k> <n> 0 => ?_ </n>
`)
	equal := goals["equal"].Claim
	vars := term.Vars(termsOf(equal.Left)...)
	equal.Requires = []*term.Term{term.Eq(vars[0].Term(), term.Add(term.App(triangle, vars[1].Term()), term.Int(20)))}
	array, index := term.Var("A", term.SortArray), intVar("u")
	element := func(i, value *term.Term) *term.Term { return term.Eq(term.Apply(term.ArraySelect, array, i), value) }
	goals["element"].Claim.Requires = []*term.Term{element(term.Vars(termsOf(goals["element"].Claim.Left)...)[0].Term(), term.Int(50))}
	goals["elements"].Claim.Requires = []*term.Term{term.App(term.Forall, index, term.Implies(term.And(term.Le(term.Int(0), index), term.Lt(index, term.Int(3))),
		element(index, term.Add(term.App(triangle, index), term.Int(50)))))}
	for name, percent := range map[string]int{"between": 20, "equal": 8, "far": 15, "element": 15, "elements": 6} {
		r, rnd, run := New(e, goals[name], known), rand.New(rand.NewPCG(4, 2)), 0
		const draws = 500
		for range draws {
			if out := r.Run(context.Background(), r.Random(rnd)); out.Result != Rejected {
				run++
			}
		}
		if run*100 < draws*percent {
			t.Errorf("%s: %d of %d draws can be run", name, run, draws)
		}
	}
	r, rnd, large := New(e, goals["any"], Functions{}), rand.New(rand.NewPCG(4, 2)), 0
	for range 1000 {
		if n, _ := r.Random(rnd)[r.vars[0]].Int64(); n > 15 {
			large++
		}
	}
	if large == 0 || large > 50 {
		t.Errorf("%d of 1000 numbers are large", large)
	}
}

// A run ends where so much work is done.
func TestUntil(t *testing.T) {
	e, goals := claimsOf(t, "  claim [long]: <k> start I:Int => done </k> <n> 0 => ?_ </n> requires I ==Int 900\n")
	r := New(e, goals["long"], Functions{})
	values := r.Random(rand.New(rand.NewPCG(1, 1)))
	for range 40 {
		if out := r.Run(context.Background(), values); out.Result != Rejected {
			break
		}
		values = r.Random(rand.New(rand.NewPCG(1, uint64(r.Work()))))
	}
	for until, want := range map[int]Result{0: Holds, r.Work() + 100: Open, r.Work() + 1_000_000: Holds} {
		if r.Until(until); r.Run(context.Background(), values).Result != want {
			t.Errorf("until %d: not %d", until, want)
		}
	}
}

// Arrays whose elements are compared with one number alone are drawn with that everywhere, and with another one.
func TestMarks(t *testing.T) {
	v, i := term.Var("V", term.SortArray), intVar("i")
	element := func(name string) *term.Term { return term.Apply(term.ArraySelect, term.Var(name, term.SortArray), i) }
	same := term.Eq(term.Apply(term.ArraySelect, v, i), term.Int(1))
	marks := marksOf([]*term.Term{
		term.App(term.Forall, i, term.Implies(same, term.Eq(element("W"), term.Int(1)))), term.Eq(element("X"), term.Int(1)), term.Eq(element("X"), term.Int(2)),
		term.Lt(element("Y"), term.Int(1)), term.Eq(element("Y"), term.Int(1)), term.Eq(term.Apply(term.ArraySelect, v, i), element("W")),
	})
	names := map[string]int64{}
	for v, n := range marks {
		names[v.Name] = n
	}
	if len(names) != 2 || names["V"] != 1 || names["W"] != 1 {
		t.Errorf("marked are %v", names)
	}
	r := &Runner{marks: map[*term.Variable]int64{v.Variable(): 1}, size: 4}
	rnd, drawn := rand.New(rand.NewPCG(4, 2)), map[string]int{}
	for range 400 {
		drawn[r.random(rnd, v.Variable()).String()]++
	}
	for _, n := range []int64{0, 1} {
		if all := drawn[term.ConstArray(term.Int(n)).String()]; all < 50 {
			t.Errorf("of 400 arrays %d are %d everywhere", all, n)
		}
	}
}

// Places in memory are drawn as conditions order them.
func TestPlacesAreInOrder(t *testing.T) {
	x, y, z := intVar("x"), intVar("y"), intVar("z")
	vars := []*term.Variable{x.Variable(), y.Variable(), z.Variable()}
	u := unknowns{vars: vars, keys: map[*term.Variable]bool{vars[0]: true, vars[1]: true, vars[2]: true}}
	conditions := []*term.Term{term.Lt(term.Add(y, term.Int(5)), x), term.Lt(z, y), term.Lt(z, intVar("other"))}
	u.places = placesOf(u.vars, u.keys, conditions)
	values := term.Substitution{}
	u.settle(values)
	if len(values) != 3 || values.Apply(term.And(conditions[0], conditions[1])) != term.True {
		t.Errorf("the places are %v", values)
	}
}

// Where numbers have a range that is written with large ones, powers of two are drawn, and elsewhere not.
func TestPowersOfTwoAreDrawn(t *testing.T) {
	e, goals := claimsOf(t, `  claim [wide]: <k> start I:Int => done </k> <n> 0 => ?_ </n> requires I <=Int 4294967295
  claim [small]: <k> start I:Int => done </k> <n> 0 => ?_ </n> requires I <=Int 1000
`)
	for name, want := range map[string]bool{"wide": true, "small": false} {
		r, rnd, drawn := New(e, goals[name], Functions{}), rand.New(rand.NewPCG(4, 2)), false
		for range 5_000 {
			n, _ := r.Random(rnd)[r.vars[0]].Int64()
			drawn = drawn || n == 1<<31
		}
		if drawn != want {
			t.Errorf("%s: the highest bit is drawn: %v", name, drawn)
		}
	}
}

// Every other time one variable of values that are known has another value; places in memory and the counter keep theirs.
func TestAlteredInOneVariable(t *testing.T) {
	e, goals := claimsOf(t, "  claim [three]: <k> start (I:Int +Int (J:Int +Int (K:Int +Int L:Int))) => done </k> <n> 0 => ?_ </n>\n")
	r, rnd := New(e, goals["three"], Functions{}), rand.New(rand.NewPCG(4, 2))
	known := term.Substitution{}
	for _, v := range r.vars {
		known[v] = term.Int(100)
	}
	r.keys, r.counter, r.size = map[*term.Variable]bool{r.vars[0]: true}, r.vars[1], 4
	changed := map[*term.Variable]int{}
	const draws = 800
	for range draws {
		for v, value := range r.altered(rnd, known) {
			if !term.Equal(value, known[v]) {
				changed[v]++
			}
		}
	}
	for i, v := range r.vars {
		if n := changed[v]; i < 2 && n > 0 || i >= 2 && (n < draws/16 || n > draws/4) {
			t.Errorf("variable %d of %d is another one %d times in %d", i, len(r.vars), n, draws)
		}
	}
	if len(r.vars) < 4 {
		t.Errorf("there are %d variables", len(r.vars))
	}
	for range draws {
		differ := 0
		for v, value := range r.altered(rnd, known) {
			if !term.Equal(value, known[v]) {
				differ++
			}
		}
		if differ > 1 {
			t.Fatalf("%d variables are others", differ)
		}
	}
}

// Values whose conditions take long to evaluate are not repaired for long.
func TestRepairsAreBounded(t *testing.T) {
	e, goals := claimsOf(t, "  claim [costly]: <k> start (I:Int +Int J:Int) => done </k> <n> 0 => ?_ </n>\n")
	claim := goals["costly"].Claim
	vars := term.Vars(termsOf(claim.Left)...)
	claim.Requires = []*term.Term{term.Le(term.Int(3_000), vars[0].Term()), term.Eq(term.App(triangle, vars[0].Term()), term.Add(term.Apply(term.IntMul, term.Int(7), vars[1].Term()), term.Int(3)))}
	r, rnd, most := New(e, goals["costly"], known), rand.New(rand.NewPCG(4, 2)), 0
	for range 300 {
		before := r.Work()
		r.Random(rnd)
		most = max(most, r.Work()-before)
	}
	if most < maxRepairWork || most > 12*maxRepairWork {
		t.Errorf("the longest draw takes %d", most)
	}
}
