// Command rlv verifies programs of any language whose semantics is given to it
// as rewrite rules.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"context"

	"rlv/annotate"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
)

// The exit statuses.
const (
	statusProved    = 0
	statusNotProved = 1 // refuted or not provable, or a stuck program
	statusInput     = 2 // the input is wrong
	statusUndecided = 3 // a solver did not answer, or a limit was reached
)

// status is an error that only carries the exit status: everything has been
// said.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// garbage is how much the heap may grow, in percent, before it is collected: a
// command runs for a moment and lives on little.
const garbage = 800

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	smt.RunIfWorker()
	os.Exit(run(os.Args[1:]))
}

// run is the whole command; a panic is a bug in rlv and is reported as one.
func run(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			printError(os.Stderr, recovered(r))
			code = statusUndecided
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, leave)()
	root := newRoot()
	root.SetArgs(args)
	out := &output{w: os.Stdout}
	root.SetOut(out)
	err := root.ExecuteContext(ctx)
	if out.err != nil && !errors.Is(err, out.err) {
		err = out.err // a verdict that nobody can read is none
	}
	var s status
	switch {
	case err == nil:
		return statusProved
	case errors.As(err, &s):
		return int(s)
	}
	printError(os.Stderr, err)
	return statusOf(err)
}

// leaveTime is how long the phases may take to notice that the command is to end.
const leaveTime = 2 * time.Second

// leave ends the command some time after it was interrupted: not every phase looks
// whether it was.
func leave() {
	time.Sleep(leaveTime)
	fmt.Fprintln(os.Stderr, "rlv: interrupted")
	os.Exit(statusUndecided)
}

// bugError is a panic: a bug in rlv, which costs what was at hand.
type bugError struct{ text string }

func (e *bugError) Error() string {
	return "internal error: " + e.text + "; this is a bug in rlv, please report it with the input that shows it"
}

// recovered turns what was recovered from a panic into an error.
func recovered(r any) error {
	if err := rewrite.AsLimit(r); err != nil {
		return err
	}
	if os.Getenv("RLV_DEBUG") != "" {
		fmt.Fprintf(os.Stderr, "%s\n", debug.Stack())
	}
	return &bugError{fmt.Sprint(r)}
}

// statusOf is the exit status for an error: the input is wrong, unless a limit was
// reached or rlv itself is.
func statusOf(err error) int {
	var limit *rewrite.LimitError
	var bug *bugError
	var one *source.Diagnostic
	switch {
	case errors.As(err, &limit), errors.As(err, &bug), errors.As(err, &one) && one.Code == annotate.CodeLimit:
		return statusUndecided
	}
	return statusInput
}

// output is standard output; it remembers an error, which printing does not look
// at.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}
