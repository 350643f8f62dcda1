package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/source"

	"github.com/hashicorp/go-multierror"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// options are the flags that commands share.
type options struct {
	definition, mainModule, syntaxModule string
	include                              []string
	intWidth                             int
	color                                string
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
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newVerify(o), newGoals(o), newProve(o), newRun(o), newKompile(o))
	return root
}

// definitionFlags adds the flags that pick a definition.
func (o *options) definitionFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.definition, "definition", "", "the language `DEF.k` (default: picked by the file's extension)")
	f.StringVar(&o.mainModule, "main-module", "", "main `MODULE` of the definition")
	f.StringVar(&o.syntaxModule, "syntax-module", "", "`MODULE` with the syntax of programs")
	f.IntVar(&o.intWidth, "int-width", 0, "use the definition's module for integers of `BITS` (default: its usual integers)")
	f.StringSliceVarP(&o.include, "include", "I", nil, "`DIR` to look for required files in")
}

// load returns the definition for a program file.
func (o *options) load(path string) (*compile.Definition, error) {
	if o.definition != "" {
		return o.compile(o.definition)
	}
	if !languages.Known(path) {
		known := languages.Extensions()
		sort.Strings(known)
		return nil, fmt.Errorf("%s: no language is known for this file; give its definition with --definition DEF.k, or use one of %s", path, strings.Join(known, ", "))
	}
	return within(loadTime, path+": loading the definition", func() (*compile.Definition, error) {
		return languages.Load(path, kdef.Options{MainModule: o.mainModule, SyntaxModule: o.syntaxModule, IntWidth: o.intWidth})
	})
}

func (o *options) compile(path string) (*compile.Definition, error) {
	return within(loadTime, path+": loading the definition", func() (*compile.Definition, error) {
		return compile.Load(path, compile.Options{Options: kdef.Options{MainModule: o.mainModule, SyntaxModule: o.syntaxModule, Include: o.include, IntWidth: o.intWidth}})
	})
}

// maxProgram bounds the size of a program file in bytes.
const maxProgram = 8 << 20

// readProgram reads and parses a program file.
func readProgram(d *compile.Definition, path string) (*compile.Program, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file", path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: this is a directory", path)
	case info.Size() > maxProgram:
		return nil, fmt.Errorf("%s:1:1: error: the file has %d bytes; rlv reads programs of at most %d [file-too-large]", path, info.Size(), maxProgram)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file := source.NewFile(path, string(text))
	if i := strings.IndexByte(file.Text, 0); i >= 0 {
		return nil, source.Errorf(source.Span{File: file, Start: i, End: i + 1}, "binary-file", "this is a binary file, not a program: it has a NUL byte")
	}
	if strings.TrimSpace(file.Text) == "" {
		return nil, source.Errorf(source.Span{File: file}, "empty-file", "the file is empty")
	}
	return within(parseTime, path+": parsing", func() (*compile.Program, error) { return d.ParseProgram(file) })
}

// printError prints all problems in an error, diagnostics with their source.
func printError(w io.Writer, err error) {
	var many *multierror.Error
	var one *source.Diagnostic
	switch {
	case errors.As(err, &many):
		for _, e := range many.Errors {
			printError(w, e)
		}
	case errors.As(err, &one):
		fmt.Fprint(w, one.Render())
	default:
		fmt.Fprintf(w, "rlv: %s\n", source.Printable(err.Error()))
	}
}

// colored says whether to colour what goes to f.
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
