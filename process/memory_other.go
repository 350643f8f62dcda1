//go:build !linux

package process

// prepareMemory says how much, in percent, the heap may grow before it is collected, beyond
// what all but the largest questions live on.
func prepareMemory(percent int) { collectBeyond(reserve, percent) }
