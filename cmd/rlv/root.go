package main

import (
	"fmt"
	"os"

	"rlv/verify"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// options are the flags that commands share.
type options struct {
	verify.Language
	color string
}

func newRoot() *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "rlv",
		Short: "Verify programs of any language whose semantics is given as rewrite rules",
		Long: `rlv verifies programs of any language whose semantics is given to it as rewrite
rules in the notation of the K framework. From that one definition it runs
programs and proves their annotations by reachability logic.

Exit status: 0 everything proved; 1 something refuted or not provable, or a stuck
program; 2 the input is wrong; 3 undecided.`,
		Example: `  rlv verify FILE
  rlv verify --definition mylang.k prog.mylang
  rlv run --definition mylang.k prog.mylang`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version(),
	}
	root.PersistentFlags().StringVar(&o.color, "color", "auto", "colour the output: auto, always or never")
	complete(root, "color", "auto", "always", "never")
	root.AddCommand(newVerify(o), newGoals(o), newProve(o), newSearch(o), newTests(o), newRun(o), newKompile(o), newCheck(o), newExport(o), &cobra.Command{Use: "annotations", Short: "What can be written in annotations (a topic, not a command)", Long: verify.Annotations})
	return root
}

// definitionFlags adds the flags that pick a definition.
func (o *options) definitionFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.Definition, "definition", "", "the language `DEF.k` (default: picked by the file's extension)")
	f.IntVar(&o.IntWidth, "int-width", 0, "use the definition's module for integers of `BITS` (default: its usual integers)")
	o.moduleFlags(c)
}

// complete tells shells what a flag can be.
func complete(c *cobra.Command, flag string, values ...string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

// moduleFlags adds the flags that choose within a definition.
func (o *options) moduleFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.MainModule, "main-module", "", "main `MODULE` of the definition")
	f.StringVar(&o.SyntaxModule, "syntax-module", "", "`MODULE` with the syntax of programs")
	f.StringSliceVarP(&o.Include, "include", "I", nil, "`DIR` to look for required files in")
}

// colored reports whether to colour what goes to f.
func (o *options) colored(f *os.File) bool {
	switch o.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && term.IsTerminal(int(f.Fd()))
}

func atLeastOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s needs %s; see rlv %s --help", c.Name(), what, c.Name())
		}
		return nil
	}
}

func exactlyOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s takes %s; see rlv %s --help", c.Name(), what, c.Name())
		}
		return nil
	}
}
