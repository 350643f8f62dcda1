package smtlib

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"rlv/prover/smt/internal/fol"
)

// Process is a solver process with pipes. Its owner reads and writes with
// deadlines, so that a process that hangs is noticed without a goroutine.
type Process struct {
	cmd    *exec.Cmd
	In     *os.File // written by us
	out    *os.File // read by us
	Reader *bufio.Reader
}

// Start starts a command. Its standard error is dropped.
func Start(argv, env []string) (*Process, error) {
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("the solver command %q is not installed", argv[0])
	}
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		stdin.Close()
		in.Close()
		return nil, err
	}
	cmd := exec.Command(path, argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Env = stdin, stdout, env
	err = cmd.Start()
	stdin.Close()
	stdout.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, fmt.Errorf("the solver cannot be started: %w", err)
	}
	return &Process{cmd: cmd, In: in, out: out, Reader: bufio.NewReader(out)}, nil
}

// Limit makes reads and writes fail after d, or once ctx is done. The function
// that it returns lifts the limit.
func (c *Process) Limit(ctx context.Context, d time.Duration) (lift func()) {
	deadline := time.Now().Add(d)
	c.In.SetDeadline(deadline)
	c.out.SetDeadline(deadline)
	stop := context.AfterFunc(ctx, func() {
		c.In.SetDeadline(time.Unix(1, 0))
		c.out.SetDeadline(time.Unix(1, 0))
	})
	return func() { stop() }
}

// LimitCPU ends the process once it has used so much more processor time, where the
// system knows such limits; 0 is none.
func (c *Process) LimitCPU(d time.Duration) {
	if d > 0 {
		limitCPU(c.cmd.Process.Pid, d)
	}
}

// LimitMemory refuses the process more than so many MB, where the system knows such limits; 0 is none.
func (c *Process) LimitMemory(mb int) {
	if mb > 0 {
		limitMemory(c.cmd.Process.Pid, mb)
	}
}

// Kill ends the process at once.
func (c *Process) Kill() {
	c.In.Close()
	c.cmd.Process.Kill()
	c.cmd.Wait()
	c.out.Close()
}

// reap waits for a process that has closed its output, and returns how it ended.
func (c *Process) reap() string {
	c.In.Close()
	done := time.AfterFunc(time.Second, func() { c.cmd.Process.Kill() })
	c.cmd.Wait()
	done.Stop()
	c.out.Close()
	return c.cmd.ProcessState.String()
}

// Lost ends the process after a failed read or write, and says what happened.
func (c *Process) Lost(ctx context.Context, err error, limit time.Duration) fol.Reply {
	late := ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded)
	return fol.Reply{Reason: c.end(ctx, err, limit), Lost: true, Late: late, Restarts: 1}
}

// end ends the process after an error and returns the reason for its loss.
func (c *Process) end(ctx context.Context, err error, limit time.Duration) string {
	switch {
	case ctx.Err() != nil:
		c.Kill()
		return "the question was cancelled: " + ctx.Err().Error()
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.Kill()
		return fmt.Sprintf("the solver did not answer within %v and was stopped", limit.Round(time.Millisecond))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, os.ErrClosed), isBrokenPipe(err):
		return explainExit(c.reap())
	}
	c.Kill()
	var own *OwnError
	if errors.As(err, &own) {
		return "error in the solver: " + own.Reason
	}
	return "the solver's answer cannot be read: " + err.Error()
}

// explainExit says what Z3 means by its exit status.
func explainExit(state string) string {
	switch {
	case state == "exit status 101":
		state = "out of memory"
	case state == fmt.Sprint("exit status ", ExitSpent), strings.Contains(state, "CPU time limit exceeded"):
		return outOfEffort + " in processor time"
	}
	return "the solver process ended: " + state
}

func isBrokenPipe(err error) bool {
	var p *os.PathError
	return errors.As(err, &p) && p.Op == "write"
}

// Grace is how long a solver may overrun its own timeout before it is stopped.
func Grace(timeout time.Duration) time.Duration {
	return timeout + max(500*time.Millisecond, timeout/4)
}

// OwnError is what a solver says is wrong with itself.
type OwnError struct{ Reason string }

func (e *OwnError) Error() string { return e.Reason }

// MaxAnswer bounds an answer in bytes, so that a garbled length is no allocation and
// endless talk has an end.
const MaxAnswer = 1 << 28
