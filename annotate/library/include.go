package library

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

//go:embed *.logic
var shipped embed.FS

// extension is that of the files of libraries.
const extension = ".logic"

// maxFiles bounds the files that one program includes, directly or not.
const maxFiles = 100

// Names are those of all libraries, without brackets, in the order of the alphabet.
func Names() []string {
	files, _ := fs.Glob(shipped, "*"+extension)
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, extension)
	}
	return files
}

// Open returns the file of a library; nil if there is none of that name.
func Open(name string) *source.File {
	text, err := shipped.ReadFile(name + extension)
	if err != nil {
		return nil
	}
	return source.NewFile("<"+name+">", string(text))
}

// Included are declarations together with what they include.
type Included struct {
	// Annotations are those of the program and of the files, each include replaced by what
	// it stands for, as far as that is relevant.
	Annotations []*syntax.Annotation
	// Origins say of the annotations that stand in a library what is known of them, by their
	// places.
	Origins map[source.Span]*Origin
	// Files are those that are included, without the libraries.
	Files []*source.File
}

// Of returns the library that declares a function, in brackets; "" if none does.
func Of(function string) string {
	for _, name := range Names() {
		f := Open(name)
		anns, _ := syntax.File(f) // there are no problems in them
		for _, a := range anns {
			if a.Key == syntax.Logic && a.Declared().Text == function {
				return f.Name
			}
		}
	}
	return ""
}

// Read reads a file.
type Read func(path string) (*source.File, error)

// reader is the work on the includes of one program.
type reader struct {
	read      Read
	out       []*syntax.Annotation // what stands for itself, libraries whole
	entries   []*entry
	of        map[*syntax.Annotation]*entry
	libraries map[string]bool
	files     map[string]*source.File // by identity
	within    []string                // those that are being read, likewise
	included  []*source.File
	problems  []*source.Diagnostic
}

// Expand replaces the includes among the declarations of a program. What is relevant, all of
// the program's annotations say.
func Expand(program *source.File, all, declarations []*syntax.Annotation, read Read) (*Included, []*source.Diagnostic) {
	isInclude := func(a *syntax.Annotation) bool { return a.Key == syntax.Include }
	if !slices.ContainsFunc(declarations, isInclude) {
		return &Included{Annotations: declarations}, nil
	}
	own := identity(program.Name)
	r := &reader{read: read, of: map[*syntax.Annotation]*entry{}, libraries: map[string]bool{}, files: map[string]*source.File{own: program}, within: []string{own}}
	r.expand(declarations)
	r.hide()
	if len(r.problems) > 0 {
		return &Included{}, r.problems
	}
	for _, a := range r.out {
		if r.of[a] == nil && a.Span.File != program {
			all = append(slices.Clip(all), a)
		}
	}
	out := &Included{Origins: newGraph(r.entries).relevant(all), Files: r.included}
	for _, a := range r.out {
		if r.of[a] == nil || out.Origins[a.Span] != nil {
			out.Annotations = append(out.Annotations, a)
		}
	}
	return out, nil
}

func (r *reader) problem(at source.Span, format string, args ...any) {
	r.problems = append(r.problems, source.Errorf(at, "include", format, args...))
}

// expand takes the declarations of one file.
func (r *reader) expand(declarations []*syntax.Annotation) {
	before := map[string]source.Span{} // what this file includes
	for _, a := range declarations {
		if a.Key != syntax.Include {
			r.out = append(r.out, a)
			continue
		}
		in, problem := syntax.ParseInclude(a.Text)
		if problem != nil {
			r.problems = append(r.problems, problem)
			continue
		}
		key := "<" + in.Name
		if !in.Library {
			in.Name = filepath.FromSlash(in.Name)
			if !filepath.IsAbs(in.Name) {
				in.Name = filepath.Join(filepath.Dir(a.Span.File.Name), in.Name)
			}
			key = identity(in.Name)
		}
		if at, twice := before[key]; twice {
			r.problem(in.Span, "this is included before, at %s", at)
			continue
		}
		before[key] = a.Span
		if in.Library {
			r.library(in)
		} else {
			r.file(in, key)
		}
	}
}

// library takes a library, once for the whole program.
func (r *reader) library(in *syntax.Included) {
	if r.libraries[in.Name] {
		return
	}
	f := Open(in.Name)
	if f == nil {
		r.problem(in.Span, "there is no library <%s>; there are <%s>%s", in.Name, strings.Join(Names(), ">, <"), kdef.DidYouMean(in.Name, Names()))
		return
	}
	r.libraries[in.Name] = true
	anns, problems := syntax.File(f)
	r.problems = append(r.problems, problems...)
	for _, a := range anns {
		if a.Key == syntax.Include {
			if inner, problem := syntax.ParseInclude(a.Text); problem == nil {
				r.library(inner)
			}
			continue
		}
		e := newEntry(a, f.Name)
		r.out, r.entries, r.of[a] = append(r.out, a), append(r.entries, e), e
	}
}

// file takes a file, once for the whole program.
func (r *reader) file(in *syntax.Included, key string) {
	switch {
	case slices.Contains(r.within, key):
		r.problem(in.Span, "this file includes itself: %s", r.cycle(key))
		return
	case r.files[key] != nil:
		return
	case len(r.files) >= maxFiles:
		r.problem(in.Span, "more than %d files are included", maxFiles)
		return
	case r.read == nil:
		r.problem(in.Span, "no files can be included here")
		return
	}
	if info, err := os.Stat(in.Name); err == nil && !info.Mode().IsRegular() {
		r.problem(in.Span, "%s is no file with annotations", in.Name)
		return
	}
	f, err := r.read(in.Name)
	if err != nil {
		r.problem(in.Span, "%v", err)
		return
	}
	r.files[key], r.included = f, append(r.included, f)
	anns, problems := syntax.File(f)
	r.problems = append(r.problems, problems...)
	for _, a := range anns {
		if !a.Key.IsDeclaration() {
			r.problem(a.Span, "%s does not stand in a file that is included: logic, axiom, lemma and include do", a.Key)
		}
	}
	r.within = append(r.within, key)
	r.expand(anns)
	r.within = r.within[:len(r.within)-1]
}

// cycle are the files from one to itself.
func (r *reader) cycle(key string) string {
	var names []string
	for _, k := range r.within[slices.Index(r.within, key):] {
		names = append(names, r.files[k].Name)
	}
	return strings.Join(append(names, names[0]), " -> ")
}

// identity is the same for all paths of a file.
func identity(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return filepath.Clean(path)
}

// hide leaves out what the program, or a file, declares by a name that a library has as well, and what
// mentions that: a lemma speaks of the function that it was written for.
func (r *reader) hide() {
	declared, hidden := map[bool][]string{}, map[string]bool{} // of functions, and of facts
	for _, a := range r.out {
		if r.of[a] == nil && a.Key.IsDeclaration() {
			if name := a.Declared().Text; name != "" {
				declared[a.Key == syntax.Logic] = append(declared[a.Key == syntax.Logic], name)
			}
		}
	}
	r.entries = slices.DeleteFunc(r.entries, func(e *entry) bool { // what it mentions stands before it
		if !slices.Contains(declared[e.Key == syntax.Logic], e.name.Text) && !slices.ContainsFunc(e.words, func(w string) bool { return hidden[w] }) {
			return false
		}
		hidden[e.name.Text] = true
		return true
	})
	r.out = slices.DeleteFunc(r.out, func(a *syntax.Annotation) bool { return r.of[a] != nil && !slices.Contains(r.entries, r.of[a]) })
}
