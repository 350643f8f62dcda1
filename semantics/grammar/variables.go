package grammar

import (
	"slices"
	"strings"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// variable is what is known of a token that is a variable.
type variable struct {
	name  string // as written, without its sort
	index int32  // of the unknown sort; -1: known, or that of the place
	sort  int32  // known by a cast; -1: not
	cast  bool   // by one at this very place
}

// read scans a sentence and finds its variables: a cast gives the sort of all
// occurrences of a name. The kinds of tokens become local to the sentence.
func (p *parse) read(inputs bool) error {
	tokens, _, err := p.g.scanner.scan(p.span)
	p.chart.tokens = tokens
	if len(tokens) > maxSentence {
		return source.Errorf(p.span, "text-too-large", "this sentence has more than %d tokens", maxSentence)
	}
	if err != nil {
		if d := p.unknownCell(); d != nil {
			return d
		}
		return explainCasts(err)
	}
	p.variables = map[int32]*variable{}
	if err := p.findVariables(inputs); err != nil {
		return err
	}
	return p.findLiterals()
}

// maxSentence bounds the tokens of a sentence.
const maxSentence = 100000

// unknownCell reports the first tag of a cell that does not exist. It is asked
// after another error only, as `<` may be an operator.
func (p *parse) unknownCell() *source.Diagnostic {
	text := p.span.File.Text()
	for _, t := range p.chart.tokens {
		tag := cellTag(text[t.start:p.span.End])
		if tag != "" && int(t.end-t.start) < len(tag) {
			span := source.Span{File: p.span.File, Start: int(t.start), End: int(t.start) + len(tag)}
			return source.Errorf(span, "unknown-cell", "there is no cell %s in the configuration%s", tag, p.g.listCells())
		}
	}
	return nil
}

// listCells names the cells of the configuration.
func (g *Grammar) listCells() string {
	if g.def.Config == nil {
		return ""
	}
	var names []string
	g.def.Config.All(func(c *kdef.CellDecl) { names = append(names, "<"+c.Name+">") })
	return "; it has " + strings.Join(names, ", ")
}

// explainCasts improves the errors for colons that start no token: they mostly
// belong to casts to sorts that do not exist.
func explainCasts(err error) error {
	var all []error
	if several, ok := err.(*multierror.Error); ok {
		all = several.Errors
	} else {
		all = []error{err}
	}
	for _, e := range all {
		d, ok := e.(*source.Diagnostic)
		if !ok || d.Span.Text() != ":" {
			continue
		}
		rest := strings.TrimLeft(d.Span.File.Text()[d.Span.End:], ":>")
		if n := wordLength(rest); n > 0 {
			d.Code, d.Message = "unknown-sort", "there is no sort "+rest[:n]
		}
	}
	return err
}

// nestedRewrite finds a rewrite inside another one.
func nestedRewrite(t *Tree, inside bool) *Tree {
	if t.Kind == Rewrite && inside {
		return t
	}
	for _, c := range t.Children {
		if found := nestedRewrite(c, inside || t.Kind == Rewrite); found != nil {
			return found
		}
	}
	return nil
}

// findVariables enters the variables and their casts.
func (p *parse) findVariables(inputs bool) error {
	r, tokens := p.g.rules, p.chart.tokens
	var all *multierror.Error
	casts := map[string]*variable{}
	for i, t := range tokens {
		input := hasKind(t, r.input)
		if !input && !hasKind(t, r.variable) {
			continue
		}
		v := &variable{name: p.text(t), index: -1, sort: -1}
		p.variables[int32(i)] = v
		if input && !inputs {
			all = multierror.Append(all, source.Errorf(p.tokenSpan(i), "input-variable",
				"configuration variables such as %s stand in configurations only", v.name))
		}
		if i+1 == len(tokens) || len(tokens[i+1].kinds) == 0 {
			continue
		}
		sort, ok := r.casts[tokens[i+1].kinds[0]]
		if !ok {
			continue
		}
		v.sort, v.cast = sort, true
		if old := casts[v.name]; old != nil && old.sort != sort && !placeSorted(v.name) {
			all = multierror.Append(all, source.Errorf(p.tokenSpan(i), "cast-conflict",
				"variable %s is cast to %s here and to %s before", v.name, p.v.name(sort), p.v.name(old.sort)))
		}
		casts[v.name] = v
	}
	p.unknowns = map[string]int32{}
	for i, t := range tokens {
		if v := p.variables[int32(i)]; v != nil {
			p.enterVariable(&tokens[i], t, v, casts[v.name])
		}
	}
	return single(all)
}

// enterVariable decides what the sort of an occurrence depends on.
func (p *parse) enterVariable(to *token, t token, v, cast *variable) {
	r := p.g.rules
	from := r.variable
	if hasKind(t, r.input) {
		from = r.input
	}
	switch {
	case cast != nil && (v.cast || !placeSorted(v.name)):
		if !v.cast {
			v.sort = cast.sort
		}
		to.kinds = replaceKind(t.kinds, from, r.typed[v.sort])
		return
	case !placeSorted(v.name):
		index, ok := p.unknowns[v.name]
		if !ok {
			index = int32(len(p.names))
			p.unknowns[v.name] = index
			p.names = append(p.names, v.name)
		}
		v.index = index
	}
	to.kinds = replaceKind(t.kinds, from, r.variable)
}

// placeSorted reports whether each occurrence of a variable has the sort of its
// place: those that begin with an underscore.
func placeSorted(name string) bool {
	return strings.HasPrefix(strings.TrimLeft(name, "?!@"), "_")
}

// findLiterals gives #token(..) tokens the kind of their sort.
func (p *parse) findLiterals() error {
	r := p.g.rules
	for i, t := range p.chart.tokens {
		if !hasKind(t, r.literal) {
			continue
		}
		_, sort := literal(p.text(t))
		id, ok := p.v.sig.SortID(sort)
		if !ok {
			return source.Errorf(p.tokenSpan(i), "unknown-sort", "there is no sort %s", sort)
		}
		p.chart.tokens[i].kinds = replaceKind(t.kinds, r.literal, r.literals[id])
	}
	return nil
}

// hasKind reports whether a token is of a kind, perhaps among others.
func hasKind(t token, kind kindID) bool { return slices.Contains(t.kinds, kind) }

// replaceKind returns kinds with one put in place of another; those of other tokens
// may share the slice.
func replaceKind(kinds []kindID, from, to kindID) []kindID {
	changed := slices.Clone(kinds)
	for i, k := range changed {
		if k == from {
			changed[i] = to
		}
	}
	return changed
}

func (p *parse) text(t token) string { return p.span.File.Text()[t.start:t.end] }

func (p *parse) tokenSpan(i int) source.Span {
	t := p.chart.tokens[i]
	return source.Span{File: p.span.File, Start: int(t.start), End: int(t.end)}
}
