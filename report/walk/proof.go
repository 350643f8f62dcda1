package walk

import (
	"maps"
	"slices"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Proof is the proof of a goal, or what there is of one. Nodes stand before those that
// follow them; where it is said of what a pattern is a change, the other stands before it.
type Proof struct {
	Whole  bool     `json:"whole"`            // it is a proof; else some nodes are open
	Names  []string `json:"names,omitempty"`  // of rules and goals, by number from 0
	Places [][4]int `json:"places,omitempty"` // by number from 1: line, column, those of the end
	Cells  []string `json:"cells"`            // of a configuration, by number from 0
	Facts  []Fact   `json:"facts,omitempty"`  // that nodes rest on, by number from 0
	Nodes  []Node   `json:"nodes"`
	// Obligations are those that no step names.
	Obligations []Obligation `json:"obligations,omitempty"`
	Terms       []Term       `json:"terms"` // by number from 1
	// Path are the nodes that lead to the one where the goal fails.
	Path []int `json:"path,omitempty"`
	// Values reports whether nodes and steps of the path have values of a counterexample.
	Values bool `json:"values,omitempty"`
}

// Fact is a fact that a node takes without proving it.
type Fact struct {
	Kind  proofs.FactKind `json:"kind"`
	Text  string          `json:"text"`
	Place int             `json:"place,omitempty"`
}

// End is how a node ends.
type End string

// The ends. Fails is that at which a goal is not proved, Open what was not tried then.
const (
	Reached End = "reached" // Implication: the goal's right side
	Split   End = "cases"   // CaseAnalysis
	Joins   End = "joins"   // Implication of the start of another node
	Dead    End = "dead"    // a trusted fact leaves no state
	NoState End = "no state"
	Open    End = "open"
	Fails   End = "fails"
)

// Node is a chain of steps.
type Node struct {
	From  int     `json:"from"` // the node whose last pattern Start is a change of; -1: none
	Case  *Step   `json:"case,omitempty"`
	Start Pattern `json:"start"`
	Steps []Step  `json:"steps,omitempty"`
	End   End     `json:"end"`
	// Obligations are those of the end.
	Obligations []Obligation `json:"obligations,omitempty"`
	Next        []int        `json:"next,omitempty"`  // the cases, or the node that it joins
	With        []Piece      `json:"with,omitempty"`  // equations: what variables of that stand for
	Paths       int          `json:"paths,omitempty"` // that meet here; 0: one
	// Behind is the last node through which all paths to this one lead, if several do.
	Behind int     `json:"behind,omitempty"`
	Fact   *int    `json:"fact,omitempty"` // that is Dead
	Rests  []int   `json:"rests,omitempty"`
	Values []Value `json:"values,omitempty"`
}

// Step is an application of a rule with one successor, or the first step of a case.
type Step struct {
	What        What         `json:"what,omitempty"`
	Name        int          `json:"name"`
	Place       int          `json:"place,omitempty"`
	Added       []Piece      `json:"added,omitempty"` // to the path condition
	Obligations []Obligation `json:"obligations,omitempty"`
	Use         string       `json:"use,omitempty"` // of a goal: plain, measured or endless
	LeftOut     []LeftOut    `json:"leftOut,omitempty"`
	Pattern                  // behind the step, as a change; not of a case: that is the node's
	Values      []Value      `json:"values,omitempty"`
}

// What is what a step is; "" is a symbolic step that adds no condition.
type What string

// The steps that are no plain ones.
const (
	Condition  What = "condition" // a symbolic step that adds one
	Hypothesis What = "hypothesis"
	Assertion  What = "assert"
	Assumption What = "assume"
	Rest       What = "rest" // where a hypothesis does not apply
)

// Pattern is how a pattern differs from the one before it.
type Pattern struct {
	Cells     []Cell  `json:"cells,omitempty"`
	Condition *Change `json:"condition,omitempty"`
}

// Cell is a cell with what it holds.
type Cell struct {
	Number int   `json:"cell"`
	Holds  Piece `json:"holds"`
}

// Obligation is a question to a solver on whose answer the proof rests.
type Obligation struct {
	ID      int            `json:"id"`
	Purpose proofs.Purpose `json:"for"`
	By      string         `json:"by"`
	Goal    Piece          `json:"goal"`
	// Given are the hypotheses, as a change of the path condition before the step.
	Given *Change `json:"given,omitempty"`
	Core  *Core   `json:"core,omitempty"` // nil: it is not known
}

// Core is what of an obligation is enough to prove it: these have no model.
type Core struct {
	Hypotheses []Piece `json:"hypotheses,omitempty"`
	Goal       bool    `json:"goal"` // its negation is needed
	Facts      []Used  `json:"facts,omitempty"`
	Uses       []Use   `json:"uses,omitempty"`
	By         string  `json:"by"` // who found that
}

// Used is a fact in a core.
type Used struct {
	Fact    int   `json:"fact"`
	Formula Piece `json:"formula"`
}

// Use is how a core uses a quantified formula: at values, or for a witness.
type Use struct {
	Formula Piece   `json:"formula"`
	Witness bool    `json:"witness,omitempty"`
	Values  []Piece `json:"values,omitempty"`
	Result  Piece   `json:"result"`
}

// LeftOut is a rule that matched and by which no state goes on, by that obligation.
type LeftOut struct {
	Name       int     `json:"name"`
	Condition  []Piece `json:"condition,omitempty"`
	Obligation int     `json:"obligation"`
}

// Value is what a variable of the program is in the counterexample.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// New takes the proof of a goal apart, or what there is of one; nil if there is nothing.
// The cells of a configuration have names; value writes one of several observations.
func New(v *prover.Verdict, cells []string, value func([]prover.Observation, int) string) *Proof {
	b := build(v, cells, value)
	if b == nil {
		return nil
	}
	return b.proof
}

func build(v *prover.Verdict, cells []string, value func([]prover.Observation, int) string) *builder {
	tree := v.Tree
	if tree == nil || tree.Root == nil {
		tree = v.Attempt
	}
	if tree == nil || tree.Root == nil {
		return nil
	}
	b := &builder{table: newTable(), proof: &Proof{Whole: tree == v.Tree, Cells: cells}, tree: tree, file: v.Goal.Span.File,
		numbers: map[*proofs.Node]int{}, last: map[int]full{}, names: map[string]int{}, places: map[[4]int]int{}, facts: map[proofs.Fact]int{}, named: map[int]bool{}}
	if v.Failure != nil {
		b.failed = v.Failure.At
	}
	tree.Root.Each(func(n *proofs.Node) {
		b.numbers[n] = len(b.nodes)
		b.nodes = append(b.nodes, n)
	})
	b.before()
	for i, n := range b.nodes {
		b.node(i, n)
	}
	b.place()
	for i := range tree.Obligations {
		if !b.named[i] {
			b.proof.Obligations = append(b.proof.Obligations, b.obligation(i, nil))
		}
	}
	b.path(v, value)
	b.proof.Terms = b.table.terms
	return b
}

// builder makes a proof.
type builder struct {
	table   *table
	proof   *Proof
	tree    *proofs.Tree
	file    *source.File
	failed  *proofs.Node
	nodes   []*proofs.Node
	numbers map[*proofs.Node]int
	from    [][]int // the nodes from which paths lead to one, the first one first
	step    []*proofs.Step
	last    map[int]full // the last patterns of nodes
	names   map[string]int
	places  map[[4]int]int
	facts   map[proofs.Fact]int
	named   map[int]bool // obligations
}

// full is a pattern as a whole.
type full struct {
	slots     []*term.Term
	pieces    []Piece
	condition []Piece
}

// before finds the nodes before each, and the steps of cases.
func (b *builder) before() {
	b.from = make([][]int, len(b.nodes))
	b.step = make([]*proofs.Step, len(b.nodes))
	for i, n := range b.nodes {
		for _, c := range n.Cases {
			k := b.numbers[c.Node]
			b.from[k] = append(b.from[k], i)
			if b.step[k] == nil {
				b.step[k] = &c.Step
			}
		}
		if n.Arrives != nil {
			k := b.numbers[n.Arrives.At]
			b.from[k] = append(b.from[k], i)
		}
	}
}

func (b *builder) node(i int, n *proofs.Node) {
	out := Node{From: -1, End: b.endOf(n)}
	var at full
	if len(b.from[i]) > 0 {
		// Of several the first was found first, so it stands before this one.
		out.From = slices.Min(b.from[i])
		at = b.last[out.From]
	}
	if s := b.step[i]; s != nil {
		step := b.stepOf(s, at)
		out.Case = &step
	}
	out.Start, at = b.pattern(at, n.Start)
	for k := range n.Steps {
		s := b.stepOf(&n.Steps[k], at)
		s.Pattern, at = b.pattern(at, n.Steps[k].Result)
		out.Steps = append(out.Steps, s)
	}
	b.last[i] = at
	for _, f := range n.Rests {
		out.Rests = append(out.Rests, b.fact(f))
	}
	switch {
	case n.Closing != nil:
		out.Obligations = b.obligations(n.Closing.Obligations, at)
		out.With = b.equations(n.Closing.Witnesses)
	case n.Arrives != nil:
		out.Next = []int{b.numbers[n.Arrives.At]}
		out.With = b.equations(n.Arrives.Witnesses)
	case n.Dead != nil:
		f := b.fact(*n.Dead)
		out.Fact = &f
	}
	out.Obligations = append(out.Obligations, b.obligations(n.Ends, at)...)
	for _, c := range n.Cases {
		out.Next = append(out.Next, b.numbers[c.Node])
	}
	b.proof.Nodes = append(b.proof.Nodes, out)
}

func (b *builder) endOf(n *proofs.Node) End {
	switch {
	case n == b.failed:
		return Fails
	case n.Closing != nil:
		return Reached
	case n.Arrives != nil:
		return Joins
	case n.Dead != nil:
		return Dead
	case len(n.Cases) > 0:
		return Split
	case n.NoState:
		return NoState
	}
	return Open
}

// pattern returns how a pattern differs from the one before, and the pattern as a whole.
func (b *builder) pattern(before full, p proofs.Pattern) (Pattern, full) {
	var out Pattern
	after := full{slots: p.Slots, pieces: slices.Clone(before.pieces)}
	for i, t := range p.Slots {
		if i < len(before.slots) && t == before.slots[i] {
			continue
		}
		b.table.where = i
		piece := b.table.of(t)
		if i < len(after.pieces) && after.pieces[i] == piece {
			continue
		}
		if i >= len(after.pieces) {
			after.pieces = append(after.pieces, piece)
		}
		after.pieces[i] = piece
		out.Cells = append(out.Cells, Cell{i, piece})
	}
	b.table.where = -1
	after.condition = b.table.all(p.Condition)
	out.Condition = changeOf(before.condition, after.condition)
	return out, after
}

// stepOf is a step from a pattern, without that behind it.
func (b *builder) stepOf(s *proofs.Step, at full) Step {
	out := Step{What: whatOf(s), Name: b.nameOf(s.Name), Place: b.placeOf(s), Added: b.table.all(s.Added), Obligations: b.obligations(s.Obligations, at), Use: s.Use}
	for _, l := range s.LeftOut {
		out.LeftOut = append(out.LeftOut, LeftOut{b.nameOf(l.Rule), b.table.all(l.Condition), l.Obligation})
	}
	return out
}

func whatOf(s *proofs.Step) What {
	switch {
	case s.Rule == proofs.CircularHypothesis:
		return Hypothesis
	case s.Rule == proofs.CaseAnalysis:
		return What(s.Name)
	case len(s.Added) > 0:
		return Condition
	}
	return ""
}

func (b *builder) nameOf(name string) int {
	name = source.Printable(name)
	n, ok := b.names[name]
	if !ok {
		n = len(b.proof.Names)
		b.names[name] = n
		b.proof.Names = append(b.proof.Names, name)
	}
	return n
}

// placeOf is where a step is: at an annotation that it takes, or in the program.
func (b *builder) placeOf(s *proofs.Step) int {
	if !s.Annotation.IsZero() {
		return b.spanOf(s.Annotation)
	}
	return b.spanOf(s.Span)
}

// spanOf is the number of a place in the goal's file; 0 for none.
func (b *builder) spanOf(s source.Span) int {
	if s.IsZero() || s.File != b.file {
		return 0
	}
	var p [4]int
	p[0], p[1] = s.File.Position(s.Start)
	p[2], p[3] = s.File.Position(s.End)
	if b.places[p] == 0 {
		b.proof.Places = append(b.proof.Places, p)
		b.places[p] = len(b.proof.Places)
	}
	return b.places[p]
}

func (b *builder) fact(f proofs.Fact) int {
	n, ok := b.facts[f]
	if !ok {
		n = len(b.proof.Facts)
		b.facts[f] = n
		b.proof.Facts = append(b.proof.Facts, Fact{f.Kind, source.Printable(f.Text), b.spanOf(f.Span)})
	}
	return n
}

func (b *builder) obligations(ids []int, at full) []Obligation {
	var out []Obligation
	for _, id := range ids {
		out = append(out, b.obligation(id, at.condition))
	}
	return out
}

// obligation is a question that was put where a path condition was known.
func (b *builder) obligation(id int, condition []Piece) Obligation {
	b.named[id] = true
	o := b.tree.Obligations[id]
	return Obligation{id, o.Purpose, o.By, b.table.of(o.Goal), changeOf(condition, b.table.all(o.Hypotheses)), b.core(o.Core)}
}

func (b *builder) core(c *proofs.Core) *Core {
	if c == nil {
		return nil
	}
	out := &Core{Hypotheses: b.table.all(c.Hypotheses), Goal: c.Goal, By: c.By}
	for _, f := range c.Facts {
		out.Facts = append(out.Facts, Used{b.fact(f.Fact), b.table.of(f.Formula)})
	}
	for _, u := range c.Uses {
		out.Uses = append(out.Uses, Use{b.table.of(u.Formula), u.Witness, b.table.all(u.Values), b.table.of(u.Result)})
	}
	return out
}

// equations say what variables stand for, in the order of their names. Of those for which
// the solver finds a value nothing is said.
func (b *builder) equations(values term.Substitution) []Piece {
	vars := slices.SortedFunc(maps.Keys(values), func(v, w *term.Variable) int { return term.Compare(v.Term(), w.Term()) })
	var out []Piece
	for _, v := range vars {
		if t := values[v]; t != nil {
			out = append(out, b.table.of(term.App(term.KEq, v.Term(), t)))
		}
	}
	return out
}
