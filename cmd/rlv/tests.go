package main

import (
	"errors"
	"os"

	"rlv/explore"
	"rlv/progress"

	"github.com/spf13/cobra"
)

// maxTests is how many tests are usually made at most.
const maxTests = 1000

func newTests(o *options) *cobra.Command {
	s := &searching{}
	var dir string
	c := &cobra.Command{
		Use:   "tests FILE",
		Short: "Make one test for each path of a program",
		Long: `Follow all executions of a program symbolically, and make of each path to an end a
test: an input that takes it, and what the program writes then. The directory gets
NAME.in, NAME.out and NAME.status for each, a script run.sh that runs a command on all
of them, and coverage.txt: the branches, and which of them no path takes.

Exit status: 0 all paths have a test; 2 the input is wrong; 3 not everything was
searched, or some paths have none.`,
		Example: `  rlv tests --inputs 3 --dir OUT FILE
  rlv tests --in "n a1 a2 a3" --pc "0 <= n <= 3" --dir OUT FILE && OUT/run.sh ./a.out`,
		Args: exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir == "" {
				return errors.New("tests needs --dir OUT, a new directory for the tests")
			}
			p, err := s.start(cmd, o, args[0])
			if err != nil {
				return err
			}
			bar := progress.New(os.Stderr)
			s.Progress = bar.Search
			suite, err := explore.Tests(cmd.Context(), p, s.Request)
			if bar.Clear(); err != nil {
				return err
			}
			if err := suite.Write(dir); err != nil {
				return err
			}
			err = suite.Print(cmd.OutOrStdout(), s.format)
			if err == nil && (!suite.Report.Complete || len(suite.Dropped) > 0) {
				err = exitWith(explore.Open.Exit())
			}
			return err
		},
	}
	o.definitionFlags(c)
	s.flags(c)
	c.Flags().StringVar(&dir, "dir", "", "write the tests into the new directory `OUT`")
	c.Flags().IntVar(&s.Limits.Solutions, "max-tests", maxTests, "stop after so many tests (0: make all)")
	c.Flags().StringVar(&s.format, "format", "text", "`FORMAT` of the report: text or json")
	return c
}
