package library

import (
	"slices"
	"strings"
	"testing"

	"rlv/annotate/syntax"
	"rlv/semantics/source"
)

// annotations are those in a text of nothing but comments.
func annotations(t *testing.T, text string) []*syntax.Annotation {
	t.Helper()
	anns, problems := syntax.File(source.NewFile("test", text))
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	return anns
}

// What is relevant is what is mentioned, what that is made of, and the lemmas that speak of
// nothing else. What the proofs of these need stands aside.
func TestRelevant(t *testing.T) {
	var entries []*entry
	for _, a := range annotations(t, strings.Join([]string{
		"//@logic f(Int n): Int = n",
		"//@logic g(Int n): Int = f(n)",
		"//@logic h(Int n): Int = n",
		"//@lemma helps(n): h(n) == n",
		"//@lemma about(n): g(n) == f(n) by use both(n)",
		"//@lemma both(n): g(n) == h(n) by use helps(n)",
		"//@lemma silent(n): g(n) >= g(n) only by name",
		"//@lemma loud(n): g(n) == n by use silent(n)",
		"//@lemma of_none(n): n == n",
		"//@logic p(Int n): Bool = n > 0",
		"//@logic q(Int n): Bool = p(n)",
		"//@logic r(Int n): Bool = n > 0 /\\ r(n-1)",
		"//@lemma short(n): p(n) ==> h(n) > 0",
		"//@lemma long(n): q(n) ==> h(n) > 0",
		"//@lemma again(n): r(n) ==> h(n) > 0",
		"//@lemma none(n): p(n) ==> n > 0",
	}, "\n")) {
		entries = append(entries, newEntry(a, "<test>"))
	}
	for _, tt := range []struct{ text, relevant, aside string }{
		{"//@lemma x == 1", "", ""},
		{"//@lemma f(1) == 1", "f", ""},
		{"//@lemma g(1) == 1", "f g about loud", "h helps silent"},
		{"//@lemma h(1) == 1", "h helps p short", ""},
		{"//@lemma g(1) == h(1)", "f g h helps about both loud p short", "silent"},
		{"//@lemma f == 1", "", ""},
		{"//@use: of_none(1)", "of_none", ""},
		{"//@use: silent(1)", "f g about silent loud", "h helps"},
		{"//@include: <f(g)>", "", ""},
	} {
		var relevant, aside []string
		origins := newGraph(entries).relevant(annotations(t, tt.text))
		for _, e := range entries {
			switch o := origins[e.Span]; {
			case o == nil:
			case o.Aside:
				aside = append(aside, e.name.Text)
			default:
				relevant = append(relevant, e.name.Text)
			}
		}
		if strings.Join(relevant, " ") != tt.relevant || strings.Join(aside, " ") != tt.aside {
			t.Errorf("%s: %v, aside %v; want %s, aside %s", tt.text, relevant, aside, tt.relevant, tt.aside)
		}
	}
	origins := newGraph(entries).relevant(annotations(t, "//@lemma g(1) == h(1)"))
	for _, tt := range []struct{ lemma, needs string }{{"about", "f g h helps"}, {"both", "f g h helps about"}, {"loud", "f g about silent"}, {"helps", "h"}} {
		var needs []string
		i := slices.IndexFunc(entries, func(e *entry) bool { return e.name.Text == tt.lemma })
		for _, e := range entries {
			if origins[entries[i].Span].Needs(e.Span) {
				needs = append(needs, e.name.Text)
			}
		}
		if got := strings.Join(needs, " "); got != tt.needs {
			t.Errorf("the proof of %s needs %s; want %s", tt.lemma, got, tt.needs)
		}
	}
}

// What is included is followed through links and other spellings of a path.
func TestIdentity(t *testing.T) {
	if identity("a/../library_test.go") != identity("./library_test.go") {
		t.Error("one file has two identities")
	}
}

// A function is found in the library that declares it; a lemma is no function.
func TestOf(t *testing.T) {
	for function, want := range map[string]string{"power": "<numbers>", "sorted": "<arrays>", "ends": "<strings>", "sum_first": "", "other": ""} {
		if got := Of(function); got != want {
			t.Errorf("%s: %q, want %q", function, got, want)
		}
	}
}
