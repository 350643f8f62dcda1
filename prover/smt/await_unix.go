//go:build unix

package smt

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// await waits in the kernel until there is something to read, for d at most. It
// only saves time: where an answer comes within a moment, giving the wait to
// Go's poller costs more than the answer does, in threads that are put to sleep
// and woken.
func (c *child) await(d time.Duration) {
	if c.r.Buffered() > 0 {
		return
	}
	conn, err := c.out.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(d.Milliseconds()))
	})
}

// hungUp says that nothing will ever be written to a pipe.
func hungUp(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&unix.POLLHUP != 0
}
