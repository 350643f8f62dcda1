package ghost

import (
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/source"
)

// forms reads the ghost statements. Each is `type name = E;` or `name = E;`, where a type is
// words of the language and E has no effects.
func (r *revealer) forms(anns []*syntax.Annotation) (out []statement, problems []*source.Diagnostic) {
	declared := map[string]bool{}
	for _, a := range anns {
		if a.Key != syntax.Ghost {
			continue
		}
		s, problem := r.form(a)
		if problem != nil {
			problems = append(problems, problem)
			continue
		}
		declared[s.name] = declared[s.name] || s.declare
		out = append(out, s)
	}
	for _, s := range out {
		if !declared[s.name] && len(problems) == 0 {
			problems = append(problems, source.Errorf(s.Text, "no-ghost", "%s is no ghost variable: only those are assigned here, and one is declared as in ghost: int %s = 0;", s.name, s.name))
		}
	}
	return out, problems
}

func (r *revealer) form(a *syntax.Annotation) (statement, *source.Diagnostic) {
	text := a.Text.Text()
	s := statement{Annotation: a, at: a.Text.Start, text: text}
	fail := func(at source.Span, format string, args ...any) (statement, *source.Diagnostic) {
		return s, source.Errorf(at, "no-ghost", format, args...)
	}
	switch {
	case strings.Contains(text, "//") || strings.Contains(text, "/*"):
		return fail(a.Text, "a ghost statement stands in one comment, with no other in it")
	case strings.Contains(text, "--") || strings.Contains(text, "++"):
		return fail(a.Text, "++ and -- have effects, also where they are meant as two signs: write k = k + 1;")
	}
	body, _ := strings.CutSuffix(text, ";")
	toks, problem := syntax.Lex(source.Span{File: a.Text.File, Start: a.Text.Start, End: a.Text.Start + len(body)})
	if problem != nil {
		return s, problem
	}
	n := 0 // words in front of the =
	for toks[n].Kind == syntax.NameToken {
		n++
	}
	if n == 0 || toks[n].Text != "=" {
		return fail(a.Text, "a ghost statement is `type name = value;` or `name = value;`")
	}
	name := toks[n-1]
	s.name, s.declare = name.Text, n > 1
	if r.names[s.name] {
		return fail(name.Span, "the program has the name %s: a ghost statement gives no variable of the program a value", s.name)
	}
	for _, t := range toks[:n-1] {
		if r.names[t.Text] {
			return fail(t.Span, "%s is a name of the program: it may stand for a reference; the type of a ghost variable is one of the language's own", t.Text)
		}
	}
	e, problem := syntax.ParseFormula(source.Span{File: a.Text.File, Start: toks[n].Span.End, End: a.Text.Start + len(body)})
	if problem != nil {
		return s, problem
	}
	for _, t := range toks[n+1:] {
		if t.Text == "=" {
			return fail(t.Span, "this would be an assignment within the value; equality is ==")
		}
	}
	if at := effect(e); at != nil {
		return fail(at.Span, "this does not belong in the value of a ghost variable: that is made of names, numbers, elements, parts and operators")
	}
	return s, nil
}

// effect is a part of an expression that may have an effect, or is none of the language; nil
// if there is none.
func effect(n *syntax.Node) *syntax.Node {
	switch n.Op {
	case syntax.Apply, syntax.Old, syntax.Len, syntax.ForAll, syntax.Exists, syntax.Address, syntax.Implies, syntax.Iff:
		return n
	}
	for _, a := range n.Args {
		if at := effect(a); at != nil {
			return at
		}
	}
	return nil
}
