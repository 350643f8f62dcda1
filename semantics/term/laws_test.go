package term

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestHooksKeepMeaning holds for every built-in function, on random arguments with
// variables and opaque parts: to evaluate and then give the variables values is to
// give them values and then evaluate. The condition of definedness says in both ways
// whether there is a value.
func TestHooksKeepMeaning(t *testing.T) {
	hooks := slices.DeleteFunc(BuiltinHooks(), func(h string) bool { return builtins[h].Class == Binder })
	rapid.Check(t, func(rt *rapid.T) {
		values := Substitution{}
		for _, name := range slices.Sorted(maps.Keys(testVariables)) {
			sort := testVariables[name]
			values[Var(name, sort).Variable()] = randomTerm(rt, sort, false)
		}
		for range 20 {
			sym := builtins[rapid.SampledFrom(hooks).Draw(rt, "hook")]
			keepsMeaning(rt, sym, randomArguments(rt, sym), values)
		}
	})
}

// randomArguments draws arguments of a function; where it takes anything they have
// one sort.
func randomArguments(rt *rapid.T, sym *Symbol) []*Term {
	any := rapid.SampledFrom([]Sort{SortInt, SortBool, SortString, SortKItem, SortList, SortMap, SortSet, SortK}).Draw(rt, "sort")
	args := make([]*Term, len(sym.Args))
	for i, sort := range sym.Args {
		switch {
		case sort == SortK:
			sort = any
		case sym == StringFromToken:
			sort = idSort
		}
		args[i] = randomTerm(rt, sort, true)
	}
	return args
}

func keepsMeaning(rt *rapid.T, sym *Symbol, args []*Term, values Substitution) {
	given := make([]*Term, len(args))
	for i, a := range args {
		if given[i] = values.Apply(a); !given[i].IsValue() {
			return // an argument has no value
		}
	}
	want, symbolic := Apply(sym, given...), Apply(sym, args...)
	if !want.IsValue() {
		if sym.Total {
			rt.Fatalf("%s is total and has no value", want)
		}
		if sym.Defined != nil && sym.Defined(given) != False {
			rt.Fatalf("%s has no value, but its condition is %s", want, sym.Defined(given))
		}
		if sym.Defined != nil && values.Apply(sym.Defined(args)) != False {
			rt.Fatalf("%s has no value, but its condition %s holds for %v", App(sym, args...), sym.Defined(args), values)
		}
		return
	}
	if got := values.Apply(symbolic); !Equal(got, want) {
		rt.Fatalf("%s is simplified to %s, which for %v is %s; the value is %s", App(sym, args...), symbolic, values, got, want)
	}
	if sym.Defined != nil && (sym.Defined(given) != True || values.Apply(sym.Defined(args)) != True) {
		rt.Fatalf("%s has a value, but its condition is %s, before the values %s", App(sym, given...), sym.Defined(given), sym.Defined(args))
	}
}

// randomTerm draws a small term of a sort, perhaps with variables. Few different
// items make keys meet.
func randomTerm(rt *rapid.T, sort Sort, open bool) *Term {
	if open && rapid.IntRange(0, 4).Draw(rt, "variable") == 0 {
		var names []string
		for name, s := range testVariables {
			if s == sort {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			slices.Sort(names)
			return Var(rapid.SampledFrom(names).Draw(rt, "name"), sort)
		}
	}
	items := func() *Term { return randomTerm(rt, SortKItem, open) }
	size := func() int { return rapid.IntRange(0, 3).Draw(rt, "size") }
	switch sort {
	case SortInt:
		n := Int(rapid.Int64Range(-3, 4).Draw(rt, "n"))
		if open && rapid.IntRange(0, 3).Draw(rt, "sum") == 0 {
			return Add(Var("x", SortInt), n)
		}
		return n
	case SortBool:
		return Bool(rapid.Bool().Draw(rt, "b"))
	case SortString:
		return Str(rapid.SampledFrom([]string{"", "a", "b", "ab", "aba", "é", "12", "-3"}).Draw(rt, "text"))
	case SortK:
		out := DotK
		for range size() {
			out = Seq(items(), out)
		}
		return out
	case SortList:
		return randomList(rt, size(), items, open)
	case SortMap:
		return randomMap(rt, size(), items, open)
	case SortSet:
		out := EmptySet
		for range size() {
			out = Apply(SetUnion, out, SingletonSet(items()))
		}
		if open && rapid.IntRange(0, 3).Draw(rt, "opaque") == 0 {
			out = Apply(SetUnion, out, rapid.SampledFrom([]*Term{Var("S", SortSet), Apply(MapKeys, Var("M", SortMap))}).Draw(rt, "part"))
		}
		return out
	case SortArray:
		out := ConstArray(Int(rapid.Int64Range(0, 1).Draw(rt, "default")))
		for range size() {
			out = Apply(ArrayStore, out, randomTerm(rt, SortInt, open), randomTerm(rt, SortInt, open))
		}
		return out
	}
	kind := rapid.IntRange(0, 4).Draw(rt, "item")
	switch {
	case kind == 0 || sort == idSort:
		return Token(idSort, rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "token"))
	case kind == 1:
		return App(testConstructors["f"], randomTerm(rt, SortInt, open))
	case kind == 2:
		return App(testConstructors["assign"], randomTerm(rt, SortInt, open))
	}
	return randomTerm(rt, SortInt, open)
}

func randomList(rt *rapid.T, size int, items func() *Term, open bool) *Term {
	out := EmptyList
	for range size {
		out = Apply(ListConcat, out, ListOf(items()))
		if open && rapid.IntRange(0, 5).Draw(rt, "segment") == 0 {
			out = Apply(ListConcat, out, Var("L", SortList))
		}
	}
	if open && rapid.IntRange(0, 5).Draw(rt, "range") == 0 {
		return Apply(ListRange, out, randomTerm(rt, SortInt, open), randomTerm(rt, SortInt, false))
	}
	return out
}

func randomMap(rt *rapid.T, size int, items func() *Term, open bool) *Term {
	out := EmptyMap
	if open && rapid.IntRange(0, 3).Draw(rt, "opaque") == 0 {
		out = Var("M", SortMap)
	}
	for range size {
		if rapid.Bool().Draw(rt, "update") {
			out = Apply(MapUpdate, out, items(), items())
		} else {
			out = Apply(MapConcat, out, SingletonMap(items(), items()))
		}
	}
	if !open && !out.IsValue() {
		return EmptyMap // a key occurs twice
	}
	return out
}

// TestCollectionLaws holds for collections with symbolic items and opaque parts.
func TestCollectionLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(sort Sort) *Term { return randomTerm(rt, sort, true) }
		same := func(law string, a, b *Term) {
			if !Equal(a, b) || a.Hash() != b.Hash() {
				rt.Fatalf("%s: %s and %s", law, a, b)
			}
		}
		a, b, c := draw(SortSet), draw(SortSet), draw(SortSet)
		same("union commutes", Apply(SetUnion, a, b), Apply(SetUnion, b, a))
		same("union associates", Apply(SetUnion, a, Apply(SetUnion, b, c)), Apply(SetUnion, Apply(SetUnion, a, b), c))
		same("without nothing", Apply(SetDifference, a, EmptySet), a)
		same("nothing is inside", Apply(SetInclusion, EmptySet, a), True)
		k, l, m := draw(SortList), draw(SortList), draw(SortList)
		same("lists associate", Apply(ListConcat, k, Apply(ListConcat, l, m)), Apply(ListConcat, Apply(ListConcat, k, l), m))
		same("sizes add up", Apply(ListSize, Apply(ListConcat, k, l)), Add(Apply(ListSize, k), Apply(ListSize, l)))
		n, key, v := draw(SortMap), draw(SortKItem), draw(SortKItem)
		updated := Apply(MapUpdate, n, key, v)
		same("what is written is read", Apply(MapLookup, updated, key), v)
		same("what is written is a key", InKeys(key, updated), True)
		same("the last write counts", Apply(MapUpdate, Apply(MapUpdate, n, key, key), key, v), updated)
		if o := draw(SortMap); Union(n, o) != nil {
			same("maps commute", Union(n, o), Union(o, n))
		}
	})
}

// TestSolveFor puts the solution of a linear equation into it.
func TestSolveFor(t *testing.T) {
	x := Var("x", SortInt).Variable()
	solved := 0
	rapid.Check(t, func(rt *rapid.T) {
		vals := Substitution{}
		for _, name := range []string{"x", "y", "z"} {
			vals[Var(name, SortInt).Variable()] = Int(0)
		}
		a, _ := randomInt(rt, vals, 3)
		b, _ := randomInt(rt, vals, 3)
		equation := Eq(a, b)
		solution := SolveFor(equation, x)
		if solution == nil {
			return
		}
		solved++
		if Occurs(x, solution) || (Substitution{x: solution}).Apply(equation) != True {
			rt.Fatalf("%s is no solution of %s for x", solution, equation)
		}
	})
	if solved == 0 {
		t.Error("no equation was solved")
	}
	for _, tt := range []struct{ equation, variable, want string }{
		{"p", "p", "true"}, {"BOOL.not(p)", "p", "false"}, {"BOOL.eq(p, q)", "q", "p"}, {"KEQUAL.eq(k, f(h))", "k", "f(h)"},
		{"KEQUAL.eq(k, f(k))", "k", ""}, {"INT.eq(INT.mul(2, x), y)", "x", ""}, {"INT.eq(INT.mul(x, y), z)", "x", ""}, {"INT.eq(y, z)", "x", ""},
		{"INT.eq(INT.sub(y, x), 3)", "x", "INT.sub(y, 3)"}, {"INT.lt(x, y)", "x", ""},
	} {
		got := SolveFor(read(t, tt.equation), read(t, tt.variable).Variable())
		if (got == nil) != (tt.want == "") || got != nil && !Equal(got, read(t, tt.want)) {
			t.Errorf("%s for %s: %v", tt.equation, tt.variable, got)
		}
	}
}

// TestListItems reads items of the lists that streams are, as integers.
func TestListItems(t *testing.T) {
	for _, tt := range []struct{ list, index, want string }{
		{"[4, 5]", "1", "5"}, {"[4, f(x)]", "1", "x"}, {"[..L, 5]", "LIST.size(L)", "5"}, {"[..L, 5, 6]", "INT.add(LIST.size(L), 1)", "6"},
		{"[4, 'a]", "1", ""}, {"[4, 5]", "x", ""}, {"[4, 5]", "2", ""}, {"L", "0", ""},
	} {
		l, i := read(t, tt.list), read(t, tt.index)
		want := App(ListInt, l, i)
		if tt.want != "" {
			want = read(t, tt.want)
		}
		if got := Apply(ListInt, l, i); !Equal(got, want) {
			t.Errorf("item %s of %s is %s", tt.index, tt.list, got)
		}
	}
	l := Var("L", SortList)
	if got := Apply(ListInt, App(ListRange, l, Int(2), Int(1)), Int(3)); !Equal(got, App(ListInt, l, Int(5))) {
		t.Errorf("an item of a part is %s", got)
	}
	front := Concat(l, ListOf(Int(7)))
	if got := Apply(ListInt, front, Sub(Apply(ListSize, l), Int(1))); !Equal(got, App(ListInt, l, Sub(Apply(ListSize, l), Int(1)))) {
		t.Errorf("an item of the opaque front is %s", got)
	}
}

// TestLattice has the order of the built-in sorts and of those that are added.
func TestLattice(t *testing.T) {
	l := NewLattice()
	exp, value := l.Add("Exp"), l.Add("Value")
	if l.Add("Exp") != exp || l.Name(exp) != "Exp" || l.Name(99) == "" || l.Len() != int(value)+1 {
		t.Error("names of sorts")
	}
	if s, ok := l.Lookup("Value"); !ok || s != value {
		t.Error("Value is not found")
	}
	if _, ok := l.Lookup(""); ok {
		t.Error("a sort without a name is found")
	}
	common := l.HaveCommonSubsort(exp, value)
	l.SetLeq(value, exp)
	if common || !l.HaveCommonSubsort(exp, value) || !l.Leq(value, exp) || l.Leq(exp, value) {
		t.Error("Value is below Exp, once that is said")
	}
	for _, s := range []Sort{SortInt, exp, value} {
		if !l.Leq(s, SortKItem) || !l.Leq(s, SortK) || l.Leq(SortK, s) || !l.Leq(s, s) {
			t.Errorf("the place of %s below KItem and K", l.Name(s))
		}
	}
}
