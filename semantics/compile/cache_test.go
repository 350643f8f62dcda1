package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/grammar"
)

// definitionsForCache are all shipped definitions.
func definitionsForCache(t testing.TB) []string {
	paths, err := filepath.Glob("../languages/*.k")
	if err != nil || len(paths) == 0 {
		t.Fatal("no definitions", err)
	}
	return paths
}

func show(p *parsed) string {
	var b strings.Builder
	all := append([]*grammar.Tree(nil), p.leaves...)
	for _, s := range p.sentences {
		all = append(all, s.Body, s.Requires, s.Ensures)
	}
	var walk func(t *grammar.Tree)
	walk = func(t *grammar.Tree) {
		if t == nil {
			b.WriteString("nil\n")
			return
		}
		prod := ""
		if t.Prod != nil {
			prod = t.Prod.Name
		}
		b.WriteString(strings.Join([]string{t.Text, t.Sort, prod, t.Span.String(), t.Span.Text()}, "|"))
		b.WriteByte(byte('0' + int(t.Kind)))
		for _, c := range t.Children {
			walk(c)
		}
	}
	for _, t := range all {
		walk(t)
	}
	return b.String()
}

func TestCacheRoundTrip(t *testing.T) {
	for _, path := range definitionsForCache(t) {
		dir := t.TempDir()
		cold, err := Load(path, Options{CacheDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		bubbles := bubblesOf(cold.Source, isNoClaim)
		store := openCache(Options{CacheDir: dir})
		kept := store.load(cold.Source, bubbles)
		if kept == nil {
			t.Fatalf("%s: nothing was kept", path)
		}
		found := &problems{}
		if got, want := show(kept), show(parseDefinition(cold.Source, bubbles, found)); got != want {
			t.Errorf("%s: the kept form differs", path)
		}
		warm, err := Load(path, Options{CacheDir: dir})
		if err != nil || len(warm.Rules) != len(cold.Rules) {
			t.Errorf("%s: warm load: %v", path, err)
		}
	}
}

func TestDamagedCacheIsIgnored(t *testing.T) {
	path := definitionsForCache(t)[0]
	dir := t.TempDir()
	if _, err := Load(path, Options{CacheDir: dir}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			return os.WriteFile(p, []byte("damaged"), 0o666)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path, Options{CacheDir: dir}); err != nil {
		t.Errorf("a damaged cache: %v", err)
	}
	if _, err := Load(path, Options{CacheDir: "/proc/no/such/place"}); err != nil {
		t.Errorf("an unwritable cache: %v", err)
	}
}

func FuzzDecodeParsed(f *testing.F) {
	path := definitionsForCache(f)[0]
	d, err := Load(path, Options{CacheDir: "off"})
	if err != nil {
		f.Fatal(err)
	}
	bubbles := bubblesOf(d.Source, isNoClaim)
	f.Add([]byte{})
	f.Add(encodeParsed(parseDefinition(d.Source, bubbles, &problems{})))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decodeParsed(data, d.Source, bubbles) // no panic
	})
}

func BenchmarkLoadWarm(b *testing.B) {
	path := largest(b)
	dir := b.TempDir()
	for b.Loop() {
		if _, err := Load(path, Options{CacheDir: dir}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadCold(b *testing.B) {
	path := largest(b)
	for b.Loop() {
		if _, err := Load(path, Options{CacheDir: "off"}); err != nil {
			b.Fatal(err)
		}
	}
}

func largest(b *testing.B) string {
	best, size := "", int64(0)
	for _, p := range definitionsForCache(b) {
		if i, err := os.Stat(p); err == nil && i.Size() > size {
			best, size = p, i.Size()
		}
	}
	return best
}
