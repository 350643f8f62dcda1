package main

import (
	"strings"

	"rlv/proofs/export"
	"rlv/report"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newCheck(o *options) *cobra.Command {
	var solver string
	c := &cobra.Command{
		Use:   "check CERTIFICATE",
		Short: "Check a certificate again, with a second solver",
		Long: `Check a certificate that verify --certificate has written: its instructions are
executed by a small kernel, and a solver proves what that leaves to prove, from
nothing but what the certificate keeps for it.

Exit status: 0 all of it holds; 1 something is not proved; 2 it is not valid.`,
		Example: `  rlv check sum.cert
  rlv check --solver cvc5 sum.cert`,
		Args: exactlyOne("one CERTIFICATE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, err := verify.CheckCertificate(cmd.Context(), args[0], o.Language, solver)
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
	c.Flags().StringVar(&solver, "solver", "auto", "the solver: "+verify.SolverNames())
	return c
}

func newExport(o *options) *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "export CERTIFICATE DIR",
		Short: "Write a certificate for Coq, or for solvers",
		Long: `Write a certificate that verify --certificate has written into a new directory: for
Coq, where make checks all of it, or each obligation as a file for solvers.`,
		Example: `  rlv export --to coq sum.cert DIR && make -C DIR
  rlv export --to smt2 sum.cert DIR`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, err := verify.ExportCertificate(args[0], o.Language, to, args[1])
			if err == nil {
				out.Report(cmd.OutOrStdout())
			}
			return err
		},
	}
	o.definitionFlags(c)
	c.Flags().StringVar(&to, "to", "coq", "the checker: "+strings.Join(export.Formats(), ", "))
	return c
}
