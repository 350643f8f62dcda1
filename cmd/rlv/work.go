package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"rlv/annotate"
	"rlv/prover"
	"rlv/prover/report"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// work holds the solvers for one file or specification: the first is used for
// exploration as well as for proving.
type work struct {
	ctx   context.Context
	opts  smt.Options
	first smt.Solver
	used  bool
	mu    sync.Mutex
}

func (r *reporter) newWork(e *rewrite.Engine) (*work, error) {
	w := &work{ctx: r.ctx, opts: smt.Options{Engine: r.solver, Timeout: r.timeout}}
	if err := smt.CheckInstalled(w.opts); err != nil {
		return nil, fmt.Errorf("--solver %s: %w", r.solver, err)
	}
	if r.prelude != "" {
		text, err := os.ReadFile(r.prelude)
		if err != nil {
			return nil, fmt.Errorf("%s: the prelude cannot be read: %v", r.prelude, err)
		}
		w.opts.Prelude, w.opts.PreludeName = string(text), r.prelude
	}
	return w, nil
}

// oracle makes the first solver, which trusts definitions and axioms.
func (w *work) oracle(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
	w.opts.Definitions, w.opts.Lemmas = definitions, axioms
	w.opts.Cache = smt.NewCache()
	s, err := smt.New(w.opts)
	if err != nil {
		return nil, err
	}
	if w.first != nil {
		w.first.Close()
	}
	w.first = s
	return pruner{w.ctx, s}, nil
}

// next returns a solver for one goroutine: the first, then new ones.
func (w *work) next() (smt.Solver, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first != nil && !w.used {
		w.used = true
		return borrowed{w.first}, nil
	}
	return smt.New(w.opts)
}

// borrowed is a solver that its user does not close.
type borrowed struct{ smt.Solver }

func (borrowed) Close() error { return nil }

func (w *work) close() {
	if w.first != nil {
		w.first.Close()
	}
}

// pruner is the oracle of explorations.
type pruner struct {
	ctx context.Context
	s   smt.Solver
}

func (p pruner) Check(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	switch smt.Feasible(p.ctx, p.s, append(pc[:len(pc):len(pc)], extra...)).Result {
	case smt.Unsat:
		return rewrite.Unsatisfiable
	case smt.Sat:
		return rewrite.Satisfiable
	}
	return rewrite.Unknown
}

// Refute makes no more effort: nothing rests on explorations.
func (p pruner) Refute(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return p.Check(pc, extra...)
}

// trustedTime bounds the search for a contradiction in a prelude.
const trustedTime = 500 * time.Millisecond

// triedAxioms is what reports say of axioms that are not found contradictory.
const triedAxioms = "no contradiction at small integers; that they are consistent is not shown"

// contradictory checks that what is trusted is free of contradiction: axioms at
// small integers, a prelude by the solver that reads it. A contradiction that
// this does not find still makes the left side of a goal that meets it
// unsatisfiable, and such a goal is vacuous, not proved.
func (w *work) contradictory(path string) error {
	if w.first == nil {
		return nil
	}
	var a smt.Answer
	if len(w.opts.Lemmas) > 0 {
		a = smt.Feasible(w.ctx, w.first, smallInstances(w.opts.Lemmas))
	}
	if w.opts.Prelude != "" && a.Result != smt.Unsat {
		ctx, cancel := context.WithTimeout(w.ctx, trustedTime)
		defer cancel()
		a = smt.CheckTrusted(ctx, w.first)
	}
	if a.Result == smt.Unsat {
		return fmt.Errorf("%s: the axioms contradict each other, so everything could be proved (found by %s)", path, a.By)
	}
	return nil
}

// maxSmall bounds the instances of one axiom at small integers.
const maxSmall = 81

// smallInstances instantiates axioms at the integers 0, 1 and 2.
func smallInstances(axioms []*term.Term) []*term.Term {
	var out []*term.Term
	for _, f := range axioms {
		instances := []*term.Term{f}
		for instances[0].Is(term.Forall) && len(instances)*3 <= maxSmall {
			var next []*term.Term
			for _, g := range instances {
				v := g.Arg(0).Variable()
				if v.Sort != term.SortInt {
					next = append(next, g)
					continue
				}
				for n := range int64(3) {
					next = append(next, term.Substitution{v: term.Int(n)}.Apply(g.Arg(1)))
				}
			}
			if len(next) == len(instances) {
				break
			}
			instances = next
			if !instances[0].Is(term.Forall) {
				break
			}
		}
		for _, g := range instances {
			if g != term.True {
				out = append(out, g)
			}
		}
	}
	return out
}

// lemmas proves the lemmas in order, each with the help of those before it, and
// makes the solvers trust them.
func (w *work) lemmas(r *reporter, res *annotate.Result, text *report.Text, file *report.FileOf) int {
	code := statusProved
	for _, l := range res.Lemmas {
		v := &prover.Verdict{Goal: &prover.Goal{Name: l.Name, Title: "lemma " + l.Text, Span: l.Span}, Status: prover.Proved}
		var hypotheses []*term.Term
		if l.Hypothesis != nil {
			hypotheses = append(hypotheses, l.Hypothesis)
		}
		a := smt.Valid(w.ctx, w.first, hypotheses, l.Goal)
		v.Stats.Queries, v.Stats.Instances, v.Stats.Time = 1, a.Instances, a.Time
		if a.Result != smt.Unsat {
			v.Status = prover.Unknown
			v.Failure = &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: "the lemma is not proved, so it is not used", Asked: a.By + ": " + a.Reason}
			if a.Result == smt.Sat && !a.Approximate {
				v.Status = prover.Refuted
			}
		} else {
			w.trust(l.Formula)
			r.lemmas++
		}
		r.allLemmas++
		if r.format == "text" {
			text.Verdict(v)
		}
		file.Goals = append(file.Goals, report.VerdictOf(v))
		code = worst(code, codeOf(v.Status))
	}
	return code
}

// trust adds a proved fact to what the solvers know.
func (w *work) trust(f *term.Term) {
	w.opts.Lemmas = append(w.opts.Lemmas[:len(w.opts.Lemmas):len(w.opts.Lemmas)], f)
	w.opts.Cache = smt.NewCache()
	smt.Trust(w.first, f, w.opts.Cache)
}
