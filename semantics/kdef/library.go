package kdef

import (
	"embed"
	"strings"
	"sync"

	"rlv/semantics/source"
)

//go:embed library/*.k
var libraryFiles embed.FS

// libraryText is the parsed library: shared by all definitions, never changed.
type libraryText struct {
	files  map[string]*File // by name without extension: "domains"
	names  []string         // of files, sorted
	broken source.List      // empty unless a library file is wrong
}

// librarySources lists the embedded files, sorted by name.
var librarySources = sync.OnceValue(func() []*source.File {
	entries, _ := libraryFiles.ReadDir("library")
	var out []*source.File
	for _, e := range entries {
		info, _ := e.Info()
		out = append(out, source.NewEmbedded("rlv/"+e.Name(), int(info.Size()), func() string {
			text, _ := libraryFiles.ReadFile("library/" + e.Name())
			return string(text)
		}))
	}
	return out
})

// library parses the embedded files on first use.
var library = sync.OnceValue(func() *libraryText {
	lib := &libraryText{files: map[string]*File{}}
	for _, f := range librarySources() {
		name := strings.TrimSuffix(strings.TrimPrefix(f.Name, "rlv/"), ".k")
		lib.files[name] = parseSource(f, true, &lib.broken)
		lib.names = append(lib.names, name)
	}
	return lib
})

// onRequest are the library files whose modules exist only where the file is
// required; all others are there for every definition.
var onRequest = map[string]bool{"substitution": true}

// standardFiles are the names that `requires` serves from the library.
var standardFiles = map[string]bool{"prelude": true, "domains": true, "kast": true, "substitution": true, "array": true}

// standardName returns the library file that a required path names: prelude.md
// or, in old spelling, prelude.k.
func standardName(path string) (string, bool) {
	name, isMarkdown := strings.CutSuffix(path, ".md")
	if !isMarkdown {
		name = strings.TrimSuffix(path, ".k")
	}
	return name, name != path && standardFiles[name]
}

// unsupportedModules are modules of the notation's own library that rlv lacks.
var unsupportedModules = map[string]bool{
	"FLOAT": true, "FLOAT-SYNTAX": true, "BYTES": true, "BYTES-SYNTAX": true, "MINT": true, "MINT-SYNTAX": true,
	"JSON": true, "RAT": true, "K-REFLECTION": true, "K-REFLECTION-SYNTAX": true,
	"STRING-BUFFER": true, "RANGEMAP": true, "FFI": true, "ML-SYNTAX": true, "K-AMBIGUITIES": true, "K-LOCATIONS": true,
}

// moduleHint explains why a module is missing.
func moduleHint(name string) string {
	for _, file := range library().names {
		for _, m := range library().files[file].Modules {
			if onRequest[file] && m.Name == name {
				return `; it needs requires "` + file + `.md"`
			}
		}
	}
	if unsupportedModules[name] {
		return "; this library module is not supported"
	}
	return ""
}
