package compile

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// builder makes one definition.
type builder struct {
	*source.List
	*symbols
	def    *Definition
	labels map[string]bool
	isOr   map[*term.Symbol]bool // constructors of alternatives
	rules  []*Rule               // rewrite rules, as long as they are made
	putOff []*Rule               // rules whose definedness is still to be found
	total  map[*term.Symbol]bool // the functions that evidently have a value for all arguments
}

// side is a side of a rewrite, and the index of its child in a Rewrite node.
type side int

const (
	left side = iota
	right
)

// scope builds the terms of one sentence, or of one program. Both sides of a
// sentence are built from the same trees, one after the other.
type scope struct {
	*builder
	side   side
	span   source.Span
	bubble *kdef.Bubble // nil: no sentence

	rewriting bool // within a rewrite
	inKey     int  // within the key of a Map or Set pattern
	anyFun    bool // functions may stand on the left: simplification rules, conditions
	noMacros  bool
	inputs    bool // $X may occur: the configuration
	claim     bool
	ensures   bool                 // the term at hand stands behind ensures
	marks     *[]source.Span       // of programs: position marks are indexes into it
	settled   map[string]term.Sort // settled sorts of variables, by name
	anonymous map[*grammar.Tree]*term.Term
	spans     map[*term.Variable]source.Span // first occurrences
	names     map[string]int                 // generated names
	fresh     []*term.Variable
	existing  []*term.Variable
	aliases   term.Substitution // #as, and fragments of cells
	cellTerms map[*grammar.Tree][2]*term.Term
	overlaps  []overlap
	locals    map[*grammar.Tree]*local
	ors       map[*grammar.Tree]*term.Symbol
	applied   []application                // of functions on right sides and in conditions
	guards    []*term.Term                 // what holds where the term at hand counts
	inCond    bool                         // the term at hand is a condition
	made      term.Substitution            // the values of !X
	bound     map[*grammar.Tree]*term.Term // the variables of quantifiers
}

func (b *builder) newScope(span source.Span) *scope {
	return &scope{
		builder: b, span: span, settled: map[string]term.Sort{}, anonymous: map[*grammar.Tree]*term.Term{},
		spans: map[*term.Variable]source.Span{}, names: map[string]int{}, aliases: term.Substitution{},
	}
}

// scopeOf returns the scope of a sentence.
func (b *builder) scopeOf(st *grammar.Sentence) *scope {
	s := b.newScope(st.Bubble.Span)
	s.bubble = st.Bubble
	return s
}

// generated returns a new variable; base starts with a lower-case letter, so
// that no variable of the user has its name.
func (s *scope) generated(base string, sort term.Sort) *term.Term {
	s.names[base]++
	if n := s.names[base]; n > 1 {
		base += "." + strconv.Itoa(n)
	}
	return term.Var(base, sort)
}

// on builds a tree as it is on one side of the sentence.
func (s *scope) on(d side, t *grammar.Tree) *term.Term {
	s.side = d
	return s.term(t)
}

// term builds a tree.
func (s *scope) term(t *grammar.Tree) *term.Term {
	switch t.Kind {
	case grammar.App:
		return s.app(t)
	case grammar.Token:
		return s.token(t)
	case grammar.Var:
		return s.variable(t)
	case grammar.Rewrite:
		return s.rewrite(t)
	case grammar.Seq:
		return s.seq(t)
	case grammar.Ite:
		cond := s.term(t.Children[0])
		return s.function(t, term.KIte, []*term.Term{cond, s.where(cond, t.Children[1]), s.where(term.Not(cond), t.Children[2])})
	case grammar.IsSort:
		return s.function(t, s.predicate(s.sort(t.Text)), s.terms(t.Children))
	case grammar.Downcast:
		if s.extended[s.sort(t.Text)] {
			s.Errorf(t.Span, "unsupported", "a checked cast to %s is not supported, because is%s has rules of the definition", t.Text, t.Text)
		}
		return s.function(t, s.downcast(s.sort(t.Text)), s.terms(t.Children))
	case grammar.As:
		return s.as(t)
	case grammar.Let:
		return s.let(t)
	case grammar.Or:
		return s.or(t)
	case grammar.Cell, grammar.Bag:
		return s.cellTerm(t)
	}
	s.Errorf(t.Span, "internal", "a tree of kind %d is not expected here", t.Kind)
	return term.DotK
}

func (s *scope) terms(ts []*grammar.Tree) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = s.term(t)
	}
	return out
}

// rewrite builds the branch of the current side.
func (s *scope) rewrite(t *grammar.Tree) *term.Term {
	if s.rewriting {
		s.Errorf(t.Span, "nested-rewrite", "a rewrite stands inside another one")
		return term.DotK
	}
	s.rewriting = true
	out := s.term(t.Children[s.side])
	s.rewriting = false
	return out
}

// app builds the application of a production.
func (s *scope) app(t *grammar.Tree) *term.Term {
	sym := s.byProduction[t.Prod.Index]
	if sym == nil {
		s.Errorf(t.Span, "internal", "production %s has no symbol", t.Prod)
		return term.DotK
	}
	if sym.Class == term.Binder {
		return s.quantifier(t, sym)
	}
	args := make([]*term.Term, len(t.Children))
	for i, c := range t.Children {
		if guard := shortCircuit(sym, args[:i]); guard != nil {
			args[i] = s.where(guard, c)
			continue
		}
		key := i == 0 && (sym == term.MapElement || sym == term.SetElement)
		if key {
			s.inKey++
		}
		args[i] = s.term(c)
		if key {
			s.inKey--
		}
	}
	if sym.Class == term.Function {
		return s.function(t, sym, args)
	}
	out := term.AppAt(sym, s.mark(t), args)
	if !s.noMacros && s.def.macros[sym] != nil {
		return s.def.expandMacros(out)
	}
	return out
}

// where builds a tree that counts only where guard holds.
func (s *scope) where(guard *term.Term, t *grammar.Tree) *term.Term {
	s.guards = append(s.guards[:len(s.guards):len(s.guards)], guard)
	out := s.term(t)
	s.guards = s.guards[:len(s.guards)-1]
	return out
}

// shortCircuit returns when the next argument of a logical connective counts,
// given those before it; nil: always.
func shortCircuit(sym *term.Symbol, before []*term.Term) *term.Term {
	if len(before) != 1 {
		return nil
	}
	switch sym {
	case term.BoolAnd, term.BoolAndThen, term.BoolImplies:
		return before[0]
	case term.BoolOr, term.BoolOrElse:
		return term.Not(before[0])
	}
	return nil
}

// mark returns the position mark of a node of program text.
func (s *scope) mark(t *grammar.Tree) int32 {
	if s.marks == nil {
		return 0
	}
	*s.marks = append(*s.marks, t.Span)
	return int32(len(*s.marks) - 1)
}

// constructs reports whether a function symbol builds values, so that it may
// stand in patterns.
func constructs(sym *term.Symbol) bool {
	switch sym {
	case term.MapConcat, term.MapUnit, term.MapElement, term.SetConcat, term.SetUnit, term.SetElement,
		term.ListConcat, term.ListUnit, term.ListElement:
		return true
	}
	return false
}

// function builds the application of a function, which is evaluated as far as
// it can be.
func (s *scope) function(t *grammar.Tree, sym *term.Symbol, args []*term.Term) *term.Term {
	if s.side == left && !constructs(sym) && s.inKey == 0 && !s.anyFun && !(s.claim && isTotalBuiltin(sym)) {
		s.Errorf(t.Span, "function-on-left", "the function %s stands in a left-hand side; a pattern has constructors, variables and collections only", describe(sym))
	}
	if s.side == right {
		s.applied = append(s.applied, application{sym, args, s.guards, s.inCond})
	}
	out := term.ApplyAt(sym, 0, args)
	if out.Is(term.MapConcat) {
		s.Errorf(t.Span, "duplicate-key", "a key occurs twice in this map")
	}
	return out
}

// isTotalBuiltin reports whether a function is built in and has a value for all
// arguments: a claim's left side is a state, in which any term may stand for a value.
func isTotalBuiltin(sym *term.Symbol) bool {
	return sym == term.ListInt || sym.Hook != "" && sym.Total
}

// describe names a symbol for a message.
func describe(sym *term.Symbol) string {
	if sym.Format == nil {
		return sym.Name
	}
	var b strings.Builder
	for i, f := range sym.Format {
		if i > 0 && f.Text != "(" && f.Text != ")" && f.Text != "," {
			b.WriteByte(' ')
		}
		if f.Text == "" {
			b.WriteByte('_')
		}
		b.WriteString(f.Text)
	}
	return b.String()
}

// token builds a literal or a token.
func (s *scope) token(t *grammar.Tree) *term.Term {
	switch s.sort(t.Sort) {
	case term.SortInt:
		if n, ok := new(big.Int).SetString(t.Text, 10); ok {
			return term.BigInt(n)
		}
	case term.SortBool:
		if t.Text == "true" || t.Text == "false" {
			return term.Bool(t.Text == "true")
		}
	case term.SortString:
		if text, ok := unquote(t.Text); ok {
			return term.Str(text)
		}
	default:
		return term.Token(s.sort(t.Sort), t.Text)
	}
	s.Errorf(t.Span, "bad-token", "%s is no token of sort %s", t.Text, t.Sort)
	return term.DotK
}

// unquote returns the text of a string literal of the K notation.
func unquote(text string) (string, bool) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return "", false
	}
	text = text[1 : len(text)-1]
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		if i == len(text) {
			return "", false
		}
		if r, ok := map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', '"': '"', '\\': '\\'}[text[i]]; ok {
			b.WriteByte(r)
			continue
		}
		n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[i]]
		if n == 0 || i+n >= len(text)+0 && i+n > len(text)-1 {
			return "", false
		}
		code, err := strconv.ParseUint(text[i+1:i+1+n], 16, 32)
		if err != nil || !utf8.ValidRune(rune(code)) {
			return "", false
		}
		b.WriteRune(rune(code))
		i += n
	}
	return b.String(), true
}

// variable builds a variable.
func (s *scope) variable(t *grammar.Tree) *term.Term {
	v := s.variableTerm(t)
	if _, ok := s.spans[v.Variable()]; !ok {
		s.spans[v.Variable()] = t.Span
	}
	return v
}

func (s *scope) variableTerm(t *grammar.Tree) *term.Term {
	sort := s.sort(t.Sort)
	if known, ok := s.settled[t.Text]; ok && !t.Anonymous {
		sort = known
	}
	switch {
	case strings.HasPrefix(t.Text, "$"):
		if !s.inputs {
			s.Errorf(t.Span, "input-variable", "%s stands for the program or another input, in the configuration only", t.Text)
		}
		return term.Var(t.Text, sort)
	case t.VarKind == grammar.Existential:
		return s.marked(t, "?", sort, &s.existing)
	case t.VarKind == grammar.Fresh:
		return s.marked(t, "!", sort, &s.fresh)
	case t.Anonymous:
		return s.lone(t, sort)
	case t.VarKind == grammar.SetVar:
		return term.Var("@"+bareName(t.Text), sort)
	}
	return term.Var(t.Text, sort)
}

// bareName is the name of a variable without the mark in front.
func bareName(text string) string { return strings.TrimLeft(text, "?!@") }

// lone builds `_`, which is a new variable at each place.
func (s *scope) lone(t *grammar.Tree, sort term.Sort) *term.Term {
	if s.side == right && s.rewriting {
		s.Errorf(t.Span, "anonymous-on-right", "_ stands on the right of a rewrite, where it has no value")
	}
	if s.anonymous[t] == nil {
		s.anonymous[t] = s.generated("any", sort)
	}
	return s.anonymous[t]
}

// marked builds ?X or !X and notes it.
func (s *scope) marked(t *grammar.Tree, mark string, sort term.Sort, list *[]*term.Variable) *term.Term {
	if s.side == left && !s.anyFun {
		s.Errorf(t.Span, "marked-on-left", "%s%s stands on the left of a rewrite, where it has no meaning", mark, bareName(t.Text))
	}
	var v *term.Term
	if t.Anonymous {
		if s.anonymous[t] == nil {
			s.anonymous[t] = s.generated(mark+"any", sort)
		}
		v = s.anonymous[t]
	} else {
		v = term.Var(mark+bareName(t.Text), sort)
	}
	for _, old := range *list {
		if old == v.Variable() {
			return v
		}
	}
	*list = append(*list, v.Variable())
	return v
}

// seq builds a sequence of computations.
func (s *scope) seq(t *grammar.Tree) *term.Term {
	out := term.DotK
	items := s.terms(t.Children)
	for i := len(items) - 1; i >= 0; i-- {
		if s.side == left && !s.anyFun && i < len(items)-1 && items[i].IsVar() && items[i].Sort() == term.SortK {
			s.Errorf(t.Children[i].Span, "sequence-inside", "variable %s of sort K stands before the end of a sequence; only the last may stand for more than one item", items[i].Variable().Name)
		}
		out = term.Seq(items[i], out)
	}
	return out
}

// as builds `P #as X`: X is what P matched.
func (s *scope) as(t *grammar.Tree) *term.Term {
	if len(t.Children) != 2 || t.Children[1].Kind != grammar.Var {
		s.Errorf(t.Span, "bad-alias", "#as needs a variable on its right")
		return term.DotK
	}
	if s.side == right && s.rewriting {
		s.Errorf(t.Span, "bad-alias", "#as belongs to left-hand sides")
	}
	out := s.term(t.Children[0])
	if s.side == left {
		s.aliases[s.variableTerm(t.Children[1]).Variable()] = out
	}
	return out
}

// settleSorts gives all occurrences of a variable in a sentence one sort. The
// parser gives those that begin with an underscore the sort of their place; the
// least on the left counts. In a body that gets a frame behind it, the last
// variable of a sequence stands for one item.
func (s *scope) settleSorts(st *grammar.Sentence, framed bool) {
	s.sortsIn(st.Body, false)
	for _, t := range []*grammar.Tree{st.Requires, st.Ensures} {
		if t != nil {
			s.sortsIn(t, true)
		}
	}
	for t := st.Body; framed; {
		switch {
		case t.Kind == grammar.Rewrite:
			t = t.Children[0]
			continue
		case t.Kind == grammar.Seq && len(t.Children) > 0:
			t = t.Children[len(t.Children)-1]
			continue
		case t.Kind == grammar.Var && !t.Cast && t.Sort == "K":
			s.oneItem(t)
		}
		break
	}
}

func (s *scope) oneItem(t *grammar.Tree) {
	if t.Anonymous {
		s.anonymous[t] = s.generated("any", term.SortKItem)
		return
	}
	s.settled[t.Text] = term.SortKItem
}

// sortsIn notes the sorts of the variables that begin with an underscore.
func (s *scope) sortsIn(t *grammar.Tree, onRight bool) {
	if t.Kind == grammar.Var && strings.HasPrefix(t.Text, "_") && !t.Anonymous {
		sort := s.sort(t.Sort)
		known, ok := s.settled[t.Text]
		if !ok || !onRight && s.lattice.Leq(sort, known) {
			s.settled[t.Text] = sort
		}
	}
	for i, c := range t.Children {
		s.sortsIn(c, onRight || t.Kind == grammar.Rewrite && i == 1)
	}
}
