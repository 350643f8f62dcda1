// Package coq holds the library in Coq that proves the kernel of certificates sound.
package coq

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed *.v Makefile
var files embed.FS

// Library returns the text of each file of the library, by its name.
func Library() map[string]string {
	out := map[string]string{}
	names, err := fs.Glob(files, "*")
	for _, name := range slices.Sorted(slices.Values(names)) {
		text, e := files.ReadFile(name)
		out[name], err = string(text), e
	}
	if err != nil {
		panic(err) // embedded files can be read
	}
	return out
}
