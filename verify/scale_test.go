package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rlv/process/processtest"
	"rlv/proofs/coq/coqtest"
	"rlv/proofs/export"
	"rlv/report"
)

// From the program to what rlv export --check says, twice as much takes at most twice the time: sequential branches, and
// steps in a row. Twenty branches have at most 32 KiB, the bytes grow as the branches do. Seconds are those of the CPU.
func TestSlowWholePathGrowsWithTheProgram(t *testing.T) {
	library := coqtest.Library(t)
	took := map[string]time.Duration{}
	sizes := map[string]int{}
	for _, c := range []struct {
		name, program string
		most          time.Duration
	}{
		{"20 branches", branches(20), 10 * time.Second},
		{"40 branches", branches(40), 10 * time.Second},
		{"80 branches", branches(80), 14 * time.Second}, // about 10; the machine's noise is a third
		{"5,600 steps", straight(560), 10 * time.Second},
		{"11,200 steps", straight(1120), 20 * time.Second},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "p.imp")
		if err := os.WriteFile(path, []byte(c.program), 0o644); err != nil {
			t.Fatal(err)
		}
		_, file := certified(t, path)
		if err := os.WriteFile(filepath.Join(dir, "p.cert"), file, 0o644); err != nil {
			t.Fatal(err)
		}
		coq := filepath.Join(dir, "coq")
		if _, err := ExportCertificate(t.Context(), filepath.Join(dir, "p.cert"), Language{}, export.Options{To: "coq"}, coq); err != nil {
			t.Fatal(err)
		}
		lib := filepath.Join(coq, "lib")
		if err := errors.Join(os.RemoveAll(lib), os.Symlink(library, lib)); err != nil {
			t.Fatal(err)
		}
		before := processtest.UsedByChildren()
		proved, err := export.Make(context.Background(), coq)
		if err != nil {
			t.Fatal(err)
		}
		d := processtest.UsedByChildren() - before
		if took[c.name], sizes[c.name] = d, len(file); d > c.most && d > processtest.Allow(t, c.most) || len(proved.Left) > 0 {
			t.Errorf("%s: %v, at most %v; left: %v", c.name, d, c.most, proved.Left)
		}
		t.Logf("%s: %d bytes, %v of CPU in Coq", c.name, len(file), d)
	}
	if sizes["20 branches"] > 32<<10 || sizes["80 branches"] > 2*sizes["40 branches"]+512 {
		t.Errorf("bytes: %v", sizes)
	}
	if took["11,200 steps"] > 2*took["5,600 steps"] {
		t.Errorf("times: %v", took)
	}
}

// A program is not too long for the statements in it to be approached: 50,000 steps in a row.
func TestLongProgramsAreApproached(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.imp")
	if err := os.WriteFile(path, []byte(straight(5000)), 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := New(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := v.Program(context.Background(), Input{Path: path}, nil)
	if err != nil || r.Status != report.Proved {
		t.Error(err, r)
	}
}
