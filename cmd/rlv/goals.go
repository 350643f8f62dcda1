package main

import (
	"fmt"

	"rlv/report"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newGoals(o *options) *cobra.Command {
	opts := verify.Options{}
	c := &cobra.Command{
		Use:   "goals FILE",
		Short: "Print the reachability-logic goals that the annotations of a program compile into",
		Long: `Print the reachability-logic goals that the annotations of a program compile into.
Each goal is a claim: cells with => where they change, ?X for existentials, then
the conditions of the left side (requires) and of the right side (ensures).`,
		Example: `  rlv goals FILE`,
		Args:    exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Language, opts.Warn = o.Language, warn
			v, err := verify.New(cmd.Context(), opts)
			if err != nil {
				return err
			}
			g, err := v.Goals(cmd.Context(), verify.Input{Path: args[0]})
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for i, goal := range g.Goals {
				if i > 0 {
					fmt.Fprintln(out)
				}
				report.Claim(out, g.Engine.Definition, goal)
			}
			return nil
		},
	}
	o.definitionFlags(c)
	c.Flags().StringVar(&opts.Solver, "solver", "auto", "the solver that prunes impossible paths: "+verify.SolverNames())
	return c
}
