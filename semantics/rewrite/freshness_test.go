package rewrite_test

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// freshDefinition is a language in which  new  keeps something at a fresh place.
const freshDefinition = `
module FRESH-SYNTAX
  imports INT-SYNTAX
  syntax Exp ::= "new" | "other" Int | "back" | Int
endmodule
module FRESH
  imports FRESH-SYNTAX
  imports INT
  imports BOOL
  imports MAP
  configuration <t> <k> $PGM:Exp </k> <store> FIRST </store> <saved> .Map </saved> </t>
  rule <k> new => !L:Int ...</k> <store>... .Map => !L |-> 0 ...</store>
  RULE
endmodule
`

// begun loads the text of a definition from a file, whose name is that of its module, and gives the configuration in
// which a program begins.
func begun(t *testing.T, file, definition, program string) (*rewrite.Engine, []*term.Term) {
	t.Helper()
	path := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(path, []byte(definition), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	e := rewrite.New(d)
	p, err := d.ParseProgram(source.NewFile("p", program))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	return e, slots
}

// owing reports whether a program asks, of a store of which nothing is known, that its key
// is not there.
func owing(t *testing.T, program, first, rule string) bool {
	t.Helper()
	e, slots := begun(t, "fresh.k", strings.NewReplacer("FIRST", first, "RULE", rule).Replace(freshDefinition), program)
	d := e.Definition
	for i, c := range d.Layout.Slots {
		switch {
		case c.Name == "store":
			slots[i] = term.Var("M", term.SortMap)
		case i == d.Layout.Counter:
			slots[i] = term.Var("N", term.SortInt)
		}
	}
	out := e.Derive(&rewrite.State{Slots: slots}, never{})
	if len(out.Successors) != 1 {
		t.Fatalf("%d successors", len(out.Successors))
	}
	return len(out.Successors[0].Conds) > 0
}

// A key that is drawn from the counter is known not to be in a map only if all keys of
// the map come from the counter, and the counter is never set back.
func TestFreshKeys(t *testing.T) {
	const keyed = ".Map"
	cases := []struct {
		name, first, rule string
		owing             bool
		program           string
	}{
		{"all keys are drawn from the counter", keyed, "", false, ""},
		{"keys are taken out", keyed, "rule <k> other I => I ...</k> <store> M => M[I <- undef] </store>", false, ""},
		{"an entry is replaced", keyed, "rule <k> other I => I ...</k> <store>... I |-> (_ => 1) ...</store>", false, ""},
		{"a key of another origin", keyed, "rule <k> other I => I ...</k> <store>... .Map => I |-> 1 ...</store>", true, ""},
		{"a key of another origin is written", keyed, "rule <k> other I => I ...</k> <store> M => M[I <- 1] </store>", true, ""},
		{"a key above the counter", keyed, "rule <k> other _ => !L:Int ...</k> <store>... .Map => (!L +Int 1) |-> 1 ...</store>", true, ""},
		{"the store is put back", keyed, "rule <k> back => 0 ...</k> <store> _ => M </store> <saved> M </saved>", true, ""},
		{"another store without a key", keyed, "rule <k> back => 0 ...</k> <store> _ => M[1 <- undef] </store> <saved> M </saved>", true, ""},
		{"the first content is not empty", "0 |-> 0", "", true, ""},
		{"the counter is set back", keyed, "rule <k> back => 0 ...</k> <generatedCounter> N => N -Int 1 </generatedCounter>", true, ""},
		{"the counter is set", keyed, "rule <k> other I => 0 ...</k> <generatedCounter> _ => I </generatedCounter>", true, ""},
		{"the counter is set on", keyed, "rule <k> back => 0 ...</k> <generatedCounter> N => N +Int 2 </generatedCounter>", false, ""},
		{"a key without the counter going on", keyed, "rule <k> back => 0 ...</k> <store>... .Map => N |-> 1 ...</store> <generatedCounter> N </generatedCounter>", true, ""},
		{"a key below the one that is drawn", keyed, "rule <k> back => !L:Int ...</k> <store>... .Map => (!L -Int 1) |-> 1 ...</store>", true, "back"},
		{"a key that is drawn next", keyed, "rule <k> back => !L:Int ~> !M:Int ...</k> <store>... .Map => !M |-> 1 ...</store>", false, "back"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := owing(t, cmp.Or(c.program, "new"), c.first, c.rule); got != c.owing {
				t.Errorf("that the key is not there is asked: %v", got)
			}
		})
	}
}
