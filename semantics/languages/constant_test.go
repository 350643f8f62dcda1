package languages

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// refused reports whether a program is refused, as it changes what is constant.
func refused(t *testing.T, d *compile.Definition, text string) bool {
	t.Helper()
	_, err := d.ParseProgram(source.NewFile("constant.cink", text))
	if err != nil && !strings.Contains(err.Error(), "is constant: ") {
		t.Errorf("%s\n%v", text, err)
	}
	return err != nil
}

func TestConstantsAreNotChanged(t *testing.T) {
	d, err := Load("x.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const head = "struct P { int x; int a[3]; };\nvoid take(int *p) { }\nvoid refer(int &r) { }\nvoid keep(const int *p) { }\nvoid both(int *p) { }\nvoid both(const long *p) { }\n"
	for body, want := range map[string]bool{
		"void f(const int n) { n = 5; }":                                                                     true,
		"void f(const int n) { for (int n = 0; n < 3; n++) ; }":                                              false,
		"void f(const int a[]) { a[0] = 1; }":                                                                true,
		"void f(const int a[]) { a++; }":                                                                     false,
		"void f(const int a[]) { *a++; }":                                                                    false,
		"void f(const int *a) { *a++ = 1; }":                                                                 true,
		"void f(const int *a, int *b) { a = b; }":                                                            false,
		"void f(const int *a, int *b) { b = a; }":                                                            true,
		"void f(const int *a, int *b) { b = &a[1]; }":                                                        true,
		"void f(const int *a, int *b) { *b = *a; }":                                                          false,
		"void f(const int *a) { int *q = a; }":                                                               true,
		"void f(const int *a) { const int *q = a; q++; }":                                                    false,
		"void f(const int *a) { int &r = a[2]; }":                                                            true,
		"void f(const int *a) { int r = a[2]; r = 1; }":                                                      false,
		"void f(const int **a, int *b) { *a = b; }":                                                          false,
		"void f(const int **a) { **a = 1; }":                                                                 true,
		"void f(const int &r) { r++; }":                                                                      true,
		"void f(const P &p) { p.x = 1; }":                                                                    true,
		"void f(const P *p) { p->x = 1; }":                                                                   true,
		"void f(const P *p) { (*p).x += 1; }":                                                                true,
		"void f(const P *p) { P q = *p; q.x = 1; }":                                                          false,
		"void f(const P p) { take(&p.x); }":                                                                  true,
		"void f() { const int a[3] = {1, 2, 3}; a[1] = 2; }":                                                 true,
		"void f() { const int n = 3; int a[n]; a[0] = n; }":                                                  false,
		"void f() { const int n = 3; { int n = 4; n = 5; } }":                                                false,
		"void f() { const int y = 3; { int x; int *const y = &x; *y = 5; } }":                                false,
		"void f() { const int y = 3; { int *const y = nullptr; } y = 5; }":                                   true,
		"void f() { const char *s = \"ab\"; s++; s = s + 1; }":                                               false,
		"void f() { const char *s[2]; s[0] = \"ab\"; s[0][0] = 'x'; }":                                       true,
		"int x; struct S { const int x; const int *p; };\nvoid f(S *s, int *p) { x = 5; *p = 1; s->p = p; }": false,
		"struct V { int *data; V *next; };\nvoid f(const V *v, const V &w) { v->data[0] = 4; *w.data = 5; v->next->next = v->next; take(v->data); }": false,
		"void f(const int *p);\nvoid f(int *p);\nvoid g(const int *p) { f(p); }":                                                                     false,
		"void two(int a[], int b[]) { }\nvoid f(const int *p, int *q) { two(q, p); }":                                                                true,
		"void two(const int a[], int b[]) { }\nvoid f(const int *p, int *q) { two(p, q); }":                                                          false,
		"void two(int n, int &r) { }\nvoid f(const int *p) { two(1, p[0]); }":                                                                        true,
		"const int A[2] = {1, 2};\nvoid f() { A[0]++; }":                                                                                             true,
		"void f(const int *a) { take(a); }":                                                                                                          true,
		"void f(const int *a) { keep(a); both(a); }":                                                                                                 false,
		"void f(const int n) { refer(n); }":                                                                                                          true,
		"void f(const int *a) { int b[2]; for (const int &x : b) keep(&x); }":                                                                        false,
		"void f(const int *a) { int b[2]; for (const int &x : b) x = a[0]; }":                                                                        true,
		"int f(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }":                                                                 false,
	} {
		if got := refused(t, d, head+body+"\nint main() { return 0; }\n"); got != want {
			t.Errorf("refused: %v\n%s", got, body)
		}
	}
}

// TestConstantsAsCompiled compares with a compiler on random programs.
func TestConstantsAsCompiled(t *testing.T) {
	gxx, d := compilers(t)
	r, path := rand.New(rand.NewPCG(firstSeed(t), 3)), filepath.Join(t.TempDir(), "constant.cpp")
	count := map[bool]int{}
	for range 120 {
		text := constantProgram(r)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(gxx, "-std=c++17", "-fsyntax-only", "-w", path).CombinedOutput()
		got := refused(t, d, text)
		if count[got]++; got != (err != nil) {
			t.Errorf("refused: %v\n%s\n%s", got, text, out)
		}
	}
	if count[true] < 10 || count[false] < 10 {
		t.Errorf("%d refused, %d not", count[true], count[false])
	}
}

// constantProgram is a function of some parameters, of which some are constant, that changes
// them, leads others to them and passes them on.
func constantProgram(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	type parameter struct{ name, constant, form string }
	var ps []parameter
	var declared []string
	for _, name := range []string{"a", "b", "c", "d"} {
		p := parameter{name, pick("", "const "), pick("%s", "*%s", "%s[]", "&%s", "**%s")}
		ps, declared = append(ps, p), append(declared, p.constant+"P "+fmt.Sprintf(p.form, name))
	}
	object := func(p parameter) string {
		switch p.form {
		case "%s", "&%s":
			return p.name + ".x"
		case "**%s":
			return pick("%[1]s[0][0].x", "(**%[1]s).x", "(*%[1]s)->x")
		}
		return pick("%[1]s[0].x", "(*%[1]s).x", "%[1]s->x")
	}
	place := func(p parameter) string {
		if o := object(p); strings.Contains(o, "%") {
			return fmt.Sprintf(o, p.name)
		} else {
			return o
		}
	}
	pointer := func(p parameter) string {
		switch p.form {
		case "%s", "&%s":
			return "&" + p.name
		case "**%s":
			return pick("*"+p.name, p.name+"[0]")
		}
		return pick(p.name, "&"+p.name+"[1]")
	}
	var body []string
	for i := range 1 + r.IntN(3) {
		p := ps[r.IntN(len(ps))]
		switch r.IntN(6) {
		case 0:
			body = append(body, place(p)+pick(" = 1;", "++;", " += 2;"))
		case 1:
			body = append(body, fmt.Sprintf("%sP *q%d = %s;", pick("", "const "), i, pointer(p)))
		case 2:
			body = append(body, fmt.Sprintf("%sint &r%d = %s;", pick("", "const "), i, place(p)))
		case 3:
			body = append(body, pick("take", "keep")+"("+pointer(p)+");")
			if q := ps[r.IntN(len(ps))]; r.IntN(2) == 0 {
				body = append(body, "second("+pointer(q)+", "+pointer(p)+");")
			}
		case 4:
			if o := ps[r.IntN(len(ps))]; o.form == "*%s" || o.form == "%s[]" {
				body = append(body, o.name+" = "+pointer(p)+";")
			}
		default:
			body = append(body, fmt.Sprintf("long s%d = %s; s%d = 2;", i, place(p), i))
		}
	}
	return "struct P { int x; int y; };\nvoid take(P *p) { }\nvoid keep(const P *p) { }\nvoid second(const P *p, P *q) { }\nvoid f(" + strings.Join(declared, ", ") + ") { " +
		strings.Join(body, " ") + " }\nint main() { return 0; }\n"
}
