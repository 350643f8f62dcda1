package annotate

import (
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// logicSorts are the sorts of the logic by name.
var logicSorts = map[string]term.Sort{"Int": term.SortInt, "Bool": term.SortBool, "Int[]": term.SortArray, "List": term.SortList}

// logicText is the declaration of a logic function as written.
type logicText struct {
	name          token
	params        []token     // without text where a parameter has no name
	sorts         []term.Sort // of the parameters
	result        term.Sort
	body, measure *node // nil where there is none
}

// parseLogic parses `name(Sort x, ..): Sort = expression decreases measure`, where
// names, definition and measure may be left out.
func parseLogic(span source.Span) (d *logicText, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	defer p.recover(&problem)
	d = &logicText{name: p.name()}
	if p.accept("(") {
		for !p.is(")") {
			d.sorts = append(d.sorts, p.logicSort())
			param := token{span: p.peek().span}
			if p.peek().kind == nameToken {
				param = p.name()
			}
			d.params = append(d.params, param)
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	p.expect(":")
	d.result = p.logicSort()
	if p.accept("=") {
		d.body = p.formula()
		if p.accept("decreases") {
			d.measure = p.sum()
		}
	}
	p.end()
	return d, nil
}

// logicSort reads the name of a sort.
func (p *parser) logicSort() term.Sort {
	t := p.name()
	name := t.text
	if p.accept("[") {
		p.expect("]")
		name += "[]"
	}
	s, ok := logicSorts[name]
	if !ok {
		panic(syntaxError{source.Errorf(t.span, "unknown-sort", "unknown sort %s; there are Int, Bool, Int[] and List", name)})
	}
	return s
}

// parseLemma parses `F` or `F by induction on E`.
func parseLemma(span source.Span) (n, measure *node, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, nil, problem
	}
	defer p.recover(&problem)
	n = p.formula()
	if p.accept("by") {
		p.expect("induction")
		p.expect("on")
		measure = p.sum()
	}
	p.end()
	return n, measure, nil
}

// parseList parses expressions separated by commas, as in decreases.
func parseList(span source.Span) (out []*node, problem *source.Diagnostic) {
	p, problem := newParser(span)
	if problem != nil {
		return nil, problem
	}
	defer p.recover(&problem)
	out = append(out, p.sum())
	for p.accept(",") {
		out = append(out, p.sum())
	}
	p.end()
	return out, nil
}

// parseNames parses names separated by commas, as in modifies: a star may stand before
// each, and `nothing` stands alone for no name. The names before a problem are
// returned with it.
func parseNames(span source.Span) (names []token, problem *source.Diagnostic) {
	toks, problem := lex(span)
	if problem != nil || len(toks) == 2 && toks[0].text == "nothing" {
		return nil, problem
	}
	for i := 0; ; i++ {
		for toks[i].text == "*" {
			i++
		}
		if t := toks[i]; t.kind != nameToken || t.text == "nothing" {
			return names, source.Errorf(t.span, "annotation-syntax", "modifies is a list of names, such as p with what it leads to, a with all its elements, In and Out, or else `nothing`")
		}
		names = append(names, toks[i])
		i++
		switch t := toks[i]; {
		case t.kind == endToken:
			return names, nil
		case t.text != ",":
			return names, source.Errorf(t.span, "annotation-syntax", "names in a list are separated by commas")
		}
	}
}
