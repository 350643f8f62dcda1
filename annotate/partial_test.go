package annotate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/annotate/logic"
	"rlv/prover"
	"rlv/semantics/compile"
)

const (
	tally = "testdata/tally.k"
	cink  = "../semantics/languages/cink.k"
)

// nameB lets rules of tally mention b.
var nameB = [2]string{"imports DOMAINS\n  syntax KResult", "imports DOMAINS\n  syntax Id ::= \"b\" [token]\n  syntax KResult"}

// variant is the definition in a file with parts of its text replaced.
func variant(t *testing.T, file string, replace ...string) *compile.Definition {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("%s has no %s", file, replace[i])
		}
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	path := filepath.Join(t.TempDir(), filepath.Base(file))
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tallyValue is tally's rule for the values of registers.
const tallyValue = "rule <k> #value(X:Id) => I ...</k> <regs>... X |-> I:Int ...</regs>"

// naturals are, by language, rules of probes and variants of them: numbers below 0 have
// no value, an array that begins with one has none, and nor has an output of three
// items or more. What a reference leads to is not below 0 when a function is called.
var naturals = map[string][]string{
	tally: {tallyValue, tallyValue + " requires 0 <=Int I"},
	cink: {
		"rule I:Int ~> #plain => I", "rule I:Int ~> #plain => I requires 0 <=Int I",
		"D, L, 0, 0) ...</k> <store>... L |-> block(_:Scalar, A, D, N) ...</store>", "D, L, 0, 0) ...</k> <store>... L |-> block(_, A, D, N) ...</store> requires 0 <=Int #select(A, 0)",
		"#output => O ...</k> <out> O:List </out>", "#output => O ...</k> <out> O:List </out> requires size(O) <Int 3",
		"=> ?L |-> ?_I:Int ...</store>\n    ensures #fits(?_I)", "=> ?L |-> ?_I:Int ...</store>\n    ensures #fits(?_I) andBool 0 <=Int ?_I",
	},
}

// partial are programs with a condition P: one under which what they say does not have a
// value in all states where it stands, and one under which it has.
var partial = []struct{ name, language, weak, strong, text string }{
	{"at the end", tally, "0", "1", "registers a, b;\n//@pre: b >= P\nlet a be b minus 1\n//@post: a == old(b) - 1\n"},
	{"in an assertion", tally, "0", "1", "registers a, b;\n//@pre: b >= P\nlet a be b minus 1;\n//@assert: a < 5 ==> a < 6\nlet a be 0\n//@post: a == 0\n"},
	{"in an invariant", tally, "0", "1", "registers a, b;\n//@pre: b >= P\nlet a be b minus 1;\nrepeat while b under 9 do\n//@inv: b >= 0 /\\ a == a\nlet b be b plus 1\nend;\nlet a be 0\n//@post: a == 0\n"},
	{"a result", cink, "0", "1", "//@pre: n >= P\n//@post: result == n - 1\nint f(int n) { return n - 1; }\n"},
	{"a global", cink, "0", "1", "int g;\n//@pre: g >= P\n//@post: g == old(g) - 1\nvoid f() { g = g - 1; }\n"},
	{"a reference", cink, "0", "1", "//@pre: r >= P\n//@post: r == old(r) - 1\nvoid f(int & r) { r = r - 1; }\n"},
	{"a part", cink, "0", "1", "struct S { int v; };\n//@pre: s.v >= P\n//@post: s.v == old(s.v) - 1\nvoid f(S & s) { s.v = s.v - 1; }\n"},
	{"an array", cink, "0", "1", "//@pre: len(a) > 1 /\\ a[0] >= P\n//@post: a[1] == old(a[1])\nvoid f(int a[]) { a[0] = a[0] - 1; }\n"},
	{"a stream", cink, "2", "1", "//@pre: len(Out) <= P\n//@post: len(Out) == old(len(Out)) + 1\nvoid f() { cout << 1; }\n"},
}

// Where a probe has an answer under a condition only, that is a part of what a formula
// says that mentions it.
func TestPartialProbes(t *testing.T) {
	definitions := map[string]*compile.Definition{}
	for file, replace := range naturals {
		definitions[file] = variant(t, file, replace...)
	}
	for _, c := range partial {
		d := definitions[c.language]
		for oracleName, oracle := range map[string]logic.OracleOf{"silent": silent, "solving": solving(t)} {
			for p, proved := range map[string]bool{c.weak: false, c.strong: true} {
				verdicts, err := verifyIn(t, d, strings.Replace(c.text, "P", p, 1), oracle)
				if err != nil {
					t.Errorf("%s: %s: %s: %v", c.name, p, oracleName, err)
					continue
				}
				all := !slices.ContainsFunc(verdicts, func(v *prover.Verdict) bool { return v.Status != prover.Proved })
				if all != proved {
					t.Errorf("%s: %s: %s: proved %v, want %v", c.name, p, oracleName, all, proved)
				}
			}
		}
	}
}

// What a probe that makes something arbitrary asks of the old values is not known of the
// states in which statements start.
func TestPartialHavoc(t *testing.T) {
	d := variant(t, tally, "rule <k> #havoc(X) => .K ...</k> <regs>... X |-> (_ => ?_I:Int) ...</regs>",
		"rule <k> #havoc(b) => .K ...</k> <regs>... b |-> (I => ?_I:Int) ...</regs> requires 0 <=Int I", nameB[0], nameB[1])
	text := "registers a, b, n;\nrepeat while n under 3 do let n be n plus 1; let b be b minus 1 end;\nlet a be b;\n//@pre: true\nlet b be a\n//@post: P\n"
	for post, proved := range map[string]bool{"a == old(a)": true, "a >= 0": false} {
		verdicts, err := verifyIn(t, d, strings.Replace(text, "P", post, 1), silent)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts[0].Status == prover.Proved; got != proved {
			t.Errorf("%s: proved %v, want %v", post, got, proved)
		}
	}
}

// A name with several values, each under a condition, is not one without a value: old
// does not mean what it is now, and states where it is so are not left out.
func TestUnclearValues(t *testing.T) {
	d := variant(t, tally, tallyValue, `
  rule <k> #value(X:Id) => I ...</k> <regs> (X |-> I:Int) M:Map </regs> requires 0 <=Int I orBool z in_keys(M)
  rule <k> #value(X:Id) => 0 -Int I ...</k> <regs> (X |-> I:Int) M:Map </regs> requires I <Int 0 andBool notBool (z in_keys(M))
`, "imports DOMAINS\n  syntax KResult", "imports DOMAINS\n  syntax Id ::= \"z\" [token]\n  syntax KResult")
	for want, text := range map[string]string{
		"cannot be told: it has several values": "registers b;\nrepeat while b under 3 do let b be b plus 1 end;\n//@pre: true\nregisters z;\nlet b be 5\n//@post: old(b) == b\n",
		"states of different form":              "registers b;\nrepeat while b under 3 do let b be b plus 1 end;\nrepeat while 4 under b do let b be b minus 7; registers z end;\n//@pre: b <= 9\nregisters c\n//@post: c == 0\n",
	} {
		if _, err := verifyIn(t, d, text, silent); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want that %s", err, want)
		}
	}
}

// Contracts are about all states that the declarations of a program may make, whatever
// these read.
func TestDeclarationsThatRead(t *testing.T) {
	d := variant(t, cink)
	const text = "int h() { int x; cin >> x; if (x > 0) return 1; return 2; }\nconst int e = h();\n//@post: P\nint f() { return e; }\n"
	for post, proved := range map[string]bool{"result == 1": false, "result == 2": false, "1 <= result <= 2": true} {
		verdicts, err := verifyIn(t, d, strings.Replace(text, "P", post, 1), silent)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts[0].Status == prover.Proved; got != proved {
			t.Errorf("%s: proved %v, want %v", post, got, proved)
		}
	}
}
