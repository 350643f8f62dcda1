package smt

// level is one assertion on a solver's stack.
type level struct {
	assertion *node
	facts     []*node // that no level below has asserted
}

// stack mirrors a solver's assertion stack. Questions of one path share a long
// prefix, which stays asserted: where [a b c] is followed by [a b d e], one level
// is popped and two are pushed. A side fact is asserted once, with the lowest level
// that has it, and goes with that level.
type stack struct {
	levels   []level
	asserted map[*node]bool // facts on the stack
	gathered map[*node][]*node
}

func (s *stack) reset() { *s = stack{} }

// align makes the stack hold the assertions of a question. It returns how many
// levels were popped, and the levels that were pushed then.
func (s *stack) align(assertions []*node) (popped int, pushed []level) {
	keep := 0
	for keep < len(s.levels) && keep < len(assertions) && s.levels[keep].assertion == assertions[keep] {
		keep++
	}
	popped = len(s.levels) - keep
	for _, l := range s.levels[keep:] {
		for _, f := range l.facts {
			delete(s.asserted, f)
		}
	}
	s.levels = s.levels[:keep]
	for _, a := range assertions[keep:] {
		s.push(a)
	}
	return popped, s.levels[keep:]
}

func (s *stack) push(a *node) {
	l := level{assertion: a}
	if a.has(flagFacts) {
		if s.asserted == nil {
			s.asserted, s.gathered = map[*node]bool{}, map[*node][]*node{}
		}
		all, ok := s.gathered[a]
		if !ok {
			all = a.sideFacts()
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
}
