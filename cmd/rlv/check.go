package main

import (
	"strings"

	"rlv/proofs/check"
	"rlv/report"

	"github.com/spf13/cobra"
)

func newCheck(o *options) *cobra.Command {
	var solver string
	c := &cobra.Command{
		Use:   "check CERTIFICATE",
		Short: "Check a certificate again, with a second solver",
		Long: `Check a certificate that verify --certificate has written: its instructions are
executed by a small kernel, and a solver that is a program of its own proves what
that leaves to prove, from nothing but what the certificate keeps for it. The prover
has no part in it.

Exit status: 0 all of it holds; 1 something is not proved; 2 it is not valid.`,
		Example: `  rlv check sum.cert
  rlv check --solver cvc5 sum.cert`,
		Args: exactlyOne("one CERTIFICATE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, err := check.File(cmd.Context(), args[0], o.Language.Load, solver)
			if err != nil {
				return err
			}
			if out.Report(cmd.OutOrStdout()); len(out.Open) > 0 {
				return exit(report.NotProved)
			}
			return nil
		},
	}
	o.definitionFlags(c)
	c.Flags().StringVar(&solver, "solver", "auto", "the solver: "+strings.Join(check.Solvers(), ", "))
	return c
}
