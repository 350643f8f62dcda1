package annotate

import (
	"context"
	"maps"
	"slices"
	"sort"

	"rlv/annotate/alias"
	"rlv/annotate/attach"
	"rlv/annotate/declared"
	"rlv/annotate/ghost"
	"rlv/annotate/library"
	"rlv/annotate/logic"
	"rlv/annotate/meaning"
	"rlv/annotate/meter"
	"rlv/annotate/passage"
	"rlv/annotate/rounds"
	"rlv/annotate/syntax"
	"rlv/annotate/taken"
	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Result is what an annotated file compiles into.
type Result struct {
	logic.Declarations
	Included *library.Included
	Program  *compile.Program // that the goals are about: with its ghost statements
	Goals    []*prover.Goal   // in source order
	Warnings []*source.Diagnostic
	// Granted says what is taken for granted and checked by nothing.
	Granted []*source.Diagnostic
	// Points are the assertions and assumptions within what is verified.
	Points []taken.Point
	// Notes say what may help to understand why a goal is not proved.
	Notes []*source.Diagnostic
	// Narrowed is set if goals of loops leave out what their loops do not mention: where
	// one is not proved, whole ones may be.
	Narrowed bool
}

// Misread is what is wrong in the annotations in comments, whatever program they belong to.
func Misread(comments []source.Span) []*source.Diagnostic {
	anns, problems := syntax.Annotations(comments)
	for _, a := range anns {
		switch a.Key {
		case syntax.Pre, syntax.Post, syntax.Inv, syntax.Assert, syntax.Assume:
			if _, problem := syntax.ParseFormula(a.Text); problem != nil {
				problems = append(problems, problem)
			}
		}
	}
	return problems
}

// Lemma is a fact that must be proved before it is used.
type Lemma = logic.Lemma

// compiler is the work on one file.
type compiler struct {
	*meaning.Reader
	ctx      context.Context
	space    pattern.Space
	options  Options
	layout   *attach.Layout
	problems source.List

	meter   *meter.Meter
	endless map[*attach.Loop]bool // loops without invariant that are not unrolled to their end
	narrow  map[*attach.Loop]bool // those that change what their modifies does not list
	// unread is why invariants of loops of executed functions cannot be read.
	unread map[*attach.Loop]*source.Diagnostic
	// heads are those of loops that have goals, as what is known of these.
	heads     map[*attach.Loop][]*rewrite.Program
	any       *rewrite.State // declarations loaded, globals arbitrary
	contracts []*contract
	contract  map[*attach.Procedure][]*contract
	rounds    rounds.Rounds[*contract, *attach.Procedure]
	waits     bool                    // a path at hand is not followed before what another procedure returns is known
	named     map[string]*prover.Goal // those of the result
	recursive map[*attach.Procedure]int
	relaxed   []*contract    // to be made anew, for what calls pass
	loaded    *rewrite.State // declarations loaded
	taken     taken.Annotations
	result    *Result
	parts     alias.Parts // that lead to arrays, or to objects
	nests     int         // groups of loops that share a measure
	// remembered says what variables are that invariants speak of by at(e, L).
	remembered map[*term.Variable]passage.Memory
}

// Options say how goals are made.
type Options struct {
	Merging pattern.Merging // of the paths of exploration that meet
	Effort  float64         // of exploration, in multiples of the usual
	// Whole leaves nothing out of the goals of loops.
	Whole bool
	// Read reads the files that annotations include; nil: there are none.
	Read library.Read
}

// Compile turns the annotations of a program into goals. The oracle, which is
// made for the axioms of the file, prunes paths. All problems are
// reported at once, as diagnostics in a multierror.
func Compile(ctx context.Context, engine *rewrite.Engine, program *compile.Program, oracle logic.OracleOf, options Options) (*Result, error) {
	program.File.Literal = engine.Definition.LiteralLength
	anns, problems := syntax.Annotations(program.Comments)
	revealed, ghosts := ghost.Reveal(engine.Definition, engine.Shape(), program, anns)
	if len(ghosts) > 0 {
		found := source.List{}
		for _, d := range append(problems, ghosts...) {
			found.Add(d)
		}
		return nil, found.Err()
	}
	r, err := meaning.New(engine, revealed, anns)
	if err != nil {
		return nil, err
	}
	c := &compiler{ctx: ctx, Reader: r,
		space: pattern.Space{Lattice: engine.Definition.Lattice, K: r.K, Counter: r.Counter}, options: options, meter: meter.New(revealed, int(options.Effort*exploreWork)),
		named: map[string]*prover.Goal{}, endless: map[*attach.Loop]bool{}, narrow: map[*attach.Loop]bool{}, unread: map[*attach.Loop]*source.Diagnostic{}, heads: map[*attach.Loop][]*rewrite.Program{}, remembered: map[*term.Variable]passage.Memory{}, result: &Result{Program: revealed}}
	layout, misplaced := attach.Annotations(revealed, r.Shape, anns)
	c.layout, c.taken = layout, taken.Of(layout)
	for _, a := range anns {
		if a.Key == syntax.Ghost {
			c.taken.Take(a)
		}
	}
	c.problem(problems...)
	c.problem(misplaced...)
	c.parts = alias.PartsOf(r, anns)
	if !c.declare(oracle, anns) {
		return nil, c.problems.Err()
	}
	if len(misplaced) == 0 { // problems inside formulas do not hide those in others
		o, err := oracle(c.result.Definitions, c.result.AxiomFormulas)
		if err != nil {
			return nil, err
		}
		c.Reader = c.Reader.Remembering(c.meter.Oracle(o))
		c.compileAll()
		c.result.Points = c.taken.Points()
		if c.problems.ErrorCount() == 0 && c.ctx.Err() == nil { // where compilation has stopped more are left over
			warnings, left := c.taken.LeftOver(anns)
			c.result.Warnings = append(warnings, layout.Doubtful...)
			c.problem(left...)
		}
	}
	if c.result.Narrowed && c.problems.ErrorCount() > 0 {
		options.Whole = true // what was left out may be what is missing
		return Compile(ctx, engine, program, oracle, options)
	}
	return c.result, c.problems.Err()
}

// declare makes the declarations of logic functions, axioms and lemmas, those that are included
// as well, and reports whether these are there.
func (c *compiler) declare(oracle logic.OracleOf, anns []*syntax.Annotation) bool {
	included, problems := library.Expand(c.Program.File, anns, c.layout.Global, c.options.Read)
	if c.problem(problems...); len(problems) > 0 {
		return false
	}
	declarations, problems := logic.Declare(c.Reader, included.Annotations, oracle)
	c.result.Declarations, c.result.Included = *declarations, included
	c.problem(problems...)
	c.taken.Take(c.layout.Global...)
	return true
}

func (c *compiler) problem(ds ...*source.Diagnostic) {
	for _, d := range ds {
		c.problems.Add(d)
	}
}

// clauses resolves annotations in a scope, and reports what is wrong with them.
func (c *compiler) clauses(anns []*syntax.Annotation, s *meaning.Scope) []meaning.Clause {
	out, problems := s.Clauses(anns)
	c.problem(problems...)
	return out
}

// variant resolves the expressions of decreases in a scope, likewise.
func (c *compiler) variant(anns []*syntax.Annotation, s *meaning.Scope) (*prover.Variant, []meaning.Clause) {
	v, defined, problem := s.Variant(anns)
	if problem != nil {
		c.problem(problem)
	}
	return v, defined
}

// modified resolves modifies clauses, likewise.
func (c *compiler) modified(anns []*syntax.Annotation) meaning.Modified {
	m, problems := c.ModifiedBy(anns)
	c.problem(problems...)
	return m
}

// modifiedNames is modified for what cannot be listed in parts.
func (c *compiler) modifiedNames(anns []*syntax.Annotation) meaning.Modified {
	m := c.modified(anns)
	for _, n := range m.Parts {
		c.problem(source.Errorf(n.Span, "annotation-syntax", "only contracts and loops list parts: name all of %s here", n.Root().Name))
	}
	return m
}

// compileAll makes the goals of all procedures and fragments. What a procedure
// modifies is found by exploring it, which uses the contracts of what it calls;
// so this is repeated until nothing new is found.
func (c *compiler) compileAll() {
	loader := declared.Loader{Reader: c.Reader, Layout: c.layout, Space: c.space, Meter: c.meter}
	loaded, problem := loader.State(c.ctx)
	if problem != nil {
		c.problem(problem)
		return
	}
	c.loaded = loaded
	c.any = c.AnyGlobals(alias.Loosened(c.Reader, loaded, c.layout.Procedures), alias.Written(c.Reader, c.layout.Procedures))
	c.recursive, c.contract = c.layout.Recursion(), map[*attach.Procedure][]*contract{}
	for _, p := range c.layout.Procedures {
		if c.layout.Verified(p) {
			c.contract[p] = c.contractsOf(p)
			c.contracts = append(c.contracts, c.contract[p]...)
		}
	}
	statements, first := &fragments{compiler: c}, c.found()
	for round := 0; round < maxRounds+roundsOfOne*len(c.contracts) && (round == 0 || c.problems.ErrorCount() == 0); round++ {
		first.restore(c)
		c.rounds.Begin()
		changed := false
		n := len(c.contracts)
		for _, ct := range slices.Clone(c.contracts) {
			found, known, problems := c.found(), len(c.contracts), c.problems.ErrorCount()
			c.waits = false
			undo := func() bool {
				found.restore(c)
				return !c.waits && len(c.contracts) == known && len(c.relaxed) == 0 && c.problems.ErrorCount() == problems
			}
			changed = c.rounds.Settle(ct, ct.Procedure, func() bool { return c.exploreVaried(ct) }, undo) || changed
		}
		statements.all()
		changed = changed || len(c.contracts) > n
		changed = changed || len(c.relaxed) > 0
		for _, ct := range c.relaxed {
			changed = ct.begin() || changed
		}
		c.relaxed = nil
		if !changed {
			break
		}
	}
	g := newGrants(c)
	for _, ct := range c.contracts {
		ct.goal.Granted = g.of(ct)
	}
	g.unchecked()
	statements.noteUndeclared()
	goals := c.result.Goals
	sort.SliceStable(goals, func(i, j int) bool { return goals[i].Span.Start < goals[j].Span.Start })
}

// found is what a round has found so far.
type found struct {
	goals    []*prover.Goal
	notes    []*source.Diagnostic
	consumed map[*syntax.Annotation]bool
	named    map[string]*prover.Goal
	unread   map[*attach.Loop]*source.Diagnostic
}

func (c *compiler) found() found {
	return found{slices.Clip(c.result.Goals), slices.Clip(c.result.Notes), maps.Clone(c.taken.Consumed), maps.Clone(c.named), maps.Clone(c.unread)}
}

// restore makes it what the compiler has found.
func (f found) restore(c *compiler) {
	c.result.Goals, c.result.Notes, c.taken.Consumed = f.goals, f.notes, maps.Clone(f.consumed)
	c.named, c.unread = maps.Clone(f.named), maps.Clone(f.unread)
}

// contractsOf are those of a procedure: several if parameters may lead nowhere, by what its precondition says or its program
// asks, and the precondition holds for each.
func (c *compiler) contractsOf(p *attach.Procedure) (out []*contract) {
	ways := alias.Ways(c.Reader, p)
	for i := 0; i < len(ways); i++ {
		problems := c.problems.ErrorCount()
		ct := newContract(c, p, ways[i], nil)
		if ct != nil && i == 0 {
			defer c.problem(alias.Unsaid(ct.entry(), p, ways)...)
			var beyond []string
			if ways, beyond = alias.Tested(c.Reader, p, c.layout.Named, ct.left, ways); len(beyond) > 0 {
				c.problem(source.Errorf(p.Span, "leads-somewhere", "%s asks of too many parameters whether they lead nowhere: say in a pre that %s does not, as %s != nullptr", p.Name.Text(), beyond[0], beyond[0]))
			}
		}
		if ct != nil && len(ways) > 1 && (len(out) > 0 || i < len(ways)-1) && c.Oracle.Prune(slices.Concat(ct.left.PC, meaning.Formulas(ct.pre))) == rewrite.Unsatisfiable {
			c.problems.Cut(problems)
		} else if ct != nil {
			out = append(out, ct)
		}
	}
	return out
}

// The rounds of exploration: what a procedure modifies comes to a caller before it in the next
// round, so that such a chain of calls takes as many rounds as it is long. A goal that
// still changes in the last round is not made, and its annotations are left over.
const maxRounds, roundsOfOne = 6, 2 // and more for each contract

// exploreWithin is explore within its limits. A contract whose exploration is stopped
// has a goal that says so.
func (c *compiler) exploreWithin(ct *contract) (changed bool) {
	if ct.goal.Limit == "" {
		if ct.limit = c.meter.Explored(func() { changed = ct.explore() }); ct.limit == "" {
			return changed
		}
	}
	ct.goal.Limit = ct.limit
	c.addGoal(ct.goal, ct.Procedure.Annotations()...)
	return false
}
