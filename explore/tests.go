package explore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"rlv/interpret"
	"rlv/semantics/rewrite"
)

// Test is a test of a program: an input, and what the program makes of it.
type Test struct {
	Name      string   `json:"name"` // such as 007; names sort
	Condition []string `json:"condition"`
	Input     string   `json:"input"`
	Output    string   `json:"output"`
	Exit      int      `json:"exit"` // status
}

// Suite is one test for each path of a program to an end, up to the bounds.
type Suite struct {
	Tests    []*Test   `json:"tests"`
	Coverage *Coverage `json:"coverage"`
	Report   *Report   `json:"search"`
	// Dropped are paths that have no test, and why.
	Dropped []string `json:"dropped"`
}

// Tests searches all ends of a program and makes a test of each.
func Tests(ctx context.Context, p *Program, r Request) (*Suite, error) {
	if r.Merging == MergeJoins {
		return nil, errors.New("--merge joins: a test is made of each path, and this makes several one")
	}
	r.Target, r.NoReplay, r.Cover = Target{}, false, true
	report, err := Run(ctx, p, r)
	if err != nil {
		return nil, err
	}
	s := &Suite{Tests: []*Test{}, Coverage: report.Coverage, Report: report, Dropped: []string{}}
	width := len(fmt.Sprint(len(report.Solutions)))
	for _, found := range report.Solutions {
		t, err := p.test(ctx, found, r)
		if err != nil {
			s.Dropped = append(s.Dropped, fmt.Sprintf("%s: %v", found.PathCondition(), err))
			continue
		}
		t.Name = fmt.Sprintf("%0*d", max(width, minWidth), len(s.Tests)+1)
		s.Tests = append(s.Tests, t)
	}
	return s, nil
}

// minWidth is the width of the names of a few tests.
const minWidth = 3

// test makes a test of a path: the program is run as by `rlv run` on the text of the
// input, which must write what the search says.
func (p *Program) test(ctx context.Context, s *Solution, r Request) (*Test, error) {
	if s.Replay != Confirmed {
		return nil, fmt.Errorf("%s: %s", s.Replay, s.Remark)
	}
	t := &Test{Condition: s.Condition}
	for _, item := range s.input {
		text, ok := rewrite.ItemText(item)
		if !ok {
			text = item.String()
		}
		t.Input += text + "\n"
	}
	var out strings.Builder
	ctx, cancel := context.WithTimeout(ctx, replayTime)
	defer cancel()
	exit, err := interpret.Run(ctx, p.Engine, p.Program, interpret.Options{In: strings.NewReader(t.Input), Out: &out, Inputs: p.inputs})
	if err != nil {
		return nil, fmt.Errorf("a run on the text of the input fails: %w", err)
	}
	if t.Output, t.Exit = out.String(), exit; t.Output != s.Written {
		return nil, errors.New("a run on the text of the input writes something else: what is read is not what was written into it")
	}
	return t, nil
}

// Write writes the tests into a new directory: NAME.in, NAME.out and NAME.status, a
// script run.sh that runs a command on them, and coverage.txt. The directory is there
// with all of them, or not at all.
func (s *Suite) Write(dir string) (err error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: this directory is not empty; tests are written into a new one", dir)
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	dir = filepath.Clean(dir)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("%s: the tests were not written: %w", dir, err), os.RemoveAll(temp))
		}
	}()
	if err := s.writeInto(temp); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	return os.Rename(temp, dir)
}

func (s *Suite) writeInto(dir string) error {
	files := map[string]string{"coverage.txt": s.Coverage.text(s.Report)}
	for _, t := range s.Tests {
		files[t.Name+".in"], files[t.Name+".out"], files[t.Name+".status"] = t.Input, t.Output, fmt.Sprintln(t.Exit)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "run.sh"), []byte(script), 0o755)
}

// script runs a command on the tests.
const script = `#!/bin/sh
# usage: run.sh COMMAND [ARGUMENT]...
# Runs the command on each test: NAME.in is its input; it must write NAME.out and exit
# with NAME.status. The status is 0 if all tests pass.
if [ $# -eq 0 ]; then echo "usage: run.sh COMMAND [ARGUMENT]..." >&2; exit 2; fi
dir=$(dirname "$0")
got=$(mktemp) || exit 2
trap 'rm -f "$got"' EXIT
passed=0 failed=0
for in in "$dir"/*.in; do
  [ -e "$in" ] || continue
  name=${in%.in}
  "$@" < "$in" > "$got"
  status=$?
  if cmp -s "$got" "$name.out" && [ "$status" -eq "$(cat "$name.status")" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $(basename "$name"): status $status, expected $(cat "$name.status")"
    diff "$name.out" "$got" | head -n 10
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
`

// text is the coverage for people.
func (c *Coverage) text(r *Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d outcomes of %s taken\n", c.Taken, c.Outcomes, count(len(c.Branches), "branch"))
	how := "not found"
	switch {
	case r.Complete && r.Ends.NeedsInput == 0:
		how = "no input leads there (proved: everything was searched)"
	case r.Complete:
		how = "no input of this length leads there (proved: everything was searched up to it)"
	}
	for _, branch := range c.Branches {
		for _, o := range branch.Outcomes {
			if !o.Taken {
				fmt.Fprintf(&b, "  line %d: after %s the way to %s is not taken: %s\n", branch.Line, branch.Text, o.describe(), how)
			}
		}
	}
	if len(c.Unreached) > 0 {
		fmt.Fprintf(&b, "  lines that no path comes to: %s: %s\n", strings.Trim(fmt.Sprint(c.Unreached), "[]"), how)
	}
	return b.String()
}

func (o *Outcome) describe() string {
	if o.Line == 0 {
		return "what follows"
	}
	return fmt.Sprintf("%s (line %d)", o.Text, o.Line)
}

// Print writes the suite in a format, json or text.
func (s *Suite) Print(w io.Writer, format string) error {
	if format == "json" {
		return writeJSON(w, s)
	}
	_, err := io.WriteString(w, s.Text())
	return err
}

// Text is what a user reads of the suite.
func (s *Suite) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", count(len(s.Tests), "test"), s.Coverage.text(s.Report))
	if n := s.Report.Ends.Stuck; n > 0 {
		fmt.Fprintf(&b, "%s are stuck and have no test: see rlv search --stuck\n", count(n, "path"))
	}
	for _, d := range s.Dropped {
		fmt.Fprintf(&b, "no test for %s\n", d)
	}
	fmt.Fprintf(&b, "%s in %.2f s\n", s.Report.Summary(), s.Report.Time/1000)
	return b.String()
}
