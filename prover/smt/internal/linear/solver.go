package linear

import "slices"

// Lit is a Boolean unknown or its negation.
type Lit int32

// The literals that are known.
const (
	True  Lit = 0
	False Lit = 1
	none  Lit = -1
)

// Not returns the negation of a literal.
func (l Lit) Not() Lit { return l ^ 1 }

func (l Lit) index() int { return int(l >> 1) }

// Var is an unknown integer.
type Var int32

// Term is an unknown integer and its factor.
type Term struct {
	Var  Var
	Coef int64
}

// Form is a linear form: a sum of terms, sorted by unknown, each of which occurs
// once, with a factor that is not 0.
type Form []Term

// Result is what became of a question.
type Result int

// The results. Undecided is the zero value: nothing follows from it.
const (
	Undecided Result = iota
	Satisfiable
	Unsatisfiable
)

// The limits of numbers. The factors of forms are below maxCoef, too. A sum over all
// columns of a product of a bound and a coefficient stays below 2^63.
const (
	maxCoef    = 1 << 20
	maxBound   = 1 << 33
	maxColumns = 1 << 9
)

// Effort bounds what is tried before a question is given up.
type Effort struct {
	Conflicts, Pivots, Branches int
}

// Times returns a multiple of an effort.
func (e Effort) Times(n float64) Effort {
	return Effort{Conflicts: int(n * float64(e.Conflicts)), Pivots: int(n * float64(e.Pivots)), Branches: int(n * float64(e.Branches))}
}

// atom is the meaning of a Boolean unknown: the tableau's variable x is at most
// k; x is -1 for one without a meaning.
type atom struct {
	x int32
	k int64
}

// clause is a place in the arena of literals. An implied one says nothing that
// the others and the bounds do not say; a solution need not be chosen by it.
type clause struct {
	start, size int32
	implied     bool
}

// looked is how far a clause was looked through for a literal to watch: from the third on,
// those before this place are false, as long as no value is taken back. So a clause of n
// literals that become false one by one is looked through once, not n times.
type looked struct {
	place int32
	taken uint64 // what it was then
}

// waiting is a clause that is added when all decisions are taken back.
type waiting struct {
	lits    []Lit
	implied bool
}

// bound is an atom of a variable.
type bound struct {
	k   int64
	lit Lit
}

// Solver decides questions that share their beginnings: what is added belongs to a
// level, and the last levels can be taken back. The zero value is not ready: use New.
type Solver struct {
	effort Effort
	spent  Effort
	cuts   int
	gaveUp bool // a number was too large, or the effort was spent
	ok     bool // no contradiction without decisions is known

	atoms    []atom
	value    []int8 // 1 true, -1 false, 0 not assigned
	level    []int32
	reason   []int32 // the clause that a value follows from, or -1
	activity []float64
	prefer   []Lit // what to decide, or none
	seen     []bool
	bump     float64

	lits    []Lit
	clauses []clause
	looked  []looked  // by clause
	taken   uint64    // how often values of literals were taken back
	watches [][]int32 // by literal: the clauses that watch it
	pending []waiting

	trail   []Lit
	limits  []mark
	head    int // literals whose clauses were looked at
	theory  int // literals whose bounds were asserted
	first   int // clauses before this one are satisfied
	scratch []Lit
	learned []Lit
	factors []int64

	tableau
	bounds [][]bound        // by variable of the tableau, sorted
	forms  map[uint64]int32 // the last variable that stands for a form with a hash
	next   []int32          // by variable: the one before it with that hash, or -1

	levels []extent   // where levels begin
	saved  []int64    // the values of columns there
	pivots []exchange // that were made before searches
	built  built      // what the search at hand began with
}

// mark is the state before a decision.
type mark struct{ trail, undo, first int }

// New returns a solver for a question that is put with some effort.
func New(e Effort) *Solver {
	s := &Solver{effort: e, forms: map[uint64]int32{}}
	s.Reset()
	return s
}

// Reset takes everything back.
func (s *Solver) Reset() {
	s.spent, s.cuts, s.gaveUp, s.ok = Effort{}, 0, false, true
	s.levels, s.saved, s.pivots = s.levels[:0], s.saved[:0], s.pivots[:0]
	s.built.changed = s.built.changed[:0]
	s.forget()
	s.atoms, s.value, s.level, s.reason = s.atoms[:0], s.value[:0], s.level[:0], s.reason[:0]
	s.activity, s.prefer, s.seen, s.bump = s.activity[:0], s.prefer[:0], s.seen[:0], 1
	s.lits, s.clauses, s.watches, s.pending = s.lits[:0], s.clauses[:0], s.watches[:0], s.pending[:0]
	s.trail, s.limits, s.head, s.theory, s.first = s.trail[:0], s.limits[:0], 0, 0, 0
	s.bounds, s.next = s.bounds[:0], s.next[:0]
	clear(s.forms)
	s.tableau.reset()
	s.Bool()
	s.value[0] = 1
}

// Bool returns a new Boolean unknown.
func (s *Solver) Bool() Lit { return s.newBool(atom{x: -1}) }

func (s *Solver) newBool(a atom) Lit {
	n := len(s.atoms)
	s.atoms = append(s.atoms, a)
	s.value = append(s.value, 0)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, -1)
	s.activity = append(s.activity, 0)
	s.prefer = append(s.prefer, none)
	s.seen = append(s.seen, false)
	s.watches = grow(grow(s.watches))
	s.built.changed = append(s.built.changed, false, false)
	return Lit(2 * n)
}

// grow adds an empty list, the memory of an earlier one if there is one.
func grow[T any](lists [][]T) [][]T {
	if n := len(lists); n < cap(lists) {
		lists = lists[:n+1]
		lists[n] = lists[n][:0]
		return lists
	}
	return append(lists, nil)
}

// Int returns a new unknown integer.
func (s *Solver) Int() Var {
	if len(s.columns) == maxColumns {
		s.gaveUp = true
		return 0
	}
	s.bounds, s.next = grow(s.bounds), append(s.next, -1)
	return Var(s.column())
}

// AtMost returns the literal that says that a form is at most k.
func (s *Solver) AtMost(f Form, k int64) Lit {
	if len(f) == 0 {
		if k >= 0 {
			return True
		}
		return False
	}
	if !small(k, maxBound) {
		s.gaveUp = true
		return True
	}
	g := content(f)
	if f[0].Coef < 0 { // -g p <= k where p >= -k/g, rounded up
		return s.atom(s.variable(f, -g), -floorDiv(k, g)-1).Not()
	}
	return s.atom(s.variable(f, g), floorDiv(k, g))
}

// AtLeast returns the literal that says that a form is at least k.
func (s *Solver) AtLeast(f Form, k int64) Lit { return s.AtMost(f, k-1).Not() }

func small(n, limit int64) bool { return -limit < n && n < limit }

// content is the greatest common divisor of a form's factors.
func content(f Form) int64 {
	g := int64(0)
	for _, t := range f {
		if g = gcd(g, t.Coef); g == 1 {
			break
		}
	}
	return g
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// variable returns the tableau's variable for a form divided by g.
func (s *Solver) variable(f Form, g int64) int32 {
	if len(f) == 1 {
		return int32(f[0].Var)
	}
	h := f.hash(g)
	last, ok := s.forms[h]
	if !ok {
		last = -1
	}
	for x := last; x >= 0; x = s.next[x] {
		if slices.EqualFunc(s.definition(x), f, func(d, t Term) bool { return d.Var == t.Var && d.Coef == t.Coef/g }) {
			return x
		}
	}
	x, ok := s.row(f, g)
	if !ok {
		s.gaveUp = true
	}
	s.bounds, s.next = grow(s.bounds), append(s.next, last)
	s.forms[h] = x
	return x
}

// hash is the same for equal forms divided by g.
func (f Form) hash(g int64) uint64 {
	h := uint64(len(f))
	for _, t := range f {
		h = (h ^ uint64(t.Var)) * 0x9e3779b97f4a7c15
		h = (h ^ uint64(t.Coef/g)) * 0x9fb21c651e98df25
		h ^= h >> 29
	}
	return h
}

// atom returns the literal that says that a variable of the tableau is at most
// k. What follows from its bounds alone, clauses say.
func (s *Solver) atom(x int32, k int64) Lit {
	bs := s.bounds[x]
	i := len(bs)
	for i > 0 && bs[i-1].k >= k {
		i--
	}
	if i < len(bs) && bs[i].k == k {
		return bs[i].lit
	}
	l := s.newBool(atom{x, k})
	s.bounds[x] = slices.Insert(bs, i, bound{k, l})
	if bs = s.bounds[x]; i > 0 {
		s.add(true, bs[i-1].lit.Not(), l)
	}
	if i+1 < len(bs) {
		s.add(true, l.Not(), bs[i+1].lit)
	}
	return l
}

// Clause adds that one of the literals is true. In the middle of a search that is
// put off until its decisions are taken back.
func (s *Solver) Clause(lits ...Lit) { s.add(false, lits...) }

func (s *Solver) add(implied bool, lits ...Lit) {
	if len(s.limits) > 0 {
		s.pending = append(s.pending, waiting{slices.Clone(lits), implied})
		return
	}
	c := s.scratch[:0]
	for _, l := range lits {
		switch v := s.of(l); {
		case v > 0 || slices.Contains(c, l.Not()):
			return
		case v == 0 && !slices.Contains(c, l):
			c = append(c, l)
		}
	}
	s.scratch = c
	switch len(c) {
	case 0:
		s.ok = false
	case 1:
		s.assign(c[0], -1)
	default:
		s.attach(c, implied)
	}
}

// attach stores a clause of at least two literals and watches the first two.
func (s *Solver) attach(c []Lit, implied bool) int32 {
	n := int32(len(s.clauses))
	s.clauses = append(s.clauses, clause{int32(len(s.lits)), int32(len(c)), implied})
	s.looked = append(s.looked[:n], looked{2, s.taken})
	s.lits = append(s.lits, c...)
	s.keep(c[0])
	s.keep(c[1])
	s.watches[c[0]] = append(s.watches[c[0]], n)
	s.watches[c[1]] = append(s.watches[c[1]], n)
	return n
}

func (s *Solver) literals(c int32) []Lit {
	p := s.clauses[c]
	return s.lits[p.start : p.start+p.size]
}

// of returns the value of a literal: 1, -1, or 0 where it has none.
func (s *Solver) of(l Lit) int8 {
	v := s.value[l.index()]
	if l&1 != 0 {
		return -v
	}
	return v
}

// Prefer makes a literal one that is decided early, and true, for the rest of a search.
func (s *Solver) Prefer(l Lit) {
	s.prefer[l.index()] = l
	s.bump *= 1.1
	s.activity[l.index()] += s.bump
}

// Holds returns the value of a literal in the solution that was found: 1 true, -1
// false, 0 either.
func (s *Solver) Holds(l Lit) int { return int(s.of(l)) }

// Known returns the value that a literal has in all solutions, as far as that is
// plain: 1 true, -1 false, 0 unknown.
func (s *Solver) Known(l Lit) int {
	if s.level[l.index()] > 0 {
		return 0
	}
	return int(s.of(l))
}

// Equations calls f for the forms of two unknowns that have one value only in the
// solution that was found.
func (s *Solver) Equations(f func(Form, int64)) {
	for x, def := range s.def {
		if len(def) == 2 && s.fixed(int32(x)) {
			f(def, s.lo[x])
		}
	}
}

// Value returns the value of an unknown in the solution that was found.
func (s *Solver) Value(v Var) int64 {
	n, _ := s.integral(int32(v))
	return n
}
