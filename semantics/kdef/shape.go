package kdef

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rlv/semantics/source"
)

// rlv's own attributes say what a piece of syntax is, so that annotations know a
// language's shape. This table is all there is of them: they are checked against
// it where a definition is loaded, and read by [Production.Shape] and
// [Production.Word]. What is accepted is therefore what is read.

// shape is what one of these attributes takes.
type shape struct {
	// nonterminals are what its arguments stand for: each is the name of a
	// nonterminal of the production.
	nonterminals []string
	// several says that there may be more of the last one.
	several bool
	// free says that its arguments are names in programs, one or more.
	free bool
	// words are the values of its only argument, with the number of nonterminals
	// that the production must then have; anyNumber: it does not matter.
	words map[string]int
	// arity is the number of nonterminals of the production, or anyNumber.
	arity int
	// unlike are the attributes that the same production cannot have.
	unlike []string
	// ofText says that it is about the text of programs, in which macros stand as well.
	ofText bool
	// ofSubsort says that it stands on subsorts only: it is about what is below a sort.
	ofSubsort bool
	// anywhere says that it stands on subsorts as well.
	anywhere bool
}

const anyNumber = -1

var shapes = map[string]shape{
	"loop":        {nonterminals: []string{"cond", "body"}, unlike: []string{"iterates", "procedure", "call", "leaves"}, arity: anyNumber},
	"iterates":    {nonterminals: []string{"body"}, unlike: []string{"procedure", "call", "leaves"}, arity: anyNumber},
	"procedure":   {nonterminals: []string{"name", "params", "body"}, unlike: []string{"call", "leaves"}, arity: anyNumber},
	"prototype":   {nonterminals: []string{"name", "params"}, unlike: []string{"procedure", "call", "leaves"}, arity: anyNumber},
	"overloaded":  {arity: anyNumber, unlike: []string{"call", "leaves"}},
	"parameter":   {nonterminals: []string{"name"}, arity: anyNumber},
	"call":        {nonterminals: []string{"name", "args"}, unlike: []string{"leaves"}, arity: anyNumber},
	"library":     {free: true, arity: anyNumber},
	"declares":    {nonterminals: []string{"names"}, arity: anyNumber},
	"introduces":  {nonterminals: []string{"names"}, arity: anyNumber, ofText: true},
	"variable":    {arity: anyNumber, ofSubsort: true},
	"provided":    {free: true, arity: anyNumber, anywhere: true},
	"assigns":     {nonterminals: []string{"target"}, arity: anyNumber},
	"part":        {nonterminals: []string{"base"}, arity: anyNumber},
	"address":     {nonterminals: []string{"base"}, arity: anyNumber, ofText: true},
	"constant":    {arity: anyNumber, ofText: true},
	"defines":     {nonterminals: []string{"name"}, several: true, arity: anyNumber, ofText: true},
	"refers":      {nonterminals: []string{"name"}, arity: anyNumber, ofText: true},
	"may-refer":   {nonterminals: []string{"name"}, arity: anyNumber, ofText: true},
	"scope":       {arity: anyNumber, ofText: true},
	"declaration": {arity: anyNumber},
	"sequence":    {arity: 2},
	"nothing":     {arity: 0},
	"catches":     {words: map[string]int{"loop": anyNumber}, arity: anyNumber},
	"leaves":      {words: map[string]int{"loop": anyNumber, "body": anyNumber, "function": anyNumber}, arity: anyNumber},
	"probe": {arity: anyNumber, unlike: []string{"loop", "iterates", "procedure", "call"}, words: map[string]int{
		"start": 0, "frame": 0, "input": 0, "output": 0,
		"invoke": 1, "invoke-inside": 1, "outcome": 1, "declare": 1, "value": 1, "array": 1, "explain": 1, "beyond": 1,
		"havoc": 1, "forget": 1, "havoc-part": 1, "forget-part": 1, "typed": 1, "many": 1, "variable": 1, "many-part": 1, "led-part": 1,
		"allocated": 1, "lead": 1, "open": 1, "local": 1, "loosen": 2, "tests": 2, "grant": 1,
	}},
}

// Shape returns the positions among the nonterminals of those that an attribute
// of rlv's names; false if the production does not have it.
func (p *Production) Shape(key string) ([]int, bool) {
	value, ok := p.Attrs.Get(key)
	if !ok {
		return nil, false
	}
	var out []int
	for _, a := range splitArguments(value) {
		out = append(out, slices.Index(p.nonterminalNames(), a.text))
	}
	return out, true
}

// NonterminalName returns the name of a nonterminal by its position among them, ""
// where it has none.
func (p *Production) NonterminalName(at int) string { return p.nonterminalNames()[at] }

// Names returns the names in programs that an attribute of rlv's lists.
func (p *Production) Names(key string) []string {
	value, _ := p.Attrs.Get(key)
	var out []string
	for _, a := range splitArguments(value) {
		out = append(out, a.text)
	}
	return out
}

// Word returns the word that an attribute of rlv's has, "" without it.
func (p *Production) Word(key string) string {
	value, _ := p.Attrs.Get(key)
	return strings.TrimSpace(value)
}

// ShapeWords returns the words that an attribute of rlv's takes, in order; none if it
// takes names of nonterminals.
func ShapeWords(key string) []string { return sortedKeys(shapes[key].words) }

// nonterminalNames are the names of the nonterminals in order, "" where one has
// none.
func (p *Production) nonterminalNames() []string {
	var out []string
	for _, it := range p.Items {
		if it.Kind == NonTerminal {
			out = append(out, it.Name)
		}
	}
	return out
}

// shapeArgument is an argument of an attribute and where it begins in the value.
type shapeArgument struct {
	text string
	at   int
}

func splitArguments(value string) []shapeArgument {
	if strings.TrimSpace(value) == "" {
		return nil
	}
	var out []shapeArgument
	at := 0
	for _, part := range strings.Split(value, ",") {
		text := strings.TrimSpace(part)
		out = append(out, shapeArgument{text, at + strings.Index(part, text)})
		at += len(part) + 1
	}
	return out
}

// checkShapes reports what is wrong with rlv's own attributes on a production.
func (e *elaborator) checkShapes(p *Production) {
	for _, a := range p.Attrs {
		s, ok := shapes[a.Key]
		if !ok {
			continue
		}
		c := shapeCheck{e.List, p, a, s}
		if c.node() && c.arity(s.arity) {
			c.arguments()
		}
	}
}

// checkMerged checks one of rlv's attributes that a second declaration of a
// production adds to the first: the names in it are those of the first, or the
// second gives them.
func (e *elaborator) checkMerged(before, again *Production, a Attribute) {
	if _, ok := shapes[a.Key]; !ok {
		return
	}
	for i, it := range again.Items {
		if before.Items[i].Name == "" {
			before.Items = slices.Clone(before.Items) // what is written stays
			before.Items[i].Name = it.Name
		}
	}
	if at, _ := before.Shape(a.Key); len(shapes[a.Key].nonterminals) == len(at) && slices.Contains(at, -1) {
		e.Errorf(a.Span, "conflicting-attributes", "this production is declared before, at %s, with other names for its nonterminals", before.Span)
	}
}

// shapeCheck is the check of one attribute.
type shapeCheck struct {
	*source.List
	p *Production
	a Attribute
	s shape
}

func (c *shapeCheck) report(span source.Span, format string, args ...any) bool {
	c.Errorf(span, "bad-attribute", format, args...)
	return false
}

// node reports whether the production has nodes of its own in programs, of which the
// attribute can say something.
func (c *shapeCheck) node() bool {
	why := ""
	switch {
	case c.p.IsFunction():
		why = "a function, which is evaluated away"
	case c.p.IsMacro() && !c.s.ofText:
		why = "a macro, which is expanded away"
	case c.p.IsToken():
		why = "a token"
	case c.p.IsBracket():
		why = "a bracket, which is dropped"
	case isSubsort(c.p) && !c.s.ofSubsort && !c.s.anywhere:
		why = "a subsort, which has no node"
	case !isSubsort(c.p) && c.s.ofSubsort:
		why = "what is no subsort"
	}
	if why != "" {
		return c.report(c.a.Span, "attribute %s stands on %s", c.a.Key, why)
	}
	for _, key := range c.s.unlike {
		if c.p.Attrs.Has(key) {
			return c.report(c.a.Span, "a production cannot have both %s and %s", c.a.Key, key)
		}
	}
	return true
}

// isSubsort reports whether a production as written is one nonterminal and nothing that
// would make it a node.
func isSubsort(p *Production) bool {
	return len(p.Items) == 1 && p.Items[0].Kind == NonTerminal && label(p) == ""
}

// arity checks the number of nonterminals of the production.
func (c *shapeCheck) arity(n int) bool {
	if have := len(c.p.Args()); n != anyNumber && have != n && !c.isList() {
		return c.report(c.a.Span, "attribute %s needs a production with %s, and this one has %d", c.written(), counted(n, "nonterminal"), have)
	}
	return true
}

func (c *shapeCheck) isList() bool { return len(c.p.Items) == 1 && c.p.Items[0].Kind == UserList }

// written is the attribute as it stands in the definition.
func (c *shapeCheck) written() string {
	if c.a.Value == "" {
		return c.a.Key
	}
	return c.a.Key + "(" + c.a.Value + ")"
}

func counted(n int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// arguments checks the arguments: names of nonterminals, or a word.
func (c *shapeCheck) arguments() {
	args := splitArguments(c.a.Value)
	switch {
	case c.s.free && len(args) == 0:
		c.report(c.a.Span, "attribute %s takes names", c.a.Key)
	case c.s.free:
	case c.s.words != nil && len(args) == 1:
		c.word(args[0])
	case c.s.words != nil:
		c.report(c.a.Span, "attribute %s takes one word: %s", c.a.Key, strings.Join(sortedKeys(c.s.words), ", "))
	case len(args) < len(c.s.nonterminals), len(args) > len(c.s.nonterminals) && !c.s.several:
		c.report(c.a.Span, "attribute %s takes %s", c.a.Key, c.usage())
	default:
		for i := range args {
			c.nonterminal(args, i)
		}
	}
}

// usage says what an attribute takes.
func (c *shapeCheck) usage() string {
	n := len(c.s.nonterminals)
	if n == 0 {
		return "no argument"
	}
	return fmt.Sprintf("%s, the names of nonterminals: %s(%s)", counted(n, "argument"), c.a.Key, strings.Join(c.s.nonterminals, ", "))
}

func (c *shapeCheck) word(arg shapeArgument) {
	arity, ok := c.s.words[arg.text]
	if !ok {
		all := sortedKeys(c.s.words)
		c.report(c.spanOf(arg), "attribute %s takes no word %s: it takes one of %s%s", c.a.Key, orNothing(arg.text), strings.Join(all, ", "), DidYouMean(arg.text, all))
		return
	}
	c.arity(arity)
}

// nonterminal checks one name among the arguments.
func (c *shapeCheck) nonterminal(args []shapeArgument, i int) {
	arg := args[i]
	names := c.p.nonterminalNames()
	known := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
	at := slices.Index(names, arg.text)
	switch {
	case len(known) == 0:
		c.report(c.spanOf(arg), "attribute %s names nonterminals, but those of this production have no names; write one in front, as in %s: Exp", c.a.Key, c.role(i))
	case arg.text == "" || at < 0:
		c.report(c.spanOf(arg), "no nonterminal of this production is called %s: those with names are %s%s", orNothing(arg.text), strings.Join(known, ", "), DidYouMean(arg.text, known))
	case slices.Index(names[at+1:], arg.text) >= 0:
		c.report(c.spanOf(arg), "several nonterminals of this production are called %s", arg.text)
	case slices.ContainsFunc(args[:i], func(o shapeArgument) bool { return o.text == arg.text }):
		c.report(c.spanOf(arg), "attribute %s names %s twice", c.a.Key, arg.text)
	default:
		c.sort(arg, c.role(i), c.p.Args()[at])
	}
}

// role is what argument i stands for.
func (c *shapeCheck) role(i int) string { return c.s.nonterminals[min(i, len(c.s.nonterminals)-1)] }

// dataSorts have values and no pieces of program.
var dataSorts = []string{"Int", "Bool", "String", "Float", "Bytes", "List", "Map", "Set", "Array", "Bag"}

// sort checks the sort of a nonterminal that stands for a piece of program.
func (c *shapeCheck) sort(arg shapeArgument, role, sort string) {
	if slices.Contains(dataSorts, sort) {
		c.report(c.spanOf(arg), "%s is of sort %s, which has no pieces of program: it cannot be the %s of %s", arg.text, sort, role, c.a.Key)
	}
}

// spanOf is the place of an argument; that of the attribute if it is quoted.
func (c *shapeCheck) spanOf(arg shapeArgument) source.Span {
	text := c.a.Span.Text()
	open := strings.Index(text, "(")
	if open < 0 || arg.text == "" {
		return c.a.Span
	}
	start := open + 1 + strings.Index(text[open+1:], c.a.Value)
	if start <= open || start+arg.at+len(arg.text) > len(text) {
		return c.a.Span
	}
	from := c.a.Span.Start + start + arg.at
	return source.Span{File: c.a.Span.File, Start: from, End: from + len(arg.text)}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func sortedKeys(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// DidYouMean suggests the word that a misspelt one is closest to, as the end of a
// message; "" if none is close.
func DidYouMean(text string, words []string) string {
	best, distance := "", min(3, len(text)/2)+1
	for _, w := range words {
		if d := editDistance(text, w); d < distance {
			best, distance = w, d
		}
	}
	if _, err := strconv.Atoi(text); err == nil || best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// checkBetween checks rlv's attributes of the productions of a signature against
// each other.
func (s *Signature) checkBetween(found *source.List) {
	s.checkProbes(found)
	statements := s.statements()
	for _, p := range s.Productions {
		s.checkSwapped(p, statements, found)
		at, ok := p.Shape("procedure")
		if !ok || len(at) == 0 || at[0] < 0 {
			continue // reported before
		}
		name := p.Params[at[0]]
		for _, q := range s.Productions {
			s.checkTakes(p, name, q, found)
		}
	}
}

// statements are the sorts of what stands in sequences.
func (s *Signature) statements() []SortID {
	var out []SortID
	for _, p := range s.Productions {
		if len(p.Params) > 0 && (p.Attrs.Has("sequence") || p.List != nil && p.List.Sep == "") {
			out = append(out, p.Params[0])
		}
	}
	return out
}

// checkSwapped reports a loop whose condition could be a statement and whose body
// could not: the two names stand in the wrong order.
func (s *Signature) checkSwapped(p *Production, statements []SortID, found *source.List) {
	at, ok := p.Shape("loop")
	if !ok || len(at) != 2 || slices.Contains(at, -1) {
		return // reported before
	}
	isStatement := func(sort SortID) bool {
		return slices.ContainsFunc(statements, func(of SortID) bool { return s.Leq(sort, of) || s.Leq(of, sort) })
	}
	if cond, body := p.Params[at[0]], p.Params[at[1]]; isStatement(cond) && !isStatement(body) {
		value, _ := p.Attrs.Get("loop")
		found.Errorf(p.Span, "bad-attribute", "loop(%s): the condition is a statement, of sort %s, and the body, of sort %s, is none; did you mean loop(%s, %s)?", value, s.Sort(cond).Name, s.Sort(body).Name,
			p.nonterminalNames()[at[1]], p.nonterminalNames()[at[0]])
	}
}

// checkTakes reports a call or probe that cannot name the procedures that p makes.
func (s *Signature) checkTakes(p *Production, name SortID, q *Production, found *source.List) {
	for _, a := range q.Attrs {
		var takes SortID
		kind := q.Word("probe")
		at, _ := q.Shape("call")
		switch {
		case a.Key == "call" && len(at) > 0 && at[0] >= 0 && !s.Leq(q.Params[at[0]], name):
			takes = q.Params[at[0]]
		case a.Key == "probe" && (kind == "invoke" || kind == "invoke-inside" || kind == "outcome") && len(q.Params) == 1:
			takes = q.Params[0]
		default:
			continue
		}
		if !s.Leq(name, takes) {
			found.Errorf(a.Span, "bad-attribute", "this takes names of sort %s, but those of procedures are of sort %s (%s)", s.Sort(takes).Name, s.Sort(name).Name, p.Span)
		}
	}
}

// checkProbes reports kinds of probes that two productions have: only one of
// them could be asked.
func (s *Signature) checkProbes(found *source.List) {
	first := map[string]*Production{}
	for _, p := range s.Productions {
		for _, a := range p.Attrs {
			if a.Key != "probe" {
				continue
			}
			kind := p.Word("probe")
			if q := first[kind]; q != nil && q != p {
				found.Errorf(a.Span, "duplicate-probe", "there is another probe(%s), at %s", kind, q.Span)
			}
			first[kind] = p
		}
	}
}

// checkWidths reports modules that are variants for the same width of integers.
func (d *Definition) checkWidths(found *source.List) {
	first := map[string]*Module{}
	for _, name := range d.names {
		m := d.Modules[name]
		for _, a := range m.Attrs {
			if a.Key != "int-width" {
				continue
			}
			if q := first[a.Value]; q != nil && q.Span.File == m.Span.File && q != m {
				found.Errorf(a.Span, "duplicate-attribute", "module %s has int-width(%s), too", q.Name, a.Value)
			}
			first[a.Value] = m
		}
	}
}
