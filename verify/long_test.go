package verify

import (
	"os"
	"path/filepath"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/proofs/kernel"
)

// The bounds that hostile certificates come to are far from what a long run takes.
func TestSlowLongRunsAreAccepted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.imp")
	if err := os.WriteFile(path, []byte(straight(2240)), 0o600); err != nil {
		t.Fatal(err)
	}
	c, file := certified(t, path)
	steps := uint64(0)
	for _, i := range c.Goals[0].Proof.Goal {
		if i.Kind == kernel.ISteps {
			steps += i.N
		} else if i.Kind == kernel.IStep {
			steps++
		}
	}
	if steps < 20_000 {
		t.Fatal(steps, "steps")
	}
	t.Log(steps, "steps,", len(file), "bytes")
	again, err := certificate.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := check.Obligations(again, languageOf(t, path)); err != nil {
		t.Error(err)
	}
}
