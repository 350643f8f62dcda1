package prover

import (
	"slices"
	"testing"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// What fails in a definition is told of with the definitions that its text stands in, and
// a predicate that is asked there is looked into.
func TestWithin(t *testing.T) {
	file := source.NewFile("a", "valid inner outer middle")
	span := func(from, to int) source.Span { return source.Span{File: file, Start: from, End: to} }
	x := term.Fresh("X", term.SortInt)
	valid := &term.Symbol{Name: "valid", Args: []term.Sort{term.SortInt}, Result: term.SortBool, Class: term.Function}
	small, large := term.Lt(x, term.Int(3)), term.Lt(term.Int(0), x)
	definitions := Definitions{valid: {Params: []*term.Variable{x.Variable()}, Parts: []Conjunct{
		{Formula: large, Span: span(0, 5), Text: "0 < x"},
		{Formula: small, Span: span(6, 11), Text: "x < 3", Within: []Conjunct{{Span: span(12, 17), Text: "middle"}}},
	}}}
	asked := &Conjunct{Text: "valid(7)", Within: []Conjunct{{Span: span(18, 24), Text: "outer"}}}
	fails := func(_ []*term.Term, f *term.Term) bool { return f == term.False }
	got := definitions.Within(asked, term.App(valid, term.Int(7)), fails, func(*term.Term) *term.Term { return nil })
	var texts []string
	for _, c := range got {
		texts = append(texts, c.Text)
	}
	if want := []string{"outer", "x < 3", "middle"}; !slices.Equal(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
}

// Elements are counted from where a pointer leads, and those without a value are none.
func TestObservedElements(t *testing.T) {
	n := term.Fresh("N", term.SortInt)
	store := func(a *term.Term, i, v int64) *term.Term {
		return term.Apply(term.ArrayStore, a, term.Int(i), term.Int(v))
	}
	o := Observation{Name: "p", Value: store(store(term.ConstArray(term.Int(0)), 3, 7), 5, 9), Set: store(term.ConstArray(term.Int(1)), 4, 0), First: n}
	o = o.Under(term.Substitution{n.Variable(): term.Int(2)})
	if e := o.Element(1); !term.Equal(e, term.Int(7)) {
		t.Errorf("element 1 is %v, want 7", e)
	}
	if e := o.Element(2); e != nil {
		t.Errorf("element 2 is %v, want none", e)
	}
	if got := o.Entries(1, 10); !slices.Equal(got, []int64{1, 2, 3}) {
		t.Errorf("unusual: %v", got)
	}
	if got := o.Entries(2, 3); !slices.Equal(got, []int64{2}) {
		t.Errorf("unusual from 2 to 3: %v", got)
	}
	if o.Set = n; o.Element(2) == nil {
		t.Error("of what is not known elements are there")
	}
}
