package compile

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	Verifying = true
	os.Exit(m.Run())
}
