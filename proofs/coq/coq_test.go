// Package coq_test compiles the Coq library, and asks Coq on what its theorems rest.
package coq_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// library compiles a copy of the library and its tests, and returns where it is.
func library(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil && os.Getenv("CI") == "" {
		t.Skip("coqc is not installed (Debian's package coq)")
	}
	dir := t.TempDir()
	for _, pattern := range []string{"Makefile", "*.v", "tests/*.v"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(dir, f)
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(t, dir, "make", "-s", "all", "tests")
	return dir
}

// run returns what a command writes, and fails the test if it fails.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
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
