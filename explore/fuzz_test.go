package explore

import (
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// FuzzInput: an input is read into as many items as it has, or refused with places in
// it; written out, it is read as itself.
func FuzzInput(f *testing.F) {
	for _, s := range []string{"n j x a1 7 a2", `"a b" -3 true`, "", "1x", `"`, `"\q"`, "x x", "-", "\x00 \xff", "ä"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := ParseInput("--in", text)
		if err != nil {
			located(t, err, text)
			return
		}
		var again []string
		for _, item := range in.Items {
			again = append(again, item.String())
		}
		other, err := ParseInput("--in", strings.Join(again, " "))
		if err != nil || len(other.Items) != len(in.Items) {
			t.Fatalf("%q is read as %q: %v", text, again, err)
		}
		for i, item := range other.Items {
			if !term.Equal(item, in.Items[i]) {
				t.Errorf("item %d of %q: %v, %v", i+1, text, in.Items[i], item)
			}
		}
	})
}

// located fails if an error is no diagnostic with a place in a text.
func located(t *testing.T, err error, text string) {
	t.Helper()
	var all *multierror.Error
	errs := []error{err}
	if errors.As(err, &all) {
		errs = all.Errors
	}
	for _, err := range errs {
		var d *source.Diagnostic
		if !errors.As(err, &d) || d.Span.File == nil || d.Span.Start < 0 || d.Span.End > len(text) {
			t.Errorf("%q: %v has no place in it", text, err)
			continue
		}
		d.Render()
	}
}

func fuzzed(f *testing.F) *Program {
	d, err := languages.Load("x.imp", kdef.Options{})
	if err != nil {
		f.Fatal(err)
	}
	return &Program{Engine: rewrite.New(d)}
}

// FuzzCondition: a condition is read into formulas over the symbols, or refused with a
// place in it.
func FuzzCondition(f *testing.F) {
	p := fuzzed(f)
	for _, s := range []string{"n > 0", "n >Int 0 andBool notBool j ==Int n", "0 <= j < n", "m > 0", "(forall k : 0..n) k < j", "n / j > 1", "n /Int 2 > 1", "old(n) > 0",
		"result > 1", "n[1] > 2", "len(n) > 0", "n ? 1 : 2", "f(n) == 1", "*n == 1", "&n[0] == 1", "In[0] > 1", "n.x > 1", "n ==Bool true", "", "\xff"} {
		f.Add(s)
	}
	in, err := ParseInput("--in", "n j x")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		conds, err := p.condition("--pc", text, in)
		if err != nil {
			located(t, err, text)
			return
		}
		for _, v := range term.Vars(conds...) {
			if v.Name != "n" && v.Name != "j" && v.Name != "x" && !strings.Contains(text, v.BaseName()) {
				t.Errorf("%q is about %v", text, v)
			}
		}
		Formulas(conds)
	})
}

// FuzzPattern: a pattern of configurations is ready to be looked for, or refused with a
// place in it.
func FuzzPattern(f *testing.F) {
	p := fuzzed(f)
	for _, s := range []string{"<k> .K </k>", "<k> ... X ... </k>", "<state>... x |-> V ...</state> requires V >Int 3", "<foo> 1 </foo>", "<k> X => Y </k>", "<k> X",
		"<state> M </state> ensures true", "<T> <k> K </k> </T>", "1", "", "requires", "<k>", "</k>", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := p.target(Target{Pattern: text}); err != nil {
			located(t, err, text)
		}
	})
}
