package linear

import "slices"

// The questions of a path begin alike, and most of the work for one is to build it: the
// unknowns, the clauses, the rows of the tableau, and values within the bounds that hold
// outright. So what was built stays, level by level. Of
//
//	a  b  c        and then        a  b  d
//
// the level of c is popped, and one is pushed for d. A level is popped by undoing it: the
// pivots that were made for its bounds are made once more, from the last to the first,
// which takes them back, and what it added comes last everywhere. A search changes what
// was built, too, and adds atoms and clauses. It is given copies, and leaves all as it was.
//
// So what a solver has depends on the levels that there are, and not on those that there
// were. An answer, its solution and its effort are those of a solver that was given the
// same levels and nothing else: the pivots for a level count as effort for each question
// that has it.

// extent is how much there is of what is only ever added to while a question is built.
type extent struct {
	atoms, lits, clauses, trail, theory int
	variables, columns, rows, arena     int
	undo, pivots, saved                 int
	pivoted                             int // effort spent on pivots
	ok, gaveUp                          bool
}

func (s *Solver) extent() extent {
	return extent{
		atoms: len(s.atoms), lits: len(s.lits), clauses: len(s.clauses), trail: len(s.trail), theory: s.theory,
		variables: len(s.place), columns: len(s.columns), rows: len(s.rows), arena: len(s.arena),
		undo: len(s.undo), pivots: len(s.pivots), saved: len(s.saved), pivoted: s.spent.Pivots, ok: s.ok, gaveUp: s.gaveUp,
	}
}

// Push begins a level. What is added from here on belongs to it.
func (s *Solver) Push() {
	s.unwind()
	s.settle()
	s.levels = append(s.levels, s.extent())
	s.saved = append(s.saved, s.values...)
}

// Pop takes the last n levels back.
func (s *Solver) Pop(n int) {
	s.unwind()
	for range n {
		last := len(s.levels) - 1
		to := s.levels[last]
		s.levels = s.levels[:last]
		s.cutClauses(to)
		s.cutBooleans(to)
		s.cutTableau(to)
		s.ok, s.gaveUp, s.theory, s.spent.Pivots = to.ok, to.gaveUp, to.theory, to.pivoted
	}
}

// settle tells the tableau of the bounds that hold in all solutions, and lets it find
// values within them. Where it sees that there are none, the search is to find that, too,
// and to look whether it is so.
func (s *Solver) settle() {
	for s.theory < len(s.trail) {
		if s.opposite(s.trail[s.theory]) != none {
			return
		}
		s.assertBound(s.trail[s.theory])
		s.theory++
	}
	for s.ok && !s.gaveUp {
		r := s.violated()
		if r < 0 {
			return
		}
		c := s.entering(r)
		if c < 0 {
			return
		}
		s.advance(r, c)
	}
}

// exchange is that of the variables of a row and a column.
type exchange struct{ row, column int32 }

// advance makes a pivot that stays, unless its numbers are too large.
func (s *Solver) advance(r, c int) {
	b := &s.built
	b.rows = append(b.rows[:0], s.rows...)
	value, leaving, coming := s.values[c], s.rows[r].basic, s.columns[c]
	changed, ok := s.pivot(r, c, s.violatedBound(r))
	s.spend(&s.spent.Pivots, s.effort.Pivots)
	s.spent.Pivots += changed / cheap
	if !ok {
		copy(s.rows, b.rows)
		s.values[c], s.columns[c], s.place[leaving], s.place[coming] = value, coming, int32(r), ^int32(c)
		s.gaveUp = true
		return
	}
	s.commit()
	s.pivots = append(s.pivots, exchange{int32(r), int32(c)})
}

// commit makes the rows that a pivot changed the ones that were built.
func (s *Solver) commit() {
	for i := range s.rows {
		if r := &s.rows[i]; r.own {
			r.own, s.copies[i] = false, s.built.rows[i].a
		}
	}
}

// cutClauses takes clauses back. Lists of watching clauses are in the order in which
// these were built, so the last clause is last in both of its lists.
func (s *Solver) cutClauses(to extent) {
	for c := len(s.clauses) - 1; c >= to.clauses; c-- {
		for _, l := range s.literals(int32(c))[:2] {
			s.watches[l] = s.watches[l][:len(s.watches[l])-1]
		}
	}
	s.clauses, s.lits = s.clauses[:to.clauses], s.lits[:to.lits]
}

// cutBooleans takes Boolean unknowns and values of them back.
func (s *Solver) cutBooleans(to extent) {
	s.taken++
	for _, l := range s.trail[to.trail:] {
		s.value[l.index()] = 0
	}
	s.trail = s.trail[:to.trail]
	for _, a := range s.atoms[to.atoms:] {
		if a.x >= 0 && int(a.x) < to.variables {
			s.bounds[a.x] = slices.DeleteFunc(s.bounds[a.x], func(b bound) bool { return b.k == a.k })
		}
	}
	n := to.atoms
	s.atoms, s.value, s.level, s.reason = s.atoms[:n], s.value[:n], s.level[:n], s.reason[:n]
	s.activity, s.prefer, s.seen = s.activity[:n], s.prefer[:n], s.seen[:n]
	s.watches, s.built.changed = s.watches[:2*n], s.built.changed[:2*n]
}

// cutTableau takes pivots of the tableau back, the last first, then rows, columns and
// bounds, and gives columns the values that they had. To exchange the same variables once
// more takes a pivot back: what rows there are in a basis is determined by it.
func (s *Solver) cutTableau(to extent) {
	s.restore(to.undo)
	for i := len(s.pivots) - 1; i >= to.pivots; i-- {
		p := s.pivots[i]
		s.built.rows = append(s.built.rows[:0], s.rows...)
		s.pivot(int(p.row), int(p.column), 0)
		s.commit()
	}
	s.pivots = s.pivots[:to.pivots]
	s.cutForms(to)
	s.rows, s.columns, s.values = s.rows[:to.rows], s.columns[:to.columns], s.values[:to.columns]
	s.cutVariables(to)
	for i := range s.rows {
		r := &s.rows[i]
		r.a = r.a[:min(len(r.a), to.columns)]
	}
	for c, v := range s.saved[to.saved:] {
		if s.values[c] != v {
			s.move(int32(c), v)
		}
	}
	s.saved = s.saved[:to.saved]
}

// cutForms forgets what variables stand for.
func (s *Solver) cutForms(to extent) {
	for x := len(s.place) - 1; x >= to.variables; x-- {
		f := s.def[x]
		if len(f) == 1 {
			continue
		}
		if h := f.hash(1); s.next[x] >= 0 {
			s.forms[h] = s.next[x]
		} else {
			delete(s.forms, h)
		}
	}
}

// cutVariables takes variables of the tableau back.
func (s *Solver) cutVariables(to extent) {
	n := to.variables
	s.bounds, s.next = s.bounds[:n], s.next[:n]
	s.place, s.def, s.arena = s.place[:n], s.def[:n], s.arena[:to.arena]
	s.lo, s.hi, s.loLit, s.hiLit = s.lo[:n], s.hi[:n], s.loLit[:n], s.hiLit[:n]
	s.suspect = s.suspect[:(n+63)/64]
	if n%64 != 0 {
		s.suspect[n/64] &= 1<<(n%64) - 1
	}
}

// built is what a search changes, as it was before.
type built struct {
	searched bool
	extent
	lits    []Lit
	rows    []row
	place   []int32
	columns []int32
	values  []int64
	suspect []uint64
	changed []bool // by literal: its list of watching clauses was changed
	lists   []list
	watches []int32 // where those lists lie
}

// list is where the clauses lie that watched a literal.
type list struct {
	lit         Lit
	start, size int32
}

// begin keeps what a search is going to change.
func (s *Solver) begin() {
	b := &s.built
	b.searched, b.extent = true, s.extent()
	b.lits = append(b.lits[:0], s.lits...)
	b.rows = append(b.rows[:0], s.rows...)
	b.place, b.columns = append(b.place[:0], s.place...), append(b.columns[:0], s.columns...)
	b.values, b.suspect = append(b.values[:0], s.values...), append(b.suspect[:0], s.suspect...)
}

// keep keeps the list of the clauses that watch a literal, before a search changes it.
func (s *Solver) keep(l Lit) {
	b := &s.built
	if !b.searched || b.changed[l] || int(l) >= 2*b.atoms {
		return
	}
	b.changed[l] = true
	b.lists = append(b.lists, list{l, int32(len(b.watches)), int32(len(s.watches[l]))})
	b.watches = append(b.watches, s.watches[l]...)
}

// unwind puts back what the last search changed.
func (s *Solver) unwind() {
	b := &s.built
	if !b.searched {
		return
	}
	for _, w := range b.lists {
		s.watches[w.lit] = append(s.watches[w.lit][:0], b.watches[w.start:w.start+w.size]...)
		b.changed[w.lit] = false
	}
	s.clauses, s.lits = s.clauses[:b.clauses], append(s.lits[:0], b.lits...)
	s.cutBooleans(b.extent)
	if s.bump != 1 {
		s.bump = 1
		clear(s.activity)
		for i := range s.prefer {
			s.prefer[i] = none
		}
	}
	s.restore(b.undo)
	s.cutForms(b.extent)
	s.rows, s.columns, s.values = append(s.rows[:0], b.rows...), append(s.columns[:0], b.columns...), append(s.values[:0], b.values...)
	s.cutVariables(b.extent)
	copy(s.place, b.place)
	copy(s.suspect, b.suspect)
	s.limits, s.pending, s.head, s.first = s.limits[:0], s.pending[:0], 0, 0
	s.ok, s.gaveUp, s.theory = b.ok, b.gaveUp, b.theory
	s.spent, s.cuts = Effort{Pivots: b.pivoted}, 0
	s.forget()
}

// forget forgets what the last search changed.
func (s *Solver) forget() {
	b := &s.built
	b.searched = false
	b.lists, b.watches = b.lists[:0], b.watches[:0]
}
