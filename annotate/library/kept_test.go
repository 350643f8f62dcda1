package library

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/term"
)

func digestOf(t *testing.T, formulas ...*term.Term) Digest {
	t.Helper()
	q := &Question{}
	q.List(formulas)
	d, ok := q.Digest()
	if !ok {
		t.Fatal("no digest", formulas)
	}
	return d
}

// Questions have one hash if they are the same but for the names of variables, and else not.
func TestQuestionsHaveTheirHash(t *testing.T) {
	f := func(name, hook string) *term.Symbol {
		return term.NewSymbol(term.Symbol{Name: name, Hook: hook, Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	}
	x, y, a := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt), term.Fresh("x", term.SortBool)
	all := func(v *term.Term, body *term.Term) *term.Term { return term.Apply(term.Forall, v, body) }
	if digestOf(t, all(x, term.Lt(x, term.Int(3)))) != digestOf(t, all(y, term.Lt(y, term.Int(3)))) {
		t.Error("the name of a variable counts")
	}
	seen := map[Digest]string{}
	for _, formulas := range [][]*term.Term{
		{}, {x}, {a}, {x, x}, {x, y}, {term.Int(1)}, {term.Int(12)}, {term.Int(1), term.Int(2)}, {term.True}, {term.False},
		{term.Lt(x, y)}, {term.Le(x, y)}, {term.Lt(x, y), x}, {x, term.Lt(x, y)}, {x, term.Lt(y, x)},
		{all(x, term.Lt(x, y))}, {all(y, term.Lt(x, y))}, {term.Apply(f("f", ""), x)}, {term.Apply(f("g", ""), x)}, {term.Apply(f("f", "h"), x)},
	} {
		d, text := digestOf(t, formulas...), fmt.Sprint(formulas)
		if other, ok := seen[d]; ok {
			t.Errorf("%s has the hash of %s", text, other)
		}
		seen[d] = text
	}
	q := &Question{}
	if q.List([]*term.Term{term.Fresh("m", term.SortMap)}); !q.odd {
		t.Error("a map has a hash")
	}
}

// What is kept is known in a later run, of the same executable, as far as the file is whole.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("RLV_CACHE", dir)
	one, two, three := Digest{1}, Digest{2}, Digest{3}
	k, other := &Kept{}, &Kept{}
	if k.Has(one) || other.Has(one) {
		t.Fatal("something is known at first")
	}
	k.Add(one)
	other.Add(two)
	k.Save()
	other.Save()
	if k := (&Kept{}); !k.Has(one) || !k.Has(two) || k.Has(three) {
		t.Error("what two runs have kept is not what they have proved")
	}
	paths, _ := filepath.Glob(filepath.Join(dir, "lemmas-*"))
	if len(paths) != 1 {
		t.Fatal(paths)
	}
	text, _ := os.ReadFile(paths[0])
	lines := strings.SplitAfter(string(text), "\n")
	for _, tt := range []struct {
		name, text string
		one, two   bool
	}{
		{"whole", string(text), true, true},
		{"nothing", "", false, false},
		{"of another executable", "rlv lemmas 1 \"other\" 1 2\n" + lines[1] + lines[2], false, false},
		{"without a first line", lines[1] + lines[2], false, false},
		{"cut short", string(text[:len(text)-2]), true, false},
		{"without its last line break", string(text[:len(text)-1]), true, false},
		{"a line that is no hash", lines[0] + "x\n" + lines[2], false, true},
	} {
		if err := os.WriteFile(paths[0], []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if k := (&Kept{}); k.Has(one) != tt.one || k.Has(two) != tt.two {
			t.Errorf("%s: %v %v; want %v %v", tt.name, k.Has(one), k.Has(two), tt.one, tt.two)
		}
	}
	t.Setenv("RLV_CACHE", "off")
	if k := (&Kept{}); k.Has(one) {
		t.Error("something is known without a directory")
	}
}
