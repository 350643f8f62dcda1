package smt

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"rlv/prover/smt/internal/bitvector"
	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/nonlinear"
	"rlv/prover/smt/internal/parted"
	"rlv/semantics/term"
)

// outcome is an answer that may be one of bad luck.
type outcome struct {
	Answer
	lost, broken bool // as in a reply
	complete     bool // the model is one of the whole question, as far as it can be evaluated
	spent        bool // the ground backend was asked, and left it open
}

// ask puts a question to the backends: first its ground part with instances,
// then, if that decides nothing, the whole of it to those that take quantifiers. What
// each does is bounded by effort that is counted, so that an answer is the same
// whatever else the machine has to do. The deadline is a last resort: what comes of it
// is Unknown.
func (s *Solver) ask(ctx context.Context, conj []*term.Term, effort Effort) outcome {
	deadline := s.deadline(ctx)
	vectors := effort <= Steady && s.backends.bits != nil && bitvector.Concerned(conj)
	if vectors && s.believesFirst() {
		out, asked := s.askPlain(ctx, conj, deadline)
		if out.Result == Unsat || out.Late {
			return out
		}
		vectors = !asked
	}
	if effort <= Steady && s.believesFirst() {
		if exposed := parted.Definitions(s.options.Definitions).Exposed(conj, s.options.Lemmas); exposed != nil {
			conj = exposed
		}
		if parts := askParts(ctx, s, conj, deadline); parts.Result == Unsat || parts.Late {
			return parts
		}
	}
	g, out := s.askGround(ctx, conj, deadline, effort)
	if out.broken && s.backends.fallback != nil {
		s.backends.ground, s.backends.fallback = s.backends.fallback, nil
		g, out = s.askGround(ctx, conj, deadline, effort)
	}
	if out.Result == Unsat || out.Late || effort >= Quick || out.complete {
		return out
	}
	if (out.Result == Unknown || s.open(g)) && s.givesUp(Most) {
		out.Approximate = out.Result == Sat
		out.Reason = noUse
		return out
	}
	if vectors {
		if bits := s.askBits(ctx, conj, deadline); bits.Result == Unsat || bits.Late {
			return bits
		}
	}
	if !s.open(g) {
		return s.askLast(ctx, g.nodes, s.wanted(conj, nil), out, effort, deadline)
	}
	cases := split(ctx, s, conj, deadline)
	if cases.Result == Unsat || cases.Late {
		return cases
	}
	if effort == Sketch {
		return out
	}
	full := s.askFull(ctx, conj, g.Indexes(), effort, deadline)
	full.Instances = out.Instances
	if full.Result != Unsat && !full.Late && effort == Thorough {
		if some := s.askSome(ctx, conj, deadline); some.Result == Unsat {
			return some
		}
	}
	if full.Result == Unknown && out.Result == Sat && !full.Late {
		// A candidate is worth more than nothing: it is marked as one.
		out.Approximate, out.Reason, out.lost = true, full.Reason, full.lost
		return out
	}
	return full
}

// askRest asks the rest of a question, whose answer is that of the question.
func (s *Solver) askRest(ctx context.Context, conj []*term.Term, effort Effort) outcome {
	if !s.believesFirst() || s.prelude.HasFacts() { // a second opinion is of all of it, and a prelude may know names
		return s.ask(ctx, conj, effort)
	}
	rest, values := s.loose.Without(conj)
	if len(rest) == 0 || len(rest) == len(conj) {
		return s.ask(ctx, conj, effort)
	}
	out := s.ask(ctx, rest, effort)
	if out.Model != nil {
		maps.Copy(values, out.Model)
		out.Model = values
	}
	return out
}

// maxAlone bounds the lemmas with each of which alone a question is asked, and maxFewer how often it is asked without
// those at one end.
const (
	maxAlone = 16
	maxFewer = 3
)

// askSome asks with one lemma at a time, the last first, and then without the last ones, and without the first ones: what
// some of them show is not found where the instances of all are too many, and those that are not needed stand anywhere.
// Only Unsat says something of the question.
func (s *Solver) askSome(ctx context.Context, conj []*term.Term, deadline time.Time) outcome {
	lemmas := s.grounder.Relevance(conj).Lemmas
	n := len(lemmas)
	if n < 2 {
		return outcome{}
	}
	some := oneAtATime(lemmas)
	for i := 1; i < n-1 && i <= 1<<(maxFewer-1); i *= 2 {
		some = append(some, instantiate.Facts{Definitions: true, Lemmas: true, To: lemmas[n-i]}, instantiate.Facts{Definitions: true, Lemmas: true, From: lemmas[i]})
	}
	for _, with := range some {
		g := s.newGrounding(conj, with)
		out := guided{s, ctx, deadline, false}.refute(g)
		s.counters.Instances += g.Instances()
		switch {
		case out.Result == Unsat:
			out.Instances, out.Lemmas = g.Instances(), g.Lemmas()
			return out
		case out.Late || s.tires(out):
			return outcome{}
		}
	}
	return outcome{}
}

// fewGround is how often the ground backend may be asked about one question before much is spent on it.
const fewGround = 2

// manyGround is how often it may be asked before most is.
var manyGround = 8

// toldInstances is how many instances are made for what is told of a goal that is known to be false.
var toldInstances = 900

// noUse is why a question was left open.
const noUse = "it was asked no further, since the answer is of no use"

// tires reports whether a question that was not refuted, perhaps because the ground backend has left
// it open, takes long and is of no use, or of little.
func (s *Solver) tires(out outcome) bool {
	asked := s.counters.Ground - s.groundBefore
	if out.Result == Unsat || !out.spent && asked < fewGround {
		return false
	}
	spent := Much
	if asked >= manyGround {
		spent = Most
	}
	return s.effort == Sketch || s.givesUp(spent)
}

// needless reports whether the ground backend need not be asked what the simplex method has left
// open, as the answer is of no use.
func (s *Solver) needless() bool { return s.backends.first != nil && s.givesUp(Little) }

// givesUp reports whether the question at hand is left open, as its answer is of no use.
func (s *Solver) givesUp(spent Spent) bool {
	s.gaveUp = s.gaveUp || s.hopeless != nil && s.hopeless(spent)
	return s.gaveUp
}

// deadline is when a question that is asked now is given up.
func (s *Solver) deadline(ctx context.Context) time.Time {
	end := time.Now().Add(s.options.Timeout)
	if d, ok := ctx.Deadline(); ok && d.Before(end) {
		return d
	}
	return end
}

// attempt is a way to answer a question without quantifiers: the trusted facts
// that are used, and the rounds of instantiation before each time the ground
// backend is asked.
type attempt struct {
	instantiate.Facts
	rounds []int
	most   int  // instances with which the backend is asked, else that is put off; 0: any number
	guided bool // instances are chosen by models, instead
	apart  bool // at terms that these say are different
	first  bool // only the first backend is asked
	each   bool // with one lemma at a time
}

// The attempts at a question, in order. Facts of one kind give rise to few
// instances; those of both kinds together feed each other. Where there are definitions
// and lemmas, each attempt is there for one of the examples: its CPU time with it, and
// without it.
var (
	attempts   = []attempt{{Facts: onlyDefinitions, rounds: []int{1, 2, 2}}, {Facts: onlyDefinitions, guided: true}, {Facts: onlyDefinitions, guided: true, apart: true}}
	withLemmas = []attempt{
		{Facts: onlyDefinitions, rounds: []int{1}},                              // insertion-sort: 0.2 s, 0.3 s
		{Facts: onlyLemmas, rounds: []int{1, 1}},                                // kmp-table: 0.2 s, 1.1 s
		{Facts: onlyDefinitions, rounds: []int{2}},                              // kmp: not proved without
		{Facts: onlyLemmas, rounds: []int{1}, most: 400},                        // kmp-table: 0.2 s, 0.3 s
		{Facts: allFacts, rounds: []int{2}, most: 250, first: true, each: true}, // kmp-table with its lemmas in other orders: 0.1 s, 0.9 s
		{Facts: allFacts, rounds: []int{3}, most: 250},                          // selection-sort: not proved without
		{Facts: onlyDefinitions, rounds: []int{2}},                              // kmp: unknown without
		{Facts: allFacts, guided: true},                                         // kmp with its lemmas in other orders: not proved without
		{Facts: allFacts, rounds: []int{0, 2}},                                  // kmp: not proved without
		{Facts: allFacts, guided: true, apart: true},                            // elements for "for all v": nth_element in apart.txtar
	}
	lemmasAlone = []attempt{
		{Facts: allFacts, rounds: []int{1, 2, 2}},
		{Facts: allFacts, guided: true},
		{Facts: onlyDefinitions, rounds: []int{1, 2}}, // lcm, behind lemmas that it does not need: not proved without
	}
	// beforeLaws proves what needs no laws of products and remainders: they suit whatever has these, and the
	// first backend gives up on their instances. A matrix behind `a / g * g == a`: 10 ms, 4 s.
	beforeLaws = attempt{Facts: onlyDefinitions, rounds: []int{1, 2, 2}, first: true}
	// beforeFar leave out the lemmas that are far, which an answer seldom needs. merge-sort behind the lemmas of lcm: 0.1 s, 2.5 s.
	beforeFar = []attempt{
		{Facts: nearLemmas, rounds: []int{1, 1}, first: true},
		{Facts: nearLemmas, rounds: []int{1}, most: 400, first: true},
		{Facts: nearFacts, rounds: []int{3}, most: 250, first: true},
	}
	// quickAttempts ask only the first backend of what lemmas say of a path: modular-power: 0.3 s, 1.3 s.
	quickAttempts = []attempt{{Facts: onlyDefinitions, rounds: []int{1}}, {Facts: nearFacts, rounds: []int{1}, first: true}}

	onlyDefinitions = instantiate.Facts{Definitions: true}
	onlyLemmas      = instantiate.Facts{Lemmas: true}
	allFacts        = instantiate.Facts{Definitions: true, Lemmas: true}
	nearLemmas      = instantiate.Facts{Lemmas: true, Near: true}
	nearFacts       = instantiate.Facts{Definitions: true, Lemmas: true, Near: true}
)

// attempts returns those that suit a question and the facts that have to do with it.
func (s *Solver) attempts(conj []*term.Term, quick bool) []attempt {
	relevant := s.grounder.Relevance(conj)
	out := attempts
	switch {
	case len(relevant.Lemmas) == 0 && quick:
		out = quickAttempts[:1]
	case len(relevant.Lemmas) == 0:
	case len(relevant.Definitions) == 0 && quick:
		out = quickAttempts[1:]
	case len(relevant.Definitions) == 0:
		out = lemmasAlone
	case quick:
		out = quickAttempts
	default:
		out = spread(withLemmas, relevant.Lemmas)
	}
	switch near := len(relevant.Lemmas) - len(relevant.Far); {
	case !relevant.Nonlinear || s.backends.first == nil || s.backends.agree:
		return out
	case quick && near == 0:
		return quickAttempts[:1]
	case quick:
		return quickAttempts
	case len(relevant.Far) > 0 && near > 0:
		return slices.Concat([]attempt{beforeLaws}, beforeFar, out)
	}
	return slices.Concat([]attempt{beforeLaws}, out)
}

// spread returns the attempts with one for each of some lemmas in the place of those that are with one at a time.
func spread(attempts []attempt, lemmas []int) []attempt {
	var out []attempt
	for _, a := range attempts {
		if !a.each {
			out = append(out, a)
			continue
		}
		for _, with := range oneAtATime(lemmas) {
			a.Facts = with
			out = append(out, a)
		}
	}
	return out
}

// oneAtATime are the definitions with each of some lemmas alone, the last first.
func oneAtATime(lemmas []int) (out []instantiate.Facts) {
	for _, i := range slices.Backward(lemmas[max(0, len(lemmas)-maxAlone):]) {
		out = append(out, instantiate.Facts{Definitions: true, Lemmas: true, From: i, To: i + 1})
	}
	return out
}

// askGround makes the attempts at a question until it is refuted. What it returns
// is the last of them.
func (s *Solver) askGround(ctx context.Context, conj []*term.Term, deadline time.Time, effort Effort) (*grounding, outcome) {
	begun := map[instantiate.Facts]*grounding{}
	var g *grounding
	var out outcome
	instances := 0
	for _, a := range s.attempts(conj, effort >= Quick) {
		if effort == Sketch && instances > toldInstances && s.needless() {
			out = outcome{Answer: Answer{By: out.By, Reason: noUse}}
			break
		}
		previous := g
		if a.apart && effort == Sketch {
			break
		}
		if a.guided {
			fresh := s.newGrounding(conj, a.Facts)
			if !fresh.HasUniversals() {
				break
			}
			out = guided{s, ctx, deadline, a.apart}.refute(fresh)
			instances += fresh.Instances()
			g = fresh
			if out.Result == Unsat || out.Late || s.tires(out) {
				break
			}
			continue
		}
		if g = begun[a.Facts]; g == nil || g.first != a.first {
			g = s.newGrounding(conj, a.Facts)
			g.first = a.first
			g.glance = effort == Glance && s.backends.first != nil && !s.backends.agree && !s.prelude.HasFacts()
			if effort == Glance || g.Loosened() {
				g.want = s.wanted(g.orWhole(conj), nil)
			}
			begun[a.Facts] = g
		}
		before := g.Instances()
		out = s.askRounds(ctx, g, previous, a, deadline)
		instances += g.Instances() - before
		if out.Result == Unsat || out.Late || s.tires(out) {
			break
		}
	}
	s.complete(g, conj, &out)
	if out.Result == Sat && effort >= Sketch && !out.complete && g.Loosened() && !anyHas(g.nodes, fol.Approximate) {
		out = s.askWhole(ctx, g, out, deadline)
	}
	if out.Result == Sat && effort < Sketch && !out.complete && !s.gaveUp {
		var indexes []*term.Term
		if s.backends.ground.Quantifiers() {
			indexes = g.Indexes()
		}
		model := s.askNodes(ctx, s.backends.ground, g.nodes, s.wanted(g.orWhole(conj), indexes), deadline)
		model.Approximate = out.Approximate
		out = model
		s.complete(g, conj, &out)
		s.counters.Ground++
	}
	if effort == Quick || effort == Sketch {
		out.Model = nil
	}
	out.Instances = instances
	s.counters.Instances += instances
	if out.Result == Unsat {
		out.Lemmas = g.Lemmas()
	}
	return g, out
}

// askWhole asks the ground backend what was satisfiable for less than the question, if
// that has no universal formulas: with the equations of arrays. It is for where the answer
// is exact then.
func (s *Solver) askWhole(ctx context.Context, g *grounding, weaker outcome, deadline time.Time) outcome {
	whole, ok := g.Skolemised()
	if !ok {
		return weaker
	}
	var nodes []*fol.Node
	for _, c := range whole {
		nodes = append(nodes, s.translator.Formula(c))
	}
	s.counters.Ground++
	out := s.askNodes(ctx, s.backends.ground, nodes, g.want, deadline)
	out.Approximate = out.Result == Sat && anyHas(nodes, fol.Approximate|fol.HasAxioms)
	return out
}

// complete completes the model of an answer, where nothing is said of it but by the
// question's text.
func (s *Solver) complete(g *grounding, conj []*term.Term, out *outcome) {
	if !s.prelude.HasFacts() {
		g.complete(conj, &s.cache.table, out)
	}
}

// fewInstances is how many instances a question may have for more to be made
// after the second time that it is asked.
const fewInstances = 450

// askRounds asks about the ground formulas with few instances, then with more,
// but not for what was just asked in a previous attempt, if there is one.
func (s *Solver) askRounds(ctx context.Context, g, previous *grounding, a attempt, deadline time.Time) outcome {
	for _, n := range a.rounds {
		before := g.Instances()
		if g.asked > 1 && before > fewInstances && !g.putOff {
			break
		}
		g.Instantiate(n)
		s.translate(g)
		if g.asked > 0 && g.Instances() == before && !g.putOff {
			break
		}
		if g.putOff = a.most > 0 && g.Instances() > a.most; g.putOff {
			break
		}
		if slices.Contains(g.Formulas(), term.False) {
			return outcome{Answer: Answer{Result: Unsat, By: Syntax}}
		}
		g.asked++
		if previous != nil && !previous.first && previous.answers(g) {
			g.last = previous.last
		} else {
			g.last = s.decide(ctx, g, deadline)
		}
		if g.last.Result != Sat || !g.HasUniversals() || s.tires(g.last) {
			break
		}
	}
	if g.last.Result == Sat {
		g.last.Approximate = anyHas(g.nodes, fol.Approximate) || s.open(g)
	}
	return g.last
}

// believesFirst reports whether what the simplex method says counts without another backend.
func (s *Solver) believesFirst() bool { return s.backends.first != nil && !s.backends.agree }

// decide asks whether the ground formulas have a model: the simplex method first,
// which is cheaper, then the ground backend if it has to.
func (s *Solver) decide(ctx context.Context, g *grounding, deadline time.Time) outcome {
	var first outcome
	if s.backends.first != nil {
		s.counters.Simplex++
		first = s.askNodes(ctx, s.backends.first, g.nodes, g.want, deadline)
		if first.Result != Unknown && s.believesFirst() {
			return first
		}
	}
	facts := s.divisionFacts(g, nil)
	ask := func() outcome {
		s.counters.Simplex++
		return s.askNodes(ctx, s.backends.first, facts, g.want, deadline)
	}
	if s.believesFirst() && len(facts) > 0 {
		if out := ask(); out.Result == Unsat {
			return out
		}
	}
	if g.first {
		return first
	}
	if g.glance {
		if v := guess(g.Formulas()); v != nil {
			s.counters.Evaluated++
			return outcome{Answer: Answer{Result: Sat, By: Evaluation, Model: v.model()}}
		}
	}
	if s.needless() {
		return outcome{Answer: Answer{By: first.By, Reason: noUse}}
	}
	if known := s.concluded(ctx, g, deadline); len(known) > 0 {
		facts = s.divisionFacts(g, known)
		if out := ask(); out.Result == Unsat {
			return out
		}
	}
	var second outcome
	for _, try := range s.tries(g.nodes, facts) {
		if second.Result != Unknown || second.Late {
			break
		}
		s.counters.Ground++
		second, _ = s.check(ctx, s.backends.ground, try, deadline)
	}
	if first.Result == Unknown || second.Result == Unknown {
		second.spent = second.Result == Unknown
		return second
	}
	by := first.By + " and " + second.By
	if first.Result != second.Result {
		reason := fmt.Sprintf("%s says %v, %s says %v", first.By, first.Result, second.By, second.Result)
		if s.options.Disagree != nil {
			s.options.Disagree(fmt.Sprintf("%s: %v", reason, term.And(g.Formulas()...)))
		}
		return outcome{Answer: Answer{By: by, Reason: reason}}
	}
	second.By = by
	return second
}

// tries are the ways to put ground formulas to the ground backend, one after the other while they leave the question open:
// without and with the facts about divisions, if there are some. With or without them it may take all of its effort to leave open
// what else is easy, so each is tried briefly first.
func (s *Solver) tries(plain, facts []*fol.Node) []fol.Query {
	whole := fol.Query{Assertions: plain, Brief: s.effort == Glance}
	switch {
	case len(facts) == 0 || s.effort == Glance:
		return []fol.Query{whole}
	case s.effort > Steady:
		return []fol.Query{whole, {Assertions: facts}}
	}
	return []fol.Query{{Assertions: plain, Brief: true}, {Assertions: facts, Brief: true}, whole, {Assertions: facts}}
}

// divisionFacts returns the ground formulas, with others that follow, and with facts about the divisions in them, nil
// if there are none.
func (s *Solver) divisionFacts(g *grounding, others []*term.Term) []*fol.Node {
	facts := nonlinear.Facts(slices.Concat(g.Formulas(), others))
	if len(facts) == 0 {
		return nil
	}
	return slices.Concat(g.nodes, s.nodes(others), s.nodes(facts))
}

// maxConcluded bounds the implications whose premises are asked about.
const maxConcluded = 8

// concluded returns what implications say about divisions whose premises follow: facts about divisions are made of what
// is known, as a % d == 0, and lemmas that are used say it under premises.
func (s *Solver) concluded(ctx context.Context, g *grounding, deadline time.Time) []*term.Term {
	if !s.believesFirst() {
		return nil
	}
	var out []*term.Term
	asked := 0
	for _, f := range g.Formulas() {
		if !f.Is(term.BoolImplies) || asked == maxConcluded {
			continue
		}
		conclusions := term.Conjuncts(nil, f.Arg(1))
		if len(nonlinear.Facts(conclusions)) == 0 {
			continue
		}
		asked++
		s.counters.Simplex++
		not := s.translator.Formula(term.Not(f.Arg(0)))
		if s.askNodes(ctx, s.backends.first, append(slices.Clip(g.nodes), not), nil, deadline).Result == Unsat {
			out = append(out, conclusions...)
		}
	}
	return out
}

// nodes translates formulas.
func (s *Solver) nodes(formulas []*term.Term) []*fol.Node {
	out := make([]*fol.Node, len(formulas))
	for i, f := range formulas {
		out[i] = s.translator.Formula(f)
	}
	return out
}

// answers reports whether the answer to a question answers another one: they are the
// same, or the other asks for less of what was found satisfiable.
func (g *grounding) answers(other *grounding) bool {
	if g.last.Result != Sat || len(other.nodes) > len(g.nodes) {
		return g.asked > 0 && slices.Equal(g.nodes, other.nodes)
	}
	asked := make(map[*fol.Node]bool, len(g.nodes))
	for _, n := range g.nodes {
		asked[n] = true
	}
	return !slices.ContainsFunc(other.nodes, func(n *fol.Node) bool { return !asked[n] })
}

// askPlain asks what is about the bits of numbers of the simplex method, which is quick, and then about vectors of
// bits: where their operators meet products and quotients, the ground backend takes seconds to leave open what
// vectors refute at once. It reports whether it came to the vectors.
func (s *Solver) askPlain(ctx context.Context, conj []*term.Term, deadline time.Time) (out outcome, asked bool) {
	g := s.newGrounding(conj, beforeLaws.Facts)
	g.first = true
	out = s.askRounds(ctx, g, nil, beforeLaws, deadline)
	s.complete(g, conj, &out)
	out.Instances = g.Instances()
	if out.Result == Unsat {
		out.Lemmas = g.Lemmas()
	}
	if out.Result == Unsat || out.Late || out.complete || s.needless() {
		return out, false
	}
	return s.askBits(ctx, conj, deadline), true
}

// askBits asks about vectors of bits what is about the bits of numbers, with instances of definitions and
// lemmas. Only Unsat says something of the question. What a backend has learned of one question is
// dropped: answers do not depend on what was asked before.
func (s *Solver) askBits(ctx context.Context, conj []*term.Term, deadline time.Time) outcome {
	var sum outcome
	for _, c := range sides(conj) {
		out := s.askVectors(ctx, c, deadline)
		out.Instances, out.Lemmas = sum.Instances+out.Instances, slices.Concat(sum.Lemmas, out.Lemmas)
		if sum = out; sum.Result != Unsat {
			return sum
		}
	}
	slices.Sort(sum.Lemmas)
	sum.Lemmas = slices.Compact(sum.Lemmas)
	return sum
}

// askVectors asks about vectors of bits.
func (s *Solver) askVectors(ctx context.Context, conj []*term.Term, deadline time.Time) outcome {
	g := s.grounder.Bare(conj, allFacts)
	g.Instantiate(1)
	if g.HasUniversals() {
		g.ShiftBy(int64(bitvector.Width(g.Formulas()) - 1)) // the sign takes one
	}
	q := bitvector.New(g.Formulas())
	if q == nil {
		return outcome{}
	}
	s.counters.Bits++
	out := s.askNodes(ctx, s.backends.bits, q.Assertions, nil, deadline)
	s.backends.bits.Reset()
	out.Prelude = false // it is not given
	out.By += " by bit-vectors"
	out.Instances, out.Lemmas = g.Instances(), g.Lemmas()
	return out
}

// askFull puts the whole question, with trusted lemmas, to the backends that
// take quantifiers, one after the other.
func (s *Solver) askFull(ctx context.Context, conj, indexes []*term.Term, effort Effort, deadline time.Time) outcome {
	relevant := s.grounder.Relevance(conj)
	var facts []*term.Term
	for _, i := range relevant.Definitions {
		facts = append(facts, s.options.Definitions[i])
	}
	for _, i := range relevant.Lemmas {
		facts = append(facts, s.options.Lemmas[i])
	}
	question := len(facts)
	nodes := s.nodes(append(facts, conj...))
	approximate := anyHas(nodes[question:], fol.Approximate)
	want := s.wanted(conj, indexes)
	var out outcome
	for _, e := range s.backends.full {
		out = s.askNodes(ctx, e, nodes, want, deadline)
		s.counters.Full++
		if out.Result != Unknown || out.Late {
			break
		}
	}
	out = s.askLast(ctx, nodes, want, out, effort, deadline)
	out.Approximate = out.Result == Sat && approximate
	if out.Result == Unsat {
		out.Lemmas = relevant.Lemmas
	}
	return out
}

// askLast asks the last backend what the others have left open. Where it does not know, either,
// the answer is theirs; it says so if there is no such backend.
func (s *Solver) askLast(ctx context.Context, nodes []*fol.Node, w *wanted, theirs outcome, effort Effort, deadline time.Time) outcome {
	if s.backends.last == nil || effort != Thorough || theirs.Result != Unknown || theirs.Late {
		return theirs
	}
	s.counters.Last++
	out := s.askNodes(ctx, s.backends.last, nodes, w, deadline)
	if out.Result == Unknown && !out.Late {
		if out.broken {
			theirs.Reason += "; " + out.Reason + ", which may know"
		}
		return theirs
	}
	return out
}

// askNodes puts nodes to a backend, and asks for what is wanted of a model, if
// anything.
func (s *Solver) askNodes(ctx context.Context, e fol.Backend, nodes []*fol.Node, w *wanted, deadline time.Time) outcome {
	var want []*fol.Node
	if w != nil {
		want = w.nodes
	}
	out, values := s.askValues(ctx, e, nodes, want, deadline)
	if out.Result == Sat && w != nil {
		out.Model = w.read(values)
	}
	return out
}

// askValues puts nodes to a backend, and asks for the values of others.
func (s *Solver) askValues(ctx context.Context, e fol.Backend, nodes, want []*fol.Node, deadline time.Time) (outcome, []string) {
	return s.check(ctx, e, fol.Query{Assertions: nodes, Want: want, Brief: s.effort == Glance}, deadline)
}

// check puts a query to a backend, with the time that is left.
func (s *Solver) check(ctx context.Context, e fol.Backend, q fol.Query, deadline time.Time) (outcome, []string) {
	q.Timeout = max(time.Until(deadline), fol.MinTimeout)
	r := e.Check(ctx, q)
	out := outcome{Answer: Answer{Result: r.Result, By: Decider(e.Name())}, lost: r.Lost, broken: r.Broken}
	s.counters.Restarts += r.Restarts
	switch r.Result {
	case Unsat:
		out.Prelude = s.prelude.HasFacts() && e.Quantifiers() // the others are not given it
	case Unknown:
		out.Reason, out.Late = e.Name()+": "+r.Reason, r.Late
	}
	return out, r.Values
}

// grounding is a question on its way through the attempts that are made with the same
// trusted facts.
type grounding struct {
	*instantiate.Question
	nodes  []*fol.Node // of its ground formulas
	asked  int         // times
	putOff bool        // not asked since the last instances were made
	first  bool        // only the first backend is asked
	glance bool        // any values will do
	want   *wanted     // of a model by the first backend; nil: nothing
	last   outcome
}

func (s *Solver) newGrounding(conj []*term.Term, with instantiate.Facts) *grounding {
	g := &grounding{Question: s.grounder.Question(conj, with)}
	s.translate(g)
	return g
}

// translate translates the ground formulas that are new.
func (s *Solver) translate(g *grounding) {
	for _, f := range g.Formulas()[len(g.nodes):] {
		g.nodes = append(g.nodes, s.translator.Formula(f))
	}
}

// open reports whether the ground formulas are weaker than the question.
func (s *Solver) open(g *grounding) bool {
	return g.Quantified() || g.Loosened() || (s.trusts() || s.prelude.HasFacts()) && anyHas(g.nodes, fol.HasAxioms)
}

// anyHas reports whether one of the nodes has a property.
func anyHas(nodes []*fol.Node, f fol.Flags) bool {
	return slices.ContainsFunc(nodes, func(n *fol.Node) bool { return n.Has(f) })
}
