package specification

import (
	"errors"
	"io/fs"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"

	"github.com/hashicorp/go-multierror"
)

// FuzzClaims feeds arbitrary claims to everything that reads them. It must not panic, and
// errors must be diagnostics inside the text.
func FuzzClaims(f *testing.F) {
	for _, claim := range []string{
		"claim <k> x = N:Int; => .K ...</k> <state> x |-> (_ => N) </state> [cut, rigid(N), decreases(N:Int, 2)]",
		"claim [l]: #Forall X:Int . (#Exists Y:Int . X ==Int f(Y)) => true [induction(N:Int)]",
		"claim f(N:Int) => #if N <=Int 0 #then 1 #else N *Int f(N -Int 1) #fi [definition(N:Int)]",
		"claim f(N:Int) => N requires 0 <Int N [trusted] claim f(M:Int) => 1 [definition]",
		"claim <k> .K => .K </k> [within(l), recursion(2)] claim [l]: <k> .K </k> [recursion(0)]",
		"claim #Forall X:K . X ==K X => true", "claim f(N:Int) => N [induction((]", "claim f(2) => ?X:Int [definition()]",
		"claim <k> .K </k> [decreases(N:Int -Int , )]", "claim f(N) => f(N) [definition(#item(.List, 2))]",
	} {
		f.Add(claim)
	}
	base, err := languages.Load("a."+firstLanguage(), kdef.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, claim string) {
		text := "module S imports " + base.Name + " imports FORMULA syntax Id ::= \"x\" [token] syntax Int ::= \"f\" \"(\" Int \")\" [function, total, smtlib(f)]\n" + claim + "\nendmodule\n"
		read := func(name string) ([]byte, error) {
			if name == "s.k" {
				return []byte(text), nil
			}
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		spec, err := compile.LoadSpec("s.k", base, compile.Options{Options: kdef.Options{MainModule: "S", ReadFile: read}})
		if err == nil {
			rewrite.New(spec.Definition)
			_, err = Read(spec, Selection{}, oracleOf(t))
		}
		inText(t, err)
	})
}

// inText checks that all errors are diagnostics in their file.
func inText(t *testing.T, err error) {
	if err == nil {
		return
	}
	var several *multierror.Error
	all := []error{err}
	if errors.As(err, &several) {
		all = several.Errors
	}
	for _, e := range all {
		var d *source.Diagnostic
		if !errors.As(e, &d) {
			t.Errorf("%v is no diagnostic", e)
			continue
		}
		if s := d.Span; s.File == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.File.Text()) {
			t.Errorf("%v: span %d..%d", d, s.Start, s.End)
		}
	}
}

// firstLanguage is the extension of the smaller of the shipped languages.
func firstLanguage() string { return "imp" }
