package annotate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rlv/annotate/meaning"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// odd are annotations at odd places, with the error that each has, or the warning.
var odd = []struct{ name, text, want string }{
	{"an invariant before something else", "int f(int x) { if (x > 0) return 1;\n//@inv: x > 0\nx = x + 1; return 1; }", "an invariant stands first in the body of a loop"},
	{"an invariant behind the first statement", "int f(int x) { while (x > 0) { x = x - 1;\n//@inv: x >= 0\n} return 1; }", "an invariant stands first in the body of a loop"},
	{"an invariant in a condition", "int f(int x) { while (x > 0 /*@inv: x == 7*/) x = x - 1; return 1; }", "an invariant stands first in the body of a loop"},
	{"an invariant in a struct", "struct S {\n//@inv: a > 0\nint a; };", "an invariant stands first in the body of a loop"},
	{"a measure without a loop", "int f(int x) {\n//@decreases: x\nx = x + 1; return x; }", "decreases belongs before a function"},
	{"a measure without an invariant", "//@pre: true\n//@post: true\nint f(int x) { while (x > 0) {\n//@decreases: x\nx = x - 1; } return x; }", "a loop with a measure needs an invariant"},
	{"modifies of a loop without an invariant", "//@post: true\nint f(int x) { while (x > 0) {\n//@modifies: x\nx = x - 1; } return x; }", "a loop with modifies needs an invariant"},
	{"a measure without a contract", "//@decreases: x\nint f(int x) { return x; }", "decreases needs a pre or post beside it"},
	{"modifies without a contract", "//@modifies: nothing\nint f(int x) { return x; }", "modifies needs a pre or post beside it"},
	{"modifies in a function", "//@post: true\nint f(int x) {\n//@modifies: x\nreturn x; }", "modifies belongs before a function"},
	{"a precondition at the end", "int f(int x) { return x; }\n//@pre: x > 0\n", "this pre has no post behind"},
	{"a second postcondition behind", "//@post: result == 1\nint f() { return 1; }\n//@post: result == 3\n", "post belongs before a function"},
	{"a contract before a global", "//@pre: true\n//@post: true\nint d;\nint f(int x) { return 1; }", "a contract stands before a function with a body"},
	{"a contract before a struct", "//@pre: true\n//@post: true\nstruct S { int a; };\nint f(int x) { return 1; }", "a contract stands before a function with a body"},
	{"contracts before a prototype and the function", "//@pre: x > 0\nint f(int x);\n//@pre: x > 0\n//@post: true\nint f(int x) { return x; }", "f has a contract at p.cink:2:1: all of it belongs there"},
	{"a contract before a prototype with other names", "//@pre: x > 0\n//@post: true\nint f(int x);\nint f(int y) { return y; }", "the parameters have other names where f has its body, at p.cink:4:1"},
	{"an invariant before a prototype", "//@inv: x > 0\nint f(int x);\n", "an invariant stands first in the body of a loop"},
	{"contracts of two functions of one name", "//@post: result == 1\nint f() { return 2; }\n//@post: result == 1\nint f() { return 1; }", "another function is called f"},
	{"a contract within the header", "int /*@pre: x > 0*/ f(int x) /*@post: true*/ { return 1; }", "between pre and post there are no whole statements"},
	{"an assertion within an expression", "//@post: true\nint f(int x) { x = x /*@assert: x == 7*/ + 1; return x; }", "assert stands before a statement"},
	{"an assertion before an operand", "//@post: true\nint f(int x) { x = x + /*@assert: x == 7*/ 1; return x; }", "assert stands before a statement"},
	{"an assertion among arguments", "int g(int a, int b) { return a; }\n//@post: true\nint f(int x) { x = g(x, /*@assert: x == 7*/ x); return x; }", "assert stands before a statement"},
	{"an assertion among parameters", "//@post: true\nint f(int x /*@assert: x == 7*/) { return x; }", "assert stands before a statement"},
	{"an assertion before else", "//@post: true\nint f(int x) { if (x > 0) x = 3; /*@assert: x > 0*/ else x = 4; return x; }", "assert stands before a statement"},
	{"an assertion in the head of a loop", "//@post: true\nint f(int x) { for (int i = 0; /*@assert: i == 7*/ i < 3; i++) x = 3; return x; }", "assert stands before a statement"},
	{"an assertion at the end of a block in a function that nothing calls", "int g(int x) { { x = 3; /*@assert: x == 4*/ } return x; }\n//@post: true\nint f(int x) { return x; }", "nothing that is verified executes this function"},
	{"an assertion before an else", "//@post: true\nint f(int x) { if (x > 0) x = 3; /*@assert: x == 4*/ else x = 2; return x; }", "assert stands before a statement"},
	{"an assertion before a function", "//@assert: 1 == 2\nint f(int x) { return x; }", "assert stands before a statement"},
	{"an assertion before a global", "//@assert: 1 == 2\nint c;\n//@post: true\nint f(int x) { return x; }", "this assert lies in no function"},
	{"an assertion in a struct", "struct S { /*@assert: a == 2*/ int a; };\n//@post: true\nint f(int x) { return x; }", "this assert lies in no function"},
	{"an assertion in a function that nothing calls", "int g(int x) {\n//@assert: x == 7\nreturn x; }\n//@post: true\nint f(int x) { return x; }", "nothing that is verified executes this function"},
	{"an assumption in a function that only an unverified one calls", "int g(int x) {\n//@assume: x == 7\nreturn x; }\nint h() { return g(1); }\n//@post: true\nint f(int x) { return x; }", "nothing that is verified executes this function"},
	{"a lemma in a function", "//@post: true\nint f(int x) {\n//@lemma: (forall y) (y < y + 1)\nreturn x; }", "lemma stands outside of functions"},
	{"an axiom in a function", "//@post: true\nint f(int x) {\n//@axiom: (forall y) (y < y + 1)\nreturn x; }", "axiom stands outside of functions"},
	{"an unknown key", "//@modify: nothing\nint f(int x) { return x; }", "did you mean modifies?"},
	{"a misspelt key", "//@post: true\nint f(int x) {\n//@asert: x == 1\nreturn x; }", "did you mean assert?"},
	{"an invariant of a loop that nothing comes to", "//@post: true\nint f(int x) { return 1; while (x > 0) {\n//@inv: x == 77\nx = x - 1; } }", "no run that was followed comes to this loop"},
}

// Nothing that is parsed is ignored.
func TestEachAnnotationIsConsumed(t *testing.T) {
	d, err := languages.Load("p.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := rewrite.New(d)
	for _, tt := range odd {
		t.Run(tt.name, func(t *testing.T) {
			p, err := d.ParseProgram(source.NewFile("p.cink", tt.text))
			if err != nil {
				t.Fatal(err)
			}
			r, err := Compile(context.Background(), e, p, func(_, _ []*term.Term) (rewrite.Oracle, error) { return meaning.Silent{}, nil }, Options{Merging: pattern.Auto, Effort: 1})
			said := ""
			if err != nil {
				said = err.Error()
			} else {
				for _, w := range r.Warnings {
					said += w.Error()
				}
			}
			if !strings.Contains(said, tt.want) {
				t.Errorf("said %q, want %q", said, tt.want)
			}
		})
	}
}

// What a function modifies comes to its callers one after the other, however long
// the chain is: each contract gets its goal.
func TestLongChainOfCalls(t *testing.T) {
	d, err := languages.Load("p.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 12
	var b strings.Builder
	b.WriteString("int c;\n")
	for i := range n {
		fmt.Fprintf(&b, "//@post: true\nvoid f%d() { f%d(); return; }\n", i, i+1)
	}
	fmt.Fprintf(&b, "//@post: c == old(c) + 1\nvoid f%d() { c = c + 1; return; }\n", n)
	p, err := d.ParseProgram(source.NewFile("p.cink", b.String()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(context.Background(), rewrite.New(d), p, func(_, _ []*term.Term) (rewrite.Oracle, error) { return meaning.Silent{}, nil }, Options{Merging: pattern.Auto, Effort: 1})
	if err != nil || len(r.Goals) != n+1 {
		t.Fatalf("%d goals, want %d: %v", len(r.Goals), n+1, err)
	}
}
