package smt

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"go.uber.org/goleak"
)

// fakeVariable makes the test binary play a solver that misbehaves.
const fakeVariable = "RLV_SMT_FAKE"

func TestMain(m *testing.M) {
	switch os.Getenv(fakeVariable) {
	case "":
	case "collect": // a real worker under constant garbage collection
		go func() {
			for {
				runtime.GC()
			}
		}()
	default:
		misbehave(os.Getenv(fakeVariable))
		return
	}
	RunIfWorker()
	goleak.VerifyTestMain(m)
}

// misbehave is the main program of a fake solver.
func misbehave(how string) {
	switch how {
	case "garbage":
		for i := 0; i < 1000; i++ {
			fmt.Println("unsat")
		}
	case "exit":
	}
}
