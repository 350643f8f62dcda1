package term

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func vars() (x, y, z *Term) {
	return Var("x", SortInt), Var("y", SortInt), Var("z", SortInt)
}

func TestPolynomialNormalForm(t *testing.T) {
	x, y, z := vars()
	mul := func(a, b *Term) *Term { return Apply(IntMul, a, b) }
	cases := []struct {
		name string
		a, b *Term
	}{
		{"commutes", Add(x, y), Add(y, x)},
		{"associates", Add(Add(x, y), z), Add(x, Add(y, z))},
		{"cancels", Sub(Add(x, Int(1)), Int(1)), x},
		{"distributes", mul(Add(x, Int(1)), y), Add(mul(x, y), y)},
		{"square", mul(Add(x, y), Add(x, y)), Add(Add(mul(x, x), mul(Int(2), mul(x, y))), mul(y, y))},
		{"strict to non-strict", Lt(x, y), Le(Add(x, Int(1)), y)},
		{"flip", Not(Lt(x, y)), Le(y, x)},
		{"common divisor", Le(Int(3), mul(Int(2), x)), Le(Int(2), x)},
		{"equality orientation", Eq(x, y), Eq(y, x)},
		{"equality moves constants", Eq(Add(x, Int(1)), y), Eq(x, Sub(y, Int(1)))},
	}
	for _, c := range cases {
		if !Equal(c.a, c.b) {
			t.Errorf("%s: %s and %s differ", c.name, c.a, c.b)
		}
	}
	if got := Eq(Add(x, Int(1)), x); got != False {
		t.Errorf("x+1 = x is %s", got)
	}
	if got := Eq(mul(Int(2), x), Int(3)); got != False {
		t.Errorf("2x = 3 is %s", got)
	}
}

// evalInt evaluates an integer or Boolean term under a valuation with math/big
// only, independent of the normal forms.
func TestNormalFormKeepsMeaning(t *testing.T) {
	x, y, z := vars()
	rapid.Check(t, func(rt *rapid.T) {
		vals := Substitution{}
		for _, v := range []*Term{x, y, z} {
			vals[v.Variable()] = Int(rapid.Int64Range(-7, 7).Draw(rt, "value"))
		}
		sym, val := randomInt(rt, vals, 4)
		if got := vals.Apply(sym); !Equal(got, BigInt(val)) {
			rt.Fatalf("%s is %s, want %s", sym, got, val)
		}
		sym2, val2 := randomInt(rt, vals, 3)
		for _, c := range []struct {
			f    *Term
			want bool
		}{
			{Lt(sym, sym2), val.Cmp(val2) < 0}, {Le(sym, sym2), val.Cmp(val2) <= 0},
			{Eq(sym, sym2), val.Cmp(val2) == 0}, {Not(Lt(sym, sym2)), val.Cmp(val2) >= 0},
		} {
			if got := vals.Apply(c.f); got != Bool(c.want) {
				rt.Fatalf("%s is %s, want %v", c.f, got, c.want)
			}
		}
	})
}

func randomInt(rt *rapid.T, vals Substitution, depth int) (*Term, *big.Int) {
	if depth == 0 || rapid.IntRange(0, 4).Draw(rt, "leaf") == 0 {
		if rapid.Bool().Draw(rt, "constant") {
			n := rapid.Int64Range(-5, 5).Draw(rt, "n")
			return Int(n), big.NewInt(n)
		}
		x, y, z := vars()
		v := []*Term{x, y, z}[rapid.IntRange(0, 2).Draw(rt, "variable")]
		return v, vals[v.Variable()].Big()
	}
	a, av := randomInt(rt, vals, depth-1)
	b, bv := randomInt(rt, vals, depth-1)
	switch rapid.IntRange(0, 2).Draw(rt, "operator") {
	case 0:
		return Add(a, b), new(big.Int).Add(av, bv)
	case 1:
		return Sub(a, b), new(big.Int).Sub(av, bv)
	}
	return Apply(IntMul, a, b), new(big.Int).Mul(av, bv)
}

func TestDivision(t *testing.T) {
	cases := []struct {
		s       *Symbol
		a, b, r int64
	}{
		{IntTDiv, -7, 2, -3}, {IntTMod, -7, 2, -1}, {IntEDiv, -7, 2, -4}, {IntEMod, -7, 2, 1},
		{IntEDiv, -7, -2, 4}, {IntEMod, -7, -2, 1}, {IntTDiv, 7, -2, -3}, {IntTMod, 7, -2, 1},
	}
	for _, c := range cases {
		if got := Apply(c.s, Int(c.a), Int(c.b)); !Equal(got, Int(c.r)) {
			t.Errorf("%d %s %d = %s, want %d", c.a, c.s, c.b, got, c.r)
		}
	}
	if got := Apply(IntTDiv, Int(1), Int(0)); !got.HasFunctions() {
		t.Errorf("1 /Int 0 is %s", got)
	}
	x, _, _ := vars()
	if got := Apply(IntTMod, Int(0), x); !got.HasFunctions() {
		t.Errorf("0 %%Int x must not be simplified: x may be 0; got %s", got)
	}
}

func TestMaps(t *testing.T) {
	x, y, _ := vars()
	rest := Var("Rest", SortMap)
	id := Sort(20)
	a, b := Token(id, "a"), Token(id, "b")
	m := Union(SingletonMap(a, Int(1)), SingletonMap(b, x))
	if v, found := m.Get(b); found != Present || v != x {
		t.Errorf("lookup of b: %v %v", v, found)
	}
	if got := InKeys(Token(id, "c"), m); got != False {
		t.Errorf("c in %s: %s", m, got)
	}
	open := Union(m, rest)
	if got := InKeys(Token(id, "c"), open); got.Symbol() != MapInKeys {
		t.Errorf("c in %s: %s", open, got)
	}
	if Union(m, SingletonMap(a, Int(2))) != nil {
		t.Error("a union with a common key is defined")
	}
	if got := Apply(MapUpdate, m, a, Int(5)); !Equal(got, Union(SingletonMap(b, x), SingletonMap(a, Int(5)))) {
		t.Errorf("update: %s", got)
	}
	sym := Union(SingletonMap(x, Int(1)), SingletonMap(Add(x, Int(1)), Int(2)))
	if v, found := sym.Get(Add(Int(1), x)); found != Present || !Equal(v, Int(2)) {
		t.Errorf("lookup of x+1 in %s: %v %v", sym, v, found)
	}
	if _, found := sym.Get(y); found != Unknown {
		t.Errorf("lookup of y in %s: %v", sym, found)
	}
	if _, found := sym.Get(Sub(x, Int(1))); found != Absent {
		t.Errorf("lookup of x-1 in %s: %v", sym, found)
	}
}

func TestArrays(t *testing.T) {
	x, _, _ := vars()
	a := Var("A", SortArray)
	s := Apply(ArrayStore, a, x, Int(3))
	if got := Apply(ArraySelect, s, x); !Equal(got, Int(3)) {
		t.Errorf("read back: %s", got)
	}
	if got := Apply(ArraySelect, s, Add(x, Int(1))); !Equal(got, App(ArraySelect, a, Add(x, Int(1)))) {
		t.Errorf("read beside: %s", got)
	}
	ones := Apply(ArrayMake, Int(1))
	if got := Apply(ArrayStore, ones, x, Int(1)); got != ones {
		t.Errorf("writing what is there: %s", got)
	}
}

// An array from an index on has what the array has there, however it was made, and
// has one form.
func TestShiftedArrays(t *testing.T) {
	x, y, _ := vars()
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.OneOf(rapid.Just(x), rapid.Just(y), rapid.Custom(func(rt *rapid.T) *Term { return Int(rapid.Int64Range(-3, 3).Draw(rt, "n")) }))
		sub := Substitution{x.Variable(): Int(rapid.Int64Range(-3, 3).Draw(rt, "x")), y.Variable(): Int(rapid.Int64Range(-3, 3).Draw(rt, "y"))}
		a := Var("A", SortArray)
		if rapid.Bool().Draw(rt, "known") {
			a = ConstArray(Int(9))
		}
		sub[Var("A", SortArray).Variable()] = Apply(ArrayStore, ConstArray(Int(0)), Int(1), Int(5))
		for range rapid.IntRange(1, 6).Draw(rt, "steps") {
			n := number.Draw(rt, "by")
			if rapid.Bool().Draw(rt, "write") {
				a = Apply(ArrayStore, a, n, number.Draw(rt, "value"))
				continue
			}
			before, i := a, Int(rapid.Int64Range(-4, 4).Draw(rt, "i"))
			a = Apply(ArrayShift, a, n)
			got, want := sub.Apply(Apply(ArraySelect, a, i)), sub.Apply(Apply(ArraySelect, before, Add(i, n)))
			if !Equal(got, want) || !got.IsInt() {
				rt.Fatalf("%v at %v is %v, not %v", a, i, got, want)
			}
			if back := Apply(ArrayShift, a, Sub(Int(0), n)); !Equal(back, before) {
				rt.Fatalf("%v back is %v, not %v", a, back, before)
			}
		}
	})
}

func TestEqualityIgnoresPositions(t *testing.T) {
	f := NewSymbol(Symbol{Name: "f", Args: []Sort{SortInt}, Result: SortKItem})
	p := App(f, Int(1)).WithPos(7)
	if p.Pos() != 7 || !Equal(p, App(f, Int(1))) || App(f, Int(1)).Pos() != 0 {
		t.Error("positions leak into equality or into other terms")
	}
}

func TestEqualityOfSharedTerms(t *testing.T) {
	f := NewSymbol(Symbol{Name: "pair", Args: []Sort{SortKItem, SortKItem}, Result: SortKItem})
	build := func(pos int32) *Term {
		x := Var("leaf", SortKItem)
		for range 200 {
			x = App(f, x, x).WithPos(pos) // positions keep the two towers apart
		}
		return x
	}
	if !Equal(build(1), build(2)) {
		t.Error("equal towers differ")
	}
}

// TestOrderOfKeys: choice, keys_list, values and Set2List depend on the order of
// the keys, which is not known before the keys are.
func TestOrderOfKeys(t *testing.T) {
	x, y := Var("X", SortInt), Var("Y", SortInt)
	symbolic := Union(SingletonSet(x), SingletonSet(y))
	ground := Union(SingletonSet(Int(2)), SingletonSet(Int(1)))
	rest := Union(ground, Var("R", SortSet))
	for _, f := range []*Symbol{SetToList, SetChoice} {
		for _, s := range []*Term{symbolic, rest} {
			if got := Apply(f, s); got.Kind() != KApp {
				t.Errorf("%s is decided: %s", App(f, s), got)
			}
		}
	}
	if got := Apply(SetToList, ground); !Equal(got, ListOf(Int(1), Int(2))) {
		t.Errorf("Set2List gives %s", got)
	}
	m := EmptyMap.Put(x, Int(1)).Put(y, Int(2))
	for _, f := range []*Symbol{MapKeysList, MapValues, MapChoice} {
		if got := Apply(f, m); got.Kind() != KApp {
			t.Errorf("%s is decided: %s", App(f, m), got)
		}
		if got := Apply(f, SingletonMap(x, Int(1))); got.Kind() == KApp {
			t.Errorf("%s of one entry is not decided", f)
		}
	}
	if got := Apply(ListToSet, ListOf(x, Int(1), Int(1))); !Equal(got, Union(SingletonSet(x), SingletonSet(Int(1)))) {
		t.Errorf("List2Set gives %s", got)
	}
}

// The cons table uses all its places once the first few are crowded; then most terms are still
// found again.
func TestConsTableGrows(t *testing.T) {
	make := func(i int) *Term { return App(IntAdd, Int(int64(i%100)), Int(int64(i/100))) }
	var made []*Term
	for range 2 { // the second time with all places
		made = nil
		for i := range 8000 {
			made = append(made, make(i))
		}
	}
	if got := tableMask.Load(); got != 1<<tableBits-1 {
		t.Errorf("the mask is %x", got)
	}
	again := 0
	for i, u := range made {
		if make(i) == u {
			again++
		}
	}
	if again < len(made)*3/4 {
		t.Errorf("%d of %d terms are found again", again, len(made))
	}
}

// A walk comes to each node once, also within another walk, and whatever sets were used before.
func TestWalkComesToEachNodeOnce(t *testing.T) {
	for size := 1; size < 3000; size = size*3/2 + 1 {
		u := Var("W", SortInt)
		nodes := map[*Term]bool{u: true}
		for i := range size {
			u = App(IntAdd, u, App(IntMul, Int(int64(i)), u))
			nodes[u], nodes[u.Arg(1)], nodes[u.Arg(1).Arg(0)] = true, true, true
		}
		seen := map[*Term]int{}
		Walk(u, func(v *Term) bool {
			if seen[v]++; len(seen)%50 == 0 {
				n := 0
				Walk(v, func(*Term) bool { n++; return true })
				if n == 0 {
					t.Error("a walk within another one came to nothing")
				}
			}
			return true
		})
		for v, n := range seen {
			if n != 1 || !nodes[v] {
				t.Fatalf("size %d: %d times at %v", size, n, v)
			}
		}
		if len(seen) != len(nodes) {
			t.Fatalf("size %d: %d nodes of %d", size, len(seen), len(nodes))
		}
	}
}

// The free variables of several terms are those of each, many or few, also where one of them is bound in another.
func TestVarsOfSeveralTerms(t *testing.T) {
	x := Var("X", SortInt)
	body := App(IntLt, x, Int(3))
	if got := Vars(App(Forall, x, body), body); len(got) != 1 || got[0] != x.Variable() {
		t.Errorf("the variables are %v", got)
	}
	sum, want := Int(0), []*Variable{}
	for i := range 40 {
		v := Var("V"+string(rune('A'+i)), SortInt)
		sum, want = App(IntAdd, sum, App(IntMul, v, v)), append(want, v.Variable())
		if got := Vars(sum, v, sum); !slices.Equal(got, want) {
			t.Fatalf("%d variables, want %d", len(got), len(want))
		}
	}
}
