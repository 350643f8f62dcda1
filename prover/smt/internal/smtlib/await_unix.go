//go:build unix

package smtlib

import (
	"time"

	"golang.org/x/sys/unix"
)

// Await waits in the kernel until there is something to read, for d at most. It
// only saves time: where an answer comes within a moment, giving the wait to
// Go's poller costs more than the answer does, in threads that are put to sleep
// and woken.
func (c *Process) Await(d time.Duration) {
	if c.Reader.Buffered() > 0 {
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
