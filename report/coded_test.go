package report

import (
	"errors"
	"fmt"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/source"
)

// Each diagnostic has a code, also of errors that have no place in a text.
func TestEachDiagnosticHasACode(t *testing.T) {
	none := errors.New("none")
	for want, err := range map[string]error{
		"no-file": fmt.Errorf("f: %w", &source.Coded{Name: "no-file", Err: none}),
		"limit":   &rewrite.LimitError{Message: "too long"},
		"unknown": source.Errorf(source.Span{}, "unknown", "what is this"),
		otherCode: none,
	} {
		if d := NewDiagnostics(err); len(d) != 1 || d[0].Code != want {
			t.Errorf("%v: %+v, want the code %s", err, d, want)
		}
		if want == "no-file" && !errors.Is(err, none) {
			t.Error("what a code is of is lost")
		}
	}
}
