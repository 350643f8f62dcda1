package instantiate

import (
	"fmt"
	"regexp"
	"testing"

	"rlv/semantics/term"
)

// A grounder that begins anew makes of a question what a new one makes, whatever was asked before and whenever a
// lemma came: constants for what exists according to a fact are shared with the question, those for what exists
// according to earlier questions are not.
func TestAnew(t *testing.T) {
	f := term.NewSymbol(term.Symbol{Name: "f", Class: term.Function, Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortInt})
	x, y := term.Var("X", term.SortInt), term.Var("Y", term.SortInt)
	of := func(a, b *term.Term) *term.Term { return term.Apply(f, a, b) }
	zero, one := term.Int(0), term.Int(1)
	exists := func(n int64) *term.Term {
		return term.Apply(term.Exists, y, term.Lt(term.Int(n), of(y, zero)))
	}
	definitions := []*term.Term{forall(x, term.Le(zero, of(x, x))), exists(1)}
	lemmas := []*term.Term{term.Or(forall(x, term.Eq(of(x, one), x)), exists(2)), term.Implies(exists(3), forall(x, term.Le(of(x, zero), one)))}
	question := []*term.Term{term.Or(exists(1), exists(2)), term.Or(exists(3), term.Lt(of(one, one), zero)), term.Or(forall(x, term.Eq(of(x, one), x)), term.Lt(of(one, zero), zero))}
	before := []*term.Term{term.Or(exists(2), exists(3)), forall(x, term.Eq(of(x, one), x))}

	all := Facts{Definitions: true, Lemmas: true}
	text := func(g *Grounder) string {
		q := g.Question(question, all)
		q.Instantiate(2)
		numbers := map[string]string{}
		return regexp.MustCompile(`\w+![0-9]+`).ReplaceAllStringFunc(fmt.Sprint(q.Formulas(), len(q.active)), func(s string) string {
			if numbers[s] == "" {
				numbers[s] = fmt.Sprint("#", len(numbers))
			}
			return numbers[s]
		})
	}
	want := text(New(definitions, lemmas, 100))
	for _, early := range []int{0, 1, 2} { // lemmas that are there from the start
		g := New(definitions, lemmas[:early], 100)
		g.Question(before, all).Instantiate(1)
		for _, l := range lemmas[early:] {
			g.Trust(l)
		}
		for range 2 {
			g = g.Anew()
			if got := text(g); got != want {
				t.Errorf("with %d lemmas at first:\n%s\nwant\n%s", early, got, want)
			}
		}
	}
}
