package kdef

import (
	"slices"
	"strings"

	"rlv/semantics/bitset"
	"rlv/semantics/source"
)

// looser is the productions of a block that binds less tightly than the one
// before it, with the sentence that says so.
type looser struct {
	productions []*Production
	span        source.Span
	row         bitset.Set[int] // the productions and all below them, once computed
}

// orderProductions computes priorities and associativities of the closure. For
//
//	syntax E ::= E "*" E > left: E "+" E | E "-" E > E "?" E ":" E
//
// the production of * is tighter than those of +, - and, by transitivity, ?; those of +
// and - are tighter than that of ? and in one left set. So in a + b * c no child of * is
// a sum, and in a - b + c the right child of + is no difference.
func (s *Signature) orderProductions(parts []*part, found *source.List) {
	n := len(s.Definition.Productions)
	s.tighter = make([]bitset.Set[int], n)
	s.leftWith = make([]bitset.Set[int], n)
	s.rightWith = make([]bitset.Set[int], n)
	below := make([][]*looser, n)
	for _, p := range parts {
		for _, c := range p.chains {
			for i, b := range c.blocks {
				s.associate(b.assoc, b.productions)
				if i > 0 {
					addLooser(below, c.blocks[i-1].productions, &looser{productions: b.productions, span: c.span})
				}
			}
		}
		for _, prod := range p.productions {
			s.associateAlone(prod)
		}
	}
	s.orderByTags(below, found)
	s.closePriorities(below, found)
}

// addLooser notes that productions bind tighter than those of a block.
func addLooser(below [][]*looser, tight []*Production, l *looser) {
	for _, p := range tight {
		below[p.Index] = append(below[p.Index], l)
	}
}

// associate makes one associativity set.
func (s *Signature) associate(assoc string, productions []*Production) {
	if assoc == "" {
		return
	}
	set := bitset.New[int](len(s.Definition.Productions))
	for _, p := range productions {
		set.Add(p.Index)
	}
	for _, p := range productions {
		if assoc != "right" {
			s.leftWith[p.Index].Union(set)
		}
		if assoc != "left" {
			s.rightWith[p.Index].Union(set)
		}
	}
}

// associateAlone makes the set of a production that is marked itself.
func (s *Signature) associateAlone(p *Production) {
	for _, assoc := range []string{"left", "right", "non-assoc"} {
		if p.Attrs.Has(assoc) {
			s.associate(assoc, []*Production{p})
		}
	}
}

// orderByTags adds what `syntax priority` and `syntax left` sentences say.
func (s *Signature) orderByTags(below [][]*looser, found *source.List) {
	for _, m := range s.Modules {
		for _, sentence := range m.Sentences {
			switch sentence := sentence.(type) {
			case *SyntaxPriority:
				var before []*Production
				for i, group := range sentence.Groups {
					productions := s.tagged(group, sentence.Span, found)
					if i > 0 {
						addLooser(below, before, &looser{productions: productions, span: sentence.Span})
					}
					before = productions
				}
			case *SyntaxAssoc:
				s.associate(sentence.Assoc, s.tagged(sentence.Tags, sentence.Span, found))
			}
		}
	}
}

// tagged returns the productions that symbol(..), klabel(..), overload(..) or
// group(..) give one of the tags to, or whose generated label it is.
func (s *Signature) tagged(tags []string, span source.Span, found *source.List) []*Production {
	if s.tags == nil {
		s.indexTags()
	}
	var all []*Production
	for _, tag := range tags {
		if s.tags[tag] == nil {
			found.Errorf(span, "unknown-tag", "no production is called %s by symbol(..), klabel(..) or group(..)%s", tag, s.tagHint(tag))
		}
		all = append(all, s.tags[tag]...)
	}
	return all
}

// indexTags collects the productions of each tag that some sentence uses.
func (s *Signature) indexTags() {
	s.tags = map[string][]*Production{}
	wanted := s.usedTags()
	labelled := s.labelled(wanted)
	for _, p := range s.Productions {
		var seen [5]string
		names := append(seen[:0], p.Name, label(p), p.Group)
		if labelled[p.Module] && label(p) == "" && !p.Subsort && !p.IsToken() && !p.IsBracket() {
			names = append(names, generatedLabel(p))
		}
		if p.Attrs.Has("group") {
			names = append(names, p.Attrs.List("group")...)
		}
		for i, name := range names {
			if wanted[name] && !slices.Contains(names[:i], name) {
				s.tags[name] = append(s.tags[name], p)
			}
		}
	}
}

// labelled are the modules in which a tag may be a generated label, which ends with
// the name of the module: few, and labels are a third of the work on a signature.
func (s *Signature) labelled(tags map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, m := range s.Modules {
		for tag := range tags {
			out[m.Name] = out[m.Name] || strings.HasSuffix(tag, labelEnd(m.Name))
		}
	}
	return out
}

// tagHint names the generated label that a wrong tag was probably meant to be.
func (s *Signature) tagHint(tag string) string {
	best, distance := "", min(len(tag)/3, 8)+1
	for _, p := range s.Productions {
		if m := s.Definition.Modules[p.Module]; m != nil && m.Library || p.Subsort || p.IsToken() || p.IsBracket() {
			continue
		}
		name := label(p)
		if name == "" {
			name = generatedLabel(p)
		}
		if d := editDistance(tag, name); d < distance {
			best, distance = name, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// usedTags are the tags that sentences about priorities and associativity use.
func (s *Signature) usedTags() map[string]bool {
	used := map[string]bool{}
	for _, m := range s.Modules {
		for _, sentence := range m.Sentences {
			switch sentence := sentence.(type) {
			case *SyntaxPriority:
				for _, group := range sentence.Groups {
					for _, tag := range group {
						used[tag] = true
					}
				}
			case *SyntaxAssoc:
				for _, tag := range sentence.Tags {
					used[tag] = true
				}
			}
		}
	}
	return used
}

// closer computes the transitive closure of the priorities.
type closer struct {
	*Signature
	below [][]*looser
	state []byte // by production
	found *source.List
}

// closePriorities computes the transitive closure of the priorities, and
// reports the sentence that makes it no partial order.
func (s *Signature) closePriorities(below [][]*looser, found *source.List) {
	c := closer{s, below, make([]byte, len(below)), found}
	for p := range below {
		if below[p] != nil && c.state[p] == 0 {
			c.visit(p)
		}
	}
}

// visit computes what a production binds tighter than.
func (c *closer) visit(p int) {
	const active, done = 1, 2
	c.state[p] = active
	row := bitset.New[int](len(c.below))
	for _, l := range c.below[p] {
		if l.row == nil {
			l.row = c.block(p, l)
		}
		row.Union(l.row)
	}
	c.tighter[p] = row
	c.state[p] = done
}

// block returns the productions of a block and all below them; p is one that
// is tighter.
func (c *closer) block(p int, l *looser) bitset.Set[int] {
	const active = 1
	row := bitset.New[int](len(c.below))
	for _, q := range l.productions {
		if c.state[q.Index] == active {
			c.found.Errorf(l.span, "priority-cycle", "priorities form a cycle: `%s` would bind tighter than itself", c.Definition.Productions[p])
			continue
		}
		if c.state[q.Index] == 0 && c.below[q.Index] != nil {
			c.visit(q.Index)
		}
		row.Add(q.Index)
		row.Union(c.tighter[q.Index])
	}
	return row
}
