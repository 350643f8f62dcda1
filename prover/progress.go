package prover

// Progress is where a proof is.
type Progress struct {
	Goal                     *Goal
	Number, Goals            int // of the goal, from 1, and of all
	Steps, Branches, Queries int
}

// tell tells of a step of a proof.
func tell(s *session) {
	if s.p.opts.Progress == nil {
		return
	}
	s.p.opts.Progress(Progress{s.goal.Goal, s.goal.number, len(s.p.goals), s.stats.GivenUp + s.stats.Steps, s.branches, s.stats.Queries})
}
