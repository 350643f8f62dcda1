package linear

// Solve looks for a solution. Where it has found one, it asks final, which looks
// at the values and may add clauses that they violate; false then lets the search
// go on. Without final, any solution will do. What was found can be asked for, and what
// was added stays, until the next call of Solve, Push, Pop or Reset.
func (s *Solver) Solve(final func() bool) Result {
	s.unwind()
	s.settle()
	s.begin()
	conflicts := max(s.effort.Conflicts, conflictsOfCase*s.longest())
	for s.ok && !s.gaveUp {
		conflict := s.propagate()
		switch {
		case s.gaveUp:
			return Undecided
		case conflict != nil:
			s.spend(&s.spent.Conflicts, conflicts)
			s.ok = s.learn(conflict)
			continue
		}
		l := s.choose()
		if l == none {
			if s.cut() {
				s.cancel(0)
				continue
			}
			l = s.branch()
		}
		if l != none {
			s.limits = append(s.limits, mark{len(s.trail), len(s.undo), s.first})
			s.assign(l, -1)
			continue
		}
		if s.gaveUp {
			return Undecided
		}
		if final == nil || final() {
			if s.gaveUp {
				return Undecided
			}
			return Satisfiable
		}
		s.spend(&s.spent.Conflicts, conflicts)
		s.cancel(0)
	}
	if s.gaveUp {
		return Undecided
	}
	return Unsatisfiable
}

// conflictsOfCase is how many conflicts a case of a long disjunction may take, which is looked
// at case by case: a question about n cases has an effort that grows with them.
const conflictsOfCase = 3

// longest is the size of the longest clause.
func (s *Solver) longest() int {
	n := int32(0)
	for _, c := range s.clauses {
		n = max(n, c.size)
	}
	return int(n)
}

func (s *Solver) spend(n *int, limit int) {
	if *n++; *n > limit {
		s.gaveUp = true
	}
}

// assign makes a literal true.
func (s *Solver) assign(l Lit, reason int32) {
	v := l.index()
	s.value[v] = 1 - 2*int8(l&1)
	s.level[v] = int32(len(s.limits))
	s.reason[v] = reason
	s.trail = append(s.trail, l)
}

// propagate draws the consequences of what is assigned, by clauses and by bounds.
// It returns literals that are all false but cannot be, if there are.
func (s *Solver) propagate() []Lit {
	for s.head < len(s.trail) || s.theory < len(s.trail) {
		if c := s.units(); c != nil {
			return c
		}
		for s.theory < len(s.trail) {
			l := s.trail[s.theory]
			s.theory++
			if c := s.assertBound(l); c != nil {
				return c
			}
		}
	}
	return s.check()
}

// units assigns what clauses leave no choice about.
func (s *Solver) units() []Lit {
	for s.head < len(s.trail) {
		falsified := s.trail[s.head].Not()
		s.head++
		watching := s.watches[falsified]
		if len(watching) == 0 {
			continue
		}
		s.keep(falsified)
		keep := watching[:0]
		for i, c := range watching {
			lits := s.literals(c)
			if lits[0] == falsified {
				lits[0], lits[1] = lits[1], falsified
			}
			if s.of(lits[0]) > 0 || s.watchAnother(c, lits) {
				if s.of(lits[0]) > 0 {
					keep = append(keep, c)
				}
				continue
			}
			keep = append(keep, c)
			if s.of(lits[0]) < 0 {
				keep = append(keep, watching[i+1:]...)
				s.watches[falsified] = keep
				return lits
			}
			s.assign(lits[0], c)
		}
		s.watches[falsified] = keep
	}
	return nil
}

// watchAnother puts a literal that is not false in the second place of a clause.
func (s *Solver) watchAnother(c int32, lits []Lit) bool {
	at := &s.looked[c]
	if at.taken != s.taken {
		*at = looked{2, s.taken}
	}
	for ; int(at.place) < len(lits); at.place++ {
		if k := at.place; s.of(lits[k]) >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			s.keep(lits[1])
			s.watches[lits[1]] = append(s.watches[lits[1]], c)
			return true
		}
	}
	return false
}

// assertBound tells the tableau of a literal that is about a bound.
func (s *Solver) assertBound(l Lit) []Lit {
	if other := s.opposite(l); other != none {
		return s.exclude([]Lit{l, other}, []int64{1, 1})
	}
	switch a := s.atoms[l.index()]; {
	case a.x < 0:
	case l&1 == 0:
		s.setUpper(a.x, a.k, l)
	default:
		s.setLower(a.x, a.k+1, l)
	}
	return nil
}

// opposite returns the literal of the bound that a literal's bound excludes, or none.
func (s *Solver) opposite(l Lit) Lit {
	switch a := s.atoms[l.index()]; {
	case a.x < 0:
	case l&1 == 0 && s.loLit[a.x] != none && a.k < s.lo[a.x]:
		return s.loLit[a.x]
	case l&1 != 0 && s.hiLit[a.x] != none && a.k+1 > s.hi[a.x]:
		return s.hiLit[a.x]
	}
	return none
}

// check lets the tableau find values within all bounds. If there are none, it
// returns the negations of the literals that exclude each other.
func (s *Solver) check() []Lit {
	for !s.gaveUp {
		r := s.violated()
		if r < 0 {
			return nil
		}
		if c := s.entering(r); c >= 0 {
			changed, ok := s.pivot(r, c, s.violatedBound(r))
			s.spend(&s.spent.Pivots, s.effort.Pivots)
			s.spent.Pivots += changed / cheap
			s.gaveUp = s.gaveUp || !ok
			continue
		}
		s.scratch, s.factors = s.reasons(r, s.scratch[:0], s.factors[:0])
		return s.exclude(s.scratch, s.factors)
	}
	return nil
}

// cheap is how many numbers of a tableau change in a pivot that counts as one.
const cheap = 2048

// exclude returns the negations of literals that contradict each other, after
// looking whether they do.
func (s *Solver) exclude(lits []Lit, factors []int64) []Lit {
	if !s.contradicts(lits, factors) {
		s.gaveUp = true
		return nil
	}
	s.scratch = append(s.scratch[:0], lits...)
	for i := range s.scratch {
		s.scratch[i] = s.scratch[i].Not()
	}
	return s.scratch
}

// contradicts reports whether inequalities, each multiplied by a positive factor, add
// up to 0 <= c for a negative c (Farkas' lemma). It believes the tableau's
// definitions of forms and nothing else of it.
func (s *Solver) contradicts(lits []Lit, factors []int64) bool {
	s.sum = append(s.sum[:0], make([]int64, len(s.place))...)
	total := int64(0)
	for i, l := range lits {
		a, f := s.atoms[l.index()], factors[i]
		if f <= 0 || a.x < 0 {
			return false
		}
		k := a.k
		if l&1 != 0 { // x >= k+1, as -x <= -k-1
			f, k = -f, -k-1
			total -= f * k
		} else {
			total += f * k
		}
		for _, t := range s.definition(a.x) {
			s.sum[t.Var] += f * t.Coef
		}
	}
	for _, n := range s.sum {
		if n != 0 {
			return false
		}
	}
	return total < 0
}

// learn resolves a conflict to the clause that would have avoided it, goes back
// to where that clause leaves one literal, and assigns it. False means that there
// is no solution.
func (s *Solver) learn(conflict []Lit) bool {
	top := int32(0)
	for _, l := range conflict {
		top = max(top, s.level[l.index()])
	}
	if top == 0 {
		return false
	}
	s.cancel(int(top))
	learned := append(s.learned[:0], none)
	lits, p, open, at := conflict, none, 0, len(s.trail)-1
	for {
		for _, l := range lits {
			v := l.index()
			if l == p || s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.activity[v] += s.bump
			if s.level[v] == top {
				open++
			} else {
				learned = append(learned, l)
			}
		}
		for !s.seen[s.trail[at].index()] {
			at--
		}
		p = s.trail[at]
		s.seen[p.index()] = false
		if open--; open == 0 {
			break
		}
		lits = s.literals(s.reason[p.index()])
	}
	learned[0] = p.Not()
	s.learned = learned
	s.bump *= 1.1
	back := int32(0)
	for i := 1; i < len(learned); i++ {
		v := learned[i].index()
		s.seen[v] = false
		if s.level[v] > back {
			back = s.level[v]
			learned[1], learned[i] = learned[i], learned[1]
		}
	}
	s.cancel(int(back))
	if len(learned) == 1 {
		if s.of(learned[0]) < 0 { // refuted by a clause that waited
			return false
		}
		if s.of(learned[0]) == 0 {
			s.assign(learned[0], -1)
		}
		return s.ok
	}
	s.assign(learned[0], s.attach(learned, true))
	return true
}

// cancel takes all decisions back but the first n.
func (s *Solver) cancel(n int) {
	if n < len(s.limits) {
		m := s.limits[n]
		s.taken++
		for _, l := range s.trail[m.trail:] {
			s.value[l.index()] = 0
		}
		s.trail, s.limits, s.first = s.trail[:m.trail], s.limits[:n], m.first
		s.head, s.theory = min(s.head, len(s.trail)), min(s.theory, len(s.trail))
		s.restore(m.undo)
	}
	if n == 0 {
		waiting := s.pending
		s.pending = s.pending[:0]
		for _, c := range waiting {
			s.add(c.implied, c.lits...)
		}
	}
}

// window is how many clauses from the first on that is not satisfied are looked at
// for a decision.
const window = 48

// choose returns a literal to decide: of those in the first clauses that are not
// satisfied the one that was in most of the latest conflicts; none if all clauses
// are satisfied. A bound is chosen as it holds now, so that values need not
// change.
func (s *Solver) choose() Lit {
	for s.first < len(s.clauses) && (s.clauses[s.first].implied || s.satisfied(s.literals(int32(s.first)))) {
		s.first++
	}
	best, most := none, -1.0
	for i := s.first; i < min(s.first+window, len(s.clauses)); i++ {
		if s.clauses[i].implied {
			continue
		}
		if l, activity, open := s.mostActive(s.literals(int32(i))); open && activity > most {
			best, most = l, activity
		}
	}
	if best == none {
		return none
	}
	if l := s.prefer[best.index()]; l != none {
		return l
	}
	if a := s.atoms[best.index()]; a.x >= 0 {
		positive := best &^ 1
		if s.atMost(a.x, a.k) {
			return positive
		}
		return positive.Not()
	}
	return best
}

// mostActive returns the first literal without a value that was in most of the latest
// conflicts; false if a literal is true.
func (s *Solver) mostActive(lits []Lit) (best Lit, most float64, open bool) {
	best, most = none, -1
	for _, l := range lits {
		v := l.index()
		switch {
		case s.of(l) > 0:
			return none, -1, false
		case s.value[v] == 0 && s.activity[v] > most:
			best, most = l, s.activity[v]
		}
	}
	return best, most, true
}

func (s *Solver) satisfied(lits []Lit) bool {
	for _, l := range lits {
		if s.of(l) > 0 {
			return true
		}
	}
	return false
}

// cut adds a bound that all integers within the bounds keep, but not the values of
// now (R. Gomory; V. Chvátal). It is made from a row whose variable is no integer:
// the columns whose factors the row's denominator does not divide, each at a bound,
// have a sum that is bounded, and that sum is a form whose factors the denominator
// does divide, so that [Solver.AtMost] rounds the bound. Of such rows one is taken that
// needs the fewest bounds which are no equations, as equations hold longest, and then one
// with the smallest denominator, as numbers grow. False means that there is no such row,
// or that there were cuts enough.
func (s *Solver) cut() bool {
	if s.cuts == maxCuts {
		return false
	}
	best, least := -1, 0
	for i := range s.rows {
		r := &s.rows[i]
		if r.den == 1 || r.num%r.den == 0 {
			continue
		}
		if n := s.inequalities(r); n >= 0 && (best < 0 || n < least || n == least && r.den < s.rows[best].den) {
			best, least = i, n
		}
	}
	if best < 0 {
		return false
	}
	unless, sum, most, ok := s.bounded(&s.rows[best])
	if ok {
		s.Clause(append(unless, s.AtMost(sum, most))...)
		s.cuts++
	}
	return ok
}

// inequalities counts the columns whose bounds a cut of a row needs and that have more than one value; negative: there is no cut.
func (s *Solver) inequalities(r *row) int {
	n := 0
	for c, a := range r.a {
		if a%r.den == 0 {
			continue
		}
		if l, _ := s.bindingAt(c); l == none {
			return -1
		}
		if !s.fixed(s.columns[c]) {
			n++
		}
	}
	return n
}

// bindingAt returns the literal of the bound that a column's value is at, and whether that is the upper one, which
// comes first; none if it is at neither.
func (s *Solver) bindingAt(c int) (l Lit, upper bool) {
	x, v := s.columns[c], s.values[c]
	switch {
	case s.hiLit[x] != none && v == s.hi[x]:
		return s.hiLit[x], true
	case s.loLit[x] != none && v == s.lo[x]:
		return s.loLit[x], false
	}
	return none, false
}

// maxCuts bounds the cuts of a question, maxCutFactor their factors.
const (
	maxCuts      = 80
	maxCutFactor = 1 << 9
)

// bounded returns a form that is at most something unless one of some literals is
// true.
func (s *Solver) bounded(r *row) (unless []Lit, sum Form, most int64, ok bool) {
	total := make([]int64, len(s.place))
	for c, a := range r.a {
		f := a % r.den
		if f == 0 {
			continue
		}
		l, upper := s.bindingAt(c)
		switch { // any number that leaves the same remainder will do
		case l == none:
			return nil, nil, 0, false
		case upper && f < 0:
			f += r.den
		case !upper && f > 0:
			f -= r.den
		}
		unless = append(unless, l.Not())
		most += f * s.values[c]
		for _, t := range s.definition(s.columns[c]) {
			total[t.Var] += f * t.Coef
		}
	}
	for v, n := range total {
		if n != 0 {
			sum = append(sum, Term{Var(v), n})
		}
		if !small(n/r.den, maxCutFactor) {
			return nil, nil, 0, false
		}
	}
	return unless, sum, most, true
}

// fixed reports whether a variable has one value only.
func (s *Solver) fixed(x int32) bool {
	return s.loLit[x] != none && s.hiLit[x] != none && s.lo[x] == s.hi[x]
}

// branch returns a decision that excludes the value of an unknown that is no
// integer; none if all are.
func (s *Solver) branch() Lit {
	x, below := s.fractional()
	if x < 0 {
		return none
	}
	s.spend(&s.spent.Branches, s.effort.Branches)
	if !small(below, maxBound) {
		s.gaveUp = true
	}
	if s.gaveUp {
		return none
	}
	return s.atom(x, below)
}
