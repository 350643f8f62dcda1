package main

import (
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newGoals(o *options) *cobra.Command {
	opts, format := verify.Options{}, ""
	c := &cobra.Command{
		Use:   "goals FILE",
		Short: "Print the reachability-logic goals that the annotations of a program compile into",
		Long: `Print the reachability-logic goals that the annotations of a program compile into.
Each goal is a claim: cells with => where they change, ?X for existentials, then
the conditions of the left side (requires) and of the right side (ensures).
With --format k they are a specification module, which rlv prove proves again.`,
		Example: `  rlv goals FILE
  rlv goals --format k FILE > spec.k && rlv prove spec.k`,
		Args: exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Language, opts.Warn = o.Language, warn
			v, err := verify.New(cmd.Context(), opts)
			if err != nil {
				return err
			}
			return v.WriteGoals(cmd.Context(), verify.Input{Path: args[0]}, format, cmd.OutOrStdout())
		},
	}
	o.definitionFlags(c)
	c.Flags().StringVar(&format, "format", verify.GoalsAsText, "text, to be read, or k, for rlv prove")
	c.Flags().StringVar(&opts.Solver, "solver", "auto", "the solver that prunes impossible paths: "+verify.SolverNames())
	return c
}
