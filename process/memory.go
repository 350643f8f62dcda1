package process

import (
	"math"
	"runtime"
	"runtime/debug"
)

// reserve is how much of the heap, in bytes, is in one piece, in large pages where there are
// such: what all but the largest questions live on.
const reserve = 128 << 20

// collectBeyond collects the heap for the first time when the process has so many bytes, and
// then where it has grown by so many percent: the first collection of a heap that is in one
// piece costs more than it gives back (a twentieth of the processor time of rlv verify, the
// examples). Where the user has set a limit that is kept, and what has grown is collected from
// the start.
func collectBeyond(bytes int64, percent int) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		debug.SetGCPercent(percent)
		return
	}
	debug.SetMemoryLimit(bytes)
	runtime.AddCleanup(new([16]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}
