package process

import (
	"runtime"
	"testing"
	"time"
)

// A command that is not short has all processors.
func TestProcessorsComeBack(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(all)
	startWithOne()
	if now := runtime.GOMAXPROCS(0); now != 1 {
		t.Errorf("a command begins with %d processors", now)
	}
	for end := time.Now().Add(time.Minute); runtime.GOMAXPROCS(0) != all; time.Sleep(short) {
		if time.Now().After(end) {
			t.Fatalf("a command has %d of %d processors after a minute", runtime.GOMAXPROCS(0), all)
		}
	}
}

// What the user says stays.
func TestPrepareLeavesWhatIsSaid(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	t.Setenv("GOMAXPROCS", "2")
	t.Setenv("GOGC", "100")
	Prepare()
	if now := runtime.GOMAXPROCS(0); now != all {
		t.Errorf("there were %d processors and are %d", all, now)
	}
}
