package certify

import (
	"slices"

	"rlv/proofs"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Freshness tells what holds of all configurations that a program comes to.
type Freshness interface {
	// Facts returns what holds of the contents of the slots besides conditions.
	Facts(slots, conditions []*term.Term) []*term.Term
	// Keyed are the slots of the maps whose keys are below the counter.
	Keyed() []int
}

// wellFormed adds to a goal that its left side is a configuration that a program may come to,
// which each use of the goal has to prove, and that its right side is one, as far as it is new.
func (b *builder) wellFormed(claim *compile.Rule, out *kernel.Goal, names scope) error {
	slots := make([]*term.Term, len(b.language.Slots()))
	for _, s := range claim.Left {
		slots[s.Index] = s.Term
	}
	pre, err := b.configuration(slots, names)
	if err != nil {
		return err
	}
	for _, s := range claim.Right {
		slots[s.Index] = s.Term
	}
	post, err := b.configuration(slots, names)
	if err != nil {
		return err
	}
	for _, v := range claimVariables(claim) {
		if f := b.ofSort(v, names); f != nil && slices.Contains(claim.Existentials, v) {
			out.Post = append(out.Post, f)
		} else if f != nil {
			out.Pre = append(out.Pre, f)
		}
	}
	out.Pre = append(out.Pre, pre...)
	for _, f := range post {
		isNew := false
		mapsAndKeys(f, func(t *logic.Term) { isNew = isNew || slices.Contains(out.Ex, t.Var()) })
		if isNew {
			out.Post = append(out.Post, f)
		}
	}
	return nil
}

// ofSort says of a variable that its value is of its sort; nil where that is known, or not tested.
func (b *builder) ofSort(v *term.Variable, names scope) *logic.Form {
	if b.language.Sort(v.Sort).Kind != logic.SK {
		return nil
	}
	return b.language.OfSort(v.Sort, names.Variable(v))
}

// mapsAndKeys calls f with the variables of a fact but for the counter, which it is compared with.
func mapsAndKeys(fact *logic.Form, f func(*logic.Term)) {
	within := func(g *logic.Form) {
		subterms(g, func(t *logic.Term) {
			if t.Kind == logic.TV {
				f(t)
			}
		})
	}
	switch {
	case fact.Kind == logic.FAll:
		within(fact.A.B)
	case fact.Kind == logic.FT && fact.Term.Kind == logic.TOp && fact.Term.Op == logic.OLt:
		within(logic.Holds(fact.Term.A))
	default:
		within(fact)
	}
}

// configuration says that slots are those of a configuration that a program may come to.
func (b *builder) configuration(slots []*term.Term, names scope) ([]*logic.Form, error) {
	out, err := b.formulas(b.fresh.Facts(slots, nil), names)
	if err != nil {
		return nil, err
	}
	for _, i := range b.fresh.Keyed() {
		counter, err := b.language.Term(slots[len(slots)-1], names)
		if err != nil {
			return nil, err
		}
		for _, o := range slots[i].Opaque() {
			m, err := b.language.Term(o, names)
			if err != nil {
				return nil, err
			}
			key := logic.Bound(0)
			out = append(out, &logic.Form{Kind: logic.FAll, A: &logic.Form{Kind: logic.FImp,
				A: logic.Holds(logic.Operation(logic.OLe, counter, key)),
				B: logic.Holds(logic.Unary(logic.ONot, logic.Operation(logic.OIn, m, key)))}})
		}
	}
	for _, i := range b.integers {
		list, err := b.language.Term(slots[i], names)
		if err != nil {
			return nil, err
		}
		place := logic.Bound(0)
		item := b.language.OfSort(term.SortInt, logic.Operation(logic.OGet, list, place))
		for _, inside := range []*logic.Term{logic.Operation(logic.OLt, place, logic.Unary(logic.OSize, list)), logic.Operation(logic.OLe, logic.Int64(0), place)} {
			item = &logic.Form{Kind: logic.FImp, A: logic.Holds(inside), B: item}
		}
		out = append(out, &logic.Form{Kind: logic.FAll, A: item})
	}
	return out, nil
}

// readFrom are the slots from which a step of the proofs takes an integer that stands first in a
// list of which nothing else is known. Lists of which an integer is asked are taken to have no other
// items (package rewrite), and goals say so.
func (b *builder) readFrom(goals []Goal) []int {
	var out []int
	step := func(s *proofs.Step) {
		number, ok := b.rules[s.Name]
		if s.Rule != proofs.SymbolicStep || !ok {
			return
		}
		for _, l := range b.language.Rules[number].Left {
			if t := l.Term; t.Kind() == term.KList && t.Len() > 0 && t.Segments() > 0 && !slices.Contains(out, l.Index) {
				if first := t.Item(0).Term; first.IsVar() && first.Sort() == term.SortInt {
					out = append(out, l.Index)
				}
			}
		}
	}
	for _, g := range goals {
		if g.Tree == nil || g.Tree.Root == nil {
			continue
		}
		g.Tree.Root.Each(func(n *proofs.Node) {
			for i := range n.Steps {
				step(&n.Steps[i])
			}
			for _, c := range n.Cases {
				step(&c.Step)
			}
		})
	}
	slices.Sort(out)
	return out
}
