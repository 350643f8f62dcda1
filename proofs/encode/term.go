package encode

import (
	"slices"

	"rlv/proofs/kernel"
	"rlv/semantics/term"
)

// Names says what stands for the variables and functions of the terms at hand.
type Names interface {
	// Variable returns what stands for a variable; nil: it is not known here.
	Variable(*term.Variable) *kernel.Term
	// Function returns the number of a function that is not built in; 0: it has none.
	Function(*term.Symbol) kernel.Sym
}

// scope encodes terms.
type scope struct {
	*Language
	names Names
	bound []*term.Variable // by the quantifiers around, outermost first
	maps  []*mapPattern    // of the rule at hand
}

// Term encodes a term that is no computation.
func (l *Language) Term(t *term.Term, names Names) (*kernel.Term, error) {
	return (&scope{Language: l, names: names}).term(t)
}

// Formulas encodes a formula, conjunct by conjunct.
func (l *Language) Formulas(t *term.Term, names Names) ([]*kernel.Form, error) {
	var out []*kernel.Form
	for _, c := range term.Conjuncts(nil, t) {
		f, err := (&scope{Language: l, names: names}).formula(c)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// Formula encodes a formula as one.
func (l *Language) Formula(t *term.Term, names Names) (*kernel.Form, error) {
	return (&scope{Language: l, names: names}).formula(t)
}

func (s *scope) slot(i int, t *term.Term) (*kernel.Term, error) {
	return s.at(s.definition.Layout.Slots[i].Sort, t)
}

// at encodes what stands where terms of a sort stand: computations as such.
func (s *scope) at(sort term.Sort, t *term.Term) (*kernel.Term, error) {
	if sort == term.SortK {
		return s.computation(t)
	}
	return s.term(t)
}

func (s *scope) computation(t *term.Term) (*kernel.Term, error) {
	switch {
	case t == term.DotK:
		return kernel.Symbol(Dot), nil
	case t.IsVar() && t.Sort() == term.SortK:
		return s.variable(t.Variable())
	case t.Head().Sort() == term.SortK:
		return nil, noForm("a computation within a computation, %v,", t.Head())
	}
	head, err := s.term(t.Head())
	if err != nil {
		return nil, err
	}
	tail, err := s.computation(t.Tail())
	if err != nil {
		return nil, err
	}
	return kernel.App(kernel.Symbol(Sequence), head, tail), nil
}

func (s *scope) variable(v *term.Variable) (*kernel.Term, error) {
	if i := slices.Index(s.bound, v); i >= 0 {
		return kernel.Bound(uint64(len(s.bound) - 1 - i)), nil
	}
	if t := s.names.Variable(v); t != nil {
		return t, nil
	}
	return nil, noForm("the variable %s, which nothing determines,", v.Name)
}

func (s *scope) term(t *term.Term) (*kernel.Term, error) {
	switch t.Kind() {
	case term.KInt:
		return kernel.Int(t.Big()), nil
	case term.KBool:
		return kernel.Bool(t == term.True), nil
	case term.KString:
		return kernel.Str(t.Text()), nil
	case term.KToken:
		if k := s.tokens[t.Sort()]; k != 0 {
			return kernel.Tok(k, t.Text()), nil
		}
	case term.KVar:
		return s.variable(t.Variable())
	case term.KMap, term.KSet:
		return s.mapTerm(t)
	case term.KList:
		return s.list(t)
	case term.KArray:
		return s.array(t)
	case term.KApp:
		return s.application(t)
	}
	return nil, noForm("the term %v", t)
}

// binary are the built-in functions of two arguments that are operations.
var binary = map[*term.Symbol]kernel.Op{
	term.IntAdd: kernel.OAdd, term.IntSub: kernel.OSub, term.IntMul: kernel.OMul, term.IntTDiv: kernel.OQuot, term.IntTMod: kernel.ORem,
	term.IntEDiv: kernel.OEDiv, term.IntEMod: kernel.OEMod, term.IntMin: kernel.OMin, term.IntMax: kernel.OMax,
	term.IntLt: kernel.OLt, term.IntLe: kernel.OLe, term.IntEq: kernel.OEq,
	term.BoolAnd: kernel.OAnd, term.BoolAndThen: kernel.OAnd, term.BoolOr: kernel.OOr, term.BoolOrElse: kernel.OOr,
	term.BoolImplies: kernel.OImp, term.BoolEq: kernel.OBEq, term.KEq: kernel.OKEq, term.StringEq: kernel.OKEq,
	term.MapLookup: kernel.OLook, term.MapRemove: kernel.ORemove,
	term.ArraySelect: kernel.OSel, term.ArrayShift: kernel.OShift, term.StringConcat: kernel.OConcat, term.MapRemoveAll: kernel.ORemoveAll, term.ListConcat: kernel.OCat,
}

// unary are those of one argument, and ternary those of three.
var (
	unary = map[*term.Symbol]kernel.Op{term.BoolNot: kernel.ONot, term.IntAbs: kernel.OAbs, term.ArrayMake: kernel.OMake,
		term.StringLength: kernel.OLength, term.StringFromToken: kernel.OText, term.ListSize: kernel.OSize}
	ternary = map[*term.Symbol]kernel.Op{term.MapUpdate: kernel.OUpd, term.ArrayStore: kernel.OSto, term.KIte: kernel.OIte}
)

func (s *scope) application(t *term.Term) (*kernel.Term, error) {
	sym := t.Symbol()
	if t.IsSeq() || t == term.DotK {
		return s.computation(t)
	}
	if sort, ok := s.predicates[sym]; ok {
		return s.sortTest(sort, t.Arg(0))
	}
	if sym == term.MapInKeys || sym == term.SetIn {
		return s.operation(kernel.OIn, t.Arg(1), t.Arg(0))
	}
	if o, ok := binary[sym]; ok {
		return s.operation(o, t.Args()...)
	}
	if o, ok := unary[sym]; ok {
		return s.operation(o, t.Args()...)
	}
	if o, ok := ternary[sym]; ok {
		return s.operation(o, t.Args()...)
	}
	switch sym {
	case term.ListInt:
		item, err := s.operation(kernel.OGet, t.Args()...)
		if err != nil {
			return nil, err
		}
		return integer(item), nil
	case term.ListRange:
		return s.rest(t.Arg(0), t.Arg(1), t.Arg(2))
	}
	if sym == term.IntShl || sym == term.IntShr {
		return s.shift(sym, t.Arg(0), t.Arg(1))
	}
	args := make([]*kernel.Term, len(t.Args()))
	for i, a := range t.Args() {
		var err error
		if args[i], err = s.at(sym.Args[i], a); err != nil {
			return nil, err
		}
	}
	if sym.Class == term.Constructor {
		return kernel.App(kernel.Symbol(s.symbol(sym)), args...), nil
	}
	if sym.Class != term.Function {
		return nil, noForm("the quantifier %v within a term", t)
	}
	var f kernel.Sym
	if s.owns(sym) {
		var err error
		if f, err = s.function(function{symbol: sym}, sym.Name); err != nil {
			return nil, err
		}
	} else if f = s.names.Function(sym); f == 0 {
		return nil, noForm("the function %s", sym.Name)
	}
	return kernel.Fun(f, s.Sort(sym.Result), args...), nil
}

func (s *scope) operation(o kernel.Op, args ...*term.Term) (*kernel.Term, error) {
	out := make([]*kernel.Term, len(args))
	for i, a := range args {
		if a.Sort() == term.SortK {
			return nil, noForm("an operation on the computation %v", a)
		}
		var err error
		if out[i], err = s.term(a); err != nil {
			return nil, err
		}
	}
	switch len(out) {
	case 1:
		return kernel.Unary(o, out[0]), nil
	case 2:
		return kernel.Operation(o, out[0], out[1]), nil
	}
	return kernel.Operation(o, out[0], kernel.App(out[1], out[2])), nil
}

// integer is a value that is read as an integer.
func integer(t *kernel.Term) *kernel.Term {
	if sort, known := kernel.KnownSort(t); known && sort.Kind == kernel.SInt {
		return t
	}
	return kernel.Operation(kernel.OAdd, t, kernel.Int64(0))
}

// maxTaken bounds the items that are taken off a list at once.
const maxTaken = 64

// rest encodes a list without its first items.
func (s *scope) rest(list, front, back *term.Term) (*kernel.Term, error) {
	n, ok := front.Int64()
	if !ok || n < 0 || n > maxTaken || back != term.Int(0) {
		return nil, noForm("the part of a list without %v items at its front and %v at its back", front, back)
	}
	out, err := s.term(list)
	for range n {
		if err != nil {
			break
		}
		out = kernel.Unary(kernel.OTail, out)
	}
	return out, err
}

// shift encodes a shift as a product with, or the quotient by, a power of two.
func (s *scope) shift(sym *term.Symbol, a, b *term.Term) (*kernel.Term, error) {
	x, err := s.term(a)
	if err != nil {
		return nil, err
	}
	n, err := s.term(b)
	if err != nil {
		return nil, err
	}
	o := kernel.OMul
	if sym == term.IntShr {
		o = kernel.OEDiv
	}
	return kernel.Operation(o, x, kernel.Operation(kernel.OPow, kernel.Int64(2), n)), nil
}

func (s *scope) sortTest(sort term.Sort, t *term.Term) (*kernel.Term, error) {
	if t.Sort() == term.SortK {
		return nil, noForm("the test of a computation for a sort")
	}
	n, err := s.test(sort)
	if err != nil {
		return nil, err
	}
	a, err := s.term(t)
	if err != nil {
		return nil, err
	}
	return kernel.Is(n, a), nil
}

// mapTerm encodes a map by its entries, in their order, on top of what is known only as a
// whole; in a rule, by what differs from the pattern for the map.
func (s *scope) mapTerm(t *term.Term) (*kernel.Term, error) {
	entries, opaque := t.Entries()
	out, left, err := s.parts(opaque)
	if err != nil {
		return nil, err
	}
	for _, e := range left {
		if !slices.ContainsFunc(entries, func(f term.Entry) bool { return term.Equal(e.Key, f.Key) }) {
			k, err := s.term(e.Key)
			if err != nil {
				return nil, err
			}
			out = kernel.Operation(kernel.ORemove, out, k)
		}
	}
	for _, e := range entries {
		if slices.ContainsFunc(left, func(f term.Entry) bool {
			return term.Equal(e.Key, f.Key) && (e.Value == nil || term.Equal(e.Value, f.Value))
		}) {
			continue
		}
		if e.Key.Sort() == term.SortK || e.Value != nil && e.Value.Sort() == term.SortK {
			return nil, noForm("a computation in a map")
		}
		k, err := s.term(e.Key)
		if err != nil {
			return nil, err
		}
		v := kernel.True // of a set
		if e.Value != nil {
			if v, err = s.term(e.Value); err != nil {
				return nil, err
			}
		}
		out = kernel.Operation(kernel.OUpd, out, kernel.App(k, v))
	}
	return out, nil
}

// list encodes a list by its items, each before the rest.
func (s *scope) list(t *term.Term) (*kernel.Term, error) {
	out := kernel.NoList
	for _, it := range slices.Backward(t.Items(0, -1)) {
		if it.Term.Sort() == term.SortK {
			return nil, noForm("a computation in a list")
		}
		u, err := s.term(it.Term)
		if err != nil {
			return nil, err
		}
		if !it.Segment {
			u = kernel.Unary(kernel.OItem, u)
		}
		if out == kernel.NoList {
			out = u
		} else {
			out = kernel.Operation(kernel.OCat, u, out)
		}
	}
	return out, nil
}

// parts puts together what is known of a map only as a whole. One that is what a pattern of the
// rule leaves stands for all that the pattern matches, with the entries that were left.
func (s *scope) parts(opaque []*term.Term) (out *kernel.Term, left []term.Entry, err error) {
	out = kernel.NoMap
	for i, o := range opaque {
		var u *kernel.Term
		if k := slices.IndexFunc(s.maps, func(m *mapPattern) bool { return term.Equal(m.pattern.Opaque()[0], o) }); k >= 0 && len(opaque) == 1 {
			u = s.maps[k].whole
			left, _ = s.maps[k].pattern.Entries()
		} else if u, err = s.term(o); err != nil {
			return nil, nil, err
		}
		if i == 0 {
			out = u
		} else {
			out = kernel.Operation(kernel.OMerge, out, u)
		}
	}
	return out, left, nil
}

func (s *scope) array(t *term.Term) (*kernel.Term, error) {
	d, err := s.term(t.ArrayDefault())
	if err != nil {
		return nil, err
	}
	out := kernel.Unary(kernel.OMake, d)
	for _, e := range t.ArrayEntries() {
		k, err := s.term(e.Key)
		if err != nil {
			return nil, err
		}
		v, err := s.term(e.Value)
		if err != nil {
			return nil, err
		}
		out = kernel.Operation(kernel.OSto, out, kernel.App(k, v))
	}
	return out, nil
}

// formula encodes a formula: a term where no quantifier is in it.
func (s *scope) formula(t *term.Term) (*kernel.Form, error) {
	if !t.HasBinders() {
		u, err := s.term(t)
		if err != nil {
			return nil, err
		}
		return kernel.Holds(u), nil
	}
	if t.Is(term.BoolEq) {
		return s.equivalence(t.Arg(0), t.Arg(1))
	}
	kinds := map[*term.Symbol]kernel.FormKind{term.BoolNot: kernel.FNot, term.BoolAnd: kernel.FAnd, term.BoolAndThen: kernel.FAnd, term.BoolOr: kernel.FOr,
		term.BoolOrElse: kernel.FOr, term.BoolImplies: kernel.FImp, term.Forall: kernel.FAll, term.Exists: kernel.FEx}
	kind, ok := kinds[t.Symbol()]
	if !ok {
		return nil, noForm("a quantifier within %s", t.Symbol().Name)
	}
	parts := t.Args()
	if t.Symbol().Class == term.Binder {
		if v := parts[0].Variable(); v.Sort == term.SortInt {
			s.bound = append(s.bound, v)
			defer func() { s.bound = s.bound[:len(s.bound)-1] }()
		} else {
			return nil, noForm("a quantifier over the sort %s", s.definition.Lattice.Name(v.Sort))
		}
		parts = parts[1:]
	}
	f := &kernel.Form{Kind: kind}
	for i, p := range parts {
		g, err := s.formula(p)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			f.A = g
		} else {
			f.B = g
		}
	}
	return f, nil
}

// equivalence encodes that formulas are true alike.
func (s *scope) equivalence(a, b *term.Term) (*kernel.Form, error) {
	f, err := s.formula(a)
	if err != nil {
		return nil, err
	}
	g, err := s.formula(b)
	if err != nil {
		return nil, err
	}
	implies := func(f, g *kernel.Form) *kernel.Form { return &kernel.Form{Kind: kernel.FImp, A: f, B: g} }
	return &kernel.Form{Kind: kernel.FAnd, A: implies(f, g), B: implies(g, f)}, nil
}

// TermOf encodes a term that stands for a variable of a sort: a computation where that is K.
func (l *Language) TermOf(sort term.Sort, t *term.Term, names Names) (*kernel.Term, error) {
	return (&scope{Language: l, names: names}).at(sort, t)
}

// Configuration encodes the contents of all slots.
func (l *Language) Configuration(slots []*term.Term, names Names) (*kernel.Term, error) {
	out := kernel.Symbol(Config)
	for i, t := range slots {
		if t == nil {
			return nil, noForm("a configuration without the cell <%s>", l.Slots()[i].Name)
		}
		u, err := l.TermOf(l.Slots()[i].Sort, t, names)
		if err != nil {
			return nil, err
		}
		out = kernel.App(out, u)
	}
	return out, nil
}
