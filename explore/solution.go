package explore

import (
	"io"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// Confirmation is what the concrete run on a model shows of a solution.
type Confirmation string

// The confirmations. A solution that is not confirmed is a defect of rlv.
const (
	Confirmed    Confirmation = "confirmed"
	NotConfirmed Confirmation = "not confirmed"
	NotReplayed  Confirmation = "not replayed"
)

// Value is the value of a symbol of the input.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Read reports whether the path reads it. If not, any value does.
	Read bool `json:"read"`
}

// Binding is the value of a variable of a pattern, in the notation of the definition.
type Binding struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Solution is a state that was looked for, with all inputs that lead to it on one path.
type Solution struct {
	Number int    `json:"number"`
	Kind   string `json:"kind"`
	// Possible is set if it is not known whether an input satisfies the path condition.
	Possible bool `json:"possible,omitempty"`
	// Merged is set if the path is one of several that were merged, and stands for them.
	Merged bool `json:"merged,omitempty"`
	// Condition has the conjuncts of the path condition, in the notation of annotations.
	Condition []string `json:"condition"`
	// Values are those of the pattern's variables.
	Values []Binding `json:"values,omitempty"`
	Output string    `json:"output"` // what was written, with symbolic items in braces
	// Because is why a stuck state is stuck, and At where.
	Because string `json:"because,omitempty"`
	At      string `json:"at,omitempty"`
	Lines   []int  `json:"lines"`
	Steps   int    `json:"steps"`
	// Model has a value for each symbol of the input.
	Model []Value `json:"model"`
	// Written is what the run on the model has written.
	Written string       `json:"written"`
	Replay  Confirmation `json:"replay"`
	// Remark says more of the replay.
	Remark string `json:"remark,omitempty"`
	// Configuration is the state in the notation of cells.
	Configuration string `json:"configuration,omitempty"`

	node  *search.Node
	state *rewrite.State
	input []*term.Term // the items of the input under the model
}

// PathCondition is the condition as one formula; "true" if every input leads there.
func (s *Solution) PathCondition() string {
	if len(s.Condition) == 0 {
		return "true"
	}
	return strings.Join(s.Condition, ` /\ `)
}

// solution makes a solution of a part of a state that was looked for; nil if no input
// leads there.
func (r *run) solution(e search.Event, found search.Instance) *Solution {
	part := found.State
	values, verdict := r.oracle.model(part.PC, r.request.Input.Symbols)
	if verdict == rewrite.Unsatisfiable {
		return nil
	}
	node, merged := e.Node, isMerged(e.Node)
	if merged && values != nil {
		if at, one := r.along(e.Kind, values); one != nil {
			e, found, part = at, *one, one.State
			values, verdict = r.oracle.model(part.PC, r.request.Input.Symbols)
		}
	}
	s := &Solution{Kind: kindName(e.Kind), Merged: merged, Possible: verdict == rewrite.Unknown, Because: e.Because, Lines: r.program.linesOf(e.Node.Positions()), Steps: e.Node.Depth,
		Model: []Value{}, Replay: NotReplayed, node: node, state: part}
	condition := part.PC
	if values != nil {
		condition = r.oracle.simplified(part.PC, r.request.Input.Symbols, values)
		unread := r.program.unread(part.Slots)
		for _, v := range r.request.Input.Symbols {
			s.Model = append(s.Model, Value{v.Name, Formula(values[v]), !unread[v]})
		}
		for _, item := range r.request.Input.Items {
			s.input = append(s.input, values.Apply(item))
		}
		r.confirm(s, e, values)
	}
	s.Condition, s.Values = Formulas(condition), r.bindings(found)
	s.Output, _ = r.program.written(part.Slots)
	var b strings.Builder
	if r.request.Configurations && r.program.writeConfig(&b, part.Slots) == nil {
		s.Configuration = b.String()
	}
	return s
}

// writeConfig writes a configuration as K prints it: what was written is in the buffer of
// the output cell.
func (p *Program) writeConfig(w io.Writer, slots []*term.Term) error {
	d := p.Engine.Definition
	return compile.WriteConfig(w, d, rewrite.Buffered(d.Layout, slots))
}

// bindings are the values of the pattern's variables in an instance.
func (r *run) bindings(found search.Instance) []Binding {
	var out []Binding
	for i, t := range found.Values {
		out = append(out, Binding{r.target.pattern.Variables[i].Name, r.program.Engine.Definition.Format(t)})
	}
	return out
}

// confirm runs a solution on its model. A run that comes to the state makes a possible
// solution a certain one.
func (r *run) confirm(s *Solution, e search.Event, values term.Substitution) {
	end := values.ApplyAll(s.state.Slots)
	s.Written, _ = r.program.written(end)
	if e.Kind == search.Stuck {
		if why := r.program.Engine.Explain(end); why != "" {
			s.Because = why
		}
	}
	if at := r.program.placeOf(end); e.Kind != search.Final && !at.IsZero() {
		s.At = at.String()
	}
	if r.request.NoReplay {
		return
	}
	s.Replay, s.Remark = r.program.replay(r.ctx, r.start, e, s.state, values)
	switch {
	case s.Replay == Confirmed:
		s.Possible = false
	case s.Replay == NotConfirmed && e.Kind == search.Stuck && e.Because != "": // what a function comes to is not known
		s.Possible, s.Replay, s.Remark = true, NotReplayed, "the run goes on from there"
	case s.Possible && s.Replay == NotConfirmed: // the values may not satisfy the condition
		s.Replay = NotReplayed
	}
}

// kindName is the word for a kind of state in reports.
func kindName(k search.Kind) string {
	switch k {
	case search.Final:
		return "final"
	case search.Stuck:
		return "stuck"
	case search.NeedsInput:
		return "needs input"
	}
	return "state"
}
