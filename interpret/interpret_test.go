package interpret_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"rlv/interpret"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	m.Run()
}

// TestRun runs programs to their ends: all of them, the wrong ones with a place.
func TestRun(t *testing.T) {
	d, err := languages.Load("x.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := rewrite.New(d)
	const head = "#include <iostream>\nusing namespace std;\n"
	for _, tt := range []struct {
		name, text, in string
		options        interpret.Options
		out, err       string // parts of the output and of the error
	}{
		{"input and output", head + "int main() { int x; cin >> x; cout << x + 1; return 0; }", "41", interpret.Options{}, "42", ""},
		{"stuck", "int main() { int x = 0;\n return 1 / x; }", "", interpret.Options{}, "", "stuck.cink:2:9: error: the program is stuck: "},
		{"a number of steps", "int main() { while (1 > 0) { } return 0; }", "", interpret.Options{Depth: 50}, "", ""},
		{"the configuration", "int main() { return 0; }", "", interpret.Options{PrintConfig: true}, "<k>", ""},
		{"an input that is not there", "int main() { return 0; }", "", interpret.Options{Inputs: []string{"X=1"}}, "", "has no variable $X"},
		{"no input", "int main() { return 0; }", "", interpret.Options{Inputs: []string{"X"}}, "", "-c takes NAME=VALUE"},
		{"the program as input", "int main() { return 0; }", "", interpret.Options{Inputs: []string{"PGM=1"}}, "", "given as a file"},
	} {
		p, err := d.ParseProgram(source.NewFile(strings.ReplaceAll(tt.name, " ", "-")+".cink", tt.text))
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		tt.options.In, tt.options.Out = strings.NewReader(tt.in), &out
		exit, err := interpret.Run(context.Background(), e, p, tt.options)
		if exit != 0 || !strings.Contains(out.String(), tt.out) || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: status %d, %v\n%s", tt.name, exit, err, out.String())
		}
		var stop *interpret.StopError
		if errors.As(err, &stop) != (tt.name == "stuck") {
			t.Errorf("%s: %T", tt.name, err)
		}
	}
}

// asking gives a word at each read, and keeps what had been written by then.
type asking struct {
	words  []string
	out    *strings.Builder
	before []string
}

func (a *asking) Read(p []byte) (int, error) {
	a.before = append(a.before, a.out.String())
	if len(a.words) == 0 {
		return 0, io.EOF
	}
	n := copy(p, a.words[0])
	a.words = a.words[1:]
	return n, nil
}

// TestOutputIsWrittenBeforeInputIsRead: whoever gives the input sees what the program has
// asked, also where the same code asks again and again.
func TestOutputIsWrittenBeforeInputIsRead(t *testing.T) {
	d, err := languages.Load("x.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.ParseProgram(source.NewFile("ask.cink", `#include <iostream>
using namespace std;
int main() { int x; int s = 0; for (int i = 0; i < 200; i++) { cout << i << "?"; cin >> x; s = s + x; } cout << s; return 0; }`))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	in, want := &asking{out: &out}, ""
	for range 200 {
		in.words = append(in.words, "3 ")
	}
	if _, err := interpret.Run(context.Background(), rewrite.New(d), p, interpret.Options{In: in, Out: &out}); err != nil {
		t.Fatal(err)
	}
	for i, before := range in.before {
		if want += fmt.Sprint(i) + "?"; i < 200 && before != want {
			t.Fatalf("before read %d %q was written, not %q", i, before, want)
		}
	}
	if len(in.before) < 200 || out.String() != want+"600" {
		t.Errorf("%d reads, %q was written", len(in.before), out.String())
	}
}
