package compile

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/stored"
	"rlv/semantics/term"
)

// definitionsForCache are all definitions at hand.
func definitionsForCache(t testing.TB) []string {
	var paths []string
	for _, pattern := range []string{"../languages/*.k", "../kdef/testdata/defs/*.k", "../rewrite/testdata/*.k", "../../annotate/testdata/*.k", "../../prover/testdata/*.k"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal("no definitions", pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// dump writes all that a definition's sentences come to, with the sorts of
// variables and the identity of symbols. Symbols of other loads count as the same
// if they are the same in all that is said of them.
func dump(d *Definition) string {
	var b strings.Builder
	symbols := map[*term.Symbol]int{}
	symbol := func(s *term.Symbol) {
		if n, ok := symbols[s]; ok {
			fmt.Fprintf(&b, " #%d", n)
			return
		}
		symbols[s] = len(symbols)
		fmt.Fprintf(&b, " %s%v:%d %d %v %s%s%s %v %d %v %v %v", s.Name, s.Args, s.Result, s.Class, s.Total, s.Hook, s.SMTHook, s.SMTLib, s.Format, s.Tight, s.Assigns, s.Variants, s.Eval != nil)
		for _, p := range d.Productions(s) {
			fmt.Fprintf(&b, " %d", p.Index)
		}
	}
	fresh := map[*term.Variable]int{}
	var write func(t *term.Term)
	list := func(ts []*term.Term) {
		fmt.Fprintf(&b, " %d(", len(ts))
		for _, t := range ts {
			write(t)
		}
		b.WriteString(")")
	}
	write = func(t *term.Term) {
		if t == nil {
			b.WriteString(" nil")
			return
		}
		fmt.Fprintf(&b, " [%d:%d@%d", t.Kind(), t.Sort(), t.Pos())
		switch t.Kind() {
		case term.KApp:
			symbol(t.Symbol())
			list(t.Args())
		case term.KVar:
			v := t.Variable()
			name := v.Name
			if v.IsFresh() {
				if _, ok := fresh[v]; !ok {
					fresh[v] = len(fresh)
				}
				name = fmt.Sprintf("%s!%d", v.BaseName(), fresh[v])
			}
			fmt.Fprintf(&b, " %s", name)
		case term.KMap, term.KSet:
			entries, opaque := t.Entries()
			for _, e := range entries {
				write(e.Key)
				write(e.Value)
			}
			list(opaque)
		case term.KList:
			for _, it := range t.Items(0, -1) {
				fmt.Fprint(&b, it.Segment)
				write(it.Term)
			}
		default:
			b.WriteString(d.Format(t))
		}
		b.WriteString("]")
	}
	variables := func(vs []*term.Variable) {
		for _, v := range vs {
			write(v.Term())
		}
	}
	rules := func(rs []*Rule) {
		for _, r := range rs {
			fmt.Fprintf(&b, "\n%d %s %d %s %s %d %v %v %v", r.Index, r.Label, r.Kind, r.Span, r.Module, r.Priority, r.Owise, r.Operand, r.Attrs)
			for _, slots := range [][]Slot{r.Left, r.Right} {
				b.WriteString(" slots")
				for _, s := range slots {
					fmt.Fprintf(&b, " %d", s.Index)
					write(s.Term)
				}
			}
			if r.Symbol != nil {
				symbol(r.Symbol)
				list(r.LeftArgs)
				write(r.RightTerm)
			}
			list(r.Requires)
			list(r.Ensures)
			list(r.Defined)
			variables(r.Fresh)
			variables(r.Existentials)
		}
	}
	for _, c := range d.Layout.cells() {
		fmt.Fprintf(&b, "\n%s %d", c.Name, c.Slot)
		write(c.Initial)
	}
	for _, sym := range byName(d.macros) {
		for _, m := range d.macros[sym] {
			b.WriteString("\nmacro")
			write(m.left)
			write(m.right)
			fmt.Fprint(&b, m.recursive)
			variables(m.free)
		}
	}
	rules(d.Rules())
	for _, table := range []Table{d.Functions, d.Anywhere, d.Simplifications} {
		for _, sym := range byName(table) {
			b.WriteString("\ntable")
			symbol(sym)
			fmt.Fprint(&b, sym.Recursive)
			rules(table.Of(sym))
		}
	}
	fmt.Fprintf(&b, "\n%s %d %v", d.inputs, d.KResult, d.Warnings)
	return b.String()
}

// What a load takes from the store is what it would have compiled.
func TestStoredForm(t *testing.T) {
	for _, path := range definitionsForCache(t) {
		for _, width := range []int{0, 32} {
			opts := Options{CacheDir: t.TempDir(), Options: kdef.Options{IntWidth: width}}
			cold, err := Load(path, opts)
			if err != nil {
				continue // not all have such a module, and some are wrong on purpose
			}
			form := openStore(path, opts).load()
			if form == nil {
				t.Errorf("%s: nothing is stored", path)
				continue
			}
			warm, err := restored(path, opts.Options, form)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			for i := range warm.Entries {
				e := &warm.Entries[i]
				top := warm.topOf(e.Rule())
				if e.Top != top || e.Priority != e.Rule().Priority || e.Index != i || e.Rule().Index != i {
					t.Errorf("%s: the entry of %s is %v, want %v", path, e.Rule().Label, e.Top, top)
				}
			}
			got, want := dump(warm), dump(cold)
			if got == want {
				continue
			}
			g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
			for i := range min(len(g), len(w)) {
				if g[i] != w[i] {
					t.Errorf("%s: line %d of the stored form differs:\n%s\nwant\n%s", path, i, g[i], w[i])
					break
				}
			}
			if len(g) != len(w) {
				t.Errorf("%s: %d lines, want %d", path, len(g), len(w))
			}
		}
	}
}

func TestDamagedCacheIsIgnored(t *testing.T) {
	path := definitionsForCache(t)[0]
	for _, damage := range []func([]byte) []byte{
		func([]byte) []byte { return []byte("damaged") },
		func(data []byte) []byte { return data[:len(data)/2] },
		func(data []byte) []byte { return data[:len(data)-sha256.Size] },
		func(data []byte) []byte { data[len(data)/2] ^= 1; return data },
	} {
		opts := Options{CacheDir: t.TempDir()}
		cold, err := Load(path, opts)
		if err != nil {
			t.Fatal(err)
		}
		kept := openStore(path, opts)
		data, err := os.ReadFile(kept.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(kept.path, damage(data), 0o666); err != nil {
			t.Fatal(err)
		}
		if kept.load() != nil {
			t.Error("a damaged form is loaded")
		}
		if again, err := Load(path, opts); err != nil || dump(again) != dump(cold) {
			t.Errorf("a damaged cache: %v", err)
		}
	}
	if _, err := Load(path, Options{CacheDir: "/proc/no/such/place"}); err != nil {
		t.Errorf("an unwritable cache: %v", err)
	}
}

// A definition that has changed is not taken from the store, and takes the place of the earlier one.
func TestCacheSeesChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.k")
	opts := Options{CacheDir: t.TempDir()}
	for n, text := range []string{"rule a => b", "rule a => b rule b => a", "rule a => b"} {
		if err := os.WriteFile(path, []byte("module M syntax A ::= \"a\" | \"b\" "+text+" endmodule"), 0o666); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			d, err := Load(path, opts)
			if err != nil || len(d.Rules()) != 1+n%2 {
				t.Fatal(n, err, len(d.Rules()))
			}
		}
	}
	if kept, err := os.ReadDir(opts.CacheDir); err != nil || len(kept) != 1 {
		t.Error(kept, err)
	}
}

// What an analysis finds is kept for the definition, and for no other text.
func TestAnalysesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.k")
	opts := Options{CacheDir: t.TempDir()}
	calls := 0
	kept := func(text string) []int {
		if err := os.WriteFile(path, []byte("module M syntax A ::= \"a\" | \"b\" rule "+text+" endmodule"), 0o666); err != nil {
			t.Fatal(err)
		}
		d, err := Load(path, opts)
		if err != nil {
			t.Fatal(err)
		}
		return d.Kept("rules", func() []int { calls++; return []int{len(d.Rules()), -1000} })
	}
	for i, want := range []struct {
		text  string
		calls int
		found []int
	}{
		{"a => b", 1, []int{1, -1000}}, {"a => b", 1, []int{1, -1000}},
		{"a => b rule b => a", 2, []int{2, -1000}}, {"a => b rule b => a", 2, []int{2, -1000}},
		{"a => b", 3, []int{1, -1000}},
	} {
		if found := kept(want.text); !slices.Equal(found, want.found) || calls != want.calls {
			t.Errorf("%d: %v, %d calls", i, found, calls)
		}
	}
	files, err := filepath.Glob(filepath.Join(opts.CacheDir, "*-rules"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 4
		if err := os.WriteFile(files[0], damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		before := calls
		if found := kept("a => b"); found[0] != 1 || found[1] != -1000 || calls != before+1 {
			t.Fatalf("byte %d: %v", i, found)
		}
	}
}

// readAll reads a form with all its parts, and fails for nothing but a panic that stands for damage.
func readAll(path string, opts Options, form []byte) (err error) {
	d, err := restored(path, opts.Options, form)
	if err != nil {
		return err
	}
	defer stored.Caught(&err)
	d.Rules()
	for _, table := range []Table{d.Functions, d.Anywhere, d.Simplifications} {
		for sym := range table {
			table.Of(sym)
		}
	}
	return nil
}

func FuzzDecode(f *testing.F) {
	opts, path := Options{CacheDir: f.TempDir()}, "../rewrite/testdata/orders.k"
	if _, err := Load(path, opts); err != nil {
		f.Fatal(err)
	}
	form := openStore(path, opts).load()
	f.Add([]byte{}, uint(0), byte(0))
	f.Add(form, uint(0), byte(0))
	f.Add(form, uint(len(form)/2), byte(1))
	f.Fuzz(func(t *testing.T, text []byte, at uint, change byte) {
		readAll(path, opts, text)
		damaged := []byte(form)
		damaged[at%uint(len(form))] ^= change
		readAll(path, opts, damaged)
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
