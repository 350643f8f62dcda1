package rewrite

import (
	"testing"
	"time"

	"rlv/semantics/term"
)

// What is hot is found, and what is not is known not to be, however the hashes of the code fall: all numbers of
// heads, of code whose hashes agree in most of their low bits.
func TestHotCodeIsFoundWhateverItsHash(t *testing.T) {
	for bit := range 10 {
		code := termsWith(bit, maxHeads+1)
		h, s := &hotCode{table: make([]*hotHead, 1)}, &stack{}
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i, c := range code[:maxHeads] {
				head := &hotHead{top: c}
				h.add(head)
				if s.top = c; h.find(nil, s) != head {
					t.Errorf("code %d is not found", i)
				}
				if s.top = code[maxHeads]; h.find(nil, s) != nil {
					t.Errorf("code that is not hot is found among %d", i)
				}
			}
		}()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Fatalf("with a hash whose bit %d is 0 the search does not end", bit)
		}
	}
}

// termsWith makes n terms of whose hash a bit is 0, and so are the four above it.
func termsWith(bit, n int) []*term.Term {
	var out []*term.Term
	for i := int64(0); len(out) < n; i++ {
		if c := term.Int(i); c.Hash()>>bit&31 == 0 {
			out = append(out, c)
		}
	}
	return out
}
