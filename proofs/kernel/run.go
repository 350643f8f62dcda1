package kernel

import (
	"errors"
	"fmt"
)

// ErrOpen is the error of a configuration of which it cannot be computed how it goes on: it has
// a variable, or a function is not computed.
var ErrOpen = errors.New("it is not known which rule applies")

// Advance makes one step of a configuration without variables: by the first rule, of the
// earliest group, that applies. It returns nil if there is none, or if the result of the rule
// would have no value.
func (m *Machine) Advance(t *Term) (next *Term, rule int, err error) {
	defer recovered(&err)
	all, err := m.derive(nil, 0, t)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrOpen, err)
	}
	var first *successor
	for i := range all {
		x := &all[i]
		if len(x.cond) > 0 && (first == nil || x.prio <= first.prio) {
			return nil, 0, fmt.Errorf("%w: rule %d: %v", ErrOpen, x.rule, x.cond[0])
		}
		if len(x.cond) == 0 && (first == nil || x.prio < first.prio) {
			first = x
		}
	}
	switch {
	case first == nil:
		return nil, 0, nil
	case first.n > 0:
		return nil, 0, fmt.Errorf("%w: rule %d leaves a value open", ErrOpen, first.rule)
	}
	if len(first.ensures) > 0 {
		if e := first.ensures[0]; !e.isFalse() {
			return nil, 0, fmt.Errorf("%w: rule %d: %v", ErrOpen, first.rule, e)
		}
		return nil, int(first.rule), nil
	}
	return first.t, int(first.rule), nil
}

// Normal is the normal form of a term.
func (m *Machine) Normal(t *Term) *Term { return m.terms.normal(nil, t) }
