//go:build cgo

package z3

import (
	"debug/elf"
	"os"
	"slices"
	"strings"
	"testing"
)

// A function that is called and not passed on would link the library, and each start of rlv
// would load it.
func TestTheLibraryIsNotLinked(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(libraries, func(name string) bool { return strings.HasPrefix(name, "libz3") }) {
		t.Errorf("linked with %v", libraries)
	}
}
