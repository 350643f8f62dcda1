package rewrite

import (
	"fmt"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// NewReference returns a machine that makes all steps on the slots, and shares what it
// builds: the stepping that the stack has to be like.
func (e *Engine) NewReference(slots []*term.Term, io IO) *Machine {
	m := e.NewMachine(slots, io)
	m.sites, m.m.unshared = nil, false
	return m
}

// Last is the rule that was applied last.
func (m *Machine) Last() *compile.Rule { return m.last }

// StepsOnSlots is how many steps were not made on the stack.
func (m *Machine) StepsOnSlots() int64 { return m.slow }

// Unknown returns the rules whose steps are not made on the stack.
func (e *Engine) Unknown() []*compile.Rule {
	var out []*compile.Rule
	for _, r := range e.Definition.Rules {
		if e.sites == nil || e.sites.action(r).kind == unknown {
			out = append(out, r)
		}
	}
	return out
}

// Differ says how two configurations differ, positions included; "" if they do not.
func Differ(a, b []*term.Term) string {
	c := positions{}
	for i := range a {
		if why := c.differ(a[i], b[i]); why != "" {
			return fmt.Sprintf("slot %d: %s", i, why)
		}
	}
	return ""
}

// positions holds pairs that were compared.
type positions map[[2]*term.Term]bool

func (c positions) differ(a, b *term.Term) string {
	if a == b || c[[2]*term.Term{a, b}] {
		return ""
	}
	if !term.Equal(a, b) {
		return fmt.Sprintf("%s and %s", a, b)
	}
	if a.Pos() != b.Pos() {
		return fmt.Sprintf("%s is at %d and at %d", a, a.Pos(), b.Pos())
	}
	c[[2]*term.Term{a, b}] = true
	var as, bs []*term.Term
	switch a.Kind() {
	case term.KApp:
		as, bs = a.Args(), b.Args()
	case term.KMap, term.KSet:
		as, bs = entriesOf(a), entriesOf(b)
	case term.KList:
		for i, it := range a.Items(0, -1) {
			as, bs = append(as, it.Term), append(bs, b.Item(i).Term)
		}
	}
	for i := range as {
		if as[i] == nil && bs[i] == nil {
			continue
		}
		if why := c.differ(as[i], bs[i]); why != "" {
			return why
		}
	}
	return ""
}

func entriesOf(t *term.Term) []*term.Term {
	entries, opaque := t.Entries()
	for _, e := range entries {
		opaque = append(opaque[:len(opaque):len(opaque)], e.Key, e.Value)
	}
	return opaque
}
