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
