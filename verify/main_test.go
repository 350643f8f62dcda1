package verify_test

import (
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/compile"
)

func TestMain(m *testing.M) {
	smt.RunIfWorker()
	compile.Verifying = true
	m.Run()
}
