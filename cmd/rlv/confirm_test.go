package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/report"
)

// What is said to be confirmed was seen in a run. Each text is true of its program
// but not proved, so it must not be confirmed, or false and seen to be.
var confirmations = []struct {
	name, text string
	confirmed  string // a part of what is said; "" if nothing may be confirmed
}{
	{"a pointer that is stored", `
struct S { int *data; int n; };
//@pre: true
//@post: s->data == data
void f(S *s, int *data) { s->data = data; }
`, ""},
	{"a struct that is returned, of which a part has no value", `
struct pair { int a; int b; };
//@post: result.a == x
pair make(int x) { pair p; p.a = x; return p; }
`, ""},
	{"what is not listed changes as much as it must", `
int total;
//@pre: x == 0
//@post: total == old(total)
//@modifies: nothing
void add(int x) { total = total + x; }
//@pre: x == 1
//@post: total == old(total) + 1
//@modifies: nothing
void step(int x) { total = total + x; }
`, "confirmed: run on these values, it ends with another value than before: total"},
	{"a part that only annotations read", `
struct S { int *data; int n; };
//@pre: len(s->data) > 0
//@post: s->data[0] == old(s->data[0]) /\ f(s->n) == 3
void f(S *s) { s->n = 3; }
//@logic f(Int): Int
`, ""},
	{"an assertion behind a call with a weak contract", `
//@pre: true
//@post: result >= n
int g(int n) { return n + 1; }
//@pre: n >= 0
//@post: result == n
int f(int n) {
  int i = 0, x = 0;
  while (i < n) {
    //@inv: 0 <= i <= n
    x = g(i);
    //@assert: x == i + 1
    i = x;
  }
  return i;
}
`, ""},
	{"a false assertion in its own state", `
//@pre: n >= 0
//@post: result == n
int f(int n) {
  int i = 0, x = 0;
  while (i < n) {
    //@inv: 0 <= i <= n
    x = 7;
    //@assert: x < 7
    i = i + 1;
    x = 77;
  }
  return i;
}
`, "x = 7\n        found by running it on small values; confirmed: run on these values, it comes to an assertion that does not hold: x < 7"},
	{"what an assumption rules out", `
//@pre: true
//@post: result >= n
int g(int n) { return n + 1; }
//@pre: true
//@post: result > 1
int f(int x) {
  int y = g(x);
  //@assume: x > 0
  return y;
}
`, ""},
	{"values that no array of that type has", `
//@logic sum(Int n): Int = n <= 0 ? 0 : n + sum(n-1)
//@pre: len(a) > 0
//@post: sum(result) <= 8128
int f(char a[]) { return a[0]; }
`, ""},
	{"a caller of a weak contract", `
//@pre: true
//@post: result > n
int g(int n) { return n + 1; }
//@pre: true
//@post: result == n + 2
int f(int n) { return g(g(n)); }
`, ""},
	{"a function that only axioms know", `
//@logic q(Int): Int
//@axiom: (forall n) (q(n) > n)
//@pre: true
//@post: q(result) > 3
int f(int n) { return n; }
`, ""},
	{"what is left behind", `
//@pre: true
//@post: result == n
int f(int n) { int *p = new int[2]; return n; }
`, "confirmed: run on these values, it ends with something that was made on the way, and to which nothing leads"},
	{"what is not left behind, though of which it is not known what leads to it", `
int *kept[4];
int n;
//@pre: 0 <= n < 4
//@modifies: kept, n
//@post: result == 1
int f(int v) { if (v > 0) { kept[n] = new int[2]; n = n + 1; } return 1; }
`, ""},
	{"what rlv adds of its own: what lies before keeps its value", `
//@pre: a[-1] == a[-1] /\ len(a) > 0
//@post: a[0] == old(a[0])
void g(int *a) { a[-1] = 5; }
//@pre: len(b) > 3
//@post: true
void c(int b[]) { g(b + 1); }
`, ""},
	{"cells that nobody wrote", `
int g;
//@pre: true
//@modifies: nothing
//@post: result == n
int f(int n) { g = n; return n; }
`, "confirmed: run on these values, it ends with another value than before: g"},
	{"a false postcondition, with the values at its end", `
//@pre: len(a) > 2
//@post: a[0] == old(a[1])
//@modifies: a
int f(int a[]) { a[0] = a[2]; return 7; }
`, "result = 7"},
	{"a false invariant of a loop that is continued", `
//@pre: n >= 0
//@post: true
int f(int n) {
  int i = 0;
  while (i < n) {
    //@inv: 0 <= i < 5
    i = i + 1;
    if (i > 2) continue;
    i = i + 0;
  }
  return i;
}
`, "confirmed: run on these values, it ends where the right side does not hold: i < 5"},
}

func TestConfirmations(t *testing.T) {
	for _, tt := range confirmations {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "p.cink")
			if err := os.WriteFile(file, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
			status, out, errs := rlv(t, "", "verify", file)
			if status != report.NotProved.Exit() {
				t.Errorf("status %d: this case is of no use if it is proved\n%s%s", status, out, errs)
			}
			if said := strings.Contains(out, "confirmed:") || strings.Contains(out, "refuted"); tt.confirmed == "" && said || !strings.Contains(out, tt.confirmed) {
				t.Errorf("%s%s", out, errs)
			}
		})
	}
}

// A definition with what a run cannot decide: a function that only solvers know, a
// name that may be any, and a right side that is passed several times.
const countdown = `
module COUNT
  imports INT
  imports BOOL
  imports K-EQUAL
  imports ID-SYNTAX
  syntax Pgm ::= "start" Int | "up" Int | "done" | "ask" Int | "use" Id | "name" Id | "two" | "tell" Int | "said" "(" Bool ")"
  syntax Bool ::= "odd" "(" Int ")" [function, total, smtlib(odd)]
  configuration <T> <k> $PGM:Pgm </k> <n> 0 </n> </T>
  rule <k> start I => up I ...</k>
  rule <k> up I => done ...</k> requires I <=Int 0
  rule <k> up I => up (I -Int 1) ...</k> <n> N => N +Int 1 </n> requires I >Int 0
  rule <k> ask I => done ...</k> <n> _ => 1 </n> requires odd(I)
  rule <k> ask _ => done ...</k> <n> _ => 2 </n> [owise]
  rule <k> tell I => said(odd(I)) ...</k>
  rule <k> use X => done ...</k> <n> _ => 3 </n> requires X ==K #token("a", "Id")
  rule <k> use _ => done ...</k> <n> _ => 4 </n> [owise]
  rule <k> name #token("a", "Id") => done ...</k> <n> _ => 3 </n>
  rule <k> name _ => done ...</k> <n> _ => 4 </n> [owise]
  rule <k> two => done ...</k> <n> _ => 1 </n>
  rule <k> two => done ...</k> <n> _ => 2 </n>
endmodule
`

var claims = []struct {
	label, claim string
	confirmed    bool
}{
	{"asked", "<k> ask I:Int => done </k> <n> 0 => 1 </n> requires I ==Int 3", false},
	{"blocked", "<k> ask I:Int => done </k> <n> 0 => ?_N:Int </n> requires I ==Int 3 ensures odd(I)", false},
	{"told", "<k> tell I:Int => said(true) </k> <n> 0 </n> requires I ==Int 3", false},
	{"used", "<k> use _X:Id => done </k> <n> 0 => 3 </n>", false},
	{"named", "<k> name _X:Id => done </k> <n> 0 => 3 </n>", false},
	{"maybe", "<k> start 3 => up ?J:Int </k> <n> 0 => ?_N:Int </n> ensures odd(?J)", false},
	{"either", "<k> two => done </k> <n> 0 => 3 </n> [one-path]", false},
	{"later", "<k> start I:Int => up ?J:Int </k> <n> 0 => ?_N:Int </n> requires I >Int 0 ensures ?J ==Int 0", false},
	{"both", "<k> two => done </k> <n> 0 => 2 </n>", true},
	{"count", "<k> start 3 => done </k> <n> 0 => 2 </n>", true},
	{"stuck", "<k> start 3 => two </k> <n> _ => ?_N:Int </n>", true},
}

func TestConfirmedClaims(t *testing.T) {
	for _, tt := range claims {
		t.Run(tt.label, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			spec := `requires "count.k"
module SPEC
  imports COUNT
  claim [weak]: <k> up I:Int => up ?_J:Int </k> <n> _ => ?_N:Int </n> requires I >Int 0 [trusted]
  claim [` + tt.label + `]: ` + tt.claim + "\nendmodule\n"
			for name, text := range map[string]string{"count.k": countdown, "spec.k": spec} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			args := []string{"prove", "--definition", filepath.Join(dir, "count.k")}
			if tt.label != "later" {
				args = append(args, "--claims", tt.label)
			}
			status, out, errs := rlv(t, "", append(args, filepath.Join(dir, "spec.k"))...)
			if status != report.NotProved.Exit() || strings.Contains(out, "confirmed:") != tt.confirmed {
				t.Errorf("status %d\n%s%s", status, out, errs)
			}
		})
	}
}
