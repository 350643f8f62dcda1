package smt

import (
	"context"
	"math/rand"
	"slices"
	"testing"
	"time"

	"rlv/prover/smt/internal/columns"
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
		if len(path) > 0 && r.Intn(4) == 0 {
			c = path[r.Intn(len(path))]
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
	lengths := 0
	for range 2000 {
		conj = randomPath(r, conj)
		lengths += len(conj)
		p.align(slices.Clone(conj))
		q := newPath()
		q.symbols, q.tree = p.symbols, p.tree
		q.align(conj)
		same := slices.Equal(p.conj, q.conj) && slices.Equal(p.conj, conj) && slices.Equal(p.terms, q.terms) && slices.Equal(p.disjunctions, q.disjunctions)
		same = same && len(p.levels) == len(q.levels) && len(p.numbers) == len(q.numbers) && len(p.mention) == len(q.mention)
		for x, at := range q.mention {
			same = same && slices.Equal(p.mention[x], at)
		}
		for x, n := range q.numbers {
			m, ok := p.numbers[x]
			same = same && ok && m == n
		}
		for i, l := range q.levels {
			m := p.levels[i]
			same = same && l.set == m.set && l.sequence == m.sequence && l.form == m.form && l.terms == m.terms && l.binders == m.binders
		}
		if !same {
			t.Fatalf("%v: %+v, and by itself %+v", conj, p, q)
		}
	}
	if lengths < 5_000 {
		t.Errorf("the questions are short: %d conjuncts", lengths)
	}
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

// The conjuncts that are not true with a changed valuation are those that are found when
// all are evaluated, and beginnings are satisfied by the valuations that are kept for them.
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
	var table columns.Table
	moves, kept, cols := 0, 0, 0
	for range 1000 {
		path = randomPath(r, path)
		if r.Intn(3) == 0 {
			x, y := term.Fresh("c", term.SortInt), ivar("x")
			c := term.Lt(y, ivar("y"))
			path = append(path, term.Or(term.And(c, term.Eq(x, y)), term.And(term.Not(c), term.Eq(x, term.Int(int64(r.Intn(9)))))))
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
		rep := repair{path: p, table: &table, given: map[*term.Variable]columns.Column{}}
		for _, c := range p.disjunctions {
			for _, col := range table.Of(c) {
				rep.given[col.Variable] = col
				cols++
			}
		}
		a := trial{v, wrong(v, p.conj)}
		b, _ := rep.moved(a, v.following(p.disjunctions, &table), nil, len(path)+1)
		for _, x := range term.Vars(path...) {
			if x.Sort != term.SortInt {
				continue
			}
			w := rep.with(b.valuation, change{place{x, nil}, term.Int(int64(r.Intn(20) - 10))})
			c, ok := rep.moved(b, w, x, len(path)+1)
			if want := wrong(w, p.conj); !ok || !slices.Equal(c.wrong, want) {
				t.Fatalf("%v are wrong, not %v, of %v", want, c.wrong, path)
			}
			moves++
		}
		if !m.satisfy(p) {
			path = path[:n]
		}
	}
	if t.Log(moves, kept, cols); moves < 1000 || kept < 300 || cols < 200 {
		t.Errorf("%d changes, %d valuations of beginnings, %d columns", moves, kept, cols)
	}
}

// Where the numbers of two questions collide, neither is taken for the other.
func TestCollidingNumbersAreToldApart(t *testing.T) {
	x := ivar("x")
	one, two := []*term.Term{term.Lt(x, term.Int(0))}, []*term.Term{term.Lt(term.Int(0), x)}
	c, m := newCache(), newModels(false)
	c.align(one)
	c.put(true, Answer{Result: Unsat})
	m.keep(c.path, newValuation(map[*term.Variable]*term.Term{x.Variable(): term.Int(-1)}))
	set, sequence := c.top().set, c.top().sequence
	if _, ok := c.get(true); !ok {
		t.Error("the answer is not found")
	}
	c.align(two)
	c.top().set, c.top().sequence = set, sequence
	if a, ok := c.get(true); ok {
		t.Errorf("%v is the answer to another question", a.Result)
	}
	if n := m.nearest(c.path); slices.ContainsFunc(n, func(n near) bool { return n.sure > 0 }) {
		t.Error("a valuation is that of another question")
	}
}
