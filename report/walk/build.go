package walk

import (
	"maps"
	"slices"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

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
	if tree == nil {
		tree = v.Attempt
	}
	if tree == nil || tree.Root == nil && len(tree.Obligations) == 0 {
		return nil
	}
	b := &builder{table: newTable(), proof: &Proof{Whole: tree == v.Tree, Cells: cells}, tree: tree, file: v.Goal.Span.File,
		numbers: map[*proofs.Node]int{}, last: map[int]full{}, names: map[string]int{}, places: map[[4]int]int{}, facts: map[proofs.Fact]int{}, named: map[int]bool{}}
	if v.Failure != nil {
		b.failed = v.Failure.At
	}
	if tree.Root != nil { // the proof of a lemma has none: it is what a solver was asked
		tree.Root.Each(func(n *proofs.Node) {
			b.numbers[n] = len(b.nodes)
			b.nodes = append(b.nodes, n)
		})
		b.before()
		for i, n := range b.nodes {
			b.node(i, n)
		}
		b.place()
	}
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
