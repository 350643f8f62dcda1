// Package progress shows on a terminal, in one line that is gone in the end, where the work is.
package progress

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

// Line is the line. It may be used by several goroutines at once.
type Line struct {
	to    io.Writer // nil: nothing is shown
	pause time.Duration

	mu    sync.Mutex
	shown time.Time // last
	wide  bool      // something stands there
}

// usualPause is the time between two lines, and before the first: what is done by
// then needs none.
const usualPause = 200 * time.Millisecond

// New returns a line on a file; nothing is shown if that is no terminal.
func New(f *os.File) *Line {
	if !term.IsTerminal(int(f.Fd())) {
		return &Line{}
	}
	return &Line{to: f, pause: usualPause, shown: time.Now()}
}

// say shows a line if it is time for one.
func (p *Line) say(format string, args ...any) {
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

// Clear takes the line away.
func (p *Line) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
}

func (p *Line) erase() {
	if p.wide {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.wide = false
	}
}

// Search shows how far a search is.
func (p *Line) Search(w explore.Work) {
	p.say("%d states, depth %d, %d waiting, %d queries", w.States, w.Depth, w.Waiting, w.Queries)
}

// Prove shows where a proof is.
func (p *Line) Prove(g prover.Progress) {
	p.say("goal %d of %d, %s: %s (%d steps, %d branches, %d queries)", g.Number, g.Goals, g.Goal.Span,
		source.Shorten(source.Printable(g.Goal.Title), 30), g.Steps, g.Branches, g.Queries)
}

// Beside returns a printer that takes the line away while it prints.
func (p *Line) Beside(to report.Printer) report.Printer { return beside{to, p} }

type beside struct {
	report.Printer
	line *Line
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
