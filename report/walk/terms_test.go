package walk

import (
	"testing"

	"rlv/semantics/term"
)

// Terms of one hash are told apart.
func TestHashesMayCollide(t *testing.T) {
	b := newTable()
	x, y := term.Add(term.Var("x", term.SortInt), term.Int(1)), term.Add(term.Var("y", term.SortInt), term.Int(1))
	b.known[y] = Piece{Text: "of the same hash"}
	b.byHash[x.Hash()] = []*term.Term{y}
	if got := b.of(x); got.Text != "x +Int 1" {
		t.Errorf("x + 1 is %+v", got)
	}
}

// Entries of maps that are equal have one text, also where they were built more than once.
func TestEqualEntriesHaveOneText(t *testing.T) {
	b := newTable()
	x := term.Var("a variable with a name that is too long to stand where it is used", term.SortInt)
	sum := term.Add(x, term.Int(1))
	again := sum.WithPos(7)
	if sum == again || !term.Equal(sum, again) {
		t.Fatal("the terms are one, or differ")
	}
	b.of(term.SingletonMap(term.Int(1), x).Put(term.Int(2), sum))
	n := len(b.terms)
	b.of(term.SingletonMap(term.Int(1), term.Int(3)).Put(term.Int(2), again))
	if added := b.terms[n:]; len(added) != 1 || added[0].Items == nil || added[0].Items.Keep[1] != 1 {
		t.Errorf("the second map is told by %+v", added)
	}
}
