package main

import (
	"context"
	"fmt"
	"os"

	"rlv/prover/smt"
)

// checkPrelude refuses a prelude that contradicts itself, once for all files. One of
// which that is not found is listed among what is trusted, with what came out.
func (p *proving) checkPrelude(ctx context.Context) error {
	if p.prelude == "" {
		return nil
	}
	text, err := os.ReadFile(p.prelude)
	if err != nil {
		return fmt.Errorf("%s: the prelude cannot be read: %v", p.prelude, err)
	}
	opts := smt.Options{Engine: p.solver, Timeout: p.timeout, Prelude: string(text), PreludeName: p.prelude}
	if err := smt.CheckInstalled(opts); err != nil {
		return fmt.Errorf("--solver %s: %w", p.solver, err)
	}
	return smt.CheckPrelude(ctx, opts)
}
