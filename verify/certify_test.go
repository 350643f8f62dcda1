package verify

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/report"
)

// trees keeps the proofs that a printer is told of.
type trees struct {
	report.Silent
	all []*proofs.Tree
}

func (t *trees) Goal(v *prover.Verdict)  { t.all = append(t.all, v.Tree) }
func (t *trees) Lemma(v *prover.Verdict) { t.all = append(t.all, v.Tree) }

// With nothing but its core, every obligation of every example is proved again by other
// solvers than the one that found the core, without quantifiers.
func TestSlowCoresAreEnough(t *testing.T) {
	others := map[string]*smt.Solver{}
	for _, engine := range []string{"z3", "cvc5"} {
		s, err := smt.New(smt.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		others[engine] = s
	}
	ctx := context.Background()
	var paths []string
	for _, pattern := range []string{"../examples/*/*.cink", "../examples/*/*.imp"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, some...)
	}
	var plain, certified time.Duration
	obligations, cores, hypotheses, kept, uses := 0, 0, 0, 0, 0
	for _, path := range paths {
		start := time.Now()
		if _, err := newVerifier(t, Options{Jobs: 1}).Program(ctx, Input{Path: path}, report.Silent{}); errors.Is(err, ErrNothing) {
			continue
		}
		plain += time.Since(start)
		found := &trees{}
		start = time.Now()
		if file, err := newVerifier(t, Options{Jobs: 1, Certify: true}).Program(ctx, Input{Path: path}, found); err != nil || file.Status != report.Proved {
			t.Errorf("%s: %s %v", path, file.Status, err)
			continue
		}
		certified += time.Since(start)
		seen := map[*proofs.Core]bool{}
		for _, tree := range found.all {
			for i := range tree.Obligations {
				o := &tree.Obligations[i]
				if obligations++; o.Core == nil {
					t.Errorf("%s: %s: obligation %d (%s) by %s has no core", path, tree.Goal, o.ID, o.Purpose, o.By)
				}
				if o.Core == nil || seen[o.Core] {
					continue
				}
				seen[o.Core] = true
				cores, hypotheses, kept, uses = cores+1, hypotheses+len(o.Hypotheses), kept+len(o.Core.Hypotheses), uses+len(o.Core.Uses)
				for name, s := range others {
					a := s.Check(ctx, smt.Query{Assertions: smt.Hide(o.Formulas())})
					if a.Result == smt.Unknown { // a process that was asked much may have died of it
						s.Forget()
						a = s.Check(ctx, smt.Query{Assertions: smt.Hide(o.Formulas())})
					}
					if a.Result != smt.Unsat {
						t.Errorf("%s: %s: obligation %d (%s) by %s: its core is not refuted by %s: %v %s", path, tree.Goal, o.ID, o.Purpose, o.By, name, a.Result, a.Reason)
					}
				}
			}
		}
	}
	t.Logf("%d obligations with %d cores: %d of %d hypotheses, %d uses of quantified formulas; %v without, %v with", obligations, cores, kept, hypotheses, uses, plain, certified)
	if certified > 3*plain {
		t.Errorf("proofs to be certified take %v, others %v", certified, plain)
	}
}
