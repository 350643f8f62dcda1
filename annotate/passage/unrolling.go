package passage

import "rlv/annotate/attach"

// Unrolling counts how often a loop without invariant was reached on a path, under a path condition that had grown since, on
// top of what was counted before.
type Unrolling struct {
	Before            *Unrolling
	Loop              *attach.Loop
	Times, Conditions int
	Open              int // questions at the first visit
}

// Most has for each loop the larger count of two.
func (u *Unrolling) Most(w *Unrolling) *Unrolling {
	out := u
	for v := w; v != nil && v != u; v = v.Before {
		if of := out.Of(v.Loop); w.Of(v.Loop).Times > of.Times {
			out = &Unrolling{out, v.Loop, w.Of(v.Loop).Times, of.Conditions, of.Open}
		}
	}
	return out
}

// Of is the last count of a loop, zero if there is none.
func (u *Unrolling) Of(l *attach.Loop) Unrolling {
	for ; u != nil; u = u.Before {
		if u.Loop == l {
			return *u
		}
	}
	return Unrolling{}
}
