package smt

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"rlv/prover/smt/internal/columns"
	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// randomPath changes a path: conjuncts come and go at its end.
func randomPath(r *rand.Rand, path []*term.Term) []*term.Term {
	path = slices.Clip(path[:len(path)-r.Intn(min(len(path), 3)+1)])
	if len(path) > 25 {
		path = slices.Clip(path[:r.Intn(25)])
	}
	for range r.Intn(5) {
		c := randomFormula(r, 1)
		switch n := r.Intn(8); {
		case len(path) > 0 && n < 2:
			c = path[r.Intn(len(path))]
		case n < 4:
			c = term.Ne(ivar(fmt.Sprint("x", r.Intn(3))), term.Int(int64(r.Intn(5)-1)))
		}
		path = append(path, c)
	}
	return path
}

// workOutAnew makes a solver work out anew what it keeps of the question before, but for
// the valuations that it found on the way there.
func (s *Solver) workOutAnew() {
	old, p := s.cache.path, newPath()
	p.symbols, p.tree, p.answers = old.symbols, old.tree, old.answers
	p.align(old.conj)
	for i, l := range old.levels {
		p.levels[i].valuation, p.levels[i].other = l.valuation, l.other
	}
	s.cache.path = p
	s.presolver.forget()
	s.backends.first.Check(context.Background(), fol.Query{}) // shares nothing with any other
}

// Questions are answered as if nothing of the beginnings that they share had been kept,
// and with as much work.
func TestQuestionsAreAnsweredAsByThemselves(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	found := map[Result]int{}
	for range 10 {
		kept, alone := newTest(t, Options{}), newTest(t, Options{})
		var path []*term.Term
		for range 50 { // fewer satisfiable ones than valuations are remembered
			path = randomPath(r, path)
			q := Query{Assertions: path, Effort: []Effort{Glance, Quick, Thorough}[r.Intn(3)]}
			alone.workOutAnew()
			a, b := kept.Check(context.Background(), q), alone.Check(context.Background(), q)
			if a.Late || b.Late {
				continue
			}
			if found[a.Result]++; a.Result != b.Result || a.By != b.By || a.Cached != b.Cached || a.Instances != b.Instances || kept.Counters() != alone.Counters() {
				t.Fatalf("%v: %+v and %+v, %+v and %+v", path, a, b, kept.Counters(), alone.Counters())
			}
			if a.Result == Unsat {
				path = path[:r.Intn(len(path))]
			}
		}
	}
	if t.Log(found); found[Sat] < 100 || found[Unsat] < 15 {
		t.Errorf("the answers are of one kind: %v", found)
	}
}

// What is known of a question is the same whether it was reached by the questions before,
// or pushed all at once. Forms have the same numbers where they are written into one tree.
func TestPathIsThatOfItsQuestionAlone(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	p := newPath()
	var conj []*term.Term
	lengths, cols, aparts := 0, 0, 0
	for range 2000 {
		conj = randomPath(r, conj)
		if r.Intn(3) == 0 {
			conj = append(conj, randomColumn(r, conj))
		}
		cols += len(p.given)
		lengths += len(conj)
		p.align(slices.Clone(conj))
		q := newPath()
		q.symbols, q.tree = p.symbols, p.tree
		q.align(conj)
		same := slices.Equal(p.conj, q.conj) && slices.Equal(p.conj, conj) && slices.Equal(p.terms, q.terms)
		same = same && len(p.levels) == len(q.levels) && len(p.numbers) == len(q.numbers) && len(p.mention) == len(q.mention) && len(p.apart) == len(q.apart) && len(p.given) == len(q.given)
		for x, at := range q.mention {
			same = same && slices.Equal(p.mention[x], at)
		}
		for a, at := range q.apart {
			same = same && slices.Equal(p.apart[a], at)
			aparts++
		}
		for x, c := range q.given {
			same = same && isColumn(p.given[x], c)
		}
		for x, n := range q.numbers {
			m, ok := p.numbers[x]
			same = same && ok && m == n
		}
		for i, l := range q.levels {
			m := p.levels[i]
			same = same && slices.EqualFunc(l.columns, m.columns, isColumn) && l.set == m.set && l.sequence == m.sequence && l.form == m.form && l.terms == m.terms && l.binders == m.binders
		}
		if !same {
			t.Fatalf("%v: %+v, and by itself %+v", conj, p, q)
		}
	}
	if lengths < 5_000 || cols < 1_000 || aparts < 1_000 {
		t.Errorf("the questions are short: %d conjuncts, %d columns, %d numbers that variables are not", lengths, cols, aparts)
	}
}

// isColumn reports whether two columns are of one variable and have the same values.
func isColumn(a, b columns.Column) bool {
	return a.Variable == b.Variable && slices.EqualFunc(a.Cases, b.Cases, func(c, d columns.Case) bool { return term.Equal(c.Value, d.Value) })
}

// A set of formulas has one number, in whatever order they are asked and however often.
func TestSetsHaveOneNumber(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	p := newPath()
	number := func(conj []*term.Term) uint64 {
		p.align(conj)
		return p.top().set
	}
	for range 300 {
		conj := randomPath(r, randomPath(r, nil))
		more := slices.Concat(conj, conj[:r.Intn(len(conj)+1)])
		r.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
		if number(conj) != number(more) || !sameSet(conj, more) {
			t.Fatalf("%v and %v", conj, more)
		}
		if c := randomFormula(r, 2); !slices.ContainsFunc(conj, func(d *term.Term) bool { return term.Equal(c, d) }) {
			if with := append(slices.Clip(conj), c); number(conj) == number(with) || sameSet(conj, with) {
				t.Fatalf("%v and %v", conj, with)
			}
		}
	}
}

// randomColumn is a disjunction that gives a new variable its values, by a condition on
// variables of a path and on columns before it.
func randomColumn(r *rand.Rand, path []*term.Term) *term.Term {
	of := []*term.Term{ivar("x"), ivar("y"), ivar("z")}
	for _, x := range term.Vars(path...) {
		if x.Sort == term.SortInt {
			of = append(of, x.Term())
		}
	}
	any := func() *term.Term { return of[r.Intn(len(of))] }
	v, c := term.Fresh("c", term.SortInt), term.Lt(any(), any())
	return term.Or(term.And(c, term.Eq(v, any())), term.And(term.Not(c), term.Eq(v, term.Int(int64(r.Intn(9))))))
}

// The conjuncts that are not true with a changed valuation are those that are found when
// all are evaluated, columns have the values that they have when all are followed, and
// beginnings are satisfied by the valuations that are kept for them.
func TestChangedValuationsAreEvaluatedWhereTheyDiffer(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	wrong := func(v *valuation, conj []*term.Term) (out []int32) {
		fresh := newValuation(v.model())
		for i, c := range conj {
			if fresh.value(c) != term.True {
				out = append(out, int32(i))
			}
		}
		return out
	}
	p, m := newPath(), newModels(false)
	var path []*term.Term
	moves, kept, cols, follow, ordered := 0, 0, 0, 0, 0
	for range 1000 {
		path = randomPath(r, path)
		if r.Intn(2) == 0 {
			path = append(path, randomColumn(r, path))
		}
		if vars := term.Vars(path...); len(vars) > 0 && r.Intn(2) == 0 {
			if x := vars[len(vars)-1].Term(); x.Sort() == term.SortInt { // mostly a column
				path = append(path, term.Le(term.Int(int64(r.Intn(9)-4)), x))
			}
		}
		p.align(slices.Clone(path))
		all := m.nearest(p)
		for _, n := range all {
			if at := wrong(n.valuation, p.conj[:n.sure]); len(at) > 0 {
				t.Fatalf("%v is not true", p.conj[at[0]])
			}
			if n.sure > 0 {
				kept++
			}
		}
		v, n := all[0].valuation, all[0].sure
		rep := repair{path: p}
		cols += len(p.given)
		inOrder := !slices.ContainsFunc(term.Vars(path...), func(x *term.Variable) bool {
			_, ok := p.given[x]
			return ok && !slices.ContainsFunc(p.levels[p.mention[x][0]+1].columns, func(c columns.Column) bool { return c.Variable == x })
		})
		followed := func(w, from *valuation) {
			if !inOrder { // a column is mentioned before its cases are
				return
			}
			ordered++
			long := newValuation(from.model()).following(p.conj, &p.table)
			for x := range p.given {
				if now, want := w.value(x.Term()), long.value(x.Term()); !term.Equal(now, want) {
					t.Fatalf("%v is %v, not %v, of %v", x, now, want, path)
				}
			}
		}
		b := trial{v.clone(), nil}
		b, _ = rep.moved(trial{v, wrong(v, p.conj)}, b.valuation, rep.follow(b.valuation, rep.columnsFrom(n)), len(path)+1)
		followed(b.valuation, v)
		for _, x := range term.Vars(path...) {
			if x.Sort != term.SortInt {
				continue
			}
			w, changed := rep.with(b.valuation, change{place{x, nil}, term.Int(int64(r.Intn(20) - 10))})
			c, ok := rep.moved(b, w, changed, len(path)+1)
			if want := wrong(w, p.conj); !ok || !slices.Equal(c.wrong, want) {
				t.Fatalf("%v are wrong, not %v, of %v", want, c.wrong, path)
			}
			if _, ok := p.given[x]; !ok {
				followed(w, b.valuation.with(x, w.value(x.Term())))
				follow += len(changed) - 1
			}
			moves++
		}
		if !m.satisfy(p, maxRepairs) {
			path = path[:n]
		}
	}
	if t.Log(moves, kept, cols, follow, ordered); moves < 1000 || kept < 300 || cols < 500 || follow < 200 || ordered < 1000 {
		t.Errorf("%d changes, %d valuations of beginnings, %d columns, %d follow, %d compared", moves, kept, cols, follow, ordered)
	}
}

// Where the numbers of two questions collide, neither is taken for the other.
func TestCollidingNumbersAreToldApart(t *testing.T) {
	x := ivar("x")
	one, two := []*term.Term{term.Lt(x, term.Int(0))}, []*term.Term{term.Lt(term.Int(0), x)}
	c, m := newCache(), newModels(false)
	c.align(one)
	c.put(Quick, Answer{Result: Unsat})
	m.keep(c.path, newValuation(map[*term.Variable]*term.Term{x.Variable(): term.Int(-1)}))
	set, sequence := c.top().set, c.top().sequence
	if _, ok := c.get(Quick); !ok {
		t.Error("the answer is not found")
	}
	c.align(two)
	c.top().set, c.top().sequence = set, sequence
	if a, ok := c.get(Quick); ok {
		t.Errorf("%v is the answer to another question", a.Result)
	}
	if n := m.nearest(c.path); slices.ContainsFunc(n, func(n near) bool { return n.sure > 0 }) {
		t.Error("a valuation is that of another question")
	}
}

// Kept apart are a variable and a small number, on either side, and nothing else.
func TestWhatIsKeptApart(t *testing.T) {
	x, y := ivar("x"), ivar("y")
	not := func(a, b *term.Term) *term.Term { return term.App(term.BoolNot, term.App(term.IntEq, a, b)) }
	for _, k := range []struct {
		c    *term.Term
		want bool
	}{
		{not(x, term.Int(3)), true},
		{not(term.Int(3), x), true},
		{not(x, y), false},
		{not(term.Int(3), term.Add(x, y)), false},
		{not(term.Add(x, y), term.Int(3)), false},
		{not(x, term.Apply(term.IntMul, term.Int(1<<40), term.Int(1<<40))), false},
		{term.Eq(x, term.Int(3)), false},
		{term.Lt(x, term.Int(3)), false},
	} {
		if got, ok := apartOf(k.c); ok != k.want || ok && got != (apart{x.Variable(), 3}) {
			t.Errorf("%v: %v, %v", k.c, got, ok)
		}
	}
}
