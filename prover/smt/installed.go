package smt

import (
	"fmt"
	"os/exec"
)

// CheckInstalled returns an error if the solver that the options ask for cannot
// run here at all: its command is not installed, or this binary was built
// without go-z3. It is for commands that want to say so before any work; a
// Solver of such options answers Unknown.
func CheckInstalled(o Options) error {
	command := ""
	switch o.Engine {
	case "", "auto", "both":
		if !haveWorker {
			command = "z3"
		}
	case "z3":
		if !haveWorker {
			return fmt.Errorf("this rlv was built without cgo, so it has no z3 of its own; use --solver z3-process")
		}
	case "z3-process":
		command = "z3"
	case "cvc5":
		command = "cvc5"
	}
	if len(o.Command) > 0 && command != "" {
		command = o.Command[0]
	}
	if command == "" {
		return nil
	}
	if _, err := exec.LookPath(command); err != nil {
		return fmt.Errorf("the solver command %q is not installed or not in the PATH; with --solver none, rlv proves what needs no solver", command)
	}
	return nil
}
