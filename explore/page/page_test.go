package page_test

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"rlv/explore/page"
	"rlv/report/drawing/drawingtest"
)

func TestMain(m *testing.M) { drawingtest.Main(m) }

func htmlOf(t *testing.T, tree *page.Tree) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.WriteHTML(&b, tree); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// example is a search of a program with a loop, cut after some passes.
func example() *page.Tree {
	return &page.Tree{
		File:    "first.lang",
		Source:  "read(n);\ni = 0;\nwhile (i < n) {\n  print(i);\n  i = i + 1;\n}\nprint(\"end\");\n",
		Title:   "all ends",
		Summary: "not everything: 30 states, 2 ends, 1 cut at --unroll",
		Nodes: []page.Node{
			{ID: 1, Kind: page.Inner, Condition: []string{"n < 5"}, Line: 3, Lines: []int{1, 2, 3}, Steps: 7},
			{ID: 2, Parent: 1, Condition: []string{"n <= 0"}, Rule: "lang.k:40", Kind: page.Final, Line: 7, Lines: []int{7}, Steps: 5, Output: "end", Solution: 1},
			{ID: 3, Parent: 1, Condition: []string{"0 < n"}, Rule: "lang.k:39", Kind: page.Inner, Line: 3, Lines: []int{4, 5, 3}, Steps: 9, Output: "0 "},
			{ID: 4, Parent: 3, Condition: []string{"n <= 1"}, Rule: "lang.k:40", Kind: page.Final, Line: 7, Lines: []int{7}, Steps: 5, Output: "0 end", Solution: 2},
			{ID: 5, Parent: 3, Condition: []string{"1 < n"}, Rule: "lang.k:39", Kind: page.Cut, Because: "the bound on visits of a loop", Line: 4, Lines: []int{4}, Steps: 4, Output: "0 1 "},
		},
	}
}

// hostile are texts that mean something in one of the languages a page is written in.
var hostile = []string{
	`"`, `\`, `\"`, `"]; evil [label="`, `\N\G\l\n`, "two\nlines", "a\ttab", "\x00\x1b[31m\x7f", "\xff\xfe",
	"<b>bold</b>", "&lt;&amp;&#34;", "</script><script>alert(1)</script>", "<!--<script>", "]]>", "--></style>",
	"<img src=x onerror=alert(1)>", "javascript:alert(1)", "${alert(1)}", "{{.}}", "'+alert(1)+'", "`", "\u2028\u2029",
	"\u202egnp.exe", "日本語 ∧ ¬x", "%s%d%!", "/* */ // #", strings.Repeat("long ", 40),
}

// hostileTree has every hostile text wherever a tree has text.
func hostileTree() *page.Tree {
	all := strings.Join(hostile, " ")
	t := &page.Tree{File: all, Source: strings.Join(hostile, "\n"), Title: all, Summary: all}
	t.Nodes = append(t.Nodes, page.Node{ID: 1, Kind: page.Inner, Condition: hostile, Rule: all, Because: all, Output: all})
	for i, h := range hostile {
		t.Nodes = append(t.Nodes, page.Node{ID: i + 2, Parent: 1, Condition: []string{h}, Rule: h, Because: h, Output: h,
			Kind: page.Kinds()[i%len(page.Kinds())], Line: i + 1, Lines: []int{i + 1}, Solution: i})
	}
	return t
}

func TestWhatIsNoTreeIsNotDrawn(t *testing.T) {
	for words, nodes := range map[string][]page.Node{
		"node 0 stands after node 0":      {{Kind: page.Final}},
		"node 1 stands after node 2":      {{ID: 2, Kind: page.Inner}, {ID: 1, Parent: 2, Kind: page.Final}},
		"node 2 stands after node 2":      {{ID: 2, Kind: page.Inner}, {ID: 2, Kind: page.Final}},
		"which does not stand before it":  {{ID: 1, Kind: page.Inner}, {ID: 3, Parent: 2, Kind: page.Final}},
		"has the parent 1, which does":    {{ID: 1, Parent: 1, Kind: page.Final}},
		`is of the unknown kind "proved"`: {{ID: 1, Kind: "proved"}},
	} {
		for name, write := range map[string]func(io.Writer, *page.Tree) error{"DOT": page.WriteDOT, "HTML": page.WriteHTML} {
			var b strings.Builder
			err := write(&b, &page.Tree{Nodes: nodes})
			if err == nil || !strings.Contains(err.Error(), words) || b.Len() > 0 {
				t.Errorf("%s of %v: error %v, wrote %q; want the error %q and nothing written", name, nodes, err, b.String(), words)
			}
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	if err := page.WriteDOT(full{}, example()); err == nil {
		t.Error("DOT: no error")
	}
	if err := page.WriteHTML(full{}, example()); err == nil {
		t.Error("HTML: no error")
	}
}
