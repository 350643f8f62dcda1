package replay

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	m.Run()
}

// counting is a language in which runs end in every way.
const counting = `
module COUNT
  imports ARRAY
  imports FORMULA
  imports INT
  imports BOOL
  imports K-EQUAL
  imports MAP
  imports STRING
  syntax Pgm ::= "start" Int | "up" Int | "done" | "ask" Int | "spin" Int | "half" Int
  syntax Color ::= "red" | "blue"
  syntax Pgm ::= "paint" Color | "box" "(" Map ")"
  syntax Bool ::= "odd" "(" Int ")" [function, total, smtlib(odd)]
  configuration <T> <k> $PGM:Pgm </k> <n> 0 </n> <mem> .Map </mem> </T>
  rule <k> start I => up I ...</k>
  rule <k> up I => done ...</k> requires I <=Int 0
  rule <k> up I => up (I -Int 1) ...</k> <n> N => N +Int 1 </n> requires I >Int 0
  rule <k> ask I => done ...</k> <n> _ => 1 </n> requires odd(I)
  rule <k> ask _ => done ...</k> <n> _ => 2 </n> [owise]
  rule <k> paint _ => done ...</k>
  rule <k> spin I => spin (I +Int 1) ...</k>
  rule <k> half I => done ...</k> <n> N => N /Int I </n>
  syntax KItem ::= "#explain" "(" Pgm ")" [probe(explain)]
  rule #explain(half _) => "division by zero"
endmodule
`

// claimsOf compiles claims over the language to goals.
func claimsOf(t *testing.T, claims string) (*rewrite.Engine, map[string]*prover.Goal) {
	t.Helper()
	s := specOf(t, "count.k", counting, "requires \"count.k\"\nmodule SPEC\n  imports COUNT\n"+claims+"endmodule\n")
	e, goals := rewrite.New(s.Definition), map[string]*prover.Goal{}
	for _, c := range s.Claims {
		goals[c.Label] = &prover.Goal{Name: c.Label, Span: c.Span, Claim: e.Evaluate(c), Program: prover.NoProgram{}}
	}
	return e, goals
}

// specOf compiles a specification for a definition of that name.
func specOf(t *testing.T, name, definition, spec string) *compile.Spec {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{name: definition, "spec.k": spec} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := compile.Load(filepath.Join(dir, name), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := compile.LoadSpec(filepath.Join(dir, "spec.k"), d, compile.Options{Options: kdef.Options{Include: []string{dir}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRun(t *testing.T) {
	tests := []struct {
		label, claim string
		value        int64 // of I
		want         Result
	}{
		{"holds", "<k> start I:Int => done </k> <n> 0 => I </n> requires I >=Int 0", 5, Holds},
		{"wrong", "<k> start I:Int => done </k> <n> 0 => ?N:Int </n> ensures ?N <Int 4", 5, Fails},
		{"right", "<k> start I:Int => done </k> <n> 0 => ?N:Int </n> ensures ?N <Int 4", 3, Holds},
		{"other", "<k> start I:Int => done </k> <n> 0 => 7 </n>", 5, Fails},
		{"rejected", "<k> start I:Int => done </k> <n> 0 => I </n> requires I >=Int 0", -5, Rejected},
		{"unknown", "<k> start I:Int => done </k> <n> 0 => I </n> requires odd(I)", 5, Rejected},
		{"stuck", "<k> start I:Int => spin 0 </k> <n> _ => ?_N:Int </n>", 5, Stuck},
		{"without", "<k> half I:Int => done </k> <n> 8 => ?_N:Int </n>", 0, Stuck},
		{"hidden", "<k> half I:Int => done </k> <n> 8 => ?_N:Int </n> <mem> 1 |-> box(_:Map) </mem>", 0, Open},
		{"shown", "<k> half I:Int => done </k> <n> 8 => ?_N:Int </n> <mem> 1 |-> box(.Map) </mem>", 0, Stuck},
		{"with", "<k> half I:Int => done </k> <n> 8 => 4 </n>", 2, Holds},
		{"undecided", "<k> ask I:Int => done </k> <n> 0 => 1 </n>", 3, Open},
		{"unsure", "<k> start I:Int => up ?J:Int </k> <n> 0 => ?_N:Int </n> ensures odd(?J)", 3, Open},
		{"endless", "<k> spin I:Int => done </k> <n> 0 </n>", 3, Open},
		{"passed", "<k> start I:Int => up ?J:Int </k> <n> 0 => ?_N:Int </n> ensures ?J ==Int 0", 3, Holds},
		{"never", "<k> start I:Int => up ?J:Int </k> <n> 0 => ?_N:Int </n> ensures ?J ==Int 9", 3, Fails},
	}
	text := ""
	for _, tt := range tests {
		text += "  claim [" + tt.label + "]: " + tt.claim + "\n"
	}
	e, goals := claimsOf(t, text)
	for _, tt := range tests {
		g := goals[tt.label]
		if g == nil {
			t.Fatalf("no claim %s in %v", tt.label, goals)
		}
		r := New(e, g, nil)
		model := map[*term.Variable]*term.Term{}
		for _, v := range r.vars {
			if v.BaseName() == "I" {
				model[v] = term.Int(tt.value)
			}
		}
		out := r.Run(context.Background(), r.Model(model))
		if out.Result != tt.want {
			t.Errorf("%s: result %d, want %d; condition %v, ends in %v", tt.label, out.Result, tt.want, out.Formula, out.End)
		}
	}
}

// Random values satisfy the left side often enough to be of use, and no run of a
// goal that holds fails.
func TestRandomRuns(t *testing.T) {
	e, goals := claimsOf(t, "  claim [c]: <k> start I:Int => done </k> <n> N:Int => N +Int I </n> requires I >=Int 0 andBool N <Int 5\n")
	r := New(e, goals["c"], nil)
	results := map[Result]int{}
	n := 0
	Search(context.Background(), always, r.Random, func(values term.Substitution) bool {
		results[r.Run(context.Background(), values).Result]++
		n++
		return n == 300
	})
	if results[Holds] < 100 || results[Holds]+results[Rejected] != n {
		t.Errorf("results %v", results)
	}
}
