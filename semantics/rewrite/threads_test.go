package rewrite_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The ways in which the computation cell of testdata/threads.k may stand.
var configurations = map[string]string{
	"one":  `<k> $PGM:Stmts </k>`,
	"map":  `<threads> <thread multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:Stmts </k> </thread> </threads>`,
	"set":  `<threads> <thread multiplicity="*" type="Set"> <k> $PGM:Stmts </k> <id> 0 </id> </thread> </threads>`,
	"list": `<threads> <thread multiplicity="*" type="List"> <id> 0 </id> <k> $PGM:Stmts </k> </thread> </threads>`,
	"nested": `<hosts> <host multiplicity="*" type="Map"> <name> 0 </name> <procs>
	             <thread multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:Stmts </k> </thread> </procs> </host> </hosts>`,
	"optional": `<threads> <thread multiplicity="?"> <id> 0 </id> <k> $PGM:Stmts </k> </thread> </threads>`,
}

// loadThreads loads testdata/threads.k with one of the configurations and with
// more rules.
func loadThreads(t testing.TB, configuration, rules string) *rewrite.Engine {
	t.Helper()
	text, err := os.ReadFile("testdata/threads.k")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "threads.k")
	all := strings.Replace(string(text), "<k> $PGM:Stmts </k>", configurations[configuration], 1)
	all = strings.Replace(all, "// MORE", rules, 1)
	if err := os.WriteFile(path, []byte(all), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

// BenchmarkThreads compares a computation cell of its own with one in a
// collection. One in a Map should not cost more than half as much again a step, nor one in a Set whose elements begin with
// what tells them apart, which those here do not; all others go by the slots.
func BenchmarkThreads(b *testing.B) {
	for _, name := range []string{"one", "map", "set", "list", "nested"} {
		b.Run(name, func(b *testing.B) {
			e := loadThreads(b, name, "")
			p, err := e.Definition.ParseProgram(source.NewFile("p", "n = 300; s = 0; while (1 <= n) { s = s + n * 2; n = n - 1; }"))
			if err != nil {
				b.Fatal(err)
			}
			slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
			if err != nil {
				b.Fatal(err)
			}
			steps := int64(0)
			for range b.N {
				m := e.NewMachine(slots, rewrite.IO{})
				if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
					b.Fatal(err, m.Finished())
				}
				steps += m.Steps
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}
