package kdef

import (
	"path/filepath"
	"slices"
	"sync"

	"rlv/semantics/source"
)

// Definition is all modules that a file and what it requires have, with their
// sorts and productions numbered. It does not change once loaded and may be
// used by several goroutines.
type Definition struct {
	Files        []*File            // the user's files, in the order read
	Modules      map[string]*Module // by name, library modules included
	Order        []string           // the modules that the user's modules reach, imported ones first
	Main         string             // main module
	SyntaxModule string             // module of the grammar of programs
	Spec         string             // module of the specification, "" without one
	Config       *Configuration     // the declared one, or the default
	Sorts        []*Sort            // by SortID
	Productions  []*Production      // by Production.Index; identical ones are merged, lists expanded
	Warnings     []*source.Diagnostic
	Hash         [32]byte // of the text of all files, the library's included

	readings   []reading                   // of files, in order
	again      func() (*Definition, error) // reads it with all sentences, nil if it has them
	names      []string                    // of Modules, in the order read
	sortIDs    map[string]SortID
	synonyms   map[string]*SyntaxSynonym
	originals  map[string]string // the sort that a synonym stands for
	lexical    map[string]*SyntaxLexical
	implicit   map[string][]string // modules that a module sees without importing them
	parts      map[string]*part
	identical  map[string]*Production
	taken      map[string]*Production // by Name
	base       *Definition
	mutex      sync.Mutex
	signatures map[signatureKey]*Signature
}

// coreSorts exist in every module.
var coreSorts = []string{"K", "KItem", "Bag", "Bool", "KResult"}

// The numbers of the sorts that every signature has.
const (
	SortK SortID = iota
	SortKItem
	SortBag
	SortBool
	SortKResult
)

func newDefinition() *Definition {
	d := &Definition{
		Modules: map[string]*Module{}, sortIDs: map[string]SortID{},
		synonyms: map[string]*SyntaxSynonym{}, originals: map[string]string{}, lexical: map[string]*SyntaxLexical{},
		implicit: map[string][]string{}, parts: map[string]*part{},
		identical: map[string]*Production{}, taken: map[string]*Production{},
		signatures: map[signatureKey]*Signature{},
	}
	for _, name := range coreSorts {
		d.declare(name)
	}
	return d
}

// extension returns a definition that starts as a copy of d. What a module of
// the base has was elaborated and is shared.
func (d *Definition) extension() *Definition {
	e := newDefinition()
	e.base = d
	e.Files = slices.Clip(d.Files)
	e.Order = slices.Clip(d.Order)
	e.Main, e.SyntaxModule, e.Config = d.Main, d.SyntaxModule, d.Config
	e.Productions = slices.Clip(d.Productions)
	e.names = slices.Clip(d.names)
	e.Sorts = nil
	for _, s := range d.Sorts {
		copied := *s
		e.Sorts = append(e.Sorts, &copied)
	}
	copyMap(e.Modules, d.Modules)
	copyMap(e.sortIDs, d.sortIDs)
	copyMap(e.synonyms, d.synonyms)
	copyMap(e.originals, d.originals)
	copyMap(e.lexical, d.lexical)
	copyMap(e.implicit, d.implicit)
	for name, p := range d.parts {
		copied := part{p.sorts, slices.Clip(p.productions), slices.Clip(p.chains), slices.Clip(p.subsorts), p.config}
		e.parts[name] = &copied
	}
	copyMap(e.identical, d.identical)
	copyMap(e.taken, d.taken)
	return e
}

func copyMap[V any](to, from map[string]V) {
	for k, v := range from {
		to[k] = v
	}
}

// inherited reports whether the base has read the same file already.
func (d *Definition) inherited(f *File) bool {
	if d.base == nil {
		return false
	}
	return slices.ContainsFunc(d.base.Files, func(g *File) bool {
		return g.sum == f.sum && filepath.Base(g.Source.Name) == filepath.Base(f.Source.Name)
	})
}

// hasBaseFile reports whether the base has read a file of the name that a path
// ends in.
func (d *Definition) hasBaseFile(path string) bool {
	if d.base == nil {
		return false
	}
	return slices.ContainsFunc(d.base.Files, func(g *File) bool {
		return filepath.Base(g.Source.Name) == filepath.Base(path)
	})
}

// programModule returns the module that stands for an imported one in the
// grammar of programs.
func (d *Definition) programModule(name string) string {
	if parsing := name + "-PROGRAM-PARSING"; d.Modules[parsing] != nil {
		return parsing
	}
	return name
}

// order puts the modules that the main, the syntax and the specification module
// reach into an order in which imported ones come first, and reports unknown
// modules and cycles.
func (d *Definition) order(found *source.List, missing *bool) {
	const active, done = 1, 2
	state := map[string]int{}
	for _, name := range d.Order {
		state[name] = done
	}
	var visit func(name string, from source.Span)
	visit = func(name string, from source.Span) {
		m := d.Modules[name]
		switch {
		case m == nil:
			*missing = true
			found.Errorf(from, "unknown-module", "unknown module %s%s", name, moduleHint(name))
			return
		case state[name] == active:
			*missing = true
			found.Errorf(from, "import-cycle", "module %s imports itself through this import", name)
			return
		case state[name] == done:
			return
		}
		state[name] = active
		d.findImplicit(m)
		for _, used := range m.Imports {
			visit(used.Name, used.Span)
			if p := d.programModule(used.Name); p != used.Name {
				visit(p, used.Span)
			}
		}
		for _, name := range d.implicit[name] {
			visit(name, m.Span)
		}
		state[name] = done
		d.Order = append(d.Order, name)
	}
	for _, name := range []string{d.Main, d.SyntaxModule, d.Spec} {
		if m := d.Modules[name]; m != nil {
			visit(name, m.Span)
		}
	}
}

// warnOfUnused warns of the modules of a file that nothing imports and that are
// not asked for: what stands in them has no effect.
func (d *Definition) warnOfUnused(f *File, found *source.List) {
	imported := map[string]bool{}
	for _, m := range f.Modules {
		for _, used := range m.Imports {
			imported[used.Name] = true
		}
	}
	for _, m := range f.Modules {
		if d.parts[m.Name] == nil && !imported[m.Name] && !m.Attrs.Has("int-width") {
			found.Warnf(m.Span, "unused-module", "module %s has no effect: no module imports it", m.Name)
		}
	}
}

// findImplicit notes the modules that m sees without importing them: MAP with
// a configuration, BOOL with strictness or contexts, K-IO with stream cells.
func (d *Definition) findImplicit(m *Module) {
	if m.Library {
		return
	}
	var seen [3]bool
	for _, s := range m.Sentences {
		switch s := s.(type) {
		case *Bubble:
			seen[0] = seen[0] || s.Kind == ConfigBubble
			seen[1] = seen[1] || s.Kind == ContextBubble
			seen[2] = seen[2] || s.Kind == ConfigBubble && hasStream(s)
		case *Syntax:
			seen[1] = seen[1] || hasStrict(s)
		}
	}
	var names []string
	for i, name := range []string{"MAP", "BOOL", "K-IO"} {
		if seen[i] {
			names = append(names, name)
		}
	}
	d.implicit[m.Name] = names
}

// hasStream reports whether a configuration has a stream cell. Errors in it are
// reported where it is elaborated.
func hasStream(b *Bubble) bool {
	c := parseConfiguration(b, &source.List{})
	stream := false
	c.All(func(cell *CellDecl) {
		_, ok := cell.Prop("stream")
		stream = stream || ok
	})
	return stream
}

// hasStrict reports whether a syntax sentence has a strict production.
func hasStrict(s *Syntax) bool {
	for _, b := range s.Blocks {
		if slices.ContainsFunc(b.Productions, func(p *Production) bool { return p.Attrs.Has("strict") || p.Attrs.Has("seqstrict") }) {
			return true
		}
	}
	return false
}

// Closure returns the signature that a module sees: its own sentences, those
// of its imports, and publicly of theirs. For programs, each imported module X
// is replaced by X-PROGRAM-PARSING if there is one. The only error is an
// unknown module.
func (d *Definition) Closure(module string, forPrograms bool) (*Signature, error) {
	if d.Modules[module] == nil || d.parts[module] == nil {
		return nil, source.Errorf(source.Span{}, "unknown-module", "no module %s in the definition", module)
	}
	return d.signature(signatureKey{module, forPrograms}), nil
}

// Whole returns the signature of the whole definition: of all modules that the
// main, the syntax and the specification module reach, private or not. It is
// the one to execute with: its sorts and productions include those of all
// other signatures.
func (d *Definition) Whole() *Signature { return d.signature(signatureKey{}) }

// signature returns a signature, built on first use.
func (d *Definition) signature(key signatureKey) *Signature {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if s := d.signatures[key]; s != nil {
		return s
	}
	s := d.newSignature(key, nil)
	d.signatures[key] = s
	return s
}

// closure returns the modules that a signature is made of, imported ones
// first.
func (d *Definition) closure(key signatureKey) []*Module {
	var modules []*Module
	seen := map[string]bool{}
	whole := key.module == ""
	var visit func(name string, root bool)
	visit = func(name string, root bool) {
		m := d.Modules[name]
		if m == nil || seen[name] || d.parts[name] == nil {
			return
		}
		seen[name] = true
		for _, used := range m.Imports {
			if used.Private && !root && !whole {
				continue
			}
			if key.programs {
				visit(d.programModule(used.Name), false)
				continue
			}
			visit(used.Name, false)
			if whole {
				visit(d.programModule(used.Name), false)
			}
		}
		if (root || whole) && !key.programs {
			for _, name := range d.implicit[name] {
				visit(name, false)
			}
		}
		modules = append(modules, m)
	}
	if !whole {
		visit(key.module, true)
		return modules
	}
	for _, name := range []string{d.Main, d.SyntaxModule, d.Spec} {
		visit(name, true)
	}
	return modules
}
