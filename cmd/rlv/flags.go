package main

import (
	"fmt"
	"time"

	"rlv/prover"
	"rlv/prover/smt"

	"github.com/hashicorp/go-multierror"
	"github.com/spf13/cobra"
)

// options are the flags that commands share.
type options struct {
	definition, mainModule, syntaxModule string
	include                              []string
	color                                string
}

// definitionFlags adds the flags that pick a definition.
func (o *options) definitionFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.definition, "definition", "", "the language `DEF.k` (default: picked by the file's extension)")
	o.moduleFlags(c)
}

// moduleFlags adds the flags that say how a definition is read.
func (o *options) moduleFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.mainModule, "main-module", "", "main `MODULE` of the definition")
	f.StringVar(&o.syntaxModule, "syntax-module", "", "`MODULE` with the syntax of programs")
	f.StringSliceVarP(&o.include, "include", "I", nil, "`DIR` to look for required files in")
}

// check refuses values of the shared flags that make no sense.
func (o *options) check() error {
	switch o.color {
	case "auto", "always", "never":
		return nil
	}
	return fmt.Errorf("--color is auto, always or never, not %q", o.color)
}

// checkShipped refuses flags that say nothing about a shipped definition.
func (o *options) checkShipped() error {
	if o.mainModule != "" || o.syntaxModule != "" || len(o.include) > 0 {
		return fmt.Errorf("--main-module, --syntax-module and --include go with --definition DEF.k")
	}
	return nil
}

// proving are the flags of commands that prove.
type proving struct {
	solver, prelude, format string
	timeout, goalTime       time.Duration
	jobs, depth, branches   int
	tree                    bool
}

func (p *proving) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&p.solver, "solver", "auto", "the solver: auto, z3, z3-process, cvc5 or none")
	f.DurationVar(&p.timeout, "timeout", smt.DefaultTimeout, "time for one question to the solver")
	f.DurationVar(&p.goalTime, "goal-time", 0, "time for one goal (0: no limit)")
	f.IntVar(&p.jobs, "jobs", 0, "goals to prove at a time (0: as many as pay, up to the processors)")
	f.IntVar(&p.depth, "depth", prover.DefaultDepth, "steps on one branch")
	f.IntVar(&p.branches, "branches", prover.DefaultBranches, "branches of one goal")
	f.StringVar(&p.format, "format", "text", "the report: text or json")
	f.BoolVar(&p.tree, "tree", false, "print the proof tree of every proved goal")
	f.StringVar(&p.prelude, "smt-prelude", "", "trusted SMT-LIB `FILE.smt2` before every question")
}

// check refuses values of flags that make no sense, all at once.
func (p *proving) check() error {
	var all *multierror.Error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			all = multierror.Append(all, fmt.Errorf(format, args...))
		}
	}
	refuse(p.format != "text" && p.format != "json", "--format is text or json, not %q", p.format)
	refuse(p.timeout <= 0, "--timeout is a positive time such as 3s, not %v", p.timeout)
	refuse(p.goalTime < 0, "--goal-time is a time such as 30s, or 0, not %v", p.goalTime)
	refuse(p.jobs < 0, "--jobs is a number of goals, or 0, not %d", p.jobs)
	refuse(p.depth < 1, "--depth is a positive number, not %d", p.depth)
	refuse(p.branches < 1, "--branches is a positive number, not %d", p.branches)
	return all.ErrorOrNil()
}
