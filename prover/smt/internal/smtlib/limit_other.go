//go:build !linux

package smtlib

import "time"

// limitCPU does nothing: here the clock bounds what solvers do not count.
func limitCPU(int, time.Duration) {}

// limitMemory does nothing: the system has no such limit for another process.
func limitMemory(int, int) {}
