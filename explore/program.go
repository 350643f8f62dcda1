package explore

import (
	"strings"

	"rlv/annotate/meaning"
	"rlv/interpret"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
	"rlv/verify"
)

// Program is a program with the rules of its language, ready to be searched.
type Program struct {
	Engine  *rewrite.Engine
	Program *compile.Program
	shape   *shape.Shape
	reader  *meaning.Reader // nil: names have no meaning in states
	noNames error           // why not
	inputs  []string        // values NAME=TEXT for configuration variables
	values  map[string]*term.Term
	streams search.Streams
}

// Load reads a program. The inputs are values NAME=TEXT for configuration variables.
func Load(l verify.Language, path string, inputs []string) (*Program, error) {
	d, err := l.Load(path)
	if err != nil {
		return nil, err
	}
	engine := rewrite.New(d) // first: parsing evaluates functions in programs
	file, err := verify.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parsed, err := verify.Parse(d, file)
	if err != nil {
		return nil, err
	}
	p := &Program{Engine: engine, Program: parsed, shape: engine.Shape(), inputs: inputs, streams: search.StreamsOf(d.Layout)}
	p.reader, p.noNames = meaning.New(engine, parsed, nil)
	if p.Program, p.values, err = interpret.ReadInputs(d, parsed, inputs); err != nil {
		return nil, err
	}
	if io := strings.TrimPrefix(compile.StreamVariable, "$"); p.values[io] == nil {
		p.values[io] = term.Str("off") // nothing is read or written while a program is searched
	}
	return p, nil
}

// start is the initial configuration with an input.
func (p *Program) start(in Input, closed bool) (*rewrite.State, error) {
	slots, err := p.Engine.Definition.Initial(p.values)
	if err != nil {
		return nil, err
	}
	if p.streams.In >= 0 {
		if items := in.Items; closed {
			slots[p.streams.In] = search.Closed(items)
		} else {
			slots[p.streams.In] = search.Open(items)
		}
	}
	return &rewrite.State{Slots: slots}, nil
}

// lineOf is the line of the program in which the piece of text with a position mark
// begins; 0 if it is not of the program's file.
func (p *Program) lineOf(pos int32) int {
	span := p.Program.Span(pos)
	if span.IsZero() || span.File != p.Program.File {
		return 0
	}
	line, _ := span.File.Position(span.Start)
	return line
}

// linesOf are the lines in which pieces of text are; one that is there several times in a
// row stands once. A piece of several lines, such as a loop, has parts that are on one.
func (p *Program) linesOf(positions []int32) []int {
	out := []int{}
	for _, pos := range positions {
		if text := p.Program.Span(pos).Text(); strings.Contains(text, "\n") || strings.TrimSpace(text) == "" {
			continue
		}
		if line := p.lineOf(pos); line != 0 && (len(out) == 0 || out[len(out)-1] != line) {
			out = append(out, line)
		}
	}
	return out
}

// unread are the symbols that wait in the input of a configuration.
func (p *Program) unread(slots []*term.Term) map[*term.Variable]bool {
	out := map[*term.Variable]bool{}
	if p.streams.In >= 0 {
		for _, v := range term.Vars(slots[p.streams.In]) {
			out[v] = true
		}
	}
	return out
}

// head is the mark of the loop whose head is on top of a state; 0 if there is none.
func (p *Program) head(st *rewrite.State) int32 {
	k := p.Engine.Definition.Layout.K
	if k < 0 {
		return 0
	}
	if body := p.shape.LoopBody(st.Slots[k].Head()); body != nil {
		return body.Pos()
	}
	return 0
}

// placeOf is the place of what execution is about to do in a configuration.
func (p *Program) placeOf(slots []*term.Term) source.Span {
	for _, c := range p.Engine.Waiting(slots) {
		for t := c.K; t.IsSeq(); t = t.Tail() {
			if s := p.Program.Span(rewrite.Position(t.Head())); !s.IsZero() {
				return s
			}
		}
	}
	return source.Span{}
}

// written is what a configuration has written: the text with symbolic items in braces, and
// the pieces of text between those.
func (p *Program) written(slots []*term.Term) (text string, pieces []string) {
	if p.streams.Out < 0 {
		return "", nil
	}
	pieces = []string{""}
	for _, item := range rewrite.Written(slots[p.streams.Out]) {
		if known, ok := rewrite.ItemText(item); ok {
			text += known
			pieces[len(pieces)-1] += known
			continue
		}
		text += "{" + Formula(item) + "}"
		pieces = append(pieces, "")
	}
	return text, pieces
}
