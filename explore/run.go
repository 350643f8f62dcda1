package explore

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/hashicorp/go-multierror"

	"rlv/report"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// run is a search at work.
type run struct {
	ctx     context.Context
	program *Program
	request Request
	target  *target
	oracle  *oracle
	start   *rewrite.State
	report  *Report
	// read has the symbols that some path has read.
	unread   map[*term.Variable]bool
	open     map[string]int  // what could not be decided of what was looked for
	leaves   []leaf          // if the tree is wanted
	coverage *coverage       // nil: not wanted
	found    map[string]bool // solutions that count once
}

// Run searches a program. The error is about the request; all that is wrong with it is
// reported. What is found until the context ends is in the report.
func Run(ctx context.Context, p *Program, r Request) (*Report, error) {
	x, err := newRun(ctx, p, r)
	if err != nil {
		return nil, err
	}
	defer x.oracle.solver.Close()
	begun := time.Now()
	o := search.Options{Order: r.Order, Limits: r.Limits, Identical: r.Merging != MergeNone, Joins: r.Merging == MergeJoins, Keep: x.target.slots(),
		Orders: r.Target.orders(), Head: p.head}
	if r.Progress != nil {
		o.Progress = func(w search.Work) { r.Progress(Work{w, x.oracle.queries}) }
	}
	found := search.Run(ctx, p.Engine, x.start, x.oracle, o, x.visit)
	for why, n := range x.open {
		found.Open[why] += n
	}
	x.report.add(found, x.oracle.queries, begun)
	if err := x.target.unresolved(); err != nil && len(x.report.Solutions) == 0 {
		return nil, err
	}
	x.remark(found)
	if r.KeepTree {
		x.report.Tree = x.tree()
	}
	if r.Cover {
		x.report.Coverage = x.coverage.result()
	}
	return x.report, nil
}

// newRun reads a request. Several searches may have one program.
func newRun(ctx context.Context, shared *Program, r Request) (*run, error) {
	own := *shared // its reader of names asks the solver of this search
	p := &own
	problems := &multierror.Error{}
	x := &run{program: p, request: r, open: map[string]int{}, unread: map[*term.Variable]bool{}, found: map[string]bool{},
		report: &Report{Version: report.Version, File: p.Program.File.Name, Target: r.Target.describe(), Condition: []string{}, Input: []string{},
			Reasons: []Reason{}, Solutions: []*Solution{}, Notes: []string{}}}
	if p.streams.In < 0 && len(r.Input.Items) > 0 {
		problems = multierror.Append(problems, fmt.Errorf("%s: the configuration of this language has no cell of standard input, so an input would not be read", p.Program.File.Name))
	}
	start, err := p.start(r.Input, r.EndOfFile)
	problems = multierror.Append(problems, err)
	var pc []*term.Term
	for _, text := range r.PC {
		conds, err := p.condition("--pc", text, r.Input)
		problems = multierror.Append(problems, err)
		pc = append(pc, conds...)
		x.report.Condition = append(x.report.Condition, text)
	}
	if r.Cover {
		x.coverage = newCoverage(p)
	}
	x.target, err = p.target(r.Target)
	problems = multierror.Append(problems, err)
	if err := problems.ErrorOrNil(); err != nil {
		return nil, err
	}
	if x.oracle, err = newOracle(ctx, r.Solver); err != nil {
		return nil, err
	}
	if p.reader != nil {
		p.reader = p.reader.With(x.oracle)
	}
	for _, item := range r.Input.Items {
		x.report.Input = append(x.report.Input, Formula(item))
	}
	for _, v := range r.Input.Symbols {
		x.unread[v] = true
	}
	x.ctx = ctx
	return x, x.begin(start, pc)
}

// begin sets the start; a condition that no input satisfies is an error, since then
// nothing would be found, whatever the program does.
func (x *run) begin(start *rewrite.State, pc []*term.Term) error {
	st, ok := start.With(pc)
	if x.start = st; !ok || x.oracle.Decide(nil, st.PC...) == rewrite.Unsatisfiable {
		x.oracle.solver.Close()
		return fmt.Errorf("--pc: no input satisfies these conditions together, so there is nothing to search")
	}
	return nil
}

// visit looks at a state that the search came to.
func (x *run) visit(e search.Event) search.Answer {
	x.coverage.pass(e)
	if e.Kind != search.Inner {
		x.reads(e.State)
	}
	answer := x.look(e)
	if x.request.KeepTree && (e.Kind != search.Inner || answer == search.Found) && answer != search.Infeasible {
		x.leaves = append(x.leaves, leaf{e, x.last(e, answer)})
	}
	return answer
}

// look compares a state with what is looked for.
func (x *run) look(e search.Event) search.Answer {
	parts, decided := x.target.match(e)
	if !decided {
		x.open[x.target.doubt]++
	}
	answer := search.Pass
	for _, part := range parts {
		s := x.solution(e, part)
		if s == nil {
			if part.State == e.State && e.Kind != search.Inner {
				return search.Infeasible
			}
			continue
		}
		if x.repeats(s, e.Kind) {
			continue
		}
		if answer = search.Found; s.Possible {
			x.open[search.BecauseSolver]++
		}
		s.Number = len(x.report.Solutions) + 1
		x.report.Solutions = append(x.report.Solutions, s)
		if x.request.Found != nil {
			x.request.Found(s)
		}
		if len(s.Values) == 0 {
			break // one for each state
		}
	}
	return answer
}

// repeats reports whether a solution is one that was found before: of a pattern with
// variables the values are looked for, and to a state on the way there may be several
// paths before they meet.
func (x *run) repeats(s *Solution, kind search.Kind) bool {
	key := ""
	switch {
	case len(s.Values) > 0:
		key = fmt.Sprintf("%q %q", s.Values, s.Condition)
	case kind == search.Inner:
		key = fmt.Sprint(s.state.Slots, s.state.PC)
	default:
		return false
	}
	again := x.found[key]
	x.found[key] = true
	return again
}

// last is the solution that an event has just become; nil if it is none.
func (x *run) last(e search.Event, answer search.Answer) *Solution {
	n := len(x.report.Solutions)
	if answer != search.Found || x.report.Solutions[n-1].node != e.Node {
		return nil
	}
	return x.report.Solutions[n-1]
}

// reads notes which symbols of the input have been read where a path ends.
func (x *run) reads(st *rewrite.State) {
	if len(x.unread) == 0 {
		return
	}
	left := x.program.unread(st.Slots)
	maps.DeleteFunc(x.unread, func(v *term.Variable, _ bool) bool { return !left[v] })
}

// remark notes what the user should know of the search.
func (x *run) remark(found *search.Result) {
	var unread Input
	for _, v := range x.request.Input.Symbols {
		if x.unread[v] {
			unread.Symbols = append(unread.Symbols, v)
		}
	}
	if n := len(unread.Symbols); n > 0 && found.Complete() {
		x.report.Notes = append(x.report.Notes, fmt.Sprintf("%s of the input that no path reads; %s", count(n, "symbol"), unread.describe()))
	}
	if x.request.Limits.Unroll > 0 && x.program.Engine.Definition.Layout.K < 0 {
		x.report.Notes = append(x.report.Notes, "--unroll has no effect: this language does not say which of its constructs are loops")
	}
}
