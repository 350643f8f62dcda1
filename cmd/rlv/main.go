// Command rlv verifies programs of any language whose semantics is given to it
// as rewrite rules. It has the flags, the files and the exit status; what it does
// is in the packages verify, report and interpret.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"rlv/process"
	"rlv/prover/smt"
	"rlv/report"
	"rlv/verify"
)

// status is an error that only carries the exit status: everything has been
// said.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exit returns the error for an outcome of which everything has been said.
func exit(s report.Status) error {
	if s == report.Proved {
		return nil
	}
	return status(s.Exit())
}

func main() {
	smt.RunIfWorker()
	process.Prepare()
	os.Exit(run(os.Args[1:]))
}

// run is the whole command; a panic is a bug in rlv and is reported as one.
func run(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			printError(os.Stderr, verify.Recovered(r))
			code = report.Undecided.Exit()
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, func() { leave(leaveTime) })()
	root := newRoot()
	root.SetArgs(args)
	out := &output{w: os.Stdout}
	root.SetOut(out)
	err := root.ExecuteContext(ctx)
	if errors.Is(err, context.Canceled) {
		err = verify.ErrInterrupted
	}
	if out.err != nil && !errors.Is(err, out.err) {
		err = out.err // a verdict that nobody can read is none
	}
	var s status
	switch {
	case err == nil:
		return report.Proved.Exit()
	case errors.As(err, &s):
		return int(s)
	}
	printError(os.Stderr, err)
	return verify.StatusOf(err).Exit()
}

// leaveTime is how long the phases may take to notice that the command is to end.
const leaveTime = 2 * time.Second

// leave ends the command some time after it was interrupted: not every phase looks
// whether it was.
func leave(after time.Duration) {
	time.Sleep(after)
	fmt.Fprintln(os.Stderr, "rlv: interrupted")
	os.Exit(report.Undecided.Exit())
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

// printError prints all problems in an error, diagnostics with their source.
func printError(w io.Writer, err error) {
	for _, e := range report.Problems(err) {
		var bug *verify.BugError
		if errors.As(e, &bug) && os.Getenv("RLV_DEBUG") != "" {
			fmt.Fprintf(w, "%s\n", bug.Stack)
		}
		fmt.Fprint(w, report.Rendered(e))
	}
}
