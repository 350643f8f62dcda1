package page_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/explore/page"
	"rlv/report/drawing/drawingtest"
)

func dotOf(t *testing.T, tree *page.Tree) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.WriteDOT(&b, tree); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A statement of the graphs that are written, with its strings left out: one that
// a text could have changed is of another form.
var statement = regexp.MustCompile(`^\t(graph|node|edge|n\d+|n\d+ -> n\d+) \[\w+=(\w+|[\d.]+|S)(, \w+=(\w+|[\d.]+|S))*\];$`)

// stringsOf returns the quoted strings of a text in DOT, as its scanner reads them, and
// the text with S in the place of each.
func stringsOf(t *testing.T, text string) (all []string, rest string) {
	t.Helper()
	var outside, inside strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\' && text[i+1] == '"':
			inside.WriteByte('"')
			i++
		case quoted && c == '\\':
			inside.WriteString(text[i : i+2])
			i++
		case quoted && c < ' ':
			t.Fatalf("a control character in a string: %q", text[max(0, i-40):i+1])
		case c == '"' && quoted:
			all = append(all, inside.String())
			inside.Reset()
			outside.WriteByte('S')
			quoted = false
		case c == '"':
			quoted = true
		case quoted:
			inside.WriteByte(c)
		default:
			outside.WriteByte(c)
		}
	}
	if quoted {
		t.Fatal("a string does not end")
	}
	return all, outside.String()
}

// shown is what a label shows: escapes and entities resolved.
func shown(label string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\l`, "\n", "&amp;", "&").Replace(label)
}

func TestHostileTextsStayInsideTheirStrings(t *testing.T) {
	labels, rest := stringsOf(t, dotOf(t, hostileTree()))
	lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
	if lines[0] != "digraph search {" || lines[len(lines)-1] != "}" {
		t.Errorf("begins with %q and ends with %q", lines[0], lines[len(lines)-1])
	}
	for _, line := range lines[1 : len(lines)-1] {
		if !statement.MatchString(line) {
			t.Errorf("not a statement: %s", line)
		}
	}
	if want := 3 + 2*len(hostile) + 1; len(lines)-2 != want {
		t.Errorf("%d statements, want %d", len(lines)-2, want)
	}
	var texts []string
	for _, l := range labels {
		texts = append(texts, strings.TrimSuffix(shown(l), "\n"))
	}
	for _, h := range hostile {
		if want := visible(h); !slices.Contains(texts, want) {
			t.Errorf("%q: no string shows %q", h, want)
		}
	}
}

// visible is a text as labels have it: pictures of control characters, and U+FFFD for
// each byte that is not UTF-8.
func visible(text string) string {
	return strings.NewReplacer("\x00", "␀", "\x1b", "␛", "\x7f", "␡", "\t", " ").Replace(string([]rune(text)))
}

func TestLongLabelsAreShortened(t *testing.T) {
	tree := example()
	for i := range 9 {
		tree.Nodes[1].Condition = append(tree.Nodes[1].Condition, fmt.Sprintf("x%d < %s", i, strings.Repeat("y", 100)))
	}
	labels, _ := stringsOf(t, dotOf(t, tree))
	want := "n <= 0\nx0 < " + strings.Repeat("y", 43) + "...\nx1 < " + strings.Repeat("y", 43) + "...\nand 7 more\n"
	if !slices.ContainsFunc(labels, func(l string) bool { return shown(l) == want }) {
		t.Errorf("no label is\n%s\nin %q", want, labels)
	}
	if !slices.ContainsFunc(labels, func(l string) bool { return strings.Contains(l, "x8 < "+strings.Repeat("y", 100)) }) {
		t.Error("no tooltip has the whole condition")
	}
}

// A reader of the file that Graphviz draws sees each label as it was meant.
func TestGraphvizShowsTheLabels(t *testing.T) {
	dot := drawingtest.Command(t, "dot")
	for _, tree := range []*page.Tree{example(), hostileTree()} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		command := exec.CommandContext(ctx, dot, "-Tsvg")
		command.Stdin = strings.NewReader(dotOf(t, tree))
		var out, problems bytes.Buffer
		command.Stdout, command.Stderr = &out, &problems
		if err := command.Run(); err != nil {
			t.Fatalf("dot: %v\n%s", err, problems.String())
		}
		if strings.Contains(problems.String(), "syntax") {
			t.Errorf("dot: %s", problems.String())
		}
		nodes, edges, texts := drawn(t, &out)
		if nodes != len(tree.Nodes) || edges != len(tree.Nodes)-1 {
			t.Errorf("%d nodes and %d edges are drawn, of %d nodes", nodes, edges, len(tree.Nodes))
		}
		for _, n := range tree.Nodes[1:] {
			for line := range strings.SplitSeq(visible(n.Condition[0]), "\n") {
				line = plain(line)
				if runes := []rune(line); len(runes) > 48 {
					line = string(runes[:48]) + "..."
				}
				if !slices.Contains(texts, line) {
					t.Errorf("no text %q is drawn", line)
				}
			}
		}
	}
}

// plain is a line with each run of white space as a blank: SVG has it as several
// characters.
func plain(line string) string { return strings.Join(strings.Fields(line), " ") }

// drawn counts nodes and edges of a drawing in SVG, and returns its lines of text.
func drawn(t *testing.T, svg io.Reader) (nodes, edges int, texts []string) {
	t.Helper()
	in := xml.NewDecoder(svg)
	in.Strict = true
	for {
		token, err := in.Token()
		if err == io.EOF {
			return nodes, edges, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case e.Name.Local == "g" && a.Name.Local == "class" && a.Value == "node":
				nodes++
			case e.Name.Local == "g" && a.Name.Local == "class" && a.Value == "edge":
				edges++
			}
		}
		if e.Name.Local == "text" {
			var text string
			if err := in.DecodeElement(&text, &e); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, plain(text))
		}
	}
}
