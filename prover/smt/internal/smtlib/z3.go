package smtlib

import "fmt"

// Z3 is that of Z3.
var Z3 = Dialect{
	name:      "z3",
	arguments: func(c Config) []string { return []string{"-in", fmt.Sprintf("-memory:%d", c.MemoryMB)} },
	Z3Options: true,
}

// Z3Bits is that of Z3 for questions about vectors of bits alone, of which it has a solver of their own.
var Z3Bits = Dialect{name: Z3.name, logic: "QF_BV", arguments: Z3.arguments, Z3Options: true}
