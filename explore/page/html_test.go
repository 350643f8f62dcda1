package page_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rlv/explore/page"
	"rlv/report/drawing/drawingtest"
)

func TestPageShowsTheTree(t *testing.T) {
	b := drawingtest.Open(t, htmlOf(t, example()))
	for selector, want := range map[string][]string{
		"h1 .file":                {"first.lang"},
		"h1 .title":               {"all ends"},
		".summary":                {"not everything: 30 states, 2 ends, 1 cut at --unroll"},
		"#legend button":          {"solution2", "final2", "cut1", "branching2"},
		"#detail h2":              {"Node 2finalsolution 1"},
		"#detail .path code":      {"n < 5", "n <= 0"},
		"#detail pre":             {"end"},
		"#program .passed code":   {"read(n);", "i = 0;", "while (i < n) {", `print("end");`},
		"#program [aria-current]": {`7passedprint("end");`},
	} {
		if got := b.Texts(selector); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", selector, got, want)
		}
	}
	want := [][]string{
		{"1", "n < 5", "", "", "3"},
		{"2", "n <= 0", "end", "1final", "7"},
		{"3", "0 < n", "0 ", "", "3"},
		{"4", "n <= 1", "end", "2final", "7"},
		{"5", "1 < n", "1 ", "cut the bound on visits of a loop", "4"},
	}
	if got := b.Rows(); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("rows\n%q, want\n%q", got, want)
	}
	b.Click("#node-5 .text")
	if got, want := b.Texts("#detail .path code"), []string{"n < 5", "0 < n", "1 < n"}; !slices.Equal(got, want) {
		t.Errorf("the path condition of node 5 is %q, want %q", got, want)
	}
	if got, want := b.Texts("#program .passed button"), []string{"1", "2", "3", "4", "5"}; !slices.Equal(got, want) {
		t.Errorf("node 5 passes the lines %q, want %q", got, want)
	}
	if got := b.Texts("#detail pre"); !slices.Equal(got, []string{"0 1 "}) {
		t.Errorf("node 5 has written %q", got)
	}
	b.Click("#detail .path li:nth-child(2) button")
	if got := b.Selected(); got != 3 {
		t.Errorf("the conjunct that node 3 added leads to node %d", got)
	}
}

func TestTreeIsOpenedAlongTheSolutions(t *testing.T) {
	tree := balanced(3)
	tree.Nodes[10].Solution = 1
	b := drawingtest.Open(t, htmlOf(t, tree))
	if got, want := b.Shown(), []int{1, 2, 4, 5, 10, 11, 3}; !slices.Equal(got, want) {
		t.Errorf("shown are %v, want %v", got, want)
	}
	if got := b.Selected(); got != 11 {
		t.Errorf("selected is %d, not the solution", got)
	}
	if got, want := b.Texts("#node-3 .end, #node-4 .end"), []string{"2 ends", "4 ends"}; !slices.Equal(got, want) {
		t.Errorf("below what is closed are %q, want %q", got, want)
	}
	b.Click("#close-all")
	if got := b.Shown(); !slices.Equal(got, []int{1}) {
		t.Errorf("with all closed, shown are %v", got)
	}
	b.Click("#open-all")
	if got := b.Shown(); len(got) != len(tree.Nodes) {
		t.Errorf("with all open, shown are %v", got)
	}
}

// The keys of the pattern for tree views in the ARIA Authoring Practices Guide.
func TestKeysMoveOpenAndClose(t *testing.T) {
	tree := balanced(3)
	tree.Nodes[7].Solution, tree.Nodes[14].Solution = 1, 2
	b := drawingtest.Open(t, htmlOf(t, tree))
	for _, step := range []struct {
		key      string
		selected int
		shown    int
	}{
		{"", 8, 11}, {kb.ArrowDown, 9, 11}, {kb.ArrowUp, 8, 11}, {kb.ArrowLeft, 4, 11}, {kb.ArrowLeft, 4, 9},
		{kb.ArrowLeft, 2, 9}, {kb.ArrowRight, 4, 9}, {kb.ArrowRight, 4, 11}, {kb.ArrowRight, 8, 11}, {kb.ArrowRight, 8, 11},
		{kb.End, 15, 11}, {kb.ArrowDown, 15, 11}, {kb.Home, 1, 11}, {kb.ArrowUp, 1, 11}, {"n", 8, 11}, {"n", 15, 11}, {"n", 8, 11},
		{"N", 15, 11}, {kb.ArrowLeft, 7, 11}, {"*", 7, 13}, {kb.Enter, 7, 11}, {" ", 7, 13}, {kb.PageUp, 1, 13}, {kb.PageDown, 15, 13},
		{kb.Home, 1, 13}, {kb.Enter, 1, 1}, {"n", 8, 13},
	} {
		if step.key != "" {
			b.Keys(step.key)
		}
		if got, shown := b.Selected(), len(b.Shown()); got != step.selected || shown != step.shown {
			t.Fatalf("after %q node %d of %d is selected, want node %d of %d", step.key, got, shown, step.selected, step.shown)
		}
	}
}

func TestFilterAndSearch(t *testing.T) {
	b := drawingtest.Open(t, htmlOf(t, example()))
	found := func(what, status string, want ...int) {
		t.Helper()
		if got := b.Shown(); !slices.Equal(got, want) {
			t.Errorf("%s shows the nodes %v, want %v", what, got, want)
		}
		if got := b.Texts("#found"); got[0] != status {
			t.Errorf("%s finds %q, want %q", what, got[0], status)
		}
	}
	b.Find("N <=")
	found("a condition", "2 of 5", 1, 2, 3, 4)
	if got, want := b.Texts("#tree mark"), []string{"n <=", "n <="}; !slices.Equal(got, want) {
		t.Errorf("marked are %q, want %q", got, want)
	}
	b.Find("0 e") // written on two nodes
	found("an output", "1 of 5", 1, 3, 4)
	if got := b.Selected(); got != 4 {
		t.Errorf("node %d is selected, not the one that is found", got)
	}
	b.Find("bound")
	found("a reason", "1 of 5", 1, 3, 5)
	b.Find("line 4")
	found("a line", "2 of 5", 1, 3, 5)
	b.Find("nowhere")
	found("what is nowhere", "0 of 5")
	b.Keys(kb.Escape)
	found("no search", "", 1, 2, 3, 4, 5)
	b.Click("#legend button:nth-child(3)") // cut
	found("a kind", "1 of 5", 1, 3, 5)
	b.Click("#legend button:nth-child(1)")
	found("cut or a solution", "3 of 5", 1, 2, 3, 4, 5)
	b.Find("end")
	found("cut or a solution, with a text", "2 of 5", 1, 2, 3, 4)
	for _, want := range []int{4, 2} {
		if b.Keys(kb.Enter); b.Selected() != want {
			t.Errorf("next is node %d, want node %d", b.Selected(), want)
		}
	}
	b.Find("")
	b.Click("#legend button:nth-child(1)")
	b.Click("#legend button:nth-child(3)")
	found("no kind", "", 1, 2, 3, 4, 5)
	b.Click("#program .row:nth-child(7) button")
	found("line 7 of the program", "2 of 5", 1, 2, 3, 4)
}

// The page has of an output only what is new in it, and looks for texts in that: the
// same comes out as with outputs as they are.
func TestSlowOutputsAreWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 12))
	piece := func(most int) string {
		out := ""
		for range random.IntN(most + 1) {
			out += []string{"a", "A", "b", "\xc3", "\xa9"}[random.IntN(5)]
		}
		return out
	}
	tree := &page.Tree{Nodes: []page.Node{{ID: 1, Kind: page.Inner, Output: piece(3)}}}
	for id := 2; id <= 40; id++ {
		parent := 1 + random.IntN(id-1)
		output := tree.Nodes[parent-1].Output + piece(2)
		if random.IntN(6) == 0 {
			output = piece(6)
		}
		tree.Nodes = append(tree.Nodes, page.Node{ID: id, Parent: parent, Kind: page.Inner, Output: output})
	}
	b := drawingtest.Open(t, htmlOf(t, tree))
	b.Do(chromedp.EmulateViewport(1280, 1600)) // all rows are in view
	b.Frame()
	for i, got := range b.Each("#detail pre") {
		if want := string([]rune(tree.Nodes[i].Output)); got != want {
			t.Errorf("node %d has written %q, want %q", i+1, got, want)
		}
	}
	for range 40 {
		output := []rune(strings.ToValidUTF8(tree.Nodes[random.IntN(len(tree.Nodes))].Output, "") + "a")
		from := random.IntN(len(output))
		query := string(output[from:min(len(output), from+2+random.IntN(3))])
		var want []int
		for _, n := range tree.Nodes {
			if strings.Contains(strings.ToLower(n.Output), strings.ToLower(query)) {
				want = append(want, n.ID)
			}
		}
		got := drawingtest.Value[[]int](b, fmt.Sprintf(`(async () => {
			const query = document.getElementById("query");
			query.value = %q;
			query.dispatchEvent(new Event("input"));
			await new Promise(requestAnimationFrame);
			return [...document.querySelectorAll("#tree .row:not(.around)")].map((r) => Number(r.id.slice(5))).sort((a, b) => a - b);
		})()`, query))
		if !slices.Equal(got, want) {
			t.Errorf("%q is in the outputs of %v, want %v", query, got, want)
		}
	}
}

// What a program writes is text in the page: no element comes from it, and no script.
func TestSlowHostileTextsAreText(t *testing.T) {
	tree := hostileTree()
	b := drawingtest.Open(t, htmlOf(t, tree))
	b.Do(chromedp.EmulateViewport(1280, 1600)) // all rows are in view
	b.Frame()
	if got := drawingtest.Value[int](b, `document.querySelectorAll("img, b, header script, main script").length + document.scripts.length`); got != 2 {
		t.Errorf("%d elements, want the two scripts of the page", got)
	}
	for _, selector := range []string{"#detail .path .new code", "#detail pre", "#detail .facts dd"} {
		for i, got := range b.Each(selector)[1:] {
			if want := string([]rune(hostile[i])); got != want { // U+FFFD for what is not UTF-8
				t.Errorf("%s of %q: %q", selector, hostile[i], got)
			}
		}
	}
	all := strings.ReplaceAll(string([]rune(tree.Title)), "\x00", "\ufffd") // as HTML has it
	if got := b.Texts("h1 .title, .summary"); got[0] != all || got[1] != all {
		t.Errorf("title and summary are\n%q, want\n%q", got, all)
	}
}

func TestPageIsSelfContained(t *testing.T) {
	drawingtest.SelfContained(t, htmlOf(t, example()))
}

// A script that is not the page's own does not run, whatever brings it in.
func TestPolicyHoldsForeignScripts(t *testing.T) {
	b := drawingtest.Open(t, htmlOf(t, example()))
	got := drawingtest.Value[bool](b, `(() => {
		const s = document.createElement("script");
		s.textContent = "window.foreign = true";
		document.body.append(s);
		document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.foreign = true'>");
		return new Promise((done) => setTimeout(() => done(window.foreign === true), 100));
	})()`)
	reports := b.Problems()
	if got || len(reports) < 2 {
		t.Errorf("a foreign script ran: %v; the browser reports %q", got, reports)
	}
}

func TestScreenReadersAreTold(t *testing.T) {
	b := drawingtest.Open(t, htmlOf(t, example()))
	names := map[string][]string{}
	for _, n := range drawingtest.Call(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored || n.Role == nil || n.Name == nil {
			continue
		}
		about := strings.Trim(string(n.Name.Value), `"`)
		for _, p := range n.Properties {
			switch p.Name {
			case accessibility.PropertyNameLevel, accessibility.PropertyNameExpanded, accessibility.PropertyNameSelected, accessibility.PropertyNamePressed:
				about += fmt.Sprintf(" %s=%s", p.Name, p.Value.Value)
			}
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		names[role] = append(names[role], about)
	}
	want := []string{
		"1 n < 5 3 level=1 expanded=true selected=false", "2 n <= 0 end 1 final 7 level=2 selected=true",
		"3 0 < n 0 3 level=2 expanded=true selected=false", "4 n <= 1 end 2 final 7 level=3 selected=false",
		"5 1 < n 1 cut the bound on visits of a loop 4 level=3 selected=false",
	}
	if got := names["treeitem"]; !slices.Equal(got, want) {
		t.Errorf("the items of the tree are\n%q, want\n%q", got, want)
	}
	for role, all := range names {
		if slices.Contains([]string{"button", "searchbox", "tree", "region", "list"}, role) && slices.Contains(all, "") {
			t.Errorf("one of role %s has no name: %q", role, all)
		}
	}
	if len(names["tree"]) != 1 || len(names["searchbox"]) != 1 || len(names["status"]) != 1 || len(names["heading"]) < 3 {
		t.Errorf("roles are missing: %q", names)
	}
}

func TestTextsAreLegible(t *testing.T) {
	drawingtest.Open(t, htmlOf(t, everyKind())).Legible()
}

// everyKind is a tree with an end of each kind, and a solution of each.
func everyKind() *page.Tree {
	tree := example()
	for _, k := range page.Kinds() {
		for solution := range 2 {
			id := len(tree.Nodes) + 1
			tree.Nodes = append(tree.Nodes, page.Node{ID: id, Parent: 1, Kind: k, Condition: []string{"x < 0"}, Because: "a reason", Line: 1, Solution: solution * id})
		}
	}
	return tree
}

// balanced is a tree in which each path branches depth times in two.
func balanced(depth int) *page.Tree {
	tree := &page.Tree{File: "ifs.lang", Title: "all ends", Source: strings.Repeat("if (x < 0) { print(1); }\n", depth+1)}
	for id := 1; id < 2<<depth; id++ {
		n := page.Node{ID: id, Parent: id / 2, Kind: page.Inner, Line: 1, Steps: 7}
		for at := id; at > 1; at /= 2 {
			n.Line++
		}
		if id > 1 {
			n.Condition = []string{fmt.Sprintf("x%d %s 0", n.Line-1, []string{"<", ">="}[id%2])}
		}
		if id >= 1<<depth {
			n.Kind, n.Output = page.Final, fmt.Sprintf("written %d", id)
		}
		tree.Nodes = append(tree.Nodes, n)
	}
	return tree
}
