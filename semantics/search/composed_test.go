package search_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
)

// TestComposedIsLikeSingle runs the random programs of the searches again and again, with compositions of what
// recurs and without: behind each composition all is as after single steps.
func TestComposedIsLikeSingle(t *testing.T) {
	for _, s := range subjects {
		d, err := s.load()
		if err != nil {
			t.Fatal(err)
		}
		c := &rewritetest.Compositions{Engine: rewrite.New(d), Heat: rewritetest.Eager, Limit: 1500}
		for seed := range uint64(200) {
			text := again(s.name, s.random(seed).text)
			if !c.Text(t, fmt.Sprintf("%s, seed %d, %s", s.name, seed, text), text, strings.Repeat("3 -4 0 1 2 ", 20)) {
				t.Fatalf("%s is no program", text)
			}
		}
		t.Logf("%s: %d programs, %d steps, %d of them by %d compositions", s.name, c.Programs, c.Steps, c.Composed, c.Rules)
		if c.Composed < c.Steps/20 {
			t.Errorf("%s: of %d steps %d are composed", s.name, c.Steps, c.Composed)
		}
	}
}

// again is a program of a language that does what another one does, again and again.
func again(language, text string) string {
	switch language {
	case "postfix":
		return "0 while dup 12 less do " + text + " 1 add end"
	case "imp":
		declared, rest, _ := strings.Cut(text, ";")
		return declared + ", x, y, round; while (round < 12) { " + rest + " round = round + 1; i1 = 0; i2 = 0; i3 = 0; }"
	}
	head, body, _ := strings.Cut(text, "int main() {\n")
	return head + "int run() {\n" + body + "\nint main() { int round = 0; while (round < 12) { run(); round++; } return 0; }"
}

// TestComposedThreadsAreLikeSingle does the same with random programs that start threads, or do not: where there are
// several nothing is composed. Those of tasks.k go away where nothing is left to do, by a rule on the collection that is
// about no other ones.
func TestComposedThreadsAreLikeSingle(t *testing.T) {
	for _, stays := range []bool{true, false} {
		name, begin, set := "threads.k", "let round; let t; let u; let x; let y; ", "round := round + 1; "
		if !stays {
			name, begin, set = "tasks.k", "round := 0; t := 0; u := 0; x := 0; y := 0; ", "round := round + 1; "
		}
		c := &rewritetest.Compositions{Engine: threaded(t, name), Heat: rewritetest.Eager, Limit: 1500}
		for seed := range uint64(200) {
			g := &threadGenerator{rand: rand.New(rand.NewPCG(seed, 4)), stays: stays}
			text := begin + "while round < 12 { " + lines(g.program()) + " " + set + "}"
			if !c.Text(t, fmt.Sprintf("%s, seed %d, %s", name, seed, text), text, "1 2 3") {
				t.Fatalf("%s is no program", text)
			}
		}
		t.Logf("%s: %d programs, %d steps, %d of them by %d compositions", name, c.Programs, c.Steps, c.Composed, c.Rules)
		if c.Composed < 2000 {
			t.Errorf("%s: of %d steps %d are composed", name, c.Steps, c.Composed)
		}
	}
}
