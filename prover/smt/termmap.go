package smt

import "rlv/semantics/term"

// termMap maps terms to values, by equality of terms.
type termMap[V any] struct {
	m map[uint64][]termEntry[V]
	n int
}

type termEntry[V any] struct {
	key   *term.Term
	value V
}

func (t *termMap[V]) get(k *term.Term) (v V, ok bool) {
	for _, e := range t.m[k.Hash()] {
		if term.Equal(e.key, k) {
			return e.value, true
		}
	}
	return v, false
}

func (t *termMap[V]) has(k *term.Term) bool {
	_, ok := t.get(k)
	return ok
}

// put sets the value of a key.
func (t *termMap[V]) put(k *term.Term, v V) {
	if t.m == nil {
		t.m = map[uint64][]termEntry[V]{}
	}
	es := t.m[k.Hash()]
	for i := range es {
		if term.Equal(es[i].key, k) {
			es[i].value = v
			return
		}
	}
	t.m[k.Hash()] = append(es, termEntry[V]{k, v})
	t.n++
}

// termSet is a set of terms in order of insertion.
type termSet struct {
	index termMap[struct{}]
	order []*term.Term
}

// add says whether k is new.
func (s *termSet) add(k *term.Term) bool {
	if s.index.has(k) {
		return false
	}
	s.index.put(k, struct{}{})
	s.order = append(s.order, k)
	return true
}

func (s *termSet) has(k *term.Term) bool { return s.index.has(k) }
