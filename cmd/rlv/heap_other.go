//go:build !linux

package main

import "runtime/debug"

// prepareHeap says how much, in percent, the heap may grow before it is collected.
func prepareHeap(percent int) { debug.SetGCPercent(percent) }
