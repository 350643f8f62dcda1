package process

import (
	"os"
	"runtime"
	"time"
)

// garbage is how much the heap may grow, in percent, before it is collected: a command
// lives on little.
const garbage = 800

// short is how long a command may take that is run by one processor.
const short = 20 * time.Millisecond

// Prepare is called before anything else is done.
func Prepare() {
	if os.Getenv("GOMAXPROCS") == "" {
		startWithOne()
	}
	if os.Getenv("GOGC") == "" {
		prepareMemory(garbage)
	}
}

// startWithOne leaves a command to one processor until it has not been short: to wake
// others for a moment's work is a tenth of the processor time of one that verifies a few
// lines, and one that takes longer does not miss them for so long.
func startWithOne() {
	all := runtime.GOMAXPROCS(1)
	time.AfterFunc(short, func() { runtime.GOMAXPROCS(all) })
}
