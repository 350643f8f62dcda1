package verify_test

import (
	"context"
	"fmt"

	"rlv/verify"
)

const sum = `int n, s, i;
//@pre: n >= 0
s = 0; i = 0;
while (i < n) {
  //@inv: i <= n /\ 2 * s == i * (i + 1)
  //@decreases: n - i
  i = i + 1; s = s + i;
}
//@post: 2 * s == n * (n + 1)
`

func ExampleVerifier_Program() {
	v, err := verify.New(context.Background(), verify.Options{})
	if err != nil {
		panic(err)
	}
	file, err := v.Program(context.Background(), verify.Input{Path: "sum.imp", Text: sum}, nil)
	fmt.Println(file.Status, err)
	for _, g := range file.Goals {
		fmt.Println(g.Status, g.Title)
	}
	// Output:
	// proved <nil>
	// proved the statements between pre and post
	// proved loop at 4:1: the whole loop reaches the invariant and the negated condition
	// proved loop at 4:1: its body preserves the invariant
}
