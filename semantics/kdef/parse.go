package kdef

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"rlv/semantics/source"
)

// MaxFileSize bounds the files that are read, in bytes.
const MaxFileSize = 8 << 20

// parser reads one definition file.
type parser struct {
	scanner
	module  *Module // the one being read
	out     *File
	library bool
	items   []Item // of the production at hand, in memory that the next one uses again
}

// ParseFile reads the outer syntax of a definition file. A name that ends in
// .md makes it literate: all but its code blocks tagged `k` counts as blank.
// On errors it returns what could be read, and a *multierror.Error over
// *source.Diagnostic.
func ParseFile(name string, text []byte) (*File, error) {
	var found source.List
	f := parseFile(name, text, false, &found)
	return f, found.Err()
}

// parseFile is ParseFile that adds to the problems found before.
func parseFile(name string, text []byte, library bool, found *source.List) *File {
	if !checkText(name, text, found) {
		return &File{Source: source.NewFile(name, "")}
	}
	return parseSource(source.NewFile(name, content(name, text)), library, found)
}

// content is the text of a file without what is not part of the definition.
func content(name string, text []byte) string {
	if strings.HasSuffix(name, ".md") {
		return unliterate(string(text))
	}
	return string(text)
}

// parseSource is parseFile of what is text.
func parseSource(f *source.File, library bool, found *source.List) *File {
	p := &parser{scanner: scanner{file: f, text: f.Text(), List: found}, out: &File{Source: f}, library: library}
	p.skipLayout()
	if p.eof() {
		p.Errorf(p.span(0, 0), "empty-file", "the file has no definition in it%s", literateHint(f.Name))
	}
	for !p.eof() {
		p.topLevel()
		p.skipLayout()
	}
	return p.out
}

func literateHint(name string) string {
	if strings.HasSuffix(name, ".md") {
		return " (its code blocks must be tagged k)"
	}
	return ""
}

// checkText refuses what is no text.
func checkText(name string, text []byte, found *source.List) bool {
	switch zero := bytes.IndexByte(text, 0); {
	case len(text) > MaxFileSize:
		found.Errorf(source.Span{File: source.NewFile(name, "")}, "file-too-large", "the file has %d bytes; at most %d are read", len(text), MaxFileSize)
	case zero >= 0:
		found.Errorf(source.Span{File: source.NewFile(name, "")}, "not-text", "this is a binary file (byte %d is zero), not a definition", zero)
	case !utf8.Valid(text):
		f := source.NewFile(name, string(text))
		at := invalidOffset(text)
		found.Errorf(source.Span{File: f, Start: at, End: at + 1}, "not-text", "the file is not UTF-8 text")
	default:
		return true
	}
	return false
}

// invalidOffset returns the offset of the first byte that is not UTF-8.
func invalidOffset(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

// topLevel reads one `requires` or one module.
func (p *parser) topLevel() {
	start := p.pos
	switch word := p.peekWord(); word {
	case "requires", "require":
		p.word()
		p.skipLayout()
		p.requires()
	case "module":
		p.word()
		p.readModule()
	default:
		p.Errorf(p.here(), "expected-module", "expected `requires \"file\"` or `module NAME` here")
		for p.pos = start; !p.eof(); p.skipLayout() {
			if w := p.peekWord(); p.pos > start && (w == "module" || w == "requires" || w == "require") {
				return
			}
			p.run()
		}
	}
}

// requires reads the file name of a `requires`.
func (p *parser) requires() {
	start := p.pos
	if p.cur() != '"' {
		p.Errorf(p.here(), "expected-file", "expected a file name in double quotes after requires")
		return
	}
	if path, ok := p.quoted(); ok {
		p.out.Requires = append(p.out.Requires, Require{Path: path, Span: p.span(start, p.pos)})
	}
}

// readModule reads a module from its name on.
func (p *parser) readModule() {
	name, span := p.moduleName()
	m := &Module{Name: name, Span: span, Library: p.library}
	p.module = m
	p.skipLayout()
	if p.cur() == '[' {
		m.Attrs = p.needAttributes(onModule)
	}
	if name != "" {
		p.out.Modules = append(p.out.Modules, m)
	}
	for {
		p.skipLayout()
		if p.eof() {
			p.Errorf(span, "missing-endmodule", "module %s is not closed by endmodule", name)
			return
		}
		switch p.peekWord() {
		case "endmodule":
			p.word()
			return
		case "module":
			p.Errorf(span, "missing-endmodule", "module %s is not closed by endmodule before the next module", name)
			return
		}
		p.sentence()
	}
}

// moduleName reads a module's name; "" after a reported error.
func (p *parser) moduleName() (string, source.Span) {
	p.skipLayout()
	start := p.pos
	name := p.word()
	span := p.span(start, p.pos)
	if name == "" || strings.HasSuffix(name, "-") {
		p.Errorf(p.here(), "expected-module-name", "expected the name of a module here")
		return "", span
	}
	return name, span
}

// needAttributes reads an attribute list that must be one.
func (p *parser) needAttributes(on place) Attributes {
	attrs, ok := p.attributeList()
	if !ok {
		p.Errorf(p.here(), "bad-attributes", "expected attributes in brackets, as in [strict, symbol(name)]")
		p.skipBracket()
		return nil
	}
	p.checkAttributes(attrs, on)
	return attrs
}

// skipBracket skips to behind the next `]` of the line.
func (p *parser) skipBracket() {
	for !p.eof() && p.cur() != '\n' {
		p.pos++
		if p.text[p.pos-1] == ']' {
			return
		}
	}
}

// sentence reads one import or sentence of a module.
func (p *parser) sentence() {
	start := p.pos
	switch p.word() {
	case "imports", "import":
		p.imports()
	case "syntax":
		p.syntax(start)
	case "rule":
		p.bubble(RuleBubble, start)
	case "claim":
		p.bubble(ClaimBubble, start)
	case "configuration":
		p.bubble(ConfigBubble, start)
	case "context":
		p.bubble(ContextBubble, start)
	default:
		p.pos = start
		p.Errorf(p.here(), "expected-sentence", "expected imports, syntax, configuration, rule, context, claim or endmodule here")
		p.run()
		p.skipToSentence()
	}
}

// imports reads `[public|private] NAME`.
func (p *parser) imports() {
	used := Import{Private: p.module.Attrs.Has("private")}
	p.skipLayout()
	switch p.peekWord() {
	case "private":
		p.word()
		used.Private = true
	case "public":
		p.word()
		used.Private = false
	case "syntax":
		p.Errorf(p.here(), "unsupported", "imports of syntax only are not supported")
		p.word()
	}
	used.Name, used.Span = p.moduleName()
	if used.Name == "" {
		p.skipToSentence()
		return
	}
	p.module.Imports = append(p.module.Imports, used)
}

// isSentenceWord reports whether a run of characters ends a bubble, and is where reading
// goes on after an error.
func isSentenceWord(word string) bool {
	switch word {
	case "rule", "claim", "configuration", "context", "syntax", "endmodule":
		return true
	}
	return false
}

// skipToSentence skips to the next sentence after an error.
func (p *parser) skipToSentence() {
	for {
		p.skipLayout()
		if p.eof() {
			return
		}
		start := p.pos
		word := p.run()
		if isSentenceWord(word) || word == "imports" || word == "import" {
			p.pos = start
			return
		}
	}
}
