package smtlib

import (
	"time"

	"golang.org/x/sys/unix"
)

// limitCPU lets a process use so much more processor time, in whole seconds that are
// rounded up; after that the system sends it SIGXCPU, which ends it.
func limitCPU(pid int, d time.Duration) {
	var used unix.Timespec
	var limit unix.Rlimit
	const ofProcess = 2 // the kind of clock, behind the number of the process
	if unix.ClockGettime(int32(^pid<<3|ofProcess), &used) != nil || unix.Prlimit(pid, unix.RLIMIT_CPU, nil, &limit) != nil {
		return // it has ended
	}
	end := time.Duration(used.Nano()) + d + time.Second - 1
	limit.Cur = min(limit.Max, uint64(end/time.Second))
	unix.Prlimit(pid, unix.RLIMIT_CPU, &limit, nil)
}

// limitMemory lets a process have so much memory, in MB; more is refused to it.
func limitMemory(pid, mb int) {
	most := uint64(mb) << 20
	unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most}, nil) // or it has ended
}
