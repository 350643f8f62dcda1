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

	"context"

	"rlv/prover/smt"
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
			fmt.Fprintf(os.Stderr, "rlv: internal error: %v\nThis is a bug in rlv. Please report it with the input that shows it.\n", r)
			if os.Getenv("RLV_DEBUG") != "" {
				fmt.Fprintf(os.Stderr, "%s\n", debug.Stack())
			}
			code = statusInput
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
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
