package main

import (
	"strings"

	"rlv/proofs/export"
	"rlv/report"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newExport(o *options) *cobra.Command {
	var asked export.Options
	c := &cobra.Command{
		Use:   "export CERTIFICATE DIR",
		Short: "Write a certificate for Coq, or for solvers",
		Long: `Write a certificate that verify --certificate has written into a new directory: for
Coq, where make checks all of it, or each obligation as a file for solvers. With
--check Coq checks it at once, and it is said how many obligations each of its
methods proves, and on which hypotheses the theorem rests, each with its place.

Exit status: 0 it is written and, with --check, all of it is proved from the axioms
of the program; 1 an obligation is left as a hypothesis; 2 it is not written, or
Coq refuses it.`,
		Example: `  rlv export --to coq sum.cert DIR && make -C DIR
  rlv export --check --format json sum.cert DIR
  rlv export --to smt2 sum.cert DIR`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, err := verify.ExportCertificate(cmd.Context(), args[0], o.Language, asked, args[1])
			if err != nil {
				return err
			}
			if err := out.Print(cmd.OutOrStdout(), asked.Format); err != nil || out.Closed() {
				return err
			}
			return exit(report.NotProved)
		},
	}
	o.definitionFlags(c)
	c.Flags().BoolVar(&asked.Check, "check", false, "have Coq check it (make in the directory), and say how it is proved")
	c.Flags().StringVar(&asked.Format, "format", "text", "`FORMAT` of the report: text or json")
	c.Flags().StringVar(&asked.To, "to", "coq", "the checker: "+strings.Join(export.Formats(), ", "))
	return c
}
