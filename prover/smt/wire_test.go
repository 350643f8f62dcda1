package smt

import "testing"

// Nonsense from a worker is an error, never a verdict of its own making.
func FuzzDecodeReply(f *testing.F) {
	f.Add(encodeReply(3, wireUnsat, "", nil))
	f.Add(encodeReply(3, wireSat, "x", []string{"1", "(- 2)"}))
	f.Fuzz(func(t *testing.T, frame []byte) {
		if r, err := decodeReply(frame, 4); err == nil && r.Result == Unsat && frame[0] != 4 {
			t.Error("an answer to another question was taken")
		}
	})
}
