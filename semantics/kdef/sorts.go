package kdef

import (
	"maps"
	"slices"

	"rlv/semantics/source"
)

// Sort is a sort of a definition.
type Sort struct {
	Name  string
	ID    SortID
	Attrs Attributes  // of all its declarations
	Span  source.Span // of the first one; zero for a built-in or a cell's sort
	Token bool        // it has tokens
	List  *ListSort   // it is a user list
	Cell  *CellDecl   // it is the sort of this cell
}

// SortID numbers the sorts of a definition.
type SortID int32

// ListSort is what `S ::= List{E,"sep"}` declares. The subsort S ::= E by which
// rules read an element as a list is for the parser only, and not in the order
// of sorts.
type ListSort struct {
	Elem     SortID
	Sep      string // without blanks around; may be ""
	NonEmpty bool
	Cons     *Production // S ::= E sep S
	Unit     *Production // S ::= ".S"
}

// declare returns the number of a sort, a new one if need be.
func (d *Definition) declare(name string) SortID {
	if id, ok := d.sortIDs[name]; ok {
		return id
	}
	id := SortID(len(d.Sorts))
	d.sortIDs[name] = id
	d.Sorts = append(d.Sorts, &Sort{Name: name, ID: id})
	return id
}

// SortID returns the number of a sort by its name, synonyms included.
func (d *Definition) SortID(name string) (SortID, bool) {
	id, ok := d.sortIDs[d.original(name)]
	return id, ok
}

// original replaces a synonym by its sort.
func (d *Definition) original(name string) string {
	if sort, ok := d.originals[name]; ok {
		return sort
	}
	return name
}

// names collects synonyms and named regular expressions.
func (e *elaborator) names(m *Module) {
	for _, s := range m.Sentences {
		switch s := s.(type) {
		case *SyntaxSynonym:
			if old := e.synonyms[s.New]; old != nil && old.Old != s.Old {
				e.Errorf(s.Span, "duplicate-sort", "%s is a synonym of two sorts, %s and %s", s.New, old.Old, s.Old)
			}
			e.synonyms[s.New] = s
		case *SyntaxLexical:
			if old := e.lexical[s.Name]; old != nil && old.Regex != s.Regex {
				e.Errorf(s.Span, "duplicate-lexical", "the regular expression %s is declared twice", s.Name)
			}
			e.lexical[s.Name] = s
		}
	}
}

// resolveSynonyms finds the sort that each synonym stands for, and reports
// synonyms of themselves.
func (e *elaborator) resolveSynonyms() {
	for _, start := range slices.Sorted(maps.Keys(e.synonyms)) {
		var chain []string
		met := map[string]bool{}
		name := start
		for e.synonyms[name] != nil && e.originals[name] == "" && !met[name] {
			met[name] = true
			chain = append(chain, name)
			name = e.synonyms[name].Old
		}
		if met[name] {
			e.Errorf(e.synonyms[name].Span, "synonym-cycle", "sort %s is a synonym of itself", name)
		}
		original := e.original(name)
		for _, name := range chain {
			e.originals[name] = original
		}
	}
}

// sortsOf declares the sorts of a module and reads its configuration.
func (e *elaborator) sortsOf(m *Module, p *part) {
	for _, s := range m.Sentences {
		switch s := s.(type) {
		case *Syntax:
			if s.Param == "" {
				e.declareIn(p, s.Sort, s.Span, s.Attrs)
			}
		case *Bubble:
			if s.Kind == ConfigBubble {
				e.configuration(s, p)
			}
		}
	}
}

// declareIn declares a sort for the signatures that see a part.
func (e *elaborator) declareIn(p *part, name string, span source.Span, attrs Attributes) *Sort {
	id := e.declare(e.original(name))
	s := e.Sorts[id]
	if s.Span.IsZero() {
		s.Span = span
	}
	for _, a := range attrs {
		if !s.Attrs.Has(a.Key) {
			s.Attrs = append(slices.Clip(s.Attrs), a)
		}
	}
	s.Token = s.Token || s.Attrs.Has("token")
	p.sorts = append(p.sorts, id)
	return s
}

// configuration reads a configuration and declares the sorts of its cells.
func (e *elaborator) configuration(b *Bubble, p *part) {
	c := parseConfiguration(b, e.List)
	if e.Config != nil {
		d := e.Errorf(b.Span, "duplicate-configuration", "a definition has one configuration; this is the second")
		d.Related = []source.Diagnostic{{Severity: source.Note, Span: e.configSpan(), Message: "the first is here"}}
		return
	}
	p.config, e.Config = c, c
	e.cellSorts(c, p)
}

// configSpan returns where the configuration stands, if it is written at all.
func (d *Definition) configSpan() source.Span {
	if d.Config.Bubble != nil {
		return d.Config.Bubble.Span
	}
	return source.Span{}
}

// The sorts that a configuration adds besides those of its cells.
const (
	TopCellSort     = "GeneratedTopCell"
	CounterCellSort = "GeneratedCounterCell"
)

// cellSorts declares the sorts of cells, all below Bag.
func (e *elaborator) cellSorts(c *Configuration, p *part) {
	below := func(name string) *Sort {
		s := e.declareIn(p, name, source.Span{}, nil)
		p.subsorts = append(p.subsorts, subsort{sub: s.ID, super: SortBag})
		return s
	}
	c.All(func(cell *CellDecl) {
		below(cell.Sort()).Cell = cell
		below(cell.FragmentSort())
		if name := cell.CollectionSort(); name != "" {
			below(name)
		}
	})
	below(TopCellSort)
	below(TopCellSort + "Fragment")
	below(CounterCellSort)
}

// defaultConfiguration is the configuration of a definition that has none.
var defaultConfiguration = source.NewFile("rlv/default-configuration.k", "<k> $PGM:K </k>")

// defaultConfig gives a definition without a configuration the default one,
// seen by all modules.
func (e *elaborator) defaultConfig() {
	if e.Config != nil {
		return
	}
	f := defaultConfiguration
	b := &Bubble{Kind: ConfigBubble, Body: source.Span{File: f, End: len(f.Text())}}
	e.Config = parseConfiguration(b, e.List)
	e.Config.Bubble = nil
	e.parts[""] = &part{config: e.Config}
	e.cellSorts(e.Config, e.parts[""])
}
