package annotate

import (
	"strings"

	"rlv/proofs"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// logicFunction is a function that annotations declare.
type logicFunction struct {
	sym  *term.Symbol
	span source.Span
}

// globals reads the declarations of logic functions, the axioms and the lemmas.
func (c *compiler) globals() {
	for _, a := range c.layout.global {
		if a.key == "logic" {
			c.declareLogic(a)
		}
	}
	for _, a := range c.layout.global {
		if a.key == "logic" {
			continue
		}
		f := c.closedFormula(a)
		if f == nil {
			continue
		}
		text := strings.Join(strings.Fields(a.text.Text()), " ")
		if a.key == "axiom" {
			c.result.Axioms = append(c.result.Axioms, proofs.Assumption{Kind: "axiom", Text: text, Span: a.span})
			c.result.AxiomFormulas = append(c.result.AxiomFormulas, f)
		} else {
			c.result.Lemmas = append(c.result.Lemmas, Lemma{Name: text, Span: a.span, Text: text, Formula: f})
		}
	}
}

// closedFormula resolves a formula without program variables. It says nothing
// where it is not defined.
func (c *compiler) closedFormula(a *annotation) *term.Term {
	n, problem := parseFormula(a.text)
	if problem == nil {
		var m meaning
		s := &scope{c: c}
		if m, problem = s.resolve(n); problem == nil {
			return term.Implies(m.defined, m.formula)
		}
	}
	c.problem(problem)
	return nil
}

var logicSorts = map[string]term.Sort{"Int": term.SortInt, "Bool": term.SortBool, "Int[]": term.SortArray, "List": term.SortList}

// declareLogic reads `name(Sort, ..): Sort`, or `name: Sort` for a constant.
func (c *compiler) declareLogic(a *annotation) {
	p, problem := newParser(a.text)
	if problem != nil {
		c.problem(problem)
		return
	}
	defer func() {
		if problem != nil {
			c.problem(problem)
		}
	}()
	defer p.recover(&problem)
	name := p.name()
	var args []term.Sort
	if p.accept("(") {
		for !p.is(")") {
			args = append(args, p.logicSort())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	p.expect(":")
	result := p.logicSort()
	p.end()
	if c.logic[name.text] != nil {
		problem = source.Errorf(name.span, "duplicate-name", "%s is declared twice", name.text)
		return
	}
	format := []term.FormatItem{{Text: name.text}}
	for i := range args {
		sep := "("
		if i > 0 {
			sep = ","
		}
		format = append(format, term.FormatItem{Text: sep}, term.FormatItem{Arg: i})
	}
	if len(args) > 0 {
		format = append(format, term.FormatItem{Text: ")"})
	}
	sym := term.NewSymbol(term.Symbol{Name: name.text, Args: args, Result: result, Class: term.Function, Total: true, SMTLib: name.text, Format: format})
	c.logic[name.text] = &logicFunction{sym: sym, span: a.span}
}

func (p *parser) logicSort() term.Sort {
	t := p.name()
	name := t.text
	if p.accept("[") {
		p.expect("]")
		name += "[]"
	}
	s, ok := logicSorts[name]
	if !ok {
		panic(syntaxError{source.Errorf(t.span, "unknown-sort", "unknown sort %s; there are Int, Bool and Int[]", name)})
	}
	return s
}
