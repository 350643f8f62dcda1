package kernel

// The limits of what a machine computes. A certificate that comes to one is not accepted: time
// and memory are bounded, whatever the certificate is.
const (
	maxLength = 1 << 20 // bits of an integer, bytes of a text
	maxSize   = 1 << 22 // nodes of a configuration and a path condition, as trees
	maxWork   = 1 << 33 // of all that one machine does: see charge
)

// limit is what is thrown where one is reached.
type limit string

// bounded ends the computation if something would be too long.
func bounded(length float64) {
	if length > maxLength {
		panic(limit("it computes numbers or texts that are too long"))
	}
}

// recovered makes an error of a limit that was reached.
func recovered(err *error) {
	if r := recover(); r != nil {
		l, ok := r.(limit)
		if !ok {
			panic(r)
		}
		*err = invalid("%s", string(l))
	}
}

// admit ends the computation if what a certificate has is too large as trees: in the file, what
// is equal stands once.
func admit(fs []*Form, ts ...*Term) {
	size := 0
	for _, f := range fs {
		size += f.size()
	}
	for _, t := range ts {
		if t != nil {
			size += t.size
		}
	}
	if size > maxSize {
		panic(limit("it has terms that are too large"))
	}
}

// admitSubst is admit of what is substituted.
func admitSubst(s Subst) {
	for _, b := range s {
		admit(nil, b.Term)
	}
}

// charge counts the work on a state: what its condition and, if all of it is looked at, its
// configuration have.
func (m *Machine) charge(s *State, whole bool) {
	size := 1
	for _, f := range s.PC {
		size += f.size()
	}
	if size += s.Term.size; size > maxSize {
		panic(limit("it comes to a configuration that is too large"))
	}
	if !whole {
		size = 1 + len(s.PC)
	}
	if m.work += size; m.work > maxWork {
		panic(limit("it takes too many steps"))
	}
}

// size is the number of nodes of a formula, as far as it matters.
func (f *Form) size() int {
	switch {
	case f == nil:
		return 0
	case f.Kind == FT:
		return 1 + f.Term.size
	}
	return 1 + f.A.size() + f.B.size()
}
