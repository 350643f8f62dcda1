//go:build !linux

package smtlib

import "time"

// limitCPU does nothing: here the clock bounds what solvers do not count.
func limitCPU(int, time.Duration) {}
