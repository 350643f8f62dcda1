package main

import (
	"fmt"
	"os"

	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"

	"github.com/spf13/cobra"
)

func newKompile(o *options) *cobra.Command {
	var strict, verbose bool
	c := &cobra.Command{
		Use:   "kompile DEF.k",
		Short: "Check a language definition and report what is wrong or risky in it",
		Long: `Check a language definition: report all errors, and warn of rules that cannot be
reached, of partial functions on right-hand sides without a guarding condition, and
of patterns whose rules do not cover all cases.`,
		Example: `  rlv kompile mylang.k`,
		Args:    exactlyOne("one definition DEF.k"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := o.Compile(args[0])
			if err != nil {
				return err
			}
			e := rewrite.New(d)
			warnings := append(d.Warnings, compile.Check(d)...)
			for _, w := range warnings {
				fmt.Fprint(os.Stderr, w.Render())
			}
			if verbose {
				for _, r := range e.Remarks() {
					fmt.Fprint(os.Stderr, r.Render())
				}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: module %s, %d rules, %d cells, %d warnings\n", args[0], d.Name, len(d.Entries), len(d.Layout.Slots), len(warnings))
			if strict && len(warnings) > 0 {
				return exit(report.NotProved)
			}
			return nil
		},
	}
	o.moduleFlags(c)
	c.Flags().BoolVar(&strict, "strict", false, "warnings make the exit status 1")
	c.Flags().BoolVar(&verbose, "verbose", false, "say which rules are of a form by which programs run slowly")
	return c
}
