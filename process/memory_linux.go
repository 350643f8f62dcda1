package process

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/unix"
)

// largePages is what the system says of large pages: [madvise] where programs have to ask.
const largePages = "/sys/kernel/mm/transparent_hugepage/enabled"

// prepareMemory asks the system for large pages before the heap is used, and says how much,
// in percent, the heap may grow before it is collected. A command lives for a moment and
// uses most of its memory for the first time: asking for it by four kilobytes is a sixth of
// the processor time of rlv verify (perf, the examples). The block is an address range that
// the first collection, which begins at once, gives back to the heap; what a command does
// not use it does not take from the system. Until it is used up nothing is collected.
func prepareMemory(percent int) {
	if enabled, err := os.ReadFile(largePages); err != nil || !strings.Contains(string(enabled), "[madvise]") || !plenty() {
		debug.SetGCPercent(percent)
		return
	}
	debug.SetGCPercent(-1)                                      // the block is to be dead when it is looked at
	_ = unix.Madvise(make([]byte, reserve), unix.MADV_HUGEPAGE) // where it is refused, pages are small
	runtime.GC()
	collectBeyond(reserve, percent)
}

// plenty reports whether there is address space for much more than the reserve: the heap
// ends the process where it gets none.
func plenty() bool {
	b, err := unix.Mmap(-1, 0, 4*reserve, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	return err == nil && unix.Munmap(b) == nil
}
