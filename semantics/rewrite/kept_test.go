package rewrite

import (
	"path/filepath"
	"slices"
	"testing"

	"rlv/semantics/compile"
)

// A definition that was stored has the analysis of the counter, the index and the recursive functions
// of one that was compiled.
func TestStoredIsAnalysedAsCompiled(t *testing.T) {
	paths, err := filepath.Glob("../languages/*.k")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	more, _ := filepath.Glob("testdata/*.k")
	keyed := 0
	for _, path := range append(paths, more...) {
		opts := compile.Options{CacheDir: t.TempDir()}
		cold, err := compile.Load(path, opts)
		if err != nil {
			continue
		}
		wanted := newFreshness(cold, New(cold).Shape().Probes()).Keyed()
		if slot := cold.Layout.Counter; slot < 0 {
			wanted = nil
		}
		keyed += len(wanted)
		for _, how := range []string{"compiled", "stored"} {
			d, err := compile.Load(path, opts)
			if err != nil {
				t.Fatal(err)
			}
			e := New(d)
			if got := e.Freshness().Keyed(); !slices.Equal(got, wanted) {
				t.Errorf("%s, %s: fresh keys in %v, want %v", path, how, got, wanted)
			}
			if len(e.index.any) != len(New(cold).index.any) || len(e.index.first) != len(New(cold).index.first) || len(e.index.next) != len(New(cold).index.next) {
				t.Errorf("%s, %s: another index", path, how)
			}
		}
	}
	if keyed == 0 {
		t.Error("no definition has fresh keys")
	}
}
