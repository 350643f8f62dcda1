package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"rlv/explore"
	"rlv/prover"
	"rlv/report"
	"rlv/semantics/source"

	"golang.org/x/term"
)

// progress shows on a terminal, in one line that is gone in the end, where the work is.
// It may be used by several goroutines at once.
type progress struct {
	to    io.Writer // nil: nothing is shown
	pause time.Duration

	mu    sync.Mutex
	shown time.Time // last
	wide  bool      // something stands there
}

// progressPause is the time between two lines, and before the first: what is done by
// then needs none.
const progressPause = 200 * time.Millisecond

// newProgress returns the progress to show on a file; nothing is shown if that is no
// terminal.
func newProgress(f *os.File) *progress {
	if !term.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	return &progress{to: f, pause: progressPause, shown: time.Now()}
}

// say shows a line if it is time for one.
func (p *progress) say(format string, args ...any) {
	if p.to == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.shown) >= p.pause {
		p.shown, p.wide = time.Now(), true
		fmt.Fprintf(p.to, "\r\x1b[K"+format, args...)
	}
}

// clear takes the line away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
}

func (p *progress) erase() {
	if p.wide {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.wide = false
	}
}

// search shows how far a search is.
func (p *progress) search(w explore.Work) {
	p.say("%d states, depth %d, %d waiting, %d queries", w.States, w.Depth, w.Waiting, w.Queries)
}

// prove shows where a proof is.
func (p *progress) prove(g prover.Progress) {
	p.say("goal %d of %d, %s: %s (%d steps, %d branches, %d queries)", g.Number, g.Goals, g.Goal.Span,
		source.Shorten(source.Printable(g.Goal.Title), 30), g.Steps, g.Branches, g.Queries)
}

// beside is a printer that takes the line of progress away while it prints.
type beside struct {
	report.Printer
	line *progress
}

func (b beside) print(do func()) {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	b.line.erase()
	do()
}

// Warning prints a warning.
func (b beside) Warning(d *source.Diagnostic) { b.print(func() { b.Printer.Warning(d) }) }

// Lemma prints a verdict.
func (b beside) Lemma(v *prover.Verdict) { b.print(func() { b.Printer.Lemma(v) }) }

// Goal prints a verdict.
func (b beside) Goal(v *prover.Verdict) { b.print(func() { b.Printer.Goal(v) }) }

// Note prints a remark.
func (b beside) Note(d *source.Diagnostic) { b.print(func() { b.Printer.Note(d) }) }

// File prints what ends the part of a file.
func (b beside) File(f *report.File) { b.print(func() { b.Printer.File(f) }) }

// Close prints the end.
func (b beside) Close() (err error) {
	b.print(func() { err = b.Printer.Close() })
	return err
}
