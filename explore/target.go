package explore

import (
	"fmt"
	"strings"

	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// target is a [Target] that is ready to be looked for.
type target struct {
	program *Program
	Target
	pattern *search.Pattern
	where   *syntax.Node
	// resolved counts the states in which the names of where have values; problem is
	// what was wrong in another.
	doubt    string // why it cannot be told of a state whether it is one
	resolved int
	problem  *source.Diagnostic
	// before has, by node, the depth at which a state on it was looked at and was one of
	// those looked for: of such that follow each other only the first counts.
	before map[*search.Node]int
}

// target reads what is to be looked for. All that is wrong is in the error.
func (p *Program) target(t Target) (*target, error) {
	out := &target{program: p, Target: t, before: map[*search.Node]int{}}
	problems := &source.List{}
	if t.Output != "" && p.streams.Out < 0 {
		return nil, fmt.Errorf("--output: the configuration of this language has no cell of standard output; look for a --pattern")
	}
	if t.Pattern != "" {
		file := source.NewFile("--pattern", t.Pattern)
		span := source.Span{File: file, End: len(t.Pattern)}
		pattern, err := p.Engine.Definition.ParsePattern(span)
		if err == nil {
			out.pattern = search.NewPattern(p.Engine.Definition, pattern)
		}
		problems.AddError(span, err)
	}
	if t.Where != "" {
		file := source.NewFile("--where", t.Where)
		span := source.Span{File: file, End: len(t.Where)}
		n, problem := syntax.ParseCondition(span)
		switch out.where = n; {
		case problem != nil:
			problems.Add(problem)
		case p.noNames != nil:
			problems.Errorf(span, "no-names", "names have no meaning in the states of this language: %v", p.noNames)
		}
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return out, p.checkLine(t.At)
}

// checkLine refuses a line to which no execution can come.
func (p *Program) checkLine(line int) error {
	if line == 0 {
		return nil
	}
	for pos := 1; pos <= p.Program.Marks(); pos++ {
		if p.lineOf(int32(pos)) == line {
			return nil
		}
	}
	return fmt.Errorf("--at %d: no piece of program begins in line %d of %s", line, line, p.Program.File.Name)
}

// match returns the parts of a state that are what is looked for, and not where the state
// before was as well. decided is false if it cannot be told of some part whether it is one.
func (t *target) match(e search.Event) (parts []search.Instance, decided bool) {
	parts, decided = t.parts(e)
	if e.Kind != search.Inner || t.At != 0 || len(parts) == 0 {
		return parts, decided
	}
	depth := e.Node.Depth
	last, ok := t.before[e.Node]
	if !ok && e.Node.From != nil {
		last, ok = t.before[e.Node.From]
	}
	if t.before[e.Node] = depth; ok && last == depth-1 {
		return nil, decided
	}
	return parts, decided
}

// parts is match, whatever came before.
func (t *target) parts(e search.Event) (parts []search.Instance, decided bool) {
	if !t.ofKind(e) || t.At != 0 && !t.arrives(e) {
		return nil, true
	}
	decided = true
	if t.Output != "" {
		var found bool
		if found, decided = t.outputs(e.State); !found {
			t.doubt = search.BecauseOutput
			return nil, decided
		}
	}
	parts = []search.Instance{{State: e.State}}
	if t.pattern != nil {
		parts, decided = t.instances(e.State)
		t.doubt = search.BecausePattern
	}
	if t.where == nil {
		return parts, decided
	}
	var hold []search.Instance
	for _, part := range parts {
		if part.State = t.holding(part.State); part.State != nil {
			hold = append(hold, part)
		}
	}
	return hold, decided
}

// instances are the parts of a state that are instances of the pattern: with what was
// written as items of the output cell, or else as text in its buffer.
func (t *target) instances(st *rewrite.State) (parts []search.Instance, decided bool) {
	parts, decided = t.pattern.Match(st)
	if len(parts) > 0 || !decided {
		return parts, decided
	}
	buffered := *st
	buffered.Slots = rewrite.Buffered(t.program.Engine.Definition.Layout, st.Slots)
	parts, decided = t.pattern.Match(&buffered)
	for _, part := range parts {
		part.State.Slots = st.Slots
	}
	return parts, decided
}

// orders are the orders of steps that are followed: all, where states on the way are
// looked for.
func (t Target) orders() rewrite.Orders {
	onTheWay := t.Any || t.At != 0
	return rewrite.Orders{All: onTheWay, Local: !onTheWay}
}

// ofKind reports whether states of the kind of an event are looked for: ends, unless
// something is said of which they are.
func (t *target) ofKind(e search.Event) bool {
	switch {
	case t.Stuck:
		return e.Kind == search.Stuck
	case t.Any, t.At != 0:
		return e.Kind == search.Inner // ends are told of as states before
	}
	return e.Kind == search.Final
}

// arrives reports whether execution comes with a state to the line that is looked for,
// from another line or again to where it came to the line at first.
func (t *target) arrives(e search.Event) bool {
	if e.Kind != search.Inner || !e.Node.Arrived {
		return false
	}
	current, first := int32(0), int32(0)
	e.Node.EachPosition(func(pos int32) bool {
		if t.program.lineOf(pos) != t.At {
			return false
		}
		if first = pos; current == 0 {
			current = pos
		}
		return true
	})
	return current != 0 && current == first
}

// outputs reports whether what was written contains the text that is looked for. How a
// symbolic number will be written is not known but for the characters, and of other
// symbolic items nothing is: a text that might lie in or across one is not decided.
func (t *target) outputs(st *rewrite.State) (found, decided bool) {
	_, pieces := t.program.written(st.Slots)
	for _, piece := range pieces {
		if strings.Contains(piece, t.Output) {
			return true, true
		}
	}
	for _, item := range rewrite.Written(st.Slots[t.program.streams.Out]) {
		_, known := rewrite.ItemText(item)
		if !known && (item.Sort() != term.SortInt || strings.ContainsAny(t.Output, "-0123456789")) {
			return false, false
		}
	}
	return false, true
}

// holding is a state with the condition on names; nil if they have no values there.
func (t *target) holding(st *rewrite.State) *rewrite.State {
	scope := &meaning.Scope{Reader: t.program.reader, State: st, NoOld: "a state has no other before it"}
	m, problem := scope.Resolve(t.where)
	if problem != nil {
		t.problem = problem
		return nil
	}
	t.resolved++
	part, ok := st.With([]*term.Term{m.Defined, m.Formula})
	if !ok {
		return nil
	}
	return part
}

// unresolved is the error that the names of the condition never had values.
func (t *target) unresolved() error {
	if t.where == nil || t.resolved > 0 || t.problem == nil {
		return nil
	}
	return t.problem
}

// slots are those of which the pattern says more than that they are there.
func (t *target) slots() []int {
	if t.pattern == nil {
		return nil
	}
	return t.pattern.Slots()
}

// describe says in words what is looked for.
func (t Target) describe() string {
	var out []string
	switch {
	case t.At != 0:
		out = append(out, fmt.Sprintf("a state at line %d", t.At))
	case t.Stuck:
		out = append(out, "a stuck state")
	case t.Any:
		out = append(out, "a state")
	default:
		out = append(out, "an end")
	}
	if t.Pattern != "" {
		out = append(out, "that is an instance of "+t.Pattern)
	}
	if t.Output != "" {
		out = append(out, fmt.Sprintf("that has written %q", t.Output))
	}
	if t.Where != "" {
		out = append(out, "where "+t.Where)
	}
	return strings.Join(out, " ")
}
