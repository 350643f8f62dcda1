package smtlib

import "fmt"

// CVC5 is that of cvc5.
var CVC5 = Dialect{
	name:  "cvc5",
	logic: "ALL",
	arguments: func(c Config) []string {
		return []string{"--lang", "smt2", "--incremental", "--produce-models", "-q", fmt.Sprintf("--rlimit-per=%d", c.Work.Steps), fmt.Sprintf("--tlimit-per=%d", c.Timeout.Milliseconds())}
	},
}
