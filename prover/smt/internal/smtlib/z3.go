package smtlib

import "fmt"

// Z3 is that of Z3.
var Z3 = Dialect{
	name:      "z3",
	arguments: func(c Config) []string { return []string{"-in", fmt.Sprintf("-memory:%d", c.MemoryMB)} },
	Z3Options: true,
}
