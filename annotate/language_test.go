package annotate

import (
	"context"
	"os"
	"strings"
	"testing"

	"rlv/annotate/logic"
	"rlv/annotate/meaning"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	os.Exit(m.Run())
}

// verifyTally verifies a program of the language in testdata/tally.k.
func verifyTally(t *testing.T, text string) ([]*prover.Verdict, error) {
	t.Helper()
	return verify(t, "testdata/tally.k", text)
}

// verify verifies a program of the language in a file.
func verify(t *testing.T, definition, text string) ([]*prover.Verdict, error) {
	t.Helper()
	d, err := compile.Load(definition, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return verifyIn(t, d, text, silent)
}

func silent(_, _ []*term.Term) (rewrite.Oracle, error) { return meaning.Silent{}, nil }

// verifyIn verifies a program of a language; the oracle is that of the exploration.
func verifyIn(t *testing.T, d *compile.Definition, text string, oracle logic.OracleOf) ([]*prover.Verdict, error) {
	t.Helper()
	e := rewrite.New(d)
	p, err := d.ParseProgram(source.NewFile("add.tally", text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(context.Background(), e, p, oracle, Options{Merging: pattern.Auto, Effort: 1})
	if err != nil {
		return nil, err
	}
	solver := func() (prover.Solver, func(), error) {
		s, err := smt.New(smt.Options{})
		return s, s.Close, err
	}
	verdicts, err := prover.New(e, r.Goals, prover.Options{Solver: solver, Depth: 2000}).Prove(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return verdicts, nil
}

func tallyProgram(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/add.tally")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A language that nothing but a file knows is verified like any other.
func TestNewLanguage(t *testing.T) {
	verdicts, err := verifyTally(t, tallyProgram(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(verdicts) != 3 {
		t.Errorf("%d goals, want 3: the whole, the loop, its body", len(verdicts))
	}
	for _, v := range verdicts {
		if v.Status != prover.Proved {
			t.Errorf("%s: %s %+v", v.Goal.Name, v.Status, v.Failure)
		}
	}
}

// Every mutation of the program, the invariant or the postcondition is left
// unproved.
func TestMutants(t *testing.T) {
	text := tallyProgram(t)
	for _, m := range [][2]string{
		{"let a be b;", "let a be n;"}, {"let b be 0", "let b be 1"}, {"b under n", "a under n"},
		{"0 <= b <= n", "0 <= b"}, {"0 <= b <= n", "0 <= b < n"}, {"a == old(b) + b /", "a == b /"}, {"a == old(b) + b\n", "a == b\n"},
		{"let a be a plus 1", "let a be a plus 2"}, {"let b be b plus 1", "let b be b plus 2"}, {"let b be b plus 1", "let b be b"},
		{"a == old(b) + n", "a == b + n"}, {"a == old(b) + n", "a == old(a) + n"}, {"let a be a plus 1", "let n be n plus 1"},
	} {
		mutant := strings.Replace(text, m[0], m[1], 1)
		if mutant == text {
			continue
		}
		verdicts, err := verifyTally(t, mutant)
		if err != nil {
			t.Errorf("%q for %q: %v", m[1], m[0], err)
			continue
		}
		all := true
		for _, v := range verdicts {
			all = all && v.Status == prover.Proved
		}
		// `let b be b` never ends: partial correctness.
		if all && m[1] != "let b be b" {
			t.Errorf("%q for %q is proved", m[1], m[0])
		}
	}
}

func TestProblemsHavePlaces(t *testing.T) {
	text := tallyProgram(t)
	for _, c := range [][3]string{
		{"n >= 0", "q >= 0", "add.tally:2:9"},
		{"0 <= b <= n", "0 <= b <= zz", "add.tally:6:21"},
		{"a == old(b) + n", "a == result", "add.tally:10:15"},
		{"n >= 0", "n", "add.tally:2:9"},
		{"n >= 0", "n[1] == 2", "add.tally:2:9"},
	} {
		_, err := verifyTally(t, strings.Replace(text, c[0], c[1], 1))
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%q for %q: %v, want a problem at %s", c[1], c[0], err, c[2])
		}
	}
}

// A probe that makes a name arbitrary, but gives something else a value that it does
// not have, is not used to say where statements start.
func TestProbesMustCover(t *testing.T) {
	const probe = "rule <k> #havoc(X) => .K ...</k> <regs>... X |-> (_ => ?_I:Int) ...</regs>"
	wrong := variant(t, tally, probe, strings.Replace(probe, "...</regs>", "b |-> (_ => 7) ...</regs>", 1), nameB[0], nameB[1])
	for _, definition := range []*compile.Definition{variant(t, tally), wrong} {
		for post, proved := range map[string]bool{"a == old(b)": true, "a == 7": false} {
			verdicts, err := verifyIn(t, definition, "registers a, b;\n//@pre: true\nlet a be b\n//@post: "+post+"\n", silent)
			if err != nil {
				t.Fatal(err)
			}
			if got := verdicts[0].Status == prover.Proved; got != proved {
				t.Errorf("wrong %v: %s: %s, want proved %v", definition == wrong, post, verdicts[0].Status, proved)
			}
		}
	}
}
