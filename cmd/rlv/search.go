package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"rlv/explore"
	"rlv/progress"
	"rlv/semantics/search"
	"rlv/verify"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// searching are the flags of the commands that search.
type searching struct {
	explore.Request
	inputs       []string
	in, inEnd    string
	symbols      int
	order, merge string
	memory       int
	format       string
}

func newSearch(o *options) *cobra.Command {
	s := &searching{}
	c := &cobra.Command{
		Use:   "search FILE",
		Short: "Search the executions of a program for a state, for all inputs",
		Long: `Follow all executions of a program symbolically, and look for a state: an output, a
stuck state, a line, a pattern of configurations. Inputs are symbols; each solution
has its path condition over them, an example, and the run of that example.

Exit status: 0 what was looked for is not there, and everything up to the end of the
input was searched; 1 found; 2 the input is wrong; 3 not found, but not everything was
searched.`,
		Example: `  rlv search --in "n j x a1 a2 a3" --pc "n > 0" --output error FILE
  rlv search --inputs 3 --stuck FILE
  rlv search --inputs 2 --at 12 --where "i > n" --unroll 10 FILE
  rlv search --in "n 7" --pattern '<out> ... ListItem("error") ... </out>' FILE
  rlv search --inputs 4 --format html FILE > tree.html`,
		Args: exactlyOne("one program FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := explore.FormatOf(s.format)
			if err != nil {
				return err
			}
			p, err := s.start(cmd, o, args[0])
			if err != nil {
				return err
			}
			printer := format.New(cmd.OutOrStdout(), explore.Settings{Color: o.colored(os.Stdout)})
			bar := progress.New(os.Stderr)
			s.KeepTree, s.Progress = format.Tree, bar.Search
			s.Found = func(found *explore.Solution) { bar.Clear(); printer.Solution(found) }
			report, err := explore.Run(cmd.Context(), p, s.Request)
			bar.Clear()
			if err != nil {
				return err
			}
			if err := printer.Close(report); err != nil {
				return err
			}
			return exitWith(report.Status.Exit())
		},
	}
	o.definitionFlags(c)
	s.flags(c)
	f := c.Flags()
	f.StringVar(&s.Target.Pattern, "pattern", "", "look for instances of this `PATTERN`: cells as in rules, and a condition behind requires")
	f.StringVar(&s.Target.Output, "output", "", "look for an output that contains `TEXT`")
	f.BoolVar(&s.Target.Stuck, "stuck", false, "look for stuck states")
	f.IntVar(&s.Target.At, "at", 0, "look for states in which execution comes to `LINE`")
	f.StringVar(&s.Target.Where, "where", "", "and where this `CONDITION` on the names of the program holds")
	f.BoolVar(&s.Target.Any, "any", false, "look at all states, not only at the ends")
	f.IntVar(&s.Limits.Solutions, "max-solutions", explore.DefaultSolutions, "stop after so many solutions (0: find all)")
	f.StringVar(&s.format, "format", "text", "`FORMAT` of the report: "+explore.FormatNames())
	f.BoolVar(&s.Configurations, "print-config", false, "report the configuration of each solution")
	f.BoolVar(&s.NoReplay, "no-replay", false, "do not run the program on the example of each solution")
	return c
}

// flags adds the flags that say what is searched, and how far.
func (s *searching) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.in, "in", "", "`ITEMS` of the input: a name is a symbol of sort Int, a number or string itself")
	f.IntVar(&s.symbols, "inputs", 0, "an input of `N` symbols in1, in2, ...")
	f.StringVar(&s.inEnd, "in-end", "open", "what a read behind the last item finds: open (the path ends as needing more input) or eof")
	f.StringArrayVar(&s.PC, "pc", nil, "a `CONDITION` on the symbols, such as \"n > 0\" (may be repeated)")
	f.StringArrayVarP(&s.inputs, "config", "c", nil, "`NAME=VALUE`: what the configuration variable $NAME stands for, as a piece of program")
	f.IntVar(&s.Limits.Depth, "depth", 0, "cut a path after so many steps (0: never)")
	f.IntVar(&s.Limits.Unroll, "unroll", 0, "cut a path that comes to the head of a loop more than `N` times (0: never)")
	f.IntVar(&s.Limits.States, "max-states", 0, "stop after so many states (0: never)")
	f.IntVar(&s.memory, "max-memory", 4096, "stop when so many `MIB` are in use (0: never)")
	f.StringVar(&s.order, "order", "dfs", "follow one path to its end before the next (dfs), or those with few steps first (bfs)")
	f.StringVar(&s.merge, "merge", "identical", "states that become one: none, identical (up to the names of variables made on the way) or joins (also where paths meet with different data)")
	f.StringVar(&s.Solver.Name, "solver", "auto", "`SOLVER`: "+verify.SolverNames())
	f.Float64Var(&s.Solver.Effort, "effort", 1, "`TIMES` the usual effort for a question to the solver; counted, not timed")
	f.DurationVar(&s.Solver.Timeout, "timeout", verify.DefaultTimeout, "for one question to the solver, as a last resort")
}

// start reads the program and what the flags say of the search.
func (s *searching) start(cmd *cobra.Command, o *options, path string) (*explore.Program, error) {
	var err error
	switch {
	case s.symbols > 0 && cmd.Flags().Changed("in"):
		err = errors.New("--inputs N takes the place of --in")
	case s.symbols > 0:
		s.Input = explore.Inputs(s.symbols)
	default:
		s.Input, err = explore.ParseInput("--in", s.in)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Value.Type() == "int" && strings.HasPrefix(f.Value.String(), "-"):
			err = errors.Join(err, fmt.Errorf("--%s %s: a negative number has no meaning here", f.Name, f.Value))
		case f.Value.String() == "" && f.Name != "in":
			err = errors.Join(err, fmt.Errorf("--%s: there is nothing in it", f.Name))
		}
	})
	merging := map[string]explore.Merging{"none": explore.MergeNone, "identical": explore.MergeIdentical, "joins": explore.MergeJoins}
	order := map[string]search.Order{"dfs": search.DepthFirst, "bfs": search.BreadthFirst}
	ends := map[string]bool{"open": false, "eof": true}
	err = errors.Join(err, verify.CheckEffort(s.Solver.Effort), choose("--merge", s.merge, merging, &s.Merging), choose("--order", s.order, order, &s.Order), choose("--in-end", s.inEnd, ends, &s.EndOfFile))
	if err != nil {
		return nil, err
	}
	s.Limits.Memory = uint64(s.memory) << 20
	return explore.Load(o.Language, path, s.inputs)
}

// choose sets a value to what a word stands for.
func choose[V any](flag, word string, values map[string]V, to *V) error {
	v, ok := values[word]
	if !ok {
		var words []string
		for w := range values {
			words = append(words, w)
		}
		slices.Sort(words)
		return fmt.Errorf("%s takes %s, not %q", flag, strings.Join(words, " or "), word)
	}
	*to = v
	return nil
}

// exitWith returns the error for an exit status.
func exitWith(code int) error {
	if code == 0 {
		return nil
	}
	return status(code)
}
