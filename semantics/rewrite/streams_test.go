package rewrite_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/rewrite"
)

// watched is an input that keeps, at each read, what had been written.
type watched struct {
	words  []string
	out    *strings.Builder
	before []string
}

func (w *watched) Read(p []byte) (int, error) {
	w.before = append(w.before, w.out.String())
	if len(w.words) == 0 {
		return 0, io.EOF
	}
	n := copy(p, w.words[0])
	w.words = w.words[1:]
	return n, nil
}

// TestOutputComesBeforeInput: what a step writes is out before the next one waits for input,
// in one computation and in threads, and no input is read before a rule wants it.
func TestOutputComesBeforeInput(t *testing.T) {
	for _, test := range []struct {
		way, program string
		before       []string
	}{
		{"one", "(print 1) ; read() ; (print 2) ; (print read()) ; (print 3)", []string{"1\n", "1\n2\n"}},
		{"threads", "(print 1) ; read() ; (print 2) ; (print read()) ; (print 3)", []string{"1\n", "1\n2\n"}},
		{"threads", "(x = spawn (print 7)) ; (join x) ; (print read()) ; (join spawn read()) ; (print 8)", []string{"7\n", "7\n5\n"}},
		{"inner", "spawn (read() ; (print 7)) ; (print 6) ; read()", []string{"6\n", "6\n"}},
	} {
		e := loadFork(t, test.way)
		slots := beginning(t, e, "run "+test.program)
		for _, onSlots := range []bool{false, true} {
			var out strings.Builder
			in := &watched{words: []string{"5 ", "6 "}, out: &out}
			m := e.NewMachine(slots, rewrite.IO{In: in, Out: &out})
			if onSlots {
				m.OnSlots()
			}
			if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
				t.Fatalf("%s: %v, %v", test.program, err, m.Waiting())
			}
			if !slices.Equal(in.before, test.before) {
				t.Errorf("%s, %s, on slots %v: before the reads was written %q, not %q", test.way, test.program, onSlots, in.before, test.before)
			}
		}
	}
}
