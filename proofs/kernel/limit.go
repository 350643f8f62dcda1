package kernel

import "rlv/proofs/logic"

// The limits of what a machine computes. A certificate that comes to one is not accepted: time
// and memory are bounded, whatever the certificate is.
const (
	maxSize = 1 << 22 // nodes of a configuration and a path condition, as trees
	maxWork = 1 << 33 // of all that one machine does: see charge
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

// admit ends the computation if what a certificate has is too large as trees: in the file, what
// is equal stands once.
func admit(fs []*logic.Form, ts ...*logic.Term) {
	size := 0
	for _, f := range fs {
		size += f.Size()
	}
	for _, t := range ts {
		if t != nil {
			size += t.Size()
		}
	}
	if size > maxSize {
		panic(logic.Limit("it has terms that are too large"))
	}
}

// admitSubst is admit of what is substituted.
func admitSubst(s logic.Subst) {
	for _, b := range s {
		admit(nil, b.Term)
	}
}

// charge counts the work on a state: what its condition and, if all of it is looked at, its
// configuration have.
func (m *Machine) charge(s *State, whole bool) {
	size := 1
	for _, f := range s.PC {
		size += f.Size()
	}
	if size += s.Term.Size(); size > maxSize {
		panic(logic.Limit("it comes to a configuration that is too large"))
	}
	if !whole {
		size = 1 + len(s.PC)
	}
	m.spend(size)
}

// spend counts work.
func (m *Machine) spend(n int) {
	if m.work += n; m.work > maxWork {
		panic(logic.Limit("it takes too many steps"))
	}
}
