package smtlib

import (
	"fmt"
	"sync"
	"time"
)

// Faults remembers which solver commands answer with nonsense or not at all, for
// all solvers that share it: what misbehaves is soon no longer asked, so that it
// costs its answers and not its time limit for each.
type Faults struct {
	// Tell is told once of each command that is given up. It may be nil.
	Tell func(message string)

	mu    sync.Mutex
	count map[string]int // in a row, by command
	why   map[string]string
}

// maxFaults is the number of faults in a row after which a command is given up.
const maxFaults = 3

// greeting is how long a solver may take to say its version, which it does before
// it is asked anything.
const greeting = 5 * time.Second

// note counts a fault of a command; one that is hopeless is enough.
func (f *Faults) note(command, why string, hopeless bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count == nil {
		f.count, f.why = map[string]int{}, map[string]string{}
	}
	f.count[command]++
	if f.why[command] != "" || !hopeless && f.count[command] < maxFaults {
		return
	}
	f.why[command] = why
	if f.Tell != nil {
		f.Tell(fmt.Sprintf("the solver %s is no longer asked: %s", command, why))
	}
}

// answered notes that a command has answered as it should.
func (f *Faults) answered(command string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count[command] > 0 {
		f.count[command] = 0
	}
}

// givenUp returns why a command is no longer asked; "" if it is.
func (f *Faults) givenUp(command string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.why[command]
}
