package kdef

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"rlv/semantics/source"
	"rlv/semantics/stored"
)

// same reports where two values differ, "" if nowhere. Files are the same if they have the same name
// and text; what a form does not keep is not compared.
type same struct{ met map[[2]uintptr]bool }

// notStored are the fields that a form does not have.
var notStored = map[string]bool{
	"Definition.identical": true, "Definition.taken": true, "Definition.synonyms": true, "Definition.lexical": true,
	"Definition.again": true, "Definition.mutex": true, "Definition.signatures": true, "File.Requires": true,
}

func (s same) differ(at string, a, b reflect.Value) string {
	if a.Type() != b.Type() {
		return at + ": " + a.Type().String() + ", " + b.Type().String()
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return at + ": nil"
			}
			return ""
		}
		key := [2]uintptr{a.Pointer(), b.Pointer()}
		if s.met[key] {
			return ""
		}
		s.met[key] = true
		return s.differ(at, a.Elem(), b.Elem())
	case reflect.Interface:
		return s.differ(at, a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			name := a.Type().Name() + "." + a.Type().Field(i).Name
			if notStored[name] || a.Type() == reflect.TypeFor[source.File]() && i > 1 {
				continue
			}
			if d := s.differ(at+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i)); d != "" {
				return d
			}
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s: %d elements, %d", at, a.Len(), b.Len())
		}
		for i := range a.Len() {
			if d := s.differ(fmt.Sprintf("%s[%d]", at, i), a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Map:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s: %d entries, %d", at, a.Len(), b.Len())
		}
		for _, k := range a.MapKeys() {
			if !b.MapIndex(k).IsValid() {
				return fmt.Sprintf("%s: no %v", at, k)
			}
			if d := s.differ(fmt.Sprintf("%s[%v]", at, k), a.MapIndex(k), b.MapIndex(k)); d != "" {
				return d
			}
		}
	default:
		if !a.Equal(b) {
			return fmt.Sprintf("%s: %v, %v", at, a, b)
		}
	}
	return ""
}

func formOf(d *Definition) []byte {
	w := stored.NewWriter()
	d.Encode(w)
	return w.Form()
}

// restore restores what is all of a form.
func restore(path string, opts Options, form []byte) (d *Definition, err error) {
	defer stored.Caught(&err)
	r := stored.NewReader(form)
	if d, err = Restore(path, opts, r); err == nil && !r.Ended() {
		err = stored.ErrDamaged
	}
	return d, err
}

func definitionsAtHand(t testing.TB) []string {
	var out []string
	for _, pattern := range []string{"../languages/*.k", "testdata/defs/*.k", "testdata/defs/*.md", "../rewrite/testdata/*.k", "../compile/testdata/*.k", "../search/testdata/*.k", "../../annotate/testdata/*.k"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, paths...)
	}
	return out
}

// What is restored is what was loaded, for all definitions at hand, but for the sentences that are
// elaborated.
func TestRestoredIsLoaded(t *testing.T) {
	tried := 0
	for _, path := range definitionsAtHand(t) {
		for _, width := range []int{0, 32} {
			opts := Options{IntWidth: width}
			d, err := Load(path, opts)
			if err != nil {
				continue // not all have such a module, and some are wrong on purpose
			}
			tried++
			restored, err := restore(path, opts, formOf(d))
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if again := formOf(restored); !slices.Equal(again, formOf(d)) {
				t.Errorf("%s: the form of what was restored is another one", path)
			}
			for _, m := range d.Modules {
				m := m
				kept := *m
				kept.Sentences = slices.DeleteFunc(slices.Clone(m.Sentences), func(s Sentence) bool { return kindOf(s) < 0 })
				d.Modules[m.Name] = &kept
			}
			for _, f := range d.Files {
				for i, m := range f.Modules {
					f.Modules[i] = d.Modules[m.Name]
				}
			}
			if where := (same{map[[2]uintptr]bool{}}).differ(filepath.Base(path), reflect.ValueOf(d), reflect.ValueOf(restored)); where != "" {
				t.Error(where)
			}
		}
	}
	if tried < 10 {
		t.Errorf("%d definitions", tried)
	}
}

// A form holds as long as reading would find the same.
func TestRestoreSeesChanges(t *testing.T) {
	files := map[string]string{
		"m.k":        "requires \"n.k\" module M imports N endmodule",
		"second/n.k": "module N syntax A ::= \"a\" endmodule",
	}
	opts := Options{Include: []string{"first", "second"}, ReadFile: memory(files)}
	d, err := Load("m.k", opts)
	if err != nil {
		t.Fatal(err)
	}
	form := formOf(d)
	restores := func() bool {
		_, err := restore("m.k", opts, form)
		if err != nil && !errors.Is(err, stored.ErrDamaged) {
			t.Error(err)
		}
		return err == nil
	}
	if !restores() {
		t.Error("it is not restored")
	}
	if _, err := restore("./m.k", opts, form); err == nil {
		t.Error("it is restored under another name")
	}
	for _, change := range []struct{ path, text string }{
		{"m.k", files["m.k"] + " "},
		{"second/n.k", "module N syntax A ::= \"b\" endmodule"},
		{"first/n.k", files["second/n.k"]}, // comes before the one that was read
		{"n.k", files["second/n.k"]},
	} {
		before, was := files[change.path]
		files[change.path] = change.text
		if restores() {
			t.Errorf("a change of %s is not seen", change.path)
		}
		if files[change.path] = before; !was {
			delete(files, change.path)
		}
	}
	delete(files, "second/n.k")
	if restores() {
		t.Error("it is not seen that a file is gone")
	}
}

// A link to another file with the same text is another file: one file that is read
// under two names is read once, two are a fault.
func TestRestoreSeesLinks(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("m.k", "requires \"a.k\" requires \"b.k\" module M imports N endmodule")
	write("a.k", "module N endmodule")
	if err := os.Symlink(at("a.k"), at("b.k")); err != nil {
		t.Fatal(err)
	}
	d, err := Load(at("m.k"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	form := formOf(d)
	if _, err := restore(at("m.k"), Options{}, form); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(at("b.k")); err != nil {
		t.Fatal(err)
	}
	write("b.k", "module N endmodule")
	if _, err := restore(at("m.k"), Options{}, form); err == nil {
		t.Error("two modules N are restored as one")
	}
}

// A specification over what was restored is one over what is loaded.
func TestExtendRestored(t *testing.T) {
	files := map[string]string{"m.k": "module M imports BOOL syntax A ::= \"a\" [symbol(a)] endmodule"}
	opts := Options{ReadFile: memory(files)}
	d, err := Load("m.k", opts)
	if err != nil {
		t.Fatal(err)
	}
	spec := Options{ReadFile: memory(map[string]string{"m-spec.k": "module M-SPEC imports M syntax B ::= \"b\" A syntax A ::= \"a\" [symbol(a)] endmodule"})}
	want, err := d.Extend("m-spec.k", spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := restore("m.k", opts, formOf(d))
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Extend("m-spec.k", spec)
	if err != nil {
		t.Fatal(err)
	}
	if where := (same{map[[2]uintptr]bool{}}).differ("spec", reflect.ValueOf(want), reflect.ValueOf(got)); where != "" {
		t.Error(where)
	}
	files["m.k"] += " "
	if _, err := r.Extend("m-spec.k", spec); err == nil {
		t.Error("a definition that has changed is extended")
	}
}

func smallForm(t testing.TB) ([]byte, Options) {
	opts := Options{ReadFile: memory(map[string]string{"m.k": `module M-SYNTAX imports INT-SYNTAX
  syntax E ::= Int | Id | "(" E ")" [bracket] | E "*" E [left] > E "+" E [strict, symbol(plus)]
  syntax Es ::= List{E, ","} [symbol(list)]
  syntax priority plus > list
  syntax left plus
  syntax Id ::= r"[a-z]+" [token] endmodule
module M imports M-SYNTAX imports INT configuration <t color="red"> <k> $PGM:Es </k> <x multiplicity="*" type="Set"> .Map </x> </t>
  syntax KResult ::= Int
  rule [add]: I:Int + J:Int => I +Int J [priority(10)] endmodule
module UNUSED endmodule`})}
	d, err := Load("m.k", opts)
	if err != nil {
		t.Fatal(err)
	}
	return formOf(d), opts
}

// A damaged form is an error, never a panic.
func TestRestoreDamaged(t *testing.T) {
	form, opts := smallForm(t)
	for i := 0; i < len(form); i += 3 {
		if _, err := restore("m.k", opts, form[:i]); !errors.Is(err, stored.ErrDamaged) {
			t.Fatalf("%d bytes of %d: %v", i, len(form), err)
		}
	}
	for i := 0; i < len(form); i += 11 {
		for _, bit := range []byte{1, 0x10, 0x80} {
			damaged := slices.Clone(form)
			damaged[i] ^= bit
			if _, err := restore("m.k", opts, damaged); err != nil && !errors.Is(err, stored.ErrDamaged) {
				t.Fatal(err)
			}
		}
	}
}

func FuzzRestore(f *testing.F) {
	form, opts := smallForm(f)
	f.Add(form)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, form []byte) {
		if _, err := restore("m.k", opts, form); err != nil && !errors.Is(err, stored.ErrDamaged) {
			t.Error(err)
		}
	})
}
