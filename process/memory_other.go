//go:build !linux

package process

import "runtime/debug"

// prepareMemory says how much, in percent, the heap may grow before it is collected.
func prepareMemory(percent int) { debug.SetGCPercent(percent) }
