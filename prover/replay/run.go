package replay

import (
	"context"
	"maps"
	"slices"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Result is what a run shows.
type Result int

// The results. Only Stuck and Fails show that a goal does not hold.
const (
	Rejected Result = iota // the values do not satisfy the left side or an assumption, or that is not known
	Holds                  // the run meets the right side, or comes back to the left side
	Stuck                  // the run is stuck before it
	Fails                  // a condition that was written is false in the state that was reached
	Differs                // the run ends in another form than the one that rlv gave the right side
	Open                   // too many steps, or something cannot be evaluated
)

// Outcome is the end of a run.
type Outcome struct {
	Result   Result
	Formula  *term.Term         // the condition that is false, or in an Open outcome could not be evaluated
	Source   *term.Term         // the same as it stands in the claim or at its point, where it does
	Conjunct *prover.Conjunct   // and as it was written
	Point    bool               // it is an assertion that was passed, not a condition of the right side
	Also     []*prover.Conjunct // further ones that are false there
	Uses     *prover.Goal       // of which it is a condition, see Needs; nil: of the goal itself
	Call     source.Span        // at which the procedure of that is executed; zero: it is used
	Measure  []*term.Term       // what should be smaller there, if that is the condition
	End      []*term.Term       // the configuration in which it was evaluated, or the last one
	Path     []int32            // the position marks that were passed; nil if they are too many
	// Own is set if the goals that are needed do not stand for the end of the run, and hold for
	// the parts that they stand for.
	Own bool
	// Asked are the conditions of the left side that only a solver could decide, as they were written.
	Asked []string
}

// Decide reports whether a formula without variables is certainly true.
type Decide func(ctx context.Context, formula *term.Term) bool

// maxPath bounds the position marks that are kept of a run.
const maxPath = 2_000

// maxRun bounds the steps of a run, maxBits its numbers, which may grow with every step:
// every so many steps they are looked at.
const (
	maxRun    = 20_000
	maxBits   = 1 << 12
	bitsEvery = 64
)

// stepWork is the work of a step of a run, and drawWork that of values for one, in
// applications of functions in formulas.
const (
	stepWork = 10
	drawWork = 20
)

// Runner runs one goal.
type Runner struct {
	engine    *rewrite.Engine
	functions Functions
	goal      *prover.Goal
	unknowns
	constant   map[term.Sort]*term.Term    // see constants
	numbers    []int64                     // of the program and the conditions, see numbersOf
	bits       int                         // of which powers of two are drawn, see bitsOf
	ranges     map[*term.Variable][2]int64 // of the elements of arrays, as far as it is known
	marks      map[*term.Variable]int64    // with which alone the elements of arrays are compared, see marksOf
	grid       *grid                       // nil: values are random ones
	reached    *reached                    // nil: no run of another goal comes to the left side
	needed     needed
	conditions []condition               // of the left side
	known      map[*term.Term]*term.Term // what terms were found to be in the run at hand: its conditions ask the same of the same arrays
	size       int64                     // of the numbers that are drawn
	work       int
	until      int // work; 0: without end
	decide     Decide
}

// maxKnown bounds the terms of which it is remembered what they are.
const maxKnown = 1 << 17

// truth is [Functions.Truth], and counts the work.
func (r *Runner) truth(t *term.Term) (value, known bool) {
	if r.known == nil || len(r.known) > maxKnown {
		r.known = map[*term.Term]*term.Term{}
	}
	e := &evaluator{functions: r.functions, known: r.known}
	v := e.eval(t)
	if r.work += e.steps + 1; e.over() {
		r.known = nil // some were not evaluated to their end
		return false, false
	}
	return v == term.True, v == term.True || v == term.False
}

// Work counts what the runs so far have done, in applications of functions, to which the
// steps of programs are converted. It is the same on every machine.
func (r *Runner) Work() int { return r.work }

// Needs makes runs fail where a proof would use one of the goals, and a condition that
// somebody wrote for that is false or its measure does not become smaller.
func (r *Runner) Needs(goals ...*prover.Goal) {
	r.needed = nil
	k := r.engine.Definition.Layout.K
	for _, g := range goals {
		i := slices.IndexFunc(g.Claim.Left, func(s compile.Slot) bool { return s.Index == k })
		if i >= 0 && !g.NotAHypothesis && !g.OnePath {
			r.needed = append(r.needed, need{Goal: g, top: g.Claim.Left[i].Term.Head()})
		}
	}
}

// Ask makes runs from a left side that says something of all integers which small ranges do not
// contradict, and nothing here decides: where it matters, who is asked does.
func (r *Runner) Ask(who Decide) { r.decide = who }

// admits reports whether a condition of the left side holds, or may as far as that is known and can be
// asked.
func (r *Runner) admits(c *term.Term) (holds, perhaps bool) {
	value, known := r.truth(c)
	return value && known, !known && r.decide != nil && c.HasBinders() && r.known != nil
}

// Until makes runs end, with nothing shown, once so much work is done; 0: never.
func (r *Runner) Until(work int) { r.until = work }

// New prepares a goal for runs. The functions give the meaning of what the
// formulas apply.
func New(e *rewrite.Engine, g *prover.Goal, functions Functions) *Runner {
	r := &Runner{engine: e, functions: functions, goal: g, unknowns: unknownsOf(e, g.Claim.Left, g.Claim.Requires)}
	written := append(termsOf(g.Claim.Left), g.Claim.Requires...)
	r.numbers, r.bits = numbersOf(written), bitsOf(written)
	r.ranges, r.marks = rangesOf(g.Claim.Requires), marksOf(g.Claim.Requires)
	r.grid = r.gridOf()
	r.reached, r.conditions = reachedBy(e, g, functions), r.conditionsOf()
	return r
}

// unknowns are the variables of a configuration and its conditions.
type unknowns struct {
	vars    []*term.Variable
	keys    map[*term.Variable]bool // places in memory: all different
	places  []*term.Variable        // the same, lower ones first
	counter *term.Variable
	hidden  bool // something holds what nothing is said of: that it is empty is a guess
}

func unknownsOf(e *rewrite.Engine, slots []compile.Slot, conditions []*term.Term) unknowns {
	u := unknowns{vars: term.Vars(append(termsOf(slots), conditions...)...), keys: map[*term.Variable]bool{}}
	for _, s := range slots {
		if s.Index == e.Definition.Layout.Counter && s.Term.IsVar() {
			u.counter = s.Term.Variable()
		}
		if s.Term.Kind() == term.KMap {
			entries, _ := s.Term.Entries()
			for _, entry := range entries {
				for _, v := range term.Vars(entry.Key) {
					u.keys[v] = v.Sort == term.SortInt
				}
				u.hidden = u.hidden || slices.ContainsFunc(term.Vars(entry.Value), func(v *term.Variable) bool { return v.Sort == term.SortMap })
			}
		}
	}
	u.places = placesOf(u.vars, u.keys, conditions)
	return u
}

// placesOf are places in memory, those that conditions have below others before these.
func placesOf(vars []*term.Variable, keys map[*term.Variable]bool, conditions []*term.Term) []*term.Variable {
	below := map[*term.Variable][]*term.Variable{}
	for _, c := range conditions {
		if !c.Is(term.IntLt) && !c.Is(term.IntLe) {
			continue
		}
		if low, high := term.Vars(c.Arg(0)), term.Vars(c.Arg(1)); len(low) == 1 && len(high) == 1 {
			below[high[0]] = append(below[high[0]], low[0])
		}
	}
	var out []*term.Variable
	seen := map[*term.Variable]bool{}
	var visit func(v *term.Variable)
	visit = func(v *term.Variable) {
		if !keys[v] || seen[v] {
			return
		}
		seen[v] = true
		for _, w := range below[v] {
			visit(w)
		}
		out = append(out, v)
	}
	for _, v := range vars {
		visit(v)
	}
	return out
}

func termsOf(slots []compile.Slot) []*term.Term {
	var out []*term.Term
	for _, s := range slots {
		out = append(out, s.Term)
	}
	return out
}

// Run runs the goal for the given values.
func (r *Runner) Run(ctx context.Context, values term.Substitution) (out Outcome) {
	r.work += drawWork
	r.known = nil
	defer func() {
		if p := recover(); p != nil {
			if rewrite.AsLimit(p) == nil {
				panic(p)
			}
			out = Outcome{Result: Open} // an evaluation that does not end shows nothing
		}
	}()
	slots, presumed, left := r.start(values)
	if left != nil {
		return *left
	}
	x := &run{Runner: r, ctx: ctx, values: values, targets: r.targetsOf(r.goal, values), m: r.engine.NewMachine(slots, rewrite.IO{}), watch: r.goal.Program.Watch()}
	out = x.follow()
	switch out.Result {
	case Stuck, Fails, Differs:
		for _, c := range presumed {
			if !r.decide(ctx, values.Apply(c)) {
				return Outcome{Result: Rejected, Formula: c}
			}
			if conjunct := r.goal.ConjunctOf(c); conjunct != nil {
				out.Asked = append(out.Asked, conjunct.Text)
			}
		}
	}
	if out.Result != Stuck && out.Result != Fails {
		return out
	}
	for _, c := range r.goal.Program.Possible(&rewrite.State{Slots: slots}) {
		if holds, known := r.truth(c); !holds || !known {
			return Outcome{Result: Rejected, Formula: c}
		}
	}
	return out
}

// start is the left side for values, and what of its conditions is open; if there is no run for them, what
// that comes to.
func (r *Runner) start(values term.Substitution) (slots, presumed []*term.Term, left *Outcome) {
	for _, c := range r.goal.Claim.Requires {
		formula := values.Apply(c)
		switch holds, perhaps := r.admits(formula); {
		case perhaps:
			presumed = append(presumed, c)
		case !holds:
			return nil, nil, &Outcome{Result: Rejected, Formula: c}
		}
	}
	slots = make([]*term.Term, len(r.engine.Definition.Layout.Slots))
	for _, s := range r.goal.Claim.Left {
		if slots[s.Index] = values.Apply(s.Term); !slots[s.Index].IsValue() {
			return nil, nil, &Outcome{Result: Open, End: slots} // no concrete rule can be trusted with what is unknown
		}
	}
	if slices.Contains(slots, nil) {
		return nil, nil, &Outcome{Result: Open}
	}
	return slots, presumed, nil
}

// targetsOf are the right side of a goal as patterns, one for each way; their conditions are kept apart.
func (r *Runner) targetsOf(g *prover.Goal, values term.Substitution) []*rewrite.Program {
	existential := map[*term.Variable]bool{}
	for _, v := range g.Claim.Existentials {
		existential[v] = true
	}
	var out []*rewrite.Program
	for _, way := range g.Ways() {
		both := maps.Clone(values)
		for v, t := range way {
			both[v] = values.Apply(t)
		}
		out = append(out, rewrite.NewProgram(r.engine.Definition.Lattice, g.Target(both), func(v *term.Variable) bool { return !existential[v] }))
	}
	return out
}

// run is one run of a goal. A goal is refuted by what is certain only: that each
// state on the way is not one of the right side, and that no rule applies to the
// last.
type run struct {
	*Runner
	ctx     context.Context
	values  term.Substitution
	targets []*rewrite.Program
	m       *rewrite.Machine
	watch   prover.Watch
	at      int32      // position mark of the last program text on top
	path    []int32    // those that were passed
	missed  *Outcome   // the last state of the right side's form, and which condition it fails
	when    int64      // the step of missed
	unsure  bool       // some state may be one of the right side
	open    *term.Term // a condition of that which cannot be evaluated in a state of its form
	using   *used      // stands for what is run; nil: nothing does
	strayed bool       // a goal that was used does not hold for what it stood for, or that is not known
	behind  *term.Term // the computation behind another call of the goal's procedure, while that runs; nil: none does
}

// follow runs the program until it meets the right side, or fails to.
func (x *run) follow() Outcome {
	for before := int32(0); ; before = x.at {
		if p := rewrite.Position(x.top()); p != 0 {
			if x.at = p; x.at != before && len(x.path) <= maxPath && !x.engine.Definition.IsResult(x.top()) {
				x.path = append(x.path, p)
			}
		}
		if out := x.points(before); out != nil {
			return *out
		}
		if out := x.arrives(); out != nil {
			return *out
		}
		if out := x.unmet(); out != nil {
			return *out
		}
		if x.m.Steps >= maxRun || x.until > 0 && x.work > x.until || x.ctx.Err() != nil {
			return x.outcome(Open)
		}
		steps := x.m.Steps
		if steps%bitsEvery == 0 && large(x.m.Slots()) {
			return x.outcome(Open)
		}
		x.work += stepWork
		if ok, err := x.m.Step(); err != nil || !ok || x.m.Steps == steps {
			return x.ended(err)
		}
	}
}

// large reports whether there is a number in a configuration that is too large to go on with.
func large(slots []*term.Term) bool {
	return slices.ContainsFunc(slots, func(t *term.Term) bool {
		return term.Some(t, func(u *term.Term) bool { return u.IsInt() && u.Big().BitLen() > maxBits })
	})
}

// top is what is on top of the computation.
func (x *run) top() *term.Term {
	if k := x.engine.Definition.Layout.K; k >= 0 {
		return x.m.Slots()[k].Head()
	}
	return term.DotK
}

func (x *run) outcome(r Result) Outcome {
	out := Outcome{Result: r, End: slices.Clone(x.m.Slots()), Own: x.using == nil && !x.strayed}
	if len(x.path) <= maxPath {
		out.Path = x.path
	}
	if r == Open {
		out.Formula = x.open
	}
	return out
}

// points evaluates the assertions and assumptions at the state that was reached.
// A run that breaks an assumption shows nothing. Of assertions, only those of the
// goal's own function fail it: the others are the business of theirs, and so are those in another call
// of the function itself, where old(e) and labels are of that call. The use of a lemma
// asks nothing of the program.
func (x *run) points(before int32) *Outcome {
	if x.watch == nil {
		return nil
	}
	next, checks := x.watch.Reach(before, &rewrite.State{Slots: x.m.Slots(), Pos: x.at})
	again := x.again()
	if !again {
		x.watch = next
	}
	if x.m.Steps == 0 && !x.goal.FromStart {
		return nil
	}
	for _, c := range checks {
		if c.Instance != nil {
			continue
		}
		own := x.own(c.Span)
		if c.Of != nil {
			own = x.own(c.Call)
		}
		formula := x.values.Apply(c.Formula)
		holds, known := x.truth(formula)
		out := x.outcome(Rejected)
		switch {
		case c.Assume != nil && again && own:
			return &out // it is not known of which call it speaks
		case known && holds:
			continue
		case c.Assume != nil:
			return &out
		case !known || c.Found || again || !own:
			x.unsure = x.unsure || c.Found && c.Of == nil
			continue
		}
		out.Result, out.Formula, out.Source, out.Conjunct, out.Point = Fails, formula, c.Formula, &c.Conjunct, c.Of == nil
		out.Uses, out.Call = c.Of, c.Call
		return &out
	}
	return nil
}

// again reports whether another call of the procedure that the goal is about is running.
func (x *run) again() bool {
	k := x.engine.Definition.Layout.K
	if k < 0 || x.m.Steps == 0 {
		return false
	}
	computation := x.m.Slots()[k]
	if x.behind != nil && x.isBehind(computation, x.behind) {
		x.behind = nil
	}
	if x.behind == nil && slices.ContainsFunc(x.needed, func(n need) bool { return (n.Goal == x.goal || n.Goal == x.goal.Around) && n.isAt(x.top()) }) {
		x.behind = computation.Tail()
	}
	return x.behind != nil
}

// isBehind reports whether a computation has come to what was behind code that began with it.
func (x *run) isBehind(computation, behind *term.Term) bool {
	return term.Equal(computation, behind) || term.Equal(computation.Tail(), behind) && x.engine.Definition.IsResult(computation.Head())
}

// own reports whether a place lies in the function or fragment that the goal is about.
func (x *run) own(s source.Span) bool {
	of := x.goal.Span
	if x.goal.Around != nil {
		of = x.goal.Around.Span
	}
	return s.File == of.File && s.Start >= of.Start && s.End <= of.End
}

// arrives looks whether the state that was reached is one of the right side.
// Where that ends the run the outcome is returned: the state is, or it has the
// form of the right side, does not satisfy its conditions, and this is the place
// of the program that the right side is about.
func (x *run) arrives() *Outcome {
	for _, m := range x.matches() {
		if m.Undecided != "" {
			x.unsure = true
			continue
		}
		out := x.judge(m)
		switch out.Result {
		case Holds:
			return &out
		case Open:
			x.unsure, x.open = true, out.Formula
		default:
			x.missed, x.when = &out, x.m.Steps
		}
	}
	if x.missed != nil && x.when == x.m.Steps && x.missed.Result == Fails && x.stopsHere() && !x.unsure {
		return x.missed
	}
	return nil
}

// matches are those of the right side in all its ways, where the computation may be as it has it.
func (x *run) matches() []*rewrite.Match {
	k := x.engine.Definition.Layout.K
	var out []*rewrite.Match
	for _, t := range x.targets {
		if !slices.ContainsFunc(t.Rule.Left, func(s compile.Slot) bool { return s.Index == k && !couldMatch(s.Term, x.m.Slots()[k]) }) {
			out = append(out, x.matchesOf(t)...)
		}
	}
	return out
}

// matchesOf are those of one pattern. What its configuration does not show, as where a null pointer would lead, is any
// value: what has none is not known.
func (x *run) matchesOf(target *rewrite.Program) []*rewrite.Match {
	out := target.Matches(x.engine.Definition.Lattice, x.m.Slots())
	for _, m := range out {
		for _, v := range m.Unbound() {
			m.Bind(v, v.Term())
		}
	}
	return out
}

// stopsHere reports whether the right side is about a piece of the program, such as the
// head of a loop: its conditions must hold whenever the run comes there.
func (x *run) stopsHere() bool {
	for _, s := range x.goal.Claim.Right {
		if s.Index == x.engine.Definition.Layout.K {
			return rewrite.Position(s.Term.Head()) != 0
		}
	}
	return false
}

// judge evaluates the conditions of the right side in a state of its form. Where
// one is false that nobody wrote, the form is not what the program's end has, and
// what was written is not judged.
func (x *run) judge(m *rewrite.Match) Outcome {
	out := x.outcome(Holds)
	for _, c := range m.Conditions() {
		switch holds, known := x.truth(c.Formula); {
		case !known:
			if out.Result == Holds {
				out.Result, out.Formula = Open, c.Formula
			}
		case !holds:
			source := x.goal.Ensured(m.Program.Rule, c.Source)
			conjunct := x.goal.ConjunctOf(source)
			written := !x.goal.Found || conjunct != nil && !conjunct.Found
			if !written {
				out.Result, out.Formula, out.Source, out.Conjunct = Differs, c.Formula, source, conjunct
				return out
			}
			if out.Result != Fails {
				out.Result, out.Formula, out.Source, out.Conjunct = Fails, c.Formula, source, conjunct
			} else if conjunct != nil {
				out.Also = append(out.Also, conjunct)
			}
		}
	}
	return out
}

// ended judges a run whose last state has no step, in which err is the reason.
func (x *run) ended(err error) Outcome {
	if x.unsure || !x.isStuck(err) {
		return x.outcome(Open)
	}
	if x.missed != nil && (x.when == x.m.Steps || !x.goal.Found) {
		return *x.missed
	}
	switch {
	case !x.inPlace() && x.hidden:
		return x.outcome(Open)
	case !x.inPlace() && !(x.goal.Found && x.over()):
		return x.outcome(Stuck)
	case x.goal.Found:
		return x.outcome(Differs)
	}
	return x.outcome(Fails)
}

// isStuck reports whether certainly no rule applies: the machine passed over no rule
// whose condition has no value, and the symbolic engine, which keeps whatever it
// cannot decide, finds no successor. Nor does the definition say that it does not know.
func (x *run) isStuck(err error) bool {
	if _, stuck := err.(*rewrite.Stuck); err != nil && !stuck || x.m.Unsure {
		return false
	}
	d := x.engine.Derive(&rewrite.State{Slots: x.m.Slots(), Pos: x.at}, undecided{})
	_, beyond := x.engine.Explained(x.m.Slots())
	return len(d.Successors) == 0 && len(d.Undecided) == 0 && !beyond
}

// undecided is an oracle that decides nothing.
type undecided struct{}

func (undecided) Prune([]*term.Term, ...*term.Term) rewrite.Verdict  { return rewrite.Unknown }
func (undecided) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }

// inPlace reports whether the computation is where the right side has it, whatever stands
// in the other cells.
func (x *run) inPlace() bool {
	k := x.engine.Definition.Layout.K
	lattice := x.engine.Definition.Lattice
	for _, t := range x.targets {
		for _, s := range t.Rule.Left {
			one := &compile.Rule{Kind: compile.ClaimRule, Left: []compile.Slot{s}}
			if s.Index == k && len(rewrite.NewProgram(lattice, one, nil).Matches(lattice, x.m.Slots())) > 0 {
				return true
			}
		}
	}
	return false
}

// over reports whether nothing is left to do: a value is there, or none, for code of which nothing
// is known. What form it must have nobody wrote.
func (x *run) over() bool {
	k := x.engine.Definition.Layout.K
	if k < 0 {
		return false
	}
	computation := x.m.Slots()[k]
	return computation == term.DotK || computation.Tail() == term.DotK && x.engine.Definition.IsResult(computation.Head())
}

// couldMatch is a quick look at the computation.
func couldMatch(pattern, t *term.Term) bool {
	switch {
	case pattern == term.DotK:
		return t == term.DotK
	case pattern.IsVar():
		return !t.IsSeq()
	}
	return pattern.IsSeq() == t.IsSeq()
}
