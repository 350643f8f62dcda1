package main

import (
	"fmt"

	"rlv/prover/smt"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"

	"github.com/spf13/cobra"
)

func newGoals(o *options) *cobra.Command {
	solver := "auto"
	c := &cobra.Command{
		Use:   "goals FILE",
		Short: "Print the reachability-logic goals that the annotations of a program compile into",
		Long: `Print the reachability-logic goals that the annotations of a program compile into.
Each goal is a claim: cells with => where they change, ?X for existentials, then
the conditions of the left side (requires) and of the right side (ensures).`,
		Example: `  rlv goals FILE`,
		Args:    exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r := &reporter{options: o, proving: &proving{solver: solver, timeout: smt.DefaultTimeout}, ctx: cmd.Context(),
				engines: map[*compile.Definition]*rewrite.Engine{}, definitions: map[string]*compile.Definition{}}
			e, err := r.engine(args[0])
			if err != nil {
				return err
			}
			p, err := readProgram(e.Definition, args[0])
			if err != nil {
				return err
			}
			w, err := r.newWork(e)
			if err != nil {
				return err
			}
			defer w.close()
			res, err := r.annotated(e, p, w)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for i, g := range res.Goals {
				if i > 0 {
					fmt.Fprintln(out)
				}
				report.Goal(out, e.Definition, g)
			}
			return nil
		},
	}
	o.definitionFlags(c)
	c.Flags().StringVar(&solver, "solver", "auto", "the solver that prunes impossible paths: auto, both, z3, z3-process, cvc5 or none")
	return c
}
