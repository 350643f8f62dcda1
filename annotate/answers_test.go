package annotate_test

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"rlv/annotate/attach"
	"rlv/annotate/declared"
	"rlv/annotate/meaning"
	"rlv/annotate/meter"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// What is remembered of a state is what is read of it, whatever other states have been read
// before, and whether the same state has other contents now.
func TestWhatIsReadAgainIsTheSame(t *testing.T) {
	const name = "f.cink"
	e := engineOf(t, name)
	p, err := e.Definition.ParseProgram(source.NewFile(name, "struct P { int u; bool w; };\nint x;\nbool b;\nint a[3];\nP p;\nP q[2];\nint f(int k) { return k; }\n"))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := meaning.New(e, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	layout, _ := attach.Annotations(p, plain.Shape, nil)
	loader := declared.Loader{Reader: plain, Layout: layout, Space: pattern.Space{Lattice: e.Definition.Lattice, K: plain.K, Counter: plain.Counter}, Meter: meter.New(p, 1000)}
	loaded, problem := loader.State(context.Background())
	if problem != nil {
		t.Fatal(problem)
	}
	open := plain.AnyGlobals(loaded, nil)
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	state := func() *rewrite.State {
		sub := term.Substitution{}
		for _, v := range term.Vars(open.Slots...) {
			switch {
			case r.Intn(3) == 0:
			case v.Sort == term.SortInt:
				sub[v] = term.Int(int64(r.Intn(2)))
			case v.Sort == term.SortBool:
				sub[v] = term.Bool(r.Intn(2) == 0)
			}
		}
		st := meaning.Substituted(sub, open)
		if r.Intn(2) == 0 {
			st.PC = append(st.PC[:len(st.PC):len(st.PC)], term.Lt(term.Int(int64(r.Intn(2))), term.Var("n", term.SortInt)))
		}
		return st
	}
	reader := plain.Remembering(meaning.Silent{})
	scratch := state() // one that is changed
	read := map[string]bool{}
	for range 250 {
		st := state()
		if r.Intn(2) == 0 {
			copy(scratch.Slots, st.Slots)
			scratch.PC, st = st.PC, scratch
		}
		word := []string{"x", "b", "a", "p", "q", "f"}[r.Intn(6)]
		for _, n := range plain.TokensOf(word) {
			for range 2 {
				v, ok := reader.ValueOf(st, n)
				w, is := plain.ValueOf(st, n)
				if ok != is || fmt.Sprint(v.Scalar, v.Array, v.Nowhere) != fmt.Sprint(w.Scalar, w.Array, w.Nowhere) {
					t.Fatalf("seed %d: %s is %v, and %v where nothing is remembered", seed, word, v, w)
				}
				read[fmt.Sprint(word, w.Scalar, w.Array != nil)] = true
			}
			for _, f := range []string{"u", "w"}[:r.Intn(3)] {
				v, ok := reader.FieldOf(st, n, f)
				w, is := plain.FieldOf(st, n, f)
				if ok != is || fmt.Sprint(v.Scalar) != fmt.Sprint(w.Scalar) {
					t.Fatalf("seed %d: %s.%s is %v, and %v where nothing is remembered", seed, word, f, v, w)
				}
			}
		}
	}
	if len(read) < 8 {
		t.Errorf("few values are read: %v", read)
	}
}
