package grammar

import (
	"rlv/semantics/source"
)

// parse is one parse: tokens, chart, and for sentences what is known of their
// variables.
type parse struct {
	g     *Grammar
	v     *view
	span  source.Span
	start int32 // sort
	chart chart

	globalKind []kindID // of the token kinds of the tables; nil: the same
	variables  map[int32]*variable
	unknowns   map[string]int32 // variables whose sort is to be inferred
	names      []string         // their names
	badRecord  *source.Diagnostic

	solution []int32 // sorts of the unknowns; nil: there are none
	alive    *aliveness
}

// run parses, infers sorts, and builds the tree of the body and those of the
// conditions (nil where there is none).
func (p *parse) run() ([3]*Tree, error) {
	item, failed := p.chart.parse(p.start)
	if item < 0 {
		return [3]*Tree{}, p.syntaxError(failed)
	}
	if len(p.names) == 0 {
		return p.resolve(p.accepted())
	}
	solutions, err := p.infer(p.accepted())
	if err != nil {
		return [3]*Tree{}, err
	}
	return p.resolveAll(p.accepted(), solutions)
}

// accepted returns the complete items of the roots.
func (p *parse) accepted() []int32 {
	var roots []int32
	c := &p.chart
	for _, i := range c.complete(int32(len(c.tokens)), 0) {
		if c.t.prods[c.t.prodOf[c.items[i].state]].kind == pRoot {
			roots = append(roots, i)
		}
	}
	return roots
}

// spanOf returns the span of the tokens from i to before j.
func (p *parse) spanOf(i, j int32) source.Span {
	tokens := p.chart.tokens
	span := source.Span{File: p.span.File, Start: p.span.End, End: p.span.End}
	if int(i) < len(tokens) {
		span.Start = int(tokens[i].start)
	}
	span.End = span.Start
	if j > i {
		span.End = int(tokens[j-1].end)
	}
	return span
}

// resolveAll builds a tree for each solution of the sorts, and picks one.
func (p *parse) resolveAll(roots []int32, solutions [][]int32) ([3]*Tree, error) {
	var best reading
	for i, s := range solutions {
		p.solution = s
		p.alive = newAliveness(p)
		r := newResolver(p)
		found := r.roots(roots)
		if r.failed != nil {
			return [3]*Tree{}, r.failed
		}
		if i == 0 {
			best = found
		} else {
			best = r.better(best, found)
		}
	}
	return p.finish(best)
}

func (p *parse) resolve(roots []int32) ([3]*Tree, error) {
	r := newResolver(p)
	found := r.roots(roots)
	if r.failed != nil {
		return [3]*Tree{}, r.failed
	}
	return p.finish(found)
}

// finish takes the trees out of the reading of a root.
func (p *parse) finish(r reading) ([3]*Tree, error) {
	switch {
	case r.ambiguous != nil:
		return [3]*Tree{}, r.ambiguous.diagnostic(p)
	case r.tree == nil:
		return [3]*Tree{}, source.Errorf(p.span, "ambiguous-syntax", "this text derives itself in the grammar")
	}
	return [3]*Tree{r.tree.Children[0], r.tree.Children[1], r.tree.Children[2]}, nil
}

// prodOf returns the production of an item.
func (p *parse) prodOf(item int32) *prod {
	return p.chart.t.prods[p.chart.t.prodOf[p.chart.items[item].state]]
}

// classSort returns the sort of a class.
func (p *parse) classSort(class int32) int32 { return p.chart.t.classes[class].sort }
