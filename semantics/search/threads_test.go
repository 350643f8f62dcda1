package search_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

var threadsSeed = flag.Uint64("threads.seed", 1, "of the random programs with threads")

// plain is an oracle for configurations without symbols, which ask it nothing.
type plain struct{ t testing.TB }

func (o plain) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	o.t.Errorf("asked for %v %v", pc, extra)
	return rewrite.Unknown
}

func (o plain) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return o.Prune(pc, extra...)
}

// threaded has the engines of the definitions with threads.
func threaded(t testing.TB, file string) *rewrite.Engine {
	t.Helper()
	d, err := compile.Load("testdata/"+file, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

// ending is what is to be seen of the ends of a program, with how many they are, and how
// often each configuration was told.
type ending struct {
	result *search.Result
	seen   map[string]int
	told   map[string]int
}

// endings searches everything that a program may do.
func endings(t testing.TB, e *rewrite.Engine, program string, o search.Options, input ...int64) *ending {
	t.Helper()
	d := e.Definition
	p, err := d.ParseProgram(source.NewFile("p", program))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	if in := search.StreamsOf(d.Layout).In; in >= 0 {
		var items []*term.Term
		for _, n := range input {
			items = append(items, term.Int(n))
		}
		slots[in] = search.Closed(items)
	}
	out := &ending{seen: map[string]int{}, told: map[string]int{}}
	out.result = search.Run(context.Background(), e, &rewrite.State{Slots: slots}, plain{t}, o, func(ev search.Event) search.Answer {
		if ev.Kind != search.Final && ev.Kind != search.Stuck {
			return search.Pass
		}
		var b bytes.Buffer
		if err := compile.WriteConfig(&b, d, ev.State.Slots); err != nil {
			t.Fatal(err)
		}
		out.told[b.String()]++
		out.seen[seenOf(d, ev)]++
		return search.Pass
	})
	return out
}

// seenOf is what is to be seen of an end: its kind, what was written, and the shared
// memory, in testdata/threads.k in the order in which it was declared.
func seenOf(d *compile.Definition, e search.Event) string {
	kind := map[search.Kind]string{search.Final: "final", search.Stuck: "stuck"}[e.Kind]
	text := ""
	for _, it := range e.State.Slots[search.StreamsOf(d.Layout).Out].Items(3, -1) {
		text += it.Term.String()
	}
	at := slices.IndexFunc(d.Layout.Slots, func(c *compile.Cell) bool { return c.Name == "mem" || c.Name == "cells" })
	var mem []string
	entries, _ := e.State.Slots[at].Entries()
	for _, entry := range entries {
		name := entry.Key.String()
		if entry.Key.Kind() == term.KInt {
			name = sharedNames[entry.Key.Big().Int64()]
		}
		mem = append(mem, fmt.Sprintf("%s=%s", name, entry.Value))
	}
	slices.Sort(mem)
	return fmt.Sprintf("%s %q %s", kind, text, strings.Join(mem, " "))
}

// sharedNames are the variables of random programs, declared in this order.
var sharedNames = []string{"t", "u", "x", "y"}

// Every final configuration of a program is told once.
func TestThreads(t *testing.T) {
	engines := map[string]*rewrite.Engine{"threads": threaded(t, "threads.k"), "tasks": threaded(t, "tasks.k")}
	for _, test := range []struct {
		file, program string
		input         []int64
		want          string // kinds and outputs with how many configurations there are
		because       string
	}{
		{"threads", "let x; let y; x := 1; y := bump x / (bump x / x);", nil, "final ''*3", "x is 3 at the end; 2 / (3 / 2), 2 / (3 / 3), 3 / (2 / 2), 2 / (3 / 1) have 3 values"},
		{"threads", "let x; let t; let u; x := get(); t := start { x := x / 2; }; u := start { x := x + 10; }; wait t; wait u; say x;",
			[]int64{23}, "final '11'*1, final '16'*1, final '21'*1, final '33'*1", "one after the other in both orders, and one loses what it wrote"},
		{"threads", "let x; let t; let u; x := get(); t := start { x := x / 2; }; u := start { wait t; x := x + 10; }; wait u; say x;", []int64{23}, "final '21'*1", "in order"},
		{"threads", "let x; let t; t := start { x := 7; }; x := 5; say x;", nil, "final '5'*2, final '7'*1", "x may become 7 after it was written"},
		{"threads", "start { say 1; }; start { say 2; }; start { say 3; }; quit; say 4;", nil,
			"final '123'*1, final '132'*1, final '213'*1, final '231'*1, final '312'*1, final '321'*1", "3! orders"},
		{"threads", "let x; say 1 / x;", nil, "stuck ''*1", "division by zero"},
		{"threads", "let x; say (x := 1) / x;", nil, "final '1'*1, stuck ''*1", "zero if x is read before"},
		{"threads", "let x; let n; start { x := 1; }; while x < 1 { n := n + 1; if 1 < n { quit; } else { } } say n;", nil,
			"final ''*1, final '0'*1, final '1'*1", "the loop is left before a turn, or by force"},
		{"tasks", "start { say 2; say 0; }; start { say 3; say 0; };", nil, "final '2030'*1, final '2300'*1, final '3020'*1, final '3200'*1", "what is written of the last two is the same, in two ways"},
		{"tasks", "x := 0; start { x := x + 1; }; x := x + 1;", nil, "final ''*2", "1 or 2"},
		{"tasks", "x := 0; start { take 1; x := x + 1; }; take 1; x := x + 1; free 1;", nil, "final ''*1", "one after the other"},
		{"tasks", "start { take 1; take 2; }; take 2; take 1;", nil, "final ''*1, stuck ''*1", "each may have what the other wants"},
		{"tasks", "start { take 1; take 2; free 1; free 2; }; take 1; take 1; free 1; take 2; say 1;", nil, "final '1'*1", "locks are taken in the same order"},
		{"tasks", "x := 1; start { x := x + 1; meet 1; }; x := x + 1; meet 1; say x;", nil, "final '2'*1, final '3'*1", "one may lose"},
		{"tasks", "start { meet 1; say 1; }; start { meet 1; say 2; }; meet 1; say 3;", nil,
			"stuck '12'*1, stuck '13'*1, stuck '21'*1, stuck '23'*1, stuck '31'*1, stuck '32'*1", "two of three meet"},
		{"tasks", "start { meet 1; }; meet 2;", nil, "stuck ''*1", "they wait for others"},
		{"tasks", "try { say 1; x := 2; fail (x := x + 1) + x; say 9; } else e { say e; } say 0;", nil, "final '150'*1, final '160'*1", "the right operand is read before or after"},
		{"tasks", "try { try { fail 1; } else e { say e; fail e + 1; } say 9; } else e { say e; } fail 3;", nil, "stuck '12'*1", "the last one is not handled"},
		{"tasks", "start { try { fail 1; } else e { say e; } }; try { fail 2; } else e { say e; }", nil,
			"final '11'*1, final '12'*2, final '21'*2, final '22'*1", "e is shared"},
	} {
		r := endings(t, engines[test.file], test.program, search.Options{Identical: true}, test.input...)
		counts := map[string]int{}
		for seen, n := range r.seen {
			kind, rest, _ := strings.Cut(seen, " ")
			text, _, _ := strings.Cut(rest, " ")
			counts[kind+" "+strings.ReplaceAll(text, `"`, "'")] += n
		}
		var got []string
		for _, key := range slices.Sorted(maps.Keys(counts)) {
			got = append(got, fmt.Sprintf("%s*%d", key, counts[key]))
		}
		if text := strings.Join(got, ", "); text != test.want || !r.result.Complete() {
			t.Errorf("%s\n  got  %s\n  want %s: %s\n  %+v", test.program, text, test.want, test.because, r.result)
		}
		r.once(t, test.program)
	}
}

// once checks that no configuration was told several times.
func (r *ending) once(t *testing.T, program string) {
	t.Helper()
	for c, n := range r.told {
		if n > 1 {
			t.Errorf("%s: told %d times:\n%s", program, n, c)
		}
	}
}

// Where steps are limited, a state that is reached again after fewer steps is looked at
// again; the ends behind it are told once nevertheless.
func TestEndsAreToldOnce(t *testing.T) {
	e := threaded(t, "threads.k")
	const program = "let x; start { if x < 1 { x := x + 1; x := x + 1; } else { } x := 1; }; x := 1; say 1;"
	free := endings(t, e, program, search.Options{Identical: true})
	bound := endings(t, e, program, search.Options{Identical: true, Limits: search.Limits{Depth: 1000}})
	bound.once(t, program)
	if !maps.Equal(free.seen, bound.seen) || free.result.States >= bound.result.States || !bound.result.Complete() {
		t.Errorf("without a limit %v %+v, with one %v %+v", free.seen, free.result, bound.seen, bound.result)
	}
}

// Local steps of a thread that are taken first hide nothing.
func TestLocalSteps(t *testing.T) {
	e := threaded(t, "tasks.k")
	for _, program := range []string{
		"start { while true { 1; } }; say 1 / 0;",                    // for ever, one step after the other
		"start { while true { (1 - 1) + (1 - 1); } }; say 1 / 0;",    // for ever, with a choice
		"start { 1 + 1; 2 + 2; }; say 1; say 1 / 0;",                 // when one is stuck others may be anywhere
		"start { grab 1; x := 1; free 1; }; take 1; x := 2; free 1;", // with a local step and another one
	} {
		limits := search.Limits{States: 20_000}
		all := endings(t, e, program, search.Options{Identical: true, Limits: limits})
		first := endings(t, e, program, search.Options{Identical: true, Limits: limits, Orders: rewrite.Orders{Local: true}})
		if !maps.Equal(all.told, first.told) || len(all.told) == 0 || !all.result.Complete() || !first.result.Complete() {
			t.Errorf("%s:\n%v %+v\n%v %+v", program, all.seen, all.result, first.seen, first.result)
		}
	}
}

// A step whose condition is open does not go first alone.
func TestLocalStepsOfSymbols(t *testing.T) {
	e := threaded(t, "threads.k")
	for program, want := range map[string]map[search.Kind]int{
		"let x; start { x := 1; }; if get() < 1 { say x; } else { say 2; }": {search.Final: 3},
		"let x; start { x := 1; }; say 1 / get();":                          {search.Final: 1, search.Stuck: 1},
	} {
		p, err := e.Definition.ParseProgram(source.NewFile("p", program))
		if err != nil {
			t.Fatal(err)
		}
		f := fixtureOf(t, e.Definition, p, "n")
		for _, local := range []bool{false, true} {
			r, _ := f.all(search.Options{Identical: true, Orders: rewrite.Orders{Local: local}})
			if r.Ends[search.Final] != want[search.Final] || r.Ends[search.Stuck] != want[search.Stuck] || !r.Complete() {
				t.Errorf("%s: %v: %+v", program, local, r)
			}
		}
	}
}

// A search finds what the interpreter of interleave_test.go finds, and as many ends.
func TestRandomThreads(t *testing.T) { randomThreads(t, 8) }

func TestRandomThreadsSlow(t *testing.T) { randomThreads(t, trials(150)) }

func randomThreads(t *testing.T, n int) {
	engines := map[bool]*rewrite.Engine{true: threaded(t, "threads.k"), false: threaded(t, "tasks.k")}
	states, fewer, worlds, ends, skipped := 0, 0, 0, 0, 0
	for i := range n {
		seed := *threadsSeed + uint64(i)
		g := &threadGenerator{rand: rand.New(rand.NewPCG(seed, 3)), stays: i%2 == 0}
		body := g.program()
		text := lines(body)
		w := &world{stays: g.stays, mem: map[string]int{}, ended: map[int]bool{}}
		if g.stays {
			for i, name := range sharedNames {
				text = fmt.Sprintf("let %s; ", sharedNames[len(sharedNames)-1-i]) + text
				w.mem[name] = 0
			}
			w.nextID = len(sharedNames)
		}
		w.tasks = []*task{{-1, body, map[int]int{}}}
		want, ok := interleavings(w, 6000)
		if !ok {
			skipped++
			continue
		}
		r := endings(t, engines[g.stays], text, search.Options{Identical: true})
		if !agree(r.seen, want) || !r.result.Complete() {
			t.Fatalf("seed %d: %s\n got  %v\n want %v\n%+v", seed, text, r.seen, want, r.result)
		}
		r.once(t, text)
		less := endings(t, engines[g.stays], text, search.Options{Identical: true, Orders: rewrite.Orders{Local: true}})
		if !maps.Equal(r.told, less.told) || !less.result.Complete() {
			t.Fatalf("seed %d: %s\n with local steps first %v %+v\n else %v %+v", seed, text, less.seen, less.result, r.seen, r.result)
		}
		states += r.result.States
		fewer += less.result.States
		ends += len(r.told)
		worlds += len(want)
	}
	if skipped*2 > n || worlds == ends {
		t.Errorf("%d of %d programs are too large; %d ends, %d to be told apart", skipped, n, ends, worlds)
	}
	if fewer*4 > states {
		t.Errorf("%d states instead of %d", fewer, states)
	}
	t.Logf("%d programs, %d too large, %d states, %d with local steps first, %d ends, %d to be told apart", n, skipped, states, fewer, ends, worlds)
}

// threadGenerator writes random programs with two or three threads.
type threadGenerator struct {
	rand   *rand.Rand
	stays  bool // for testdata/threads.k
	starts int
	named  []string // variables that hold threads
	taken  bool
}

func (g *threadGenerator) one(of ...string) string { return of[g.rand.IntN(len(of))] }

func (g *threadGenerator) program() []*stmt {
	out := []*stmt{}
	for _, name := range []string{"x", "y"}[g.rand.IntN(2):] {
		out = append(out, &stmt{kind: "do", e: &expr{op: ":=", name: name, left: g.literal()}})
	}
	for range 2 + g.rand.IntN(3) {
		out = append(out, g.statement(2))
	}
	return out
}

func (g *threadGenerator) literal() *expr { return &expr{op: "lit", value: g.rand.IntN(3)} }

func (g *threadGenerator) body(depth int) []*stmt {
	var out []*stmt
	for range 1 + g.rand.IntN(2) {
		out = append(out, g.statement(depth))
	}
	return out
}

func (g *threadGenerator) statement(depth int) *stmt {
	if g.starts < 2 && depth == 2 && g.rand.IntN(2) == 0 {
		g.starts++
		start := &expr{op: "start", body: g.body(1)}
		if g.rand.IntN(2) == 0 {
			g.named = append(g.named, sharedNames[len(g.named)])
			start = &expr{op: ":=", name: g.named[len(g.named)-1], left: start}
		}
		return &stmt{kind: "do", e: start}
	}
	kinds := []string{"do", "do", "say", "if"}
	if len(g.named) > 0 && depth == 2 {
		kinds = append(kinds, "wait")
	}
	if !g.stays {
		kinds = append(kinds, "take", "grab", "try", "try", "meet")
	}
	if g.taken {
		kinds = append(kinds, "free", "free")
	}
	switch kind := g.one(kinds...); kind {
	case "if":
		if depth == 0 {
			return &stmt{kind: "do", e: g.assignment()}
		}
		cond := &expr{op: "<", left: g.expression(0), right: g.expression(1)}
		return &stmt{kind: kind, e: cond, body: g.body(depth - 1), rest: g.body(0)}
	case "try":
		if depth == 0 {
			return &stmt{kind: "fail", e: g.expression(0)}
		}
		return &stmt{kind: kind, name: g.one("x", "y"), body: g.body(depth - 1), rest: g.body(0)}
	case "wait":
		return &stmt{kind: kind, e: &expr{op: "name", name: g.one(g.named...)}}
	case "take", "grab", "free", "meet":
		g.taken = g.taken || kind == "take"
		return &stmt{kind: kind, e: &expr{op: "lit", value: g.rand.IntN(2)}}
	case "do":
		return &stmt{kind: kind, e: g.assignment()}
	default:
		return &stmt{kind: kind, e: g.expression(1)}
	}
}

func (g *threadGenerator) assignment() *expr {
	return &expr{op: ":=", name: g.one("x", "y"), left: g.expression(1)}
}

func (g *threadGenerator) expression(depth int) *expr {
	switch n := g.rand.IntN(8); {
	case depth > 0 && n < 4:
		return &expr{op: g.one("+", "+", "-", "-", "/"), left: g.expression(depth - 1), right: g.expression(depth - 1)}
	case depth > 0 && n == 4:
		return &expr{op: ":=", name: g.one("x", "y"), left: g.expression(depth - 1)}
	case g.stays && n == 5:
		return &expr{op: "bump", name: g.one("x", "y")}
	case n == 6:
		return g.literal()
	}
	return &expr{op: "name", name: g.one("x", "y")}
}
