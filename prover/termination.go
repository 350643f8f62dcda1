package prover

import (
	"maps"
	"slices"
	"strings"

	"rlv/proofs"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Total correctness. A proof tree is finite, and every step of it but the uses
// of hypotheses is a step of the program, so what a proved goal runs ends if
// what the hypotheses stand for ends. Hypotheses may stand for the goal itself:
// an iteration of a loop for the next ones, a call for the calls that it makes.
// Such a use must make a variant smaller, a tuple of integers that is compared
// lexicographically and is not negative where it becomes smaller.
//
// An example. In
//
//	while (i < n)  invariant 0 <= i <= n, variant n - i
//	    i = i + f(i);
//
// the proof of "body" meets the head of the loop again with i' = i + r and must show
// that (n - i') is below (n - i), where 0 <= n - i: the postcondition of f has to give
// r > 0. That use is measured. The use of f's contract is plain: the loop ends if f
// does. If f has no variant and calls itself, its own use is endless, so neither f nor,
// through it, the loop is shown to end; both stay proved, as partial correctness.

// Variant is a measure of a goal's left side.
type Variant struct {
	Terms []*term.Term // over the variables of the left side
	Conjunct
}

// Nest is a measure of a goal's left side that becomes smaller, too, where the proofs of other
// goals of its group use it, such as those of loops around it: a tuple as a Variant, of which
// all of a group are equally long. Where it does not, the end is not shown, and that is all.
type Nest struct {
	Group int
	Terms []*term.Term
}

// LeadsBack reports whether g is in the group of a goal that its proof uses.
func (g *Goal) LeadsBack(used *Goal) bool {
	return g.Nest != nil && used.Nest != nil && used.Nest.Group == g.Nest.Group
}

// Less returns the formula that the tuple a is below b, in a component in which b is not
// negative; tuples of different lengths are not compared.
func Less(a, b []*term.Term) *term.Term {
	if len(a) != len(b) {
		return term.False
	}
	out, same := term.False, term.True
	for i := range a {
		out = term.Or(out, term.And(same, term.Le(term.Int(0), b[i]), term.Lt(a[i], b[i])))
		same = term.And(same, term.Eq(a[i], b[i]))
	}
	return out
}

// use is how a goal's proof rests on another goal.
type use int

const (
	plain    use = iota // ends if the other one ends
	measured            // the variant becomes smaller
	endless             // the goal itself again, and nothing becomes smaller
)

func (u use) String() string { return [...]string{"plain", "measured", "endless"}[u] }

// decreases checks the variant where h is used in the proof of the goal at hand, and
// returns what kind of use it is.
func (s *session) decreases(b *branch, st *rewrite.State, h *prepared, m *rewrite.Match, used *[]int) (use, *Failure) {
	from, again := s.goal.Measures(h.Goal)
	if !s.inBounds(st, h, m, used) {
		s.noteUse(h.Goal, endless)
	}
	sub := m.Substitution()
	nested := s.goal.LeadsBack(h.Goal)
	switch {
	case nested && s.proves(st.PC, Less(sub.ApplyAll(h.Nest.Terms), s.goal.Nest.Terms), proofs.ForVariant, used):
		return measured, nil
	case !again && !nested:
		return plain, nil
	case from == nil || h.Variant == nil:
		return endless, nil
	}
	to := sub.ApplyAll(h.Variant.Terms)
	c := Less(to, from.Terms)
	if !s.proves(st.PC, c, proofs.ForVariant, used) {
		f := &Failure{Reason: ReasonVariant, Formula: c, Conjunct: &from.Conjunct, Uses: h.Goal,
			Message: NoDecrease}
		f = s.fail(b, s.withAnswer(f))
		f.Start = append(f.Start, ObservedMeasure(from.Terms, f.Model)...)
		f.End = append(f.End, ObservedMeasure(to, f.Model)...)
		return endless, f
	}
	if nested {
		return endless, nil // alone it ends
	}
	return measured, nil
}

// NoDecrease says that a measure fails.
const NoDecrease = "this measure does not become smaller, or is negative, so the end is not shown"

// NotHere says that a condition of another goal fails where that is used.
const NotHere = "this does not hold where it must"

// ObservedMeasure is a measure as people see it, where a model says what it is.
func ObservedMeasure(measure []*term.Term, model map[*term.Variable]*term.Term) []Observation {
	var out []Observation
	for _, t := range measure {
		if o := (Observation{Name: "the measure", Value: t}).Under(model); model != nil && o.Value.IsInt() {
			out = append(out, o)
		}
	}
	return out
}

// inBounds reports whether a use of a goal that belongs to a procedure of the group at hand, such
// as a loop, is about a call that is not greater than the one at hand: its own
// calls become smaller than that.
func (s *session) inBounds(st *rewrite.State, h *prepared, m *rewrite.Match, used *[]int) bool {
	own, other := s.goal.Around, h.Around
	if h.Recursion != 0 || own == nil || other == nil || other.Recursion == 0 || other.Recursion != own.Recursion || own.Variant == nil || other.Variant == nil {
		return true // it has no calls to measure, or they are not measured
	}
	to, equal := m.Substitution().ApplyAll(other.Variant.Terms), term.True
	if len(to) != len(own.Variant.Terms) {
		return false
	}
	for i, t := range to {
		equal = term.And(equal, term.Eq(t, own.Variant.Terms[i]))
	}
	return equal == term.True || s.proves(st.PC, term.Or(equal, Less(to, own.Variant.Terms)), proofs.ForVariant, used)
}

// Measures returns the variant that a use of h in the proof of g must make smaller; again
// reports whether the use may lead back to g.
func (g *Goal) Measures(h *Goal) (from *Variant, again bool) {
	switch {
	case h.Recursion != 0 && g.Around != nil && g.Around.Recursion == h.Recursion:
		return g.Around.Variant, true
	case h == g:
		return g.Variant, true
	}
	return nil, false
}

func (s *session) noteUse(g *Goal, u use) {
	if before, ok := s.uses[g]; !ok || before < u {
		s.uses[g] = u
	}
}

// judgeTotal marks the proved goals of which the end is shown: those whose proofs
// rest on such goals only, and lead back to themselves by measured uses only.
func judgeTotal(verdicts []*Verdict) {
	of := map[*Goal]*Verdict{}
	for _, v := range verdicts {
		if v != nil {
			of[v.Goal] = v
		}
	}
	for _, v := range verdicts {
		if v != nil {
			v.Back = v.leadsBack(v.Goal, of, map[*Goal]bool{})
			v.Total = v.Status == Proved && !v.Goal.OnePath && v.Back == nil && !v.strays(of)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, v := range of {
			if v.Total && !v.restsOnTotal(of) {
				v.Total, changed = false, true
			}
		}
	}
}

// leadsBack returns the goal by the use of which the goal is reached again without that a measure becomes smaller; nil: it
// is not.
func (v *Verdict) leadsBack(to *Goal, of map[*Goal]*Verdict, seen map[*Goal]bool) *Goal {
	for _, g := range slices.SortedFunc(maps.Keys(v.uses), func(a, b *Goal) int { return strings.Compare(a.Name, b.Name) }) {
		switch u := v.uses[g]; {
		case u == endless:
			return g
		case u == measured || seen[g]:
			continue
		}
		seen[g] = true
		if g == to || of[g] != nil && of[g].leadsBack(to, of, seen) != nil {
			return g
		}
	}
	return nil
}

// group is the group of procedures that a goal belongs to; 0: none.
func (g *Goal) group() int {
	if g.Recursion == 0 && g.Around != nil {
		return g.Around.Recursion
	}
	return g.Recursion
}

// strays reports whether uses lead out of a group that has a measure, of procedures or of a nest, and
// back to it: what is outside measures nothing.
func (v *Verdict) strays(of map[*Goal]*Verdict) bool {
	if group := v.Goal.group(); group != 0 && v.straysFrom(func(g *Goal) bool { return g.group() == group }, of, map[*Goal]bool{}) {
		return true
	}
	return v.Goal.Nest != nil && v.straysFrom(v.Goal.LeadsBack, of, map[*Goal]bool{})
}

func (v *Verdict) straysFrom(isWithin func(*Goal) bool, of map[*Goal]*Verdict, seen map[*Goal]bool) bool {
	for g := range v.uses {
		switch {
		case seen[g] || of[g] == nil:
		case !isWithin(g):
			seen[g] = true
			if of[g].straysFrom(isWithin, of, seen) {
				return true
			}
		case !isWithin(v.Goal):
			return true
		}
	}
	return false
}

func (v *Verdict) restsOnTotal(of map[*Goal]*Verdict) bool {
	for g := range v.uses {
		if of[g] == nil || !of[g].Total {
			return false
		}
	}
	return true
}
