package walk_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rlv/process/processtest"
	"rlv/proofs"
	"rlv/prover"
	"rlv/report"
	"rlv/report/drawing/drawingtest"
	"rlv/report/walk"
	"rlv/verify"
)

// page opens the page of reports.
func page(t *testing.T, files ...*report.File) *drawingtest.Tab {
	t.Helper()
	b := drawingtest.Open(t, written(t, "html", false, files...))
	b.Do(chromedp.EmulateViewport(1280, 4000)) // all rows are in view
	b.Frame()
	return b
}

// cellsOf are the cells of the rows that are shown, without what indents and marks them.
func cellsOf(b *drawingtest.Tab) []string {
	b.Helper()
	return drawingtest.Value[[]string](b, `[...document.querySelectorAll("#tree .row")].map((r) => [...r.children].map((c) => c.innerText.replace(/[\u200b\n]+/g, " ").trim()).join(" | "))`)
}

// A goal that fails is open at the start, down to where it does, with the values of the
// counterexample; its condition is marked in the program.
func TestFailingPathIsOpen(t *testing.T) {
	b := page(t, verified(t, "calls.cink", calls, verify.Options{}))
	if got := b.Texts("#detail h2"); !slices.Equal(got, []string{"Not proved here"}) {
		t.Errorf("at first %q is shown", got)
	}
	rows := strings.Join(cellsOf(b), "\n")
	for _, want := range []string{
		"the contract of inc |  | 3\nthe contract of f refuted | a = ", "int f(int a, int b) { 5 steps |  | 7", "uses inc ", "if (b > 3) x = inc(x); else x = x + 2; 6 steps |  | 9",
		"2 cases |  | \ncase 1 3 <Int b |  | 9", "assert a <Int I1 |  | 10", "| result = ", "not proved here result <= a + 2 this does not follow where the goal's right side is reached |  | 6\ncase 2 b <=Int 3 |  | 9",
	} {
		if !strings.Contains(rows, want) {
			t.Errorf("no row is %q:\n%s", want, rows)
		}
	}
	for selector, want := range map[string]string{"#program [aria-current] mark": "result <= a + 2", ".failure p:first-child": "this does not follow where the goal's right side is reached", ".failure tr:nth-child(4) th": "result"} {
		if got := b.Texts(selector); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", selector, got, want)
		}
	}
	onPath := drawingtest.Value[int](b, `document.querySelectorAll("#tree .on-path").length`)
	if all := len(b.Shown()); onPath < 10 || onPath > all-2 {
		t.Errorf("%d of %d rows are on the path", onPath, all)
	}
	// The case behind was not tried.
	b.Keys(kb.ArrowDown)
	b.Keys(kb.ArrowRight)
	b.Keys(kb.ArrowRight)
	if got := b.Texts("#detail h2"); !slices.Equal(got, []string{"Not tried"}) {
		t.Errorf("in the case behind stands %q", got)
	}
}

// clickRow clicks on the first row with a text.
func clickRow(b *drawingtest.Tab, text string) {
	b.Helper()
	if !drawingtest.Value[bool](b, fmt.Sprintf(`(() => { const r = [...document.querySelectorAll("#tree .row")].find((r) => r.innerText.includes(%q)); r?.click(); return r !== undefined })()`, text)) {
		b.Fatalf("no row has %q", text)
	}
	b.Frame()
}

// A row shows where it is in the program, what it adds, what was asked for it with the
// hypotheses, and goes to the goal that it uses.
func TestRowsShowWhatWasDone(t *testing.T) {
	file := verified(t, "calls.cink", calls, verify.Options{})
	b := page(t, file)
	clickRow(b, "uses inc")
	for selector, want := range map[string][]string{
		"#program [aria-current] mark": {"inc(a)"}, "#detail h2": {"Use of a goal"}, "#detail .link": {"inc"},
		".obligation summary code": {"0 <=Int a"}, ".obligation summary .faint": {"0 · cover · by syntax"}, ".obligation li": {},
	} {
		if got := b.Texts(selector); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", selector, got, want)
		}
	}
	b.Click(".obligation summary")
	b.Frame()
	if got := b.Texts(".obligation li"); !slices.Equal(got, []string{"0 <=Int a"}) {
		t.Errorf("the obligation follows from %q", got)
	}
	if got := b.Texts(".obligation p"); !slices.Equal(got, []string{"Follows from"}) {
		t.Errorf("without a core there is %q", got)
	}
	b.Click("#detail .link")
	if got := b.Texts("#detail h2"); !slices.Equal(got, []string{"the contract of inc"}) {
		t.Errorf("the link leads to %q", got)
	}
}

// Where the record has the core of an obligation it is shown, before all that was asked.
func TestCoresAreShown(t *testing.T) {
	text, err := os.ReadFile("../../examples/cink/fill.cink")
	if err != nil {
		t.Fatal(err)
	}
	b := page(t, verified(t, "fill.cink", string(text), verify.Options{Certify: true}))
	b.Click("#open-all")
	// What syntax answers has no core: the first row with another answer is opened.
	asked := drawingtest.Value[bool](b, `(async () => {
		for (const r of [...document.querySelectorAll("#tree .row")]) {
			r.click();
			await new Promise(requestAnimationFrame);
			for (const o of document.querySelectorAll(".obligation")) {
				if (o.textContent.includes("by syntax")) o.remove();
				else o.open = true;
			}
			if (document.querySelector(".obligation")) return true;
		}
		return false;
	})()`)
	if b.Frame(); !asked {
		t.Fatal("syntax answers everything")
	}
	if got := b.Texts(".obligation p"); len(got) != 2 || !strings.HasPrefix(got[0], "Enough, by ") || got[1] != "All hypotheses" {
		t.Errorf("of the obligation there is %q", got)
	}
	core, all := b.Texts(".obligation .core li"), b.Texts(".obligation .core ~ ul li")
	if len(core) == 0 || len(core) >= len(all) {
		t.Errorf("enough is %q, of %q", core, all)
	}
}

// The proof of a lemma is what a solver was asked.
func TestSlowProofsOfLemmas(t *testing.T) {
	text, err := os.ReadFile("../../examples/cink/insertion-sort.cink")
	if err != nil {
		t.Fatal(err)
	}
	b := page(t, verified(t, "insertion-sort.cink", string(text), verify.Options{Certify: true}))
	b.Keys(kb.Home)
	if got := b.Texts("#detail h2, #detail h3"); len(got) != 2 || !strings.HasPrefix(got[0], "lemma ") || got[1] != "Obligations" {
		t.Errorf("of a lemma there is %q", got)
	}
	if got := b.Texts(".obligation .faint"); len(got) == 0 || !strings.Contains(got[0], "lemma · by ") {
		t.Errorf("it was asked %q", got)
	}
}

// What the page shows of each step is what the data say: the cells, of which those are
// marked that the step changed, and the path condition.
func TestSlowPatternsOfSteps(t *testing.T) {
	file := verified(t, "long.cink", straight(6), verify.Options{})
	p := walk.New(file.Goals[0].Verdict, file.Cells, plain)
	b := page(t, file)
	b.Click("#open-all")
	// The rows of single steps, in order: those without a line under them.
	got := drawingtest.Value[[][]string](b, `(async () => {
		const out = [];
		for (const r of document.querySelectorAll("#tree .row:has(.kind-step)")) {
			r.click();
			await new Promise(requestAnimationFrame);
			out.push([...document.querySelectorAll("#detail .cells dd")].map((e) => (e.className ? "*" : "") + e.textContent));
		}
		return out;
	})()`)
	if len(p.Nodes) != 1 || len(got) != len(p.Nodes[0].Steps) {
		t.Fatalf("%d rows for %d nodes", len(got), len(p.Nodes))
	}
	for k := range got {
		cells, _ := p.At(0, k)
		before, _ := p.At(0, k-1)
		for i, c := range cells {
			want := p.Text(c, 1<<20)
			if c != before[i] {
				want = "*" + want
			}
			if got[k][i] != want {
				t.Errorf("step %d, cell %s:\n%s, want\n%s", k, file.Cells[i], got[k][i], want)
			}
		}
	}
}

// Of a configuration only that is marked that is new: the value of a variable, or the
// items of the computation in front of a rest that was there.
func TestSlowNewPartsAreMarked(t *testing.T) {
	b := page(t, verified(t, "long.cink", straight(6), verify.Options{}))
	b.Click("#open-all")
	marks := drawingtest.Value[[]string](b, `(async () => {
		const out = [];
		for (const r of document.querySelectorAll("#tree .row:has(.kind-step)")) {
			r.click();
			await new Promise(requestAnimationFrame);
			out.push([...document.querySelectorAll("#detail .cells ins")].map((e) => e.textContent).join(" + "));
		}
		return out;
	})()`)
	for _, want := range []string{"3 + ( Next +Int 1 ) |-> 3", "y = y + x + HOLE ;"} {
		if !slices.Contains(marks, want) {
			t.Errorf("%q is not marked:\n%s", want, strings.Join(marks, "\n"))
		}
	}
	for _, m := range marks {
		if len(m) > 300 {
			t.Errorf("too much is marked: %s", m)
		}
	}
}

// Names of rules, conditions, texts of the program and lines are found.
func TestSearch(t *testing.T) {
	b := page(t, verified(t, "calls.cink", calls, verify.Options{}))
	for query, want := range map[string]string{
		"cool:#call":  "cool:#call(_,_)_CINK-SEQUENCING_Exp_Id_Exps:2", // a rule
		"3 <int b":    "case 1 3 <Int b",                               // a condition
		"else x = x":  "if (b > 3) x = inc(x); else x = x + 2;",        // the program
		"line 10":     "assert a <Int I1",
		"result <= a": "not proved here result <= a + 2",
	} {
		b.Find(query)
		found := b.Texts("#found")
		rows := drawingtest.Value[[]string](b, `[...document.querySelectorAll("#tree .row:not(.around)")].map((r) => r.innerText.replace(/[\u200b\n]+/g, " ").trim())`)
		if !slices.ContainsFunc(rows, func(r string) bool { return strings.HasPrefix(r, want) }) || strings.HasPrefix(found[0], "0") {
			t.Errorf("%q finds %s: %q", query, found, rows)
		}
	}
	b.Find("nothing has this")
	if got := b.Shown(); len(got) != 0 {
		t.Errorf("%d rows are shown", len(got))
	}
	b.Keys(kb.Escape)
	if got := b.Shown(); len(got) < 10 {
		t.Errorf("%d rows are shown after the search", len(got))
	}
}

// A join stands once, behind the branching, and the ways to it lead there.
func TestWaysLeadToJoins(t *testing.T) {
	b := page(t, verified(t, "meeting.cink", meeting, verify.Options{Merge: verify.MergeAlways}))
	rows := cellsOf(b)
	if n := len(slices.DeleteFunc(slices.Clone(rows), func(r string) bool { return !strings.HasPrefix(r, "join ") })); n < 2 {
		t.Fatalf("%d joins: %q", n, rows)
	}
	clickRow(b, "goes on at join 2")
	b.Keys(kb.Enter)
	if got := b.Texts("#detail h2"); !slices.Equal(got, []string{"Join 2"}) {
		t.Errorf("the way leads to %q", got)
	}
	levels := drawingtest.Value[[]int](b, `[...document.querySelectorAll("#tree .row")].filter((r) => r.innerText.includes("join") && !r.innerText.includes("goes on")).map((r) => Number(r.ariaLevel))`)
	if slices.Max(levels) != 2 {
		t.Errorf("joins are at the levels %v: what follows them would stand deeper and deeper", levels)
	}
}

// Several files are in one page, each with its program.
func TestSeveralFiles(t *testing.T) {
	b := page(t, verified(t, "a.cink", calls, verify.Options{}), verified(t, "b.cink", meeting, verify.Options{}))
	b.Keys(kb.End)
	clickRow(b, "b.cink")
	if got := b.Texts("#program code"); got[0] != "//@pre: true" {
		t.Errorf("the program is %q", got)
	}
	clickRow(b, "a.cink")
	if got := b.Texts("#program code"); got[0] != "//@pre: n >= 0" {
		t.Errorf("the program is %q", got)
	}
}

// A text that means something in a page is text in it.
func TestHostileProgram(t *testing.T) {
	hostile := `// </script><script>alert(1)</script> <!-- <img src=x onerror=alert(1)> &amp; "\u2028 ` + "\u2028 \u202e日本語 ${alert(1)} {{.}}\n"
	text := hostile + "void print(const char *s);\n//@pre: true\n//@post: result == 2\nint f(int a) {\n  print(\"</script><script>alert(2)</script><b>\");\n  return 1;\n}\n"
	file := verified(t, "</script><b>.cink", text, verify.Options{})
	html := written(t, "html", false, file)
	drawingtest.SelfContained(t, html)
	b := page(t, file)
	b.Click("#open-all")
	if got := drawingtest.Value[int](b, `document.querySelectorAll("img, b, main script").length + document.scripts.length`); got != 2 {
		t.Errorf("%d elements, want the two scripts of the page", got)
	}
	if got := b.Texts("#program code"); got[0] != strings.NewReplacer("\u2028", "\ufffd", "\u202e", "\ufffd").Replace(strings.TrimSuffix(hostile, "\n")) {
		t.Errorf("the first line is %q", got[0])
	}
	if cells := strings.Join(b.Each("#detail .cells"), "\n"); !strings.Contains(cells, "</script><script>alert(2)</script><b>") {
		t.Errorf("the text that is printed is in no configuration")
	}
}

// Nothing of a report changes the look of what stands beside it.
func TestNamesAreVisible(t *testing.T) {
	b := page(t, verified(t, "a.cink", calls, verify.Options{}), verified(t, "b\u202eknic.cink", meeting, verify.Options{}))
	b.Click("#close-all")
	if got := b.Texts("#tree .words"); !slices.Equal(got, []string{"a.cink", "b\ufffdknic.cink"}) {
		t.Errorf("the files are %q", got)
	}
}

func TestTextsOfProofsAreLegible(t *testing.T) {
	b := page(t, verified(t, "calls.cink", calls, verify.Options{}))
	b.Legible()
	clickRow(b, "uses inc")
	b.Click(".obligation summary")
	b.Legible()
}

// The bounds of what a user waits for; the time to react is processor time of the page's
// thread, which other work on the machine does not lengthen.
const (
	mostToLoad  = 2 * time.Second
	mostToReact = 100 * time.Millisecond
)

func TestSlowPageOfTenThousandSteps(t *testing.T) {
	file := verified(t, "long.cink", straight(1200), verify.Options{})
	if file.Goals[0].Steps < 10_000 {
		t.Fatalf("%d steps", file.Goals[0].Steps)
	}
	html := written(t, "html", false, file)
	var load time.Duration
	took := map[string]time.Duration{}
	for try := range 3 { // the machine has other work, too
		b := drawingtest.Open(t, html)
		b.Measure()
		if try == 0 || b.Load < load {
			load = b.Load
		}
		for _, action := range []string{
			`press("ArrowDown")`, `at("open-all").click()`, `press("End")`, `press("PageUp")`, `at("tree").scrollTop = at("tree").scrollHeight / 2`,
			`document.querySelector("#tree .row:nth-child(9)").click()`, `type("y = y + x")`, `press("N")`, `type("line 900")`, `type("cool")`, `type("")`, `press("Home")`, `at("close-all").click()`,
		} {
			d := b.React(action)
			if old, ok := took[action]; !ok || d < old {
				took[action] = d
			}
			if n := drawingtest.Value[int](b, `document.getElementsByTagName("*").length`); n > 2000 {
				t.Errorf("%s: %d elements are in the document", action, n)
			}
		}
	}
	if load > mostToLoad && load > processtest.Allow(t, mostToLoad) {
		t.Errorf("loads in %v, want at most %v", load, mostToLoad)
	}
	var slowest time.Duration
	for action, d := range took {
		if slowest = max(slowest, d); d > mostToReact && d > processtest.Allow(t, mostToReact) {
			t.Errorf("%s takes %v, want at most %v", action, d, mostToReact)
		}
	}
	t.Logf("%d steps, %d bytes, load in %v, the slowest interaction takes %v", file.Goals[0].Steps, len(html), load, slowest)
}

// The program dot draws the proofs of all examples, and what there is of those of their
// wrong variants.
func TestSlowDotAcceptsExamples(t *testing.T) {
	dot := drawingtest.Command(t, "dot")
	var paths []string
	for _, pattern := range []string{"imp/*.imp", "cink/*.cink", "imp/wrong/sum-*.imp", "cink/wrong/[ms]*-1.cink"} {
		found, err := filepath.Glob(filepath.Join("../../examples", pattern))
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, found...)
	}
	drawn := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := verified(t, filepath.Base(path), string(text), verify.Options{})
		c := exec.Command(dot, "-Tplain")
		c.Stdin = strings.NewReader(written(t, "dot", false, file))
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
		drawn += strings.Count(string(out), "\nnode ")
	}
	if drawn < 500 {
		t.Errorf("%d nodes were drawn", drawn)
	}
}

// With --tree the JSON report has the proofs, without it has none, and what was read is
// what was written.
func TestProofsInJSON(t *testing.T) {
	file := verified(t, "calls.cink", calls, verify.Options{})
	if text := written(t, "json", false, file); strings.Contains(text, `"proof"`) {
		t.Error("there are proofs that nobody asked for")
	}
	text := written(t, "json", true, file)
	var r report.Report
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	if p := r.Files[0].Goals[0].Proof; p == nil || !p.Whole || p.Nodes[len(p.Nodes)-1].End != walk.Reached {
		t.Errorf("the first proof is %+v", p)
	}
	if p := r.Files[0].Goals[1].Proof; p == nil || p.Whole {
		t.Errorf("the second is %+v", p)
	}
	if again := written(t, "json", false, r.Files[0]); again != text {
		t.Errorf("read and written again:\n%s", again)
	}
}

// A goal that was not tried, and one whose left side nothing satisfies, have nothing, or
// their start, to show; neither is called a proof.
func TestNothingToShow(t *testing.T) {
	file := verified(t, "vacuous.cink", "//@pre: n > 0 /\\ n < 0\n//@post: true\nint v(int n) { return n; }\n", verify.Options{})
	p := walk.New(file.Goals[0].Verdict, file.Cells, plain)
	if p.Whole || len(p.Nodes) != 1 || p.Nodes[0].End != walk.Open || p.Path != nil {
		t.Errorf("%+v", p)
	}
	if p := walk.New(&prover.Verdict{Goal: &prover.Goal{}, Status: prover.Unknown, Tree: &proofs.Tree{}}, nil, plain); p != nil {
		t.Errorf("a tree without a root is %+v", p)
	}
	b := page(t, file)
	if got := b.Texts(".failure code"); !slices.Equal(got, []string{"n > 0", "n < 0"}) {
		t.Errorf("what contradicts each other is %q", got)
	}
}
