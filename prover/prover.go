package prover

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Falsity is what runs show of a goal.
type Falsity int

const (
	Undecided Falsity = iota // nothing
	Blamed                   // it fails where another goal, which a proof would use, does not hold, either
	False                    // it fails
)

// Options set the limits of a run. Zero values mean the defaults.
type Options struct {
	Jobs     int           // goals proved at a time
	Patience time.Duration // after which the second and further jobs begin
	Depth    int           // steps on one branch
	Branches int           // branches of one goal
	Merge    pattern.Merging
	Time     time.Duration // of the clock for one goal, a last resort; 0: none
	// Solver gives a goroutine a solver, and what it calls when it needs it no more.
	Solver  func() (s Solver, release func(), err error)
	Grounds Grounds // of what the solvers trust
	// Fails reports what runs show of a goal, so that no effort is spent on proving what is
	// false; nil: nothing. It is asked once before something is asked that takes long as a rule,
	// and once more, with much set, where that has left something open; by several goroutines at once.
	Fails   func(ctx context.Context, g *Goal, much bool) Falsity
	Started func(*Goal)
	// Progress is told of each step, by several goroutines at once; nil: nobody is.
	Progress func(Progress)
	Done     func(*Verdict)
	// KeepTrees makes verdicts keep the trees of proofs, and of attempts.
	KeepTrees bool
	// Certify makes proofs that can be checked by themselves: with every answer on which
	// they rest and its core, and with every order of operands, also where the rules show
	// that one stands for all.
	Certify bool
	// AllOrders explores every order of operands without the rest of Certify.
	AllOrders bool
}

// The default limits.
const (
	DefaultDepth    = 100_000
	DefaultBranches = 10_000
)

// Prover proves a set of goals over one definition.
type Prover struct {
	engine *rewrite.Engine
	goals  []*prepared
	space  pattern.Space
	own    map[*term.Variable]bool // the variables of all goals
	opts   Options

	hypotheses *library
}

// New returns a prover of the given goals; each is a hypothesis for all.
func New(engine *rewrite.Engine, goals []*Goal, opts Options) *Prover {
	if opts.Depth == 0 {
		opts.Depth = DefaultDepth
	}
	if opts.Branches == 0 {
		opts.Branches = DefaultBranches
	}
	d := engine.Definition
	// The counter is data as any other: where it differs it is a column.
	space := pattern.Space{Lattice: d.Lattice, K: d.Layout.K, Counter: -1}
	p := &Prover{engine: engine, opts: opts, space: space, own: map[*term.Variable]bool{}, hypotheses: newLibrary(d)}
	for i, g := range goals {
		p.goals = append(p.goals, p.prepare(g))
		p.goals[i].number = i + 1
		p.hypotheses.file(p.goals[len(p.goals)-1])
		g.eachVariable(func(v *term.Variable) { p.own[v] = true })
	}
	return p
}

// outside are the variables that mean something beyond a state: in goals, and in what is
// known of the path to it.
func (p *Prover) outside(w Watch) func(*term.Variable) bool {
	return func(v *term.Variable) bool { return p.own[v] || w != nil && w.Mentions(v) }
}

// Prove proves all goals and returns their verdicts in order. The error is
// about the run as a whole: contradictory facts, or no solver.
func (p *Prover) Prove(ctx context.Context) ([]*Verdict, error) {
	verdicts := make([]*Verdict, len(p.goals))
	next := make(chan int)
	jobs := max(1, min(p.opts.Jobs, len(p.goals)))
	errs := make([]error, jobs)
	var wg sync.WaitGroup
	var report sync.Mutex
	given := make(chan struct{}) // closed once all goals are
	for w := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if w > 0 && p.opts.Patience > 0 {
				select {
				case <-given:
					return
				case <-time.After(p.opts.Patience):
				}
			}
			errs[w] = p.work(ctx, next, verdicts, &report)
		}()
	}
	for i := range p.goals {
		next <- i
	}
	close(given)
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return verdicts, err
		}
	}
	judgeTotal(verdicts)
	return verdicts, nil
}

// work proves the goals whose numbers come over next, with one solver.
func (p *Prover) work(ctx context.Context, next <-chan int, verdicts []*Verdict, report *sync.Mutex) error {
	solver, release, err := p.opts.Solver()
	if err == nil {
		defer release()
	}
	for i := range next {
		if err != nil {
			continue
		}
		g := p.goals[i]
		if p.opts.Started != nil {
			report.Lock()
			p.opts.Started(g.Goal)
			report.Unlock()
		}
		verdicts[i] = p.proveOne(ctx, g, solver)
		if p.opts.Done != nil {
			report.Lock()
			p.done(verdicts[i])
			report.Unlock()
		}
	}
	return err
}

// done tells of a verdict. A panic in what is done with it costs this verdict only.
func (p *Prover) done(v *Verdict) {
	defer func() {
		if r := recover(); r != nil {
			v.broken(r)
		}
	}()
	p.opts.Done(v)
}

// broken makes a verdict unknown for what was recovered from a panic: a limit, or a
// bug in rlv.
func (v *Verdict) broken(recovered any) {
	f := &Failure{Status: Unknown, Reason: ReasonLimit}
	if err := rewrite.AsLimit(recovered); err != nil {
		f.Message = err.Error()
	} else {
		f.Reason, f.Message = ReasonInternal, fmt.Sprintf("internal error: %v; this is a bug in rlv, please report it with the input that shows it", recovered)
	}
	v.Status, v.Failure, v.Tree, v.Attempt = Unknown, f, nil, nil
}

// proveOne proves one goal. A panic is a bug in rlv; it costs this goal only.
func (p *Prover) proveOne(ctx context.Context, g *prepared, solver Solver) (v *Verdict) {
	start := time.Now()
	v = &Verdict{Goal: g.Goal}
	if p.opts.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.opts.Time)
		defer cancel()
	}
	var s *session
	timed := &timed{Solver: solver}
	timed.Forget()
	defer func() {
		if r := recover(); r != nil {
			v.broken(r)
		}
		if s != nil {
			v.Stats = s.stats
		}
		v.Stats.Time = time.Since(start)
	}()
	switch {
	case g.Trusted:
		v.Status = Assumed
		return v
	case g.Limit != "":
		v.Status, v.Failure = Unknown, &Failure{Status: Unknown, Reason: ReasonLimit, Message: g.Limit}
		return v
	}
	var root *proofs.Node
	var failure *Failure
	s, root, failure = p.try(ctx, g, timed)
	if failure != nil {
		timed.judge(ctx, failure, p.opts.Time)
		v.Status, v.Failure = failure.Status, failure
		if p.opts.KeepTrees {
			v.Attempt = proofs.NewTree(g.Name, root, s.obligations)
		} else {
			failure.At = nil
		}
		s.effort = smt.Sketch // what follows is told, and decides nothing
		failure.Also, failure.Open = failure.unasked.ask(s, failure.Conjunct)
		failure.Within = failure.within(s)
		return v
	}
	v.Status, v.uses = Proved, s.uses
	if p.opts.Certify {
		cores(ctx, solver, p.opts.Grounds, s.obligations)
	}
	v.Tree = proofs.NewTree(g.Name, root, s.obligations)
	for _, paths := range root.Joins() {
		s.stats.Joins++
		s.stats.Merged += paths - 1
	}
	if !p.opts.KeepTrees {
		v.Tree.Root = nil
	}
	return v
}
