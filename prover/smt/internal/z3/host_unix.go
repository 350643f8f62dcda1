//go:build unix

package z3

import (
	"os"
	"os/signal"

	"rlv/prover/smt/internal/smtlib"

	"golang.org/x/sys/unix"
)

// replyFile returns a file for a worker's answers, and points standard output
// elsewhere: Z3 prints some of its errors there, which would garble the answers.
func replyFile() *os.File {
	fd, err := unix.Dup(1)
	if err != nil {
		return os.Stdout
	}
	unix.CloseOnExec(fd)
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		unix.Dup2(int(null.Fd()), 1)
		null.Close()
	}
	return os.NewFile(uintptr(fd), "answers")
}

// hungUp reports whether nothing will ever be written to a pipe.
func hungUp(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&unix.POLLHUP != 0
}

// endWhenSpent ends a worker whose processor time is used up: the check that it is at
// does not heed what comes from outside.
func endWhenSpent() {
	spent := make(chan os.Signal, 1)
	signal.Notify(spent, unix.SIGXCPU)
	<-spent
	os.Exit(smtlib.ExitSpent)
}
