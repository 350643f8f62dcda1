package prover

import (
	"math/rand"
	"slices"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// tops makes terms for the top of a computation: overloaded constructors, those with
// collections in them, functions, constants and variables of every sort.
type tops struct {
	*rand.Rand
	sorts    []term.Sort
	symbols  []*term.Symbol
	variable []*term.Term
}

func newTops(d *compile.Definition) *tops {
	g := &tops{Rand: rand.New(rand.NewSource(1))}
	note := func(t *term.Term) bool {
		if s := t.Symbol(); s != nil && s.Result != term.SortK && s.Class != term.Binder && !slices.Contains(g.symbols, s) {
			g.symbols = append(g.symbols, s)
			g.sorts = append(g.sorts, s.Result)
		}
		return true
	}
	for _, r := range d.Rules() {
		for _, s := range slices.Concat(r.Left, r.Right) {
			if s.Index == d.Layout.K {
				term.Walk(s.Term, note)
			}
		}
	}
	for _, s := range append(slices.Compact(g.sorts), term.SortInt, term.SortK) {
		g.variable = append(g.variable, term.Fresh("V", s))
	}
	return g
}

// term makes a term of a sort, or of any where that is K.
func (g *tops) term(l *term.Lattice, sort term.Sort, depth int) *term.Term {
	fits := func(s term.Sort) bool { return sort == term.SortK && s != term.SortK || l.Leq(s, sort) }
	for range 50 {
		switch g.Intn(6) {
		case 0:
			if v := g.variable[g.Intn(len(g.variable))]; fits(v.Sort()) {
				return v
			}
		case 1:
			if fits(term.SortInt) {
				return term.Int(int64(g.Intn(3)))
			}
		default:
			s := g.symbols[g.Intn(len(g.symbols))]
			if !fits(s.Result) || depth == 0 && len(s.Args) > 0 {
				continue
			}
			args := make([]*term.Term, len(s.Args))
			for i, a := range s.Args {
				args[i] = g.term(l, a, depth-1)
			}
			if !slices.Contains(args, nil) {
				return term.Apply(s, args...)
			}
		}
	}
	return nil
}

// What is found by the top of a computation is what trying all would find: a goal that
// is left out has no match that could be used.
func TestHypothesesAreFoundByTheirTop(t *testing.T) {
	toy, _ := goalsOf(t, loopClaim)
	definitions := []*compile.Definition{toy.Definition}
	for _, ext := range languages.Extensions() {
		d, err := languages.Load("x"+ext, kdef.Options{})
		if err != nil {
			t.Fatal(err)
		}
		definitions = append(definitions, d)
	}
	for _, d := range definitions {
		hypothesesAreFound(t, d)
	}
}

func hypothesesAreFound(t *testing.T, d *compile.Definition) {
	g := newTops(d)
	k := d.Layout.K
	slots := func() []*term.Term {
		out := make([]*term.Term, len(d.Layout.Slots))
		switch top := g.term(d.Lattice, term.SortK, 2); {
		case top == nil || g.Intn(20) == 0:
			out[k] = term.DotK
		case g.Intn(8) == 0:
			out[k] = top
		default:
			out[k] = term.Seq(top, g.variable[len(g.variable)-1])
		}
		return out
	}
	type filed struct {
		left []*term.Term
		use  *rewrite.Program
	}
	used, left := 0, 0
	for range 300 {
		x := &hypotheses{lattice: d.Lattice, slot: k}
		var goals []filed
		for i := range 20 {
			s := slots()
			rule := &compile.Rule{Kind: compile.ClaimRule, Left: []compile.Slot{{Index: k, Term: s[k]}}}
			goals = append(goals, filed{s, rewrite.NewProgram(d.Lattice, rule, nil)})
			x.add(i, s)
		}
		for i := range 40 {
			s := slots()
			if i < len(goals) && g.Intn(2) == 0 {
				s = goals[i].left
			}
			found := x.of(s)
			if !slices.IsSorted(found) {
				t.Fatalf("not in order: %v", found)
			}
			for n, h := range goals {
				usable := slices.ContainsFunc(h.use.Matches(d.Lattice, s), func(m *rewrite.Match) bool { return m.Undecided == "" })
				switch {
				case usable && !slices.Contains(found, n):
					t.Fatalf("%s is left out for %s", h.left[k], s[k])
				case usable:
					used++
				case !slices.Contains(found, n):
					left++
				}
			}
		}
	}
	t.Logf("%d goals could be used, %d were left out", used, left)
	if used < 1000 || left < 1000 {
		t.Errorf("%d goals could be used, %d were left out: too few to tell", used, left)
	}
}
