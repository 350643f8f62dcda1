package smt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"rlv/prover/smt/internal/fol"
)

// child is a solver process with pipes. Its owner reads and writes with
// deadlines, so that a process that hangs is noticed without a goroutine.
type child struct {
	cmd *exec.Cmd
	in  *os.File // written by us
	out *os.File // read by us
	r   *bufio.Reader
}

// startChild starts a command. Its standard error is dropped.
func startChild(argv, env []string) (*child, error) {
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
	return &child{cmd: cmd, in: in, out: out, r: bufio.NewReader(out)}, nil
}

// limit makes reads and writes fail after d, or once ctx is done. The function
// that it returns lifts the limit.
func (c *child) limit(ctx context.Context, d time.Duration) (lift func()) {
	deadline := time.Now().Add(d)
	c.in.SetDeadline(deadline)
	c.out.SetDeadline(deadline)
	stop := context.AfterFunc(ctx, func() {
		c.in.SetDeadline(time.Unix(1, 0))
		c.out.SetDeadline(time.Unix(1, 0))
	})
	return func() { stop() }
}

// kill ends the process at once.
func (c *child) kill() {
	c.in.Close()
	c.cmd.Process.Kill()
	c.cmd.Wait()
	c.out.Close()
}

// reap waits for a process that has closed its output, and returns how it ended.
func (c *child) reap() string {
	c.in.Close()
	done := time.AfterFunc(time.Second, func() { c.cmd.Process.Kill() })
	c.cmd.Wait()
	done.Stop()
	c.out.Close()
	return c.cmd.ProcessState.String()
}

// lost ends the process after a failed read or write, and says what happened.
func (c *child) lost(ctx context.Context, err error, limit time.Duration) fol.Reply {
	return fol.Reply{Reason: c.end(ctx, err, limit), Lost: true, Restarts: 1}
}

// end ends the process after an error and returns the reason for its loss.
func (c *child) end(ctx context.Context, err error, limit time.Duration) string {
	switch {
	case ctx.Err() != nil:
		c.kill()
		return "the question was cancelled: " + ctx.Err().Error()
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.kill()
		return fmt.Sprintf("the solver did not answer within %v and was stopped", limit.Round(time.Millisecond))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, os.ErrClosed), isBrokenPipe(err):
		return "the solver process ended: " + explainExit(c.reap())
	}
	c.kill()
	var own *solverError
	if errors.As(err, &own) {
		return "error in the solver: " + own.reason
	}
	return "the solver's answer cannot be read: " + err.Error()
}

// explainExit adds what Z3 means by its exit status.
func explainExit(state string) string {
	if state == "exit status 101" {
		return "out of memory"
	}
	return state
}

func isBrokenPipe(err error) bool {
	var p *os.PathError
	return errors.As(err, &p) && p.Op == "write"
}

// grace is how long a solver may overrun its own timeout before it is stopped.
func grace(timeout time.Duration) time.Duration {
	return timeout + max(500*time.Millisecond, timeout/4)
}
