package kdef

import (
	"strings"
	"testing"

	"rlv/semantics/bitset"
	"rlv/semantics/source"
)

// loadText loads a definition from texts in memory; the first name is the main
// file.
func loadText(t testing.TB, opts Options, main string, files map[string]string) (*Definition, error) {
	t.Helper()
	opts.ReadFile = memory(files)
	return Load(main, opts)
}

func TestLibraryIsWellFormed(t *testing.T) {
	if err := library().broken.Err(); err != nil {
		t.Fatal(err)
	}
	d := mustLoad(t, `requires "substitution.md"
		module M imports DOMAINS imports ARRAY imports SUBSTITUTION imports KVAR-SYNTAX endmodule`)
	for _, name := range d.Order {
		s, err := d.Closure(name, false)
		if err != nil {
			t.Fatal(err)
		}
		var found source.List
		if name == "SUBSTITUTION" {
			continue // its sorts are parameters
		}
		declared := bitset.New[SortID](len(d.Sorts))
		d.checkSorts(s, d.Modules[name], declared, &found)
		d.newSignature(signatureKey{module: name}, &found)
		if err := found.Err(); err != nil {
			t.Errorf("module %s: %v", name, err)
		}
	}
	for _, p := range d.Productions {
		if p.IsFunction() && p.Hook() == "" {
			t.Errorf("library function without a hook: %v", p)
		}
	}
}

func TestLibraryLevels(t *testing.T) {
	s := mustLoad(t, "module M imports DOMAINS endmodule").Whole()
	order := [][]string{{"~Int_"}, {"_^Int_", "_^%Int__"}, {"_*Int_", "_/Int_", "_%Int_", "_divInt_", "_modInt_"},
		{"_+Int_", "_-Int_"}, {"_>>Int_", "_<<Int_"}, {"_&Int_"}, {"_xorInt_"}, {"_|Int_"}}
	for i, tight := range order {
		for j, loose := range order {
			for _, p := range tight {
				for _, q := range loose {
					if got := s.Priority(named(t, s, p), named(t, s, q)); got != (i < j) {
						t.Errorf("Priority(%s, %s) = %v", p, q, got)
					}
					if got := s.LeftAssoc(named(t, s, p), named(t, s, q)); got != (i == j && i > 0) {
						t.Errorf("LeftAssoc(%s, %s) = %v", p, q, got)
					}
				}
			}
		}
	}
	and, or, equal := named(t, s, "_andBool_"), named(t, s, "_orBool_"), named(t, s, "_==K_")
	if s.LeftAssoc(and, or) || !s.LeftAssoc(and, and) {
		t.Error("the connectives associate with themselves only")
	}
	if !s.Priority(equal, and) || !s.Priority(equal, named(t, s, "notBool_")) {
		t.Error("==K binds tighter than the connectives")
	}
	entry := named(t, s, "_|->_")
	if !s.LeftAssoc(entry, entry) || !s.RightAssoc(entry, entry) || !s.Priority(entry, named(t, s, "_Map_")) {
		t.Error("|-> is non-associative and binds tighter than juxtaposition")
	}
}

func TestProgramsHaveUnsignedIntsAndIds(t *testing.T) {
	d := mustLoad(t, "module M-SYNTAX imports DOMAINS-SYNTAX endmodule module M imports M-SYNTAX imports DOMAINS endmodule")
	regexes := func(module string, programs bool) string {
		s, err := d.Closure(module, programs)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, p := range s.Productions {
			if p.Items[0].Kind == Regex && p.Sort != "String" {
				found = append(found, p.Sort+" "+p.Items[0].Text)
			}
		}
		return strings.Join(found, ", ")
	}
	if got, want := regexes("M-SYNTAX", true), `Int [0-9]+, Id [A-Za-z_][A-Za-z0-9_]*`; got != want {
		t.Errorf("programs: %s, want %s", got, want)
	}
	if got, want := regexes("M", false), `Int [0-9]+, Int [\+\-]?[0-9]+`; got != want {
		t.Errorf("rules: %s, want %s", got, want)
	}
}

func TestSubstitutionForEachSort(t *testing.T) {
	d := mustLoad(t, `requires "substitution.md"
		module M imports SUBSTITUTION syntax Val ::= "v" syntax Exp ::= Val | KVar endmodule`)
	s := d.Whole()
	find := func(sort string) *Production {
		for _, p := range s.Productions {
			if p.Group == "substOne" && p.Sort == sort {
				return p
			}
		}
		t.Fatalf("no substitution for %s", sort)
		return nil
	}
	if !s.OverloadLess(find("Val"), find("Exp")) || !s.OverloadLess(find("Exp"), find("KItem")) || s.OverloadLess(find("KItem"), find("Val")) {
		t.Error("substitutions are overloaded by sort")
	}
}

// mustLoad loads a definition whose main module is M.
func mustLoad(t testing.TB, text string) *Definition {
	t.Helper()
	d, err := loadText(t, Options{}, "m.k", map[string]string{"m.k": text})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// named returns the production of a name.
func named(t testing.TB, s *Signature, name string) *Production {
	t.Helper()
	for _, p := range s.Productions {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no production %s", name)
	return nil
}
