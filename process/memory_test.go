package process

import (
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// What is reserved is garbage at once, and no part of what decides when the heap is collected.
func TestPreparedMemoryIsFree(t *testing.T) {
	const percent = 300
	old := debug.SetGCPercent(100)
	defer debug.SetGCPercent(old)
	prepareMemory(percent)
	debug.FreeOSMemory() // a whole collection
	of := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gogc:percent"}}
	metrics.Read(of)
	if live := of[0].Value.Uint64(); live > 64<<20 {
		t.Errorf("%d bytes of the heap are in use", live)
	}
	if got := of[1].Value.Uint64(); got != percent {
		t.Errorf("the heap may grow by %d percent, not %d", got, percent)
	}
}
