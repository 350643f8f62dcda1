package replay

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"rlv/semantics/term"
)

// The points of a grid come once each, those with smaller numbers first, and then none.
func TestGrid(t *testing.T) {
	vars := []*term.Variable{intVar("x").Variable(), intVar("y").Variable(), intVar("z").Variable()}
	for k := 1; k <= len(vars); k++ {
		g, sub, seen, norms := &grid{vars: vars[:k]}, term.Substitution{}, map[string]bool{}, []int64{}
		for g.put(sub) {
			text, norm := "", int64(0)
			for _, v := range g.vars {
				n, _ := sub[v].Int64()
				text, norm = text+sub[v].String()+" ", max(norm, n)
			}
			if seen[text] {
				t.Fatalf("%s comes again", text)
			}
			seen[text], norms = true, append(norms, norm)
		}
		largest := norms[len(norms)-1]
		if want := pow(largest+2, k); int64(len(seen)) != want || !slices.IsSorted(norms) || want > maxGrid {
			t.Errorf("%d variables: %d points up to %d", k, len(seen), largest)
		}
		if k == 3 && largest < 9 || k == 1 && largest != maxGridded {
			t.Errorf("%d variables: up to %d", k, largest)
		}
		if g.put(sub) {
			t.Error("there is a point behind the last one")
		}
	}
}

// Runs on a few numbers come to all small ones together, which random draws hardly do.
func TestFewNumbersAreTried(t *testing.T) {
	e, goals := claimsOf(t, `  claim [three]: <k> start (I:Int +Int (J:Int +Int K:Int)) => done </k> <n> 0 => ?_ </n> requires 0 <Int I andBool 0 <Int J andBool 0 <Int K
  claim [four]: <k> start (I:Int +Int (J:Int +Int (K:Int +Int L:Int))) => done </k> <n> 0 => ?_ </n>
`)
	r, rnd := New(e, goals["three"], nil), rand.New(rand.NewPCG(1, 3))
	number := func(values term.Substitution, i int) int64 { n, _ := values[r.grid.vars[i]].Int64(); return n }
	found := false
	for range 1600 {
		values := r.Random(rnd)
		found = found || number(values, 0) == 6 && number(values, 1) == 8 && number(values, 2) == 9
	}
	if !found {
		t.Error("6, 8 and 9 are not tried")
	}
	if New(e, goals["four"], nil).grid != nil {
		t.Error("four numbers have a grid")
	}
}

// What a left side says of all integers and nobody decides here is asked, once a run fails.
func TestWhatIsPresumedIsAsked(t *testing.T) {
	e, goals := claimsOf(t, "  claim [c]: <k> start I:Int => done </k> <n> 0 => ?N:Int </n> ensures ?N <Int 4\n")
	g, k := goals["c"], intVar("k")
	i := term.Vars(termsOf(g.Claim.Left)...)
	i = slices.DeleteFunc(i, func(v *term.Variable) bool { return v.BaseName() != "I" })
	cube := term.Add(k, term.Apply(term.IntMul, k, term.Apply(term.IntMul, k, k)))
	g.Claim.Requires = []*term.Term{term.App(term.Forall, k, term.Not(term.Eq(cube, i[0].Term())))}
	for _, tt := range []struct {
		name   string
		value  int64
		decide func(*term.Term) bool
		want   Result
		asked  int
	}{
		{"nobody is asked", 5, nil, Rejected, 0},
		{"it is true", 5, func(*term.Term) bool { return true }, Fails, 1},
		{"it is not known", 5, func(*term.Term) bool { return false }, Rejected, 1},
		{"small numbers show that it is false", 10, func(*term.Term) bool { return true }, Rejected, 0},
		{"the run fails nothing", 3, func(*term.Term) bool { return true }, Holds, 0},
	} {
		r, asked := New(e, g, nil), 0
		if tt.decide != nil {
			r.Ask(func(_ context.Context, f *term.Term) bool {
				if asked++; len(term.Vars(f)) > 0 {
					t.Errorf("%s: asked of %s", tt.name, f)
				}
				return tt.decide(f)
			})
		}
		out := r.Run(context.Background(), r.Model(map[*term.Variable]*term.Term{i[0]: term.Int(tt.value)}))
		if out.Result != tt.want || asked != tt.asked {
			t.Errorf("%s: result %d, want %d; asked %d times", tt.name, out.Result, tt.want, asked)
		}
	}
}

// Where a run failed variables with one value become smaller together, as an array and what it was before do.
func TestEqualValuesBecomeSmallerTogether(t *testing.T) {
	a, b := term.Var("A", term.SortArray), term.Var("B", term.SortArray)
	r := &Runner{unknowns: unknowns{vars: []*term.Variable{a.Variable(), b.Variable()}}}
	five := term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(1), term.Int(5))
	together, alone := false, false
	r.Smaller(term.Substitution{a.Variable(): five, b.Variable(): five}, func(next term.Substitution) bool {
		same := term.Equal(next[a.Variable()], next[b.Variable()])
		together, alone = together || same, alone || !same
		return true
	})
	if !together || !alone {
		t.Errorf("together %v, alone %v", together, alone)
	}
}
