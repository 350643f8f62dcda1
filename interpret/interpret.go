// Package interpret runs programs by the rules of their language, with input and
// output. Where a run cannot go on, its error tells at which place of the program,
// and why in the words of the definition.
package interpret

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"rlv/semantics/compile"
	"rlv/semantics/compose"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Options are what a run is given.
type Options struct {
	In  io.Reader
	Out io.Writer
	// Inputs are values NAME=TEXT for configuration variables, as pieces of program.
	Inputs []string
	Depth  int64 // steps after which the run is stopped; 0: no limit
	// PrintConfig writes the final configuration in cell notation behind the output.
	PrintConfig bool
	// Composed is called at the end with each rule that was composed where the run came to the same code again and
	// again, and the place of that code, or with nil if there is none. It may be nil.
	Composed func(at source.Span, r *compose.Rule)
	// Leave is called, with all output written, where a run that is interrupted does not notice it: it waits for
	// input, or is within an operation. It may be nil.
	Leave func()
}

// noticeTime is how long a run may take to notice that it is interrupted.
const noticeTime = 20 * time.Millisecond

// StopError is that a run cannot go on: no rule applies, or one leaves a value open.
type StopError struct{ At *source.Diagnostic }

func (e *StopError) Error() string { return e.At.Error() }

// Unwrap returns the diagnostic.
func (e *StopError) Unwrap() error { return e.At }

// codeLimit is the code of diagnostics that tell which limit was reached.
const codeLimit = "limit"

// Run runs a program to its end and returns the exit status that it asks for. The
// error is a [StopError], a [rewrite.LimitError] with its place, or about the input.
func Run(ctx context.Context, e *rewrite.Engine, p *compile.Program, o Options) (exit int, err error) {
	p, values, err := ReadInputs(e.Definition, p, o.Inputs)
	if err != nil {
		return 0, err
	}
	slots, err := e.Definition.Initial(values)
	if err != nil {
		return 0, err
	}
	out := &output{w: bufio.NewWriter(o.Out)}
	done := make(chan struct{})
	defer close(done)
	defer context.AfterFunc(ctx, func() { o.leave(out, done) })()
	m := e.NewMachine(slots, rewrite.IO{In: flushing{out, o.In}, Out: out}).ComposeHot(rewrite.Usual)
	err = m.Run(ctx, o.Depth)
	if composed := m.Composed(); o.Composed != nil {
		for _, r := range composed {
			o.Composed(spanOf(p, r.Left[0].Term), r)
		}
		if len(composed) == 0 {
			o.Composed(source.Span{}, nil)
		}
	}
	if o.PrintConfig {
		fmt.Fprintln(out)
		if werr := compile.WriteConfig(out, e.Definition, m.Slots()); werr != nil && err == nil {
			err = werr
		}
	}
	if ferr := out.Flush(); ferr != nil {
		return 0, ferr
	}
	if err == nil && (m.Finished() || o.Depth > 0 && m.Steps >= o.Depth) {
		return exitOf(e.Definition, m.Slots()), nil
	}
	return 0, ended(e, p, m, err)
}

// leave ends an interrupted run that does not end by itself.
func (o *Options) leave(out *output, done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(noticeTime):
		if o.Leave != nil {
			_ = out.Flush() // nobody is left to tell
			o.Leave()
		}
	}
}

// output is buffered output that may be flushed while something is written.
type output struct {
	mu sync.Mutex
	w  *bufio.Writer
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}

// Flush writes what is buffered.
func (o *output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Flush()
}

// ended is the error of a run that did not come to its end; err is the reason, nil
// that no rule applies.
func ended(e *rewrite.Engine, p *compile.Program, m *rewrite.Machine, err error) error {
	stuck := &rewrite.Stuck{}
	var arbitrary *rewrite.Arbitrary
	var limit *rewrite.LimitError
	switch {
	case errors.As(err, &limit):
		return errors.Join(limitAt(p, m, limit), limit)
	case errors.As(err, &arbitrary):
		return &StopError{arbitraryAt(p, m, arbitrary)}
	case err == nil, errors.As(err, &stuck):
		return &StopError{stuckAt(e, p, m, stuck)}
	}
	return err
}

// flushing flushes the output before it reads input.
type flushing struct {
	out *output
	in  io.Reader
}

// Read implements io.Reader.
func (f flushing) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// exitOf is the status that an exit cell asks for.
func exitOf(d *compile.Definition, slots []*term.Term) int {
	for i, c := range d.Layout.Slots {
		if n, ok := slots[i].Int64(); c.Exit && ok && n != 0 {
			return int(n) & 0xff
		}
	}
	return 0
}
