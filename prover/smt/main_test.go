package smt

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

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
	case "hang":
		time.Sleep(time.Hour)
	case "garbage":
		for i := 0; i < 1000; i++ {
			fmt.Println("unsat")
		}
	case "exit":
	case "late": // a worker that comes up, then answers another question
		send(os.Stdout, []byte(hello+"0"))
		r := bufio.NewReader(os.Stdin)
		for {
			if _, err := receive(r); err != nil {
				return
			}
			send(os.Stdout, encodeReply(77, wireUnsat, "", nil))
		}
	case "sleepy": // comes up, then hangs
		send(os.Stdout, []byte(hello+"0"))
		time.Sleep(time.Hour)
	case "dying": // comes up, then dies at the first question
		send(os.Stdout, []byte(hello+"0"))
		receive(bufio.NewReader(os.Stdin))
	case "babble": // comes up, then talks nonsense
		send(os.Stdout, []byte(hello+"0"))
		receive(bufio.NewReader(os.Stdin))
		os.Stdout.WriteString("\xff\xff\xff\xff\xff\xff\xff\x01unsat")
		time.Sleep(time.Hour)
	}
}
