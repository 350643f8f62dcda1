package progress

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rlv/report"
	"rlv/verify"
)

// On a terminal a line says where the proof is; it is gone before anything is printed
// and in the end.
func TestProgress(t *testing.T) {
	var screen bytes.Buffer
	line := &Line{to: &screen}
	v, err := verify.New(context.Background(), verify.Options{Jobs: 1, Progress: line.Prove})
	if err != nil {
		t.Fatal(err)
	}
	format, err := report.FormatOf("text")
	if err != nil {
		t.Fatal(err)
	}
	to := line.Beside(format.New(&screen, report.Settings{}))
	path := filepath.Join("..", "examples", "cink", "sum.cink")
	if _, err := v.Program(context.Background(), verify.Input{Path: path}, to); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	shown := screen.String()
	if !regexp.MustCompile(`goal 3 of 3, \S+sum\.cink:\d+:\d+: .*\(\d\d steps, \d+ branches, \d+ quer`).MatchString(shown) {
		t.Errorf("no line of the last goal in %q", shown)
	}
	left := regexp.MustCompile(`\r\x1b\[Kgoal [^\r\n]*(\r\x1b\[K)`)
	for before := ""; before != shown; {
		before, shown = shown, left.ReplaceAllString(shown, "$1")
	}
	shown = strings.ReplaceAll(shown, "\r\x1b[K", "")
	for _, l := range strings.Split(strings.TrimSpace(shown), "\n") {
		if !regexp.MustCompile(`^(ok      .*|        (total|partial): .*|3 of 3 goals proved .*)$`).MatchString(l) {
			t.Errorf("left on the screen: %q", l)
		}
	}
}
