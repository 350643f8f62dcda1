package kdef

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLoad feeds arbitrary text to everything that reads a definition. It must
// not panic, errors must be diagnostics inside the text, and what is read must
// be found where its span says.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*.k", "testdata/*/*.md", "library/*.k"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, _ := os.ReadFile(path)
			f.Add(string(text), strings.HasSuffix(path, ".md"))
		}
	}
	for _, text := range []string{"module M rule [a]: b [c(d(e))] endmodule", "module M syntax A ::= r\"{B}\" syntax lexical B = r\"{B}\" endmodule",
		"module M configuration <a b=\"c\"> </", "module M rule [", "module module M", "requires \"m.k\" requires \"\"", "module M syntax {"} {
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, literate bool) {
		name := "m.k"
		if literate {
			name = "m.md"
		}
		d, err := loadText(t, Options{MainModule: "M"}, name, map[string]string{name: text})
		if err != nil {
			checkDiagnostics(t, err)
			return
		}
		checkDefinition(t, d)
	})
}

func checkDiagnostics(t *testing.T, err error) {
	for _, d := range diagnostics(t, err) {
		if s := d.Span; s.File == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.File.Text()) {
			t.Errorf("%v: span %d..%d", d, s.Start, s.End)
		}
		d.Render()
	}
}

// checkDefinition checks what must hold for every definition.
func checkDefinition(t *testing.T, d *Definition) {
	names := map[string]bool{}
	for i, p := range d.Productions {
		if p.Index != i || names[p.Name] || len(p.Params) != len(p.Args()) {
			t.Errorf("production %d %q: index %d, name taken %t", i, p.Name, p.Index, names[p.Name])
		}
		names[p.Name] = true
		for _, it := range p.Items {
			if it.Kind == Terminal && it.Text == "" || it.Kind == UserList {
				t.Errorf("%v: bad item", p)
			}
		}
	}
	for i, s := range d.Sorts {
		if int(s.ID) != i || s.List != nil && (s.List.Cons == nil || s.List.Unit == nil) {
			t.Errorf("sort %d: %+v", i, s)
		}
	}
	for _, name := range d.Order {
		for _, programs := range []bool{false, true} {
			s, err := d.Closure(name, programs)
			if err != nil {
				t.Fatal(err)
			}
			checkOrders(t, s)
		}
	}
	checkOrders(t, d.Whole())
}

// checkOrders checks that sorts and priorities are partial orders.
func checkOrders(t *testing.T, s *Signature) {
	if len(s.Productions) > 500 {
		return
	}
	for _, p := range s.Productions {
		if s.Priority(p, p) {
			t.Errorf("%v is tighter than itself", p)
		}
	}
	sorts := s.Sorts()
	for _, a := range sorts {
		for _, b := range sorts {
			if a != b && s.Leq(a.ID, b.ID) && s.Leq(b.ID, a.ID) {
				t.Errorf("%s and %s are below each other", a.Name, b.Name)
			}
		}
	}
}

// TestDefinitionInvariants checks them on the shipped test definitions.
func TestDefinitionInvariants(t *testing.T) {
	for _, name := range []string{"stack.k", "notes.md"} {
		d, err := Load("testdata/defs/"+name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkDefinition(t, d)
	}
}
