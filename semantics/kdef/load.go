package kdef

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"rlv/semantics/source"
)

// Options says how a definition is read. The zero value is usual.
type Options struct {
	MainModule   string   // default: base name of the file in upper case
	SyntaxModule string   // default: main module + "-SYNTAX", else the main module
	Include      []string // directories searched after that of the requiring file
	// IntWidth chooses the module with the attribute int-width(IntWidth) as main
	// module, with its own syntax module or that of the usual one; 0: the usual one itself.
	IntWidth int

	// ReadFile reads a file; default: from disk. A file that does not exist
	// must give an error that is fs.ErrNotExist.
	ReadFile func(path string) ([]byte, error)
	// Embedded says that ReadFile gives parts of the executable, which stay as they are.
	Embedded bool
}

// Load reads a definition: the file, all it requires, and what it uses of the
// embedded library. It reports all problems at once, as a *multierror.Error
// over *source.Diagnostic; then the definition is nil.
func Load(path string, opts Options) (*Definition, error) {
	l := newLoader(opts, newDefinition())
	main := l.read(path, source.Span{})
	d := l.def
	if main != nil {
		d.Main = l.moduleOption(opts.MainModule, path, main)
		d.SyntaxModule = l.syntaxModule(opts.SyntaxModule)
		if opts.IntWidth != 0 {
			d.Main = l.moduleOfWidth(opts.IntWidth, main)
			if name := d.Main + "-SYNTAX"; opts.SyntaxModule == "" && d.Modules[name] != nil {
				d.SyntaxModule = name
			}
		}
	}
	return l.finish(main)
}

// Extend reads a specification: a file whose modules import those of a
// definition. It returns a new definition, in which the base's sorts and
// productions are the same and have the same numbers. Spec is its module; the
// option MainModule names it, if it is neither the only module of the file nor one
// with the file's base name.
func (d *Definition) Extend(path string, opts Options) (*Definition, error) {
	if d.again != nil {
		base, err := d.again()
		if err == nil && base.Hash != d.Hash {
			err = source.Errorf(source.Span{File: d.Files[0].Source}, "changed-file", "the definition has changed since it was read")
		}
		if err != nil {
			return nil, err
		}
		d = base
	}
	l := newLoader(opts, d.extension())
	main := l.read(path, source.Span{})
	if main != nil {
		name := opts.MainModule
		if name == "" && len(main.Modules) == 1 {
			name = main.Modules[0].Name
		}
		l.def.Spec = l.moduleOption(name, path, main)
	}
	return l.finish(main)
}

// loader reads files into a definition.
type loader struct {
	opts    Options
	def     *Definition
	disk    disk
	seen    map[string]*File // by real path; nil: unreadable
	found   source.List
	missing bool // a file or module is missing: what depends on it is unclear
}

func newLoader(opts Options, def *Definition) *loader {
	l := &loader{opts: opts, def: def, seen: map[string]*File{}, disk: diskOf(opts)}
	lib := library()
	for _, d := range lib.broken.Errors() {
		l.found.Add(d)
	}
	for _, name := range lib.names {
		if !onRequest[name] {
			l.addModules(lib.files[name])
		}
	}
	return l
}

// read reads a file and what it requires, once.
func (l *loader) read(path string, from source.Span) *File {
	text, err := l.attempt(path)
	if err != nil {
		l.unreadable(path, from, err)
		return nil
	}
	return l.parse(path, text)
}

// attempt reads a file and notes what that came to.
func (l *loader) attempt(path string) ([]byte, error) {
	r, text, err := l.disk.read(path)
	l.def.readings = append(l.def.readings, r)
	return text, err
}

// parse adds the text of a file and reads what it requires.
func (l *loader) parse(path string, text []byte) *File {
	real := l.disk.identity(path)
	if f, ok := l.seen[real]; ok {
		return f
	}
	f := parseFile(path, text, false, &l.found)
	f.sum = sha256.Sum256(text)
	l.seen[real] = f
	if l.def.inherited(f) {
		return f
	}
	l.def.Files = append(l.def.Files, f)
	for _, r := range f.Requires {
		l.require(filepath.Dir(path), r)
	}
	l.addModules(f)
	return f
}

// unreadable reports a file that cannot be read.
func (l *loader) unreadable(path string, from source.Span, err error) {
	l.missing = true
	if from.IsZero() {
		from = source.Span{File: source.NewFile(path, "")}
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	l.found.Errorf(from, "unreadable-file", "cannot read %s: %v", path, err)
}

// require reads a required file: a standard one, one beside the requiring
// file, or one of an include directory.
func (l *loader) require(dir string, r Require) {
	if name, ok := standardName(r.Path); ok {
		if onRequest[name] {
			l.addModules(library().files[name])
		}
		return
	}
	tried := []string{filepath.Join(dir, r.Path)}
	if filepath.IsAbs(r.Path) {
		tried = []string{r.Path}
	}
	for _, include := range l.opts.Include {
		tried = append(tried, filepath.Join(include, r.Path))
	}
	for _, path := range tried {
		text, err := l.attempt(path)
		switch {
		case err == nil:
			l.parse(path, text)
			return
		case !errors.Is(err, fs.ErrNotExist):
			l.unreadable(path, r.Span, err)
			return
		}
	}
	if l.def.hasBaseFile(r.Path) {
		return // a specification's definition may be given apart from it
	}
	l.missing = true
	l.found.Errorf(r.Span, "unknown-file", "no file %s; looked for %s", r.Path, strings.Join(tried, ", "))
}

// addModules adds the modules of a file.
func (l *loader) addModules(f *File) {
	for _, m := range f.Modules {
		switch before := l.def.Modules[m.Name]; {
		case before == nil:
			l.def.Modules[m.Name] = m
			l.def.names = append(l.def.names, m.Name)
		case before != m:
			d := l.found.Errorf(m.Span, "duplicate-module", "module %s is declared twice", m.Name)
			d.Related = append(d.Related, source.Diagnostic{Severity: source.Note, Span: before.Span, Message: "it is declared here too"})
		}
	}
}

// moduleOption returns the name of the main module of a file.
func (l *loader) moduleOption(option, path string, f *File) string {
	name := option
	if name == "" {
		base := filepath.Base(path)
		name = strings.ToUpper(strings.TrimSuffix(base, filepath.Ext(base)))
	}
	if l.def.Modules[name] != nil {
		return name
	}
	l.missing = true
	if len(f.Modules) > 0 || l.found.ErrorCount() == 0 {
		l.found.Errorf(source.Span{File: f.Source}, "unknown-module", "no module %s in this file or in what it requires%s", name, modulesHint(f))
	}
	return name
}

// moduleOfWidth finds the module of a file that has integers of a width.
func (l *loader) moduleOfWidth(width int, f *File) string {
	var others []string
	for _, m := range f.Modules {
		value, ok := m.Attrs.Get("int-width")
		switch {
		case ok && value == strconv.Itoa(width):
			return m.Name
		case ok:
			others = append(others, value)
		}
	}
	l.missing = true
	known := "its integers have no other width"
	if len(others) > 0 {
		known = "it has widths " + strings.Join(others, ", ")
	}
	l.found.Errorf(source.Span{File: f.Source}, "unknown-width", "no module of this definition has the attribute int-width(%d); %s", width, known)
	return l.def.Main
}

// modulesHint lists the modules that a file does have.
func modulesHint(f *File) string {
	if len(f.Modules) == 0 {
		return ""
	}
	names := make([]string, len(f.Modules))
	for i, m := range f.Modules {
		names[i] = m.Name
	}
	return "; it has " + strings.Join(names, ", ")
}

// syntaxModule returns the module of the programs' grammar.
func (l *loader) syntaxModule(option string) string {
	d := l.def
	main := d.Modules[d.Main]
	name := option
	if name == "" {
		name = d.Main + "-SYNTAX"
	}
	switch {
	case d.Modules[name] != nil:
		return name
	case main == nil:
	case option != "":
		l.missing = true
		l.found.Errorf(main.Span, "unknown-module", "no module %s, which was asked for as the syntax module", name)
	default:
		l.found.Warnf(main.Span, "no-syntax-module", "no module %s: programs are read with the grammar of %s", name, d.Main)
	}
	return d.Main
}

// finish orders and elaborates the modules and hashes the files.
func (l *loader) finish(main *File) (*Definition, error) {
	d := l.def
	d.order(&l.found, &l.missing)
	d.hash()
	if d.elaborate(&l.found) && !l.missing {
		d.check(&l.found)
		d.warnOfUnused(main, &l.found)
	}
	if err := l.found.Err(); err != nil {
		return nil, err
	}
	d.Warnings = l.found.Warnings()
	return d, nil
}

// hashVersion changes when the same text means something else than before.
const hashVersion = "rlv definition 1"

// hash computes the hash over all that was read. Directories do not count, so
// that the same definition has the same hash on every machine.
func (d *Definition) hash() {
	h := sha256.New()
	part := func(text string) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		io.WriteString(h, text)
	}
	part(hashVersion)
	for _, name := range library().names {
		part(library().files[name].Source.Text())
	}
	for _, f := range d.Files {
		part(filepath.Base(f.Source.Name))
		part(string(f.sum[:]))
	}
	part(fmt.Sprintf("%q %q %q", d.Main, d.SyntaxModule, d.Spec))
	h.Sum(d.Hash[:0])
}
