package kernel

import (
	"testing"

	"rlv/proofs/logic"
)

// What each check of lemmas is there for: without it something would be accepted
// (proofs/coq/tests/Proved.v has the same).
func TestLemmas(t *testing.T) {
	x, y := logic.V(number), logic.V(other)
	below := func(a, b *logic.Term) *logic.Form { return logic.Holds(logic.Operation(logic.OLt, a, b)) }
	positive := Lemma{N: 1, Form: below(logic.Int64(0), x), Measure: logic.Int64(0)}
	again := func(s ...logic.Subst) Lemma { return Lemma{N: 1, Form: below(logic.Int64(0), x), Measure: x, Again: s} }
	to := func(u *logic.Term) logic.Subst { return bind(number, u) }
	uses := Lemma{N: 1, Form: below(logic.Int64(0), x), Measure: logic.Int64(0), Core: Core{Acts: []Act{{Kind: AAxiom, I: 0, Subst: to(x)}}, Keep: []uint64{0}}}
	for _, c := range []struct {
		name   string
		lemmas []Lemma
		valid  bool
	}{
		{"a lemma", []Lemma{positive}, true},
		{"a lemma that uses the one before", []Lemma{positive, uses}, true},
		{"a lemma that uses itself", []Lemma{uses}, false},
		{"a variable above the bound", []Lemma{{N: 1, Form: below(x, y), Measure: logic.Int64(0)}}, false},
		{"a measure with a variable above the bound", []Lemma{{N: 1, Form: below(logic.Int64(0), x), Measure: y}}, false},
		{"induction", []Lemma{again(to(logic.Operation(logic.OSub, x, logic.Int64(1))))}, true},
		{"induction for another sort", []Lemma{again(to(logic.Str("")))}, false},
		{"induction with what a quantifier binds", []Lemma{again(to(logic.Bound(0)))}, false},
		{"induction with a variable above the bound", []Lemma{again(to(y))}, false},
	} {
		m := NewMachine(language, nil, nil, false)
		os, err := Prove(m, c.lemmas)
		if (err == nil) != c.valid {
			t.Errorf("%s: %v, %v", c.name, os, err)
		}
		for i, l := range c.lemmas {
			if c.valid && (len(os) != len(c.lemmas) || !logic.EqualForms(os[i].Conclusion, l.Form)) {
				t.Errorf("%s: %v is left to prove", c.name, os)
			}
		}
	}
	// What it says of itself it says only where the measure is smaller and not negative.
	l := again(to(x), to(logic.Operation(logic.OSub, x, logic.Int64(1))))
	o, err := l.Obligation(nil)
	if err != nil || len(o.Hypotheses) != 2 {
		t.Fatal(o, err)
	}
	if want := "(((OLe 0 SInt.0) and (OLt SInt.0 SInt.0)) implies (OLt 0 SInt.0))"; o.Hypotheses[0].String() != want {
		t.Errorf("%v for %s", o.Hypotheses[0], want)
	}
}
