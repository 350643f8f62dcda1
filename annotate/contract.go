package annotate

import (
	"fmt"
	"maps"
	"slices"

	"rlv/annotate/alias"
	"rlv/annotate/allocation"
	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/annotate/ways"
	"rlv/prover"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// contract is a procedure that is verified for itself.
type contract struct {
	*attach.Procedure
	c         *compiler
	name      string
	global    *rewrite.State // declarations loaded, globals arbitrary
	left      *rewrite.State // the call on top of the computation
	frame     *term.Term
	names     []string                 // of the parameters in order; "" where one has none
	args      map[string]meaning.Value // parameters by name
	result    *meaning.Value
	pre, post []meaning.Clause
	variant   *prover.Variant
	changed   map[*term.Variable]bool // contents that the procedure modifies
	given     bool                    // modifies was given
	opaque    map[*term.Variable]bool // what it lists of which nothing is known, and which is changed where paths change it
	// led and open are globals with pointers that lead nowhere where the program starts: where it is called they
	// lead to something, as the precondition speaks of it, or anywhere.
	led, open []*term.Term
	listed    map[string]bool         // the names that it lists
	leading   map[*term.Variable]bool // the places to which the parts that it lists lead
	// partly are the array parameters of which elements may be uninitialised on
	// entry: those for which a verified caller passes such an array.
	partly map[string]bool
	marks  []mark // of those, of what has a value on entry
	notes
	// inferred counts how often the precondition may have been made stronger for them, of
	// which the first clauses are as written.
	inferred, written int
	endings           int // how often what it gives a value was looked for
	// inside says that arrays and pointers may lead to anywhere in their blocks, as
	// some caller passes such. What lies before them then keeps its value.
	inside  bool
	nowhere alias.Nowhere // the parameters that lead nowhere
	// passed is what calls pass otherwise than a contract of the procedure has it; whole is the left side as it
	// would be if all had a value. others are the contracts for such calls, of which this is the usual one.
	passed alias.Passed
	whole  *rewrite.State
	others []*contract
	mixed  bool            // what has no value has one at some ends only
	spoilt map[string]bool // what no contract can be made for, or none that is read, by words
	// granted are the conjuncts of the precondition that memory is allocated.
	granted []*syntax.Node
	// shared are the parameters that lead into the array of an earlier one.
	shared map[int]int
	// elements are those that modifies lists of arrays that it does not list as a whole.
	elements []meaning.Listed
	// made is what the procedure leaves behind that was not there; nil: nothing, or
	// it is not known yet. It is looked for where the result cannot be read without.
	made    *allocation.Allocation
	moved   []*term.Variable // places of what may be elsewhere at the end, and numbers there
	pending bool             // post is not read yet, since what is made is not known
	noEnd   bool             // no path comes to an end, so that it is not known what is made there
	sought  bool             // what is made was looked for
	again   bool             // and once more, where the calls of the procedure itself return that
	// unfit is a call that the contract does not cover, if there is one.
	unfit source.Span
	use   *rewrite.Program
	goal  *prover.Goal
	limit string // at which its exploration was stopped; "": it was not
}

// newContract builds the left side of a contract, for calls where some parameters lead nowhere, or are passed otherwise than
// is usual, and a first right side.
func newContract(c *compiler, p *attach.Procedure, nowhere alias.Nowhere, passed alias.Passed) *contract {
	ct := &contract{c: c, Procedure: p, name: p.Name.String() + nowhere.Words(c.Shape, p) + passed.Words(c.Shape, p), partly: map[string]bool{}, nowhere: nowhere, passed: passed, spoilt: map[string]bool{}}
	if !ct.begin() {
		return nil
	}
	return ct
}

// begin makes the left side, and the right side for what the procedure
// plainly modifies.
func (ct *contract) begin() bool {
	c := ct.c
	ct.changed, ct.frame, ct.given = map[*term.Variable]bool{}, term.Fresh("Rest", term.SortK), false
	ct.made, ct.moved, ct.result, ct.pending, ct.sought, ct.again = nil, nil, nil, false, false, false
	ct.opaque = map[*term.Variable]bool{}
	ct.marks, ct.reads, ct.noted, ct.inferred, ct.endings = nil, nil, nil, 0, 0
	if !ct.invoke() {
		return false
	}
	ct.pre = slices.Concat(c.clauses(ct.passed.Asked(c.Shape, ct.Procedure), ct.entry()), alias.Led(c.Reader, ct.Procedure, ct.args), alias.Sized(c.Reader, ct.Procedure, ct.args, ct.left))
	var defined []meaning.Clause
	ct.variant, defined = c.variant(ct.Procedure.Decreases, ct.entry())
	ct.pre = append(ct.pre, defined...)
	ct.written = len(ct.pre)
	ct.guess()
	ct.makeGoal()
	return true
}

// invoke finds the state in which the procedure is called with arbitrary
// arguments in an arbitrary caller.
func (ct *contract) invoke() bool {
	c := ct.c
	st := meaning.Renamed(c.loaded, c.any, "", nil)
	st, ct.led, ct.open = alias.Lead(c.Reader, st, ct.Procedure, c.parts)
	ct.global = st
	fail := func(err error) bool {
		c.problem(source.Errorf(ct.Span, "no-contract", "this function cannot be called with arbitrary arguments: %v", err))
		return false
	}
	if next, _, err := c.Ask(st, shape.Frame); err == nil {
		st = next
	} else if c.Shape.Probe(shape.Frame) != nil {
		return fail(err)
	}
	sym := c.Shape.Probe(shape.Invoke)
	if ct.inside {
		sym = c.Shape.Probe(shape.InvokeInside)
	}
	if sym == nil {
		return fail(fmt.Errorf("the definition has no probe(invoke)"))
	}
	k := term.Seq(term.App(sym, ct.Procedure.Name), ct.frame)
	k = c.Behind(shape.Variable, ct.passed.Variables(c.Shape, ct.Procedure), c.Behind(shape.Many, alias.Indexed(c.Shape, ct.Procedure), k))
	k = c.parts.Behind(c.Reader, k)
	st = c.WithK(st, k)
	for range meaning.MaxProbe {
		if c.CallArguments(st) != nil {
			if st = ct.nowhere.In(c.Reader, st); st == nil {
				return fail(fmt.Errorf("a parameter that the precondition compares with a null pointer leads to nothing of its own"))
			}
			st = ct.passed.Together(c.Reader, st)
			if ct.shared = alias.Pairs(c.Reader, st, alias.Related(c.Shape, ct.Procedure)); len(ct.shared) > 0 {
				if !ct.inside && c.Shape.Probe(shape.InvokeInside) != nil {
					ct.inside = true
					return ct.invoke()
				}
				st = alias.Share(c.Reader, st, ct.shared)
			}
			return ct.nameArguments(c.WithK(st, meaning.Unplaced(st.Slots[c.K])))
		}
		d := c.Engine.Derive(st, c.Oracle)
		if len(d.Successors) != 1 {
			break
		}
		st = d.Successors[0].State
	}
	return fail(c.Reader.Why(st))
}

// nameArguments gives the arbitrary values of the call the names of the parameters.
func (ct *contract) nameArguments(st *rewrite.State) bool {
	c := ct.c
	args := c.CallArguments(st)
	n := &alias.Naming{Reader: c.Reader, Partly: ct.partly, Mark: ct.mark, By: term.Substitution{}}
	var names []string
	for i, p := range c.Shape.Elements(ct.Params) {
		base := ""
		if roots := c.Shape.RootNames(p); i < len(args) && len(roots) > 0 {
			base = roots[0].Text()
			n.Argument(st, args[i], base)
		}
		names = append(names, base)
	}
	for _, g := range ct.led {
		if v, ok := c.ValueOf(ct.global, g); ok && v.Array != nil {
			n.Argument(ct.global, g, g.Text())
		} else {
			n.Fields(ct.global, g, g.Text())
		}
	}
	ct.global = meaning.Substituted(n.By, ct.global)
	if c.Counter >= 0 {
		next := term.Fresh("Next", term.SortInt)
		st = c.WithK(st, st.Slots[c.K])
		st.Slots[c.Counter] = next
	}
	ct.left, ct.names = c.ofTypes(meaning.Substituted(n.By, st)), names
	ct.args = map[string]meaning.Value{}
	for i, a := range c.CallArguments(ct.left) {
		if i < len(names) && names[i] != "" {
			v, ok := c.ValueOf(ct.left, a)
			if !ok || v.Array != nil && v.Array.OfObjects() {
				v.Object = a
			}
			if v.Place = a; ct.nowhere[i] != nil {
				v.Nowhere = term.True
			}
			v.Pointee = ct.passed[i].Variable
			ct.args[names[i]] = v
		}
	}
	ct.granted = allocation.Grants(c.Reader, ct.Procedure.Pre)
	for _, n := range ct.granted {
		ct.left = c.WithK(ct.entry().Granted(ct.left, n), ct.left.Slots[c.K])
	}
	ct.whole = ct.left
	ct.left = ct.passed.In(ct.left, c.CallArguments(ct.left))
	return true
}

// entry is the scope of a precondition: parameters and globals on entry.
func (ct *contract) entry() *meaning.Scope {
	c := ct.c
	s := &meaning.Scope{Reader: c.Reader, Names: ct.args, State: ct.readable(nil)}
	s.Old = s
	return s
}

// readable is a state in which globals can be read by name and the streams and
// the memory are those of the left side, with final contents if sub is given. What is
// known of the contents on entry is not known of the final ones.
func (ct *contract) readable(sub term.Substitution) *rewrite.State {
	c := ct.c
	st := c.WithK(ct.left, term.DotK)
	if sub != nil {
		st = c.WithK(ct.behind(), term.DotK)
	}
	ct.showGlobals(st)
	if sub != nil {
		st = meaning.Substituted(sub, st)
		st.PC = ct.left.PC
	}
	return st
}

// behind is the left side with values where the procedure gives them.
func (ct *contract) behind() *rewrite.State {
	return ct.passed.Behind(ct.left, ct.whole, ct.c.CallArguments(ct.left), ct.changed)
}

// showGlobals makes the globals readable in a state, which it changes: the frame
// probe hides them behind an unknown environment. Where it put a variable for
// something known, what was known is read.
func (ct *contract) showGlobals(st *rewrite.State) {
	for i, cell := range ct.c.Engine.Definition.Layout.Slots {
		if cell.Stream == "" && ct.left.Slots[i].IsVar() && !ct.global.Slots[i].IsVar() && i != ct.c.Counter {
			st.Slots[i] = ct.global.Slots[i]
		}
	}
}

// guess takes what the procedure modifies from its modifies clause, or
// from what its text assigns to.
func (ct *contract) guess() {
	c := ct.c
	whole, part := c.Shape.Assigned(ct.Body)
	names := shape.Unique(append(whole, part...))
	var parts []*syntax.Node
	if len(ct.Modifies) > 0 {
		ct.given, ct.listed, ct.leading = true, map[string]bool{}, map[*term.Variable]bool{}
		listed := c.modified(ct.Modifies)
		names, parts = alias.Elements(c.Shape, ct.Procedure, ct.args, listed)
		for _, n := range listed.Names {
			ct.listed[n.Text()] = true
		}
		for _, kind := range listed.Streams {
			if v, ok := c.Stream(ct.left, kind); ok {
				ct.changes(v.List)
			}
		}
	}
	global, local := alias.NamesOf(c.GlobalNames()), alias.NamesOf(c.Shape.Declared(ct.Body))
	for _, n := range names {
		v, isParam := ct.args[n.Text()]
		switch {
		case isParam && v.Array != nil && v.Object == nil:
			ct.changesValue(v)
		case isParam && v.Object != nil:
			maps.Copy(ct.opaque, ct.call().Opaque(v.Object))
			for _, f := range c.Fields(ct.whole, v.Object) {
				if f.Array != nil || ct.inMemory(f.Scalar) {
					ct.changesValue(f.Value)
				}
			}
		case isParam && ct.inMemory(v.Scalar):
			ct.changes(v.Scalar)
		case !isParam && global[n.Text()] && (ct.given || !local[n.Text()]):
			st := ct.readable(nil)
			if v, ok := c.ValueOf(st, n); !ok || v.Array != nil && v.Array.OfObjects() {
				for _, f := range c.Fields(st, n) {
					ct.changesValue(f.Value)
				}
			} else {
				ct.changesValue(v)
			}
		case !isParam && ct.given && !global[n.Text()]:
			c.problem(source.Errorf(ct.Modifies[0].Span, "unknown-name", "modifies lists %s, which is neither a parameter of %s nor a global variable", n.Text(), ct.name))
		}
	}
	ct.changesParts(parts)
}

// changesParts notes parts and elements that a contract lists. Of an array of which only
// elements are listed the others keep their values.
func (ct *contract) changesParts(parts []*syntax.Node) {
	var listed []meaning.Listed
	var problem *source.Diagnostic
	if parts, problem = ct.entry().Places(parts); problem != nil {
		ct.c.problem(problem)
	}
	for _, n := range parts {
		switch v, at, problem := ct.entry().Place(n); {
		case n.Root() != nil && ct.args[n.Root().Name].Nowhere != nil:
		case problem != nil:
			ct.c.problem(problem)
		case at == nil:
			for _, held := range ct.c.Held(ct.readable(nil), v) {
				if t := held.Scalar; t != nil && !t.IsVar() && !t.IsGround() { // of an array, which would all be listed
					ct.c.problem(source.Errorf(n.Span, "wrong-operand", "modifies lists %s as an element of an array: write a[i].x", n.Span.Text()))
				}
				ct.changesValue(held)
			}
			if v.Array != nil && v.Array.Object != nil && v.Array.Object.IsVar() {
				ct.leading[v.Array.Object.Variable()] = true
			}
		case !rewrite.Follows(ct.c.Oracle, slices.Concat(ct.left.PC, meaning.Formulas(ct.pre)), at.Defined):
			ct.c.problem(source.Errorf(n.Span, "wrong-operand", "the modifies of a contract lists elements by numbers that have a value where the precondition holds"))
		default:
			listed = append(listed, meaning.Listed{Array: v.Array, At: at})
		}
	}
	isWhole := func(e meaning.Listed) bool { return ct.changed[e.Array.Array.Variable()] }
	ct.elements = slices.DeleteFunc(listed, isWhole)
	for _, e := range ct.elements {
		ct.changesValue(meaning.Value{Array: e.Array})
	}
}

// inMemory reports whether a parameter is a reference: its value stands in the left
// side's memory, not in the call.
func (ct *contract) inMemory(t *term.Term) bool { return !pattern.SameVars(t, ct.left.Slots[ct.c.K]) }

func (ct *contract) changesValue(v meaning.Value) {
	if v.Array == nil {
		ct.changes(v.Scalar)
		return
	}
	ct.changes(v.Array.Array)
	ct.changes(v.Array.Initialised)
}

func (ct *contract) changes(t *term.Term) {
	for _, v := range term.Vars(t) {
		ct.changed[v] = true
	}
}

// makeGoal makes the goal of a contract for what is known to be modified.
func (ct *contract) makeGoal() {
	c := ct.c
	final := term.Substitution{}
	for v := range ct.changed {
		final[v] = term.Fresh(v.BaseName(), v.Sort)
	}
	right := meaning.Substituted(final, ct.behind())
	right = c.WithK(right, ct.frame)
	if c.Counter >= 0 {
		n := term.Fresh("Next", term.SortInt)
		right.Slots[c.Counter] = n
		final[ct.left.Slots[c.Counter].Variable()] = n
	}
	var more, unknown []*term.Variable
	cases := ct.made.Cases(c.Engine.Definition.Lattice)
	if st, top, err := c.Ask(ct.global, shape.Outcome, ct.Procedure.Name); err == nil && st != nil && top != nil {
		unknown = term.Vars(top)
		more = append(more, unknown...)
		if ct.made != nil && ct.made.Top != nil {
			top = ct.made.Top
		}
		right.Slots[c.K] = term.Seq(top, ct.frame)
		v, ok := c.ValueOf(ct.made.In(ct.readable(final)), top)
		ct.pending = ct.pending || !ok && len(unknown) > 0 && ct.made == nil && ct.result == nil
		if v.Place = top; !ok || v.Array != nil && v.Array.OfObjects() {
			v.Object = top
		}
		v.Pointee = v.Scalar != nil && !term.Equal(v.Scalar, top) && top.Sort() != v.Scalar.Sort()
		if v = v.Perhaps(cases); cases != nil {
			right.Slots[c.K], more = term.Seq(cases.Of.Term(), ct.frame), append(more, cases.Variables()...)
		}
		ct.result = &v
	}
	right = ct.made.Behind(right)
	ct.post = nil
	end := &meaning.Scope{Reader: c.Reader, Names: ct.args, State: ct.made.In(ct.readable(final)), Old: ct.entry(), Held: ct.holders()}
	if ct.made != nil { // it is elsewhere than what is gone, and than what was there before
		end.State.PC = slices.Concat(end.State.PC, c.Engine.Freshness().Facts(ct.left.Slots, ct.left.PC), ct.made.Above())
	}
	if len(unknown) > 0 || ct.result != nil && ct.result.Object == nil { // else nothing is returned, which is the same at every end
		end.Result = ct.result
	}
	ct.pending = ct.pending || !ct.sought && alias.LeadsNowhere(c.Reader, end, ct.Procedure.Post, ct.listed)
	problems := c.problems.ErrorCount()
	if !ct.pending {
		ct.post = append(c.clauses(ct.Procedure.Post, end), ct.before(end.State)...)
		ct.post = append(ct.post, ct.kept(end.State)...)
		ct.post = append(ct.post, ct.gives(end.State, ct.post)...)
	}
	if !ct.sought && len(unknown) == 0 && c.problems.ErrorCount() > problems { // it may speak of what is made
		c.problems.Cut(problems)
		ct.pending, ct.post = true, nil
	}
	if ct.noEnd && c.problems.ErrorCount() > problems { // why there is no end is told by its proof
		c.problems.Cut(problems)
		ct.post = []meaning.Clause{{Formula: term.False, Span: ct.Span, Text: "what " + ct.name + " returns is known"}}
	}
	ct.post = append(ct.post, meaning.OthersKeep(ct.elements, ct.Modifies, func(v *term.Variable) *term.Term { return final[v] })...)
	if ct.goal = ct.newGoal(); cases != nil {
		ct.goal.Cases = cases
		ct.post = append(ct.post, meaning.Clause{Formula: cases.Formula(), Span: ct.Span, Text: "what is returned leads to what it leads to, or nowhere", Found: true})
	}
	for _, t := range final {
		more = append(more, t.Variable())
	}
	more = append(more, ct.made.Variables()...)
	if !ct.HasContract() {
		ct.anyEnd(right, more)
		return
	}
	ct.post = append(ct.post, c.typed(right, more, ct.Span)...)
	c.finishGoal(ct.goal, right.Slots, ct.post, more)
	ct.goal.Claim.Ensures = slices.Concat(ct.goal.Claim.Ensures, ct.made.Below(right, c.Counter), ct.made.Above(), ct.call().MovedTo(ct.moved, final, right))
	ct.use = rewrite.NewProgram(c.Engine.Definition.Lattice, ct.goal.Claim, nil)
}

// anyEnd gives the goal of a procedure without contract a right side that says no more than that it ends: nothing rests on what it
// leaves in memory, which may be what was never given back.
func (ct *contract) anyEnd(right *rewrite.State, more []*term.Variable) {
	for i, t := range right.Slots {
		if i != ct.c.K && slices.ContainsFunc(term.Vars(t), func(v *term.Variable) bool { return t.Sort() == term.SortMap && v.Sort == term.SortMap }) {
			right.Slots[i] = term.Fresh("Any", term.SortMap)
			more = append(more, right.Slots[i].Variable())
		}
	}
	ct.post = nil
	ct.c.finishGoal(ct.goal, right.Slots, nil, more)
	ct.use = rewrite.NewProgram(ct.c.Engine.Definition.Lattice, ct.goal.Claim, nil)
}

// holders are the arguments of the call by the names of their parameters, as far as they
// are read as values: what arrays and references hold changes, not what they are.
func (ct *contract) holders() map[string]*term.Term {
	out := map[string]*term.Term{}
	for i, a := range ct.c.CallArguments(ct.left) {
		if i < len(ct.names) && ct.names[i] != "" && ct.args[ct.names[i]].Object == nil {
			out[ct.names[i]] = a
		}
	}
	return out
}

func (ct *contract) newGoal() *prover.Goal {
	c := ct.c
	u := newUnit(c, ct.name, ct.left)
	u.old, u.home = ct.entry(), ct.Procedure.Home
	st := *ct.left
	st.PC = slices.Concat(ct.left.PC, meaning.Formulas(ct.pre))
	g := c.newGoal(u, ct.name, fmt.Sprintf("the contract of %s", ct.name), ct.Span, &st, &watch{u: u})
	g.Conjuncts = append(g.Conjuncts, meaning.ConjunctsOf(ct.pre...)...)
	g.Cut, g.Around = true, g
	if ct.given {
		g.Frame = fmt.Sprintf("%s changes what its modifies does not list: all else must keep its value", ct.name)
		g.Listed = ct.Modifies[0].Span
	}
	g.Recursion, g.Trusted = c.recursive[ct.Procedure], ct.Bodiless
	g.Variant = ct.variant
	g.Program = &aboutContract{g.Program, c, ct}
	if !ct.Procedure.HasContract() {
		g.NotAHypothesis = true
		g.Title = fmt.Sprintf("%s runs without getting stuck", ct.name)
	}
	return g
}

// explore finds the loops of a procedure and what it modifies; it reports
// whether it modifies more than was known.
func (ct *contract) explore() bool {
	c := ct.c
	start, relaxed := *ct.left, len(c.relaxed)
	start.PC = slices.Concat(ct.left.PC, meaning.Formulas(ct.pre))
	x := c.followed(&start, fromCall, ways.Of(c.options.Merging), func() *exploration {
		u := newUnit(c, ct.name, ct.left)
		u.old, u.around, u.contract, u.home = ct.entry(), ct.goal, ct, ct.Procedure.Home
		return &exploration{c: c, owner: u, ends: ct.ended}
	})
	if ct.pending && len(c.relaxed) > relaxed {
		return true // not all paths were followed
	}
	if more := ct.modifiesMore(x.finals); more || ct.pending {
		if ct.pending {
			ct.pending, ct.sought, ct.made, ct.noEnd = false, true, allocation.Of(ct.call(), x.finals), len(x.finals) == 0 && !ct.Bodiless
		}
		ct.makeGoal()
		return true
	}
	if ct.noEnd && len(x.finals) > 0 { // what was called was not known yet
		ct.noEnd, ct.made = false, allocation.Of(ct.call(), x.finals)
		ct.makeGoal()
		return true
	}
	for _, st := range x.finals {
		ct.noteEnd(st, x.owner.rigid)
	}
	if ct.returnsMore(x.finals) || ct.leads(x.finals) || ct.moves(x.finals) || ct.readsMore() || ct.givesMore(x.finals, x.owner.rigid) {
		ct.makeGoal()
		return true
	}
	if strays, goes := allocation.Strays(ct.call(), x.finals); strays || goes {
		ct.goal.Listed = source.Span{} // what a run ends with may be what is listed
		switch {
		case ct.made != nil || len(ct.moved) > 0:
		case strays:
			ct.goal.Frame = fmt.Sprintf("what modifies lists leads elsewhere at some ends of %s, and not to the same at all of them, which a contract cannot say", ct.name)
		default:
			ct.goal.Frame = fmt.Sprintf("at some ends of %s what it modifies is gone, and at others not, which a contract cannot say", ct.name)
		}
	}
	c.addGoal(ct.goal, ct.Procedure.Annotations()...)
	c.addLoops(x.owner, x.cuts, ct.goal)
	return false
}

// ended reports whether the call of the left side is done.
func (ct *contract) ended(st *rewrite.State) bool {
	c := ct.c
	k := st.Slots[c.K]
	return term.Equal(k, ct.frame) || term.Equal(k.Tail(), ct.frame) && c.IsResult(k.Head()) && !c.HasRule(st)
}

// modifiesMore compares the final states with the left side and adds the
// contents that differ to what the procedure changes.
func (ct *contract) modifiesMore(finals []*rewrite.State) bool {
	c := ct.c
	more := false
	ct.mixed = ct.mixed || ct.passed.Mixed(c.CallArguments(ct.left), finals)
	for _, f := range finals {
		for i, before := range ct.whole.Slots {
			if i == c.K || i == c.Counter || term.Equal(ct.left.Slots[i], f.Slots[i]) {
				continue
			}
			pattern.Differences(before, f.Slots[i], func(v *term.Variable) {
				if !ct.changed[v] && (!ct.given || ct.opaque[v]) {
					ct.changed[v], more = true, true
				}
			})
		}
	}
	return more
}

// call is the state of the call, as what the procedure makes is found from it.
func (ct *contract) call() allocation.Call {
	return allocation.Call{State: ct.left, K: ct.c.K, Counter: ct.c.Counter, Oracle: ct.c.Oracle, Listed: ct.lists, Returned: ct.result, Changed: ct.changed, Found: !ct.given}
}

// returnsMore finds what a procedure that calls itself returns at all ends, once: before it was known what those calls
// return, only the other ends were.
func (ct *contract) returnsMore(finals []*rewrite.State) bool {
	if !ct.sought || ct.again || ct.made == nil || ct.c.recursive[ct.Procedure] == 0 {
		return false
	}
	ct.again = true
	m := allocation.Of(ct.call(), finals)
	if m != nil {
		ct.made = m
	}
	return m != nil
}

// leads finds what the procedure makes and parameters lead to, if that is not known yet.
func (ct *contract) leads(finals []*rewrite.State) bool {
	if ct.made != nil {
		return false
	}
	if m := allocation.Of(ct.call(), finals); m.Leads() {
		m.Top = nil
		ct.made = m
	}
	return ct.made != nil
}

// lists reports whether what leads from a place on entry to another one may lead elsewhere: a parameter leads
// to the first and the modifies clause lists it, or the part that leads to the second.
func (ct *contract) lists(place *term.Term, to *term.Variable) bool {
	if to == nil && !ct.given || to != nil && ct.leading[to] || slices.ContainsFunc(ct.c.GlobalNames(), func(g *term.Term) bool {
		return ct.listed[g.Text()] && slices.ContainsFunc(pattern.ValuesAt(ct.global.Slots, g), func(at *term.Term) bool { return term.Equal(at, place) })
	}) {
		return true
	}
	for i, a := range ct.c.CallArguments(ct.left) {
		if i < len(ct.names) && ct.listed[ct.names[i]] && place.IsVar() && term.Occurs(place.Variable(), a) {
			return true
		}
	}
	return false
}

// moves finds what is elsewhere at some ends of the procedure, and where it was at others; it reports whether that is more
// than was known. Where it is at the end, and how long, is as arbitrary as the contents.
func (ct *contract) moves(finals []*rewrite.State) bool {
	if ct.made != nil || !ct.given {
		return false
	}
	moved := allocation.Moved(ct.call(), finals)
	if len(moved) > 0 && ct.loosen(finals) {
		ct.c.relaxed = append(ct.c.relaxed, ct)
		return true
	}
	more := false
	for _, v := range moved {
		if !slices.Contains(ct.moved, v) {
			more, ct.moved = true, append(append(ct.moved, v), ct.call().Numbers(v.Term())...)
			ct.changes(v.Term())
			for _, t := range ct.call().At(v.Term()) {
				ct.changes(t)
			}
		}
	}
	return more
}

// part lets array parameters, and parts of parameters, be uninitialised on entry; it reports whether that is new for some.
func (ct *contract) part(names []string) bool {
	n := len(ct.partly)
	for _, name := range names {
		ct.partly[name] = true
	}
	return len(ct.partly) > n
}

// loosen lets those parts of parameters be uninitialised on entry that are so at an end, where they may be what they were:
// a right side says the same of both. It reports whether that is new. Of structs in arrays that is not followed.
func (ct *contract) loosen(finals []*rewrite.State) bool {
	more := false
	for _, name := range slices.Sorted(maps.Keys(ct.args)) {
		object := ct.args[name].Object
		if object == nil {
			continue
		}
		for _, f := range allocation.Lacking(ct.c.Reader, ct.left, finals, object, meaning.AllInitialised) {
			switch part := alias.PartName(name, f.Name); {
			case f.Array.Object == nil || !f.Array.Object.IsVar():
				ct.goal.Listed = source.Span{}
				ct.goal.Frame = fmt.Sprintf("at some ends of %s elements of %s.%s have no value, where on entry all have one: give them values first", ct.name, name, f.Name)
			case !ct.partly[part]:
				ct.partly[part], more = true, true
			}
		}
	}
	return more
}
