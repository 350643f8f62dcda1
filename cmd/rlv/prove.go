package main

import (
	"rlv/report"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newProve(o *options) *cobra.Command {
	p := &proving{}
	s := verify.Spec{}
	c := &cobra.Command{
		Use:   "prove SPEC.k",
		Short: "Prove the claims of a specification module",
		Long: `Prove the claims of a specification module over the definition given with
--definition, or over the one that SPEC.k requires. All claims of the module help
each other, after at least one step; a claim marked [trusted] is not proved.

Reports:
` + report.FormatHelp() + `
Exit status: 0 everything proved; 1 something refuted or not provable; 2 the input
is wrong; 3 undecided.`,
		Example: `  rlv prove --definition mylang.k sum-spec.k
  rlv prove --output junit=rlv.xml sum-spec.k
  rlv prove --claims loop --smt-prelude gcd.smt2 gcd-spec.k`,
		Args: exactlyOne("one specification SPEC.k"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, r, err := p.start(cmd, o)
			if err != nil {
				return err
			}
			s.Path = args[0]
			file, _ := v.Spec(cmd.Context(), s, r) // the reports have the error
			return r.finish(file.Status)
		},
	}
	o.definitionFlags(c)
	p.flags(c)
	c.Flags().StringVar(&s.Module, "spec-module", "", "`MODULE` with the claims (default: from the file's name)")
	c.Flags().StringSliceVar(&s.Claims, "claims", nil, "prove only the claims with these `LABELS`; the others are left out")
	c.Flags().StringSliceVar(&s.Exclude, "exclude", nil, "leave the claims with these `LABELS` out")
	c.Flags().StringSliceVar(&s.Trust, "trusted", nil, "trust the claims with these `LABELS`")
	return c
}
