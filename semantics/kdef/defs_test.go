package kdef

import (
	"fmt"
	"strings"
	"testing"
)

// TestDefinitions compares what is read from whole definitions with golden
// listings.
func TestDefinitions(t *testing.T) {
	for _, name := range []string{"stack.k", "notes.md"} {
		t.Run(name, func(t *testing.T) {
			d, err := Load("testdata/defs/"+name, Options{})
			if err != nil {
				t.Fatal(report(t, err))
			}
			golden(t, "testdata/defs/"+name+".golden", listing(d))
		})
	}
}

// listing describes the user's part of a definition, with true positions.
func listing(d *Definition) string {
	var b strings.Builder
	for _, name := range d.Order {
		m := d.Modules[name]
		if m.Library {
			continue
		}
		fmt.Fprintf(&b, "module %s at %s, sees %s\n", name, m.Span, strings.Join(d.implicit[name], " "))
		for _, p := range d.parts[name].productions {
			fmt.Fprintf(&b, "  %s: %v", p.Name, p)
			for _, a := range p.Attrs {
				fmt.Fprintf(&b, " %s(%s)", a.Key, a.Value)
			}
			fmt.Fprintf(&b, " subsort=%t group=%s at %s\n", p.Subsort, p.Group, p.Span)
		}
		for _, bubble := range m.Bubbles() {
			fmt.Fprintf(&b, "  bubble %d [%s] %q %v at %s\n", bubble.Kind, bubble.Label, bubble.Body.Text(), keys(bubble.Attrs), bubble.Body)
		}
	}
	d.Config.All(func(c *CellDecl) {
		fmt.Fprintf(&b, "cell %s: %s %s %q\n", c.Name, c.Sort(), c.CollectionSort(), c.Body.Text())
	})
	return b.String()
}

func keys(attrs Attributes) []string {
	var keys []string
	for _, a := range attrs {
		keys = append(keys, a.Key+"("+a.Value+")")
	}
	return keys
}

func TestSignatureOfDefinition(t *testing.T) {
	d, err := Load("testdata/defs/stack.k", Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.Closure("STACK", false)
	if err != nil {
		t.Fatal(err)
	}
	times, over, plus, power, less := named(t, s, "times"), named(t, s, "over"), named(t, s, "plus"), named(t, s, "power"), named(t, s, "less")
	for _, tt := range []struct {
		name      string
		got, want bool
	}{
		{"times > less", s.Priority(times, less), true},
		{"plus > times", s.Priority(plus, times), false},
		{"left times over", s.LeftAssoc(times, over), true},
		{"right times over", s.RightAssoc(times, over), false},
		{"left times plus", s.LeftAssoc(times, plus), false},
		{"right power", s.RightAssoc(power, power), true},
		{"left power", s.LeftAssoc(power, power), false},
		{"left less", s.LeftAssoc(less, less), true},
		{"right less", s.RightAssoc(less, less), true},
		{"Int <= Exp", s.LeqName("Int", "Exp"), true},
		{"Exp <= Int", s.LeqName("Exp", "Int"), false},
		{"Int <= KResult", s.LeqName("Int", "KResult"), true},
		{"Exp <= K", s.LeqName("Exp", "K"), true},
		{"KItem <= K", s.LeqName("KItem", "K"), true},
		{"K <= KItem", s.LeqName("K", "KItem"), false},
		{"Codes <= Code", s.LeqName("Codes", "Code"), false},
		{"Code <= Codes", s.LeqName("Code", "Codes"), false},
		{"cell <= Bag", s.LeqName("RestOfCodeCell", "Bag"), true},
		{"collection <= Bag", s.LeqName("LabelCellMap", "Bag"), true},
		{"fragment <= KItem", s.LeqName("TCellFragment", "KItem"), true},
		{"synonym", s.LeqName("Program", "Pgm"), true},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %t", tt.name, tt.got)
		}
	}
	exps, vals := s.Definition.list(t, "Exps"), s.Definition.list(t, "Vals")
	if !s.OverloadLess(vals.Cons, exps.Cons) || s.OverloadLess(exps.Cons, vals.Cons) || s.OverloadLess(vals.Cons, vals.Cons) {
		t.Error("cons of Vals is more specific than that of Exps")
	}
	if !s.OverloadLess(vals.Unit, exps.Unit) || s.OverloadLess(vals.Unit, exps.Cons) {
		t.Error("unit of Vals is more specific than that of Exps")
	}
	if !exps.NonEmpty || vals.NonEmpty || vals.Sep != "," {
		t.Error("lists have their separators and bounds")
	}
	programs, _ := d.Closure("STACK-SYNTAX", true)
	if programs.Config != nil || programs.Has(named(t, s, "_andBool_")) {
		t.Error("programs do not see the configuration or what it needs")
	}
	if _, err := d.Closure("NOWHERE", false); err == nil {
		t.Error("no error for an unknown module")
	}
}

// list returns the list of a sort.
func (d *Definition) list(t *testing.T, name string) *ListSort {
	t.Helper()
	id, ok := d.SortID(name)
	if !ok || d.Sorts[id].List == nil {
		t.Fatalf("%s is no list", name)
	}
	return d.Sorts[id].List
}
