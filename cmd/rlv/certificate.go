package main

import (
	"strings"

	"rlv/proofs/export"
	"rlv/verify"

	"github.com/spf13/cobra"
)

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
