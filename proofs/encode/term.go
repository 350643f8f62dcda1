package encode

import (
	"math/big"
	"slices"

	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// Names says what stands for the variables and functions of the terms at hand.
type Names interface {
	// Variable returns what stands for a variable; nil: it is not known here.
	Variable(*term.Variable) *logic.Term
	// Function returns the number of a function that is not built in; 0: it has none.
	Function(*term.Symbol) logic.Sym
}

// scope encodes terms.
type scope struct {
	*Language
	names Names
	bound []*term.Variable // by the quantifiers around, outermost first
	maps  []*mapPattern    // of the rule at hand
}

// Term encodes a term that is no computation.
func (l *Language) Term(t *term.Term, names Names) (*logic.Term, error) {
	return (&scope{Language: l, names: names}).term(t)
}

// Formulas encodes a formula, conjunct by conjunct.
func (l *Language) Formulas(t *term.Term, names Names) ([]*logic.Form, error) {
	var out []*logic.Form
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
func (l *Language) Formula(t *term.Term, names Names) (*logic.Form, error) {
	return (&scope{Language: l, names: names}).formula(t)
}

func (s *scope) slot(i int, t *term.Term) (*logic.Term, error) {
	return s.at(s.definition.Layout.Slots[i].Sort, t)
}

// at encodes what stands where terms of a sort stand: computations as such.
func (s *scope) at(sort term.Sort, t *term.Term) (*logic.Term, error) {
	if sort == term.SortK {
		return s.computation(t)
	}
	return s.term(t)
}

func (s *scope) computation(t *term.Term) (*logic.Term, error) {
	switch {
	case t == term.DotK:
		return logic.Symbol(Dot), nil
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
	return logic.App(logic.Symbol(Sequence), head, tail), nil
}

func (s *scope) variable(v *term.Variable) (*logic.Term, error) {
	if i := slices.Index(s.bound, v); i >= 0 {
		return logic.Bound(uint64(len(s.bound) - 1 - i)), nil
	}
	if t := s.names.Variable(v); t != nil {
		return t, nil
	}
	return nil, noForm("the variable %s, which nothing determines,", v.Name)
}

func (s *scope) term(t *term.Term) (*logic.Term, error) {
	switch t.Kind() {
	case term.KInt:
		return logic.Int(t.Big()), nil
	case term.KBool:
		return logic.Bool(t == term.True), nil
	case term.KString:
		if !ascii(t.Text()) {
			return nil, noForm("the text %v, whose characters are not all ASCII,", t)
		}
		return logic.Str(t.Text()), nil
	case term.KToken:
		if k := s.tokens[t.Sort()]; k != 0 && ascii(t.Text()) {
			return logic.Tok(k, t.Text()), nil
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
var binary = map[*term.Symbol]logic.Op{
	term.IntAdd: logic.OAdd, term.IntSub: logic.OSub, term.IntMul: logic.OMul, term.IntTDiv: logic.OQuot, term.IntTMod: logic.ORem,
	term.IntEDiv: logic.OEDiv, term.IntEMod: logic.OEMod, term.IntMin: logic.OMin, term.IntMax: logic.OMax,
	term.IntLt: logic.OLt, term.IntLe: logic.OLe, term.IntEq: logic.OEq,
	term.BoolAnd: logic.OAnd, term.BoolAndThen: logic.OAnd, term.BoolOr: logic.OOr, term.BoolOrElse: logic.OOr,
	term.BoolImplies: logic.OImp, term.BoolEq: logic.OBEq, term.KEq: logic.OKEq, term.StringEq: logic.OKEq,
	term.MapLookup: logic.OLook, term.MapRemove: logic.ORemove,
	term.ArraySelect: logic.OSel, term.ArrayShift: logic.OShift, term.StringConcat: logic.OConcat, term.MapRemoveAll: logic.ORemoveAll, term.ListConcat: logic.OCat,
}

// unary are those of one argument, and ternary those of three.
var (
	unary = map[*term.Symbol]logic.Op{term.BoolNot: logic.ONot, term.IntAbs: logic.OAbs, term.ArrayMake: logic.OMake,
		term.StringLength: logic.OLength, term.StringFromToken: logic.OText, term.ListSize: logic.OSize}
	ternary = map[*term.Symbol]logic.Op{term.MapUpdate: logic.OUpd, term.ArrayStore: logic.OSto, term.KIte: logic.OIte}
)

func (s *scope) application(t *term.Term) (*logic.Term, error) {
	sym := t.Symbol()
	if t.IsSeq() || t == term.DotK {
		return s.computation(t)
	}
	if sort, ok := s.predicates[sym]; ok {
		return s.sortTest(sort, t.Arg(0))
	}
	if sym == term.MapInKeys || sym == term.SetIn {
		return s.operation(logic.OIn, t.Arg(1), t.Arg(0))
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
		item, err := s.operation(logic.OGet, t.Args()...)
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
	args := make([]*logic.Term, len(t.Args()))
	for i, a := range t.Args() {
		var err error
		if args[i], err = s.at(sym.Args[i], a); err != nil {
			return nil, err
		}
	}
	if sym.Class == term.Constructor {
		return logic.App(logic.Symbol(s.symbol(sym)), args...), nil
	}
	if sym.Class != term.Function {
		return nil, noForm("the quantifier %v within a term", t)
	}
	var f logic.Sym
	if s.owns(sym) {
		var err error
		if f, err = s.function(function{symbol: sym}, sym.Name); err != nil {
			return nil, err
		}
	} else if f = s.names.Function(sym); f == 0 {
		return nil, noForm("the function %s", sym.Name)
	}
	return logic.Fun(f, s.Sort(sym.Result), args...), nil
}

func (s *scope) operation(o logic.Op, args ...*term.Term) (*logic.Term, error) {
	out := make([]*logic.Term, len(args))
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
		return logic.Unary(o, out[0]), nil
	case 2:
		return logic.Operation(o, out[0], out[1]), nil
	}
	return logic.Operation(o, out[0], logic.App(out[1], out[2])), nil
}

// integer is a value that is read as an integer.
func integer(t *logic.Term) *logic.Term {
	if sort, known := t.KnownSort(); known && sort.Kind == logic.SInt {
		return t
	}
	return logic.Operation(logic.OAdd, t, logic.Int64(0))
}

// maxTaken bounds the items that are taken off a list at once.
const maxTaken = 64

// rest encodes a list without its first items.
func (s *scope) rest(list, front, back *term.Term) (*logic.Term, error) {
	n, ok := front.Int64()
	if !ok || n < 0 || n > maxTaken || back != term.Int(0) {
		return nil, noForm("the part of a list without %v items at its front and %v at its back", front, back)
	}
	out, err := s.term(list)
	for range n {
		if err != nil {
			break
		}
		out = logic.Unary(logic.OTail, out)
	}
	return out, err
}

// maxShift bounds the shifts by a number for which the power of two is written out.
const maxShift = 1024

// shift encodes a shift as a product with, or the quotient by, a power of two.
func (s *scope) shift(sym *term.Symbol, a, b *term.Term) (*logic.Term, error) {
	x, err := s.term(a)
	if err != nil {
		return nil, err
	}
	n, err := s.term(b)
	if err != nil {
		return nil, err
	}
	o := logic.OMul
	if sym == term.IntShr {
		o = logic.OEDiv
	}
	power := logic.Operation(logic.OPow, logic.Int64(2), n)
	if by, ok := b.Int64(); ok && 0 <= by && by <= maxShift {
		power = logic.Int(new(big.Int).Lsh(big.NewInt(1), uint(by)))
	}
	return logic.Operation(o, x, power), nil
}

func (s *scope) sortTest(sort term.Sort, t *term.Term) (*logic.Term, error) {
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
	return logic.Is(n, a), nil
}

// mapTerm encodes a map by its entries, in their order, on top of what is known only as a
// whole; in a rule, by what differs from the pattern for the map.
func (s *scope) mapTerm(t *term.Term) (*logic.Term, error) {
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
			out = logic.Operation(logic.ORemove, out, k)
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
		v := logic.True // of a set
		if e.Value != nil {
			if v, err = s.term(e.Value); err != nil {
				return nil, err
			}
		}
		out = logic.Operation(logic.OUpd, out, logic.App(k, v))
	}
	return out, nil
}

// list encodes a list by its items, each before the rest.
func (s *scope) list(t *term.Term) (*logic.Term, error) {
	out := logic.NoList
	for _, it := range slices.Backward(t.Items(0, -1)) {
		if it.Term.Sort() == term.SortK {
			return nil, noForm("a computation in a list")
		}
		u, err := s.term(it.Term)
		if err != nil {
			return nil, err
		}
		if !it.Segment {
			u = logic.Unary(logic.OItem, u)
		}
		if out == logic.NoList {
			out = u
		} else {
			out = logic.Operation(logic.OCat, u, out)
		}
	}
	return out, nil
}

// parts puts together what is known of a map only as a whole. One that is what a pattern of the
// rule leaves stands for all that the pattern matches, with the entries that were left.
func (s *scope) parts(opaque []*term.Term) (out *logic.Term, left []term.Entry, err error) {
	out = logic.NoMap
	for i, o := range opaque {
		var u *logic.Term
		if k := slices.IndexFunc(s.maps, func(m *mapPattern) bool { return term.Equal(m.pattern.Opaque()[0], o) }); k >= 0 && len(opaque) == 1 {
			u = s.maps[k].whole
			left, _ = s.maps[k].pattern.Entries()
		} else if u, err = s.term(o); err != nil {
			return nil, nil, err
		}
		if i == 0 {
			out = u
		} else {
			out = logic.Operation(logic.OMerge, out, u)
		}
	}
	return out, left, nil
}

func (s *scope) array(t *term.Term) (*logic.Term, error) {
	d, err := s.term(t.ArrayDefault())
	if err != nil {
		return nil, err
	}
	out := logic.Unary(logic.OMake, d)
	for _, e := range t.ArrayEntries() {
		k, err := s.term(e.Key)
		if err != nil {
			return nil, err
		}
		v, err := s.term(e.Value)
		if err != nil {
			return nil, err
		}
		out = logic.Operation(logic.OSto, out, logic.App(k, v))
	}
	return out, nil
}

// formula encodes a formula: a term where no quantifier is in it.
func (s *scope) formula(t *term.Term) (*logic.Form, error) {
	if !t.HasBinders() {
		u, err := s.term(t)
		if err != nil {
			return nil, err
		}
		return logic.Holds(u), nil
	}
	if t.Is(term.BoolEq) {
		return s.equivalence(t.Arg(0), t.Arg(1))
	}
	kinds := map[*term.Symbol]logic.FormKind{term.BoolNot: logic.FNot, term.BoolAnd: logic.FAnd, term.BoolAndThen: logic.FAnd, term.BoolOr: logic.FOr,
		term.BoolOrElse: logic.FOr, term.BoolImplies: logic.FImp, term.Forall: logic.FAll, term.Exists: logic.FEx}
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
	f := &logic.Form{Kind: kind}
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
func (s *scope) equivalence(a, b *term.Term) (*logic.Form, error) {
	f, err := s.formula(a)
	if err != nil {
		return nil, err
	}
	g, err := s.formula(b)
	if err != nil {
		return nil, err
	}
	implies := func(f, g *logic.Form) *logic.Form { return &logic.Form{Kind: logic.FImp, A: f, B: g} }
	return &logic.Form{Kind: logic.FAnd, A: implies(f, g), B: implies(g, f)}, nil
}

// TermOf encodes a term that stands for a variable of a sort: a computation where that is K.
func (l *Language) TermOf(sort term.Sort, t *term.Term, names Names) (*logic.Term, error) {
	return (&scope{Language: l, names: names}).at(sort, t)
}

// Configuration encodes the contents of all slots.
func (l *Language) Configuration(slots []*term.Term, names Names) (*logic.Term, error) {
	out := logic.Symbol(Config)
	for i, t := range slots {
		if t == nil {
			return nil, noForm("a configuration without the cell <%s>", l.Slots()[i].Name)
		}
		u, err := l.TermOf(l.Slots()[i].Sort, t, names)
		if err != nil {
			return nil, err
		}
		out = logic.App(out, u)
	}
	return out, nil
}
