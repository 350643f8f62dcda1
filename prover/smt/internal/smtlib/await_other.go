//go:build !unix

package smtlib

import "time"

// Await does nothing: it only saves time where there is poll.
func (c *Process) Await(time.Duration) {}
