package main

import (
	"errors"
	"os"

	"rlv/interpret"
	"rlv/report"
	"rlv/semantics/rewrite"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newRun(o *options) *cobra.Command {
	opts, explainHot := interpret.Options{}, false
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a program with standard input and output",
		Long: `Run a program by the rules of its language, with standard input and output.

Exit status: 0 for a normal end (or what an exit cell says), 1 with a source
position when the program is stuck, 2 for wrong input, 3 when it was
interrupted or came to a limit.`,
		Example: `  rlv run --definition mylang.k prog.mylang
  echo 3 4 | rlv run --print-config FILE
  rlv run --definition mylang.k -cFUEL=100 prog.mylang`,
		Args: exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := o.Load(args[0])
			if err != nil {
				return err
			}
			e := rewrite.New(d) // first: parsing evaluates functions in programs
			file, err := verify.ReadFile(args[0])
			if err != nil {
				return err
			}
			p, err := verify.Parse(d, file)
			if err != nil {
				return err
			}
			opts.In, opts.Out, opts.Leave = cmd.InOrStdin(), cmd.OutOrStdout(), func() { leave(0) }
			if explainHot {
				opts.Composed = report.Composed(os.Stderr)
			}
			code, err := interpret.Run(cmd.Context(), e, p, opts)
			var stop *interpret.StopError
			switch {
			case errors.As(err, &stop):
				printError(os.Stderr, err)
				return exit(report.NotProved)
			case err == nil && code != 0:
				return status(code)
			}
			return err
		},
	}
	o.definitionFlags(c)
	c.Flags().BoolVar(&opts.PrintConfig, "print-config", false, "print the final configuration in cell notation")
	c.Flags().StringArrayVarP(&opts.Inputs, "config", "c", nil, "`NAME=VALUE`: what the configuration variable $NAME stands for, as a piece of program")
	c.Flags().BoolVar(&explainHot, "explain-hot", false, "print the rules that code which is run again and again got, each for several steps, to standard error; with --depth there are none")
	c.Flags().Int64Var(&opts.Depth, "depth", 0, "stop after this many steps (0: no limit)")
	return c
}
