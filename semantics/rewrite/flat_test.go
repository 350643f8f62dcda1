package rewrite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Which rules are over the slots of one element.
func TestFlatRules(t *testing.T) {
	for _, kind := range []string{"Map", "Set"} {
		t.Run(kind, func(t *testing.T) { flatRules(t, kind) })
	}
}

func flatRules(t *testing.T, kind string) {
	text := strings.Replace(localDefinition, `type="Map"`, fmt.Sprintf("type=%q", kind), 1)
	otherRest := func(r *compile.Rule) {
		of := r.Right[0].Term
		_, opaque := of.Entries()
		other := term.Substitution{opaque[0].Variable(): term.Var("OTHER", opaque[0].Sort())}
		r.Right[0].Term = other.Apply(of)
	}
	for _, test := range []struct {
		rule   string
		flat   bool
		change func(*compile.Rule) // what the notation has no way to write
	}{
		{"rule put(N) => go requires 0 <Int N", true, nil},
		{"rule <k> put(N) => .K ...</k> <reg> _ => N </reg>", true, nil},
		{"rule <k> put(N) => .K ...</k> <id> N </id>", true, nil},
		{"rule <k> put(N) => put(I +Int N) ...</k> <id> I:Int </id>", true, nil},
		{"rule <k> put(N) => .K ...</k> <n> _ => N </n>", true, nil},
		{"rule <n> 3 => 0 </n>", true, nil},
		{"rule <thread>... <id> 0 </id> <k> .K => go </k> ...</thread>", true, nil},
		{"rule <k> put(N) => .K ...</k> <id> I => I +Int N </id>", false, nil},
		{"rule <k> put(_) => .K ...</k> <id> _ => 0 </id>", false, nil},
		{"rule <k> put(N) => .K ...</k> <thread>... <id> N </id> <k> .K </k> ...</thread>", false, nil},
		{"rule <k> put(N) => .K ...</k> (.Bag => <thread>... <id> !I:Int </id> <k> put(N) </k> ...</thread>)", false, nil},
		{"rule <thread>... <k> .K </k> ...</thread> => .Bag", false, nil},
		{"rule (<thread>... <id> I </id> <k> put(_) </k> ...</thread> => <thread>... <id> I </id> <k> go </k> ...</thread>)", true, nil},
		{"rule <threads> <thread>... <k> put(_) => .K ...</k> ...</thread> </threads>", false, nil},
		{"rule <threads> <thread>... <k> put(_) => .K ...</k> ...</thread> Ts </threads> <log> _ => kept(Ts) </log>", false, nil},
		{"rule <threads> <thread>... <k> put(_) => .K ...</k> ...</thread> Ts </threads> requires busy(Ts)", false, nil},
		{"rule put(_) => .K", false, otherRest},
		{"rule put(_) => .K", kind == "Set", func(r *compile.Rule) { // the key is not that of the element
			if kind == "Set" {
				return // which has none
			}
			entries, rest := framed(r.Left[0].Term, term.KMap)
			r.Left[0].Term = term.Union(term.SingletonMap(term.Int(1), entries[0].Value), rest.Term())
		}},
	} {
		path := filepath.Join(t.TempDir(), "local.k")
		if err := os.WriteFile(path, []byte(strings.Replace(text, "RULE", test.rule, 1)), 0o600); err != nil {
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
		f := newElementForm(d.Layout, placeOf(d.Layout))
		if got := f.flat(d.Lattice, last) != nil; got != test.flat {
			t.Errorf("%s: flat is %v", test.rule, got)
		}
	}
}
