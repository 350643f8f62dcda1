//go:build !unix

package smtlib

import "time"

// await does nothing: it only saves time where there is poll.
func (c *child) await(time.Duration) {}
