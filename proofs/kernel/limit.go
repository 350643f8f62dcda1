package kernel

import "rlv/proofs/logic"

// The limits of what a machine computes, beside those of package logic. A certificate that comes to one is not
// accepted: time and memory are bounded, whatever the certificate is.
const (
	maxSize    = 1 << 21 // nodes of a configuration and a path condition, as trees
	maxDepth   = 1 << 15 // of a term
	maxNumbers = 1 << 40 // of variables at the beginning; so that no number becomes too large
)

// recovered makes an error of a limit that was reached.
func recovered(err *error) {
	if r := recover(); r != nil {
		l, ok := r.(logic.Limit)
		if !ok {
			panic(r)
		}
		*err = invalid("%s", string(l))
	}
}

// admit counts what a certificate has as trees, since in the file what is equal stands once, and ends the
// computation if that is too large.
func admit(m *logic.Meter, fs []*logic.Form, ts ...*logic.Term) int {
	size := 0
	for _, f := range fs {
		size += m.Size(f)
	}
	for _, t := range ts {
		if t != nil {
			m.Spend(1)
			size += t.Size()
			if t.Depth() > maxDepth {
				size = maxSize + 1
			}
		}
	}
	if size > maxSize {
		panic(logic.Limit("it has terms that are too large"))
	}
	return size
}

// admitSubst is admit of what is substituted.
func admitSubst(m *logic.Meter, s logic.Subst) {
	for _, b := range s {
		admit(m, nil, b.Term)
	}
}

// charge counts the work on a state: what its condition and, if all of it is looked at, its
// configuration have.
func (m *Machine) charge(s *State, whole bool) {
	if size := admit(m.meter, s.PC, s.Term); whole {
		m.meter.Spend(size)
	}
}
