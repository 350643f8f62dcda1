// Package languages holds the definitions that are part of the binary. A file
// NAME.k is the definition of the programs NAME: their files end in .NAME.
package languages

import (
	"embed"
	"io/fs"
	"path/filepath"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
)

//go:embed *.k
var files embed.FS

// Extensions returns the extensions of the files of the known languages.
func Extensions() []string {
	entries, _ := fs.ReadDir(files, ".")
	var out []string
	for _, e := range entries {
		out = append(out, "."+strings.TrimSuffix(e.Name(), ".k"))
	}
	return out
}

// Known reports whether a definition for the extension of a file is shipped.
func Known(path string) bool {
	_, err := fs.Stat(files, DefinitionOf(path))
	return err == nil
}

// IsDefinition reports whether a file name is that of a shipped definition.
func IsDefinition(name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

// DefinitionOf is the name of the file with the definition for a program file, or itself.
func DefinitionOf(path string) string {
	if IsDefinition(path) {
		return path
	}
	return strings.TrimPrefix(filepath.Ext(path), ".") + ".k"
}

// Load returns the shipped definition for a program file; the options choose
// among its modules.
func Load(path string, opts kdef.Options) (*compile.Definition, error) {
	opts.Embedded, opts.ReadFile = true, func(name string) ([]byte, error) { return files.ReadFile(filepath.ToSlash(filepath.Clean(name))) }
	return compile.Load(DefinitionOf(path), compile.Options{Options: opts})
}
