//go:build !linux

package heap

import "runtime/debug"

// Prepare says how much, in percent, the heap may grow before it is collected.
func Prepare(percent int) { debug.SetGCPercent(percent) }
