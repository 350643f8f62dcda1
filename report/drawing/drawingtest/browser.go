// Package drawingtest opens pages in a headless browser, for tests: what goes wrong in a
// page, and each request over a network, is an error of the test.
package drawingtest

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"go.uber.org/goleak"
)

// Main runs the tests of a package that opens pages: the browser is closed before it is
// asked what is left running.
func Main(m *testing.M) { goleak.VerifyTestMain(tests{m}) }

type tests struct{ *testing.M }

// Run implements goleak.TestingM.
func (t tests) Run() int {
	defer func() { stopBrowser() }() // known only after the run
	return t.M.Run()
}

// Command skips a test if a command is not there; where CI runs, it has to be. It returns
// its path.
func Command(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatalf("%s is not installed; `make test` installs it", name)
	default:
		t.Skipf("%s is not installed; `make test` installs it", name)
	}
	return path
}

// browsers are the commands that the tests know how to drive, that which `make test`
// installs first.
var browsers = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// The browser that all tests share is started by the first one that needs it.
var (
	startBrowser sync.Once
	browser      context.Context
	stopBrowser  = func() {}
)

// needBrowser returns the context of the browser. All it writes is in a directory that
// goes with it.
func needBrowser(t *testing.T) context.Context {
	t.Helper()
	installed := slices.IndexFunc(browsers, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	command := Command(t, browsers[max(installed, 0)])
	startBrowser.Do(func() {
		dir, err := os.MkdirTemp("", "rlv-drawing-test-")
		if err != nil {
			t.Fatal(err)
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(command), chromedp.NoSandbox,
			chromedp.UserDataDir(filepath.Join(dir, "profile")), chromedp.Env("HOME="+dir, "TMPDIR="+dir), chromedp.WindowSize(1280, 800))
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		var stop context.CancelFunc
		browser, stop = chromedp.NewContext(allocator)
		stopBrowser = func() { stop(); stopAllocator(); os.RemoveAll(dir) }
		if err := chromedp.Do(browser); err != nil {
			t.Fatal(err)
		}
	})
	return browser
}

// Tab shows a page.
type Tab struct {
	*testing.T
	Load     time.Duration // until the page was drawn
	ctx      context.Context
	mu       sync.Mutex
	problems []string
}

// Open shows a page, given as its text.
func Open(t *testing.T, html string) *Tab {
	t.Helper()
	parent := needBrowser(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	b := &Tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.watch); err != nil {
		t.Fatal(err)
	}
	Call(b, network.Enable, network.EnableParams{})
	Call(b, log.Enable, cdp.Empty{})
	start := time.Now()
	b.Do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	b.Frame()
	b.Load = time.Since(start)
	t.Cleanup(b.check)
	return b
}

// watch notes what must not happen.
func (b *Tab) watch(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.problems = append(b.problems, e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.problems = append(b.problems, e.Entry.Text)
	case *cdppage.EventJavascriptDialogOpening:
		b.problems = append(b.problems, "a dialog: "+e.Message)
	case *network.EventRequestWillBeSent:
		if address, err := url.Parse(e.Request.URL); err != nil || address.Scheme != "file" {
			b.problems = append(b.problems, "a request for "+e.Request.URL)
		}
	}
}

func (b *Tab) check() {
	for _, p := range b.Problems() {
		b.Errorf("in the browser: %s", p)
	}
}

// Problems returns what went wrong in the page so far, and forgets it.
func (b *Tab) Problems() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.problems
	b.problems = nil
	return out
}

// Do makes the browser do something.
func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// Call gives the browser a command of its protocol.
func Call[P, R any](b *Tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	r, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// Frame waits until the page is drawn.
func (b *Tab) Frame() {
	b.Helper()
	Value[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// Value is what an expression in the page comes to.
func Value[T any](b *Tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Keys types keys into what has the focus.
func (b *Tab) Keys(keys string) {
	b.Helper()
	b.Do(chromedp.KeyEvent(keys))
	b.Frame()
}

// Click clicks with the mouse on the first element that a selector finds.
func (b *Tab) Click(selector string) {
	b.Helper()
	b.Do(chromedp.Click(chromedp.CSS(selector)))
	b.Frame()
}

// Each selects every node that is in view, by number, and returns the text of the first
// element that a selector finds then.
func (b *Tab) Each(selector string) []string {
	b.Helper()
	out := Value[[]string](b, `(async () => {
		const out = [];
		const ids = [...document.querySelectorAll("#tree .row")].map((r) => Number(r.id.slice(5))).sort((a, b) => a - b);
		for (const id of ids) {
			document.getElementById("node-" + id).click();
			await new Promise(requestAnimationFrame);
			out.push(document.querySelector("`+selector+`")?.textContent ?? "");
		}
		return out;
	})()`)
	if len(out) == 0 {
		b.Fatal("no node is in view")
	}
	return out
}

// Find puts a text into the search field.
func (b *Tab) Find(text string) {
	b.Helper()
	b.Do(chromedp.Focus(chromedp.CSS("#query")))
	Value[bool](b, `document.getElementById("query").select() ?? true`)
	b.Do(chromedp.KeyEvent("\b" + text))
	b.Frame()
}

// Rows are the texts of the cells of the rows that are in the document.
func (b *Tab) Rows() [][]string {
	b.Helper()
	return Value[[][]string](b, `[...document.querySelectorAll("#tree .row")].map((r) => [...r.children].map((c) => c.textContent))`)
}

// Shown are the numbers of the nodes in the document, in order.
func (b *Tab) Shown() []int {
	b.Helper()
	return Value[[]int](b, `[...document.querySelectorAll("#tree .row")].map((r) => Number(r.id.slice(5)))`)
}

// Selected is the number of the node that is selected, by what a screen reader is told.
func (b *Tab) Selected() int {
	b.Helper()
	return Value[int](b, `Number(document.getElementById(document.getElementById("tree").getAttribute("aria-activedescendant")).id.slice(5))`)
}

// Texts are those of all elements that a selector finds.
func (b *Tab) Texts(selector string) []string {
	b.Helper()
	return Value[[]string](b, `[...document.querySelectorAll("`+selector+`")].map((e) => e.textContent)`)
}

// Measure makes the browser measure what [Tab.React] returns.
func (b *Tab) Measure() {
	b.Helper()
	Call(b, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
}

// React does something in the page, and waits for the picture that shows it. In the action
// at(id) is an element, press(key) presses a key in the outline, and type(text) searches. It
// returns the processor time that the page took for it.
func (b *Tab) React(action string) time.Duration {
	b.Helper()
	before := b.work()
	Value[bool](b, `(async () => {
		const at = (id) => document.getElementById(id);
		const press = (key) => at("tree").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		const type = (text) => { at("query").value = text; at("query").dispatchEvent(new Event("input")); };
		`+action+`;
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
		return true;
	})()`)
	return b.work() - before
}

// work is the processor time that the page has taken so far.
func (b *Tab) work() time.Duration {
	b.Helper()
	for _, m := range Call(b, performance.GetMetrics, cdp.Empty{}).Metrics {
		if m.Name == "TaskDuration" {
			return time.Duration(m.Value * float64(time.Second))
		}
	}
	b.Fatal("the browser does not tell how long the page has worked")
	return 0
}

// Legible finds fault with texts in view that have less than the contrast of 4.5 that level
// AA of WCAG 2.2 asks (criterion 1.4.3), in the light scheme and in the dark one.
func (b *Tab) Legible() {
	b.Helper()
	for _, scheme := range []string{"light", "dark"} {
		Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		b.Frame()
		faint := Value[[]string](b, `(() => {
			const light = (c) => c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
			const parse = (c) => c.match(/[\d.]+/g).map(Number);
			const back = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } };
			const out = [];
			let seen = 0;
			for (const e of document.querySelectorAll("body *:not(script):not(svg *)")) {
				if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !(e.getClientRects()[0]?.width > 1)) continue;
				seen++;
				const a = light(parse(getComputedStyle(e).color).slice(0, 3)), z = light(back(e).slice(0, 3));
				const contrast = (Math.max(a, z) + 0.05) / (Math.min(a, z) + 0.05);
				if (contrast < 4.5) out.push(e.tagName + "." + e.className + " " + e.textContent.slice(0, 20) + " " + contrast.toFixed(2));
			}
			return seen < 50 ? ["only " + seen + " texts were looked at"] : out;
		})()`)
		for _, f := range faint {
			b.Errorf("%s scheme: %s", scheme, f)
		}
	}
}

// SelfContained finds fault with a page that needs anything from outside, or has a policy
// that is less strict. What is between the data is not looked at: they are no markup.
func SelfContained(t *testing.T, html string) {
	t.Helper()
	data := regexp.MustCompile(`(?s)<script id="data" type="application/json">.*?</script>`)
	if n := len(data.FindAllString(html, -1)); n != 1 || strings.Count(html, "</script>") != 2 {
		t.Errorf("%d elements with data, %d scripts", n, strings.Count(html, "</script>"))
	}
	html = data.ReplaceAllString(html, "")
	for name, pattern := range map[string]string{
		"an address":             `https?://(?:[^w]|w[^w])|(?:src|href)=["'][^#]|url\(|@import`,
		"a handler in an HTML":   `<[^>]* on\w+=`,
		"a style in an element":  `<[^>]* style=`,
		"a policy that is loose": `unsafe-|content="[^"]*\*`,
	} {
		if m := regexp.MustCompile(pattern).FindString(html); m != "" {
			t.Errorf("%s: %q", name, m)
		}
	}
	if !strings.Contains(html, "default-src &#39;none&#39;") {
		t.Error("no policy")
	}
}
