package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"rlv/annotate"
	"rlv/annotate/library"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/languages"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/specification"
)

// Options choose how to verify. Zero values mean the defaults.
type Options struct {
	Language Language
	Solver   string // as in [SolverNames]; "" for auto
	// Effort scales what is counted and bounds the effort for a question, an exploration
	// and a counterexample; 0 is 1, the usual. Verdicts depend on it, and not on the time.
	Effort   float64
	Timeout  time.Duration // of the clock for one question to the solver, a last resort
	GoalTime time.Duration // of the clock for one goal, a last resort; 0: no limit
	Prelude  string        // file of SMT-LIB text that is trusted in every question
	Jobs     int           // goals at a time, or files where there are several; 0: as many as pay
	Depth    int           // steps on one branch; 0: as many as a program of its length may take
	Branches int           // branches of one goal
	Merge    Merging       // of paths that meet; "" for auto
	// KeepTrees makes verdicts keep the trees of proofs, and of attempts that failed.
	KeepTrees bool
	// Certify makes proofs that can be checked by themselves: see [prover.Options].
	Certify bool
	// Certificate is the file for the certificate of a program; "" for none.
	Certificate string
	// Goals are the names of the goals and lemmas to prove, nil for all; the others are
	// trusted, and the report says so.
	Goals []string
	// Progress is told where the goals are that are being proved, at every step. Several
	// goroutines may call it at once. It may be nil.
	Progress func(prover.Progress)
	// Warn is told of a solver that misbehaves, which is no fault of the input. Several
	// goroutines may call it at once. It may be nil.
	Warn func(message string)
}

// Merging says when paths that meet become one: if they are many, always, or never.
type Merging = pattern.Merging

// The ways to merge.
const (
	MergeAuto   = pattern.Auto
	MergeAlways = pattern.Always
	MergeNever  = pattern.Never
)

// SolverNames lists the solvers in words.
func SolverNames() string { return smt.Engines("or") }

// Solvers lists the solvers.
func Solvers() []string { return smt.EngineNames() }

// The defaults of Options, for commands that show them.
const (
	DefaultDepth    = prover.DefaultDepth
	DefaultTimeout  = smt.DefaultTimeout
	DefaultBranches = prover.DefaultBranches
)

// Verifier verifies programs and specifications. It may be used by several
// goroutines at once.
type Verifier struct {
	options Options
	faults  *smt.Faults // of solver commands, for all files

	mu      sync.Mutex
	engines map[string]*rewrite.Engine // by the extension of program files

	kept library.Kept // lemmas of libraries
}

// New returns a verifier. A prelude that contradicts itself is an error.
func New(ctx context.Context, o Options) (*Verifier, error) {
	if o.Solver == "" {
		o.Solver = "auto"
	}
	if o.Merge == "" {
		o.Merge = MergeAuto
	}
	if o.Effort <= 0 {
		o.Effort = 1
	}
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	v := &Verifier{options: o, faults: &smt.Faults{Tell: o.Warn}, engines: map[string]*rewrite.Engine{}}
	return v, v.checkPrelude(ctx)
}

// Input is a program: a file, or a text with the name that a file of it would have.
type Input struct {
	Path string
	Text string // "" for what the file has, unless Given
	// Given is set if Text counts in any case, also if it is empty.
	Given bool
	// Optional leaves the program out of what a printer is told, and of the outcome of
	// Programs, if it has no annotations.
	Optional bool
}

func (in Input) read() (*source.File, error) {
	if in.Text != "" || in.Given {
		return source.NewFile(in.Path, in.Text), nil
	}
	return ReadFile(in.Path)
}

// ErrNothing is that a program has no annotations.
var ErrNothing error = &source.Coded{Name: "no-annotations", Err: errors.New("there is nothing to verify: no annotations")}

// left reports whether a program is left out of the report for this error.
func left(in Input, err error) bool { return in.Optional && errors.Is(err, ErrNothing) }

// Program verifies an annotated program. It tells the printer, which may be nil, of
// warnings, verdicts, notes and the end of the file. The report is there in any
// case; the error is its Err.
func (v *Verifier) Program(ctx context.Context, in Input, to report.Printer) (*report.File, error) {
	if to == nil {
		to = report.Silent{}
	}
	file := v.verifyOne(ctx, in, v.options.Jobs, to)
	return file, file.Err
}

// verifyOne verifies a program, so many goals at a time.
func (v *Verifier) verifyOne(ctx context.Context, in Input, jobs int, to report.Printer) *report.File {
	r := v.newRun(in.Path, jobs, to)
	err := r.guarded(func() error {
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", in.Path, ErrInterrupted)
		}
		return r.program(ctx, in)
	})
	if r.end(err); err == nil || !left(in, err) {
		to.File(r.file)
	}
	return r.file
}

// run is the work on one file.
type run struct {
	*Verifier
	file *report.File
	jobs int
	to   report.Printer
	// giveUp ends an attempt that is of no use if one goal is not proved; nil: each counts.
	giveUp context.CancelFunc
}

func (v *Verifier) newRun(path string, jobs int, to report.Printer) *run {
	return &run{v, &report.File{File: path, Status: report.Proved, Goals: []report.Goal{}, Trusted: []report.Trusted{}, Before: []report.Phase{}}, jobs, to, nil}
}

// guarded makes a panic an error of the file at hand.
func (r *run) guarded(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %w", r.file.File, Recovered(p))
		}
	}()
	return work()
}

// phase notes the time since a phase of the work began.
func (r *run) phase(name string, begun time.Time) {
	r.file.Before = append(r.file.Before, report.NewPhase(name, time.Since(begun)))
}

// end puts what ended the work on a file into its report.
func (r *run) end(err error) {
	if r.file.Err = err; err != nil {
		r.file.Status, r.file.Diagnostics = StatusOf(err), report.NewDiagnostics(err)
	}
}

// engine returns the engine for a program file. A definition is loaded once.
func (v *Verifier) engine(path string) (*rewrite.Engine, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := filepath.Ext(path)
	if e := v.engines[key]; e != nil {
		return e, nil
	}
	d, err := v.options.Language.Load(path)
	if err != nil {
		return nil, err
	}
	v.engines[key] = rewrite.New(d)
	return v.engines[key], nil
}

// cellsOf are the names of the cells of a configuration.
func cellsOf(d *compile.Definition) []string {
	var out []string
	for _, s := range d.Layout.Slots {
		out = append(out, s.Name)
	}
	return out
}

// Goals are what the annotations of a program compile into.
type Goals struct {
	*annotate.Result
	Engine  *rewrite.Engine
	program *compile.Program
	solvers *solvers
}

// compile makes goals of the annotations of a program, whole ones if that is wanted. The
// solvers, which the caller closes, trust its definitions and axioms.
func (r *run) compile(ctx context.Context, in Input, whole bool) (*Goals, error) {
	begun := time.Now()
	e, err := r.engine(in.Path)
	if err != nil {
		return nil, err
	}
	r.file.Cells = cellsOf(e.Definition)
	if r.file.Source, err = in.read(); err != nil {
		return nil, err
	}
	p, err := Parse(e.Definition, r.file.Source)
	if err != nil {
		return nil, besideAnnotations(e.Definition, r.file.Source, err)
	}
	s, err := r.newSolvers(ctx)
	if err != nil {
		return nil, err
	}
	r.phase("reading", begun)
	defer r.phase("exploration", time.Now())
	res, err := within(compileTime, in.Path+": making goals of the annotations", func() (*annotate.Result, error) {
		return annotate.Compile(ctx, e, p, s.oracle, annotate.Options{Merging: r.options.Merge, Effort: r.options.Effort, Whole: whole, Read: ReadFile})
	})
	if err != nil && ctx.Err() != nil { // what it has not come to may look wrong
		err = fmt.Errorf("%s: %w", in.Path, ErrInterrupted)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return &Goals{res, e, res.Program, s}, nil
}

// The formats of goals: to be read, and a specification module that Spec proves.
const (
	GoalsAsText = "text"
	GoalsAsSpec = "k"
)

// Goals returns what the annotations of a program compile into, and proves nothing.
func (v *Verifier) Goals(ctx context.Context, in Input) (*Goals, error) {
	return v.goalsOf(ctx, in, false)
}

func (v *Verifier) goalsOf(ctx context.Context, in Input, whole bool) (*Goals, error) {
	g, err := v.newRun(in.Path, 1, report.Silent{}).compile(ctx, in, whole)
	if err != nil {
		return nil, err
	}
	g.solvers.close()
	return g, nil
}

// WriteGoals writes what the annotations of a program compile into, in a format. What
// the format has no words for is an error, and then nothing is written.
func (v *Verifier) WriteGoals(ctx context.Context, in Input, format string, w io.Writer) error {
	if format != GoalsAsText && format != GoalsAsSpec {
		return fmt.Errorf("there is no format %s of goals, but %s and %s", format, GoalsAsText, GoalsAsSpec)
	}
	// What is to be proved elsewhere has no second attempt: nothing is left out of it.
	g, err := v.goalsOf(ctx, in, format == GoalsAsSpec)
	if err != nil {
		return err
	}
	if format == GoalsAsSpec {
		text, err := v.specification(g)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}
	for i, goal := range g.Goals {
		if i > 0 {
			fmt.Fprintln(w)
		}
		report.Claim(w, g.Engine.Definition, goal)
	}
	return nil
}

func (v *Verifier) specification(g *Goals) (string, error) {
	requires, file := v.options.Language.Definition, g.program.File
	if requires == "" {
		requires = languages.DefinitionOf(file.Name)
	}
	return within(loadTime, file.Name+": writing the specification", func() (string, error) {
		return specification.Write(specification.Source{Result: g.Result, Program: file, Definition: g.Engine.Definition, Requires: filepath.ToSlash(requires)})
	})
}

func (r *run) program(ctx context.Context, in Input) error {
	c, err := r.compile(ctx, in, false)
	if err == nil && c.Narrowed {
		if r.narrow(ctx, in, c) {
			return nil
		}
		c, err = r.compile(ctx, in, true)
	}
	if err != nil {
		return err
	}
	defer c.solvers.close()
	return r.goals(ctx, in, c)
}

// goals proves what a program compiles into.
func (r *run) goals(ctx context.Context, in Input, c *Goals) error {
	for _, d := range c.Warnings {
		r.to.Warning(d)
		r.file.Notes = append(r.file.Notes, report.NewNote(d))
	}
	if len(c.Goals) == 0 && len(c.Lemmas) == 0 {
		return fmt.Errorf("%s: %w", r.file.File, ErrNothing)
	}
	if err := choose(r.options.Goals, c.Goals, c.Lemmas); err != nil {
		return fmt.Errorf("%s: %w", r.file.File, err)
	}
	c.solvers.trustAxioms(c.Axioms, c.AxiomFormulas)
	begun := time.Now()
	var err error
	r.file.Axioms, err = c.solvers.consistency(r.file.File, c.Axioms, c.Defined)
	if r.phase("axioms", begun); err != nil {
		return err
	}
	on := &shelf{goals: c}
	lemmas, err := r.lemmas(c.solvers, c.Lemmas, c.Functions, on)
	if err != nil {
		return err
	}
	goals, err := r.prove(ctx, c.Engine, c.solvers, c.Goals, &confirmer{engine: c.Engine, program: c.program, functions: c.Functions, goals: c.Goals, effort: r.options.Effort, solver: c.solvers.next})
	if err != nil {
		return err
	}
	verdicts := append(lemmas, goals...)
	r.judge(verdicts)
	if r.giveUp != nil && r.file.Status != report.Proved {
		return nil
	}
	if r.options.Certificate != "" {
		if err := r.writeCertificate(ctx, in, c, goals, on.used(verdicts)); err != nil {
			return err
		}
	}
	notes := c.Granted
	switch {
	case r.file.Status == report.Proved && len(r.options.Goals) > 0: // what the proofs do without is not known
	case r.file.Status == report.Proved:
		notes = append(notes, remarks(verdicts, c.Points, c.Axioms)...)
	default:
		notes = append(notes, c.Notes...)
	}
	r.note(notes)
	return nil
}

// narrowPhase is the work on narrow goals that are given up.
const narrowPhase = "narrow goals"

// narrow verifies a program by goals of loops that leave out what their loops do not
// mention, and reports whether that proved all. Nothing else is told of: a goal that is
// not proved may be proved whole.
func (r *run) narrow(ctx context.Context, in Input, c *Goals) (proved bool) {
	begun := time.Now()
	defer c.solvers.close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	file, said := *r.file, &recording{}
	attempt := &run{Verifier: r.Verifier, file: &file, jobs: r.jobs, to: said, giveUp: cancel}
	err := attempt.guarded(func() error { return attempt.goals(ctx, in, c) })
	if err != nil || file.Status != report.Proved {
		r.phase(narrowPhase, begun)
		return false
	}
	*r.file = file
	for _, tell := range said.told {
		tell(r.to)
	}
	return true
}

// isFinal reports whether a verdict may be told of, and otherwise gives the attempt up.
func (r *run) isFinal(v *prover.Verdict) bool {
	if r.giveUp == nil || report.StatusOf(v.Status) == report.Proved {
		return true
	}
	r.giveUp()
	return false
}

// judge puts the verdicts into the report.
func (r *run) judge(verdicts []*prover.Verdict) {
	for _, v := range verdicts {
		r.file.Goals = append(r.file.Goals, report.NewGoal(v))
		r.file.Status = r.file.Status.Worse(report.StatusOf(v.Status))
	}
	r.file.Trusted = report.NewTrusted(verdicts)
}

func (r *run) note(notes []*source.Diagnostic) {
	for _, n := range notes {
		r.file.Notes = append(r.file.Notes, report.NewNote(n))
		r.to.Note(n)
	}
}

// A further solver is started for so many goals, once those before have taken so
// long: its start costs as much as a few goals do.
const (
	goalsPerJob = 4
	patience    = 40 * time.Millisecond
)

// prove proves goals and tells of each verdict as it comes.
func (r *run) prove(ctx context.Context, e *rewrite.Engine, s *solvers, goals []*prover.Goal, check *confirmer) ([]*prover.Verdict, error) {
	jobs, wait := r.jobs, time.Duration(0)
	if jobs <= 0 {
		jobs, wait = min(runtime.NumCPU(), 1+len(goals)/goalsPerJob), patience
	}
	o := r.options
	opts := prover.Options{Jobs: jobs, Patience: wait, Depth: depthOf(o.Depth, check.program), Branches: o.Branches, Merge: o.Merge, Time: o.GoalTime, Solver: s.next, Grounds: s.grounds, Fails: check.fails, Progress: o.Progress, KeepTrees: o.KeepTrees || o.Certify || o.Certificate != "", Certify: o.Certify, AllOrders: o.Certificate != ""}
	// Goals that are proved beside each other are told of in their order.
	known, told := map[*prover.Goal]*prover.Verdict{}, 0
	opts.Done = func(v *prover.Verdict) {
		if !r.isFinal(v) {
			return
		}
		check.confirm(ctx, v)
		for known[v.Goal] = v; told < len(goals) && known[goals[told]] != nil; told++ {
			r.to.Goal(known[goals[told]])
		}
	}
	verdicts, err := prover.New(e, goals, opts).Prove(ctx)
	for _, v := range verdicts[min(told, len(verdicts)):] {
		if v != nil && r.giveUp == nil { // confirm panicked, of it or of one before
			r.to.Goal(v)
		}
	}
	return verdicts, err
}

// checkPrelude refuses a prelude that contradicts itself, once for all files. One of
// which that is not found is listed among what is trusted, with what came out.
func (v *Verifier) checkPrelude(ctx context.Context) error {
	if v.options.Prelude == "" {
		return nil
	}
	opts, err := v.solverOptions()
	if err != nil {
		return err
	}
	return smt.CheckPrelude(ctx, opts)
}

// solverOptions are the options of all solvers, but for what they trust of a file.
// A solver that cannot run here is an error.
func (v *Verifier) solverOptions() (smt.Options, error) {
	o := smt.Options{Engine: v.options.Solver, Effort: v.options.Effort, Timeout: v.options.Timeout, Faults: v.faults, Expressible: v.options.Certify || v.options.Certificate != ""}
	o.Disagree = func(message string) {
		v.options.Warn("the solvers disagree, so one of them is wrong; please report this: " + message)
	}
	if v.options.Prelude != "" {
		text, err := os.ReadFile(v.options.Prelude)
		if err != nil {
			return o, fmt.Errorf("%s: the prelude cannot be read: %v", v.options.Prelude, err)
		}
		o.Prelude, o.PreludeName = string(text), v.options.Prelude
	}
	if err := smt.CheckInstalled(o); err != nil {
		return o, fmt.Errorf("--solver %s: %w", v.options.Solver, err)
	}
	return o, nil
}
