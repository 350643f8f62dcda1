package verify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
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

// beyondCores are the obligations that have no core, or one that is not enough for another
// solver, by file, goal and purpose: what follows from products and remainders of unknowns.
var beyondCores = []string{
	"sieve.cink: sieve: implication: not refuted by z3",
	"unsigned-gcd.cink: divides_step: lemma: no core",
}

// manyBeyondCores are files of which so many obligations are beyond cores that they are left out.
var manyBeyondCores = []string{"breadth-first.cink", "factors.cink", "lcm.cink", "least-factor.cink", "modular-power.cink"}

// sample is one in so many of the examples in a short run, in others each of them.
func sample[T any](all []T, in int) []T {
	if !testing.Short() {
		return all
	}
	var out []T
	for i := 0; i < len(all); i += in {
		out = append(out, all[i])
	}
	return out
}

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
	var beyond []string
	for _, path := range sample(paths, 18) {
		if slices.Contains(manyBeyondCores, filepath.Base(path)) {
			continue
		}
		start := time.Now()
		if _, err := newVerifier(t, Options{Jobs: 1}).Program(ctx, Input{Path: path}, report.Silent{}); errors.Is(err, ErrNothing) {
			continue
		}
		took := time.Since(start)
		found := &trees{}
		start = time.Now()
		if file, err := newVerifier(t, Options{Jobs: 1, Certify: true}).Program(ctx, Input{Path: path}, found); err != nil || file.Status != report.Proved {
			t.Errorf("%s: %s %v", path, file.Status, err)
			continue
		}
		// The search for what is beyond cores ends by a bound of its own.
		if !slices.ContainsFunc(beyondCores, func(o string) bool { return strings.HasPrefix(o, filepath.Base(path)+": ") }) {
			plain, certified = plain+took, certified+time.Since(start)
		}
		seen := map[*proofs.Core]bool{}
		for _, tree := range found.all {
			for i := range tree.Obligations {
				o := &tree.Obligations[i]
				name := fmt.Sprintf("%s: %s: %s", filepath.Base(path), tree.Goal, o.Purpose)
				if obligations++; o.Core == nil {
					beyond = append(beyond, name+": no core")
				}
				if o.Core == nil || seen[o.Core] {
					continue
				}
				seen[o.Core] = true
				cores, hypotheses, kept, uses = cores+1, hypotheses+len(o.Hypotheses), kept+len(o.Core.Hypotheses), uses+len(o.Core.Uses)
				for engine, s := range others {
					a := s.Check(ctx, smt.Query{Assertions: smt.Hide(o.Formulas())})
					if a.Result == smt.Unknown { // a process that was asked much may have died of it
						s.Forget()
						a = s.Check(ctx, smt.Query{Assertions: smt.Hide(o.Formulas())})
					}
					if a.Result != smt.Unsat {
						beyond = append(beyond, name+": not refuted by "+engine)
					}
				}
			}
		}
	}
	for _, o := range beyond {
		if !slices.Contains(beyondCores, o) {
			t.Errorf("%s", o)
		}
	}
	t.Logf("%d obligations with %d cores: %d of %d hypotheses, %d uses of quantified formulas; %v without, %v with", obligations, cores, kept, hypotheses, uses, plain, certified)
	if certified > 3*plain { // some 2
		t.Errorf("proofs to be certified take %v, others %v", certified, plain)
	}
}
