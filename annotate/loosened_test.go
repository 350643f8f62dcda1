package annotate_test

import (
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/semantics/pattern"
)

const globalsThatLead = `struct S { int *p; int n; };
struct O { S in; int k; };
struct R { int *ps[2]; int n; };
int a[3], b[3];
S s = {a, 1}, t = {b, 2};
O o = {{a, 1}, 2};
S ss[2] = {{a, 1}, {b, 2}};
int *rows[2] = {a, b};
R r = {{a, b}, 1};
int *g = a, *h = a;
S *gs = &s;
`

// By which place ever a program leads a global elsewhere, it is noticed: what its declaration makes of it is not taken where
// functions are called. What leads nothing elsewhere is no reason to know less.
func TestWhatLeadsGlobalsElsewhereIsNoticed(t *testing.T) {
	const trusted = "//@pre: true\n//@modifies: x\n//@post: true\n"
	for _, test := range []struct {
		program, name string
		elsewhere     bool
	}{
		{"void m() { g = b; }", "g", true},
		{"void m(bool c) { (c ? g : h) = b; }", "h", true},
		{"void m(bool c) { (c, g) = b; }", "g", true},
		{"void m() { (g = a) = b; }", "g", true},
		{"void m() { (++g) = b; }", "g", true},
		{"void m() { (g += 1) = b; }", "g", true},
		{"void m() { int *&x = g; x = b; }", "g", true},
		{"void m() { g++; --g; g += 2; g = g + 1; g = g - 1; }", "g", false},
		{"void m() { int *x = g; x = b; h = g; }", "g", false},
		{"void m() { s.p++; }", "s", true},
		{"void m() { int g = 3, h = 4; g++; h = 5; }\nvoid m2(S g, int *h) { g.p = b; h = b; }", "g", false},
		{"void m() { --ss[0].p; }", "ss", true},
		{"void m() { rows[1] += 1; }", "rows", true},
		{"void m() { rows[1] = rows[1] + 1; }", "rows", true},
		{"void m(S *x) { ++x->p; }", "s", true},
		{"void m(R *x) { *x->ps += 1; }", "r", true},
		{"void m(S *x) { x->n++; s.n += 2; ++ss[1].n; a[0]++; s.p[1] -= 3; --*rows[0]; }", "s", false},
		{"void m() { a[0]++; s.p[1] -= 3; --*rows[0]; rows[0][1]++; }", "rows", false},
		{"void m() { g = a; g = a + 2; g = &a[1]; }", "g", false},
		{"void m(int a[]) { g = a; }", "g", true},
		{"void m() { int a[3]; g = &a[1]; }", "g", true},
		{"void m() { g = h; }", "g", true},
		{"void m() { *rows = b; }", "rows", true},
		{"void m() { *(rows + 1) = a; }", "rows", true},
		{"void m() { int **q = rows; q[1] = a; }", "rows", true},
		{"void m() { auto q = rows; q[1] = a; }", "rows", true},
		{"void m(int **q) { q[1] = a; }", "rows", true},
		{"void m(int *q[2]) { *q++ = b; }", "rows", true},
		{"void m(const int *q[]) { *q-- = b; }", "rows", true},
		{"void m(int *q[]) { *++q = b; }", "rows", true},
		{"void m(int *q[], bool c) { *(c ? q : rows) = b; }", "rows", true},
		{"void m(R *x) { int **q = x->ps; q[0] = b; }", "rows", true},
		{"void m(int **q) { std::swap(*q, h); }", "rows", true},
		{"int **f() { return rows; }\nvoid m() { *f() = a; }", "rows", true},
		{"void m() { int *own[2]; own[0] = a; own[1] = b; }", "rows", false},
		{"void m(int x[], int *y, int &z, int w[][3]) { x[0] = *y++ = *--y = z = w[0][1] = *(x + 1) = 4; y = x; }", "rows", false},
		{"void m() { rows[0][1] = 5; *rows[1] = 6; int *y = &a[1]; swap(a[0], y[1]); }", "rows", false},
		{"int m(int *x[], const int **y) { return x[0][0] + **y; }", "rows", false},
		{"typedef int Key;\nvoid m(Key *x) { x[0] = 1; }", "rows", false},
		{"enum Color { RED };\nvoid m(Color *x) { *x = RED; }", "rows", false},
		{"void m() { S &x = s; x = t; }", "s", true},
		{"void m() { S &x = o.in; x = t; }", "o", true},
		{"void m(S &x) { x = t; }", "s", true},
		{"void m(S &x) { std::swap(x, t); }", "s", true},
		{"void m(S *x) { *x = t; }", "s", true},
		{"void m() { *gs = t; }", "s", true},
		{"void m() { S *q = ss; q[0] = t; }", "ss", true},
		{"void m() { for (S &x : ss) x = t; }", "ss", true},
		{"void m() { S *q = ss; std::swap(q[0], q[1]); }", "ss", true},
		{"void m() { o = {{b, 1}, 2}; }", "o", true},
		{"void m(O *x) { x->in.p = b; }", "o", true},
		{"void m() { *r.ps = b; }", "r", true},
		{"void m(R *x) { x->ps[1] = b; }", "r", true},
		{"void m() { S x = t; x.p = b; x = s; S y[2]; y[0] = t; y[1].p = b; }", "s", false},
		{"void m() { gs->p[2] = 7; *gs->p = 4; t.n = 3; gs->n = 5; }", "s", false},
		{"int m(int x) { x = 3; return x; }\nint m2(S &x) { return x.n; }", "s", false},
		{"void m(S *x) { int x1 = 0; { S *x = gs; x = &t; } }", "s", false},
		{"void m(bool c) { if (c) { int x = 0; x = 1; } else { S &x = s; x = t; } }", "s", true},
		{"int **pp = &g;\nvoid m() { *pp = b; }", "g", true},
		{"int **pp[1] = {&h};\nvoid m(int **q) { *q = b; }", "h", true},
		{"int n(S *x) { return x->n; }\nint m() { return n(&s); }", "s", false},
		{"void ext(S *x);\nvoid m() { ext(&s); }", "s", true},
		{"void ext(int x);\nvoid m() { ext(s.n); }", "s", false},
		{"int *made = new int[3];\nvoid m() { delete[] made; }", "made", true},
		{"S in = {new int[3], 3};\nvoid m() { delete[] in.p; }", "in", true},
		{strings.ReplaceAll(trusted, "x", "g") + "void m();", "g", true},
		{trusted + "void m(S *x);", "s", true},
		{trusted + "void m(S &x);", "s", true},
		{trusted + "void m(int *x[]);", "rows", true},
		{trusted + "void m(int x[], int *y[], S &z);", "rows", false},
	} {
		if got := elsewhere(t, globalsThatLead+test.program, test.name); got != test.elsewhere {
			t.Errorf("%s: leads %s elsewhere: %v", test.program, test.name, got)
		}
	}
}

// elsewhere reports whether a program is known to lead a global elsewhere.
func elsewhere(t *testing.T, program, name string) bool {
	t.Helper()
	text := program + "\n//@post: true\nvoid reads() { sizeof(" + name + "); }\n"
	res, _, err := compiledIn(t, "led.cink", text, pattern.Auto)
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	said := "the global " + name + " leads to what its declaration makes it lead to"
	i := slices.IndexFunc(res.Goals, func(g *prover.Goal) bool { return g.Name == "reads" })
	j := slices.IndexFunc(res.Goals[i].Granted, func(s string) bool { return strings.HasPrefix(s, said) })
	if j < 0 {
		t.Fatalf("%s: nothing is said of %s: %q", program, name, res.Goals[i].Granted)
	}
	return res.Goals[i].Granted[j] != said
}
