package report_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/verify"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// log are the parts of a SARIF log that tests look at.
type log struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID               string
					ShortDescription struct{ Text string }
				}
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ExitCode                   int
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		ColumnKind string
		Artifacts  []struct{ Location artifact }
		Results    []result
	}
}

type artifact struct {
	URI   string
	Index int
}

type result struct {
	RuleID              string
	RuleIndex           int
	Kind, Level         string
	Message             struct{ Text string }
	Locations           []location
	RelatedLocations    []location
	PartialFingerprints map[string]string
	CodeFlows           []struct {
		ThreadFlows []struct {
			Locations []struct {
				Location       location
				ExecutionOrder int
				State          map[string]struct{ Text string }
			}
		}
	}
}

type location struct {
	PhysicalLocation struct {
		ArtifactLocation artifact
		Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
	}
}

func sarifOf(t *testing.T, o verify.Options, inputs ...verify.Input) (string, log) {
	t.Helper()
	text := reportOf(t, "sarif", o, inputs...)
	var l log
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(l.Runs) != 1 {
		t.Fatalf("%d runs", len(l.Runs))
	}
	return text, l
}

// schema is that of the standard.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	const name = "testdata/sarif-schema-2.1.0.json"
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, text string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestSARIFIsValid validates logs against the schema, and checks what the standard
// asks beyond it: that places in lists are those of what is named, that only failures
// have a level, that a region does not end before it begins.
func TestSARIFIsValid(t *testing.T) {
	s := schema(t)
	validate(t, s, reportOf(t, "sarif", verify.Options{}))
	text, undecided := sarifOf(t, verify.Options{Solver: "none"}, verify.Input{Path: "open.imp", Text: "int n;\n//@pre: n > 1\nn = n * n;\n//@post: n > 3\n"})
	validate(t, s, text)
	text, l := sarifOf(t, verify.Options{}, programs...)
	validate(t, s, text)
	kinds := map[string]bool{}
	for _, r := range append(l.Runs[0].Results, undecided.Runs[0].Results...) {
		kinds[r.Kind+" "+r.Level] = true
		if id := l.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID; id != r.RuleID {
			t.Errorf("the rule %s stands in the place of %s", id, r.RuleID)
		}
		if len(r.Locations) != 1 || len(r.PartialFingerprints) != 1 || r.Message.Text == "" {
			t.Errorf("%+v", r)
		}
		for _, at := range append(r.Locations, r.RelatedLocations...) {
			p := at.PhysicalLocation
			if g := p.Region; g.StartLine < 1 || g.EndLine < g.StartLine || g.EndLine == g.StartLine && g.EndColumn < g.StartColumn {
				t.Errorf("region %+v", g)
			}
		}
	}
	for _, r := range l.Runs[0].Results {
		for _, at := range append(r.Locations, r.RelatedLocations...) {
			if a := at.PhysicalLocation.ArtifactLocation; l.Runs[0].Artifacts[a.Index].Location.URI != a.URI {
				t.Errorf("the file %s has another place", a.URI)
			}
		}
	}
	for _, kind := range []string{"fail error", "fail note", "open none"} {
		if !kinds[kind] {
			t.Errorf("no result is of kind and level %s: %v", kind, kinds)
		}
	}
	i := l.Runs[0].Invocations
	if len(i) != 1 || i[0].ExitCode != 2 || i[0].ExecutionSuccessful || len(i[0].ToolExecutionNotifications) != 3 {
		t.Errorf("invocations %+v", i)
	}
	if i := undecided.Runs[0].Invocations; len(i) != 1 || i[0].ExitCode != 3 || !i[0].ExecutionSuccessful {
		t.Errorf("invocations %+v", i)
	}
	if strings.ContainsRune(text, '\x1b') || !strings.Contains(text, "odd%20name%20%231%20%C3%A4.imp") {
		t.Error("names and messages are not escaped")
	}
}

// textOf is what a region covers, its columns taken as code points.
func textOf(source string, at location) string {
	r := at.PhysicalLocation.Region
	lines := strings.Split(source, "\n")
	if r.StartLine != r.EndLine {
		return ""
	}
	return string([]rune(lines[r.StartLine-1])[r.StartColumn-1 : r.EndColumn-1])
}

// TestSARIFRegions looks up what regions cover behind a tab and characters of two and
// four bytes.
func TestSARIFRegions(t *testing.T) {
	_, l := sarifOf(t, verify.Options{}, programs[1])
	if l.Runs[0].ColumnKind != "unicodeCodePoints" {
		t.Errorf("columns are %s", l.Runs[0].ColumnKind)
	}
	var covered []string
	for _, r := range l.Runs[0].Results {
		covered = append(covered, r.RuleID+": "+textOf(refuted, r.Locations[0]))
	}
	if want := []string{"not-implied: i < 2", "not-implied: i < 3"}; !slices.Equal(covered, want) {
		t.Errorf("regions cover %q, want %q", covered, want)
	}
}

// A counterexample is a code flow from line to line with the values at both ends.
func TestSARIFCodeFlows(t *testing.T) {
	_, l := sarifOf(t, verify.Options{}, verify.Input{Path: "f.imp", Text: "int n;\n//@pre: n > 0\nif (n < 5) {\n  n = n - 1;\n} else {\n  n = n + 1;\n}\n//@post: n > 0\n"})
	if len(l.Runs[0].Results) != 1 || len(l.Runs[0].Results[0].CodeFlows) != 1 {
		t.Fatalf("%+v", l.Runs[0].Results)
	}
	flow := l.Runs[0].Results[0].CodeFlows[0].ThreadFlows[0].Locations
	var lines []int
	for i, step := range flow {
		lines = append(lines, step.Location.PhysicalLocation.Region.StartLine)
		if step.ExecutionOrder != i+1 {
			t.Errorf("step %d comes as the %d.", i+1, step.ExecutionOrder)
		}
	}
	if !slices.IsSorted(lines) || len(lines) != len(slices.Compact(slices.Clone(lines))) || lines[0] != 3 || !slices.Contains(lines, 4) || slices.Contains(lines, 6) {
		t.Errorf("the path has the lines %v", lines)
	}
	if first, last := flow[0].State["n"].Text, flow[len(flow)-1].State["n"].Text; first != "1" || last != "0" {
		t.Errorf("n is %s at the start and %s at the end", first, last)
	}
}

// fingerprints are those of the results for a program, in their order.
func fingerprints(t *testing.T, text string) []string {
	t.Helper()
	_, l := sarifOf(t, verify.Options{}, verify.Input{Path: "f.imp", Text: text})
	var out []string
	for _, r := range l.Runs[0].Results {
		out = append(out, r.RuleID+" "+r.PartialFingerprints["goal/v1"])
	}
	return out
}

// TestSARIFFingerprints edits a program around what fails in it.
func TestSARIFFingerprints(t *testing.T) {
	const twice = `int i, n;
//@pre: n >= 0
i = 0;
while (i < n) {
  //@inv: i <= n + 1 /\ i < 3
  i = i + 2;
}
i = 0;
while (i < n) {
  //@inv: i <= n + 1 /\ i < 3
  i = i + 2;
}
//@post: i < 2
`
	old := fingerprints(t, twice)
	if len(old) != 3 || len(slices.Compact(slices.Sorted(slices.Values(old)))) != 3 {
		t.Fatalf("three different results are wanted: %v", old)
	}
	for name, text := range map[string]string{
		"lines above":     "// A comment.\n\n\n" + twice,
		"indented":        strings.ReplaceAll(twice, "\n", "\n    "),
		"a statement":     strings.Replace(twice, "//@post", "n = n + 0;\n//@post", 1),
		"windows":         strings.ReplaceAll(twice, "\n", "\r\n"),
		"another comment": strings.ReplaceAll(twice, "i = i + 1;", "i = i + 1; // one more"),
	} {
		if now := fingerprints(t, text); !slices.Equal(now, old) {
			t.Errorf("%s: %v, before %v", name, now, old)
		}
	}
	if now := fingerprints(t, strings.Replace(twice, "i < 2", "i < 1", 1)); slices.Equal(now, old) {
		t.Errorf("another condition has the same fingerprint: %v", now)
	}
}

// TestReasonsHaveRules: each reason of a failure is a rule with a description.
func TestReasonsHaveRules(t *testing.T) {
	_, l := sarifOf(t, verify.Options{})
	described := map[string]bool{}
	for _, r := range l.Runs[0].Tool.Driver.Rules {
		described[r.ID] = strings.HasSuffix(r.ShortDescription.Text, ".")
	}
	reasons := constants(t, "../prover/verdict.go", "Reason")
	if len(reasons) < 10 || len(reasons) != len(described) {
		t.Errorf("%d reasons, %d rules", len(reasons), len(described))
	}
	for _, r := range reasons {
		if !described[r] {
			t.Errorf("the reason %s has no rule", r)
		}
	}
	if !slices.Contains(reasons, string(prover.ReasonStuck)) {
		t.Errorf("reasons %v", reasons)
	}
}
