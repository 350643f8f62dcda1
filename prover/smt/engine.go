package smt

import (
	"context"
	"time"
)

// query is a question for an engine: closed Boolean nodes, in an order that
// shares a long prefix with that of the question before.
type query struct {
	assertions []*node
	timeout    time.Duration
	want       []*node // whose values are wanted if satisfiable
}

// reply is an engine's answer.
type reply struct {
	result Result
	reason string
	values []string // SMT-LIB text of the values wanted, or nothing
	lost   bool     // the process was lost: another try may fare better
}

func unknown(reason string) reply { return reply{reason: reason} }

// engine answers questions with the help of a process.
type engine interface {
	check(ctx context.Context, q query) reply
	name() string   // with version, as far as known
	restarts() int  // processes lost
	forget()        // drop the process and all that it was told
	rename()        // the nodes of questions are another translator's from now on
	close() error   // end the process
	quantify() bool // takes quantifiers
}

// maxDepth bounds the nesting of nodes that solvers are given: Z3 dies of
// terms nested some ten times deeper.
const maxDepth = 8000

const tooDeep = "the formula is nested too deep for the solver"

// level is one assertion on a solver's stack.
type level struct {
	assertion *node
	facts     []*node // that no level below has asserted
}

// stack mirrors a solver's assertion stack.
type stack struct {
	levels   []level
	asserted map[*node]bool // facts on the stack
	gathered map[*node][]*node
}

func (s *stack) reset() { *s = stack{} }

// common returns the number of levels that a question shares with the stack.
func (s *stack) common(assertions []*node) int {
	n := 0
	for n < len(s.levels) && n < len(assertions) && s.levels[n].assertion == assertions[n] {
		n++
	}
	return n
}

// pop drops all levels from n on.
func (s *stack) pop(n int) {
	for _, l := range s.levels[n:] {
		for _, f := range l.facts {
			delete(s.asserted, f)
		}
	}
	s.levels = s.levels[:n]
}

// push adds a level and returns it.
func (s *stack) push(a *node) level {
	l := level{assertion: a}
	if a.flags&flagFacts != 0 {
		if s.asserted == nil {
			s.asserted, s.gathered = map[*node]bool{}, map[*node][]*node{}
		}
		all, ok := s.gathered[a]
		if !ok {
			all = gatherFacts(a)
			s.gathered[a] = all
		}
		for _, f := range all {
			if !s.asserted[f] {
				s.asserted[f] = true
				l.facts = append(l.facts, f)
			}
		}
	}
	s.levels = append(s.levels, l)
	return l
}

// deep says whether a question is nested too deep.
func deep(q query) bool {
	for _, a := range q.assertions {
		if a.depth > maxDepth {
			return true
		}
	}
	return false
}
