package kernel

import (
	"slices"

	"rlv/proofs/logic"
)

// State is a pattern on the way: a configuration with variables below N, and a path condition,
// the oldest conjunct first (Coq: state, which has the newest first).
type State struct {
	N    uint64
	PC   []*logic.Form
	Term *logic.Term
}

// Obligation says that hypotheses, the oldest first, imply a conclusion, whatever the values of
// the variables, which are below N (Coq: ob).
type Obligation struct {
	N          uint64
	Hypotheses []*logic.Form
	Conclusion *logic.Form
}

// truth and falsity are the formulas that hold always, and never.
var (
	truth   = logic.Holds(logic.True)
	falsity = logic.Holds(logic.False)
)

// conj is a conjunction (Coq: conj).
func conj(fs []*logic.Form) *logic.Form { return joined(logic.FAnd, truth, fs) }

// disj is a disjunction (Coq: disj).
func disj(fs []*logic.Form) *logic.Form { return joined(logic.FOr, falsity, fs) }

func joined(k logic.FormKind, none *logic.Form, fs []*logic.Form) *logic.Form {
	if len(fs) == 0 {
		return none
	}
	out := fs[len(fs)-1]
	for _, f := range slices.Backward(fs[:len(fs)-1]) {
		out = &logic.Form{Kind: k, A: f, B: out}
	}
	return out
}

func holds(ts []*logic.Term) []*logic.Form {
	out := make([]*logic.Form, len(ts))
	for i, t := range ts {
		out[i] = logic.Holds(t)
	}
	return out
}

// among reports whether a formula is in a list (Coq: among).
func among(m *logic.Meter, f *logic.Form, pc []*logic.Form) bool {
	return slices.ContainsFunc(pc, func(g *logic.Form) bool { return m.EqualForms(f, g) })
}

// add adds conjuncts that say anything new (Coq: add_all).
func add(m *logic.Meter, pc []*logic.Form, fs ...*logic.Form) []*logic.Form {
	for _, f := range fs {
		if !(f.Kind == logic.FT && f.Term.IsTrue()) && !among(m, f, pc) {
			m.Spend(8 * len(pc)) // bytes that are copied
			pc = append(slices.Clip(pc), f)
		}
	}
	return pc
}

// trivial reports whether a formula follows by a look at the hypotheses (Coq: trivial).
func trivial(m *logic.Meter, pc []*logic.Form, f *logic.Form) bool {
	switch {
	case f.Kind == logic.FT && f.Term.IsTrue():
		return true
	case f.Kind == logic.FAnd:
		return trivial(m, pc, f.A) && trivial(m, pc, f.B)
	case f.Kind == logic.FOr:
		return trivial(m, pc, f.A) || trivial(m, pc, f.B)
	}
	return among(m, f, pc)
}

// Trivial reports whether an obligation needs no core and no proof.
func (o *Obligation) Trivial() bool { return trivial(nil, o.Hypotheses, o.Conclusion) }

func formsBelow(n uint64, fs []*logic.Form) bool {
	return !slices.ContainsFunc(fs, func(f *logic.Form) bool { return !f.Below(n) })
}

// take takes the update of a key out of a chain of updates: its value, nil if it is not seen,
// and what is left (Coq: take).
func take(c logic.Calculator, m, k *logic.Term) (value, rest *logic.Term) {
	c.Meter.Spend(16) // a node is made
	switch {
	case !logic.IsUpdate(m, logic.OUpd):
		return nil, nil
	case c.Meter.Equal(k, m.B.A):
		return m.B.B, m.A
	case c.Differ(k, m.B.A):
		if v, r := take(c, m.A, k); v != nil {
			return v, logic.Operation(logic.OUpd, r, m.B)
		}
	}
	return nil, nil
}

// unify appends the formulas that make two terms equal; false if they are not. Maps may be
// written in any order (Coq: unify).
func unify(c logic.Calculator, a, b *logic.Term, out []*logic.Form) ([]*logic.Form, bool) {
	c.Meter.Spend(1)
	switch {
	case a.Kind == logic.TApp && b.Kind == logic.TApp:
		out, ok := unify(c, a.A, b.A, out)
		if !ok {
			return nil, false
		}
		return unify(c, a.B, b.B, out)
	case logic.IsUpdate(b, logic.OUpd):
		if v, rest := take(c, a, b.B.A); v != nil {
			out, ok := unify(c, v, b.B.B, out)
			if !ok {
				return nil, false
			}
			return unify(c, rest, b.A, out)
		}
	}
	if a.Kind == logic.TOp && b.Kind == logic.TOp && a.Op == b.Op && b.Op.ByParts() {
		if eqs, ok := unify(c, a.A, b.A, out); ok {
			if eqs, ok = unify(c, a.B, b.B, eqs); ok {
				return eqs, true
			}
		}
	}
	switch {
	case c.Meter.Equal(a, b):
		return out, true
	case c.Differ(a, b):
		return nil, false
	}
	return append(out, logic.Holds(c.Same(a, b))), true
}
