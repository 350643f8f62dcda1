package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"rlv/prover"
	"rlv/semantics/source"
)

// junit writes JUnit XML as continuous integration reads it: a test suite for each
// file, a test case for each goal and lemma. A goal that is not proved is a failure
// with what the text report writes of it; a file that cannot be verified has one test
// case more, with an error. What XML has no characters for is written as an escape.
type junit struct {
	remarks
	w      io.Writer
	suites junitSuites
}

func newJUnit(w io.Writer, _ Settings) Printer {
	return &junit{w: w, suites: junitSuites{Name: "rlv"}}
}

type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCounts
	Suites []junitSuite `xml:"testsuite"`
}

type junitCounts struct {
	Tests    int     `xml:"tests,attr"`
	Failures int     `xml:"failures,attr"`
	Errors   int     `xml:"errors,attr"`
	Skipped  int     `xml:"skipped,attr"`
	Time     seconds `xml:"time,attr"`
}

// seconds are written with milliseconds.
type seconds float64

// MarshalText implements encoding.TextMarshaler.
func (s seconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.3f", float64(s)), nil }

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Cases  []junitCase `xml:"testcase"`
	Output *junitText  `xml:"system-out"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    seconds       `xml:"time,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Skipped *junitProblem `xml:"skipped"`
}

type junitProblem struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	junitText
}

type junitText struct {
	Text string `xml:",cdata"`
}

// File adds the test suite of a file.
func (p *junit) File(f *File) {
	name := source.Printable(f.File)
	suite := junitSuite{Name: name}
	for _, g := range f.Goals {
		suite.add(newJUnitCase(g, name))
	}
	if f.Err != nil {
		c := junitCase{Name: "verified", Class: name, File: name, Error: &junitProblem{Type: string(f.Status), Message: firstProblem(f.Err)}}
		for _, err := range Problems(f.Err) {
			c.Error.Text += Rendered(err)
		}
		suite.add(c)
	}
	for _, b := range f.Before {
		suite.Time += seconds(b.Time / 1000)
	}
	if text := p.output(f); text != "" {
		suite.Output = &junitText{text}
	}
	p.suites.Suites = append(p.suites.Suites, suite)
	p.suites.sum(suite.junitCounts)
	p.remarks = remarks{}
}

// Close writes the report.
func (p *junit) Close() error {
	if _, err := io.WriteString(p.w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(p.w)
	e.Indent("", "  ")
	if err := e.Encode(p.suites); err != nil {
		return err
	}
	_, err := io.WriteString(p.w, "\n")
	return err
}

func newJUnitCase(g Goal, file string) junitCase {
	c := junitCase{Name: source.Printable(g.Name), Class: file, File: file, Line: g.At.Line, Time: seconds(g.Time / 1000)}
	switch {
	case g.Status == prover.Assumed:
		c.Skipped = &junitProblem{Message: "trusted, not proved"}
	case g.Status != prover.Proved:
		var b strings.Builder
		(&text{w: &b}).failure(g.Verdict)
		c.Failure = &junitProblem{Type: g.Failure.Reason, Message: source.Printable(string(g.Status) + ": " + g.Failure.Message), junitText: junitText{"\n" + b.String()}}
	}
	return c
}

// output is what there is to say about a file beside its goals.
func (p *junit) output(f *File) string {
	var b strings.Builder
	t := &text{w: &b}
	for _, d := range p.warnings {
		t.indented(d.Render())
	}
	t.trusted(f.Trusted)
	for _, d := range p.notes {
		t.indented(d.Render())
	}
	return b.String()
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	one := junitCounts{Tests: 1, Time: c.Time}
	switch {
	case c.Failure != nil:
		one.Failures = 1
	case c.Error != nil:
		one.Errors = 1
	case c.Skipped != nil:
		one.Skipped = 1
	}
	s.sum(one)
}

func (c *junitCounts) sum(other junitCounts) {
	c.Tests += other.Tests
	c.Failures += other.Failures
	c.Errors += other.Errors
	c.Skipped += other.Skipped
	c.Time += other.Time
}

// firstProblem is the first problem in an error, in one line.
func firstProblem(err error) string {
	return source.Printable(Problems(err)[0].Error())
}
