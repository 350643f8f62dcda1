package arith

import (
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/linear"
)

// question is what the question at hand is about. It is only ever added to, and cut back
// to what belongs to the beginning that the next question shares with it.
type question struct {
	vars     known[linear.Var] // by item
	lits     known[linear.Lit] // by node id, twice: of its truth, of its negation
	funs     []*fol.Node       // applications whose arguments matter
	arrays   []*fol.Node       // applications that are arrays
	reads    []int32           // items that read an array without a known origin
	products []int32           // items
	divided  []int32           // items: quotients and remainders that may be by 0
	refuse   bool              // the question is left to others
}

// extent is how much there is in a question.
type extent struct {
	vars, lits, funs, arrays, reads, products, divided int
	refuse                                             bool
}

func (q *question) extent() extent {
	return extent{len(q.vars.order), len(q.lits.order), len(q.funs), len(q.arrays), len(q.reads), len(q.products), len(q.divided), q.refuse}
}

// cut takes back what there is more.
func (q *question) cut(to extent) {
	q.vars.cut(to.vars)
	q.lits.cut(to.lits)
	q.funs, q.arrays, q.reads = q.funs[:to.funs], q.arrays[:to.arrays], q.reads[:to.reads]
	q.products, q.divided, q.refuse = q.products[:to.products], q.divided[:to.divided], to.refuse
}

// itemOf returns the item that an unknown stands for. Later items that were met have
// later unknowns.
func (q *question) itemOf(v linear.Var) int32 {
	at, _ := slices.BinarySearchFunc(q.vars.order, v, func(i int, v linear.Var) int { return int(q.vars.of(i) - v) })
	return int32(q.vars.order[at])
}

// known is a table of what is known of some numbers.
type known[T any] struct {
	entries []entry[T]
	order   []int // the numbers, in the order in which they were put
}

type entry[T any] struct {
	known bool
	of    T
}

// get returns what is known of a number, if anything is.
func (k *known[T]) get(n int) (of T, ok bool) {
	if n >= len(k.entries) {
		return of, false
	}
	e := k.entries[n]
	return e.of, e.known
}

// of returns what is known of a number of which something is.
func (k *known[T]) of(n int) T { return k.entries[n].of }

// put adds what is known of a number, of which nothing was.
func (k *known[T]) put(n int, of T) {
	if n >= len(k.entries) {
		k.entries = append(k.entries, make([]entry[T], n+256)...)
	}
	k.entries[n] = entry[T]{true, of}
	k.order = append(k.order, n)
}

// cut forgets all but the first numbers.
func (k *known[T]) cut(n int) {
	for _, i := range k.order[n:] {
		k.entries[i] = entry[T]{}
	}
	k.order = k.order[:n]
}
