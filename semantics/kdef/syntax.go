package kdef

import (
	"slices"
	"strings"
)

// syntax reads a syntax sentence; start is where its keyword stands.
func (p *parser) syntax(start int) {
	p.skipLayout()
	ok := false
	switch word := p.peekWord(); word {
	case "priority", "priorities":
		p.word()
		ok = p.syntaxPriority(start)
	case "left", "right", "non-assoc":
		p.word()
		ok = p.syntaxAssoc(word, start)
	case "lexical":
		p.word()
		ok = p.syntaxLexical(start)
	default:
		ok = p.syntaxSort(start)
	}
	if !ok {
		p.skipToSentence()
	}
}

// add appends a sentence to the module.
func (p *parser) add(s Sentence) bool {
	p.module.Sentences = append(p.module.Sentences, s)
	return true
}

// tags reads the names in a priority or associativity sentence, up to `>` or
// to the next sentence.
func (p *parser) tags() []string {
	var tags []string
	for {
		p.skipLayout()
		start := p.pos
		word := p.run()
		if word == "" || word == ">" || isSentenceWord(word) || word == "imports" {
			p.pos = start
			return tags
		}
		tags = append(tags, word)
	}
}

// syntaxPriority reads `g.. > g..`.
func (p *parser) syntaxPriority(start int) bool {
	s := &SyntaxPriority{}
	for {
		group := p.tags()
		if len(group) == 0 {
			p.Errorf(p.here(), "expected-tag", "expected names of productions here, given by symbol(..), klabel(..) or group(..)")
			return false
		}
		s.Groups = append(s.Groups, group)
		s.Span = p.span(start, p.pos)
		if !p.accept(">") {
			return p.add(s)
		}
	}
}

// syntaxAssoc reads the names of an associativity sentence.
func (p *parser) syntaxAssoc(assoc string, start int) bool {
	s := &SyntaxAssoc{Assoc: assoc, Tags: p.tags(), Span: p.span(start, p.pos)}
	if len(s.Tags) == 0 {
		p.Errorf(p.here(), "expected-tag", "expected names of productions here, given by symbol(..), klabel(..) or group(..)")
		return false
	}
	return p.add(s)
}

// syntaxLexical reads `N = r"..."`.
func (p *parser) syntaxLexical(start int) bool {
	p.skipLayout()
	name := p.word()
	p.skipLayout()
	if name == "" || !p.accept("=") {
		p.Errorf(p.here(), "expected-lexical", "expected `syntax lexical Name = r\"regex\"`")
		return false
	}
	p.skipLayout()
	if p.cur() != 'r' || p.at(1) != '"' {
		p.Errorf(p.here(), "expected-regex", "expected a regular expression r\"..\" here")
		return false
	}
	p.pos++
	regex, ok := p.quoted()
	return ok && p.add(&SyntaxLexical{Name: name, Regex: regex, Span: p.span(start, p.pos)})
}

// syntaxSort reads `S [attrs]`, `S ::= blocks` or `A = B`.
func (p *parser) syntaxSort(start int) bool {
	param, ok := p.parameter()
	if !ok {
		return false
	}
	sort, ok := p.sort()
	if !ok {
		return false
	}
	s := &Syntax{Sort: sort, Param: param, Span: p.span(start, p.pos)}
	p.skipLayout()
	switch {
	case p.accept("::="):
		// A sort whose productions are wrong is declared all the same, so
		// that its uses are no errors of their own.
		p.add(s)
		return p.blocks(s)
	case p.accept("="):
		p.skipLayout()
		old, ok := p.sort()
		return ok && p.add(&SyntaxSynonym{New: sort, Old: old, Span: p.span(start, p.pos)})
	case p.cur() == '[':
		s.Attrs = p.needAttributes(onSort)
	}
	return p.add(s) && p.atSentence()
}

// parameter reads `{P}` if it comes next, which only the library may have.
func (p *parser) parameter() (string, bool) {
	if p.cur() != '{' {
		return "", true
	}
	if !p.library {
		p.Errorf(p.here(), "unsupported", "parametric sorts are not supported")
		return "", false
	}
	p.pos++
	param, ok := p.sort()
	ok = ok && p.accept("}")
	p.skipLayout()
	return param, ok
}

// atSentence checks that a sentence has ended.
func (p *parser) atSentence() bool {
	p.skipLayout()
	if word := p.peekWord(); p.eof() || isSentenceWord(word) || word == "imports" || word == "import" || word == "module" {
		return true
	}
	p.Errorf(p.here(), "expected-sentence", "expected the next sentence here")
	return false
}

// sort reads the name of a sort.
func (p *parser) sort() (string, bool) {
	start := p.pos
	name := p.word()
	if !isSortName(name) {
		p.pos = start
		p.Errorf(p.here(), "expected-sort", "expected a sort here: an upper-case letter followed by letters and digits")
		return "", false
	}
	if p.cur() == '{' {
		p.Errorf(p.span(start, p.pos+1), "unsupported", "parametric sorts such as %s{..} are not supported", name)
		return "", false
	}
	return name, true
}

// isSortName reports whether a word has the form of a sort.
func isSortName(word string) bool {
	rest := strings.TrimPrefix(word, "#")
	if rest == "" || !isUpper(rest[0]) {
		return false
	}
	return strings.IndexFunc(rest, func(r rune) bool { return r == '_' || r == '-' }) < 0
}

// blocks reads the blocks of productions behind `::=`.
func (p *parser) blocks(s *Syntax) bool {
	for {
		block := Block{Assoc: p.blockAssoc()}
		for {
			production, ok := p.production(s.Sort)
			if !ok {
				return false
			}
			block.Productions = append(block.Productions, production)
			p.skipLayout()
			if !p.accept("|") {
				break
			}
		}
		s.Blocks = append(s.Blocks, block)
		s.Span.End = block.Productions[len(block.Productions)-1].Span.End
		if !p.accept(">") {
			return p.atSentence()
		}
	}
}

// blockAssoc reads `left:` and the like in front of a block.
func (p *parser) blockAssoc() string {
	p.skipLayout()
	start := p.pos
	switch word := p.word(); word {
	case "left", "right", "non-assoc":
		p.skipLayout()
		if p.accept(":") {
			return word
		}
	}
	p.pos = start
	return ""
}

// production reads one alternative with its attributes.
func (p *parser) production(sort string) (*Production, bool) {
	p.skipLayout()
	start := p.pos
	prod := &Production{Sort: sort, Module: p.module.Name, Items: p.items[:0]}
	for {
		end := p.pos
		p.skipLayout()
		if p.productionEnds() {
			prod.Span = p.span(start, end)
			break
		}
		if !p.item(prod) {
			return nil, false
		}
	}
	if len(prod.Items) == 0 {
		p.Errorf(p.here(), "empty-production", "expected a production here")
		return nil, false
	}
	p.items, prod.Items = prod.Items, slices.Clone(prod.Items)
	p.checkItems(prod)
	if p.cur() == '[' {
		prod.Attrs = p.needAttributes(onProduction)
		prod.Span.End = p.pos
	}
	return prod, true
}

// productionEnds reports whether no more items follow.
func (p *parser) productionEnds() bool {
	switch p.cur() {
	case 0, '|', '>', '[':
		return true
	}
	word := p.peekWord()
	return isSentenceWord(word) || word == "imports" || word == "import"
}

// checkItems refuses lists among other items, and blank terminals. The empty
// terminal stands for no token at all.
func (p *parser) checkItems(prod *Production) {
	for _, it := range prod.Items {
		switch {
		case it.Kind == UserList && len(prod.Items) > 1:
			p.Errorf(it.Span, "list-not-alone", "a list must be the only item of its production")
		case it.Kind == Terminal && it.Text == "" && len(prod.Items) > 1:
			p.Errorf(it.Span, "blank-terminal", "the empty terminal must be the only item of its production")
		case it.Kind == Terminal && it.Text != "" && strings.TrimSpace(it.Text) == "":
			p.Errorf(it.Span, "blank-terminal", "a terminal must have a character that is not blank")
		case it.Kind == Regex && it.Text == "":
			p.Errorf(it.Span, "blank-terminal", "a regular expression must not be empty")
		}
	}
}
