package explore

import (
	"strings"

	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// condition reads a condition on the symbols of an input, in the notation of
// annotations or in that of K, and returns its conjuncts; that it is defined is one.
func (p *Program) condition(name, text string, in Input) ([]*term.Term, error) {
	file := source.NewFile(name, text)
	n, problem := syntax.ParseCondition(source.Span{File: file, End: len(text)})
	if problem != nil {
		return nil, problem
	}
	bound := map[string]*term.Term{}
	for _, v := range in.Symbols {
		bound[v.Name] = v.Term()
	}
	unknown := &source.List{}
	p.unknownNames(n, bound, in, unknown)
	if err := unknown.Err(); err != nil {
		return nil, err
	}
	scope := &meaning.Scope{Reader: p.formulas(), Bound: bound, NoOld: "a condition is about the input"}
	m, problem := scope.Resolve(n)
	if problem != nil {
		return nil, problem
	}
	return term.Conjuncts(term.Conjuncts(nil, m.Defined), m.Formula), nil
}

// unknownNames adds a problem for each name of a condition that is no symbol.
func (p *Program) unknownNames(n *syntax.Node, bound map[string]*term.Term, in Input, problems *source.List) {
	switch n.Op {
	case syntax.ForAll, syntax.Exists:
		if bound[n.Name] == nil {
			bound[n.Name] = term.Var(n.Name, n.Sort)
			defer delete(bound, n.Name)
		}
	case syntax.Name:
		if bound[n.Name] == nil {
			problems.Errorf(n.Span, "unknown-symbol", "%s is no symbol of the input; %s", n.Name, in.describe())
		}
	}
	for _, a := range n.Args {
		p.unknownNames(a, bound, in, problems)
	}
}

// maxListed bounds the symbols that a message lists.
const maxListed = 20

// describe lists the symbols of an input in words.
func (in Input) describe() string {
	if len(in.Symbols) == 0 {
		return "it has none: give it with --in or --inputs"
	}
	var names []string
	for _, v := range in.Symbols[:min(len(in.Symbols), maxListed)] {
		names = append(names, v.Name)
	}
	if len(names) < len(in.Symbols) {
		names = append(names, "...")
	}
	return "it has " + strings.Join(names, ", ")
}

// formulas is the reader for formulas that are about no state: operators that the
// logic has not mean what the language makes of them, if it has annotations at all.
func (p *Program) formulas() *meaning.Reader {
	if p.reader != nil {
		return p.reader
	}
	return &meaning.Reader{Engine: p.Engine}
}
