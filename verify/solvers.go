package verify

import (
	"context"
	"slices"
	"sync"

	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// solvers are those for one file or specification: the first is used for
// exploration as well as for proving.
type solvers struct {
	ctx   context.Context
	opts  smt.Options
	first *smt.Solver
	mu    sync.Mutex // of used
	used  bool
	// grounds are what the lemmas of the options rest on.
	grounds prover.Grounds
}

func (v *Verifier) newSolvers(ctx context.Context) (*solvers, error) {
	opts, err := v.solverOptions()
	if err != nil {
		return nil, err
	}
	s := &solvers{ctx: ctx, opts: opts}
	if opts.Prelude != "" {
		s.grounds.Prelude = proofs.Fact{Kind: proofs.Prelude, Text: opts.PreludeName}
	}
	return s, nil
}

// oracle makes the first solver, which trusts definitions and axioms.
func (s *solvers) oracle(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
	s.opts.Definitions, s.opts.Lemmas = definitions, axioms
	if s.first != nil {
		s.first.TrustOnly(definitions, axioms)
		return prover.Pruner{Ctx: s.ctx, Solver: s.first}, nil
	}
	first, err := smt.New(s.opts)
	if err != nil {
		return nil, err
	}
	s.first = first
	return prover.Pruner{Ctx: s.ctx, Solver: first}, nil
}

// trustAxioms notes where the facts that the oracle was made for come from.
func (s *solvers) trustAxioms(facts []proofs.Fact, formulas []*term.Term) {
	s.grounds.Lemmas, s.grounds.Formulas = nil, slices.Clone(formulas)
	for _, f := range facts {
		s.grounds.Lemmas = append(s.grounds.Lemmas, []proofs.Fact{f})
	}
}

// next returns a solver for one goroutine, the first, then new ones, and what the
// goroutine calls in the end: the first is closed with the file.
func (s *solvers) next() (prover.Solver, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first != nil && !s.used {
		s.used = true
		return s.first, func() {}, nil
	}
	made, err := smt.New(s.opts)
	if err != nil {
		return nil, nil, err
	}
	return made, made.Close, nil
}

func (s *solvers) close() {
	if s.first != nil {
		s.first.Close()
	}
}
