package smtlib

import "time"

// Dialect is how a solver over SMT-LIB text is called and spoken to. Each has a file
// of its own.
type Dialect struct {
	name      string // its command, too
	arguments func(Config) []string
	logic     string // the logic that it has to be told; "": none
	Z3Options bool   // has Z3's options, limits for each question among them
}

// Config is what a solver process is given.
type Config struct {
	Command  []string // instead of the dialect's; nil: that
	Extra    []string // arguments beside the dialect's
	MemoryMB int
	Work     Work
	Timeout  time.Duration // of the clock for a question, for solvers that are told once
	Prelude  string        // commands at the start
	Faults   *Faults       // of commands, shared with other solvers
}
