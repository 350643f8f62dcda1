package fol

// level is one assertion on a solver's stack.
type level struct {
	Assertion *Node
	Facts     []*Node // that no level below has asserted
}

// Stack mirrors a solver's assertion stack. Questions of one path share a long
// prefix, which stays asserted: where [a b c] is followed by [a b d e], one level
// is popped and two are pushed. A side fact is asserted once, with the lowest level
// that has it, and goes with that level.
type Stack struct {
	levels   []level
	asserted map[*Node]bool // facts on the stack
	gathered map[*Node][]*Node
}

func (s *Stack) Reset() { *s = Stack{} }

// Align makes the stack hold the assertions of a question. It returns how many
// levels were popped, and the levels that were pushed then.
func (s *Stack) Align(assertions []*Node) (popped int, pushed []level) {
	keep := 0
	for keep < len(s.levels) && keep < len(assertions) && s.levels[keep].Assertion == assertions[keep] {
		keep++
	}
	popped = len(s.levels) - keep
	for _, l := range s.levels[keep:] {
		for _, f := range l.Facts {
			delete(s.asserted, f)
		}
	}
	s.levels = s.levels[:keep]
	for _, a := range assertions[keep:] {
		s.push(a)
	}
	return popped, s.levels[keep:]
}

func (s *Stack) push(a *Node) {
	l := level{Assertion: a}
	if a.Has(HasFacts) {
		if s.asserted == nil {
			s.asserted, s.gathered = map[*Node]bool{}, map[*Node][]*Node{}
		}
		all, ok := s.gathered[a]
		if !ok {
			all = a.SideFacts()
			s.gathered[a] = all
		}
		for _, f := range all {
			if !s.asserted[f] {
				s.asserted[f] = true
				l.Facts = append(l.Facts, f)
			}
		}
	}
	s.levels = append(s.levels, l)
}
