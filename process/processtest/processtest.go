// Package processtest measures processor time, for tests that bound what something costs: a bound in seconds is said for
// one machine, and tests run on machines that take three times as long.
package processtest

import (
	"hash/maphash"
	"maps"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// reference is the processor time of the standard work on the machine for which bounds are said.
const reference = 7 * time.Millisecond

// Used is the processor time of this process so far.
func Used() time.Duration { return spent(syscall.RUSAGE_SELF) }

// UsedByChildren is the processor time of the processes that were started and have ended.
func UsedByChildren() time.Duration { return spent(syscall.RUSAGE_CHILDREN) }

func spent(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Allow is a bound that is said for the reference machine, for this one as it is now: longer if it is slower, or has
// other work, never shorter.
func Allow(tb testing.TB, bound time.Duration) time.Duration {
	tb.Helper()
	slowness := max(1, float64(standard())/float64(reference))
	if slowness > 1.5 {
		tb.Logf("this machine takes %.1f times as long as that for which bounds are said", slowness)
	}
	return time.Duration(float64(bound) * slowness)
}

// standard is the processor time that the standard work takes: the median of some runs of what programs like ours do,
// which is to allocate, to hash, to look up and to sort.
func standard() time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var took []time.Duration
	for range 9 {
		start := spent(rusageThread)
		work()
		took = append(took, spent(rusageThread)-start)
	}
	slices.Sort(took)
	return took[len(took)/2]
}

const rusageThread = 1 // RUSAGE_THREAD of Linux

type node struct {
	left, right *node
	hash        uint64
}

var seed = maphash.MakeSeed()

func work() {
	const n = 20_000
	of := make(map[uint64]*node)
	last := &node{}
	for i := range uint64(n) {
		h := maphash.Comparable(seed, [3]uint64{last.hash, i})
		last = &node{left: last, right: of[h%n], hash: h}
		of[h%n] = last
	}
	keys := slices.Collect(maps.Keys(of))
	slices.SortFunc(keys, func(a, b uint64) int { return int(of[a].hash>>33) - int(of[b].hash>>33) })
	runtime.KeepAlive(keys)
}
