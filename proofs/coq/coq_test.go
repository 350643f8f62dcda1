// Package coq_test compiles the Coq library, and asks Coq on what its theorems rest.
package coq_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rlv/proofs/coq/coqtest"
)

// library is a directory with the compiled library and its tests.
func library(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	run(t, ".", "cp", "-a", coqtest.Library(t)+"/.", dir)
	run(t, ".", "cp", "-r", "tests", dir)
	run(t, dir, "make", "-s", "tests")
	return dir
}

// run returns what a command writes, and fails the test if it fails.
func run(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, _, err := coqtest.Run(dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A certificate of a straight-line program, by its steps; 0 is what it costs to start Coq and load the library.
func BenchmarkSteps(b *testing.B) {
	dir := library(b)
	for _, n := range []int{0, 1400, 2800, 5600, 11200} {
		text := fmt.Sprintf(`From Rlv Require Import Terms Checker.
From Rlv.tests Require Import Counter.
Require Import List NArith. Import ListNotations.
Fixpoint moves (k : nat) := match k with 0 => TV SK 0 | Datatypes.S k => body ;; moves k end.
Definition goal n := Goal 8 (conf (moves n) (state (Z' 1) (Z' 2))) [] [(SInt, 3%%N); (SInt, 4%%N)] (conf (TV SK 0) (state (Z' 3) (Z' 4))) [] 0 [].
Definition steps n := match do_steps (Normal.machine_of language) (Successors.build (Rules.l_top language) (Rules.l_rules language))
  (N.to_nat n) (St 8 [] (g_lhs (goal (N.to_nat n)))) [] with Some (_, left) => Some (length left) | None => None end.
Eval vm_compute in steps %d.
`, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			file := filepath.Join(dir, "Scale.v")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			for range b.N {
				out := run(b, dir, "coqc", "-q", "-R", ".", "Rlv", "Scale.v")
				if !strings.Contains(out, fmt.Sprintf("Some %d", n)) {
					b.Fatal(out)
				}
			}
		})
	}
}

// What the theorems rest on: nothing. tests/Refused.v holds that altered certificates do not pass.
func TestSlowLibraryIsClosed(t *testing.T) {
	dir := library(t)
	theorems := []string{"check_sound", "check_sound_total", "soundness", "total_soundness", "correct", "correct_total"}
	text := "From Rlv Require Import Reach Total Sound.\nFrom Rlv.tests Require Import Counter.\n"
	for _, name := range theorems {
		text += "Print Assumptions " + name + ".\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "Audit.v"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out := run(t, dir, "coqc", "-q", "-R", ".", "Rlv", "Audit.v")
	if n := strings.Count(out, "Closed under the global context"); n != len(theorems) {
		t.Errorf("of %d theorems %d rest on nothing:\n%s", len(theorems), n, out)
	}
}

var assumed = regexp.MustCompile(`(?m)\b(Admitted|admit|Abort)\b|^\s*(Axiom|Axioms|Parameter|Parameters|Conjecture)\b`)

// The words that would let a proof be left out stand nowhere in the library.
func TestNothingIsAdmitted(t *testing.T) {
	files, err := filepath.Glob("*.v")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if found := assumed.Find(text); found != nil {
			t.Errorf("%s has %q", f, found)
		}
	}
}
