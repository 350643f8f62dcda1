package term

import (
	"os"
	"strings"
	"testing"
)

// TestHooks runs every built-in function on the rows of testdata/hooks.txt:
//
//	INT.tdiv -7, 2 => -3               it is evaluated to this
//	INT.tdiv x, y => stays             nothing is to be done
//	INT.tdiv x, y defined INT.ne(y, 0) its condition of definedness
//
// Each function has a row with a value; one that is partial has one on values that
// stays, and one that is total has none.
func TestHooks(t *testing.T) {
	text, err := os.ReadFile("testdata/hooks.txt")
	if err != nil {
		t.Fatal(err)
	}
	valued, stuck, conditions := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		hook, rest, _ := strings.Cut(line, " ")
		sym := Builtin(hook)
		if sym == nil {
			t.Errorf("%s: there is no such hook", line)
			continue
		}
		left, want, yields := strings.Cut(rest, "=>")
		if !yields {
			left, want, _ = strings.Cut(rest, "defined ")
		}
		args := read(t, "["+left+"]").Items(0, -1)
		terms := make([]*Term, len(args))
		values := true
		for i, a := range args {
			terms[i] = a.Term
			values = values && a.Term.IsValue()
		}
		want = strings.TrimSpace(want)
		got, expected := Apply(sym, terms...), App(sym, terms...)
		switch {
		case !yields:
			got, expected = sym.Defined(terms), read(t, want)
			conditions[hook] = true
		case want != "stays":
			expected = read(t, want)
			valued[hook] = valued[hook] || values
		case values && sym.Total:
			t.Errorf("%s: the function is total", line)
		case values:
			stuck[hook] = true
		}
		if !Equal(got, expected) || got.Sort() != expected.Sort() && want != "stays" {
			t.Errorf("%s: got %s", line, got)
		}
	}
	for _, hook := range BuiltinHooks() {
		sym := builtins[hook]
		switch {
		case !valued[hook] && sym.Class != Binder:
			t.Errorf("%s has no row with values", hook)
		case !sym.Total && !stuck[hook]:
			t.Errorf("%s is partial: it has no row with values for which it is not defined", hook)
		case sym.Defined != nil && !conditions[hook]:
			t.Errorf("%s has no row with its condition of definedness", hook)
		}
	}
}
