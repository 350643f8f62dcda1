package kdef

import (
	"crypto/sha256"
	"maps"
	"slices"

	"rlv/semantics/source"
	"rlv/semantics/stored"
)

// former writes the stored form of a definition, or reads it: the order is said once, for
// both. The form is what reading the files comes to: sorts, productions and modules, numbered
// and in order. Of the sentences it has the bubbles and those about priorities; nothing asks
// for others once they are elaborated. It stands for the definition as long as reading would
// find the same files with the same texts.
type former struct {
	def   *Definition
	w     *stored.Writer
	r     *stored.Reader // nil: the form is written
	disk  disk
	texts map[string]string // of what is read, by path

	files   []*source.File
	numbers map[*source.File]uint64
	start   int // of the last span
	cells   []*CellDecl
	bubbles []*Bubble

	// What is read lies side by side.
	items       []Item
	attrs       []Attribute
	sorts       []SortID
	productions []Production
	kept        []Bubble
}

// Encode writes the stored form of a definition that Load has returned.
func (d *Definition) Encode(w *stored.Writer) {
	f := &former{def: d, w: w, numbers: map[*source.File]uint64{}}
	f.definition(d.readings[0].path)
}

// Restore returns the definition that Load would return for the same path and options, from
// its stored form. The error is that the form is damaged, or that files have changed.
func Restore(path string, opts Options, r *stored.Reader) (d *Definition, err error) {
	defer stored.Caught(&err)
	d = newDefinition()
	d.again = func() (*Definition, error) { return Load(path, opts) }
	f := &former{def: d, r: r, disk: diskOf(opts), texts: map[string]string{}}
	f.definition(path)
	return d, nil
}

func (f *former) definition(path string) {
	d := f.def
	list(f, &d.readings, f.reading)
	f.expect(len(d.readings) > 0 && d.readings[0].path == path)
	list(f, &d.Files, f.file)
	f.sources()
	f.sum((*[sha256.Size]byte)(&d.Hash))
	f.text(&d.Main)
	f.text(&d.SyntaxModule)
	f.numberedSorts()
	list(f, &d.Productions, f.production)
	for i, p := range d.Productions {
		f.expect(p.Index == i)
	}
	f.configuration()
	for _, s := range d.Sorts {
		f.sort(s)
	}
	list(f, &d.names, f.text)
	for _, name := range d.names {
		f.module(name)
	}
	f.modulesOfFiles()
	f.bubble(&d.Config.Bubble)
	list(f, &d.Order, f.text)
	table(f, d.originals, f.text)
	table(f, d.implicit, func(names *[]string) { list(f, names, f.text) })
	table(f, d.parts, f.part)
	list(f, &d.Warnings, func(w **source.Diagnostic) {
		if f.r != nil {
			*w = &source.Diagnostic{}
		}
		f.diagnostic(*w)
	})
}

// expect makes sure of something about what is read.
func (f *former) expect(ok bool) {
	if f.r != nil {
		f.r.Expect(ok)
	}
}

func (f *former) text(s *string) {
	if f.r != nil {
		*s = f.r.Text()
	} else {
		f.w.Text(*s)
	}
}

func (f *former) flag(b *bool) {
	if f.r != nil {
		*b = f.r.Flag()
	} else {
		f.w.Flag(*b)
	}
}

// sum is a hash.
func (f *former) sum(h *[sha256.Size]byte) {
	text := string(h[:])
	f.text(&text)
	f.expect(len(text) == len(h))
	copy(h[:], text)
}

// below is a number that is less than n.
func below[T ~int | ~int32](f *former, x *T, n int) {
	if f.r != nil {
		*x = T(f.r.Below(n))
	} else {
		f.w.Number(uint64(*x))
	}
}

// count is the length of a list.
func (f *former) count(n int) int {
	if f.r != nil {
		return f.r.Count()
	}
	f.w.Number(uint64(n))
	return n
}

func list[T any](f *former, xs *[]T, each func(*T)) {
	n := f.count(len(*xs))
	if f.r != nil && n > 0 {
		*xs = make([]T, n)
	}
	for i := range *xs {
		each(&(*xs)[i])
	}
}

// beside is list for short lists, which lie in one piece of memory.
func beside[T any](f *former, memory, xs *[]T, each func(*T)) {
	n := f.count(len(*xs))
	if f.r != nil && n > 0 {
		if len(*memory) < n {
			*memory = make([]T, max(n, 256))
		}
		*xs, *memory = (*memory)[:n:n], (*memory)[n:]
	}
	for i := range *xs {
		each(&(*xs)[i])
	}
}

func table[T any](f *former, m map[string]T, each func(*T)) {
	names := slices.Sorted(maps.Keys(m))
	list(f, &names, f.text)
	for _, name := range names {
		x := m[name]
		each(&x)
		m[name] = x
	}
}

// reading is an attempt to read a file; where the form is read it must come to the same. A file
// that is embedded cannot have changed.
func (f *former) reading(r *reading) {
	f.text(&r.path)
	f.text(&r.real)
	f.flag(&r.missing)
	f.sum(&r.sum)
	if f.r == nil || f.disk.embedded {
		return
	}
	now, text, err := f.disk.read(r.path)
	f.expect(now == *r && (err == nil || r.missing))
	if !r.missing {
		f.texts[r.path] = content(r.path, text)
	}
}

// file is a file of the user.
func (f *former) file(x **File) {
	if f.r != nil {
		*x = &File{Source: &source.File{}}
	}
	name := (*x).Source.Name
	f.text(&name)
	f.sum(&(*x).sum)
	size := (*x).Source.Len()
	below(f, &size, MaxFileSize+1)
	switch text, ok := f.texts[name]; {
	case f.r == nil:
	case f.disk.embedded:
		(*x).Source = source.NewEmbedded(name, size, func() string {
			text, _ := f.disk.readFile(name) // a part of the executable
			return content(name, text)
		})
	default:
		f.expect(ok && len(text) == size)
		(*x).Source = source.NewFile(name, text)
	}
}

// sources numbers the files in which spans are.
func (f *former) sources() {
	for _, x := range f.def.Files {
		f.files = append(f.files, x.Source)
	}
	f.files = append(f.files, librarySources()...)
	f.files = append(f.files, defaultConfiguration)
	for i, file := range f.files {
		if f.r == nil {
			f.numbers[file] = uint64(i + 1)
		}
	}
}

func (f *former) span(s *source.Span) {
	if f.r == nil {
		f.w.Number(f.numbers[s.File])
		if s.File != nil {
			f.w.Signed(s.Start - f.start)
			f.w.Number(uint64(s.End - s.Start))
			f.start = s.Start
		}
		return
	}
	if n := f.r.Below(len(f.files) + 1); n > 0 {
		s.File = f.files[n-1]
		s.Start = f.start + f.r.Signed()
		f.r.Expect(s.Start >= 0 && s.Start <= s.File.Len())
		s.End = s.Start + f.r.Below(s.File.Len()-s.Start+1)
		f.start = s.Start
	}
}

func (f *former) attributes(as *Attributes) {
	beside(f, &f.attrs, (*[]Attribute)(as), func(a *Attribute) {
		f.text(&a.Key)
		f.text(&a.Value)
		f.span(&a.Span)
	})
}

// numberedSorts makes the sorts, since all else refers to their numbers.
func (f *former) numberedSorts() {
	d := f.def
	n := f.count(len(d.Sorts))
	if f.r == nil {
		return
	}
	d.Sorts = make([]*Sort, n)
	sorts := make([]Sort, n)
	for i := range sorts {
		sorts[i].ID = SortID(i)
		d.Sorts[i] = &sorts[i]
	}
	d.sortIDs = make(map[string]SortID, n)
}

func (f *former) sortID(id *SortID) { below(f, id, len(f.def.Sorts)) }

func (f *former) sort(s *Sort) {
	f.text(&s.Name)
	f.attributes(&s.Attrs)
	f.span(&s.Span)
	f.flag(&s.Token)
	f.def.sortIDs[s.Name] = s.ID
	if optional(f, &s.List) {
		f.sortID(&s.List.Elem)
		f.text(&s.List.Sep)
		f.flag(&s.List.NonEmpty)
		f.reference(&s.List.Cons)
		f.reference(&s.List.Unit)
	}
	n := slices.Index(f.cells, s.Cell) + 1
	if below(f, &n, len(f.cells)+1); n > 0 {
		s.Cell = f.cells[n-1]
	}
}

// optional reports whether there is something; where it is read it is made.
func optional[T any](f *former, x **T) bool {
	is := *x != nil
	if f.flag(&is); is && f.r != nil {
		*x = new(T)
	}
	return is
}

// one returns the next element of a piece of memory.
func one[T any](memory *[]T) *T {
	if len(*memory) == 0 {
		*memory = make([]T, 128)
	}
	x := &(*memory)[0]
	*memory = (*memory)[1:]
	return x
}

// production is one with its number.
func (f *former) production(x **Production) {
	if f.r != nil {
		*x = one(&f.productions)
	}
	p := *x
	below(f, &p.Index, len(f.def.Productions))
	f.text(&p.Sort)
	f.text(&p.Module)
	f.text(&p.Name)
	f.text(&p.Group)
	f.span(&p.Span)
	beside(f, &f.items, &p.Items, f.item)
	f.attributes(&p.Attrs)
	f.sortID(&p.Result)
	beside(f, &f.sorts, &p.Params, f.sortID)
	f.flag(&p.Subsort)
	f.flag(&p.SortTest)
	f.flag(&p.instance)
	if optional(f, &p.List) {
		f.text(&p.List.Elem)
		f.text(&p.List.Sep)
		f.flag(&p.List.NonEmpty)
		f.flag(&p.List.Unit)
	}
}

func (f *former) item(it *Item) {
	below(f, &it.Kind, int(UserList)+1)
	f.text(&it.Text)
	f.text(&it.Sort)
	f.text(&it.Name)
	f.flag(&it.NonEmpty)
	f.span(&it.Span)
}

// reference is a production by its number, or none.
func (f *former) reference(p **Production) {
	n := 0
	if *p != nil {
		n = (*p).Index + 1
	}
	if below(f, &n, len(f.def.Productions)+1); n > 0 {
		*p = f.def.Productions[n-1]
	}
}

func (f *former) references(ps *[]*Production) { list(f, ps, f.reference) }

// configuration is the cells; the bubble is known when the modules are.
func (f *former) configuration() {
	if f.r != nil {
		f.def.Config = &Configuration{}
	}
	c := f.def.Config
	f.text(&c.Module)
	list(f, &c.Cells, func(cell **CellDecl) { f.cell(cell, nil) })
	f.span(&c.Ensures)
}

func (f *former) cell(x **CellDecl, parent *CellDecl) {
	if f.r != nil {
		*x = &CellDecl{Parent: parent}
	}
	c := *x
	f.cells = append(f.cells, c)
	f.text(&c.Name)
	list(f, &c.Props, func(p *CellProp) {
		f.text(&p.Name)
		f.text(&p.Value)
		f.span(&p.Span)
	})
	list(f, &c.Children, func(child **CellDecl) { f.cell(child, c) })
	f.span(&c.Body)
	f.span(&c.Span)
}

// module is the module of a name.
func (f *former) module(name string) {
	if f.r != nil {
		f.def.Modules[name] = &Module{Name: name}
	}
	m := f.def.Modules[name]
	f.attributes(&m.Attrs)
	list(f, &m.Imports, func(i *Import) {
		f.text(&i.Name)
		f.flag(&i.Private)
		f.span(&i.Span)
	})
	f.span(&m.Span)
	f.flag(&m.Library)
	sentences := slices.DeleteFunc(slices.Clone(m.Sentences), func(s Sentence) bool { return kindOf(s) < 0 })
	list(f, &sentences, func(s *Sentence) { f.sentence(s, m) })
	if f.r != nil {
		m.Sentences = sentences
	}
}

// kindOf numbers the kinds of sentences that a form has; -1 is another kind.
func kindOf(s Sentence) int {
	switch s.(type) {
	case *Bubble:
		return 0
	case *SyntaxPriority:
		return 1
	case *SyntaxAssoc:
		return 2
	}
	return -1
}

func (f *former) newSentence(kind int, m *Module) Sentence {
	switch kind {
	case 0:
		b := one(&f.kept)
		b.Module = m.Name
		return b
	case 1:
		return &SyntaxPriority{}
	}
	return &SyntaxAssoc{}
}

func (f *former) sentence(x *Sentence, m *Module) {
	kind := kindOf(*x)
	below(f, &kind, 3)
	if f.r != nil {
		*x = f.newSentence(kind, m)
	}
	switch s := (*x).(type) {
	case *Bubble:
		f.bubbles = append(f.bubbles, s)
		below(f, &s.Kind, int(ConfigBubble)+1)
		f.text(&s.Label)
		f.span(&s.Span)
		f.span(&s.Body)
		f.attributes(&s.Attrs)
	case *SyntaxPriority:
		list(f, &s.Groups, func(group *[]string) { list(f, group, f.text) })
		f.span(&s.Span)
	case *SyntaxAssoc:
		f.text(&s.Assoc)
		list(f, &s.Tags, f.text)
		f.span(&s.Span)
	}
}

// modulesOfFiles says which modules stand in a file.
func (f *former) modulesOfFiles() {
	for _, file := range f.def.Files {
		list(f, &file.Modules, func(m **Module) {
			var name string
			if *m != nil {
				name = (*m).Name
			}
			f.text(&name)
			*m = f.def.Modules[name]
			f.expect(*m != nil)
		})
	}
}

// bubble is a bubble by its number, or none.
func (f *former) bubble(b **Bubble) {
	n := slices.Index(f.bubbles, *b) + 1
	if below(f, &n, len(f.bubbles)+1); n > 0 {
		*b = f.bubbles[n-1]
	}
}

func (f *former) part(x **part) {
	if f.r != nil {
		*x = &part{}
	}
	p := *x
	list(f, &p.sorts, f.sortID)
	f.references(&p.productions)
	list(f, &p.chains, func(c *chain) {
		list(f, &c.blocks, func(b *chainBlock) {
			f.text(&b.assoc)
			f.references(&b.productions)
		})
		f.span(&c.span)
	})
	list(f, &p.subsorts, func(s *subsort) {
		f.sortID(&s.sub)
		f.sortID(&s.super)
		f.span(&s.span)
	})
	configured := p.config != nil
	if f.flag(&configured); configured {
		p.config = f.def.Config
	}
}

func (f *former) diagnostic(d *source.Diagnostic) {
	below(f, &d.Severity, int(source.Note)+1)
	f.text(&d.Code)
	f.span(&d.Span)
	f.text(&d.Message)
	list(f, &d.Related, f.diagnostic)
}
