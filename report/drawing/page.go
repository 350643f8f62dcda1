package drawing

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
)

//go:embed page.html
var skeleton string

//go:embed page.css
var style string

//go:embed rows.js
var rowsScript string

//go:embed tree.js
var treeScript string

//go:embed outline.js
var outlineScript string

//go:embed program.js
var programScript string

//go:embed start.js
var startScript string

// Kind is what all pages about one kind of tree have in common.
type Kind struct {
	Blocks string // templates "symbols", of icons, and "heads", of the columns
	Style  string // behind that of all pages
	Script string // behind that of all pages; it calls start
	Tree   string // what the tree is, for people who do not see it
	Keys   string // and what it shows, with its keys
	Find   string // and in what texts are found
}

// Page is a page.
type Page struct {
	File, Title, Summary string
	Data                 any // what the script draws, as JSON
}

// Write writes a page.
func (k *Kind) Write(w io.Writer, p Page) error {
	// <, > and & are escaped, and what is not UTF-8 is U+FFFD: it may stand in a script.
	data, err := json.Marshal(p.Data)
	if err != nil {
		return err
	}
	data = visible(data)
	layout, err := template.New("page").Parse(skeleton)
	if err == nil {
		_, err = layout.Parse(k.Blocks)
	}
	if err != nil {
		return err
	}
	style := style + k.Style
	script := strings.Join([]string{rowsScript, treeScript, outlineScript, programScript, startScript, k.Script}, "\n")
	b := bufio.NewWriter(w)
	err = layout.Execute(b, map[string]any{
		"File":    p.File,
		"Title":   p.Title,
		"Summary": p.Summary,
		"Tree":    k.Tree,
		"Keys":    k.Keys,
		"Find":    k.Find,
		"Policy":  policy(style, script),
		"Style":   template.CSS(style),
		"Script":  template.JS(script),
		"Data":    template.JS(data),
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

// visible is a text in JSON in which what cannot be seen, or changes the look of what is
// around it, is escaped.
func visible(data []byte) []byte {
	odd := func(r rune) bool { return r > 0x7e && !unicode.IsPrint(r) }
	if bytes.IndexFunc(data, odd) < 0 {
		return data
	}
	var b bytes.Buffer
	for _, r := range string(data) {
		if !odd(r) {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04x", u)
		}
	}
	return b.Bytes()
}

// policy is the Content Security Policy of a page: it asks for nothing, and has one
// style and one script, which are known by their hashes.
func policy(style, script string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; style-src %s; script-src %s", hash(style), hash(script))
}
