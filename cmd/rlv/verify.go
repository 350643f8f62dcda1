package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"rlv/prover"
	"rlv/prover/smt"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"

	"github.com/hashicorp/go-multierror"
	"github.com/spf13/cobra"
)

// proving are the flags of commands that prove.
type proving struct {
	solver, prelude, format string
	timeout, goalTime       time.Duration
	jobs, depth, branches   int
	tree                    bool
	faults                  *smt.Faults // of solver commands, for all files
}

func (p *proving) flags(c *cobra.Command) {
	p.faults = &smt.Faults{Tell: func(message string) { fmt.Fprintln(os.Stderr, "warning:", source.Printable(message)) }}
	f := c.Flags()
	f.StringVar(&p.solver, "solver", "auto", "the solver: auto, both, z3, z3-process, cvc5 or none")
	f.DurationVar(&p.timeout, "timeout", smt.DefaultTimeout, "time for one question to the solver")
	f.DurationVar(&p.goalTime, "goal-time", goalTime, "time for one goal (0: no limit)")
	f.IntVar(&p.jobs, "jobs", 0, "goals to prove at a time (0: as many as pay, up to the processors)")
	f.IntVar(&p.depth, "depth", prover.DefaultDepth, "steps on one branch")
	f.IntVar(&p.branches, "branches", prover.DefaultBranches, "branches of one goal")
	f.StringVar(&p.format, "format", "text", "the report: text or json")
	f.BoolVar(&p.tree, "tree", false, "print the proof tree of every proved goal")
	f.StringVar(&p.prelude, "smt-prelude", "", "trusted SMT-LIB `FILE.smt2` before every question")
}

// goalTime is how long one goal is tried: those of the examples take a second.
const goalTime = time.Minute

// check refuses values of flags that make no sense, all at once.
func (p *proving) check() error {
	var all *multierror.Error
	if p.format != "text" && p.format != "json" {
		all = multierror.Append(all, fmt.Errorf("--format is text or json, not %q", p.format))
	}
	if p.timeout <= 0 {
		all = multierror.Append(all, fmt.Errorf("--timeout is a positive time such as 3s, not %v", p.timeout))
	}
	for name, n := range map[string]int{"jobs": p.jobs, "depth": p.depth - 1, "branches": p.branches - 1, "goal-time": int(p.goalTime)} {
		if n < 0 {
			all = multierror.Append(all, fmt.Errorf("--%s is too small", name))
		}
	}
	return all.ErrorOrNil()
}

func newVerify(o *options) *cobra.Command {
	p := &proving{}
	c := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Verify annotated programs",
		Long: `Verify programs annotated with @pre, @post, @inv and the like in comments: the
annotations become reachability-logic goals, and each goal is proved or not. A
directory, or DIR/..., stands for every file of a known language in it.

Exit status: 0 everything proved; 1 something refuted or not provable; 2 the input
is wrong; 3 undecided.`,
		Example: `  rlv verify FILE
  rlv verify --format json ./...
  rlv verify --definition mylang.k --tree prog.mylang`,
		Args: atLeastOne("a FILE or directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.check(); err != nil {
				return err
			}
			if err := p.checkPrelude(cmd.Context()); err != nil {
				return err
			}
			paths, err := programFiles(args, o.definition != "")
			if err != nil {
				return err
			}
			r := &reporter{options: o, proving: p, ctx: cmd.Context(), engines: map[*compile.Definition]*rewrite.Engine{}, definitions: map[string]*compile.Definition{},
				json: &report.Report{Version: report.Version, Files: []*report.FileOf{}}}
			r.started, r.out, r.errs = time.Now(), cmd.OutOrStdout(), os.Stderr
			r.verifyAll(paths, args)
			if len(r.json.Files) == 0 {
				return fmt.Errorf("%s: %w", strings.Join(args, " "), errNothing)
			}
			return r.finish(cmd)
		},
	}
	o.definitionFlags(c)
	p.flags(c)
	return c
}

// programFiles expands directories and DIR/... to the files of known languages.
func programFiles(args []string, any bool) ([]string, error) {
	var out []string
	for _, a := range args {
		dir, rest := strings.CutSuffix(a, "...")
		if dir == "" {
			dir = "."
		}
		info, err := os.Stat(filepath.Clean(dir))
		if !rest && (err != nil || !info.IsDir()) {
			out = append(out, a)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: there is no such directory", dir)
		}
		n := len(out)
		err = filepath.WalkDir(filepath.Clean(dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && languages.Known(path) {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(out) == n {
			return nil, fmt.Errorf("%s: no file of a known language is there", a)
		}
	}
	return out, nil
}

// reporter verifies files and says what came out.
type reporter struct {
	*options
	*proving
	ctx         context.Context
	engines     map[*compile.Definition]*rewrite.Engine
	definitions map[string]*compile.Definition
	json        *report.Report
	code        int
	proved      int
	ended       int // of the proved ones, with termination
	lemmas      int // proved
	allLemmas   int
	total       int
	started     time.Time // of the first file
	out, errs   io.Writer
}

// worse keeps the gravest exit status: wrong input, then not proved, then
// undecided.
func (r *reporter) worse(code int) {
	rank := map[int]int{statusProved: 0, statusUndecided: 1, statusNotProved: 2, statusInput: 3}
	if rank[code] > rank[r.code] {
		r.code = code
	}
}

func (r *reporter) engine(path string) (*rewrite.Engine, error) {
	key := filepath.Ext(path)
	d := r.definitions[key]
	if d == nil {
		var err error
		if d, err = r.load(path); err != nil {
			return nil, err
		}
		r.definitions[key] = d
	}
	if r.engines[d] == nil {
		r.engines[d] = rewrite.New(d)
	}
	return r.engines[d], nil
}

// errNothing is that a file has no annotations. Of the files of a directory
// those are left out.
var errNothing = errors.New("there is nothing to verify: no annotations")

// verify verifies one file; problems with the input are printed at once.
func (r *reporter) verify(path string, named bool) {
	file := &report.FileOf{File: path, Goals: []report.GoalOf{}, Trusted: []report.Trusted{}}
	if err := r.guarded(path, file); errors.Is(err, errNothing) && !named {
		return
	} else if err != nil {
		printError(r.errs, err)
		file.Status = statusName(statusOf(err))
		r.worse(statusOf(err))
	}
	r.json.Files = append(r.json.Files, file)
}

// guarded is verifyFile; a panic is an error of this file.
func (r *reporter) guarded(path string, file *report.FileOf) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %w", path, recovered(p))
		}
	}()
	return r.verifyFile(path, file)
}

func (r *reporter) verifyFile(path string, file *report.FileOf) error {
	if r.started.IsZero() {
		r.started = time.Now()
	}
	e, err := r.engine(path)
	if err != nil {
		return err
	}
	p, err := readProgram(e.Definition, path)
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
	text := &report.Text{W: r.out, Definition: e.Definition, Color: r.colored(os.Stdout), Tree: r.tree}
	for _, d := range res.Warnings {
		fmt.Fprint(r.errs, d.Render())
		file.Notes = append(file.Notes, report.NoteOf(d))
	}
	if len(res.Goals) == 0 && len(res.Lemmas) == 0 {
		return fmt.Errorf("%s: %w", path, errNothing)
	}
	w.trustAxioms(res.Axioms)
	if file.Axioms, err = w.consistency(path, res.Axioms, res.Defined); err != nil {
		return err
	}
	lemmas := w.lemmas(r, res, text)
	goals, err := r.prove(e, w, res.Goals, text, &confirmer{e, p, res.Functions})
	if err != nil {
		return err
	}
	verdicts := append(lemmas, goals...)
	code := statusProved
	for _, v := range verdicts {
		file.Goals = append(file.Goals, report.VerdictOf(v))
		code = worst(code, codeOf(v.Status))
	}
	trusted := report.TrustedBy(verdicts)
	file.Trusted = report.TrustedOf(trusted)
	file.Status = statusName(code)
	if r.format == "text" {
		text.Ends(goals)
		text.Trusted(trusted)
		text.Axioms(file.Axioms)
	}
	notes := res.Granted
	if code == statusProved {
		notes = append(notes, remarks(verdicts, res.Points, res.Axioms)...)
	} else {
		notes = append(notes, res.Notes...)
	}
	for _, n := range notes {
		file.Notes = append(file.Notes, report.NoteOf(n))
		if r.format == "text" {
			text.Note(n)
		}
	}
	r.worse(code)
	return nil
}

func codeOf(s prover.Status) int {
	switch s {
	case prover.Proved, prover.Assumed:
		return statusProved
	case prover.Unknown:
		return statusUndecided
	}
	return statusNotProved
}

func worst(a, b int) int {
	rank := map[int]int{statusProved: 0, statusUndecided: 1, statusNotProved: 2, statusInput: 3}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

func statusName(code int) string {
	return map[int]string{statusProved: "proved", statusNotProved: "not proved", statusUndecided: "unknown", statusInput: "wrong input"}[code]
}

// A further solver is started for so many goals, once those before have taken so
// long: its start costs as much as a few goals do.
const (
	goalsPerJob = 4
	patience    = 40 * time.Millisecond
)

// prove proves goals and prints each verdict as it comes.
func (r *reporter) prove(e *rewrite.Engine, w *work, goals []*prover.Goal, text *report.Text, check *confirmer) ([]*prover.Verdict, error) {
	if r.started.IsZero() {
		r.started = time.Now()
	}
	jobs, wait := r.jobs, time.Duration(0)
	if jobs <= 0 {
		jobs, wait = min(runtime.NumCPU(), 1+len(goals)/goalsPerJob), patience
	}
	opts := prover.Options{Jobs: jobs, Patience: wait, Depth: r.depth, Branches: r.branches, Time: r.goalTime, Solver: w.next, Grounds: w.grounds, KeepTrees: r.tree || r.format == "json"}
	opts.Done = func(v *prover.Verdict) {
		check.confirm(r.ctx, v)
		if r.format == "text" {
			text.Verdict(v)
		}
	}
	verdicts, err := prover.New(e, goals, opts).Prove(r.ctx)
	for _, v := range verdicts {
		if v == nil {
			continue
		}
		r.total++
		if v.Status == prover.Proved {
			r.proved++
		}
		if v.Total {
			r.ended++
		}
	}
	return verdicts, err
}

// correctness says for how many goals the end is shown as well.
func (r *reporter) correctness() string {
	switch {
	case r.ended == 0:
		return "partial correctness"
	case r.ended == r.proved:
		return "total correctness"
	}
	return fmt.Sprintf("%d total, %d partial correctness", r.ended, r.proved-r.ended)
}

// finish prints the summary and gives the exit status.
func (r *reporter) finish(cmd *cobra.Command) error {
	if r.format == "json" {
		r.json.Status = statusName(r.code)
		if err := r.json.Write(cmd.OutOrStdout()); err != nil {
			return err
		}
	} else if r.total+r.allLemmas > 0 {
		rest := ""
		if r.allLemmas > 0 {
			rest = fmt.Sprintf("; %d of %d lemmas", r.lemmas, r.allLemmas)
		}
		if r.code != statusProved && r.proved > 0 {
			rest += "; the proofs of a file rest on each other, so they hold once all its goals are proved"
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%d of %d goals proved (%s) in %.2f s%s\n", r.proved, r.total, r.correctness(), time.Since(r.started).Seconds(), rest)
	}
	if r.code != statusProved {
		return status(r.code)
	}
	return nil
}
