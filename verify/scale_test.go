package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rlv/proofs/coq/coqtest"
	"rlv/proofs/export"
	"rlv/report"
)

// children are the seconds of CPU of the processes that were started and have ended.
func children(t *testing.T) float64 {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		t.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// From the program to what rlv export --check says, twice as much takes at most twice the time: sequential branches, and
// steps in a row. Twenty branches have at most 32 KiB, the bytes grow as the branches do. Seconds are those of the CPU.
func TestSlowWholePathGrowsWithTheProgram(t *testing.T) {
	library := coqtest.Library(t)
	seconds := map[string]float64{}
	sizes := map[string]int{}
	for _, c := range []struct {
		name, program string
		seconds       float64
	}{
		{"20 branches", branches(20), 10},
		{"40 branches", branches(40), 10},
		{"80 branches", branches(80), 14}, // about 10; the machine's noise is a third
		{"5,600 steps", straight(560), 10},
		{"11,200 steps", straight(1120), 20},
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
		before := children(t)
		proved, err := export.Make(context.Background(), coq)
		if err != nil {
			t.Fatal(err)
		}
		took := children(t) - before
		if seconds[c.name], sizes[c.name] = took, len(file); took > c.seconds || len(proved.Left) > 0 {
			t.Errorf("%s: %.1f s, at most %.0f; left: %v", c.name, took, c.seconds, proved.Left)
		}
		t.Logf("%s: %d bytes, %.1f s of CPU in Coq", c.name, len(file), took)
	}
	if sizes["20 branches"] > 32<<10 || sizes["80 branches"] > 2*sizes["40 branches"]+512 {
		t.Errorf("bytes: %v", sizes)
	}
	if seconds["11,200 steps"] > 2*seconds["5,600 steps"] {
		t.Errorf("seconds: %v", seconds)
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
