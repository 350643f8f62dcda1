package prover

import (
	"context"
	"slices"
	"testing"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// refuting notes the questions that a solver refutes.
type refuting struct {
	Solver
	refuted [][]*term.Term
}

func (r *refuting) Check(ctx context.Context, q smt.Query) smt.Answer {
	a := r.Solver.Check(ctx, q)
	if a.Result == smt.Unsat {
		r.refuted = append(r.refuted, q.Assertions)
	}
	return a
}

// certified proves the claims of a specification over the toy language with all that a
// certificate needs, and returns the questions that were refuted as well.
func certified(t *testing.T, claims string) ([]*Verdict, [][]*term.Term) {
	t.Helper()
	e, goals := goalsOf(t, claims)
	solver := &refuting{}
	next := func() (Solver, func(), error) {
		s, release, err := realSolver()
		solver.Solver = s
		return solver, release, err
	}
	verdicts, err := New(e, goals, Options{Solver: next, Depth: 2000, Branches: 200, Certify: true, KeepTrees: true}).Prove(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		if v.Status != Proved {
			t.Fatalf("%s: %s", v.Goal.Name, v.Status)
		}
	}
	return verdicts, solver.refuted
}

// asks reports whether an obligation is a question.
func asks(o *proofs.Obligation, question []*term.Term) bool {
	all := term.Conjuncts(slices.Clone(o.Hypotheses), term.Not(o.Goal))
	if o.Goal == term.False {
		all = o.Hypotheses
	}
	return len(all) == len(question) && !slices.ContainsFunc(question, func(q *term.Term) bool { return !has(all, q) })
}

// A proof has all answers that it rests on: every rule that matches a pattern is a
// successor, or left out by an obligation; nothing else is there, and each obligation is
// proved from its core by another solver.
func TestProofsHaveAllThatTheyRestOn(t *testing.T) {
	other, err := smt.New(smt.Options{Engine: "z3"})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	verdicts, refuted := certified(t, `
		claim <k> while (x < n) { x = n / x ; .Stmts } => .K ...</k> <mem> x |-> (X:Int => ?Y:Int) n |-> (N:Int => ?Z:Int) </mem>
			requires 1 ==Int X andBool X <Int N ensures ?Y ==Int N
		`+loopClaim)
	for _, q := range refuted {
		if !slices.ContainsFunc(verdicts, func(v *Verdict) bool {
			return slices.ContainsFunc(v.Tree.Obligations, func(o proofs.Obligation) bool { return asks(&o, q) })
		}) {
			t.Errorf("%v was refuted, and is no obligation", q)
		}
	}
	left := 0
	for _, v := range verdicts {
		check := func(ids []int, where string) {
			for _, id := range ids {
				o := v.Tree.Obligations[id]
				if o.Core == nil || other.Check(context.Background(), smt.Query{Assertions: smt.Hide(o.Formulas())}).Result != smt.Unsat {
					t.Errorf("%s: %s: obligation %d is not proved from its core", v.Goal.Name, where, id)
				}
			}
		}
		v.Tree.Root.Each(func(n *proofs.Node) {
			steps := n.Steps
			for _, c := range n.Cases {
				steps = append(steps, c.Step)
			}
			for _, s := range steps {
				check(s.Obligations, s.Name)
				for _, l := range s.LeftOut {
					left++
					check([]int{l.Obligation}, l.Rule)
					if o := v.Tree.Obligations[l.Obligation]; o.Purpose != proofs.ForStep || o.Goal != term.False {
						t.Errorf("%s is left out by %s of %v", l.Rule, o.Purpose, o.Goal)
					}
				}
				if (s.Rule == proofs.CircularHypothesis) != (s.Use != "") {
					t.Errorf("%s by %s is a use of kind %q", s.Name, s.Rule, s.Use)
				}
			}
			check(n.Ends, "end")
			if n.Closing != nil {
				check(n.Closing.Obligations, "closing")
				for _, x := range v.Goal.Claim.Existentials {
					if n.Closing.Witnesses[x] == nil {
						t.Errorf("%s: no value for %s", v.Goal.Name, x.Name)
					}
				}
			}
		})
	}
	if left == 0 {
		t.Error("no rule is left out")
	}
}
