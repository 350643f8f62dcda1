package verify_test

import (
	"testing"

	"rlv/prover/smt"
)

func TestMain(m *testing.M) {
	smt.RunIfWorker()
	m.Run()
}
