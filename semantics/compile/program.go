package compile

import (
	"maps"
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Program is a parsed program, or a part of one. Its nodes carry position
// marks, which are indexes into its table of spans.
type Program struct {
	Term     *term.Term
	File     *source.File
	Comments []source.Span // in order
	Text     string        // that was parsed, mostly that of the file
	spans    []source.Span
	written  map[string]string // by the names that procedures got, that which is written
}

// Written returns what is written where a procedure has a name: one of several that share
// theirs has another one.
func (p *Program) Written(name string) string {
	if w, ok := p.written[name]; ok {
		return w
	}
	return name
}

// Span returns where a node with a position mark stands in the text; the zero
// Span for mark 0 and marks of another program.
func (p *Program) Span(pos int32) source.Span {
	if pos <= 0 || int(pos) >= len(p.spans) {
		return source.Span{}
	}
	return p.spans[pos]
}

// Marks returns the number of position marks; marks are 1 up to it.
func (p *Program) Marks() int { return len(p.spans) - 1 }

// ProgramSort returns the sort of the programs: that of $PGM in the
// configuration.
func (d *Definition) ProgramSort() string {
	return d.InputSort(programInput)
}

// Inputs returns the names of the configuration variables, without the dollar
// sign, sorted.
func (d *Definition) Inputs() []string { return slices.Sorted(maps.Keys(d.inputs)) }

// InputSort returns the sort of the configuration variable of a name, such as
// PGM; K if there is none.
func (d *Definition) InputSort(name string) string {
	if sort := d.inputs[name]; sort != "" {
		return sort
	}
	return "K"
}

// ParseProgram parses a file as a program of the language. Errors are
// diagnostics.
func (d *Definition) ParseProgram(file *source.File) (*Program, error) {
	return d.parseProgram(file, d.checkVariables)
}

func (d *Definition) parseProgram(file *source.File, variables func(*grammar.Tree, *source.List)) (*Program, error) {
	return d.parse(source.Span{File: file, End: len(file.Text())}, d.ProgramSort(), nil, func(t *grammar.Tree, found *source.List) map[string]string {
		checkConstants(t, found)
		variables(t, found)
		resolveNames(t, found)
		return resolveOverloads(t, found)
	})
}

// ParseAs parses a text as a program in the place of that of a file, which is as long.
// Places in the program are those in the file. If it is only a part of what is to stand there, the rest may
// introduce variables that it uses.
func (d *Definition) ParseAs(file *source.File, text string, part bool) (*Program, error) {
	variables := d.checkVariables
	if part {
		variables = func(*grammar.Tree, *source.List) {}
	}
	p, err := d.parseProgram(source.NewFile(file.Name, text), variables)
	if err != nil {
		return nil, err
	}
	for i := range p.spans[1:] {
		p.spans[1+i].File = file
	}
	for i := range p.Comments {
		p.Comments[i].File = file
	}
	p.File = file
	return p, nil
}

// ParseFragment parses a span of a file as a piece of a program of a sort. The
// marks continue those of an earlier piece of the same program, which may be nil;
// the result knows the spans of both.
func (d *Definition) ParseFragment(span source.Span, sort string, earlier *Program) (*Program, error) {
	return d.parse(span, sort, earlier, func(*grammar.Tree, *source.List) map[string]string { return nil })
}

// parse parses a span as ParseFragment does, and has its tree checked.
func (d *Definition) parse(span source.Span, sort string, earlier *Program, check func(*grammar.Tree, *source.List) map[string]string) (*Program, error) {
	g, err := d.programGrammar()
	if err != nil {
		return nil, err
	}
	tree, comments, err := g.ParseWithComments(span, sort)
	if err != nil {
		return nil, err
	}
	p := &Program{File: span.File, Text: span.File.Text(), Comments: comments, spans: []source.Span{{}}}
	if earlier != nil {
		p.spans, p.written = append(p.spans[:0], earlier.spans...), earlier.written
	}
	found := &source.List{}
	if written := check(tree, found); written != nil {
		p.written = written
	}
	b := &builder{List: found, symbols: d.symbols, def: d, isOr: map[*term.Symbol]bool{}}
	s := b.newScope(span)
	s.side, s.marks = right, &p.spans
	p.Term = term.Evaluate(s.term(tree))
	for _, v := range term.Vars(p.Term) {
		found.Errorf(span, "open-macro", "a macro of the definition leaves %s open: the program would not be known", v.BaseName())
	}
	if err := found.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// Comments returns the comments in a span of program text, in order, also if
// the text has syntax errors.
func (d *Definition) Comments(span source.Span) ([]source.Span, error) {
	g, err := d.programGrammar()
	if err != nil {
		return nil, err
	}
	return g.Comments(span), nil
}

// LiteralLength returns the length of the literal or name of a program with which a text
// begins; 0 if it begins with none.
func (d *Definition) LiteralLength(text string) int {
	g, err := d.programGrammar()
	if err != nil {
		return 0
	}
	return g.TokenLength(text)
}

// programGrammar makes the grammar of programs on first use.
func (d *Definition) programGrammar() (*grammar.Grammar, error) {
	d.lazy.Lock()
	defer d.lazy.Unlock()
	if d.programs == nil {
		g, err := grammar.NewProgram(d.Source, d.Source.SyntaxModule)
		if err != nil {
			return nil, err
		}
		d.programs = g
	}
	return d.programs, nil
}
