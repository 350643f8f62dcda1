package prover

import (
	"maps"
	"slices"

	"rlv/proofs"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Goal is a reachability-logic formula to prove: from every configuration of
// the left side of Claim that satisfies Requires, every maximal finite
// execution passes through the right side with Ensures, for some values of the
// existentials (one-path: some execution does, or is infinite).
type Goal struct {
	Name    string // unique, such as "gcd.loop at 7:3: body"
	Title   string // what it is about, for people
	Span    source.Span
	Library string // of which it is a lemma; "": of none
	Claim   *compile.Rule
	OnePath bool
	Trusted bool // used, not proved
	// Found is set for goals that are made of annotations: their cells, and the
	// conjuncts that are marked so, are what exploration found, not what a user wrote.
	Found bool

	// Limit names the limit that was reached where the goal was made; "" if none was.
	// Such a goal is not tried.
	Limit string

	// Cut is set for goals that stand for an annotation: where the code of the
	// left side is reached its condition must hold, and the prover fails there
	// instead of stepping on.
	Cut bool
	// Frame is what to tell a user if a cell does not end as the right side has it, and
	// Listed the annotation that says what may change; "" and zero: none does.
	Frame  string
	Listed source.Span
	// Keeps are variables of the left side that must mean the same where the goal is
	// used in its own proof: what a loop does not modify. Frame is what to tell a user
	// if one does not.
	Keeps []*term.Variable
	// Rigid are variables that a use of the goal as hypothesis does not
	// instantiate where the pattern leaves them open: they mean the same in all
	// goals that share them, such as the values on entry of one function.
	Rigid map[*term.Variable]bool
	// NotAHypothesis bars the goal from being used in proofs, its own included.
	NotAHypothesis bool

	// Conjuncts gives the source of a conjunct of Requires or Ensures, by the
	// formula as it stands in the claim.
	Conjuncts []Conjunct
	// Cases say what a variable of the right side is; nil: nothing is said of any.
	Cases *Cases
	// Definitions are the predicates that annotations define.
	Definitions Definitions
	// Program is the program that the goal is about; nil: nothing is known of one.
	Program Program
	// FromStart is set if assertions and assumptions may stand at the goal's own left
	// side.
	FromStart bool
	// Granted are sentences on what the left side takes for granted by its form,
	// beside its conditions.
	Granted []string
	// Variant becomes smaller whenever the goal is used in its own proof; nil: it
	// is not shown that what the goal runs ends.
	Variant *Variant
	// Nest is its measure among goals that lead back to each other; nil: there are none.
	Nest *Nest
	// Recursion is the number of the group of procedures that call each other in
	// which this goal is a contract; 0: none.
	Recursion int
	// Around is the contract of the procedure to which the goal belongs. The
	// variables of its variant are rigid.
	Around *Goal
}

// Program is what a goal knows of the program that it is about.
type Program interface {
	// Locate turns a position mark into a place in the program; zero: none.
	Locate(pos int32) source.Span
	// Observe names what of a state a person wants to see in a counterexample. In a
	// state of a run the variables of the goal's left side have the given values.
	Observe(st *rewrite.State, values term.Substitution) []Observation
	// Watch returns which assertions and assumptions to take in which states of a
	// path; nil: there are none.
	Watch() Watch
	// Refuse explains why the search must not step on in a state that no hypothesis
	// covers: a recursion would be unrolled without end. It is "" elsewhere.
	Refuse(st *rewrite.State) string
	// Possible are conditions that every state satisfies that the program can be in: what
	// happens in another one shows nothing.
	Possible(st *rewrite.State) []*term.Term
}

// NoProgram is the Program of a goal that is about none. Others embed it for what
// they know nothing of.
type NoProgram struct{}

// Locate implements Program.
func (NoProgram) Locate(int32) source.Span { return source.Span{} }

// Observe implements Program.
func (NoProgram) Observe(*rewrite.State, term.Substitution) []Observation { return nil }

// Watch implements Program.
func (NoProgram) Watch() Watch { return nil }

// Refuse implements Program.
func (NoProgram) Refuse(*rewrite.State) string { return "" }

// Possible implements Program.
func (NoProgram) Possible(*rewrite.State) []*term.Term { return nil }

// Conjunct is a formula with where it was written.
type Conjunct struct {
	Formula *term.Term
	Span    source.Span
	Text    string
	Found   bool // by exploration; nobody wrote it
	Measure bool // it says that a measure becomes smaller
	// Within are the conjuncts of definitions that it comes from, the outermost first: a
	// predicate is asked where it was written.
	Within []Conjunct
	// Below are the conjuncts of what it says of all values, below its quantifiers and
	// premises, in the order of its formula; without a place where they were not written so.
	Below []Conjunct
}

// ConjunctOf finds where a conjunct of the claim was written; nil: nowhere.
func (g *Goal) ConjunctOf(formula *term.Term) *Conjunct {
	for i := range g.Conjuncts {
		if formula != nil && term.Equal(g.Conjuncts[i].Formula, formula) {
			return &g.Conjuncts[i]
		}
	}
	return nil
}

// eachVariable calls f for the variables that mean the same wherever the goal is proved or
// used.
func (g *Goal) eachVariable(f func(*term.Variable)) {
	var terms []*term.Term
	for _, s := range slices.Concat(g.Claim.Left, g.Claim.Right) {
		terms = append(terms, s.Term)
	}
	terms = slices.Concat(terms, g.Claim.Requires, g.Claim.Ensures)
	if g.Variant != nil {
		terms = append(terms, g.Variant.Terms...)
	}
	if g.Nest != nil {
		terms = append(terms, g.Nest.Terms...)
	}
	for _, v := range slices.Concat(term.Vars(terms...), g.Claim.Existentials, g.Keeps) {
		f(v)
	}
	for v := range g.Rigid {
		f(v)
	}
}

// Watch follows the states of one path. It does not change: for each state it
// gives the watch for what follows.
type Watch interface {
	// Reach returns what is to be taken in a state, whose slots may change later;
	// before is the position mark of the state that it came from.
	Reach(before int32, st *rewrite.State) (Watch, []Check)
	// Watches reports whether it matters in which state the code with a position
	// mark is reached.
	Watches(pos int32) bool
	// Meet is the watch for what follows where two paths meet: it knows what both know. It
	// is the watch itself if the other one knows all of it.
	Meet(other Watch) Watch
	// Apart reports whether it may matter from which of two position marks a
	// computation was come to.
	Apart(computation *term.Term, one, other int32) bool
	// Mentions reports whether a variable occurs in what is known of the path.
	Mentions(*term.Variable) bool
	// Recall is what a variable that only conditions of a hypothesis mention stands for where
	// that is used in a state, by what the path has passed; nil: that is not known. In a run, the values
	// are what its states have instead of variables; nil: it is a proof.
	Recall(v *term.Variable, st *rewrite.State, values term.Substitution) *term.Term
}

// Check is a condition on the states at one point of the program.
type Check struct {
	Conjunct
	Annotation source.Span
	// Assume is the assumption whose condition this is; nil: it must hold.
	Assume *proofs.Fact
	// Instance is the use of a lemma whose condition this is: it is taken if that is proved.
	Instance *Instance
	// Of is the contract whose condition this is, and Call the call that it does not cover, so
	// that its procedure is executed there; nil: it is the condition of an annotation that
	// stands at its place.
	Of   *Goal
	Call source.Span
}

// Observation is a name and its value in a state.
type Observation struct {
	Name  string
	Value *term.Term
	// Before says that it is a value on entry, which stays what it is.
	Before bool
	// Of an array, Set is the array of marks that are 1 where an element has a value (nil:
	// all have), First the index that people know as 0 (nil: 0), and Width how long its rows
	// are, one behind the other, if people know it as one of rows (nil or 0: they do not);
	// Lengths is the array of how many elements of each there are (nil: all).
	Set, First, Width, Lengths *term.Term
}

// Now are observations without those of values on entry, which are said where a goal starts.
func Now(obs []Observation) []Observation {
	return slices.DeleteFunc(obs, func(o Observation) bool { return o.Before })
}

// Under is the observation where variables have the given values.
func (o Observation) Under(values term.Substitution) Observation {
	o.Value = values.Apply(o.Value)
	if o.Set != nil {
		o.Set = values.Apply(o.Set)
	}
	if o.First != nil {
		o.First = values.Apply(o.First)
	}
	if o.Width != nil {
		o.Width = values.Apply(o.Width)
	}
	if o.Lengths != nil {
		o.Lengths = values.Apply(o.Lengths)
	}
	return o
}

// Row is a row of an array of rows, as an array, and how long it is; false: it has none.
func (o Observation) Row(index int64) (Observation, int64, bool) {
	width, at := known(o.Width), index+known(o.First)
	length := width
	if o.Lengths != nil {
		length = known(term.Apply(term.ArraySelect, o.Lengths, term.Int(at)))
	}
	o.First, o.Width, o.Lengths = term.Int(at*width), nil, nil
	return o, length, width > 0
}

// Element is an element of an array, as people count them; nil: it certainly has no value.
func (o Observation) Element(index int64) *term.Term {
	at := term.Int(index + known(o.First))
	if o.Set != nil {
		if mark := term.Apply(term.ArraySelect, o.Set, at); mark.IsInt() && !term.Equal(mark, term.Int(1)) {
			return nil
		}
	}
	return term.Apply(term.ArraySelect, o.Value, at)
}

// Entries are the elements of an array that differ from most, from one index on and before
// another, in order.
func (o Observation) Entries(from, to int64) []int64 {
	var out []int64
	for _, array := range []*term.Term{o.Value, o.Set} {
		if array == nil || array.Kind() != term.KArray {
			continue
		}
		for _, e := range array.ArrayEntries() {
			if k, ok := e.Key.Int64(); ok && from <= k-known(o.First) && k-known(o.First) < to {
				out = append(out, k-known(o.First))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// known is a number, 0 where it is not known.
func known(t *term.Term) int64 {
	if t == nil || !t.IsInt() {
		return 0
	}
	n, _ := t.Int64()
	return n
}

// Cases are the terms of which a variable of a goal's right side is one, such as a pointer into an array, or the
// null pointer. The goal is proved where each path ends with one of them; where it is used each is followed by itself,
// since no rule of a definition may look into a value of which it is not known what it is made of.
type Cases struct {
	Of  *term.Variable
	Are []*term.Term
	// With is what other variables of the right side are in each case, such as those for what is in memory only there.
	With []term.Substitution
}

// Variables are those of which the cases say what they are.
func (c *Cases) Variables() []*term.Variable {
	out := []*term.Variable{c.Of}
	for _, with := range c.With {
		for v := range with {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b *term.Variable) int { return term.Compare(a.Term(), b.Term()) })
	return slices.Compact(out)
}

// Formula is that the variable is one of them, which belongs to what the goal ensures.
func (c *Cases) Formula() *term.Term {
	f := term.False
	for _, way := range c.ways() {
		is := term.True
		for _, v := range c.Variables() {
			is = term.And(is, term.Eq(v.Term(), way[v]))
		}
		f = term.Or(f, is)
	}
	return f
}

func (c *Cases) ways() (out []term.Substitution) {
	for i, t := range c.Are {
		way := term.Substitution{c.Of: t}
		if i < len(c.With) {
			maps.Copy(way, c.With[i])
		}
		out = append(out, way)
	}
	return out
}

// Ways are what variables of the right side may be, one for each case; nil if nothing is said of any. Where some
// execution is enough for the goal it is not for each case that there is one.
func (g *Goal) Ways() []term.Substitution {
	if g.Cases == nil || g.OnePath {
		return []term.Substitution{nil}
	}
	return g.Cases.ways()
}

// Target is the right side as the left side of a rule, under what some variables are. Its conditions are those that the
// goal ensures, one by one.
func (g *Goal) Target(values term.Substitution) *compile.Rule {
	r := g.Claim
	out := &compile.Rule{Label: r.Label, Kind: compile.ClaimRule, Left: slices.Clone(r.Right), Requires: slices.Clone(r.Ensures), Priority: r.Priority}
	for i := range out.Left {
		out.Left[i].Term = values.Apply(out.Left[i].Term)
	}
	for i, c := range out.Requires {
		out.Requires[i] = values.Apply(c)
	}
	return out
}

// Ensured is the condition that a goal ensures of which one of a target was made; nil: none.
func (g *Goal) Ensured(target *compile.Rule, c *term.Term) *term.Term {
	if i := slices.Index(target.Requires, c); i >= 0 && c != nil {
		return g.Claim.Ensures[i]
	}
	return nil
}

// InEach calls f for a match of a goal in each of its ways, with what its variables are there.
func InEach(ways []term.Substitution, m *rewrite.Match, f func()) {
	values := m.Substitution()
	for _, way := range ways {
		for v, t := range way {
			m.Bind(v, values.Apply(t))
		}
		f()
	}
}

// prepared is a goal ready to be proved and to be used.
type prepared struct {
	*Goal
	number     int                // in the run, from 1
	use        *rewrite.Program   // the left side as a pattern
	targets    []*rewrite.Program // the right side as patterns, one for each way; existentials are to be found
	slots      []*rewrite.Program // its slots one by one, to say which does not fit
	start      *rewrite.State
	wellFormed []*term.Term
	watch      Watch          // of what stands along its paths; nil: nothing
	orders     rewrite.Orders // of operands that have to be explored
}

func (p *Prover) prepare(g *Goal) *prepared {
	g.Claim = p.engine.Evaluate(g.Claim)
	r := g.Claim
	l := p.engine.Definition.Lattice
	existential := map[*term.Variable]bool{}
	for _, v := range r.Existentials {
		existential[v] = true
	}
	g2 := &prepared{Goal: g, use: rewrite.NewProgram(l, r, nil)}
	for _, way := range g.Ways() {
		target := g.Target(way)
		g2.targets = append(g2.targets, rewrite.NewProgram(l, target, func(v *term.Variable) bool { return !existential[v] }))
	}
	for _, s := range r.Right {
		one := &compile.Rule{Kind: compile.ClaimRule, Left: []compile.Slot{s}}
		g2.slots = append(g2.slots, rewrite.NewProgram(l, one, func(v *term.Variable) bool { return !existential[v] }))
	}
	slots := make([]*term.Term, len(p.engine.Definition.Layout.Slots))
	for _, s := range r.Left {
		slots[s.Index] = s.Term
	}
	g2.start = &rewrite.State{Slots: slots}
	for _, c := range r.Requires {
		g2.start.PC = term.Conjuncts(g2.start.PC, c)
	}
	if g.Program == nil {
		g.Program = NoProgram{}
	}
	g2.watch, g2.orders.All = g.Program.Watch(), p.opts.Certify || p.opts.AllOrders || p.mayPass(r)
	if g2.watch != nil {
		g2.orders.Watched = g2.watch.Watches
	}
	g2.wellFormed = p.engine.Freshness().Facts(slots, g2.start.PC)
	g2.start.PC = append(g2.start.PC, g2.wellFormed...)
	return g2
}

// mayPass reports whether the right side of a claim may be met while operands are
// being evaluated, so that it matters in which order: it leaves open what waits
// behind the top of the computation.
func (p *Prover) mayPass(r *compile.Rule) bool {
	layout, lattice := p.engine.Definition.Layout, p.engine.Definition.Lattice
	i := slices.IndexFunc(r.Right, func(s compile.Slot) bool { return s.Index == layout.K })
	if i < 0 {
		return true
	}
	k := r.Right[i].Term
	for t := k; t != term.DotK; t = t.Tail() {
		h := t.Head()
		open := h.IsVar() && slices.Contains(r.Existentials, h.Variable())
		if h.Sort() == term.SortK {
			return open || !h.IsVar()
		}
		if open && t != k && lattice.Leq(term.SortKItem, h.Sort()) {
			return true
		}
	}
	return false
}
