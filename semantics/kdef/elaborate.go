package kdef

import (
	"slices"

	"rlv/semantics/source"
)

// part is what one module adds to the signatures that see it.
type part struct {
	sorts       []SortID
	productions []*Production
	chains      []chain
	subsorts    []subsort
	config      *Configuration
}

// chain is the blocks of one syntax sentence, tightest first.
type chain struct {
	blocks []chainBlock
	span   source.Span
}

type chainBlock struct {
	assoc       string
	productions []*Production
}

// subsort is a declaration that sub is below super, with its place.
type subsort struct {
	sub, super SortID
	span       source.Span
}

// elaborator turns the modules of a definition into parts.
type elaborator struct {
	*Definition
	*source.List
	oversize bool
}

// elaborate makes the parts of all modules that have none. It reports whether the
// definition is of a size that can be checked.
func (d *Definition) elaborate(found *source.List) bool {
	e := elaborator{Definition: d, List: found}
	var fresh []*Module
	for _, name := range d.Order {
		if d.parts[name] == nil {
			d.parts[name] = &part{}
			fresh = append(fresh, d.Modules[name])
		}
	}
	for _, m := range fresh {
		e.names(m)
	}
	e.resolveSynonyms()
	for _, m := range fresh {
		e.sortsOf(m, d.parts[m.Name])
	}
	e.defaultConfig()
	for _, m := range fresh {
		for _, s := range m.Sentences {
			if s, ok := s.(*Syntax); ok && s.Param == "" {
				e.syntax(s, d.parts[m.Name], m)
			}
		}
	}
	e.instances(fresh)
	e.checkSize()
	return !e.oversize
}

// The bounds on a definition: orders are kept as bit sets, of a size quadratic in
// these.
const (
	maxModules     = 2000
	maxSorts       = 4000
	maxProductions = 20000
)

// checkSize refuses definitions that are far larger than any language is.
func (e *elaborator) checkSize() {
	for _, size := range []struct {
		what   string
		n, max int
	}{{"modules", len(e.Order), maxModules}, {"sorts", len(e.Sorts), maxSorts}, {"productions", len(e.Productions), maxProductions}} {
		if size.n > size.max {
			e.Errorf(source.Span{File: e.Files[0].Source}, "too-large", "the definition has %d %s; at most %d are supported", size.n, size.what, size.max)
			e.oversize = true
		}
	}
}

// instances elaborates parametric sentences: once for KItem, and for each sort
// that a module of the user declares and that has no tokens.
func (e *elaborator) instances(fresh []*Module) {
	var sorts []string
	for _, m := range fresh {
		for _, s := range m.Sentences {
			if s, ok := s.(*Syntax); ok && !m.Library && !e.Sorts[e.declare(e.original(s.Sort))].Token {
				sorts = append(sorts, e.original(s.Sort))
			}
		}
	}
	sorts = append(sorts, "KItem")
	slices.Sort(sorts)
	sorts = slices.Compact(sorts)
	for _, name := range e.Order {
		m := e.Modules[name]
		for _, s := range m.Sentences {
			if s, ok := s.(*Syntax); ok && s.Param != "" {
				e.instantiate(s, m, sorts)
			}
		}
	}
}

// instantiate elaborates a parametric sentence for the sorts.
func (e *elaborator) instantiate(s *Syntax, m *Module, sorts []string) {
	for _, sort := range sorts {
		put := func(name string) string {
			if name == s.Param {
				return sort
			}
			return name
		}
		c := Syntax{Sort: put(s.Sort), Attrs: s.Attrs, Span: s.Span}
		for _, b := range s.Blocks {
			block := Block{Assoc: b.Assoc}
			for _, written := range b.Productions {
				p := *written
				p.Sort, p.instance = put(p.Sort), true
				p.Items = slices.Clone(p.Items)
				for i := range p.Items {
					p.Items[i].Sort = put(p.Items[i].Sort)
				}
				block.Productions = append(block.Productions, &p)
			}
			c.Blocks = append(c.Blocks, block)
		}
		e.syntax(&c, e.parts[m.Name], m)
	}
}

// syntax elaborates a syntax sentence.
func (e *elaborator) syntax(s *Syntax, p *part, m *Module) {
	c := chain{span: s.Span}
	for _, b := range s.Blocks {
		block := chainBlock{assoc: b.Assoc}
		for _, written := range b.Productions {
			e.checkStrict(written)
			e.checkShapes(written)
			for _, expanded := range e.expand(written) {
				prod := e.intern(expanded, m)
				p.productions = append(p.productions, prod)
				if prod.List == nil || !prod.List.Unit {
					block.productions = append(block.productions, prod)
				}
				if prod.Subsort {
					p.subsorts = append(p.subsorts, subsort{prod.Params[0], prod.Result, written.Span})
				}
			}
		}
		c.blocks = append(c.blocks, block)
	}
	p.chains = append(p.chains, c)
}
