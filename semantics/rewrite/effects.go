package rewrite

import (
	"maps"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// effects says which cells the evaluation of a piece of code may read and
// write, so that the order of operands that cannot interfere need not be
// enumerated. It is computed from the rules alone: a rule counts once all the
// constructors in its pattern of the computation cell may be there, and adds
// those of its right side; where a rule puts there something that it found in
// another cell, the current content of that cell counts as code. Rules that
// cannot apply yet are left out: those that want another constructor in a cell
// that nothing else writes, and those that are about code that assigns where
// none does.
type effects struct {
	slot    int
	lattice *term.Lattice
	bySym   map[*term.Symbol]*effect // rules that want no more than the symbol
	bySort  map[term.Sort]*effect    // rules with only a variable on top
	all     *effect                  // rules without a pattern for the computation
	// guarded are the other rules, by one of the constructors that they want.
	guarded map[*term.Symbol][]guardedEffect
	// results are the constructors that the result of a function may bring.
	// So do those of the rules that apply anywhere to a constructor.
	results map[*term.Symbol]map[*term.Symbol]bool
}

// guardedEffect is the effect of a rule that applies only in some situations.
type guardedEffect struct {
	*effect
	wants     []*term.Symbol       // what must be in the computation
	assigning bool                 // the code at hand must assign something
	cells     map[int]*term.Symbol // what must stand in other cells
}

type effect struct {
	reads, writes, code set
	// escapes says that the evaluation may end otherwise than with a result: what
	// waits for it may be dropped.
	escapes    bool
	introduces map[*term.Symbol]bool
}

type set uint64

func (s *set) add(i int) { *s |= 1 << uint(i&63) }

func (e *effect) join(f *effect) bool {
	before := *e
	e.reads |= f.reads
	e.writes |= f.writes
	e.code |= f.code
	e.escapes = e.escapes || f.escapes
	grew := e.reads != before.reads || e.writes != before.writes || e.code != before.code || e.escapes != before.escapes
	for s := range f.introduces {
		if !e.introduces[s] {
			e.introduces[s] = true
			grew = true
		}
	}
	return grew
}

func newEffect() *effect { return &effect{introduces: map[*term.Symbol]bool{}} }

func newEffects(d *compile.Definition) *effects {
	x := &effects{slot: d.Layout.K, lattice: d.Lattice, bySym: map[*term.Symbol]*effect{}, bySort: map[term.Sort]*effect{}, all: newEffect(),
		guarded: map[*term.Symbol][]guardedEffect{}, results: functionResults(d)}
	if x.slot < 0 || len(d.Layout.Slots) > 64 {
		return nil
	}
	for _, r := range d.Rules {
		x.addRule(r)
	}
	return x
}

func (x *effects) addRule(r *compile.Rule) {
	e := newEffect()
	var k *term.Term
	for _, s := range r.Left {
		if s.Index == x.slot {
			k = s.Term
		} else {
			e.reads.add(s.Index)
		}
	}
	for _, s := range r.Right {
		if s.Index != x.slot {
			e.writes.add(s.Index)
			continue
		}
		e.escapes = drops(k, s.Term)
		constructors(s.Term, e.introduces)
		x.addResults(s.Term, e.introduces)
		for _, v := range term.Vars(s.Term) {
			if k != nil && term.Occurs(v, k) || isData(v.Sort) {
				continue
			}
			for _, l := range r.Left {
				if l.Index != x.slot && term.Occurs(v, l.Term) {
					e.code.add(l.Index)
				}
			}
		}
	}
	x.file(r, k, e)
}

// isData says that nothing of a sort is code.
func isData(s term.Sort) bool {
	return s == term.SortInt || s == term.SortBool || s == term.SortString || s == term.SortArray
}

// addResults adds what the functions in a term may bring.
func (x *effects) addResults(t *term.Term, out map[*term.Symbol]bool) {
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp {
			maps.Copy(out, x.results[u.Symbol()])
		}
		return true
	})
}

// functionResults finds, for each function that has rules, the constructors on
// the right sides of its rules and of those of the functions that they use.
func functionResults(d *compile.Definition) map[*term.Symbol]map[*term.Symbol]bool {
	own, uses := map[*term.Symbol]map[*term.Symbol]bool{}, map[*term.Symbol]map[*term.Symbol]bool{}
	for _, table := range []map[*term.Symbol][]*compile.Rule{d.Functions, d.Anywhere} {
		for f, rules := range table {
			own[f], uses[f] = map[*term.Symbol]bool{}, map[*term.Symbol]bool{}
			for _, r := range rules {
				constructors(r.RightTerm, own[f])
				term.Walk(r.RightTerm, func(u *term.Term) bool {
					if u.Kind() == term.KApp {
						uses[f][u.Symbol()] = true
					}
					return true
				})
			}
		}
	}
	for grew := true; grew; {
		grew = false
		for f := range own {
			before := len(own[f])
			for g := range uses[f] {
				maps.Copy(own[f], own[g])
			}
			grew = grew || len(own[f]) > before
		}
	}
	for sym := range d.Anywhere {
		own[sym][sym] = true
		own[sym.Pending] = own[sym]
	}
	return own
}

// drops says that a rule with the pattern left for the computation does not keep
// all that may wait behind the code at hand.
func drops(left, right *term.Term) bool {
	if left == nil {
		return true
	}
	for t := left.Tail(); t != term.DotK; t = t.Tail() {
		if waiting := t.Head(); waiting.IsVar() && !slices.Contains(term.Vars(right), waiting.Variable()) {
			return true
		}
	}
	return false
}

// file counts e for the constructors of the pattern k, or for the sort of its
// variable.
func (x *effects) file(r *compile.Rule, k *term.Term, e *effect) {
	if k == nil {
		x.all.join(e)
		return
	}
	syms := map[*term.Symbol]bool{}
	constructors(k, syms)
	if len(syms) == 0 {
		s := k.Head().Sort()
		if x.bySort[s] == nil {
			x.bySort[s] = newEffect()
		}
		x.bySort[s].join(e)
		return
	}
	g := guardOf(r, x.slot, e)
	for s := range syms {
		g.wants = append(g.wants, s)
	}
	s := g.wants[0]
	if g.assigning || len(g.cells) > 0 || len(g.wants) > 1 {
		x.guarded[s] = append(x.guarded[s], g)
		return
	}
	if x.bySym[s] == nil {
		x.bySym[s] = newEffect()
	}
	x.bySym[s].join(e)
}

// guardOf finds what a rule wants of the situation.
func guardOf(r *compile.Rule, k int, e *effect) guardedEffect {
	g := guardedEffect{effect: e, cells: map[int]*term.Symbol{}}
	for _, s := range r.Left {
		if s.Index != k && s.Term.Kind() == term.KApp && s.Term.Symbol().Class == term.Constructor {
			g.cells[s.Index] = s.Term.Symbol()
		}
	}
	for _, c := range r.Requires {
		g.assigning = g.assigning || asksForAssignment(c)
	}
	return g
}

// asksForAssignment says that a condition holds only of code that assigns.
func asksForAssignment(c *term.Term) bool {
	if c.Is(term.BoolOr) {
		return asksForAssignment(c.Arg(0)) && asksForAssignment(c.Arg(1))
	}
	return c.Is(term.SyntaxAssigns)
}

// applies says whether the rule may apply in the course of an evaluation that
// so far has the effect total.
func (g guardedEffect) applies(total *effect, assigns bool, slots []*term.Term) bool {
	if g.assigning && !assigns {
		return false
	}
	for _, s := range g.wants {
		if !total.introduces[s] {
			return false
		}
	}
	for i, want := range g.cells {
		t := slots[i]
		fixed := total.writes&(1<<uint(i)) == 0 && t.Kind() == term.KApp && t.Symbol().Class == term.Constructor
		if fixed && t.Symbol() != want {
			return false
		}
	}
	return true
}

// constructors collects the constructor symbols of t, sequences apart.
func constructors(t *term.Term, out map[*term.Symbol]bool) {
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp && u.Symbol().Class == term.Constructor && !u.IsSeq() && u != term.DotK {
			out[u.Symbol()] = true
		}
		return true
	})
}

// of returns the effect of evaluating t in a configuration.
func (x *effects) of(t *term.Term, slots []*term.Term) *effect {
	total := newEffect()
	total.join(x.all)
	x.addTerm(total, t)
	seen, read, assigns := map[*term.Symbol]bool{}, set(0), false
	for {
		grew := false
		for s := range total.introduces {
			if !seen[s] {
				seen[s] = true
				grew = true
				assigns = assigns || s.Assigns
				if e := x.bySym[s]; e != nil {
					total.join(e)
				}
			}
		}
		for s := range seen {
			for _, g := range x.guarded[s] {
				if g.applies(total, assigns, slots) {
					grew = total.join(g.effect) || grew
				}
			}
		}
		for i := range slots {
			if total.code&(1<<uint(i)) != 0 && read&(1<<uint(i)) == 0 {
				read.add(i)
				grew = true
				x.addTerm(total, slots[i])
			}
		}
		if !grew {
			return total
		}
	}
}

// addTerm adds the effects of everything that occurs in t.
func (x *effects) addTerm(total *effect, t *term.Term) {
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp && u.Symbol().Class == term.Constructor {
			total.introduces[u.Symbol()] = true
		}
		if u.HasFunctions() && u.Kind() == term.KApp {
			maps.Copy(total.introduces, x.results[u.Symbol()])
		}
		for s, e := range x.bySort {
			if x.lattice.Leq(u.Sort(), s) {
				total.join(e)
			}
		}
		return true
	})
}

// independent says that two pieces of code with these effects cannot interfere.
// What one runs that it wrote itself is not known, and may do anything.
func independent(e, f *effect) bool {
	if e.escapes || f.escapes || e.writes&e.code != 0 || f.writes&f.code != 0 {
		return false
	}
	return e.writes&(f.reads|f.writes) == 0 && f.writes&e.reads == 0
}
