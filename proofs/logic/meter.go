package logic

// The limits of what is computed. What comes to one is not accepted: time and memory are bounded, whatever a
// certificate is.
const (
	maxLength = 1 << 20 // bits of an integer, bytes of a text
	maxWork   = 1 << 27 // of a meter: nodes that are looked at
	nodeWork  = 32      // of a node that is made
)

// Limit is what is thrown where one is reached.
type Limit string

// bounded ends the computation if something would be too long.
func bounded(length float64) {
	if length > maxLength {
		panic(Limit("it computes numbers or texts that are too long"))
	}
}

// Meter counts work: what is looked at or made. A nil one does not.
type Meter struct{ spent int }

// Spend counts work, and throws a [Limit] where it is too much.
func (m *Meter) Spend(n int) {
	if m == nil {
		return
	}
	if m.spent += n; m.spent > maxWork {
		panic(Limit("it takes too much work"))
	}
}

// Size is the number of nodes of a formula as a tree; 0 of none.
func (m *Meter) Size(f *Form) int {
	m.Spend(1)
	switch {
	case f == nil:
		return 0
	case f.Kind == FT:
		return 1 + f.Term.size
	}
	return 1 + m.Size(f.A) + m.Size(f.B)
}

// Equal is [Equal].
func (m *Meter) Equal(a, b *Term) bool {
	if a == b || a.hash != b.hash {
		return a == b
	}
	m.Spend(a.size)
	return Equal(a, b)
}

// EqualForms is [EqualForms].
func (m *Meter) EqualForms(f, g *Form) bool {
	m.Spend(1)
	if f == g {
		return true
	}
	if f == nil || g == nil || f.Kind != g.Kind {
		return false
	}
	if f.Kind == FT {
		return m.Equal(f.Term, g.Term)
	}
	return m.EqualForms(f.A, g.A) && m.EqualForms(f.B, g.B)
}
