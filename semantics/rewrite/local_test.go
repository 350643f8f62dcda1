package rewrite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

const localDefinition = `module LOCAL
  imports INT
  imports BOOL
  imports MAP
  syntax KItem ::= "go" | put(Int) | kept(Bag)
  syntax Bool ::= busy(Bag) [function, total]
  configuration <threads> <thread multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:KItem </k> <reg> 0 </reg> </thread> </threads>
    <n> 0 </n> <log> .K </log>
  rule go => .K
  RULE
endmodule
`

// Which rules are about one thread only.
func TestLocalRules(t *testing.T) {
	for _, test := range []struct {
		rule, want string
		change     func(*compile.Rule) // what the notation has no way to write
	}{
		{"rule put(N) => go requires 0 <Int N", "local", nil},
		{"rule <k> put(N) => .K ...</k> <reg> _ => N </reg>", "local", nil},
		{"rule <k> put(N) => .K ...</k> <reg> _ => ?N:Int </reg> ensures ?N <Int N", "local", nil},
		{"rule <k> put(N) => .K ...</k> <n> N </n>", "open", nil},
		{"rule <k> put(N) => .K ...</k> <n> _ => N </n>", "open", nil},
		{"rule <k> put(_) => put(!N:Int) ...</k>", "open", nil},
		{"rule <k> put(N) => .K ...</k> <thread>... <id> N </id> <k> .K </k> ...</thread>", "open", nil},
		{"rule <k> put(_) => go ...</k> <k> put(_) => go ...</k>", "open", nil},
		{"rule <thread>... <k> .K </k> ...</thread> => .Bag", "open", nil},
		{"rule <k> put(N) => .K ...</k> <id> I => I +Int N </id>", "open", nil},
		{"rule <k> put(N) => .K ...</k> (.Bag => <thread>... <id> !I:Int </id> <k> put(N) </k> ...</thread>)", "open", nil},
		{"rule <n> 3 => 0 </n>", "free", nil},
		{"rule <n> 3 => 0 </n> (.Bag => <thread>... <id> !I:Int </id> <k> go </k> ...</thread>)", "free", nil},
		{"rule (<thread>... <k> put(_) </k> ...</thread> => .Bag) <thread>... <k> go => .K ...</k> ...</thread>", "open", nil},
		{"rule <thread>... <k> go => .K ...</k> ...</thread> (<thread>... <k> put(_) </k> ...</thread> => .Bag)", "open", nil},
		{"rule <k> put(N) => .K ...</k> <id> I => I +Int N </id>", "open", func(r *compile.Rule) { r.Defined, r.Hidden = nil, nil }},
		{"rule put(_) => .K", "open", func(r *compile.Rule) {
			entries, rest := framed(r.Left[0].Term, term.KMap)
			r.Requires = append(r.Requires, term.InKeys(entries[0].Key, rest.Term()))
		}},
		{"rule <k> put(_) => .K ...</k> <n> 1 </n>", "unknown", func(r *compile.Rule) { r.Left = r.Left[1:] }},
		{"rule put(_) => .K [priority(30)]", "unknown", nil},
		{"rule put(_) => .K [owise]", "unknown", nil},
		{"rule <threads> <thread>... <k> put(_) => .K ...</k> ...</thread> </threads>", "unknown", nil},
		{"rule <threads> _ => .Bag </threads> <n> 3 </n>", "unknown", nil},
		{"rule <threads> <thread>... <k> put(_) => .K ...</k> ...</thread> Ts </threads> <log> _ => kept(Ts) </log>", "unknown", nil},
		{"rule <threads> <thread>... <k> put(_) => .K ...</k> ...</thread> Ts </threads> requires busy(Ts)", "unknown", nil},
	} {
		path := filepath.Join(t.TempDir(), "local.k")
		if err := os.WriteFile(path, []byte(strings.Replace(localDefinition, "RULE", test.rule, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		d, err := compile.Load(path, compile.Options{CacheDir: "off"})
		if err != nil {
			t.Errorf("%s: %v", test.rule, err)
			continue
		}
		last := d.Rules()[len(d.Rules())-1]
		if test.change != nil {
			test.change(last)
		}
		got := "unknown"
		if x := newThreads(d, placeOf(d.Layout)); x != nil {
			switch {
			case x.local[last]:
				got = "local"
			case len(x.open) > 0:
				got = "open"
			default:
				got = "free"
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, not %s", test.rule, got, test.want)
		}
	}
}
