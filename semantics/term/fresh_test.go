package term

import (
	"runtime"
	"sync"
	"testing"
	"weak"
)

// Fresh variables differ from each other and from all that have a name, whoever
// makes them at the same time; one of a name is the same for all.
func TestFreshVariablesDiffer(t *testing.T) {
	const workers, each = 8, 500
	made := make([][]*Term, workers)
	named := make([]*Term, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for range each {
				made[w] = append(made[w], Fresh("X", SortInt))
			}
			named[w] = Var("shared", SortInt)
		})
	}
	wg.Wait()
	seen := map[string]bool{"X": true}
	for w := range workers {
		for _, v := range made[w] {
			if seen[v.Variable().Name] {
				t.Fatalf("%s twice", v)
			}
			seen[v.Variable().Name] = true
			if !v.Variable().IsFresh() || v.Variable().BaseName() != "X" || v.Variable().Term() != v {
				t.Fatalf("%s is not as Fresh makes it", v)
			}
		}
		if named[w] != named[0] {
			t.Error("two variables of one name")
		}
	}
	if again := Fresh(made[0][0].Variable().Name, SortInt).Variable(); again.BaseName() != "X" || seen[again.Name] {
		t.Errorf("a fresh variable like a fresh one is %s", again.Name)
	}
	if Var("shared", SortBool) == named[0] || Var("shared", SortInt).Variable().IsFresh() {
		t.Error("variables with names")
	}
}

// Nothing keeps a fresh variable but the terms that it is in.
func TestFreshVariablesGo(t *testing.T) {
	fresh := weak.Make(Fresh("X", SortInt).Variable())
	kept := Var("kept-by-its-name", SortInt).Variable()
	named := weak.Make(kept)
	runtime.GC()
	runtime.GC()
	if fresh.Value() != nil {
		t.Error("a fresh variable in no term is still there")
	}
	if named.Value() == nil || Var("kept-by-its-name", SortInt).Variable() != kept {
		t.Error("a variable with a name is gone")
	}
}
