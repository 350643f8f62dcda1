package verify

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"rlv/annotate"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// confirmer runs failed goals on concrete values, to find out whether a counterexample
// is real. The values of the solver come first. If the goal fails on them, but one of
// them is large, small values are searched on which it fails in the same way: a person
// wants to follow the run by hand. If the solver gave no values, or the goal does not
// fail on them, any small values on which it fails are a counterexample. In
//
//	//@pre: n >= 0
//	//@post: result != 1
//	int f(int n) { return n % 5; }
//
// the solver may find n = 731. The search then draws small numbers, such as 3, 0 and 6,
// of which 6 fails on the same condition; the report has n = 6.
type confirmer struct {
	engine    *rewrite.Engine
	program   *compile.Program // nil: claims, which have no source lines
	functions replay.Functions
	goals     []*prover.Goal // all, of which a proof may use each
	effort    float64        // in multiples of the usual
	looked    int            // for what else a run of the goal at hand changes
	// solver is asked what runs presume of all integers; nil: nothing is presumed.
	solver func() (prover.Solver, func(), error)
}

// searchWork bounds the search for other values where those of the solver do
// not satisfy the left side, or do not fail, in the work of replay.Runner.
const searchWork = 800_000

// soonWork bounds the search for values on which a goal fails that may yet be proved, once that has
// taken long.
// A share of it, which takes some milliseconds, is spent before a solver is asked that is no
// quicker. unknownWork bounds that for a goal which nobody could decide: it is no less, so that what made
// a goal hopeless is found again, and costs at most 0.8 s, against the seconds that such a goal has taken.
const (
	soonWork    = 600_000
	firstWork   = 8_000
	unknownWork = 2 * soonWork
)

// confirm finds out what a concrete run of a failed goal shows. A run that fails
// makes a possible counterexample a real one; without one a goal is not refuted,
// whatever a solver says: a proof uses contracts and invariants, which may be weaker
// than the program. A goal that is unknown is run as well: it stays so, or is refuted.
func (c *confirmer) confirm(ctx context.Context, v *prover.Verdict) {
	f := v.Failure
	c.looked = 0
	defer c.say(v)
	switch {
	case f == nil, f.Reason == prover.ReasonInterrupted, f.Reason == prover.ReasonInternal, f.State == nil:
		return // nothing was tried to the end
	case v.Status == prover.Unknown && !v.Goal.OnePath:
		r, done := c.asking(v.Goal)
		defer done()
		if tried := c.search(ctx, r, v, nil, unknownWork); v.Status != prover.Refuted {
			f.Replay = tried.summary(f.Model)
		}
		c.shrink(ctx, r, v)
		return
	case v.Status != prover.Refuted && v.Status != prover.Failed:
		return
	}
	v.Status, f.Status, f.Spurious = prover.Failed, prover.Failed, true
	// A run has nothing to do with calls that no contract covers, and one run does not
	// show that there is no other.
	if f.Reason == prover.ReasonRefused || v.Goal.OnePath {
		return
	}
	r, done := c.asking(v.Goal)
	defer done()
	var known *replay.Outcome // how the run on the values of the solver fails
	if f.Model != nil {
		values := r.Model(f.Model)
		out := r.Run(ctx, values)
		if c.shows(v, values, out, "") {
			known = &out
		}
	}
	defer func() { c.shrink(ctx, r, v) }()
	if known != nil && small(f.Model) {
		return
	}
	work := searchWork
	if known != nil {
		work = smallWork
	}
	if tried := c.search(ctx, r, v, known, work); known == nil && v.Status != prover.Refuted {
		f.Replay = tried.summary(f.Model)
	}
}

// fails reports whether runs on small values show that a goal is false. It changes nothing
// that is said of the goal: what it finds, confirm finds again. Of a run in which another goal that
// a proof would use does not hold that one is to blame, and this one may follow.
func (c *confirmer) fails(ctx context.Context, g *prover.Goal, much bool) prover.Falsity {
	fails := prover.Undecided
	if c.engine == nil || g.OnePath {
		return fails
	}
	r := c.runner(g)
	work := firstWork
	if much {
		work = soonWork
	}
	c.runs(ctx, r, work, r.Random, func(values term.Substitution, out replay.Outcome) bool {
		found := out.Result == replay.Fails || out.Result == replay.Stuck && r.Anyway(ctx, values)
		switch {
		case found && out.Own:
			fails = prover.False
		case found:
			fails = prover.Blamed
		}
		return found
	})
	return fails
}

// runner prepares runs of a goal: where they come to what a proof uses another goal for, such
// as the contract of a procedure, its conditions must hold.
func (c *confirmer) runner(g *prover.Goal) *replay.Runner {
	r := replay.New(c.engine, g, c.functions)
	r.Needs(c.goals...)
	return r
}

// maxAsked bounds what a solver is asked about the runs of one goal.
const maxAsked = 8

// asking is runner for runs that a person is told of: what their left side says of all integers a solver
// decides, if nothing else does. What is returned as well is to be called in the end.
func (c *confirmer) asking(g *prover.Goal) (*replay.Runner, func()) {
	r, release := c.runner(g), func() {}
	if c.solver == nil {
		return r, release
	}
	var solver prover.Solver
	asked := map[uint64]bool{}
	r.Ask(func(ctx context.Context, formula *term.Term) bool {
		known, was := asked[formula.Hash()]
		if was || len(asked) == maxAsked {
			return known
		}
		if solver == nil {
			made, closed, err := c.solver()
			if err != nil {
				return false
			}
			solver, release = made, closed
		}
		known = solver.Check(ctx, smt.Query{Assertions: []*term.Term{term.Not(formula)}, Effort: smt.Steady}).Result == smt.Unsat
		asked[formula.Hash()] = known
		return known
	})
	return r, func() { release() }
}

// say puts into words how a program may be stuck, or what is not known of how it goes on:
// the proof knows the rules of the definition only. Who proves claims about rules reads
// of those.
func (c *confirmer) say(v *prover.Verdict) {
	f := v.Failure
	switch {
	case c.program == nil || f == nil || f.Code.IsZero():
	case f.Reason == prover.ReasonUndecided:
		f.Message = "it cannot be told how the program goes on: " + f.Because
	case f.Reason == prover.ReasonStuck && v.Status != prover.Refuted && c.engine.Explains():
		f.Message = "the program may be stuck"
		if f.Model == nil {
			return
		}
		switch why, beyond := replay.New(c.engine, v.Goal, c.functions).Why(f.State.Slots, f.Model); {
		case beyond:
			f.Message = "it cannot be told how the program goes on: " + why
		case why != "":
			f.Message += ": " + why
		}
	}
}

// tried counts runs that fail nothing, by how they end: as the right side says, in another form, so that
// it cannot be told whether they do, and not at all.
type tried struct{ held, differ, open, endless int }

// summary describes what the runs come to, after values of the solver or without.
func (t tried) summary(values map[*term.Variable]*term.Term) string {
	result := "not reproduced"
	if values == nil {
		result = "no counterexample"
	}
	return result + ": " + t.words()
}

func (t tried) words() string {
	switch {
	case t.held > 0 && t.differ > 0:
		return fmt.Sprintf("%d of %d runs on small values end in states of another form than the goal's right side has, the others as it says", t.differ, t.differ+t.held)
	case t.held > 0:
		return fmt.Sprintf("%d runs on small values end as the right side says; the annotations within may be wrong or too weak", t.held)
	case t.differ > 0:
		return fmt.Sprintf("%d runs on small values end in states of another form than the goal's right side has, so what was written could not be tried there", t.differ)
	case t.open > 0:
		return fmt.Sprintf("of %d runs on small values none can be told to end as the right side says, or not to: it is not evaluated", t.open)
	case t.endless > 0:
		return fmt.Sprintf("%d runs on small values were given up before their end", t.endless)
	}
	return "no values were found on which the left side can be run"
}

// search runs a goal on small values, with so much work, until one run fails: in the
// known way, if there is one.
func (c *confirmer) search(ctx context.Context, r *replay.Runner, v *prover.Verdict, known *replay.Outcome, work int) tried {
	return c.runs(ctx, r, work, r.Random, func(values term.Substitution, out replay.Outcome) bool {
		if known != nil && (out.Result != known.Result || out.Source != known.Source) {
			return false
		}
		if v.Status == prover.Unknown && out.Result == replay.Stuck && !r.Anyway(ctx, values) {
			return false
		}
		return c.shows(v, values, out, found)
	})
}

// runs runs a goal on values that are drawn, with so much work, until a run is the one that is looked for.
func (c *confirmer) runs(ctx context.Context, r *replay.Runner, work int, draw func(*rand.Rand) term.Substitution, is func(term.Substitution, replay.Outcome) bool) tried {
	limit := int(c.effort * float64(work))
	var t tried
	begun, started := r.Work(), false
	defer r.Until(0)
	more := func() bool {
		done := r.Work() - begun
		return done < limit && (started || done < limit/fruitless) && (t.held > 0 || t.differ < formless)
	}
	replay.Search(ctx, more, draw, func(values term.Substitution) bool {
		r.Until(r.Work() + max(limit/oneRun, leastRun))
		out := r.Run(ctx, values)
		started = started || out.Result != replay.Rejected
		switch out.Result {
		case replay.Holds:
			t.held++
		case replay.Differs:
			t.differ++
		case replay.Open:
			if out.Formula != nil {
				t.open++
			} else {
				t.endless++
			}
		}
		return is(values, out)
	})
	return t
}

// shrink makes the values of a confirmed counterexample smaller, one by one or all of them
// together, while the goal fails on them in the same way.
func (c *confirmer) shrink(ctx context.Context, r *replay.Runner, v *prover.Verdict) {
	if v.Status != prover.Refuted {
		return
	}
	values := r.Model(v.Failure.Model)
	begun := r.Work()
	known := r.Run(ctx, values)
	once := r.Work() - begun
	how := "made small by running it; "
	if strings.HasPrefix(v.Failure.Replay, found) {
		how = found
	}
	// The path that the report shows is that of the proof, if there are values that take it.
	path := v.Failure.State.PC
	if contradicted(path, values) {
		if along := c.along(ctx, r, v, known); along != nil {
			values, how = along, found
		} else {
			path = nil
		}
	}
	c.gather(ctx, r, v, values)
	limit := r.Work() + max(int(c.effort*smallWork), smallRuns*once)
	for again := true; again; {
		again = false
		r.Smaller(values, func(next term.Substitution) bool {
			if contradicted(path, next) {
				return true
			}
			out := r.Run(ctx, next)
			if out.Result == known.Result && out.Source == known.Source && c.shows(v, next, out, how) {
				values, again = next, true
			}
			return !again && r.Work() < limit && ctx.Err() == nil
		})
	}
}

// along returns values on the path of the proof on which the goal fails in the known way, and shows
// the run on them; nil: none were found.
func (c *confirmer) along(ctx context.Context, r *replay.Runner, v *prover.Verdict, known replay.Outcome) (along term.Substitution) {
	path := v.Failure.State.PC
	c.runs(ctx, r, smallWork, r.Random, func(values term.Substitution, out replay.Outcome) bool {
		if contradicted(path, values) || out.Result != known.Result || out.Source != known.Source || !c.shows(v, values, out, found) {
			return false
		}
		along = values
		return true
	})
	return along
}

// gather adds what else is false at the end of runs on values like those that are known: the solver
// is not asked about it where runs have shown that the goal fails.
func (c *confirmer) gather(ctx context.Context, r *replay.Runner, v *prover.Verdict, known term.Substitution) {
	f := v.Failure
	if f.Conjunct == nil || f.Uses != nil || f.Reason == prover.ReasonAssert || !untold(v) {
		return
	}
	like := func(rnd *rand.Rand) term.Substitution { return r.Like(rnd, known) }
	c.runs(ctx, r, gatherWork, like, func(_ term.Substitution, out replay.Outcome) bool {
		if out.Result == replay.Fails && out.Uses == nil && !out.Point && out.Conjunct != nil {
			f.Add(append([]*prover.Conjunct{out.Conjunct}, out.Also...))
		}
		return !untold(v)
	})
}

// untold reports whether somebody wrote more for the right side than what is told to be false.
func untold(v *prover.Verdict) bool {
	f := v.Failure
	return slices.ContainsFunc(v.Goal.Claim.Ensures, func(t *term.Term) bool {
		c := v.Goal.ConjunctOf(t)
		return c != nil && !c.Found && !c.Span.IsZero() && c.Span != f.Conjunct.Span &&
			!slices.ContainsFunc(f.Also, func(also prover.Conjunct) bool { return also.Span == c.Span })
	})
}

// contradicted reports whether values make a condition false.
func contradicted(conditions []*term.Term, values term.Substitution) bool {
	return slices.ContainsFunc(conditions, func(c *term.Term) bool { return values.Apply(c) == term.False })
}

// found is said of values on which nothing but runs has come.
const found = "found by running it on small values; "

// formless are the runs after which a search is given up if all that end do so in states of another form than the right side
// has, of which nothing can be told: its form is that of no run then.
const formless = 200

// fruitless is the share of a search after which it is given up if none of the values
// satisfies the left side.
const fruitless = 2

// oneRun is the share of a search that one run may take, and leastRun what it may take in any case:
// some do not end.
const (
	oneRun   = 16
	leastRun = 20_000
)

// smallWork bounds the search for smaller values than those that are known to
// fail: a person wants to follow them by hand.
const smallWork = 50_000

// smallRuns is how many runs such a search may take in any case: a long one can be made short.
const smallRuns = 16

// gatherWork bounds the search for what else is false.
const gatherWork = 100_000

// small reports whether no integer among the values is large.
func small(values term.Substitution) bool {
	const large = 20
	isLarge := func(t *term.Term) bool {
		n, ok := t.Int64()
		return t.IsInt() && (!ok || n > large || n < -large)
	}
	for _, t := range values {
		if isLarge(t) || t.Kind() == term.KArray && slices.ContainsFunc(t.ArrayEntries(), func(e term.Entry) bool { return isLarge(e.Value) }) {
			return false
		}
	}
	return true
}

// shows reports whether a run fails, and puts it with its values into the failure.
func (c *confirmer) shows(v *prover.Verdict, values term.Substitution, out replay.Outcome, how string) bool {
	f, names := v.Failure, c.outside(v, values, out)
	switch {
	case out.Result == replay.Stuck, out.Result == replay.Fails:
	case out.Result == replay.Differs && len(names) > 0:
	case out.Result == replay.Differs && !f.Left.IsZero() && !f.Led && c.leaves(v.Goal, values, out.End):
	default:
		return false
	}
	told, open := missed(f), f.Open
	if f.Abstract && f.Status != prover.Unknown && f.Reason == prover.ReasonNotImplied && f.Uses == nil && f.Conjunct != nil && !f.Conjunct.Found {
		open = append([]prover.Conjunct{*f.Conjunct}, open...)
	}
	f.Abstract = false // a run has shown what fails
	f.Status, v.Status, f.Asked = prover.Refuted, prover.Refuted, ""
	model := maps.Clone(values)
	if how == "" { // what was made on the way of the proof keeps its value
		model = maps.Clone(term.Substitution(f.Model))
		maps.Copy(model, values)
	}
	f.Spurious, f.Model = false, model
	f.Start = observe(v.Goal, leftOf(c.engine, v.Goal), values)
	f.End = prover.Now(observe(v.Goal, out.End, values))
	if how != "" { // the proof came there on other values, perhaps by another way
		f.Path = nil
		for _, pos := range out.Path {
			if s := v.Goal.Program.Locate(pos); !s.IsZero() {
				f.Path = append(f.Path, s)
			}
		}
	}
	if len(names) > 0 {
		f.Replay = how + "confirmed: run on these values, it ends with another value than before: " + strings.Join(names, ", ")
		return true
	}
	if out.Result == replay.Differs {
		f.Replay = how + "confirmed: run on these values, it ends with something that was made on the way, and to which nothing leads"
		return true
	}
	f.Replay = how + "confirmed: run on these values, " + c.describe(f, v.Goal, out)
	if len(out.Asked) > 0 {
		f.Replay += "; that they satisfy " + strings.Join(out.Asked, " and ") + " a solver has proved"
	}
	if f.Reason == prover.ReasonNotImplied && f.Uses == nil {
		f.Add(told)
		f.Doubt(open)
	}
	if v.Goal.Around != v.Goal && !v.Goal.FromStart && c.program != nil {
		f.Replay += "; this state satisfies the invariant, and what follows it does not: the invariant may be too weak, or the program wrong"
	}
	return true
}

// missed are the conditions of the right side that somebody wrote and solvers have found not to
// follow: a run that fails need not violate each.
func missed(f *prover.Failure) []*prover.Conjunct {
	if f.Reason != prover.ReasonNotImplied || f.Uses != nil {
		return nil
	}
	var out []*prover.Conjunct
	if f.Conjunct != nil && !f.Conjunct.Found && f.Status != prover.Unknown && !f.Abstract {
		out = append(out, f.Conjunct)
	}
	for _, c := range f.Also {
		out = append(out, &c)
	}
	return out
}

// leaves reports whether a run has made something that is there at its end, and to which certainly nothing leads: its
// place occurs nowhere but in what nothing leads to either.
func (c *confirmer) leaves(g *prover.Goal, values term.Substitution, end []*term.Term) bool {
	made := map[int64][]*term.Term{} // what is in each map at a new place
	var led []*term.Term             // what was there before, or is no map
	starts := map[int]*term.Term{}
	for _, s := range g.Claim.Left {
		starts[s.Index] = values.Apply(s.Term)
	}
	for i, t := range end {
		start := starts[i]
		switch {
		case i == c.engine.Definition.Layout.Counter:
			continue
		case t.Kind() != term.KMap || start == nil || start.Kind() != term.KMap:
			led = append(led, t)
			continue
		}
		t.EachEntry(func(key, value *term.Term) bool {
			n, ok := key.Int64()
			if _, was := start.Get(key); key.IsInt() && ok && was == term.Absent {
				made[n] = append(made[n], value)
			} else {
				led = append(led, key, value)
			}
			return true
		})
	}
	for len(led) > 0 {
		t := led[len(led)-1]
		led = led[:len(led)-1]
		term.Walk(t, func(u *term.Term) bool {
			if n, ok := u.Int64(); u.IsInt() && ok {
				led = append(led, made[n]...)
				delete(made, n)
			}
			return true
		})
	}
	return len(made) > 0
}

// outside are the names of what a run has changed, where a goal failed as more changes than somebody
// listed. That other things than these are as the right side has them is a guess of rlv's.
func (c *confirmer) outside(v *prover.Verdict, values term.Substitution, out replay.Outcome) []string {
	f := v.Failure
	if out.Result != replay.Differs || f.Conjunct == nil || v.Goal.Listed.IsZero() || f.Conjunct.Span != v.Goal.Listed || c.looked == maxLooked {
		return nil
	}
	c.looked++
	return slices.DeleteFunc(prover.Changed(c.engine, v.Goal, &rewrite.State{Slots: out.End}, values, values), func(name string) bool {
		return isListed(name, v.Goal.Listed.Text())
	})
}

// maxLooked bounds the runs of a goal of which it is looked what else they change: all that has a name is read.
const maxLooked = 20

// isListed reports whether the name of a value is that of something that an annotation lists, or of a part of it.
func isListed(name, annotation string) bool {
	_, list, _ := strings.Cut(annotation, ":")
	name = strings.TrimSuffix(strings.TrimPrefix(name, "len("), ")")
	return slices.ContainsFunc(strings.Split(list, ","), func(item string) bool {
		item = strings.ReplaceAll(strings.TrimLeft(strings.TrimSpace(item), "*"), "->", ".")
		rest, within := strings.CutPrefix(name, item)
		return within && item != "" && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// describe returns in words how a run fails. A failure that is another one than that of
// the proof takes its place in the report.
func (c *confirmer) describe(f *prover.Failure, goal *prover.Goal, out replay.Outcome) string {
	if out.Result == replay.Stuck {
		what, at := "the program is stuck", c.codeOf(out.End)
		if !at.IsZero() {
			line, column := at.File.Position(at.Start)
			what += fmt.Sprintf(" at %d:%d: %s", line, column, source.Shorten(at.Text(), 40))
		}
		why := c.engine.Explain(out.End)
		if why != "" {
			what += ": " + why
		}
		if f.Reason != prover.ReasonStuck {
			replace(f, prover.ReasonStuck, "the program is stuck", nil, out)
		}
		f.Code = at
		if why != "" {
			f.Message = "the program is stuck: " + why
		} else if c.engine.Explains() && !at.IsZero() {
			f.Message = "the program is stuck"
		}
		return what
	}
	if out.Uses != nil {
		if f.Conjunct == nil || f.Conjunct.Span != out.Conjunct.Span || f.Conjunct.Text != out.Conjunct.Text {
			f.Also = nil
		}
		f.Uses = out.Uses
		f.Reason, f.Message, f.Conjunct, f.Formula = prover.ReasonCut, prover.NotHere, out.Conjunct, out.Formula
		why := "this does not hold"
		if out.Conjunct.Measure {
			f.Reason, f.Message, why = prover.ReasonVariant, prover.NoDecrease, notSmaller
		}
		c.look(f, f.Uses, out)
		f.Add(out.Also)
		f.End = append(f.End, prover.ObservedMeasure(out.Measure, f.Model)...)
		at := out.Call
		if at.IsZero() {
			at = c.codeOf(out.End)
		}
		if !at.IsZero() {
			if !f.Code.IsZero() || at == out.Call { // of several calls, the run may come to another one
				f.Code = at
			}
			line, column := at.File.Position(at.Start)
			what, _, _ := strings.Cut(at.Text(), "\n")
			return fmt.Sprintf("it comes to %d:%d: %s, where %s: %s", line, column, source.Shorten(what, 40), why, out.Conjunct.Text)
		}
		return "it comes to where " + why + ": " + out.Conjunct.Text
	}
	reason, message, what := prover.ReasonNotImplied, "this does not follow where the goal's right side is reached", "it ends where the right side does not hold"
	if out.Conjunct != nil && out.Conjunct.Measure {
		reason, message, what = prover.ReasonVariant, prover.NoDecrease, notSmaller
	}
	if out.Point {
		reason, message, what = prover.ReasonAssert, "this assertion does not hold here", "it comes to an assertion that does not hold"
	}
	if same := f.Conjunct == nil && out.Conjunct == nil; !same && (f.Conjunct == nil || out.Conjunct == nil || f.Conjunct.Span != out.Conjunct.Span || f.Conjunct.Text != out.Conjunct.Text) {
		replace(f, reason, message, out.Conjunct, out)
	}
	if out.Conjunct != nil {
		what += ": " + out.Conjunct.Text
		c.look(f, goal, out)
		f.Add(out.Also)
	}
	return what
}

// notSmaller is said of a run that comes back.
const notSmaller = "this measure is negative, or no smaller than before"

// look finds what is false in a condition that is false at the end of a run: in which
// definition, and for which values of quantified variables.
func (c *confirmer) look(f *prover.Failure, goal *prover.Goal, out replay.Outcome) {
	f.For = nil
	fails := func(t *term.Term) bool {
		holds, known := c.functions.Truth(t)
		return known && !holds
	}
	f.Add(goal.Definitions.Beside(out.Conjunct, out.Formula, fails))
	f.Within = goal.Definitions.Within(out.Conjunct, out.Formula, func(_ []*term.Term, t *term.Term) bool { return fails(t) }, func(universal *term.Term) *term.Term {
		body, value := c.functions.Instance(universal)
		if body != nil {
			f.For = append(f.For, prover.Observation{Name: universal.Arg(0).Variable().BaseName(), Value: value})
		}
		return body
	})
}

// replace makes a failure that of a run.
func replace(f *prover.Failure, reason prover.Reason, message string, conjunct *prover.Conjunct, out replay.Outcome) {
	f.Reason, f.Message, f.Conjunct, f.Formula = reason, message, conjunct, out.Formula
	f.Uses, f.Also, f.Open, f.Within, f.Code, f.Path, f.Asked = nil, nil, nil, nil, source.Span{}, nil, ""
}

func leftOf(e *rewrite.Engine, g *prover.Goal) []*term.Term {
	slots := make([]*term.Term, len(e.Definition.Layout.Slots))
	for _, s := range g.Claim.Left {
		slots[s.Index] = s.Term
	}
	return slots
}

// observe reads the variables of the program in a configuration.
func observe(g *prover.Goal, slots []*term.Term, values term.Substitution) []prover.Observation {
	obs := g.Program.Observe(&rewrite.State{Slots: slots}, values)
	for i := range obs {
		obs[i] = obs[i].Under(values)
	}
	return obs
}

// codeOf is the place of what a stuck program was about to do; zero: it is not known.
func (c *confirmer) codeOf(slots []*term.Term) source.Span {
	k := c.engine.Definition.Layout.K
	if c.program == nil || k < 0 {
		return source.Span{}
	}
	return prover.CodeOf(c.program.Span, slots[k])
}

// refute looks for values for which a lemma does not hold.
func (s *solvers) refute(l annotate.Lemma, functions replay.Functions, hypotheses []*term.Term, v *prover.Verdict) {
	body := insideOf(l)
	values := s.falsified(l, functions, refuteWork)
	if values == nil {
		a := s.first.Valid(s.ctx, hypotheses, body)
		if a.Result != smt.Sat {
			return
		}
		// A step of an induction that fails says nothing of the lemma itself.
		v.Failure.Spurious, values = a.Approximate || l.Hypothesis != nil, a.Model
	}
	f := v.Failure
	holds, known := functions.Truth(values.Apply(body))
	if known && holds { // what the solver does not know of functions makes the difference
		f.Spurious = false
		return
	}
	if known {
		values = functions.Smallest(body, values)
	}
	f.Model = values
	for _, x := range term.Vars(body) {
		if value := values[x]; value != nil {
			f.Start = append(f.Start, prover.Observation{Name: x.BaseName(), Value: value})
		}
	}
	if known {
		f.Spurious, f.Replay = false, "confirmed: evaluated for these values, the lemma is false"
	}
	if !f.Spurious {
		v.Status, f.Status = prover.Refuted, prover.Refuted
	}
}

// falsified returns small values for which a lemma does not hold; nil: none were found with so
// much work.
func (s *solvers) falsified(l annotate.Lemma, functions replay.Functions, work float64) term.Substitution {
	return functions.Counterexample(s.ctx, int(s.opts.Effort*work), insideOf(l))
}

// insideOf is a lemma without its quantifiers.
func insideOf(l annotate.Lemma) *term.Term {
	body := l.Goal
	for body.Is(term.Forall) {
		body = body.Arg(1)
	}
	return body
}

// refuteWork bounds the search for small values for which a lemma is false, in
// applications of functions; firstLemmaWork is the share that is spent before a solver is asked that is no quicker.
const (
	refuteWork     = 100_000
	firstLemmaWork = 2_000
)
