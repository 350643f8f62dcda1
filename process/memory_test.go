package process

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// What is reserved is garbage at once, and no part of what decides when the heap is collected:
// that is how it has grown, once it has been collected for the first time.
func TestPreparedMemoryIsFree(t *testing.T) {
	const percent = 300
	old := debug.SetGCPercent(100)
	defer debug.SetGCPercent(old)
	prepareMemory(percent)
	of := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	for range 1000 { // what is to be done then is done soon after
		debug.FreeOSMemory() // a whole collection
		if metrics.Read(of); of[1].Value.Uint64() == percent && of[2].Value.Uint64() == math.MaxInt64 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if live := of[0].Value.Uint64(); live > 64<<20 {
		t.Errorf("%d bytes of the heap are in use", live)
	}
	if got := of[1].Value.Uint64(); got != percent {
		t.Errorf("the heap may grow by %d percent, not %d", got, percent)
	}
	if limit := of[2].Value.Uint64(); limit != math.MaxInt64 {
		t.Errorf("the heap is limited to %d bytes", limit)
	}
}

// kept is what the heap has.
var kept [][]byte

// A heap of less than what is reserved is not collected, a larger one is; what stays does not
// keep it busy.
func TestFirstCollection(t *testing.T) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		t.Skip("there is a limit to memory")
	}
	old := debug.SetGCPercent(-1)
	defer debug.SetGCPercent(old)
	defer debug.SetMemoryLimit(math.MaxInt64)
	runtime.GC()
	collections := func() uint32 {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.NumGC
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	start := collections()
	collectBeyond(int64(stats.Sys-stats.HeapReleased)+64<<20, 100)
	grow := func(megabytes int) uint32 {
		for range megabytes {
			kept = append(kept, make([]byte, 1<<20))
		}
		return collections() - start
	}
	defer func() { kept = nil }()
	if n := grow(16); n != 0 {
		t.Errorf("%d collections of what fits", n)
	}
	if n := grow(256); n < 1 || n > 20 {
		t.Errorf("%d collections of four times what fits", n)
	}
}
