package kdef

import (
	"fmt"
	"strings"
	"testing"
)

// only parses a module with one bubble.
func only(t *testing.T, sentence string) (*Bubble, error) {
	t.Helper()
	f, err := ParseFile("m.k", []byte("module M "+sentence+"\nendmodule"))
	if len(f.Modules) != 1 || len(f.Modules[0].Bubbles()) != 1 {
		t.Fatalf("%q: no bubble: %v", sentence, err)
	}
	return f.Modules[0].Bubbles()[0], err
}

func TestBubbles(t *testing.T) {
	for _, tt := range []struct{ text, label, body, attrs string }{
		{"rule a => b", "", "a => b", "[]"},
		{"rule [name]: a => b", "name", "a => b", "[]"},
		{"rule [ a.b-c ] : a", "a.b-c", "a", "[]"},
		{"rule [a_b]: c", "", "[a_b]: c", "[]"},
		{"rule [a b]: c", "", "[a b]: c", "[]"},
		{"rule [x] a", "", "[x] a", "[]"},
		{"rule a [owise]", "", "a", "[owise()]"},
		{"rule a [owise, priority(20)]", "", "a", "[owise() priority(20)]"},
		{"rule V[N2, Vs]", "", "V[N2, Vs]", "[]"},
		{"rule _::Exp[HOLE::Exps]", "", "_::Exp[HOLE::Exps]", "[]"},
		{"rule a[] [owise]", "", "a[]", "[owise()]"},
		{"rule M[K <- V] [owise] // see [1]", "", "M[K <- V]", "[owise()]"},
		{"rule a /* [owise] */ b", "", "a /* [owise] */ b", "[]"},
		{"rule a [label(x), group(f(y), \"z\")]", "x", "a", "[label(x) group(f(y), \"z\")]"},
		{"rule a [label(\"x ] )\")]", "x ] )", "a", "[label(x ] ))]"},
		{"rule xrule => rulex rule_ \"rule\"", "", "xrule => rulex rule_ \"rule\"", "[]"},
		{"rule a // rule endmodule\n b", "", "a // rule endmodule\n b", "[]"},
		{"rule a /* rule\nclaim */ b", "", "a /* rule\nclaim */ b", "[]"},
		{"claim <k> a ...</k> [all-path, trusted]", "", "<k> a ...</k>", "[all-path() trusted()]"},
		{"context a HOLE [result(Val)]", "", "a HOLE", "[result(Val)]"},
		{"rule // first\n a", "", "a", "[]"},
		{"rule a requires b [simplification(3), concrete(X, Y)]", "", "a requires b", "[simplification(3) concrete(X, Y)]"},
	} {
		b, err := only(t, tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
		}
		if got := fmt.Sprint(keys(b.Attrs)); b.Label != tt.label || b.Body.Text() != tt.body || got != tt.attrs {
			t.Errorf("%q: label %q, body %q, attributes %s", tt.text, b.Label, b.Body.Text(), got)
		}
	}
}

func TestGluedCommentIsNoComment(t *testing.T) {
	// Between blanks, `a;//` is one run, so the keyword behind it counts.
	f, err := ParseFile("m.k", []byte("module M rule a;// rule b\n endmodule"))
	if err != nil || len(f.Modules[0].Bubbles()) != 2 {
		t.Errorf("%v, %v", f.Modules[0].Bubbles(), err)
	}
}

// TestProductionsRoundTrip prints productions and parses them again.
func TestProductionsRoundTrip(t *testing.T) {
	d, err := Load("testdata/defs/stack.k", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Productions {
		text := p.String()
		f, err := ParseFile("m.k", []byte("module M syntax "+text+" endmodule"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again := f.Modules[0].Sentences[0].(*Syntax).Blocks[0].Productions[0]
		if again.String() != text || len(again.Items) != len(p.Items) {
			t.Errorf("%s: read back as %v", text, again)
		}
	}
}

func TestShorthand(t *testing.T) {
	for text, want := range map[string]string{
		"f()":                      `"f" "(" ")"`,
		"f(A, b: A)":               `"f" "(" A "," b: A ")"`,
		"#f (A)":                   `"#f" "(" A ")"`,
		"(A,A)":                    `"(" A "," A ")"`,
		"left: x: A \"+\" A":       `x: A "+" A`,
		"left : A":                 `A`,
		`r"a\\.b" "\"\\\n"`:        `r"a\\.b" "\"\\\n"`,
		`NeList { A , ", " }`:      "",
		`NeList{ A , ", " }`:       `NeList{A,", "}`,
		`"a"/* c */A// d` + "\n A": `"a" A A`,
	} {
		f, err := ParseFile("m.k", []byte("module M syntax A ::= "+text+" endmodule"))
		if want == "" {
			if err == nil {
				t.Errorf("%s: no error", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		p := f.Modules[0].Sentences[0].(*Syntax).Blocks[0].Productions[0]
		if got := strings.TrimPrefix(p.String(), "A ::= "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestDefaultConfiguration(t *testing.T) {
	d := mustLoad(t, "module M imports DOMAINS endmodule")
	k := d.Config.Cell("k")
	if d.Config.Bubble != nil || k == nil || k.Body.Text() != "$PGM:K" {
		t.Errorf("default configuration: %+v", d.Config)
	}
	s, _ := d.Closure("M", false)
	if s.Config != d.Config || !s.LeqName("KCell", "Bag") {
		t.Error("rules see the default configuration")
	}
}

// TestPrivateImports: what a module imports privately is seen by itself, not by
// those that import it, and belongs to the whole definition.
func TestPrivateImports(t *testing.T) {
	d := mustLoad(t, `module A syntax X ::= "x" | "y" [private] endmodule
		module B imports private A syntax Y ::= X endmodule
		module M imports B syntax Z ::= Y endmodule`)
	count := func(s *Signature, err error) int {
		if err != nil {
			t.Fatal(err)
		}
		return len(s.Productions)
	}
	if a, b, m, all := count(d.Closure("A", false)), count(d.Closure("B", false)), count(d.Closure("M", false)), count(d.Whole(), nil); a != 2 || b != 2 || m != 2 || all != 4 {
		t.Errorf("A sees %d productions, B %d, M %d, all are %d", a, b, m, all)
	}
}
