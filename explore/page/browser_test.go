package page_test

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"rlv/explore/page"
)

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
	command := needCommand(t, browsers[max(installed, 0)])
	startBrowser.Do(func() {
		dir, err := os.MkdirTemp("", "rlv-page-test-")
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

// A tab shows a page in a browser. What goes wrong in the page, and each request over a
// network, is an error of the test.
type tab struct {
	*testing.T
	ctx      context.Context
	load     time.Duration // until the page was drawn
	mu       sync.Mutex
	problems []string
}

// open shows a tree.
func open(t *testing.T, tree *page.Tree) *tab {
	t.Helper()
	parent := needBrowser(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(htmlOf(t, tree)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.watch); err != nil {
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	start := time.Now()
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	b.frame()
	b.load = time.Since(start)
	t.Cleanup(b.check)
	return b
}

func htmlOf(t *testing.T, tree *page.Tree) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.WriteHTML(&b, tree); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// watch notes what must not happen.
func (b *tab) watch(event any) {
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

func (b *tab) check() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.problems {
		b.Errorf("in the browser: %s", p)
	}
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// call gives the browser a command of its protocol.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	r, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// frame waits until the page is drawn.
func (b *tab) frame() {
	b.Helper()
	value[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// value is what an expression in the page comes to.
func value[T any](b *tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// keys types keys into what has the focus.
func (b *tab) keys(keys string) {
	b.Helper()
	b.do(chromedp.KeyEvent(keys))
	b.frame()
}

// click clicks with the mouse on the first element that a selector finds.
func (b *tab) click(selector string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
	b.frame()
}

// each selects every node that is in view, by number, and returns the text of the first
// element that a selector finds then.
func (b *tab) each(selector string) []string {
	b.Helper()
	out := value[[]string](b, `(async () => {
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

// find puts a text into the search field.
func (b *tab) find(text string) {
	b.Helper()
	b.do(chromedp.Focus(chromedp.CSS("#query")))
	value[bool](b, `document.getElementById("query").select() ?? true`)
	b.do(chromedp.KeyEvent("\b" + text))
	b.frame()
}

// rows are the texts of the cells of the rows that are in the document.
func (b *tab) rows() [][]string {
	b.Helper()
	return value[[][]string](b, `[...document.querySelectorAll("#tree .row")].map((r) => [...r.children].map((c) => c.textContent))`)
}

// shown are the numbers of the nodes in the document, in order.
func (b *tab) shown() []int {
	b.Helper()
	return value[[]int](b, `[...document.querySelectorAll("#tree .row")].map((r) => Number(r.id.slice(5)))`)
}

// selected is the number of the node that is selected, by what a screen reader is told.
func (b *tab) selected() int {
	b.Helper()
	return value[int](b, `Number(document.getElementById(document.getElementById("tree").getAttribute("aria-activedescendant")).id.slice(5))`)
}

// texts are those of all elements that a selector finds.
func (b *tab) texts(selector string) []string {
	b.Helper()
	return value[[]string](b, `[...document.querySelectorAll("`+selector+`")].map((e) => e.textContent)`)
}
