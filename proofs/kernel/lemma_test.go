package kernel

import "testing"

// What each check of lemmas is there for: without it something would be accepted
// (proofs/coq/tests/Proved.v has the same).
func TestLemmas(t *testing.T) {
	x, y := V(number), V(other)
	below := func(a, b *Term) *Form { return Holds(Operation(OLt, a, b)) }
	positive := Lemma{N: 1, Form: below(Int64(0), x), Measure: Int64(0)}
	again := func(s ...Subst) Lemma { return Lemma{N: 1, Form: below(Int64(0), x), Measure: x, Again: s} }
	to := func(u *Term) Subst { return Subst{{number, u}} }
	uses := Lemma{N: 1, Form: below(Int64(0), x), Measure: Int64(0), Core: Core{Acts: []Act{{Kind: AAxiom, I: 0, Subst: to(x)}}, Keep: []uint64{0}}}
	for _, c := range []struct {
		name   string
		lemmas []Lemma
		valid  bool
	}{
		{"a lemma", []Lemma{positive}, true},
		{"a lemma that uses the one before", []Lemma{positive, uses}, true},
		{"a lemma that uses itself", []Lemma{uses}, false},
		{"a variable above the bound", []Lemma{{N: 1, Form: below(x, y), Measure: Int64(0)}}, false},
		{"a measure with a variable above the bound", []Lemma{{N: 1, Form: below(Int64(0), x), Measure: y}}, false},
		{"induction", []Lemma{again(to(Operation(OSub, x, Int64(1))))}, true},
		{"induction for another sort", []Lemma{again(to(Str("")))}, false},
		{"induction with what a quantifier binds", []Lemma{again(to(Bound(0)))}, false},
		{"induction with a variable above the bound", []Lemma{again(to(y))}, false},
	} {
		m := NewMachine(language, nil, nil, false)
		if os, err := Prove(m, c.lemmas); (err == nil) != c.valid {
			t.Errorf("%s: %v, %v", c.name, os, err)
		}
	}
	// What it says of itself it says only where the measure is smaller and not negative.
	l := again(to(x), to(Operation(OSub, x, Int64(1))))
	o, err := l.Obligation()
	if err != nil || len(o.Hypotheses) != 2 {
		t.Fatal(o, err)
	}
	if want := "(((OLe 0 SInt.0) and (OLt SInt.0 SInt.0)) implies (OLt 0 SInt.0))"; o.Hypotheses[0].String() != want {
		t.Errorf("%v for %s", o.Hypotheses[0], want)
	}
}
