// Package certify makes certificates of proofs: it runs the kernel along the trees that the
// prover has built, writes down what the kernel cannot find by itself, and asks a solver which
// hypotheses each of the kernel's obligations needs.
//
// Nothing here is trusted: the kernel computes every state and every obligation anew from the
// rules and the instructions, and a core only leaves hypotheses out. What cannot be expressed
// is refused by name.
package certify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"rlv/proofs"
	"rlv/proofs/certificate"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Goal is a claim with the tree of its proof.
type Goal struct {
	Name  string
	Span  source.Span
	Claim *compile.Rule
	Tree  *proofs.Tree
	// Variant becomes smaller where the goal is used in its own proof.
	Variant []*term.Term
}

// Axiom is a formula that the proofs take as it is: an axiom of the program, or the
// definition of a function.
type Axiom struct {
	Name    string // what it says
	Span    source.Span
	Formula *term.Term
	Defines bool // it defines a function
}

// Solver finds proofs of obligations.
type Solver interface {
	// Contradictory reports whether formulas are known to contradict each other, by themselves.
	Contradictory(ctx context.Context, formulas []*term.Term) bool
	// Trust makes Core take these definitions and axioms as they are, and no others.
	Trust(definitions, axioms []*term.Term)
	// Core is a small part of an obligation that is enough to prove it; nil if it is not proved.
	Core(ctx context.Context, o *proofs.Obligation) *proofs.Core
	// Prove reports of each obligation whether those that check certificates will prove it.
	Prove(ctx context.Context, os []*kernel.Obligation) []bool
}

// ErrNoCertificate is the error of what certificates cannot express.
var ErrNoCertificate = errors.New("certificates cannot express it")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrNoCertificate)
}

// builder makes the certificate of a set of goals.
type builder struct {
	language       *encode.Language
	fresh          Freshness
	goals          []Goal
	numbers        map[string]int    // of the goals, by name
	rules          map[string]uint64 // by label
	own            map[*term.Variable]*logic.Term
	n              uint64        // of variables that goals have
	axiomTerms     []*term.Term  // as the solver has them
	definitions    []*term.Term  // of the axioms
	others         []*term.Term  // that are no definitions
	axiomVariables [][]logic.Var // in the order of the outer quantifiers of those
	axiomForms     []*logic.Form
	generals       []*term.Term // the axioms and lemmas that they are of
	machine        *kernel.Machine
	integers       []int // the slots whose lists have no other items
	functions
}

// functions are those of the program, numbered as they occur, after those of the language.
type functions struct {
	first   logic.Sym
	number  map[*term.Symbol]logic.Sym
	symbols []*term.Symbol
}

// Function implements encode.Names.
func (f *functions) Function(s *term.Symbol) logic.Sym {
	n, ok := f.number[s]
	if !ok {
		f.symbols = append(f.symbols, s)
		n = f.first + logic.Sym(len(f.symbols)-1)
		f.number[s] = n
	}
	return n
}

// Certify makes a certificate of proved goals; if total is set, one that what they run ends.
func Certify(ctx context.Context, l *encode.Language, fresh Freshness, goals []Goal, axioms []Axiom, lemmas []Lemma, total bool, solver Solver) (*certificate.Certificate, error) {
	b := &builder{language: l, fresh: fresh, goals: goals, numbers: map[string]int{}, rules: map[string]uint64{}, own: map[*term.Variable]*logic.Term{},
		functions: functions{first: logic.FirstSym + logic.Sym(len(l.Functions)), number: map[*term.Symbol]logic.Sym{}}}
	for i, r := range l.Rules {
		b.rules[r.Label] = uint64(i)
	}
	for i, g := range goals {
		b.numbers[g.Name] = i
		for _, v := range claimVariables(g.Claim) {
			if b.own[v] == nil {
				b.own[v] = logic.V(logic.Var{Sort: l.Sort(v.Sort), N: b.n})
				b.n++
			}
		}
	}
	b.integers = b.readFrom(goals)
	var kernelGoals []kernel.Goal
	for _, g := range goals {
		k, err := b.goal(&g)
		if err != nil {
			return nil, fmt.Errorf("%v: %s: %w", g.Span, g.Name, err)
		}
		kernelGoals = append(kernelGoals, *k)
	}
	out := &certificate.Certificate{Total: total}
	var err error
	if total {
		if err = rank(b, kernelGoals); err != nil {
			return nil, err
		}
	}
	if out.Axioms, err = b.axioms(ctx, axioms, solver); err != nil {
		return nil, err
	}
	all, err := b.state(lemmas, solver)
	if err != nil {
		return nil, err
	}
	b.machine = kernel.NewMachine(&l.Language, kernelGoals, b.axiomForms, total)
	for i, g := range goals {
		p, err := b.proof(ctx, i, &kernelGoals[i], solver)
		if err != nil {
			return nil, fmt.Errorf("%v: %s: %w", g.Span, g.Name, err)
		}
		out.Goals = append(out.Goals, certificate.Goal{Name: g.Name, Place: place(g.Span), Goal: kernelGoals[i], Proof: *p})
	}
	if out.Lemmas, err = b.lemmas(ctx, all, out.Goals, solver); err != nil {
		return nil, err
	}
	out.Functions = slices.Clone(l.Functions)
	for _, f := range b.symbols {
		out.Functions = append(out.Functions, f.Name)
	}
	out.Language = l.Hash()
	return out, nil
}

// goal encodes a claim.
func (b *builder) goal(g *Goal) (*kernel.Goal, error) {
	names := scope{b, b.own}
	slots := make([]*term.Term, len(b.language.Slots()))
	for _, s := range g.Claim.Left {
		slots[s.Index] = s.Term
	}
	out := &kernel.Goal{N: b.n}
	for _, v := range g.Claim.Existentials {
		out.Ex = append(out.Ex, b.own[v].Var())
	}
	var err error
	if out.Left, err = b.language.Configuration(slots, names); err != nil {
		return nil, err
	}
	for _, s := range g.Claim.Right {
		slots[s.Index] = s.Term
	}
	if out.Right, err = b.language.Configuration(slots, names); err != nil {
		return nil, err
	}
	if out.Pre, err = b.formulas(g.Claim.Requires, names); err != nil {
		return nil, err
	}
	if out.Post, err = b.formulas(g.Claim.Ensures, names); err != nil {
		return nil, err
	}
	return out, b.wellFormed(g.Claim, out, names)
}

func (b *builder) formulas(ts []*term.Term, names encode.Names) ([]*logic.Form, error) {
	var out []*logic.Form
	for _, t := range ts {
		fs, err := b.language.Formulas(t, names)
		if err != nil {
			return nil, err
		}
		out = append(out, fs...)
	}
	return out, nil
}

// axioms encodes axioms, conjunct by conjunct; the variables of their outer quantifiers are
// those that may be instantiated, from 0 on. The solver takes them as they are from then on.
func (b *builder) axioms(ctx context.Context, axioms []Axiom, solver Solver) ([]certificate.Axiom, error) {
	var out []certificate.Axiom
	for _, a := range axioms {
		for _, c := range term.Conjuncts(nil, withoutGuard(ctx, a.Formula, solver)) {
			f, vs, _, err := b.universal(c)
			if err != nil {
				return nil, fmt.Errorf("%v: %s: %w", a.Span, a.Name, err)
			}
			for _, g := range conjuncts(nil, f) {
				b.trust(a.Formula, g, vs, a.Defines, solver)
				out = append(out, certificate.Axiom{Name: a.Name, Place: place(a.Span), Formula: g})
			}
		}
	}
	return out, nil
}

// trust adds an axiom, or a lemma, to those that may be used, or a conjunct of one.
func (b *builder) trust(general *term.Term, f *logic.Form, vs []logic.Var, defines bool, solver Solver) {
	t := trusted(f, vs)
	if defines {
		b.definitions = append(b.definitions, t)
	} else {
		b.others = append(b.others, t)
	}
	b.axiomForms, b.axiomTerms, b.axiomVariables = append(b.axiomForms, f), append(b.axiomTerms, t), append(b.axiomVariables, vs)
	b.generals = append(b.generals, general)
	solver.Trust(b.definitions, b.others)
}

// forget makes all axioms and lemmas from a number on unknown again; they are no definitions.
func (b *builder) forget(from int, solver Solver) {
	b.others = b.others[:len(b.others)-(len(b.axiomForms)-from)]
	b.axiomForms, b.axiomTerms, b.axiomVariables, b.generals = b.axiomForms[:from], b.axiomTerms[:from], b.axiomVariables[:from], b.generals[:from]
	b.machine = b.machine.With(b.axiomForms)
	solver.Trust(b.definitions, b.others)
}

// Instance is what a lemma or an axiom says of some values, as the user asks for it.
type Instance struct {
	Formula *term.Term   // the lemma, for all values
	Values  []*term.Term // of the variables of its outer quantifiers
}

// instances are the acts that add what a lemma or axiom says of values: one for each of its conjuncts that has no
// more variables.
func (b *builder) instances(of Instance, names encode.Names) ([]kernel.Act, error) {
	var out []kernel.Act
	for i, g := range b.generals {
		vs := b.axiomVariables[i]
		if len(vs) != len(of.Values) || !term.Equal(g, of.Formula) {
			continue
		}
		a := kernel.Act{Kind: kernel.AAxiom, I: uint64(i)}
		for k, v := range vs {
			t, err := b.language.Term(of.Values[k], names)
			if err != nil {
				return nil, err
			}
			a.Subst = append(a.Subst, logic.Binding{Var: v, Term: t})
		}
		out = append(out, a)
	}
	return out, nil
}

// universal encodes what stands under the outer quantifiers of a formula, with their variables.
func (b *builder) universal(f *term.Term) (*logic.Form, []logic.Var, encode.Names, error) {
	names := scope{b, map[*term.Variable]*logic.Term{}}
	var vs []logic.Var
	for ; f.Is(term.Forall); f = f.Arg(1) {
		v := f.Arg(0).Variable()
		vs = append(vs, logic.Var{Sort: b.language.Sort(v.Sort), N: uint64(len(vs))})
		names.variables[v] = logic.V(vs[len(vs)-1])
	}
	out, err := b.language.Formula(f, names)
	return out, vs, names, err
}

// conjuncts adds the formulas of which a formula is the conjunction.
func conjuncts(out []*logic.Form, f *logic.Form) []*logic.Form {
	if f.Kind == logic.FAnd {
		return conjuncts(conjuncts(out, f.A), f.B)
	}
	return append(out, f)
}

// trusted is an axiom as the solver takes it, which is true if the solver does not know it.
func trusted(f *logic.Form, vs []logic.Var) *term.Term {
	out := encode.Decode(f)
	for i, v := range slices.Backward(vs) {
		x := encode.DecodeTerm(logic.V(v))
		if out == nil || x == nil {
			return term.True
		}
		y := bindable(i, x)
		out = term.Apply(term.Forall, y, term.Substitution{x.Variable(): y}.Apply(out))
	}
	if out == nil {
		return term.True
	}
	return out
}

// withoutGuard is an axiom as it was written: one with a function that may have no value is
// guarded by the condition that it has one wherever the axiom speaks of it. A guard that is
// valid is left out; the kernel's operations have values everywhere.
func withoutGuard(ctx context.Context, f *term.Term, solver Solver) *term.Term {
	if f.Is(term.BoolImplies) && f.Arg(0).Is(term.Forall) && solver.Contradictory(ctx, []*term.Term{term.Not(f.Arg(0))}) {
		return f.Arg(1)
	}
	return f
}

// proof writes the instructions of a goal and finds the cores of its obligations.
func (b *builder) proof(ctx context.Context, number int, g *kernel.Goal, solver Solver) (*kernel.Proof, error) {
	tree := b.goals[number].Tree
	if tree == nil || tree.Root == nil {
		return nil, refuse("a goal without a proof")
	}
	gb := &goalBuilder{number: number, claim: b.goals[number].Claim, goal: g, placed: map[*proofs.Node]placedNode{}, solver: solver, refused: map[string]int{}, bare: bare{}, uses: map[*logic.Form][]kernel.Act{}}
	w := &walker{scope: scope{b, maps.Clone(b.own)}, goalBuilder: gb}
	if err := w.node(tree.Root, g.Start(nil)); err != nil {
		return nil, err
	}
	p := &kernel.Proof{Nodes: gb.nodes, Goal: w.out}
	obligations, err := b.machine.Obligations(g, p)
	if err != nil {
		return nil, err
	}
	asked := append(gb.asked, w.asked...)
	at := func(i int, err error) error {
		if len(asked) == len(obligations) && asked[i].File != nil {
			return fmt.Errorf("%v: %w", asked[i], err)
		}
		return fmt.Errorf("obligation %d: %w", i, err)
	}
	var left []*kernel.Obligation
	var of []int
	for i, o := range obligations {
		if o.Trivial() {
			continue
		}
		c, err := b.core(ctx, o, gb.hint(o), solver)
		if err != nil {
			return nil, at(i, err)
		}
		p.Cores = append(p.Cores, *c)
		if o, err = b.machine.Use(c, o); err != nil {
			return nil, at(i, err)
		}
		left, of = append(left, o), append(of, i)
	}
	if i, err := b.accepted(ctx, left, solver); err != nil {
		return nil, at(of[i], err)
	}
	return p, nil
}

// ErrOpen is the error of a certificate that would be refused where it is checked.
var ErrOpen = errors.New("rlv check would not accept it, since its solver does not prove")

// accepted refuses obligations, as their cores leave them, of which those that check certificates do not prove one: what
// is written would be refused later. It returns the position of that one.
func (b *builder) accepted(ctx context.Context, left []*kernel.Obligation, solver Solver) (int, error) {
	i := slices.Index(solver.Prove(ctx, left), false)
	if i < 0 {
		return 0, nil
	}
	if err := ctx.Err(); err != nil {
		return i, err
	}
	return i, fmt.Errorf("%w %s", ErrOpen, b.words().obligation(left[i]))
}

// words say formulas as users read them.
func (b *builder) words() words { return words{b.language, &b.functions, b.own} }

// place is a span without the directory of its file, so that a certificate says the same
// wherever it is made.
func place(s source.Span) string { return filepath.Base(s.String()) }
