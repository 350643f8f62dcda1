package logic

import (
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// declare reads `name(Sort x, ..): Sort = expression decreases measure`.
// Names, definition and measure may be left out.
func (c *declarer) declare(a *syntax.Annotation) {
	d, problem := syntax.ParseLogic(a.Text)
	if problem == nil && c.r.Functions[d.Name.Text] != nil {
		problem = source.Errorf(d.Name.Span, "duplicate-name", "%s is declared twice: at %s, too", d.Name.Text, c.r.Functions[d.Name.Text].Span)
	}
	if problem != nil {
		c.problem(problem)
		return
	}
	f := &meaning.Function{Symbol: symbolOf(d), Span: a.Span}
	for i, p := range d.Params {
		name := p.Text
		if name == "" {
			name = "x"
		}
		f.Params = append(f.Params, term.Fresh(name, d.Sorts[i]).Variable())
	}
	c.r.Functions[d.Name.Text] = f
	if d.Body != nil {
		if problem := c.define(f, d); problem != nil {
			c.problem(problem)
		}
	}
}

// symbolOf makes the symbol of a declaration.
func symbolOf(d *syntax.Declaration) *term.Symbol {
	format := []term.FormatItem{{Text: d.Name.Text}}
	for i := range d.Sorts {
		sep := "("
		if i > 0 {
			sep = ","
		}
		format = append(format, term.FormatItem{Text: sep}, term.FormatItem{Arg: i})
	}
	if len(d.Sorts) > 0 {
		format = append(format, term.FormatItem{Text: ")"})
	}
	return term.NewSymbol(term.Symbol{Name: d.Name.Text, Args: d.Sorts, Result: d.Result, Class: term.Function, Total: true, SMTLib: d.Name.Text, Format: format})
}

// define gives a function its definition. A recursive one must be shown
// to end: what its equation says is then true of exactly one function, and
// nothing is assumed.
func (c *declarer) define(f *meaning.Function, d *syntax.Declaration) (problem *source.Diagnostic) {
	s := &meaning.Scope{Reader: c.r, Bound: map[string]*term.Term{}}
	args := make([]*term.Term, len(d.Params))
	for i, p := range d.Params {
		args[i] = f.Params[i].Term()
		if p.Text != "" {
			s.Bound[p.Text] = args[i]
		}
	}
	defer meaning.Recover(&problem)
	v, defined := s.Expression(d.Body)
	switch {
	case v.List != nil:
		f.Body = v.List
	case v.Array != nil && v.Array.OfObjects():
		s.Fail(d.Body, "wrong-operand", "the logic has no arrays of objects")
	case v.Array != nil:
		f.Body = v.Array.Array
	default:
		f.Body = v.Scalar
	}
	if f.Body.Sort() != d.Result {
		s.Fail(d.Body, "wrong-operand", "%s is declared with another result than %s", d.Name.Text, v.Describe())
	}
	c.out.Functions[f.Symbol] = replay.Function{Params: f.Params, Body: f.Body, Where: defined}
	if d.Result == term.SortBool {
		f.Parts, _ = s.Parts(d.Body) // it was read before
		c.out.Predicates[f.Symbol] = prover.Definition{Params: f.Params, Parts: meaning.ConjunctsOf(f.Parts...)}
	}
	recursive := len(recursiveCalls(f.Symbol, f.Body)) > 0
	if !recursive && defined == term.True && !f.Body.HasBinders() && !isCell(f.Body) {
		f.Macro = true
		return nil
	}
	e := Equation{Name: d.Name.Text, Span: d.Name.Span, Declared: f.Span, Symbol: f.Symbol, Params: f.Params, Body: f.Body, Defined: defined}
	if d.Measure != nil {
		e.Measure, _ = s.Integer(d.Measure)
	}
	if recursive || defined != term.True {
		oracle, err := c.makeOracle(nil, nil)
		if err != nil {
			return source.Errorf(d.Body.Span, CodeNoEnd, "%v", err)
		}
		if rewrite.Follows(oracle, nil, defined) {
			e.Defined = term.True // an equation with a premise is one in each question
		}
		if why := e.Unending(oracle); why != "" {
			return source.Errorf(d.Body.Span, CodeNoEnd, "%s", why)
		}
	}
	c.out.Definitions, c.out.Equations = append(c.out.Definitions, e.Formula()), append(c.out.Equations, e)
	return nil
}

// isCell reports whether a definition is that of an element of a grid, such as d[20*i+j]. Its name is
// kept: it tells for which i and j facts are of interest, of the index that would have to be solved for them.
func isCell(body *term.Term) bool {
	return body.Is(term.ArraySelect) && len(term.Vars(body.Arg(1))) > 1
}
