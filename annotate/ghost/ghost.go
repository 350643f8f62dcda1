// Package ghost makes the program that is verified of one in whose comments statements
// stand: assignments to ghost variables, which are there for proofs only, and statements
// that do nothing where an assertion stands at the end of a block.
//
//	//@ghost: int k = 0;
//	//@ghost: k = k + a[i];
//
// That these change nothing of what the program does is checked here. The program without
// them is the one that was written: the trees are compared. Each gives a value to one
// variable that only such statements name (form.go), and makes it of what has no effects.
// Where the value has no meaning, as in a division by zero, the execution is stuck, and
// with it the proof.
package ghost

import (
	"errors"
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// revealer is the work on one program.
type revealer struct {
	definition *compile.Definition
	shape      *shape.Shape
	program    *compile.Program // as it was written
	names      map[string]bool  // of the program
	problems   []*source.Diagnostic
}

// Reveal returns the program with the statements that stand in its annotations. Places in
// it are those in the file.
func Reveal(d *compile.Definition, of *shape.Shape, program *compile.Program, anns []*syntax.Annotation) (*compile.Program, []*source.Diagnostic) {
	r := &revealer{definition: d, shape: of, program: program, names: map[string]bool{}}
	term.Walk(program.Term, func(t *term.Term) bool {
		if t.Kind() == term.KToken {
			r.names[t.Text()] = true
		}
		return true
	})
	ghosts, problems := r.forms(anns)
	if len(problems) > 0 {
		return nil, problems
	}
	var shown []statement
	for _, g := range ghosts {
		g, problem := r.ended(g)
		if problem != nil {
			r.problems = append(r.problems, problem)
		}
		shown = append(shown, g)
	}
	for _, s := range r.ends(anns) {
		if _, problem := r.with(true, s); problem == nil {
			shown = append(shown, s)
		}
	}
	if len(shown) == 0 || len(r.problems) > 0 {
		return program, r.problems
	}
	out, problem := r.with(false, shown...)
	if problem != nil {
		return nil, []*source.Diagnostic{problem}
	}
	return out, nil
}

// ended is a ghost statement with a semicolon behind it, if it is one only then. That stands in
// the place of what follows it: of the comment's end, or of the line's.
func (r *revealer) ended(g statement) (statement, *source.Diagnostic) {
	_, problem := r.with(true, g)
	if problem == nil || strings.HasSuffix(g.text, ";") || g.at+len(g.text) == len(r.program.File.Text()) {
		return g, problem
	}
	ended := g
	ended.text += ";"
	if _, again := r.with(true, ended); again != nil {
		return g, again
	}
	return ended, nil
}

// statement is one that stands in an annotation.
type statement struct {
	*syntax.Annotation
	at      int // where its text begins
	text    string
	name    string // of the variable; "": it does nothing
	declare bool   // it declares that
}

// ends are statements that do nothing in the place of the assertions behind which no part of
// the program stands, if the language has one.
func (r *revealer) ends(anns []*syntax.Annotation) []statement {
	nothing := r.shape.Nothing()
	starts := map[int]bool{}
	for m := 1; m <= r.program.Marks(); m++ {
		if at := r.program.Span(int32(m)); at.End > at.Start { // an empty list has no text
			starts[at.Start] = true
		}
	}
	var out []statement
	for _, a := range anns {
		if nothing != "" && len(nothing) <= len(a.Span.Text()) && a.Key.IsPoint() && !starts[r.behind(a.Span.End)] {
			out = append(out, statement{Annotation: a, at: a.Span.Start, text: nothing})
		}
	}
	return out
}

// behind is the offset of the first text at an offset or behind it that is neither blank
// nor a comment.
func (r *revealer) behind(offset int) int {
	text := r.program.File.Text()
	for offset < len(text) {
		i := slices.IndexFunc(r.program.Comments, func(c source.Span) bool { return c.Start == offset })
		switch {
		case i >= 0:
			offset = r.program.Comments[i].End
		case text[offset] == ' ' || text[offset] == '\t' || text[offset] == '\n' || text[offset] == '\r':
			offset++
		default:
			return offset
		}
	}
	return offset
}

// with is the program with some statements, a part of them or all, of which each must be one that may stand where
// it does, and change nothing.
func (r *revealer) with(part bool, statements ...statement) (*compile.Program, *source.Diagnostic) {
	text := []byte(r.program.File.Text())
	for _, s := range statements {
		for i := s.Span.Start; i < s.Span.End; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
		copy(text[s.at:], s.text)
	}
	first := statements[0]
	fail := func(format string, args ...any) *source.Diagnostic {
		return source.Errorf(first.Text, "no-ghost", format, args...)
	}
	out, err := r.definition.ParseAs(r.program.File, string(text), part)
	if err != nil {
		why := diagnosticOf(err)
		for _, s := range statements {
			if s.at <= why.Span.Start && why.Span.Start < s.at+len(s.text) {
				first = s
			}
		}
		return nil, fail("this is no statement of the language that may stand here: %s", why.Message)
	}
	found := map[*syntax.Annotation]int{}
	without := r.without(out, statements, found)
	if !term.Equal(without, r.program.Term) {
		return nil, fail("without this the program is another one: it must be a statement of its own in a sequence of statements")
	}
	for _, s := range statements {
		if found[s.Annotation] == 0 {
			return nil, source.Errorf(s.Text, "no-ghost", "no statement of its own in a sequence of statements")
		}
	}
	return out, nil
}

// diagnosticOf is what an error of parsing says, and where.
func diagnosticOf(err error) *source.Diagnostic {
	var d *source.Diagnostic
	if errors.As(err, &d) {
		return d
	}
	return &source.Diagnostic{Message: err.Error()}
}

// without is the program without some statements, each of which is checked; it counts how
// often they were found.
func (r *revealer) without(program *compile.Program, statements []statement, found map[*syntax.Annotation]int) *term.Term {
	isOne := func(t *term.Term) bool {
		at := program.Span(t.Pos())
		for _, s := range statements {
			if !at.IsZero() && at.Start == s.at && at.End == s.at+len(s.text) && r.harmless(t, s) {
				found[s.Annotation]++
				return true
			}
		}
		return false
	}
	known := map[*term.Term]*term.Term{}
	var rebuild func(t *term.Term) *term.Term
	rebuild = func(t *term.Term) *term.Term {
		if len(t.Args()) == 0 {
			return t
		}
		if out, ok := known[t]; ok {
			return out
		}
		out := t
		switch {
		case (r.shape.IsList(t) || r.shape.IsSequence(t)) && isOne(t.Arg(0)):
			out = rebuild(t.Arg(1))
		case !r.shape.IsList(t) && r.shape.IsSequence(t) && isOne(t.Arg(1)):
			out = rebuild(t.Arg(0))
		default:
			args := make([]*term.Term, len(t.Args()))
			for i, a := range t.Args() {
				args[i] = rebuild(a)
			}
			if !slices.Equal(args, t.Args()) {
				out = term.AppAt(t.Symbol(), t.Pos(), args)
			}
		}
		known[t] = out
		return out
	}
	return rebuild(program.Term)
}

// harmless reports whether a piece of program gives a value to the ghost variable of a
// statement, and does nothing else that the shape of the language knows of.
func (r *revealer) harmless(t *term.Term, s statement) bool {
	if s.name == "" {
		return r.shape.IsNothing(t)
	}
	whole, part := r.shape.Assigned(t)
	declared := r.shape.Declared(t)
	only := func(names []*term.Term) bool {
		return !slices.ContainsFunc(names, func(n *term.Term) bool { return n.Text() != s.name })
	}
	effects := false
	term.Walk(t, func(u *term.Term) bool {
		_, _, calls := r.shape.Call(u)
		_, _, _, procedure := r.shape.Procedure(u)
		effects = effects || calls || procedure || r.shape.Iterated(u) != nil
		return true
	})
	j := r.shape.JumpsOf(t)
	effects = effects || j.Loop || j.Body || j.Function
	if s.declare {
		return !effects && len(part) == 0 && only(whole) && len(declared) == 1 && only(declared)
	}
	return !effects && len(part) == 0 && len(whole) == 1 && only(whole) && len(declared) == 0
}
