package verify

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/go-multierror"

	"rlv/annotate"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/source"
)

// Language tells which definition gives programs their meaning. The zero Language
// picks a shipped one by the extension of a program's file.
type Language struct {
	Definition               string // file of the definition; "" for a shipped one
	MainModule, SyntaxModule string // of the definition; "" for the usual ones
	Include                  []string
	IntWidth                 int // bits of integers; 0 for the definition's usual integers
}

// Load returns the definition for a program file.
func (l Language) Load(path string) (*compile.Definition, error) {
	if l.Definition != "" {
		return l.Compile(l.Definition)
	}
	if !languages.Known(path) {
		known := languages.Extensions()
		sort.Strings(known)
		hint := ""
		if filepath.Ext(path) == "" { // such as standard input
			hint = "; --stdin-name FILE gives - a name"
		}
		return nil, fmt.Errorf("%s: no language is known for this file; give its definition with --definition DEF.k, or use one of %s%s", path, strings.Join(known, ", "), hint)
	}
	return l.shipped(path)
}

// shipped returns the shipped definition for a program file, or of this name.
func (l Language) shipped(path string) (*compile.Definition, error) {
	return within(loadTime, path+": loading the definition", func() (*compile.Definition, error) {
		return languages.Load(path, kdef.Options{MainModule: l.MainModule, SyntaxModule: l.SyntaxModule, IntWidth: l.IntWidth})
	})
}

// Compile returns the definition in a file.
func (l Language) Compile(path string) (*compile.Definition, error) {
	return within(loadTime, path+": loading the definition", func() (*compile.Definition, error) {
		return compile.Load(path, compile.Options{Options: kdef.Options{MainModule: l.MainModule, SyntaxModule: l.SyntaxModule, Include: l.Include, IntWidth: l.IntWidth}})
	})
}

// maxProgram bounds the size of a program file in bytes.
const maxProgram = 8 << 20

// ReadFile reads a file with a program.
func ReadFile(path string) (*source.File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &source.Coded{Name: "no-file", Err: fmt.Errorf("%s: there is no such file", path)}
	case err != nil:
		return nil, &source.Coded{Name: "unreadable-file", Err: err}
	case info.IsDir():
		return nil, &source.Coded{Name: "directory", Err: fmt.Errorf("%s: this is a directory", path)}
	case info.Size() > maxProgram:
		return nil, tooLarge(path, strconv.FormatInt(info.Size(), 10))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &source.Coded{Name: "unreadable-file", Err: err}
	}
	return source.NewFile(path, string(text)), nil
}

// ReadInput reads a program that is in no file, and gives it the name of one.
func ReadInput(from io.Reader, name string) (Input, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxProgram+1))
	switch {
	case err != nil:
		return Input{}, fmt.Errorf("%s: %w", name, err)
	case len(text) > maxProgram:
		return Input{}, tooLarge(name, "more than "+strconv.Itoa(maxProgram))
	}
	return Input{Path: name, Text: string(text), Given: true}, nil
}

func tooLarge(name, size string) error {
	return &source.Coded{Name: "file-too-large", Err: fmt.Errorf("%s:1:1: error: the file has %s bytes; rlv reads programs of at most %d [file-too-large]", name, size, maxProgram)}
}

// Parse parses a program. The definition must have been given to an engine before:
// parsing evaluates functions in programs.
func Parse(d *compile.Definition, file *source.File) (*compile.Program, error) {
	if i := strings.IndexByte(file.Text(), 0); i >= 0 {
		return nil, source.Errorf(source.Span{File: file, Start: i, End: i + 1}, "binary-file", "this is a binary file, not a program: it has a NUL byte")
	}
	if strings.TrimSpace(file.Text()) == "" {
		return nil, source.Errorf(source.Span{File: file}, "empty-file", "the file is empty")
	}
	return within(parseTime, file.Name+": parsing", func() (*compile.Program, error) { return d.ParseProgram(file) })
}

// besideAnnotations are the diagnostics of a text that is no program, with what is wrong in its annotations whatever the program is.
func besideAnnotations(d *compile.Definition, file *source.File, err error) error {
	var all *multierror.Error
	var one *source.Diagnostic
	if !errors.As(err, &all) && !errors.As(err, &one) {
		return err
	}
	whole := source.Span{File: file, End: len(file.Text())}
	comments, unread := d.Comments(whole)
	if unread != nil {
		return err
	}
	var found source.List
	found.AddError(whole, err)
	for _, p := range annotate.Misread(comments) {
		found.Add(p)
	}
	return found.Err()
}
