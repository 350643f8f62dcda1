package rewrite

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"rlv/semantics/term"
)

func number(name string) *term.Term { return term.Var(name, term.SortInt) }

// Two different terms that are said to be in one chain differ wherever the conditions are
// true.
func TestTermsOfAChainDiffer(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	variables := []*term.Term{number("a"), number("b"), number("c"), number("d")}
	some := func() *term.Term {
		return term.Add(variables[r.Intn(len(variables))], term.Int(int64(r.Intn(5)-2)))
	}
	together, compared := 0, 0
	for range 3000 {
		var conditions, terms []*term.Term
		for range 1 + r.Intn(4) {
			if a, b := some(), some(); r.Intn(2) == 0 {
				conditions = append(conditions, term.Lt(a, b))
			} else {
				conditions = append(conditions, term.Le(a, b))
			}
		}
		for range 2 + r.Intn(4) {
			terms = append(terms, some())
		}
		chains := chainsOf(conditions).of(terms)
		for range 30 {
			values := term.Substitution{}
			for _, v := range variables {
				values[v.Variable()] = term.Int(int64(r.Intn(9) - 4))
			}
			if values.Apply(term.And(conditions...)) != term.True {
				continue
			}
			for _, a := range terms {
				for _, b := range terms {
					if term.Equal(a, b) || !chains.both(a, b) {
						continue
					}
					compared++
					if a.Symbol() == nil && b.Symbol() == nil {
						together++
					}
					if term.Equal(values.Apply(a), values.Apply(b)) {
						t.Fatalf("seed %d: %v and %v may be equal under %v", seed, a, b, term.And(conditions...))
					}
				}
			}
		}
	}
	if together < 20 || compared < 2000 {
		t.Errorf("%d pairs compared, %d of variables", compared, together)
	}
}

// Of keys that the conditions put in order it is not said that they differ; of others it is.
func TestFactsOfKeysInOrder(t *testing.T) {
	const n = 50
	var conditions []*term.Term
	store := term.EmptyMap
	for i := range n {
		key := number(fmt.Sprint("N", i))
		store = term.Union(store, term.Apply(term.MapElement, key, term.Int(0)))
		if i > 0 {
			conditions = append(conditions, term.Lt(number(fmt.Sprint("N", i-1)), key))
		}
	}
	c := &Freshness{slot: -1}
	if facts := c.Facts([]*term.Term{store}, conditions); len(facts) != 0 {
		t.Errorf("%d facts: %v", len(facts), facts[0])
	}
	half := conditions[:n/2-1]
	if facts := c.Facts([]*term.Term{store}, half); len(facts) != n*(n-1)/2-n/2*(n/2-1)/2 {
		t.Errorf("%d facts of keys of which half are in order", len(facts))
	}
}
