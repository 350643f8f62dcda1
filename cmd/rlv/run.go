package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"

	"github.com/spf13/cobra"
)

func newRun(o *options) *cobra.Command {
	var printConfig bool
	var inputs []string
	var depth int64
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a program with standard input and output",
		Long: `Run a program by the rules of its language, with standard input and output.

Exit status: 0 for a normal end (or what an exit cell says), 1 with a source
position when the program is stuck, 2 for wrong input.`,
		Example: `  rlv run --definition mylang.k prog.mylang
  echo 3 4 | rlv run --print-config FILE
  rlv run --definition mylang.k -cFUEL=100 prog.mylang`,
		Args: exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := o.load(args[0])
			if err != nil {
				return err
			}
			e := rewrite.New(d) // first: parsing evaluates functions in programs
			p, err := readProgram(d, args[0])
			if err != nil {
				return err
			}
			p, values, err := readInputs(d, p, inputs)
			if err != nil {
				return err
			}
			return runProgram(cmd, e, p, values, printConfig, depth)
		},
	}
	o.definitionFlags(c)
	c.Flags().BoolVar(&printConfig, "print-config", false, "print the final configuration in cell notation")
	c.Flags().StringArrayVarP(&inputs, "config", "c", nil, "`NAME=VALUE`: what the configuration variable $NAME stands for, as a piece of program")
	c.Flags().Int64Var(&depth, "depth", 0, "stop after this many steps (0: no limit)")
	return c
}

func runProgram(cmd *cobra.Command, e *rewrite.Engine, p *compile.Program, inputs map[string]*term.Term, printConfig bool, depth int64) error {
	d := e.Definition
	slots, err := d.Initial(inputs)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	in := flushing{out, cmd.InOrStdin()}
	m := e.NewMachine(slots, rewrite.IO{In: in, Out: out})
	err = m.Run(cmd.Context(), depth)
	if printConfig {
		fmt.Fprintln(out)
		if werr := compile.WriteConfig(out, d, m.Slots); werr != nil && err == nil {
			err = werr
		}
	}
	if ferr := out.Flush(); ferr != nil {
		return ferr
	}
	var stuck *rewrite.Stuck
	var arbitrary *rewrite.Arbitrary
	var limit *rewrite.LimitError
	switch {
	case errors.As(err, &limit):
		printError(os.Stderr, limitAt(p, m, limit))
		return status(statusUndecided)
	case errors.As(err, &stuck):
	case errors.As(err, &arbitrary):
		printError(os.Stderr, arbitraryAt(p, m, arbitrary))
		return status(statusNotProved)
	case err != nil:
		return err
	case m.Finished() || depth > 0 && m.Steps >= depth:
		return exitOf(d, m.Slots)
	default:
		stuck = &rewrite.Stuck{}
	}
	printError(os.Stderr, stuckAt(e, p, m, stuck))
	return status(statusNotProved)
}

// flushing flushes the output before it reads input.
type flushing struct {
	out *bufio.Writer
	in  io.Reader
}

func (f flushing) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// exitOf is the status that an exit cell asks for.
func exitOf(d *compile.Definition, slots []*term.Term) error {
	for i, c := range d.Layout.Slots {
		if n, ok := slots[i].Int64(); c.Exit && ok && n != 0 {
			return status(int(n) & 0xff)
		}
	}
	return nil
}
