package linear

import "math/bits"

// tableau holds the linear forms and their bounds. Some variables, the basic ones,
// are given by the others:
//
//	den * basic = sum of a[c] * columns[c]
//
// The others, of the columns, have values within their bounds, and these are
// integers.
type tableau struct {
	place   []int32 // by variable: its row, or the complement of its column
	def     []Form  // by variable: what it stands for, in terms of unknowns
	arena   Form    // where definitions lie
	lo, hi  []int64 // bounds, where a literal says that there is one
	loLit   []Lit
	hiLit   []Lit
	columns []int32 // the variable of each column
	values  []int64 // its value
	rows    []row
	copies  [][]int64 // by row: memory for its numbers while they are changed
	suspect []uint64  // a set of variables; all basic ones outside their bounds are in it
	undo    []change
	nonzero []int32
	sum     []int64
}

type row struct {
	basic int32
	den   int64   // positive
	num   int64   // den times the value
	a     []int64 // by column; those beyond are 0
	own   bool    // a is a copy of what was built, with all columns
}

// at returns the number of a column.
func (r *row) at(c int32) int64 {
	if int(c) < len(r.a) {
		return r.a[c]
	}
	return 0
}

// change is a bound that was replaced.
type change struct {
	x     int32
	upper bool
	k     int64
	lit   Lit
}

func (t *tableau) reset() {
	t.place, t.def, t.arena = t.place[:0], t.def[:0], t.arena[:0]
	t.lo, t.hi, t.loLit, t.hiLit = t.lo[:0], t.hi[:0], t.loLit[:0], t.hiLit[:0]
	t.columns, t.values, t.rows, t.undo = t.columns[:0], t.values[:0], t.rows[:0], t.undo[:0]
	t.suspect = t.suspect[:0]
}

// newVariable adds a variable without bounds.
func (t *tableau) newVariable(place int32) int32 {
	t.place = append(t.place, place)
	t.lo, t.hi = append(t.lo, 0), append(t.hi, 0)
	t.loLit, t.hiLit = append(t.loLit, none), append(t.hiLit, none)
	if len(t.place) > 64*len(t.suspect) {
		t.suspect = append(t.suspect, 0)
	}
	return int32(len(t.place) - 1)
}

// column adds an unknown.
func (t *tableau) column() int32 {
	x := t.newVariable(^int32(len(t.columns)))
	t.columns = append(t.columns, x)
	t.values = append(t.values, 0)
	t.define(Form{{Var(x), 1}}, 1)
	return x
}

// own lets the numbers of a row be changed: it gives it all columns, and leaves what was
// built as it is.
func (t *tableau) own(n int) *row {
	r := &t.rows[n]
	for n >= len(t.copies) {
		t.copies = append(t.copies, nil)
	}
	if !r.own {
		r.a, r.own = append(t.copies[n][:0], r.a...), true
	}
	r.a = append(r.a, make([]int64, len(t.columns)-len(r.a))...)
	t.copies[n] = r.a
	return r
}

func (t *tableau) define(f Form, g int64) {
	start := len(t.arena)
	for _, m := range f {
		t.arena = append(t.arena, Term{m.Var, m.Coef / g})
	}
	t.def = append(t.def, t.arena[start:len(t.arena):len(t.arena)])
}

func (t *tableau) definition(x int32) Form { return t.def[x] }

// row adds a variable that stands for a form divided by g; false if a number is
// too large.
func (t *tableau) row(f Form, g int64) (int32, bool) {
	n := len(t.rows)
	if n < cap(t.rows) {
		t.rows = t.rows[:n+1]
	} else {
		t.rows = append(t.rows, row{})
	}
	r := &t.rows[n]
	if r.own {
		r.a, r.own = nil, false
	}
	r.a = append(r.a[:0], make([]int64, len(t.columns))...)
	r.den = 1
	ok := true
	for _, m := range f {
		c := m.Coef / g
		p := t.place[m.Var]
		if ok = ok && small(c, maxCoef); !ok {
			break
		}
		if p < 0 && r.den == 1 { // nothing to divide by
			r.a[^p] += c
			continue
		}
		if ok = t.tidy(r); !ok {
			break
		}
		if p < 0 {
			r.a[^p] += c * r.den
			continue
		}
		b := &t.rows[p]
		d := b.den / gcd(b.den, r.den) // to the least common denominator
		for i := range r.a {
			r.a[i] *= d
		}
		r.den *= d
		c *= r.den / b.den
		for i, a := range b.a {
			r.a[i] += c * a
		}
	}
	r.basic = t.newVariable(int32(n))
	t.define(f, g)
	ok = t.tidy(r) && ok
	t.evaluate(r)
	return r.basic, ok
}

// tidy divides a row by what its numbers have in common; false if they are too
// large.
func (t *tableau) tidy(r *row) bool {
	if r.den != 1 {
		g := r.den
		for _, a := range r.a {
			if g == 1 {
				break
			}
			g = gcd(g, a)
		}
		if g > 1 {
			r.den /= g
			for i := range r.a {
				r.a[i] /= g
			}
		}
	}
	ok := small(r.den, maxCoef)
	for _, a := range r.a {
		ok = ok && small(a, maxCoef)
	}
	return ok
}

func (t *tableau) evaluate(r *row) {
	r.num = 0
	for i, a := range r.a {
		if a != 0 {
			r.num += a * t.values[i]
		}
	}
	t.look(r)
}

// look suspects a row's variable if it is outside its bounds. It is to be called when
// its value has changed, or a bound become tighter.
func (t *tableau) look(r *row) {
	if t.below(r) || t.above(r) {
		t.suspect[r.basic/64] |= 1 << (r.basic % 64)
	}
}

// setUpper bounds a variable from above.
func (t *tableau) setUpper(x int32, k int64, l Lit) {
	if t.hiLit[x] != none && t.hi[x] <= k {
		return
	}
	t.undo = append(t.undo, change{x, true, t.hi[x], t.hiLit[x]})
	t.hi[x], t.hiLit[x] = k, l
	if p := t.place[x]; p >= 0 {
		t.look(&t.rows[p])
	} else if t.values[^p] > k {
		t.move(^p, k)
	}
}

// setLower bounds a variable from below.
func (t *tableau) setLower(x int32, k int64, l Lit) {
	if t.loLit[x] != none && t.lo[x] >= k {
		return
	}
	t.undo = append(t.undo, change{x, false, t.lo[x], t.loLit[x]})
	t.lo[x], t.loLit[x] = k, l
	if p := t.place[x]; p >= 0 {
		t.look(&t.rows[p])
	} else if t.values[^p] < k {
		t.move(^p, k)
	}
}

// restore takes changes of bounds back, down to the first n. Values stay.
func (t *tableau) restore(n int) {
	for i := len(t.undo) - 1; i >= n; i-- {
		c := t.undo[i]
		if c.upper {
			t.hi[c.x], t.hiLit[c.x] = c.k, c.lit
		} else {
			t.lo[c.x], t.loLit[c.x] = c.k, c.lit
		}
	}
	t.undo = t.undo[:n]
}

// move gives a column another value.
func (t *tableau) move(c int32, v int64) {
	d := v - t.values[c]
	t.values[c] = v
	for i := range t.rows {
		if r := &t.rows[i]; r.at(c) != 0 {
			r.num += r.a[c] * d
			t.look(r)
		}
	}
}

// below and above say that a row's value is outside its bounds.
func (t *tableau) below(r *row) bool {
	return t.loLit[r.basic] != none && r.num < t.lo[r.basic]*r.den
}

func (t *tableau) above(r *row) bool {
	return t.hiLit[r.basic] != none && r.num > t.hi[r.basic]*r.den
}

// violated returns the row of the first variable that is outside its bounds, or
// -1. To take the first of all is Bland's rule: the method then ends.
func (t *tableau) violated() int {
	for w := range t.suspect {
		for t.suspect[w] != 0 {
			x := 64*w + bits.TrailingZeros64(t.suspect[w])
			if n := t.place[x]; n >= 0 && (t.below(&t.rows[n]) || t.above(&t.rows[n])) {
				return int(n)
			}
			t.suspect[w] &= t.suspect[w] - 1
		}
	}
	return -1
}

// entering returns the column of the first variable that can bring a row towards
// its bound, or -1.
func (t *tableau) entering(n int) int {
	r := &t.rows[n]
	up := t.below(r)
	found := -1
	for c, a := range r.a {
		if a == 0 || found >= 0 && t.columns[c] > t.columns[found] {
			continue
		}
		x := t.columns[c]
		free := t.hiLit[x] == none || t.values[c] < t.hi[x]
		if (a > 0) != up {
			free = t.loLit[x] == none || t.values[c] > t.lo[x]
		}
		if free {
			found = c
		}
	}
	return found
}

// violatedBound is the bound that a row violates.
func (t *tableau) violatedBound(n int) int64 {
	r := &t.rows[n]
	if t.below(r) {
		return t.lo[r.basic]
	}
	return t.hi[r.basic]
}

// pivot exchanges the variable of a row, which gets a value, and that of a column. It
// returns how many numbers that changed, at most; ok is false if one became too large.
func (t *tableau) pivot(n, c int, value int64) (changed int, ok bool) {
	r := t.own(n)
	leaving, coming := r.basic, t.columns[c]
	sign := int64(1)
	if r.a[c] < 0 {
		sign = -1
	}
	den := sign * r.a[c]
	r.a[c] = -r.den
	for i := range r.a {
		r.a[i] *= -sign
	}
	r.den, r.basic = den, coming
	t.columns[c], t.place[leaving], t.place[coming] = leaving, ^int32(c), int32(n)
	t.values[c] = value
	ok = t.tidy(r)
	t.evaluate(r)
	t.nonzero = t.nonzero[:0]
	for i, a := range r.a {
		if a != 0 {
			t.nonzero = append(t.nonzero, int32(i))
		}
	}
	for i := range t.rows {
		if i != n && t.rows[i].at(int32(c)) != 0 {
			ok = t.eliminate(t.own(i), r, c) && ok
			changed += len(r.a)
		}
	}
	return changed, ok
}

// eliminate writes a row with the variable of another one in place of that of a
// column.
func (t *tableau) eliminate(q, r *row, c int) bool {
	f := q.a[c]
	q.a[c] = 0
	if r.den != 1 {
		for i := range q.a {
			q.a[i] *= r.den
		}
		q.den *= r.den
	}
	ok := true
	for _, i := range t.nonzero {
		q.a[i] += f * r.a[i]
		ok = ok && small(q.a[i], maxCoef)
	}
	if q.den != 1 {
		ok = t.tidy(q)
	}
	t.evaluate(q)
	return ok
}

// reasons returns the literals whose bounds keep a row from its own, and the
// factors with which they add up to a contradiction.
func (t *tableau) reasons(n int, lits []Lit, factors []int64) ([]Lit, []int64) {
	r := &t.rows[n]
	up := t.below(r)
	own := t.hiLit[r.basic]
	if up {
		own = t.loLit[r.basic]
	}
	lits, factors = append(lits, own), append(factors, r.den)
	for c, a := range r.a {
		if a == 0 {
			continue
		}
		x := t.columns[c]
		l := t.loLit[x]
		if (a > 0) == up {
			l = t.hiLit[x]
		}
		lits, factors = append(lits, l), append(factors, max(a, -a))
	}
	return lits, factors
}

// atMost reports whether a variable's value is at most k.
func (t *tableau) atMost(x int32, k int64) bool {
	if p := t.place[x]; p >= 0 {
		return t.rows[p].num <= k*t.rows[p].den
	}
	return t.values[^t.place[x]] <= k
}

// integral returns a variable's value rounded down, and whether that is exact.
func (t *tableau) integral(x int32) (int64, bool) {
	p := t.place[x]
	if p < 0 {
		return t.values[^p], true
	}
	r := &t.rows[p]
	return floorDiv(r.num, r.den), r.num%r.den == 0
}

// fractional returns an unknown whose value is no integer, and the value rounded
// down; x is -1 if there is none.
func (t *tableau) fractional() (x int32, below int64) {
	for i := range t.rows {
		r := &t.rows[i]
		if r.den != 1 && r.num%r.den != 0 && len(t.def[r.basic]) == 1 {
			return r.basic, floorDiv(r.num, r.den)
		}
	}
	return -1, 0
}
