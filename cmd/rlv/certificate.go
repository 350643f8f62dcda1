package main

import (
	"fmt"
	"strings"

	"rlv/proofs/export"
	"rlv/report"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newExport(o *options) *cobra.Command {
	var to, format string
	var checked bool
	c := &cobra.Command{
		Use:   "export CERTIFICATE DIR",
		Short: "Write a certificate for Coq, or for solvers",
		Long: `Write a certificate that verify --certificate has written into a new directory: for
Coq, where make checks all of it, or each obligation as a file for solvers. With
--check Coq checks it at once, and it is said how many obligations each of its
methods proves, and on which hypotheses the theorem rests, each with its place. What
Coq says in full is seen with make in the directory.

Exit status: 0 it is written and, with --check, all of it is proved from the axioms
of the program; 1 an obligation is left as a hypothesis; 2 it is not written, or
Coq refuses it.`,
		Example: `  rlv export --to coq sum.cert DIR && make -C DIR
  rlv export --check sum.cert DIR
  rlv export --check --format json sum.cert DIR
  rlv export --to smt2 sum.cert DIR`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := exportable(to, format, checked); err != nil {
				return err
			}
			out, err := verify.ExportCertificate(args[0], o.Language, to, args[1])
			if err == nil && checked {
				out.Proved, err = export.Make(cmd.Context(), args[1])
			}
			if err != nil {
				return err
			}
			if format == "json" {
				err = out.JSON(cmd.OutOrStdout())
			} else {
				out.Report(cmd.OutOrStdout())
			}
			if err == nil && checked && len(out.Proved.Left) > 0 {
				return exit(report.NotProved)
			}
			return err
		},
	}
	o.definitionFlags(c)
	c.Flags().BoolVar(&checked, "check", false, "have Coq check it (make in the directory), and say how it is proved")
	c.Flags().StringVar(&format, "format", "text", "`FORMAT` of the report: text or json")
	c.Flags().StringVar(&to, "to", "coq", "the checker: "+strings.Join(export.Formats(), ", "))
	return c
}

// exportable says what is wrong with the flags before anything is written.
func exportable(to, format string, checked bool) error {
	switch {
	case format != "text" && format != "json":
		return fmt.Errorf("no such format: %q (text or json)", format)
	case checked && to != "coq":
		return fmt.Errorf("--check is for --to coq: solvers are asked by rlv check")
	case checked:
		return export.HasCoq()
	}
	return nil
}
