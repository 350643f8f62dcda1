package syntax

import (
	"strings"
	"testing"

	"rlv/semantics/source"
)

// Words of other notations are errors that say what is written here.
func TestWordsElsewhere(t *testing.T) {
	for text, want := range map[string]string{
		`\old(x) == 1`:                     "written old(E)",
		`x == \result`:                     "written result",
		`\forall integer k; k > 0`:         `\forall does not belong in a formula; here that is written (forall k : lo..hi) F`,
		`\valid(p)`:                        "written len(p) >= n",
		`x \ y`:                            `"\\" does not belong in a formula`,
		`\other(x)`:                        `\other does not belong in a formula`,
		"x > 0 and y > 0":                  `written /\`,
		"(x > 0 or y > 0)":                 `written \/`,
		"x mod 2 == 0":                     "written %",
		"x > 0 => y > 0":                   "an implication is written ==>",
		"x = > y":                          `expected a formula, found ">"`,
		"forall k :: k > 0":                "a quantifier is written (forall k : lo..hi) F",
		"(forall k in 0..3) a[k] > 0":      "a quantifier is written (forall k : lo..hi) F",
		"(exists k : 0 <= k < 3) a[k] > 0": "a quantifier is written (exists k : lo..hi) F",
		"x unheard y":                      `found "unheard"`,
	} {
		_, problem := ParseFormula(spanOf(text))
		if problem == nil || !strings.HasSuffix(problem.Message, want) {
			t.Errorf("%s: %v, want %s", text, problem, want)
		}
	}
	for _, text := range []string{"(forall Int in : 0..3) a[in] > 0", "(forall Int in) in > 0", "(forall in, k) in > k", "old(and) + or > mod"} {
		if _, problem := ParseFormula(spanOf(text)); problem != nil {
			t.Errorf("%s: %v", text, problem)
		}
	}
}

// So are their keys; what is misspelt is still that.
func TestKeysElsewhere(t *testing.T) {
	for text, want := range map[string]string{
		"/*@ requires x > 0; */": "; here that is @pre: ..",
		"//@ ensures x > 0;":     "; here that is @post: ..",
		"//@assigns: x":          "; here that is @modifies: ..",
		"//@ loop invariant x":   "; here that is @inv: ..",
		"//@asert: x > 0":        "; did you mean assert?",
		"//@quite: x > 0":        "pre, use",
	} {
		_, problems := Annotations([]source.Span{spanOf(text)})
		if len(problems) != 1 || !strings.HasSuffix(problems[0].Message, want) {
			t.Errorf("%s: %v, want %s", text, problems, want)
		}
	}
}
