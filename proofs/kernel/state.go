package kernel

import (
	"slices"
)

// State is a pattern on the way: a configuration with variables below N, and a path condition,
// the oldest conjunct first (Coq: state, which has the newest first).
type State struct {
	N    uint64
	PC   []*Form
	Term *Term
}

// Obligation says that hypotheses, the oldest first, imply a conclusion, whatever the values of
// the variables, which are below N (Coq: ob).
type Obligation struct {
	N          uint64
	Hypotheses []*Form
	Conclusion *Form
}

// truth and falsity are the formulas that hold always, and never.
var (
	truth   = Holds(True)
	falsity = Holds(False)
)

// conj is a conjunction (Coq: conj).
func conj(fs []*Form) *Form { return joined(FAnd, truth, fs) }

// disj is a disjunction (Coq: disj).
func disj(fs []*Form) *Form { return joined(FOr, falsity, fs) }

func joined(k FormKind, none *Form, fs []*Form) *Form {
	if len(fs) == 0 {
		return none
	}
	out := fs[len(fs)-1]
	for _, f := range slices.Backward(fs[:len(fs)-1]) {
		out = &Form{Kind: k, A: f, B: out}
	}
	return out
}

func holds(ts []*Term) []*Form {
	out := make([]*Form, len(ts))
	for i, t := range ts {
		out[i] = Holds(t)
	}
	return out
}

// among reports whether a formula is in a list (Coq: among).
func among(f *Form, pc []*Form) bool {
	return slices.ContainsFunc(pc, func(g *Form) bool { return EqualForms(f, g) })
}

// add adds conjuncts that say anything new (Coq: add_all).
func add(pc []*Form, fs ...*Form) []*Form {
	for _, f := range fs {
		if !(f.Kind == FT && f.Term.isTrue()) && !among(f, pc) {
			pc = append(slices.Clip(pc), f)
		}
	}
	return pc
}

// trivial reports whether a formula follows by a look at the hypotheses (Coq: trivial).
func trivial(pc []*Form, f *Form) bool {
	switch {
	case f.Kind == FT && f.Term.isTrue():
		return true
	case f.Kind == FAnd:
		return trivial(pc, f.A) && trivial(pc, f.B)
	case f.Kind == FOr:
		return trivial(pc, f.A) || trivial(pc, f.B)
	}
	return among(f, pc)
}

// Trivial reports whether an obligation needs no core and no proof.
func (o *Obligation) Trivial() bool { return trivial(o.Hypotheses, o.Conclusion) }

// knownOf are the pairs of which a path condition says that they differ (Coq: known_of).
func knownOf(pc []*Form) known {
	var out known
	for _, f := range pc {
		if f.Kind == FT && isOp(f.Term, ONot) {
			switch e := f.Term.A; {
			case isOp(e, OEq) || isOp(e, OKEq):
				out = append(out, [2]*Term{e.A, e.B})
			case isOp(e, OIn):
				out = append(out, [2]*Term{e, True})
			}
		}
	}
	return out
}

func formsBelow(n uint64, fs []*Form) bool {
	return !slices.ContainsFunc(fs, func(f *Form) bool { return !f.below(n) })
}

// take takes the update of a key out of a chain of updates: its value, nil if it is not seen,
// and what is left (Coq: take).
func (d known) take(m, k *Term) (value, rest *Term) {
	switch {
	case !isUpdate(m, OUpd):
		return nil, nil
	case Equal(k, m.B.A):
		return m.B.B, m.A
	case d.differ(k, m.B.A):
		if v, r := d.take(m.A, k); v != nil {
			return v, Operation(OUpd, r, m.B)
		}
	}
	return nil, nil
}

// unify appends the formulas that make two terms equal; false if they are not. Maps may be
// written in any order (Coq: unify).
func (d known) unify(a, b *Term, out []*Form) ([]*Form, bool) {
	switch {
	case a.Kind == TApp && b.Kind == TApp:
		out, ok := d.unify(a.A, b.A, out)
		if !ok {
			return nil, false
		}
		return d.unify(a.B, b.B, out)
	case isUpdate(b, OUpd):
		if v, rest := d.take(a, b.B.A); v != nil {
			out, ok := d.unify(v, b.B.B, out)
			if !ok {
				return nil, false
			}
			return d.unify(rest, b.A, out)
		}
	}
	if a.Kind == TOp && b.Kind == TOp && a.Op == b.Op && byParts(b.Op) {
		if eqs, ok := d.unify(a.A, b.A, out); ok {
			if eqs, ok = d.unify(a.B, b.B, eqs); ok {
				return eqs, true
			}
		}
	}
	switch {
	case Equal(a, b):
		return out, true
	case d.differ(a, b):
		return nil, false
	}
	return append(out, Holds(d.same(a, b))), true
}

// byParts reports whether equality is said of the operands; of integers and Booleans it is
// said of the whole (Coq: by_parts).
func byParts(o Op) bool {
	k := kindOfOp(o)
	return k != of(SInt) && k != of(SBool)
}
