package compile

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/grammar"
	"rlv/semantics/source"
)

// overloads tells procedures of one name apart, where the language has that: where
// productions with the attribute overloaded make several bodies of a name, with parameters
// that are written differently, each gets a name of its own, f~1, f~2, .., and so do the
// prototypes of them. A call of such a name gets that of the only one which stands before it
// and takes as many arguments. Where there are several, the call keeps its name: which is
// meant is for the rules to say, by the types of the arguments.
type overloads struct {
	*source.List
	headers map[string][]*header // by their names, as they are written
	written map[string]string    // the names as they are written, by those that they get
}

// header is what declares a procedure, with a body or without.
type header struct {
	name        *grammar.Tree
	params      string // without their names and initial values
	hasBody     bool
	least, most int // how many arguments it takes
}

// overloadMark stands between a name as it is written and a number.
const overloadMark = "~"

// resolveOverloads renames procedures that share a name, and returns what was written by
// the new names.
func resolveOverloads(program *grammar.Tree, found *source.List) map[string]string {
	o := overloads{List: found, headers: map[string][]*header{}, written: map[string]string{}}
	o.collect(program)
	if len(o.headers) == 0 {
		return nil
	}
	variants := map[string][]*header{}
	for name, same := range o.headers {
		if o.number(same) {
			variants[name] = same
		}
	}
	o.calls(program, variants)
	return o.written
}

// collect lists the headers of each name in the order of the text.
func (o *overloads) collect(t *grammar.Tree) {
	if t.Kind == grammar.App && t.Prod.Attrs.Has("overloaded") {
		at, hasBody := t.Prod.Shape("procedure")
		if !hasBody {
			at, _ = t.Prod.Shape("prototype")
		}
		h := &header{name: t.Children[at[0]], hasBody: hasBody}
		for _, p := range listed(t.Children[at[1]]) {
			h.add(p)
		}
		o.headers[h.name.Text] = append(o.headers[h.name.Text], h)
	}
	for _, c := range t.Children {
		o.collect(c)
	}
}

// listed are the elements of a list.
func listed(t *grammar.Tree) []*grammar.Tree {
	var out []*grammar.Tree
	for ; t.Kind == grammar.App && t.Prod.List != nil && len(t.Children) == 2; t = t.Children[1] {
		out = append(out, t.Children[0])
	}
	return out
}

// add notes a parameter. One without a name may be a word that says that there is none.
func (h *header) add(p *grammar.Tree) {
	text := func(from, to int) string { return p.Span.File.Text()[from:to] }
	words, required := text(p.Span.Start, p.Span.End), false
	if at := shapeOf(p, "parameter"); at != nil {
		d := p.Children[at[0]]
		value := shapeOf(d, "assigns")
		if value != nil {
			d = d.Children[value[0]]
		}
		name := firstOf(grammar.Token, d)
		words, required = text(p.Span.Start, name.Span.Start)+text(name.Span.End, d.Span.End), value == nil
	}
	h.params += strings.Join(strings.Fields(words), "") + ","
	if h.most++; required {
		h.least++
	}
}

// shapeOf are the positions that an attribute of a tree's production names; nil: it has none.
func shapeOf(t *grammar.Tree, key string) []int {
	if t.Kind != grammar.App {
		return nil
	}
	at, _ := t.Prod.Shape(key)
	return at
}

// number renames headers of one name if there are different ones with a body.
func (o *overloads) number(same []*header) bool {
	var all []string // the parameters, in order
	for _, h := range same {
		if h.hasBody && !slices.Contains(all, h.params) {
			all = append(all, h.params)
		}
	}
	if len(all) < 2 {
		return false
	}
	written := same[0].name.Text
	for _, h := range same {
		i := slices.Index(all, h.params)
		if i < 0 {
			o.Errorf(h.name.Span, "unknown-overload", "there are several functions %s, and none of them that has a body has parameters which are written in this way", written)
			continue
		}
		h.name.Text = fmt.Sprintf("%s%s%d", written, overloadMark, i+1)
		o.written[h.name.Text] = written
	}
	return true
}

// calls gives calls the names of those that they can only be of. What is declared behind a
// call is not called by it.
func (o *overloads) calls(t *grammar.Tree, variants map[string][]*header) {
	if at := shapeOf(t, "call"); at != nil {
		name := t.Children[at[0]]
		before := func(h *header) bool { return h.name.Span.Start < name.Span.Start }
		isLibrary := slices.Contains(t.Prod.Names("library"), name.Text)
		if own := o.headers[name.Text]; isLibrary && len(own) > 0 && !slices.ContainsFunc(own, before) {
			o.Errorf(t.Span, "ambiguous-call", "the program's own %s stands behind this call, which may be one of the library's: declare it before", name.Text)
		} else if all := variants[name.Text]; all != nil {
			o.resolve(name, len(listed(t.Children[at[1]])), all)
		}
	}
	for _, c := range t.Children {
		o.calls(c, variants)
	}
}

// resolve gives a call with so many arguments the name of what it can only be of.
func (o *overloads) resolve(name *grammar.Tree, arguments int, all []*header) {
	var before, behind []string
	for _, h := range all {
		switch {
		case arguments < h.least || h.most < arguments:
		case h.name.Span.Start < name.Span.Start:
			before = append(before, h.name.Text)
		default:
			behind = append(behind, h.name.Text)
		}
	}
	slices.Sort(before)
	before = slices.Compact(before)
	behind = slices.DeleteFunc(behind, func(n string) bool { return slices.Contains(before, n) })
	switch {
	case len(before) == 1:
		name.Text = before[0]
	case len(behind) > 0:
		o.Errorf(name.Span, "ambiguous-call", "a function %s stands behind this call of one of several: declare it before", name.Text)
	}
}
