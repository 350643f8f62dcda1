package page

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var skeleton string

//go:embed page.css
var style string

//go:embed model.js
var modelScript string

//go:embed rows.js
var rowsScript string

//go:embed detail.js
var detailScript string

//go:embed outline.js
var outlineScript string

var layout = template.Must(template.New("page").Parse(skeleton))

// WriteHTML writes a tree as a page for a browser.
func WriteHTML(w io.Writer, t *Tree) error {
	if err := t.check(); err != nil {
		return err
	}
	json, err := encode(t)
	if err != nil {
		return err
	}
	script := strings.Join([]string{modelScript, rowsScript, detailScript, outlineScript}, "\n")
	b := bufio.NewWriter(w)
	err = layout.Execute(b, map[string]any{
		"File":    t.File,
		"Title":   t.Title,
		"Summary": t.Summary,
		"Policy":  policy(style, script),
		"Style":   template.CSS(style),
		"Script":  template.JS(script),
		"Data":    template.JS(json),
	})
	if err != nil {
		return err
	}
	return b.Flush()
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
