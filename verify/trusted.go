package verify

import (
	"fmt"
	"slices"

	"rlv/annotate"
	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/source"
	"rlv/semantics/term"

	"github.com/hashicorp/go-multierror"
)

// withoutShare is the share of the effort for a question that is made to find out whether
// there is still a contradiction without one of the axioms: that is asked for each.
const withoutShare = 0.2

// consistency looks for a contradiction in the axioms and the prelude of a file,
// which is an error, and returns in words what came out; "" if nothing is trusted. A
// contradiction that it does not find still makes the left side of a goal that
// meets it unsatisfiable, and such a goal is vacuous, not proved. The facts say
// where the axioms stand; defined is what they define, if they are definitions.
func (s *solvers) consistency(path string, facts []proofs.Fact, defined string) (string, error) {
	if s.first == nil || len(s.opts.Lemmas) == 0 && s.opts.Prelude == "" {
		return "", nil
	}
	if defined != "" && s.opts.Prelude == "" {
		return "consistent: they define " + defined, nil
	}
	a := s.first.CheckTrusted(s.ctx, instancesOf(s.opts.Lemmas))
	switch {
	case a.Result == smt.Unsat:
		return "", s.contradiction(path, facts, string(a.By))
	case a.Result == smt.Sat && !a.Approximate:
		return fmt.Sprintf("consistent: %s has a model of them", a.By), nil
	}
	return "no contradiction found; whether they are consistent is not decided", nil
}

// contradiction is the error that axioms contradict each other. It leaves out
// those without which the others still do.
func (s *solvers) contradiction(path string, facts []proofs.Fact, by string) error {
	axioms := slices.Clone(s.opts.Lemmas)
	if s.opts.Prelude != "" && (len(axioms) == 0 || s.contradictory(nil)) {
		return fmt.Errorf("%s: this prelude contradicts itself, so everything could be proved (found by %s)", s.opts.PreludeName, by)
	}
	if len(facts) != len(axioms) {
		return fmt.Errorf("%s: the trusted facts contradict each other, so everything could be proved (found by %s)", path, by)
	}
	facts = slices.Clone(facts)
	for i := len(axioms) - 1; i >= 0 && len(axioms) > 1; i-- {
		rest := slices.Delete(slices.Clone(axioms), i, i+1)
		if s.contradictory(rest) {
			axioms, facts = rest, slices.Delete(facts, i, i+1)
		}
	}
	var all *multierror.Error
	for i, f := range facts {
		message := "this axiom contradicts itself"
		switch {
		case i > 0:
			message = "the contradiction needs this axiom as well"
		case len(facts) > 1:
			message = "the axioms contradict each other"
		}
		if i == 0 {
			message += fmt.Sprintf(", so everything could be proved (found by %s)", by)
		}
		all = multierror.Append(all, source.Errorf(f.Span, "contradictory-axioms", "%s", message))
	}
	return all
}

// falseLemma returns the error that a lemma which is proved is false, so that the axioms in its proof contradict each
// other; nil: it is not, as far as a solver sees at a glance.
func (s *solvers) falseLemma(l annotate.Lemma, rests []proofs.Fact) error {
	if !slices.ContainsFunc(rests, func(f proofs.Fact) bool { return f.Kind == proofs.Axiom }) {
		return nil
	}
	q := smt.Query{Assertions: []*term.Term{l.Formula}, Effort: smt.Quick}
	if elementary(l.Formula) {
		q.Effort = smt.Steady
	}
	if s.first.Check(s.ctx, q).Result != smt.Unsat {
		return nil
	}
	all := multierror.Append(nil, source.Errorf(l.Span, "contradictory-axioms", "this lemma is false and follows from the axioms: they contradict each other, so everything could be proved"))
	for _, f := range rests {
		if !f.Span.IsZero() {
			all = multierror.Append(all, source.Errorf(f.Span, "contradictory-axioms", "its proof takes this"))
		}
	}
	return all
}

// contradictory reports whether a contradiction is found in some of the axioms.
func (s *solvers) contradictory(axioms []*term.Term) bool {
	opts := s.opts
	opts.Lemmas, opts.Effort = axioms, withoutShare*opts.Effort
	other, err := smt.New(opts)
	if err != nil {
		return false
	}
	defer other.Close()
	return other.CheckTrusted(s.ctx, instancesOf(axioms)).Result == smt.Unsat
}

// maxSmall bounds the instances of one axiom at known integers.
const maxSmall = 81

// instancesOf instantiates axioms at small integers and at those next to the
// ones that the axioms mention. A contradiction often shows at the ends of the
// cases that axioms distinguish, where no term leads E-matching to look: in
//
//	(forall n) (n >= 5 ==> f(n) > 0)    (forall n) (n <= 5 ==> f(n) < 0)
//
// nothing is applied to 5. The values 0, 1, 2, 4, 5 and 6 are tried, and f(5) > 0
// contradicts f(5) < 0.
func instancesOf(axioms []*term.Term) []*term.Term {
	values := []*term.Term{term.Int(0), term.Int(1), term.Int(2)}
	seen := map[*term.Term]bool{values[0]: true, values[1]: true, values[2]: true}
	for _, f := range axioms {
		term.Walk(f, func(t *term.Term) bool {
			if t.Kind() == term.KInt {
				for _, d := range []int64{-1, 0, 1} {
					if v := term.Add(t, term.Int(d)); !seen[v] {
						seen[v] = true
						values = append(values, v)
					}
				}
			}
			return true
		})
	}
	var out []*term.Term
	for _, f := range axioms {
		for _, g := range instancesAt(f, values) {
			if g != term.True {
				out = append(out, g)
			}
		}
	}
	return out
}

// instancesAt instantiates the integers that a formula begins by quantifying
// over, at as many of the values as there is room for.
func instancesAt(f *term.Term, values []*term.Term) []*term.Term {
	var vars []*term.Variable
	body := f
	for ; body.Is(term.Forall); body = body.Arg(1) {
		if v := body.Arg(0).Variable(); v.Sort == term.SortInt {
			vars = append(vars, v)
		}
	}
	if len(vars) == 0 {
		return []*term.Term{f}
	}
	n := len(values)
	for ; n > 1 && power(n, len(vars)) > maxSmall; n-- {
	}
	instances := []*term.Term{f}
	for range vars {
		var next []*term.Term
		for _, f := range instances {
			g, others := f, []*term.Variable(nil)
			for g.Is(term.Forall) && g.Arg(0).Variable().Sort != term.SortInt {
				others = append(others, g.Arg(0).Variable())
				g = g.Arg(1)
			}
			if !g.Is(term.Forall) { // it has become simpler
				next = append(next, f)
				continue
			}
			for _, t := range values[:n] {
				h := term.Substitution{g.Arg(0).Variable(): t}.Apply(g.Arg(1))
				for _, v := range slices.Backward(others) {
					h = term.Apply(term.Forall, v.Term(), h)
				}
				next = append(next, h)
			}
		}
		instances = next
	}
	return instances
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}
