package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"rlv/annotate"
	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/prover/smt"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"

	"github.com/hashicorp/go-multierror"
)

// work holds the solvers for one file or specification: the first is used for
// exploration as well as for proving.
type work struct {
	ctx   context.Context
	opts  smt.Options
	first smt.Solver
	used  bool
	mu    sync.Mutex
	// grounds say what the lemmas of the options rest on.
	grounds prover.Grounds
}

func (r *reporter) newWork(e *rewrite.Engine) (*work, error) {
	w := &work{ctx: r.ctx, opts: smt.Options{Engine: r.solver, Timeout: r.timeout}}
	w.opts.Disagree = func(message string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		fmt.Fprintln(os.Stderr, "warning: the solvers disagree, so one of them is wrong; please report this:", message)
	}
	w.opts.Faults = r.faults
	if err := smt.CheckInstalled(w.opts); err != nil {
		return nil, fmt.Errorf("--solver %s: %w", r.solver, err)
	}
	if r.prelude != "" {
		text, err := os.ReadFile(r.prelude)
		if err != nil {
			return nil, fmt.Errorf("%s: the prelude cannot be read: %v", r.prelude, err)
		}
		w.opts.Prelude, w.opts.PreludeName = string(text), r.prelude
		w.grounds.Prelude = proofs.Fact{Kind: proofs.Prelude, Text: r.prelude}
	}
	return w, nil
}

// oracle makes the first solver, which trusts definitions and axioms.
func (w *work) oracle(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
	w.opts.Definitions, w.opts.Lemmas = definitions, axioms
	w.opts.Cache = smt.NewCache()
	if w.first != nil {
		smt.TrustOnly(w.first, definitions, axioms, w.opts.Cache)
		return prover.Pruner{Ctx: w.ctx, Solver: w.first}, nil
	}
	s, err := smt.New(w.opts)
	if err != nil {
		return nil, err
	}
	w.first = s
	return prover.Pruner{Ctx: w.ctx, Solver: s}, nil
}

// trustAxioms says where the facts that the oracle was made for come from.
func (w *work) trustAxioms(facts []proofs.Fact) {
	w.grounds.Lemmas = nil
	for _, f := range facts {
		w.grounds.Lemmas = append(w.grounds.Lemmas, []proofs.Fact{f})
	}
}

// annotated makes goals of the annotations of a program.
func (r *reporter) annotated(e *rewrite.Engine, p *compile.Program, w *work) (*annotate.Result, error) {
	return within(compileTime, p.File.Name+": making goals of the annotations", func() (*annotate.Result, error) {
		return annotate.Compile(r.ctx, e, p, w.oracle)
	})
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

// trustedTime bounds the search for a contradiction in axioms, preludeTime that in
// a prelude, for which a process has to start.
const (
	trustedTime = 100 * time.Millisecond
	preludeTime = time.Second
)

// trustTime is how long to look for a contradiction in what is trusted.
func (w *work) trustTime() time.Duration {
	if w.opts.Prelude != "" {
		return preludeTime
	}
	return trustedTime
}

// consistency looks for a contradiction in the axioms and the prelude of a file,
// which is an error, and says what came out; "" if nothing is trusted. A
// contradiction that it does not find still makes the left side of a goal that
// meets it unsatisfiable, and such a goal is vacuous, not proved. The facts say
// where the axioms stand; defined is what they define, if they are definitions.
func (w *work) consistency(path string, facts []proofs.Fact, defined string) (string, error) {
	if w.first == nil || len(w.opts.Lemmas) == 0 && w.opts.Prelude == "" {
		return "", nil
	}
	if defined != "" && w.opts.Prelude == "" {
		return "consistent: they define " + defined, nil
	}
	ctx, cancel := context.WithTimeout(w.ctx, w.trustTime())
	defer cancel()
	a := smt.CheckTrusted(ctx, w.first, instancesOf(w.opts.Lemmas))
	switch {
	case a.Result == smt.Unsat:
		return "", w.contradiction(path, facts, a.By)
	case a.Result == smt.Sat && !a.Approximate:
		return fmt.Sprintf("consistent: %s has a model of them", a.By), nil
	}
	return fmt.Sprintf("no contradiction found in %v; whether they are consistent is not decided", w.trustTime()), nil
}

// contradiction is the error that axioms contradict each other. It leaves out
// those without which the others still do.
func (w *work) contradiction(path string, facts []proofs.Fact, by string) error {
	axioms := slices.Clone(w.opts.Lemmas)
	if w.opts.Prelude != "" && (len(axioms) == 0 || w.contradictory(nil)) {
		return fmt.Errorf("%s: this prelude contradicts itself, so everything could be proved (found by %s)", w.opts.PreludeName, by)
	}
	if len(facts) != len(axioms) {
		return fmt.Errorf("%s: the trusted facts contradict each other, so everything could be proved (found by %s)", path, by)
	}
	facts = slices.Clone(facts)
	for i := len(axioms) - 1; i >= 0 && len(axioms) > 1; i-- {
		rest := slices.Delete(slices.Clone(axioms), i, i+1)
		if w.contradictory(rest) {
			axioms, facts = rest, slices.Delete(facts, i, i+1)
		}
	}
	var all *multierror.Error
	for i, f := range facts {
		message := "this axiom contradicts itself"
		switch {
		case i > 0:
			message = "the contradiction needs this axiom as well"
		case len(facts) > 1:
			message = "the axioms contradict each other"
		}
		if i == 0 {
			message += fmt.Sprintf(", so everything could be proved (found by %s)", by)
		}
		all = multierror.Append(all, source.Errorf(f.Span, "contradictory-axioms", "%s", message))
	}
	return all
}

// contradictory says that a contradiction is found in some of the axioms.
func (w *work) contradictory(axioms []*term.Term) bool {
	opts := w.opts
	opts.Lemmas, opts.Cache = axioms, nil
	s, err := smt.New(opts)
	if err != nil {
		return false
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(w.ctx, w.trustTime())
	defer cancel()
	return smt.CheckTrusted(ctx, s, instancesOf(axioms)).Result == smt.Unsat
}

// maxSmall bounds the instances of one axiom at known integers.
const maxSmall = 81

// instancesOf instantiates axioms at small integers and at those next to the
// ones that the axioms mention.
func instancesOf(axioms []*term.Term) []*term.Term {
	values := []*term.Term{term.Int(0), term.Int(1), term.Int(2)}
	seen := map[*term.Term]bool{values[0]: true, values[1]: true, values[2]: true}
	for _, f := range axioms {
		term.Walk(f, func(t *term.Term) bool {
			if t.Kind() == term.KInt {
				for _, d := range []int64{-1, 0, 1} {
					if v := term.Add(t, term.Int(d)); !seen[v] {
						seen[v] = true
						values = append(values, v)
					}
				}
			}
			return true
		})
	}
	var out []*term.Term
	for _, f := range axioms {
		for _, g := range instancesAt(f, values) {
			if g != term.True {
				out = append(out, g)
			}
		}
	}
	return out
}

// instancesAt instantiates the integers that a formula begins by quantifying
// over, at as many of the values as there is room for.
func instancesAt(f *term.Term, values []*term.Term) []*term.Term {
	var vars []*term.Variable
	body := f
	for ; body.Is(term.Forall); body = body.Arg(1) {
		if v := body.Arg(0).Variable(); v.Sort == term.SortInt {
			vars = append(vars, v)
		}
	}
	if len(vars) == 0 {
		return []*term.Term{f}
	}
	n := len(values)
	for ; n > 1 && power(n, len(vars)) > maxSmall; n-- {
	}
	instances := []*term.Term{f}
	for range vars {
		var next []*term.Term
		for _, f := range instances {
			g, others := f, []*term.Variable(nil)
			for g.Is(term.Forall) && g.Arg(0).Variable().Sort != term.SortInt {
				others = append(others, g.Arg(0).Variable())
				g = g.Arg(1)
			}
			if !g.Is(term.Forall) { // it has become simpler
				next = append(next, f)
				continue
			}
			for _, t := range values[:n] {
				h := term.Substitution{g.Arg(0).Variable(): t}.Apply(g.Arg(1))
				for _, v := range slices.Backward(others) {
					h = term.Apply(term.Forall, v.Term(), h)
				}
				next = append(next, h)
			}
		}
		instances = next
	}
	return instances
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// lemmas proves the lemmas in order, each with the help of those before it, and
// makes the solvers trust them.
func (w *work) lemmas(r *reporter, res *annotate.Result, text *report.Text) []*prover.Verdict {
	var out []*prover.Verdict
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
			v.Failure = &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: "the lemma is not proved, so it is not used"}
			w.refute(l, res.Functions, hypotheses, v)
			if v.Status == prover.Unknown {
				v.Failure.Asked = a.By + ": " + a.Reason
			}
		} else {
			v.Tree = &proofs.Tree{Goal: l.Name, Rests: w.grounds.Of(a)}
			w.trust(l, v.Tree.Rests)
			r.lemmas++
		}
		r.allLemmas++
		if r.format == "text" {
			text.Verdict(v)
		}
		out = append(out, v)
	}
	return out
}

// refute looks for values for which a lemma does not hold.
func (w *work) refute(l annotate.Lemma, functions replay.Functions, hypotheses []*term.Term, v *prover.Verdict) {
	body := l.Goal
	for body.Is(term.Forall) {
		body = body.Arg(1)
	}
	ctx, cancel := context.WithTimeout(w.ctx, refuteTime)
	defer cancel()
	values := functions.Counterexample(ctx, body)
	if values == nil {
		ctx, cancel := context.WithTimeout(w.ctx, modelTime)
		defer cancel()
		a := smt.Valid(ctx, w.first, hypotheses, body)
		if a.Result != smt.Sat {
			return
		}
		// A step of an induction that fails says nothing of the lemma itself.
		v.Failure.Spurious, values = a.Approximate || l.Hypothesis != nil, a.Model
	}
	f := v.Failure
	f.Model = values
	for _, x := range term.Vars(body) {
		if value := values[x]; value != nil {
			f.Start = append(f.Start, prover.Observation{Name: x.BaseName(), Value: value})
		}
	}
	if holds, known := functions.Truth(term.Substitution(values).Apply(body)); known && !holds {
		f.Spurious, f.Replay = false, "confirmed: evaluated for these values, the lemma is false"
	}
	if !f.Spurious {
		v.Status, f.Status = prover.Refuted, prover.Refuted
	}
}

// The time to look for values for which a lemma is false: by trying small ones,
// then by asking the solver.
const (
	refuteTime = 100 * time.Millisecond
	modelTime  = time.Second
)

// trust adds a lemma to what the solvers know, with what its proof rests on.
func (w *work) trust(l annotate.Lemma, rests []proofs.Fact) {
	f := l.Formula
	w.grounds.Lemmas = append(w.grounds.Lemmas, append([]proofs.Fact{{Kind: proofs.Lemma, Text: l.Text, Span: l.Span}}, rests...))
	w.opts.Lemmas = append(w.opts.Lemmas[:len(w.opts.Lemmas):len(w.opts.Lemmas)], f)
	w.opts.Cache = smt.NewCache()
	smt.Trust(w.first, f, w.opts.Cache)
}
