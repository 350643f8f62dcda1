package smtlib

import (
	"fmt"
	"os"
	"testing"
)

// The system refuses memory to solvers that do not bound it themselves.
func TestMemoryOfAProcessIsLimited(t *testing.T) {
	for _, limit := range []int{0, 2048} {
		c, err := Start([]string{os.Args[0]}, append(os.Environ(), allocates+"=1"))
		if err != nil {
			t.Fatal(err)
		}
		c.LimitMemory(limit)
		fmt.Fprintln(c.In)
		line, _ := c.Reader.ReadString('\n')
		c.Kill()
		if got := line != ""; got != (limit == 0) {
			t.Errorf("with at most %d MB it says %q", limit, line)
		}
	}
	for d, want := range map[*Dialect]int{&CVC5: 7, &Z3: 0} {
		if got := New(*d, Config{MemoryMB: 7}).memory; got != want {
			t.Errorf("%s has a limit of %d MB by the system, want %d", d.name, got, want)
		}
	}
}
