package annotate

import (
	"fmt"
	"time"

	"rlv/annotate/attach"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
)

// CodeLimit is the code of diagnostics that say which limit was reached: what they
// are about is undecided, not wrong.
const CodeLimit = "limit"

// exploreTime bounds the exploration of one function or fragment, and the loading
// of the declarations. Those of the examples take some 20 ms.
const exploreTime = 10 * time.Second

// begin starts the time for one exploration.
func (c *compiler) begin() { c.deadline, c.stopped = time.Now().Add(exploreTime), "" }

// late reports whether an exploration has used up its time, and notes where it was
// stopped.
func (c *compiler) late(what string, st *rewrite.State) bool {
	if c.deadline.IsZero() || time.Now().Before(c.deadline) {
		return false
	}
	if c.stopped == "" {
		c.stopped = fmt.Sprintf("%s was stopped after %v%s (limit of exploration); does a call or a loop there never end?", what, exploreTime, c.lineOf(st))
	}
	return true
}

// lineOf names the line of the program text that was last on top.
func (c *compiler) lineOf(st *rewrite.State) string {
	at := c.Program.Span(st.Pos)
	if at.IsZero() {
		return ""
	}
	line, _ := at.File.Position(at.Start)
	return fmt.Sprintf(" at line %d", line)
}

// explored does one exploration and returns which limit stopped it, if one did: a
// function that does not end or a bug in rlv costs what is explored, not the rest of
// the file.
func (c *compiler) explored(do func()) (limit string) {
	c.begin()
	defer func() {
		c.deadline = time.Time{}
		if r := recover(); r != nil {
			limit = fmt.Sprintf("internal error in the exploration: %v; this is a bug in rlv, please report it with the input that shows it", r)
			if err := rewrite.AsLimit(r); err != nil {
				limit = err.Error()
			}
		}
	}()
	do()
	return c.stopped
}

// exploreWithin is explore within its limits. A contract whose exploration is stopped
// has a goal that says so.
func (c *compiler) exploreWithin(ct *contract) (changed bool) {
	if ct.goal.Limit == "" {
		if ct.limit = c.explored(func() { changed = c.explore(ct) }); ct.limit == "" {
			return changed
		}
	}
	ct.goal.Limit = ct.limit
	c.addGoal(ct.goal)
	return false
}

// fragmentWithin is fragment within its limits.
func (c *compiler) fragmentWithin(f *attach.Fragment, loaded *rewrite.State) {
	made := map[*prover.Goal]bool{}
	for _, g := range c.result.Goals {
		made[g] = true
	}
	problems := len(c.problems)
	limit := c.explored(func() { c.fragment(f, loaded) })
	if limit == "" {
		return
	}
	c.problems = c.problems[:problems] // what was found half-way
	found := false
	for _, g := range c.result.Goals {
		if !made[g] {
			g.Limit, found = limit, true
		}
	}
	if !found {
		c.problem(source.Errorf(f.Annotations()[0].Span, CodeLimit, "%s", limit))
	}
}
