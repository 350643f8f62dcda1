package verify

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rlv/report"
)

// A phase that does not end, or panics, is an error with status 3 that says which it
// was.
func TestWithin(t *testing.T) {
	release := make(chan bool)
	defer close(release)
	tests := []struct {
		name, want string
		status     report.Status
		do         func() (int, error)
	}{
		{"endless", "parsing x was stopped after 50ms (limit of this phase)", report.Undecided, func() (int, error) { <-release; return 1, nil }},
		{"panic", "parsing x: internal error: boom; this is a bug in rlv", report.Undecided, func() (int, error) { panic("boom") }},
		{"error", "wrong", report.WrongInput, func() (int, error) { return 1, errors.New("wrong") }},
		{"value", "", "", func() (int, error) { return 1, nil }},
	}
	for _, tt := range tests {
		v, err := within(50*time.Millisecond, "parsing x", tt.do)
		if tt.want == "" {
			if v != 1 || err != nil {
				t.Errorf("%s: %v %v", tt.name, v, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || StatusOf(err) != tt.status {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
