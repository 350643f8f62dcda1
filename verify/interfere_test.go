package verify

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rlv/proofs/check"
	"rlv/proofs/kernel"
	"rlv/prover/smt"
)

// Where operands interfere, a certificate in which one order stands for all is refused: the kernel asks
// for a proof that the rule for the other does not apply.
func TestOneOrderOfInterferingOperandsIsRefused(t *testing.T) {
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	path := filepath.Join(t.TempDir(), "f.cink")
	const text = `int x;
//@modifies: x
//@post: x == 2 /\ result == 1
int h() { x = 2; return 1; }
//@modifies: x
//@post: result == 2 \/ result == 3
int f() { x = 1; return x + h(); }
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _ := certified(t, path)
	l := languageOf(t, path)
	if o, err := check.Check(context.Background(), c, l, contradictions{s}); err != nil || len(o.Open) > 0 {
		t.Fatal(err, o)
	}
	last := &c.Goals[len(c.Goals)-1]
	g := &last.Goal
	m := kernel.NewMachine(&l.Language, c.KernelGoals(), nil, c.Total)
	r := &kernel.Run{Machine: m, Goal: g, Nodes: last.Proof.Nodes}
	open := []*kernel.State{g.Start(nil)}
	forks := 0
	for _, i := range last.Proof.Goal {
		at := open[0]
		if i.Kind == kernel.IStep && len(i.Rules) > 1 {
			forks++
			for k := range i.Rules {
				one := i
				one.Rules = slices.Delete(slices.Clone(i.Rules), k, k+1)
				_, obligations, err := r.Exec(&one, at)
				if err != nil {
					t.Fatal(err)
				}
				if proved := (contradictions{s}).Prove(context.Background(), obligations); !slices.Contains(proved, false) {
					t.Errorf("the order by rule %d is left out", i.Rules[k])
				}
			}
		}
		next, _, err := r.Exec(&i, at)
		if err != nil {
			t.Fatal(err)
		}
		open = slices.Concat(next, open[1:])
	}
	if forks == 0 {
		t.Error("no step has two orders")
	}
}
