package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"rlv/progress"
	"rlv/report"
	"rlv/semantics/source"
	"rlv/verify"

	"github.com/hashicorp/go-multierror"
	"github.com/spf13/cobra"
)

// proving are the flags of commands that prove.
type proving struct {
	verify.Options
	format  string
	outputs []string // FORMAT=FILE
	tree    bool
}

// goalTime is how long one goal is tried, whatever effort is left: those of the examples
// take a second.
const goalTime = 10 * time.Minute

func (p *proving) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&p.Solver, "solver", "auto", "the solver: "+verify.SolverNames())
	f.Float64Var(&p.Effort, "effort", 1, "`TIMES` the usual effort for a question, an exploration and a counterexample; counted, not timed")
	f.DurationVar(&p.Timeout, "timeout", verify.DefaultTimeout, "time for one question to the solver, as a last resort; then the goal is unknown")
	f.DurationVar(&p.GoalTime, "goal-time", goalTime, "time for one goal, as a last resort (0: no limit)")
	f.IntVar(&p.Jobs, "jobs", 0, "goals to prove at a time (0: as many as pay, up to the processors)")
	f.IntVar(&p.Depth, "depth", 0, fmt.Sprintf("steps on one branch (0: %d, or as many as a program of its length may take)", verify.DefaultDepth))
	f.IntVar(&p.Branches, "branches", verify.DefaultBranches, "branches of one goal")
	f.StringVar((*string)(&p.Merge), "merge", string(verify.MergeAuto), "make paths that meet one: auto (if they are many), always, never")
	f.StringVar(&p.format, "format", "text", "the report: "+report.FormatNames())
	f.StringArrayVar(&p.outputs, "output", nil, "write a report to a file as well: `FORMAT=FILE`, any number of times")
	f.BoolVar(&p.tree, "tree", false, "text and JSON with the proof tree of every goal, or what there is of one")
	f.StringVar(&p.Prelude, "smt-prelude", "", "trusted SMT-LIB `FILE.smt2` before every question")
	complete(c, "format", report.FormatList()...)
	complete(c, "solver", verify.Solvers()...)
	complete(c, "merge", string(verify.MergeAuto), string(verify.MergeAlways), string(verify.MergeNever))
}

// check refuses values of flags that make no sense, all at once.
func (p *proving) check() error {
	var all *multierror.Error
	if _, err := report.FormatOf(p.format); err != nil {
		all = multierror.Append(all, fmt.Errorf("--format is %s, not %q", report.FormatNames(), p.format))
	}
	all = multierror.Append(all, verify.CheckEffort(p.Effort))
	if p.Timeout <= 0 {
		all = multierror.Append(all, fmt.Errorf("--timeout is a positive time such as 3s, not %v", p.Timeout))
	}
	if p.Merge != verify.MergeAuto && p.Merge != verify.MergeAlways && p.Merge != verify.MergeNever {
		all = multierror.Append(all, fmt.Errorf("--merge is auto, always or never, not %q", p.Merge))
	}
	for name, n := range map[string]int{"jobs": p.Jobs, "depth": p.Depth, "branches": p.Branches - 1, "goal-time": int(p.GoalTime)} {
		if n < 0 {
			all = multierror.Append(all, fmt.Errorf("--%s is too small", name))
		}
	}
	return all.ErrorOrNil()
}

// reports are all reports of a run: that on standard output, and those in files.
// What is wrong with the input is printed as well.
type reports struct {
	report.Tee // all of them
	terminal   report.Printer
	files      report.Tee
}

// open begins the reports that the flags ask for.
func (p *proving) open(stdout io.Writer, color bool) (*reports, error) {
	format, err := report.FormatOf(p.format)
	if err != nil {
		return nil, err
	}
	settings := report.Settings{Color: color, Tree: p.tree, Version: version()}
	line := progress.New(os.Stderr)
	p.Progress = line.Prove
	r := &reports{terminal: line.Beside(report.Tee{problems{}, format.New(stdout, settings)})}
	p.KeepTrees = format.Trees(settings)
	settings.Color = false
	for _, o := range p.outputs {
		name, path, ok := strings.Cut(o, "=")
		if !ok || path == "" {
			return nil, fmt.Errorf("--output takes FORMAT=FILE, not %q", o)
		}
		format, err := report.FormatOf(name)
		if err != nil {
			return nil, fmt.Errorf("--output %s: %w", o, err)
		}
		f, err := report.InFile(path, format, settings)
		if err != nil {
			return nil, fmt.Errorf("--output %s: %w", o, err)
		}
		r.files = append(r.files, f)
		p.KeepTrees = p.KeepTrees || format.Trees(settings)
	}
	r.Tee = slices.Concat(report.Tee{r.terminal}, r.files)
	return r, nil
}

// finish ends all reports and returns the error for the outcome.
func (r *reports) finish(s report.Status) error {
	if err := errors.Join(r.terminal.Close(), r.files.Close()); err != nil {
		return err
	}
	return exit(s)
}

// problems prints what is wrong with the input on standard error.
type problems struct{ report.Silent }

// Warning prints a warning.
func (problems) Warning(d *source.Diagnostic) { fmt.Fprint(os.Stderr, d.Render()) }

// File prints what ended the work on a file.
func (problems) File(f *report.File) {
	if f.Err != nil {
		printError(os.Stderr, f.Err)
	}
}

// warn prints a warning that is no fault of the input.
func warn(message string) { fmt.Fprintln(os.Stderr, "warning:", source.Printable(message)) }
