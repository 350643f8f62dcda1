package languages

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The differential tests compare what programs print with what they print when
// g++ has compiled them. RLV_SEED sets the first seed.

func firstSeed(t *testing.T) uint64 {
	text := os.Getenv("RLV_SEED")
	if text == "" {
		return 1
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("RLV_SEED: %v", err)
	}
	return n
}

func TestRandomProgramsRunAsCompiled(t *testing.T)     { compare(t, firstSeed(t), 25) }
func TestSlowRandomProgramsRunAsCompiled(t *testing.T) { compare(t, firstSeed(t)+1000, 500) }

// compilers are a compiler, and the definition that is compared with it.
func compilers(t *testing.T) (gxx string, d *compile.Definition) {
	t.Helper()
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Fatal("g++ is not installed; `make deps` installs it")
	}
	if d, err = Load("x.cink", kdef.Options{}); err != nil {
		t.Fatal(err)
	}
	return gxx, d
}

// compare runs n programs, one for each seed from first on.
func compare(t *testing.T, first uint64, n int) {
	gxx, d := compilers(t)
	const batch = 125
	var wg sync.WaitGroup
	slots := make(chan struct{}, 2)
	for from := 0; from < n; from += batch {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots <- struct{}{}
			defer func() { <-slots }()
			compareBatch(t, gxx, d, first+uint64(from), min(batch, n-from))
		}()
	}
	wg.Wait()
}

// compareBatch compares programs that are compiled together.
func compareBatch(t *testing.T, gxx string, d *compile.Definition, first uint64, n int) {
	texts, inputs := make([]string, n), make([]string, n)
	for i := range n {
		texts[i], inputs[i] = program(first+uint64(i), "")
	}
	exe := compiled(t, gxx, texts)
	engine := rewrite.New(d)
	for i := range texts {
		seed := first + uint64(i)
		want, err := execute(exe, i, inputs[i])
		if err != nil {
			t.Errorf("seed %d: the compiled program fails: %v\n%s", seed, err, texts[i])
			continue
		}
		got, err := interpret(engine, texts[i], inputs[i])
		if err != nil || got != want {
			t.Errorf("seed %d: %v\n%s\ninput: %s\noutput:\n%s\nof the compiled program:\n%s", seed, err, texts[i], inputs[i], got, want)
		}
	}
}

// compiled compiles programs together, each in a namespace of its own.
func compiled(t *testing.T, gxx string, texts []string, flags ...string) string {
	var unit strings.Builder
	unit.WriteString("#include <iostream>\n#include <climits>\n#include <cstdlib>\nusing namespace std;\n")
	for i, text := range texts {
		body := strings.NewReplacer("#include <iostream>", "", "using namespace std;", "").Replace(text)
		fmt.Fprintf(&unit, "namespace p%d {\n%s%s}\n", i, overloaded(body), strings.Replace(body, "int main()", "int run()", 1))
	}
	unit.WriteString("int main(int, char **v) { cout.setf(ios::unitbuf); switch (atoi(v[1])) {\n")
	for i := range texts {
		fmt.Fprintf(&unit, "case %d: return p%d::run();\n", i, i)
	}
	unit.WriteString("} }\n")
	exe := filepath.Join(t.TempDir(), "programs")
	cmd := exec.Command(gxx, append(flags, "-std=c++17", "-w", "-O0", "-x", "c++", "-o", exe, "-")...)
	cmd.Stdin = strings.NewReader(unit.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("g++: %v\n%.2000s", err, out)
	}
	return exe
}

// overloaded makes the functions of the library seen beside those of their names that a
// program defines: in a namespace of its own these would hide them, which they do not where
// the program stands alone.
func overloaded(text string) string {
	var out strings.Builder
	for _, name := range []string{"max", "min", "abs", "swap"} {
		if regexp.MustCompile(`(?m)^\w+ ` + name + `\(`).MatchString(text) {
			fmt.Fprintf(&out, "using std::%s;\n", name)
		}
	}
	return out.String()
}

// execute runs one of the programs that were compiled together.
func execute(exe string, i int, input string) (string, error) {
	cmd := exec.Command(exe, strconv.Itoa(i))
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	return string(out), err
}

// faults are undefined in C++, and found by its sanitizers.
var faults = []string{
	"int ub[3] = {1}; cout << ub[a0 * 0 + 3];",
	"int ub[2] = {1, 2}; cout << ub[a0 * 0 - 1];",
	"int ub[2][2] = {{1}}; cout << ub[0][a0 * 0 + 2];",
	"cout << a0 / (a1 - a1);",
	"cout << a0 % (a1 - a1);",
	"int *ub = nullptr; cout << *ub;",
	"S *ub = 0; cout << ub->a;",
	"int *ub = new int(4); delete ub; cout << *ub;",
	"int *ub = new int(4); delete ub; delete ub;",
	"int *ub = new int[3]; delete ub;",
	"int *ub = &a0; delete ub;",
	"int *ub; { int z = 3; ub = &z; } cout << *ub;",
	"int *ub = new int[2]; ub[a0 * 0 + 2] = 1;",
	"cout << (1 << (a0 * 0 + 40));",
	"int *ub = new int[2](); cout << *(ub + 2);",
}

// wide are undefined where ints have 32 bits.
var wide = []string{
	"int ub = 2147483647; ub++;",
	"int ub = -2147483647; ub -= 2; ",
	"int ub = 65536; cout << ub * ub;",
	"int ub = -2147483647 - 1; cout << -ub;",
	"int ub = -2147483647 - 1, one = -1; cout << ub / one;",
}

func TestSlowUndefinedProgramsAreStuck(t *testing.T) {
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Fatal("g++ is not installed; `make deps` installs it")
	}
	const each = 3
	stuck(t, gxx, kdef.Options{}, faults, each)
	stuck(t, gxx, kdef.Options{IntWidth: 32}, wide, each)
}

// stuck puts each fault into several programs: where the sanitizers stop the
// compiled program, its interpretation must be stuck, with the same output.
func stuck(t *testing.T, gxx string, opts kdef.Options, faults []string, each int) {
	d, err := Load("x.cink", opts)
	if err != nil {
		t.Fatal(err)
	}
	var texts, inputs []string
	for i, f := range faults {
		for k := range each {
			text, input := program(firstSeed(t)+uint64(5000+i*each+k), f)
			texts, inputs = append(texts, text), append(inputs, input)
		}
	}
	exe := compiled(t, gxx, texts, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	engine := rewrite.New(d)
	for i, text := range texts {
		want, err := execute(exe, i, inputs[i])
		if err == nil {
			t.Errorf("the sanitizers find nothing in\n%s", text)
			continue
		}
		got, err := interpret(engine, text, inputs[i])
		if err == nil || got != want {
			t.Errorf("%v: not stuck where the compiled program stops, or with other output\n%s\noutput:\n%s\nof the compiled program:\n%s", err, text, got, want)
		}
	}
}

// stuckAt is the error of a run that does not go on.
type stuckAt struct {
	slots []*term.Term
	top   string
}

func (s *stuckAt) Error() string { return "stuck at " + s.top }

// interpret runs a program with its definition.
func interpret(e *rewrite.Engine, text, input string) (string, error) {
	p, err := e.Definition.ParseProgram(source.NewFile("random.cink", text))
	if err != nil {
		return "", err
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var out bytes.Buffer
	m := e.NewMachine(slots, rewrite.IO{In: strings.NewReader(input), Out: &out})
	if err := m.Run(ctx, 5_000_000); err != nil {
		return out.String(), err
	}
	if !m.Finished() {
		return out.String(), &stuckAt{m.Slots(), m.Slots()[e.Definition.Layout.K].Head().String()}
	}
	return out.String(), nil
}
