package explore

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Coverage says which branches of a program were taken.
//
// What a branch is, the rules say. Rules with the same left side, up to names, that go on
// with different parts of the program are the outcomes of a choice:
//
//	rule <k> true  ~> #branch(S, _) => S ...</k>
//	rule <k> false ~> #branch(_, S) => S ...</k>
//
// A branch is such a choice at a place of the program.
type Coverage struct {
	Branches []*Branch `json:"branches"`
	// Unreached are lines in which statements begin that no path comes to.
	Unreached []int `json:"unreachedLines"`
	Taken     int   `json:"taken"` // outcomes
	Outcomes  int   `json:"outcomes"`
}

// Branch is a choice at a place of the program.
type Branch struct {
	Line     int        `json:"line"`
	Text     string     `json:"text"` // what was evaluated last before the choice
	Outcomes []*Outcome `json:"outcomes"`
}

// Outcome is one way on from a branch.
type Outcome struct {
	Line  int    `json:"line"` // where execution goes on; 0: nothing of the program is next
	Text  string `json:"text"`
	Taken bool   `json:"taken"`
	rule  *compile.Rule
}

// coverage collects what a search passes.
type coverage struct {
	program *Program
	groups  map[*compile.Rule][]*compile.Rule
	known   map[choice]*Branch
	order   []*Branch
	passed  map[int32]bool // position marks
}

// choice is the place of a branch: the first of its rules, and the piece of program that
// they choose from.
type choice struct {
	rule *compile.Rule
	pos  int32
}

func newCoverage(p *Program) *coverage {
	return &coverage{program: p, groups: choices(p.Engine.Definition), known: map[choice]*Branch{}, passed: map[int32]bool{}}
}

// choices groups the rules of a definition that are outcomes of a choice.
func choices(d *compile.Definition) map[*compile.Rule][]*compile.Rule {
	byLeft := map[string][]*compile.Rule{}
	used := map[*compile.Rule]string{}
	for _, r := range d.Rules() {
		if r.Kind == compile.UserRule {
			var left string
			left, used[r] = leftOf(r, d.Layout.K)
			byLeft[left] = append(byLeft[left], r)
		}
	}
	out := map[*compile.Rule][]*compile.Rule{}
	for _, rules := range byLeft {
		if slices.ContainsFunc(rules, func(r *compile.Rule) bool { return used[r] != used[rules[0]] }) {
			for _, r := range rules {
				out[r] = rules
			}
		}
	}
	return out
}

// leftOf writes the left side of a rule with numbers for its variables, and which of
// them the computation on its right has.
func leftOf(r *compile.Rule, k int) (left, used string) {
	numbers := map[*term.Variable]string{}
	names := func(v *term.Variable) string {
		if numbers[v] == "" {
			numbers[v] = fmt.Sprintf("#%d:%d", len(numbers), v.Sort)
		}
		return numbers[v]
	}
	for _, slot := range r.Left {
		p := term.Printer{Names: names}
		left += fmt.Sprintf("%d %s;", slot.Index, p.Format(slot.Term))
	}
	for _, slot := range r.Right {
		if slot.Index != k {
			continue
		}
		var parts []string
		for _, v := range term.Vars(slot.Term) {
			parts = append(parts, names(v))
		}
		slices.Sort(parts)
		used = strings.Join(parts, " ")
	}
	return left, used
}

// pass notes a state that the search comes to.
func (c *coverage) pass(e search.Event) {
	if c == nil || e.Kind != search.Inner {
		return
	}
	n := e.Node
	if n.Arrived || n.Before == nil {
		c.passed[n.State.Pos] = true
	}
	rules := c.groups[n.Step]
	if rules == nil {
		return
	}
	b := c.branch(rules, n.Before)
	for _, o := range b.Outcomes {
		o.Taken = o.Taken || o.rule == n.Step
	}
}

// branch is the choice between rules in a state.
func (c *coverage) branch(rules []*compile.Rule, st *rewrite.State) *Branch {
	k := c.program.Engine.Definition.Layout.K
	key := choice{rules[0], st.Pos}
	for t := st.Slots[k]; t.IsSeq(); t = t.Tail() {
		if pos := rewrite.Position(t.Head()); pos != 0 {
			key.pos = pos
			break
		}
	}
	b := c.known[key]
	if b != nil {
		return b
	}
	b = &Branch{Line: c.program.lineOf(st.Pos), Text: c.program.textOf(st.Pos)}
	for _, r := range rules {
		b.Outcomes = append(b.Outcomes, c.outcome(r, st))
	}
	c.known[key] = b
	c.order = append(c.order, b)
	return b
}

// outcome is where a rule goes on from a state, whatever its conditions.
func (c *coverage) outcome(r *compile.Rule, st *rewrite.State) *Outcome {
	o := &Outcome{rule: r}
	d := c.program.Engine.Definition
	for _, m := range rewrite.NewProgram(d.Lattice, r, nil).Matches(d.Lattice, st.Slots) {
		if m.Undecided == "" {
			pos := rewrite.Position(m.Result(st.Slots)[d.Layout.K].Head())
			o.Line, o.Text = c.program.lineOf(pos), c.program.textOf(pos)
		}
	}
	return o
}

// maxText bounds the pieces of program that a report shows, in code points.
const maxText = 40

func (p *Program) textOf(pos int32) string {
	return source.Printable(source.Shorten(strings.Join(strings.Fields(p.Program.Span(pos).Text()), " "), maxText))
}

// result is what was covered.
func (c *coverage) result() *Coverage {
	out := &Coverage{Branches: c.order, Unreached: []int{}}
	slices.SortStableFunc(out.Branches, func(a, b *Branch) int { return a.Line - b.Line })
	for _, b := range out.Branches {
		for _, o := range b.Outcomes {
			if out.Outcomes++; o.Taken {
				out.Taken++
			}
		}
	}
	lines := map[int]bool{}
	c.reached(c.program.Program.Term, lines)
	for line := range lines {
		out.Unreached = append(out.Unreached, line)
	}
	slices.Sort(out.Unreached)
	return out
}

// reached reports whether something in a piece of program was passed, and adds the lines
// of the statements in it of which nothing was.
func (c *coverage) reached(t *term.Term, unreached map[int]bool) bool {
	found := t.Pos() != 0 && c.passed[t.Pos()]
	term.Children(t, func(u *term.Term) {
		if c.reached(u, unreached) {
			found = true
		}
	})
	if !found && t.Pos() != 0 && c.program.shape.IsStatement(t) {
		for _, line := range c.program.linesOf([]int32{t.Pos()}) {
			unreached[line] = true
		}
	}
	return found
}
