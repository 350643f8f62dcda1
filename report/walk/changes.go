package walk

// Change is how a list differs from one before it: how many elements at its start and at
// its end are kept, and what is between them.
type Change struct {
	Keep  [2]int  `json:"keep"`
	Items []Piece `json:"items,omitempty"`
}

// changeOf returns how a list differs from another; nil: it does not.
func changeOf(before, after []Piece) *Change {
	most := min(len(before), len(after))
	c := &Change{}
	for c.Keep[0] < most && before[c.Keep[0]] == after[c.Keep[0]] {
		c.Keep[0]++
	}
	for c.Keep[1] < most-c.Keep[0] && before[len(before)-1-c.Keep[1]] == after[len(after)-1-c.Keep[1]] {
		c.Keep[1]++
	}
	c.Items = after[c.Keep[0] : len(after)-c.Keep[1]]
	if len(c.Items) == 0 && len(before) == len(after) {
		return nil
	}
	return c
}

// of returns the list that a list has become; nil is no change.
func (c *Change) of(before []Piece) []Piece {
	if c == nil {
		return before
	}
	out := make([]Piece, 0, c.Keep[0]+len(c.Items)+c.Keep[1])
	out = append(out, before[:c.Keep[0]]...)
	out = append(out, c.Items...)
	return append(out, before[len(before)-c.Keep[1]:]...)
}
