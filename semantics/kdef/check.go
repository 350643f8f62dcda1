package kdef

import (
	"rlv/semantics/bitset"
	"rlv/semantics/source"
)

// check reports what is wrong between the modules of a definition: sorts that
// do not exist where they are used, subsorts and priorities in a circle.
func (d *Definition) check(found *source.List) {
	declared := bitset.New[SortID](len(d.Sorts))
	for _, p := range d.parts {
		for _, id := range p.sorts {
			declared.Add(id)
		}
	}
	data := d.tokenSorts()
	for _, name := range d.Order {
		m := d.Modules[name]
		if d.base != nil && d.base.parts[name] != nil || m.Library {
			continue
		}
		key := signatureKey{module: name}
		var own source.List
		s := d.newSignature(key, &own)
		d.signatures[key] = s
		for _, e := range own.Errors() {
			// Cycles are reported once, for the whole definition.
			if e.Code == "unknown-tag" {
				found.Add(e)
			}
		}
		d.checkSorts(s, m, declared, found)
		d.checkTokenSorts(m, data, found)
	}
	var whole source.List
	d.signatures[signatureKey{}] = d.newSignature(signatureKey{}, &whole)
	d.checkWidths(found)
	d.signatures[signatureKey{}].checkBetween(found)
	for _, e := range whole.Errors() {
		if e.Code != "unknown-tag" {
			found.Add(e)
		}
	}
}

// checkTokenSorts refuses constructors of a sort of the library that has tokens,
// such as Int: its values are the tokens, and nothing else.
func (d *Definition) checkTokenSorts(m *Module, data bitset.Set[SortID], found *source.List) {
	for _, p := range d.parts[m.Name].productions {
		if data.Has(p.Result) && p.Module == m.Name && p.Hook() == "" && !p.Subsort && !p.IsToken() && !p.IsFunction() && !p.IsMacro() && !p.IsBracket() && p.Items[0].Kind != Regex {
			found.Errorf(p.Span, "token-sort", "the values of sort %s are its tokens; this production must be a function, a macro or a token", p.Sort)
		}
	}
}

// tokenSorts returns the sorts with tokens that modules of the library declare.
func (d *Definition) tokenSorts() bitset.Set[SortID] {
	sorts := bitset.New[SortID](len(d.Sorts))
	for name, p := range d.parts {
		for _, id := range p.sorts {
			if m := d.Modules[name]; m != nil && m.Library && d.Sorts[id].Token {
				sorts.Add(id)
			}
		}
	}
	return sorts
}

// checkSorts reports the sorts in the productions of a module that the module
// does not see.
func (d *Definition) checkSorts(s *Signature, m *Module, declared bitset.Set[SortID], found *source.List) {
	use := func(name string, span source.Span) {
		if name == "" {
			return
		}
		id, ok := d.SortID(name)
		switch {
		case ok && s.visible.Has(id):
		case ok && declared.Has(id):
			found.Errorf(span, "unknown-sort", "sort %s is declared, but in no module that %s imports", name, m.Name)
		default:
			found.Errorf(span, "unknown-sort", "unknown sort %s", name)
		}
	}
	for _, sentence := range m.Sentences {
		switch sentence := sentence.(type) {
		case *SyntaxSynonym:
			if d.synonyms[d.original(sentence.Old)] == nil { // else a cycle, reported before
				use(sentence.Old, sentence.Span)
			}
		case *Syntax:
			for _, b := range sentence.Blocks {
				for _, p := range b.Productions {
					for _, it := range p.Items {
						use(it.Sort, it.Span)
					}
				}
			}
		}
	}
}
