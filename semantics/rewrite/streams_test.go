package rewrite_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
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
// in one computation and in threads, also where it is one of many that are made at once, and no input is
// read before a rule wants it.
func TestOutputComesBeforeInput(t *testing.T) {
	const rounds = "def f(n) = if n < 1 then 0 else ((print n) ; (x = n * n + n + n) ; (print x) ; read() ; f(n - 1)) . run "
	inRounds := []string{"9\n99\n"}
	for n := 8; n > 0; n-- {
		inRounds = append(inRounds, inRounds[len(inRounds)-1]+fmt.Sprintf("%d\n%d\n", n, n*n+n+n))
	}
	for _, test := range []struct {
		way, program string
		before       []string
	}{
		{"one", "run (print 1) ; read() ; (print 2) ; (print read()) ; (print 3)", []string{"1\n", "1\n2\n"}},
		{"threads", "run (print 1) ; read() ; (print 2) ; (print read()) ; (print 3)", []string{"1\n", "1\n2\n"}},
		{"threads", "run (x = spawn (print 7)) ; (join x) ; (print read()) ; (join spawn read()) ; (print 8)", []string{"7\n", "7\n5\n"}},
		{"inner", "run spawn (read() ; (print 7)) ; (print 6) ; read()", []string{"6\n", "6\n"}},
		{"one", rounds + "f(9)", inRounds},
		{"threads", rounds + "f(9)", inRounds},
	} {
		e := loadFork(t, test.way)
		slots := beginning(t, e, test.program)
		for name, way := range map[string]func(*rewrite.Machine) *rewrite.Machine{
			"on the stack":  func(m *rewrite.Machine) *rewrite.Machine { return m },
			"on the slots":  (*rewrite.Machine).OnSlots,
			"with composed": func(m *rewrite.Machine) *rewrite.Machine { return m.ComposeHot(rewritetest.Eager) },
		} {
			var out strings.Builder
			in := &watched{words: strings.SplitAfter("5 6 7 8 9 10 11 12 13 ", " "), out: &out}
			m := way(e.NewMachine(slots, rewrite.IO{In: in, Out: &out}))
			if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
				t.Fatalf("%s: %v, %v", test.program, err, m.Waiting())
			}
			if !slices.Equal(in.before, test.before) {
				t.Errorf("%s, %s, %s: before the reads was written %q, not %q", test.way, test.program, name, in.before, test.before)
			}
		}
	}
}
