package certify

import (
	"fmt"
	"maps"
	"slices"

	"rlv/proofs"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// scope says what the variables of the prover's terms are for the kernel on one path.
type scope struct {
	*builder
	variables map[*term.Variable]*logic.Term
}

// Variable implements encode.Names.
func (s scope) Variable(v *term.Variable) *logic.Term { return s.variables[v] }

// walker writes the instructions of one goal, or of one of its shared nodes, running the
// kernel along the prover's tree: the kernel's states are what instructions are about.
type walker struct {
	scope
	*goalBuilder
	out   []kernel.Instr
	begun bool // a step was made, so that others may be counted only
	at    source.Span
	asked []source.Span // where the program is, for each obligation of the instructions
}

// goalBuilder is what the walkers of one goal share.
type goalBuilder struct {
	number int
	claim  *compile.Rule
	goal   *kernel.Goal
	nodes  []kernel.Node
	placed map[*proofs.Node]placedNode
	asked  []source.Span // where the program is, for each obligation of the nodes
	solver Solver
	// refused are formulas that did not follow, with one more than the length of the path condition.
	refused map[string]int
	bare    bare
	uses    map[*logic.Form][]kernel.Act // what is cut in as the user says, and how the use of a lemma is proved
	used    []*term.Term                 // the same as the prover has it
}

// placedNode is a shared node with its number and what its variables stand for.
type placedNode struct {
	number    uint64
	variables []*term.Variable // from the goal's N on
}

// put adds an instruction and returns what it leads to.
func (w *walker) put(i kernel.Instr, s *kernel.State) ([]*kernel.State, error) {
	last := len(w.out) - 1
	if i.Kind == kernel.ISteps && last >= 0 && w.out[last].Kind == kernel.ISteps {
		w.out[last].N += i.N
	} else {
		w.out = append(w.out, i)
	}
	next, obligations, err := w.run().Exec(&i, s)
	for range obligations {
		w.asked = append(w.asked, w.at)
	}
	return next, err
}

// goes notes where the program is at a step.
func (w *walker) goes(st *proofs.Step) {
	if st.Span.File != nil {
		w.at = st.Span
	}
}

// run is the kernel at work on the goal, with the nodes so far.
func (w *walker) run() *kernel.Run {
	return &kernel.Run{Machine: w.machine, Goal: w.goal, Nodes: w.nodes}
}

// put1 is put where one state is expected.
func (w *walker) put1(i kernel.Instr, s *kernel.State) (*kernel.State, error) {
	out, err := w.put(i, s)
	if err == nil && len(out) != 1 {
		err = fmt.Errorf("%d states where the proof has one", len(out))
	}
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// node writes the proof of a node from a state of the kernel.
func (w *walker) node(n *proofs.Node, s *kernel.State) error {
	for i := range n.Steps {
		var err error
		if s, err = w.step(&n.Steps[i], s); err != nil {
			return err
		}
	}
	switch {
	case n.Dead != nil:
		return refuse("a %s that no state satisfies", n.Dead.Kind)
	case n.Closing != nil:
		return w.close(n.Closing, s)
	case n.Arrives != nil:
		return w.arrive(n.Arrives, s)
	case len(n.Cases) == 0:
		_, err := w.put(kernel.Instr{Kind: kernel.IInf}, s)
		return err
	case n.Cases[0].Step.Rule == proofs.SymbolicStep:
		return w.cases(n.Cases, s)
	}
	return w.split(n.Cases, s)
}

// step writes one step that does not branch.
func (w *walker) step(st *proofs.Step, s *kernel.State) (*kernel.State, error) {
	w.goes(st)
	switch {
	case st.Rule == proofs.SymbolicStep:
		return w.symbolic(st, s)
	case st.Rule == proofs.CircularHypothesis:
		return w.hypothesis(st, s)
	case st.Name == "assert" || st.Name == "use":
		fs, err := w.language.Formulas(st.Added[0], w)
		if err == nil {
			err = w.says(st, fs)
		}
		if err != nil {
			return nil, err
		}
		for _, f := range fs {
			if s, err = w.put1(kernel.Instr{Kind: kernel.ICut, Form: f}, s); err != nil {
				break
			}
		}
		return s, err
	}
	return nil, refuse("the step %q, which takes something for granted", st.Name)
}

// sole reports whether one rule leads on at most.
func (w *walker) sole(s *kernel.State) bool {
	_, _, err := w.run().Exec(&kernel.Instr{Kind: kernel.ISteps, N: 1}, s)
	return err == nil
}

// symbolic writes a step with one successor, counted where no other is possible.
func (w *walker) symbolic(st *proofs.Step, s *kernel.State) (*kernel.State, error) {
	number, err := w.ruleNumber(st)
	if err != nil {
		return nil, err
	}
	w.made(st, w.language.Rules[number].Existentials, s)
	i := kernel.Instr{Kind: kernel.IStep, Rules: []uint64{number}}
	if w.begun && w.sole(s) {
		i = kernel.Instr{Kind: kernel.ISteps, N: 1}
	}
	if s, err = w.ready(kernel.Instr{Kind: kernel.IStep, Rules: []uint64{number}}, s); err != nil {
		return nil, err
	}
	w.begun = true
	return w.put1(i, s)
}

func (w *walker) ruleNumber(st *proofs.Step) (uint64, error) {
	n, ok := w.rules[st.Name]
	if !ok {
		return 0, refuse("the rule %s", st.Name)
	}
	return n, nil
}

// made notes what the variables are that a step puts in the place of existentials.
func (w *walker) made(st *proofs.Step, existentials []*term.Variable, s *kernel.State) {
	for i, v := range existentials {
		if t := st.Substitution[v]; t != nil && t.IsVar() {
			w.variables[t.Variable()] = logic.V(logic.Var{Sort: w.language.Sort(v.Sort), N: s.N + uint64(i)})
		}
	}
}

// cases writes a step with several successors, in the order of the rules.
func (w *walker) cases(cases []*proofs.Case, s *kernel.State) error {
	var rules []uint64
	by := map[uint64]*proofs.Case{}
	for _, c := range cases {
		w.goes(&c.Step)
		n, err := w.ruleNumber(&c.Step)
		if err != nil {
			return err
		}
		if by[n] != nil {
			return refuse("a step by the rule %s in several ways", c.Step.Name)
		}
		by[n] = c
		rules = append(rules, n)
	}
	slices.Sort(rules)
	s, err := w.ready(kernel.Instr{Kind: kernel.IStep, Rules: rules}, s)
	if err != nil {
		return err
	}
	next, err := w.put(kernel.Instr{Kind: kernel.IStep, Rules: rules}, s)
	if err != nil {
		return err
	}
	if len(next) != len(rules) {
		return fmt.Errorf("%d successors where the proof has %d", len(next), len(rules))
	}
	w.begun = true
	for i, n := range rules {
		c := by[n]
		w.made(&c.Step, w.language.Rules[n].Existentials, s)
		if err := w.node(c.Node, next[i]); err != nil {
			return err
		}
	}
	return nil
}

// split writes a hypothesis that is used where its conditions hold; the last case is where
// they do not.
func (w *walker) split(cases []*proofs.Case, s *kernel.State) error {
	rest := cases[len(cases)-1]
	if rest.Step.Name != "rest" {
		return refuse("cases by %s", rest.Step.Rule)
	}
	cond, err := w.language.Term(term.Not(term.And(rest.Step.Added...)), w)
	if err != nil {
		return err
	}
	next, err := w.put(kernel.Instr{Kind: kernel.ISplit, Term: cond}, s)
	if err != nil {
		return err
	}
	if len(cases) != 2 {
		return refuse("a hypothesis whose right side cannot be met, or has several cases")
	}
	st, err := w.step(&cases[0].Step, next[0])
	if err == nil {
		err = w.node(cases[0].Node, st)
	}
	if err == nil {
		err = w.node(rest.Node, next[1])
	}
	return err
}

// hypothesis writes the use of a goal.
func (w *walker) hypothesis(st *proofs.Step, s *kernel.State) (*kernel.State, error) {
	number, ok := w.numbers[st.Name]
	if !ok {
		return nil, refuse("the hypothesis %s, which is not proved here", st.Name)
	}
	claim := w.goals[number].Claim
	i := kernel.Instr{Kind: kernel.ICirc, N: uint64(number)}
	for _, v := range claimVariables(claim) {
		t := st.Substitution[v]
		if t == nil || t.Variable() == v || slices.Contains(claim.Existentials, v) {
			continue
		}
		b, err := w.binding(v, t)
		if err != nil {
			return nil, err
		}
		i.Subst = append(i.Subst, b)
	}
	s, err := w.ready(i, s)
	if err != nil {
		return nil, err
	}
	if s, err = w.predicates(i, s); err != nil {
		return nil, err
	}
	w.made(st, claim.Existentials, s)
	return w.put1(i, s)
}

// binding encodes what stands for a variable of a goal.
func (w *walker) binding(v *term.Variable, t *term.Term) (logic.Binding, error) {
	encoded, err := w.language.TermOf(v.Sort, t, w)
	if err != nil {
		return logic.Binding{}, err
	}
	return logic.Binding{Var: w.variables[v].Var(), Term: encoded}, nil
}

// close writes the end of a path: the values of the goal's existentials stand where the
// right side has them.
func (w *walker) close(c *proofs.Closing, s *kernel.State) error {
	found := map[logic.Var]*logic.Term{}
	for n := -1; n < len(found); { // what is found may be the key of more
		n = len(found)
		find(w.goal.Ex, w.goal.Right, s.Term, found)
	}
	i := kernel.Instr{Kind: kernel.IDone}
	for _, v := range w.goal.Ex {
		t := found[v]
		if t == nil {
			return refuse("a right side with a value that its configuration does not show")
		}
		i.Subst = append(i.Subst, logic.Binding{Var: v, Term: t})
	}
	s, err := w.ready(i, s)
	if err == nil {
		s, err = w.predicates(i, s)
	}
	if err == nil {
		_, err = w.put(i, s)
	}
	return err
}

// predicates cuts in the predicates of the program that an instruction leaves to prove: what lemmas
// say of them is needed for the rest.
func (w *walker) predicates(i kernel.Instr, s *kernel.State) (*kernel.State, error) {
	_, obligations, err := w.run().Exec(&i, s)
	if err != nil {
		return nil, err
	}
	for _, o := range obligations {
		if f := o.Conclusion; f.Kind == logic.FT && f.Term.Kind == logic.TFun && f.Term.Sym >= w.first && !o.Trivial() {
			if s, err = w.put1(kernel.Instr{Kind: kernel.ICut, Form: f}, s); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// arrive writes the way to a shared node, which is placed with its proof before.
func (w *walker) arrive(a *proofs.Arrival, s *kernel.State) error {
	p, err := w.place(a.At)
	if err != nil {
		return err
	}
	i := kernel.Instr{Kind: kernel.IUse, N: p.number}
	for k, v := range p.variables {
		t := a.Witnesses[v]
		if t == nil {
			t = v.Term()
		}
		u, err := w.language.TermOf(v.Sort, t, w)
		if err != nil {
			return err
		}
		b := logic.Binding{Var: logic.Var{Sort: w.language.Sort(v.Sort), N: w.goal.N + uint64(k)}, Term: u}
		if !logic.Equal(u, logic.V(b.Var)) { // what is not mentioned stands for itself
			i.Subst = append(i.Subst, b)
		}
	}
	if s, err = w.ready(i, s); err == nil {
		_, err = w.put(i, s)
	}
	return err
}

// place gives a shared node its number, after those that its proof uses.
func (w *walker) place(n *proofs.Node) (placedNode, error) {
	if p, ok := w.placed[n]; ok {
		return p, nil
	}
	inner := &walker{scope: scope{w.builder, maps.Clone(w.own)}, goalBuilder: w.goalBuilder, begun: true, at: w.at}
	var p placedNode
	var sorts []*logic.Form
	for _, v := range term.Vars(slices.Concat(n.Start.Slots, n.Start.Condition)...) {
		if inner.variables[v] == nil {
			inner.variables[v] = logic.V(logic.Var{Sort: w.language.Sort(v.Sort), N: w.goal.N + uint64(len(p.variables))})
			p.variables = append(p.variables, v)
		}
		if f := w.ofSort(v, inner.scope); f != nil {
			sorts = append(sorts, f)
		}
	}
	node := kernel.Node{N: w.goal.N + uint64(len(p.variables)), Pre: sorts}
	var err error
	if node.Term, err = w.language.Configuration(n.Start.Slots, inner); err != nil {
		return p, err
	}
	for _, c := range n.Start.Condition {
		fs, err := w.language.Formulas(c, inner)
		if err != nil {
			return p, err
		}
		node.Pre = append(node.Pre, fs...)
		if slices.ContainsFunc(w.used, func(t *term.Term) bool { return term.Equal(t, c) }) {
			for _, f := range fs {
				w.uses[f] = nil
			}
		}
	}
	formed, err := w.configuration(n.Start.Slots, inner.scope)
	if err != nil {
		return p, err
	}
	node.Pre = append(node.Pre, formed...)
	if err := inner.node(n, node.Start(nil)); err != nil {
		return p, err
	}
	node.Proof = inner.out
	p.number = uint64(len(w.nodes))
	w.nodes, w.goalBuilder.asked = append(w.nodes, node), append(w.goalBuilder.asked, inner.asked...)
	w.placed[n] = p
	return p, nil
}

// find looks for the values that variables of a pattern have in a term, where both have the
// same form; a map is looked up by its keys.
func find(vs []logic.Var, p, t *logic.Term, found map[logic.Var]*logic.Term) {
	switch {
	case p.Kind == logic.TV && slices.Contains(vs, p.Var()):
		found[p.Var()] = t
	case p.Kind == logic.TOp && p.Op == logic.OUpd && p.B.Kind == logic.TApp:
		key := p.B.A
		if key.Kind == logic.TV && found[key.Var()] != nil {
			key = found[key.Var()]
		}
		for u := t; u.Kind == logic.TOp && u.Op == logic.OUpd && u.B.Kind == logic.TApp; u = u.A {
			if logic.Equal(u.B.A, key) {
				find(vs, p.B.B, u.B.B, found)
			}
		}
		find(vs, p.A, t, found)
	case p.Kind == t.Kind && p.A != nil:
		find(vs, p.A, t.A, found)
		if p.B != nil {
			find(vs, p.B, t.B, found)
		}
	}
}

// claimVariables are the variables of a claim, in the order in which they stand there.
func claimVariables(r *compile.Rule) []*term.Variable {
	var all []*term.Term
	for _, s := range slices.Concat(r.Left, r.Right) {
		all = append(all, s.Term)
	}
	return term.Vars(slices.Concat(all, r.Requires, r.Ensures)...)
}

var _ encode.Names = scope{}
