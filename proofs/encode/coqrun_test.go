package encode

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/coq/coqtest"
	"rlv/semantics/rewrite"
)

// randomProgram writes a program over three variables, whose loops end; divisions by zero get it
// stuck.
type randomProgram struct{ *rand.Rand }

func (r randomProgram) variable() string { return string("xyz"[r.Intn(3)]) }

func (r randomProgram) expression(depth int) string {
	if depth == 0 {
		if r.Intn(2) == 0 {
			return fmt.Sprint(r.Intn(9))
		}
		return r.variable()
	}
	e := fmt.Sprintf("(%s %c %s)", r.expression(depth-1), "++--***/%"[r.Intn(9)], r.expression(depth-1))
	if strings.Contains(e, "*") { // in loops products would have as many digits as there are steps
		e = "(" + e + " % 997)"
	}
	return e
}

func (r randomProgram) condition() string {
	c := fmt.Sprintf("(%s %s %s)", r.expression(1), []string{"<", "<=", "==", "!=", ">"}[r.Intn(5)], r.expression(1))
	switch r.Intn(4) {
	case 0:
		return "!" + c
	case 1:
		return fmt.Sprintf("%s %s (%s < %s)", c, []string{"&&", "||"}[r.Intn(2)], r.variable(), r.expression(0))
	}
	return c
}

// block writes so many statements; loops count in a variable of their depth.
func (r randomProgram) block(n, depth int) string {
	var b strings.Builder
	for range n {
		switch k := r.Intn(6); {
		case k == 0 && depth < 3:
			fmt.Fprintf(&b, "if (%s) { %s } else { %s }\n", r.condition(), r.block(2, depth+1), r.block(1, depth+1))
		case k == 1 && depth < 3:
			fmt.Fprintf(&b, "i%d = 0;\nwhile (i%d < %d) { %s i%d = i%d + 1; }\n", depth, depth, 2+r.Intn(3), r.block(2, depth+1), depth, depth)
		default:
			fmt.Fprintf(&b, "%s = %s;\n", r.variable(), r.expression(2))
		}
	}
	return b.String()
}

// randomPrograms are files with random programs; before and after is what a language has around
// statements.
func randomPrograms(t *testing.T, n int, ext, before, after string) []string {
	r := randomProgram{rand.New(rand.NewSource(7))}
	var out []string
	for i := range n {
		path := filepath.Join(t.TempDir(), fmt.Sprint("random", i, ext))
		if err := os.WriteFile(path, []byte(before+r.block(6, 0)+after), 0o600); err != nil {
			t.Fatal(err)
		}
		out = append(out, path)
	}
	return out
}

// compiled compiles a file of Coq, whose name is Cert.<name>.
func compiled(t *testing.T, lib, dir, name, text string) error {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name+".v"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, seconds, err := coqtest.Run(dir, "coqc", "-q", "-R", lib, "Rlv", "-R", ".", "Cert", name+".v")
	t.Logf("%s: %.1f s of CPU", name, seconds)
	return err
}

// Programs run inside Coq by the rules that are printed for it as they do by rlv: with as many steps, to the same last
// configuration, stuck ones too. So do random ones.
func TestSlowProgramsRunInCoq(t *testing.T) {
	lib := coqtest.Library(t)
	const variables = "int x, y, z, i0, i1, i2;\n"
	const limit = 70_000 // of the steps of a program
	for _, c := range []struct {
		ext, before, after string
		dirs               []string
	}{
		{".imp", variables, "", []string{"imp"}},
		{".cink", "int main() {\n" + variables + "x = 0; y = 1; z = 2;\n", "cout << x << y << z;\nreturn 0;\n}\n", []string{"cink/run", "cink/run/stuck", "cink", "search"}},
	} {
		l := load(t, "x"+c.ext)
		e := rewrite.New(l.definition)
		paths := randomPrograms(t, 10, c.ext, c.before, c.after)
		for _, dir := range c.dirs {
			more, err := filepath.Glob("../../examples/" + dir + "/*" + c.ext)
			if err != nil || len(more) == 0 {
				t.Fatal(dir, err)
			}
			paths = append(paths, more...)
		}
		var runs []certificate.Run
		steps, stuck, cut := 0, 0, 0
		for _, path := range paths {
			r := compareRuns(t, e, l, path, limit)
			runs = append(runs, r.whole)
			steps += r.steps
			if r.whole.Ending == certificate.Running {
				cut++
			} else if r.stuck {
				stuck++
			}
		}
		t.Logf("%s: %d programs, %d steps; %d get stuck, %d go on after %d steps", c.ext, len(paths), steps, stuck, cut, limit)
		dir := t.TempDir()
		files := (&certificate.Certificate{}).Coq(&l.Language, certificate.Labels{Symbols: l.Names, Functions: l.Functions, Sorts: l.Sorts, Rules: l.Labels()}, nil)
		if err := compiled(t, lib, dir, "Language", files["certificate/Language.v"]); err != nil {
			t.Fatal(err)
		}
		if err := compiled(t, lib, dir, "Runs", certificate.RunsText(&l.Language, runs)); err != nil {
			t.Error(err)
		}
		few := runs[:1] // of which a difference is seen
		if few[0].Steps++; compiled(t, lib, dir, "More", certificate.RunsText(&l.Language, few)) == nil {
			t.Error("another number of steps is no difference")
		}
		few[0].Steps--
		if few[0].End = few[0].Start; compiled(t, lib, dir, "Other", certificate.RunsText(&l.Language, few)) == nil {
			t.Error("another last configuration is no difference")
		}
	}
}
