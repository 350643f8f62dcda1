package report_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/report"
	"rlv/semantics/source"
	"rlv/verify"

	"github.com/hashicorp/go-multierror"
)

// constants returns the values of the constants in a file whose names begin so.
func constants(t *testing.T, path, prefix string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, prefix) && len(v.Values) == 1 {
			value, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, value)
		}
		return true
	})
	return out
}

type suites struct {
	Tests    int     `xml:"tests,attr"`
	Failures int     `xml:"failures,attr"`
	Errors   int     `xml:"errors,attr"`
	Suites   []suite `xml:"testsuite"`
}

type suite struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Output   string `xml:"system-out"`
	Cases    []struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Line    int      `xml:"line,attr"`
		Failure *problem `xml:"failure"`
		Error   *problem `xml:"error"`
	} `xml:"testcase"`
}

type problem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// TestJUnit counts what a JUnit report says: a suite for each file, a failure with
// its text for each goal that is not proved, an error for wrong input.
func TestJUnit(t *testing.T) {
	text := reportOf(t, "junit", verify.Options{}, programs...)
	var all suites
	if err := xml.Unmarshal([]byte(text), &all); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(all.Suites) != len(programs) {
		t.Fatalf("%d suites for %d files", len(all.Suites), len(programs))
	}
	tests, failures, errs := 0, 0, 0
	for i, s := range all.Suites {
		if s.Tests != len(s.Cases) || s.Name != programs[i].Path {
			t.Errorf("suite %s: %d of %d", s.Name, s.Tests, len(s.Cases))
		}
		names := map[string]bool{}
		for _, c := range s.Cases {
			switch {
			case c.Failure != nil:
				failures++
				if c.Failure.Type == "" || !strings.Contains(c.Failure.Text, c.Failure.Message) {
					t.Errorf("failure %+v", c.Failure)
				}
			case c.Error != nil:
				errs++
				if c.Error.Type != "wrong input" || c.Error.Text == "" {
					t.Errorf("error %+v", c.Error)
				}
			case c.Line == 0:
				t.Errorf("%s has no line", c.Name)
			}
			if names[c.Name] || c.Class != s.Name {
				t.Errorf("case %s of class %s", c.Name, c.Class)
			}
			names[c.Name] = true
		}
		tests += s.Tests
	}
	if all.Tests != tests || all.Failures != failures || all.Errors != errs || failures < 4 || errs != 6 {
		t.Errorf("%d tests, %d failures, %d errors; the report has %d, %d, %d", tests, failures, errs, all.Tests, all.Failures, all.Errors)
	}
	failure := all.Suites[1].Cases[0].Failure
	if failure == nil || !strings.Contains(failure.Text, "i < 2 [not-implied]") || !strings.Contains(failure.Text, "\n") {
		t.Errorf("%+v", failure)
	}
	if !strings.Contains(all.Suites[4].Output, "axiom: (forall a) (f(a) > a)") {
		t.Errorf("what is trusted is not said: %q", all.Suites[4].Output)
	}
}

// Texts of users and solvers reach no format with characters that control a terminal
// or that XML does not have.
func TestControlCharacters(t *testing.T) {
	file := source.NewFile("a\x1bb", "x\x00y ]]> \ufffe\n")
	span := source.Span{File: file, End: 3}
	bad := &prover.Verdict{Goal: &prover.Goal{Name: "n\x07", Title: "t\x1b[2J", Span: span}, Status: prover.Failed,
		Failure: &prover.Failure{Status: prover.Failed, Reason: prover.ReasonStuck, Message: "m\x08]]>", Asked: "\u202e", Path: []source.Span{span}}}
	note := source.Warningf(span, "code", "w\x1b")
	f := &report.File{File: file.Name, Status: report.NotProved, Goals: []report.Goal{report.NewGoal(bad)}, Err: errors.New("e\x1b"), Source: file}
	for _, format := range report.Formats {
		var b strings.Builder
		p := format.New(&b, report.Settings{})
		p.Warning(note)
		p.Goal(bad)
		p.Note(note)
		p.File(f)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r < ' ' && r != '\n' || r == '\u202e' || r == '\ufffe' }); i >= 0 && format.Name != "json" {
			t.Errorf("%s: %q", format.Name, b.String()[max(0, i-20):i+5])
		}
		switch format.Name {
		case "junit":
			if err := xml.Unmarshal([]byte(b.String()), new(suites)); err != nil || !strings.Contains(b.String(), `m\x08]]`) || !strings.Contains(b.String(), `name="n\x07"`) {
				t.Errorf("%v\n%s", err, b.String())
			}
		case "sarif":
			validate(t, schema(t), b.String())
		}
	}
}

// The data of a JSON report are what is read from one.
func TestJSONIsTheData(t *testing.T) {
	text := reportOf(t, "json", verify.Options{}, append(programs, programs[0])...)
	var r report.Report
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil || b.String() != text {
		t.Errorf("%v\n%s\nread and written again:\n%s", err, text, b.String())
	}
	if r.Status != report.WrongInput || len(r.Files) != len(programs)+1 || r.Files[0].Status != report.Proved || r.Files[1].Status != report.NotProved {
		t.Errorf("%+v", r)
	}
}

func TestStatus(t *testing.T) {
	order := []report.Status{"", report.Proved, report.Undecided, report.NotProved, report.WrongInput}
	for i, a := range order {
		for j, b := range order {
			if got := a.Worse(b); got != order[max(i, j)] {
				t.Errorf("of %q and %q %q is worse", a, b, got)
			}
		}
	}
	exits := map[int]bool{}
	for _, s := range order[1:] {
		exits[s.Exit()] = true
	}
	if len(exits) != 4 || report.Proved.Exit() != 0 {
		t.Errorf("exit statuses %v", exits)
	}
	for _, s := range constants(t, "../prover/verdict.go", "") {
		if got := report.StatusOf(prover.Status(s)); (got == report.Proved) != (s == "proved" || s == "trusted") {
			t.Errorf("a goal that is %s makes a file %s", s, got)
		}
	}
}

func TestFormatNames(t *testing.T) {
	if _, err := report.FormatOf("yaml"); err == nil || !strings.Contains(err.Error(), "text, json, sarif, junit, html or dot") {
		t.Error(err)
	}
	for _, f := range report.Formats {
		if found, err := report.FormatOf(f.Name); err != nil || found.Name != f.Name || f.Summary == "" {
			t.Error(f.Name, err)
		}
	}
}

func TestProblems(t *testing.T) {
	one, two, three := errors.New("1"), source.Errorf(source.Span{}, "c", "2"), errors.New("3")
	got := report.Problems(multierror.Append(one, multierror.Append(nil, two), three))
	if len(got) != 3 || got[0] != one || got[1] != error(two) || got[2] != three || report.Problems(nil) != nil {
		t.Error(got)
	}
	if text := report.Rendered(errors.New("a\x1bb")); text != "rlv: a\\x1bb\n" {
		t.Errorf("%q", text)
	}
}

// closing is a printer that cannot be closed.
type closing struct {
	report.Silent
	err  error
	seen *int
}

// Close implements report.Printer.
func (c closing) Close() error { *c.seen++; return c.err }

func TestTeeClosesAll(t *testing.T) {
	seen := 0
	first := errors.New("first")
	err := report.Tee{closing{seen: &seen}, closing{err: first, seen: &seen}, closing{err: io.EOF, seen: &seen}}.Close()
	if err != first || seen != 3 {
		t.Errorf("%v after %d", err, seen)
	}
}

// TestInFile writes reports to files: whole, or not at all.
func TestInFile(t *testing.T) {
	text := report.Formats[1]
	dir := t.TempDir()
	write := func(path string) error {
		p, err := report.InFile(path, text, report.Settings{})
		if err != nil {
			return err
		}
		return p.Close()
	}
	plain, link := filepath.Join(dir, "plain"), filepath.Join(dir, "link")
	if err := os.Symlink(plain, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{plain, plain, link} {
		if err := write(path); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced", err)
	}
	if got, err := os.ReadFile(plain); err != nil || !strings.HasPrefix(string(got), "{") {
		t.Errorf("%s %v", got, err)
	}
	for path, want := range map[string]string{"/dev/full": "no space left", filepath.Join(dir, "no", "file"): "no such directory", dir: "is a directory"} {
		if err := write(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 2 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
