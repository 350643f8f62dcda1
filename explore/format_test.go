package explore_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rlv/explore"
	"rlv/semantics/search"
)

// TestSchema: what the JSON format writes is as docs/search.schema.json says.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/search.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(name string, data []byte) {
		t.Helper()
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	format, err := explore.FormatOf("json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]explore.Request{
		"ends":        {Input: input(t, "n j x a1 a1 7"), PC: []string{"n > 0"}, Configurations: true},
		"stuck":       {Input: input(t, "n j x a1"), Target: explore.Target{Stuck: true}},
		"cut":         {Input: input(t, "n j x a1 a2"), Limits: search.Limits{Depth: 50}},
		"a line":      {Input: input(t, "n j x a1"), Target: explore.Target{At: 4, Where: "j > 0"}, NoReplay: true},
		"not there":   {Input: input(t, "n j x a1"), PC: []string{"n > 0"}, Target: explore.Target{Output: "error"}},
		"not decided": {Input: input(t, "n j x a1"), Target: explore.Target{Pattern: `<out> ... ListItem("error") ... </out>`}},
		"values":      {Input: input(t, "1 0 2 3"), Target: explore.Target{Pattern: `<in> L </in>`}},
	} {
		report := find(t, load(t, figure6), r)
		var out bytes.Buffer
		p := format.New(&out, explore.Settings{})
		for _, s := range report.Solutions {
			p.Solution(s)
		}
		if err := p.Close(report); err != nil {
			t.Fatal(err)
		}
		valid(name, out.Bytes())
	}
	suite, err := explore.Tests(context.Background(), load(t, figure6), explore.Request{Input: input(t, "n j x a1 a2")})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(suite)
	if err != nil {
		t.Fatal(err)
	}
	valid("tests", text)
	if schema.Validate(map[string]any{"version": 2}) == nil {
		t.Error("the schema refuses nothing")
	}
}

// TestTree: the tree of a search has each end once, below the branchings that lead there.
func TestTree(t *testing.T) {
	r := find(t, load(t, figure6), explore.Request{Input: input(t, "n j x a1 a2 a3"), PC: []string{"n > 0"}, KeepTree: true})
	kinds, parents := map[string]int{}, map[int]bool{0: true}
	for _, n := range r.Tree.Nodes {
		kinds[string(n.Kind)]++
		if !parents[n.Parent] {
			t.Errorf("node %d stands before its parent %d", n.ID, n.Parent)
		}
		if n.Parent != 0 && len(n.Condition) == 0 {
			t.Errorf("node %d is no different from its siblings", n.ID)
		}
		parents[n.ID] = true
	}
	if kinds["final"] != 6 || kinds["stuck"] != 3 || kinds["needs input"] != 1 {
		t.Errorf("%v", kinds)
	}
	for _, name := range []string{"dot", "html"} {
		format, err := explore.FormatOf(name)
		var out strings.Builder
		if err == nil {
			err = format.New(&out, explore.Settings{}).Close(r)
		}
		if err != nil || !strings.Contains(out.String(), "815 states") {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
}

// TestSuiteIsWhole: a directory of tests is there with all of them, or not at all.
func TestSuiteIsWhole(t *testing.T) {
	suite, err := explore.Tests(context.Background(), load(t, absolute), explore.Request{Input: input(t, "x")})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	suite.Tests[1].Name = "no/name" // cannot be written
	if err := suite.Write(out); err == nil || !strings.Contains(err.Error(), "the tests were not written") {
		t.Errorf("%v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
	suite.Tests[1].Name = "002"
	if err := suite.Write(out); err != nil {
		t.Fatal(err)
	}
	if err := suite.Write(out); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("%v", err)
	}
}

// TestInterrupted: what was found until the context ends is reported.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := explore.Request{Input: explore.Inputs(12), Found: func(*explore.Solution) { cancel() }}
	report, err := explore.Run(ctx, load(t, ifs(12)), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Solutions) != 1 || report.Complete || !strings.Contains(report.Summary(), search.BecauseStopped) {
		t.Errorf("%d solutions: %s", len(report.Solutions), report.Summary())
	}
}

// ifs is a program with n ifs on inputs.
func ifs(n int) string {
	return "int main() {\n  int s = 0, x;\n" + strings.Repeat("  cin >> x;\n  if (x > 0) s = s + 1;\n", n) + "  cout << s;\n  return 0;\n}\n"
}
