package search_test

import (
	"slices"
	"strings"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// Oracles with known faults: what a search loses by each, the comparison with concrete
// runs finds. So it would find the same fault in the engine.

// exact knows which of the inputs satisfy a path condition.
type exact struct {
	symbols []*term.Term
	inputs  []term.Substitution
}

// exactly returns an exact oracle for the inputs of a program's runs.
func (r *trial) exactly(all []runs) exact {
	o := exact{symbols: r.symbols}
	for _, run := range all {
		o.inputs = append(o.inputs, run.values)
	}
	return o
}

func (o exact) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	conds := slices.Concat(pc, extra)
	for _, v := range term.Vars(conds...) {
		if !slices.Contains(o.symbols, v.Term()) {
			return rewrite.Unknown // it is about rules of the definition
		}
	}
	if slices.ContainsFunc(o.inputs, func(values term.Substitution) bool { return holds(values, conds) }) {
		return rewrite.Satisfiable
	}
	return rewrite.Unsatisfiable
}

func (o exact) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return o.Prune(pc, extra...)
}

// liar calls something unsatisfiable that some input satisfies, once: it answers so to
// one of the questions that decide about a successor, or about what no rule covers.
type liar struct {
	rewrite.Oracle
	atSuccessor, atRest int // which of these answers is a lie; -1: none
	successors          int
	rests               []string // the questions of the second kind
}

func (o *liar) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	v := o.Oracle.Prune(pc, extra...)
	if v != rewrite.Satisfiable {
		return v
	}
	if o.successors++; o.successors-1 == o.atSuccessor {
		return rewrite.Unsatisfiable
	}
	return v
}

func (o *liar) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	v := o.Oracle.Decide(pc, extra...)
	if v != rewrite.Satisfiable || len(pc)+len(extra) == 0 { // nothing is asked about functions that surely have a value
		return v
	}
	if o.rests = append(o.rests, conjunction(slices.Concat(pc, extra))); len(o.rests)-1 == o.atRest {
		return rewrite.Unsatisfiable
	}
	return v
}

// conjunction is the same text for the same conjuncts.
func conjunction(conds []*term.Term) string {
	var all []string
	for _, c := range conds {
		all = append(all, c.String())
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " and ")
}

// hasty takes what is not known for unsatisfiable.
type hasty struct{ rewrite.Oracle }

func (o hasty) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	if v := o.Oracle.Prune(pc, extra...); v != rewrite.Unknown {
		return v
	}
	return rewrite.Unsatisfiable
}

func (o hasty) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	if v := o.Oracle.Decide(pc, extra...); v != rewrite.Unknown {
		return v
	}
	return rewrite.Unsatisfiable
}

// With an oracle that knows the inputs, a search is complete and each of its ends is
// one that some input comes to. Each successor, and each part of a state that no rule
// covers, that is left out though some input comes there, is missed.
func TestEachPathCounts(t *testing.T)     { eachSubject(t, 51, 3, (*trial).count) }
func TestSlowEachPathCounts(t *testing.T) { eachSubject(t, 100, 40, (*trial).count) }

func (r *trial) count(t *testing.T, p program) {
	if p.unordered {
		return // what is lost in one order may be found in another
	}
	initial := r.initial(t, p)
	all, err := r.executions(p, initial)
	if err != nil {
		t.Fatal(err)
	}
	exact, slots := r.exactly(all), r.start(initial, r.symbols)
	honest := &liar{Oracle: exact, atSuccessor: -1, atRest: -1}
	ends, result := r.search(slots, honest, search.Options{})
	if err := r.compare(all, ends, r.way(p), false); err != nil || !result.Complete() {
		t.Errorf("%+v: %v", result, err)
	}
	missed := func(successor, rest int) {
		ends, _ := r.search(slots, &liar{Oracle: exact, atSuccessor: successor, atRest: rest}, search.Options{})
		if r.compare(all, ends, r.way(p), false) == nil {
			t.Errorf("nobody misses what a lie loses: %d, %d", successor, rest)
		}
		r.log.lies++
	}
	for n := range honest.successors {
		missed(n, -1)
	}
	for _, e := range ends {
		if exact.Prune(e.State.PC) != rewrite.Satisfiable {
			t.Errorf("no input comes to %v", e.State.PC)
		}
		// The last question that is the condition of an end is the one that decides
		// about it: others about the same states ask whether a rule applies to all.
		slices.Reverse(honest.rests)
		n := slices.Index(honest.rests, conjunction(e.State.PC))
		slices.Reverse(honest.rests)
		if n >= 0 && e.Kind != search.Final {
			missed(-1, len(honest.rests)-1-n)
		} else if e.Kind == search.Stuck && len(e.State.PC) > 0 {
			t.Errorf("nobody asked about %v", e.State.PC)
		}
	}
}

// A rule for what other rules leave is not followed where they leave nothing.
func TestNothingIsLeft(t *testing.T) {
	newTrial(t, subjects[2]).count(t, program{text: "in 0 store in 1 store 0 fetch 1 same if 0 fetch 20 add sign out else end"})
}

// doubtful is never sure that something is satisfiable.
type doubtful struct{ rewrite.Oracle }

func doubt(v rewrite.Verdict) rewrite.Verdict {
	if v == rewrite.Satisfiable {
		return rewrite.Unknown
	}
	return v
}

func (o doubtful) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return doubt(o.Oracle.Prune(pc, extra...))
}

func (o doubtful) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return doubt(o.Oracle.Decide(pc, extra...))
}

// What the oracle does not know prunes nothing; if it did, that would be missed.
func TestUnknownPrunesNothing(t *testing.T) {
	eachSubject(t, 200, 3, func(r *trial, t *testing.T, p program) {
		initial := r.initial(t, p)
		all, err := r.executions(p, initial)
		if err != nil {
			t.Fatal(err)
		}
		oracle, slots := doubtful{r.exactly(all)}, r.start(initial, r.symbols)
		ends, result := r.search(slots, oracle, search.Options{})
		if err := r.compare(all, ends, r.way(p), false); err != nil {
			t.Errorf("%+v: %v", result, err)
		}
		lost, result := r.search(slots, hasty{oracle}, search.Options{})
		if len(ends) > 1 && r.compare(all, lost, r.way(p), false) == nil {
			t.Errorf("nothing is lost where unknown is unsatisfiable: %+v", result)
		}
	})
}
