package pattern

import (
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Form is a state with its canonical form, which is made when it is first asked for: it
// costs as much as the state and its path condition are large.
type Form struct {
	State   *rewrite.State
	names   Names
	outside func(*term.Variable) bool
	made    *Canonical
}

// Form is a state that has a canonical form. Outside may be nil, as for Canonical.
func (n Names) Form(st *rewrite.State, outside func(*term.Variable) bool) *Form {
	return &Form{State: st, names: n, outside: outside}
}

// Canonical is the canonical form of the state.
func (f *Form) Canonical() *Canonical {
	if f.made == nil {
		f.made = f.names.Canonical(f.State, f.outside)
	}
	return f.made
}

// Shape is a number that states have in common if they are the same up to names. It takes
// no canonical form, and looks only at what stands in front.
func (f *Form) Shape() uint64 {
	h := uint64(0)
	for _, t := range f.State.Slots {
		h = h*0x9e3779b97f4a7c15 + shape(t, shapeDepth)
	}
	return h
}

// shapeDepth is how deep a shape goes into what has variables: to what the item on top of
// a computation is about.
const shapeDepth = 4

// shape is the shape of a term, as far as a depth. Other names may change the order in which
// the arguments of a function stand, and with it the function.
func shape(t *term.Term, depth int) uint64 {
	if t.IsGround() {
		return t.Hash()
	}
	h := uint64(t.Kind())
	switch {
	case t.IsVar():
		h = h*31 + uint64(t.Sort())
	case t.Kind() == term.KMap:
		h = h*31 + uint64(t.Len())
	case t.Kind() == term.KApp && t.Symbol().Class != term.Function && depth > 0:
		for _, a := range t.Args() {
			h = h*0x9e3779b97f4a7c15 + shape(a, depth-1)
		}
	}
	return h
}

// Formed is what an [Index] has: something with a shape, and a hash of the canonical form.
// What has one hash has one shape.
type Formed interface {
	Shape() uint64
	Hash() uint64
}

// Index finds what may have the same canonical form. Forms are made only of what has a
// shape in common with something else. On a path
//
//	if (a > 0 && a > 1 && .. && a > n) ..
//
// a state is looked for at each branching, and none has the shape of another.
type Index[F Formed] map[uint64]*shelf[F]

// shelf has what is of one shape.
type shelf[F Formed] struct {
	alone  F              // if it is the only one
	byHash map[uint64][]F // else
}

// Like returns what was added with the hash of f, in that order.
func (x Index[F]) Like(f F) []F {
	s := x[f.Shape()]
	if s == nil {
		return nil
	}
	s.hashed()
	return s.byHash[f.Hash()]
}

// Add adds f.
func (x Index[F]) Add(f F) {
	at := f.Shape()
	s := x[at]
	if s == nil {
		x[at] = &shelf[F]{alone: f}
		return
	}
	s.hashed()
	s.byHash[f.Hash()] = append(s.byHash[f.Hash()], f)
}

func (s *shelf[F]) hashed() {
	if s.byHash == nil {
		s.byHash = map[uint64][]F{s.alone.Hash(): {s.alone}}
	}
}
