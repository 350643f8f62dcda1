package rewrite_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"rlv/semantics/rewrite"
)

// TestManyThreadsAreStepped makes steps beside many threads on top of which stands what a rule on
// the collection, with a variable there, is not about by its sort: a step costs no more than on the
// slots, however many there are. Were the rule tried for each of them, it would cost thirty times as much.
func TestManyThreadsAreStepped(t *testing.T) {
	const threads, steps = 1000, 200
	const text = `module M-SYNTAX imports INT-SYNTAX syntax Pgm ::= Int endmodule
module M
  imports M-SYNTAX
  imports INT
  configuration <ts> <t multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:Pgm </k> </t> </ts> <n> 0 </n>
  syntax KItem ::= "tick"
  rule <k> N:Int => N -Int 1 ...</k> (.Bag => <t> <id> N </id> <k> tick ~> N </k> </t>) requires N >Int 0
  rule <k> tick => tick ...</k> <n> N => N +Int 1 </n>
endmodule`
	e, slots := begun(t, "m.k", text, fmt.Sprint(threads))
	// took is the time of some steps once all threads are there, the least of three times.
	took := func(onSlots bool) time.Duration {
		least := time.Hour
		for range 3 {
			m := e.NewMachine(slots, rewrite.IO{})
			if onSlots {
				m = m.OnSlots()
			}
			if err := m.Run(context.Background(), threads); err != nil {
				t.Fatal(err)
			}
			since := time.Now()
			if err := m.Run(context.Background(), threads+steps); err != nil || m.Steps != threads+steps {
				t.Fatalf("%d steps, %v", m.Steps, err)
			}
			least = min(least, time.Since(since))
		}
		return least
	}
	stack, slow := took(false), took(true)
	t.Logf("%s, on the slots %s", stack, slow)
	if stack > 4*slow {
		t.Errorf("%d steps beside %d threads take %s, on the slots %s", steps, threads, stack, slow)
	}
}
