package languages

import (
	"os"
	"testing"

	"rlv/semantics/compile"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	os.Exit(m.Run())
}
