package translate

import (
	"strconv"
	"strings"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// Translator turns terms into nodes. Results are remembered by the identity of
// terms, which are hash-consed.
type Translator struct {
	*fol.Builder
	memo     map[*term.Term]*fol.Node
	symbols  map[*term.Symbol]*fol.Fun
	byName   map[string]*fol.Fun
	byText   map[string]*fol.Node // big values by their text
	values   int64                // number of values that have been told apart
	fresh    map[string]int       // numbers of fresh variables, by name
	tags     map[string]int64
	hooks    map[*term.Symbol]*template
	prelude  *Prelude
	axiomFor map[*term.Symbol]bool // functions that lemmas speak about
}

// maxMemo bounds the memory of translated terms, in terms.
const maxMemo = 1 << 19

// New returns a translator for questions that trust a prelude and lemmas.
func New(p *Prelude, lemmas []*term.Term) *Translator {
	t := &Translator{
		Builder: fol.NewBuilder(), memo: map[*term.Term]*fol.Node{}, symbols: map[*term.Symbol]*fol.Fun{},
		byName: map[string]*fol.Fun{}, byText: map[string]*fol.Node{}, fresh: map[string]int{}, tags: map[string]int64{},
		hooks: map[*term.Symbol]*template{}, prelude: p, axiomFor: map[*term.Symbol]bool{},
	}
	for _, l := range lemmas {
		t.Note(l)
	}
	return t
}

// Note notes the symbols that a trusted fact is about, and reports whether there are
// new ones: what was translated before does not know of facts about these.
func (t *Translator) Note(lemma *term.Term) bool {
	before := len(t.axiomFor)
	term.Walk(lemma, func(x *term.Term) bool {
		if s := x.Symbol(); s != nil && s.Class == term.Function && s.Hook == "" {
			t.axiomFor[s] = true
		}
		return true
	})
	return len(t.axiomFor) > before
}

// Formula translates a term of sort Bool.
func (t *Translator) Formula(x *term.Term) *fol.Node { return t.As(fol.Bool, x) }

// Node translates a term into the domain that suits it best.
func (t *Translator) Node(x *term.Term) *fol.Node {
	if n := t.memo[x]; n != nil {
		return n
	}
	n := t.build(x)
	if len(t.memo) >= maxMemo {
		clear(t.memo)
	}
	t.memo[x] = n
	return n
}

func (t *Translator) build(x *term.Term) *fol.Node {
	switch x.Kind() {
	case term.KInt:
		return t.Integer(x.Big())
	case term.KBool:
		return t.Truth(x == term.True)
	case term.KVar:
		return t.Apply(t.variable(x.Variable()), varFlags(x.Sort()))
	case term.KArray:
		return t.arrayValue(x)
	case term.KApp:
		return t.application(x)
	}
	return t.value(x)
}

func varFlags(s term.Sort) fol.Flags {
	if DomainOf(s) == fol.Value {
		return fol.Approximate
	}
	return 0
}

// DomainOf returns the domain of a sort.
func DomainOf(s term.Sort) fol.Domain {
	switch s {
	case term.SortBool:
		return fol.Bool
	case term.SortInt:
		return fol.Int
	case term.SortArray:
		return fol.Array
	}
	return fol.Value
}

// variable returns the constant of a variable. Its name carries the sort: there
// may be variables of one name and several sorts.
func (t *Translator) variable(v *term.Variable) *fol.Fun {
	return t.named(t.variableName(v), nil, DomainOf(v.Sort))
}

// variableName returns a name in which a fresh variable has the number in which it came
// here: that of its own depends on what was done before in this process, and solvers
// may go by names.
func (t *Translator) variableName(v *term.Variable) string {
	name := "v:" + v.Name
	if v.IsFresh() {
		n, ok := t.fresh[v.Name]
		if !ok {
			n = len(t.fresh)
			t.fresh[v.Name] = n
		}
		name = "v:" + v.BaseName() + "!" + strconv.Itoa(n)
	}
	if v.Sort != term.SortInt {
		name += ":" + strconv.Itoa(int(v.Sort))
	}
	return quote(name)
}

// quote writes a name as a quoted symbol of SMT-LIB.
func quote(name string) string {
	if strings.ContainsAny(name, `|\%`) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		var b strings.Builder
		for i := 0; i < len(name); i++ {
			if c := name[i]; c == '|' || c == '\\' || c == '%' || c < ' ' || c > '~' {
				b.WriteString("%" + strconv.FormatInt(int64(c)+256, 16)[1:])
			} else {
				b.WriteByte(c)
			}
		}
		name = b.String()
	}
	return "|" + name + "|"
}

// named returns the uninterpreted function of a name and signature; where the
// name is taken by another signature, the function gets a name of its own.
func (t *Translator) named(name string, args []fol.Domain, result fol.Domain) *fol.Fun {
	key := name + signature(args, result)
	if f := t.byName[key]; f != nil {
		return f
	}
	unique := name
	if t.byName[name] != nil {
		unique = quote(strings.Trim(name, "|") + ":" + signature(args, result))
	}
	f := t.NewFun(unique, args, result)
	t.byName[key] = f
	if t.byName[name] == nil {
		t.byName[name] = f
	}
	return f
}

func signature(args []fol.Domain, result fol.Domain) string {
	sig := []byte{' '}
	for _, a := range args {
		sig = append(sig, '0'+byte(a))
	}
	return string(append(sig, '>', '0'+byte(result)))
}

// As translates a term into a given domain.
func (t *Translator) As(d fol.Domain, x *term.Term) *fol.Node { return t.coerce(d, t.Node(x)) }

// coerce moves a node between the domain of values and the others: an injection
// one way, its left inverse the other. A term of the wrong sort is undefined,
// so that any value will do.
func (t *Translator) coerce(d fol.Domain, n *fol.Node) *fol.Node {
	switch {
	case n.Domain == d:
		return n
	case d == fol.Value:
		return t.inject(n)
	case n.Domain == fol.Value:
		return t.project(d, n)
	}
	return t.project(d, t.inject(n))
}

var injections = [...]string{fol.Bool: "inj:bool", fol.Int: "inj:int", fol.Array: "inj:array"}

func (t *Translator) inject(n *fol.Node) *fol.Node {
	f := t.named(quote(injections[n.Domain]), []fol.Domain{n.Domain}, fol.Value)
	v := t.Apply(f, fol.Approximate, n)
	v.Attach(func() []*fol.Node {
		return []*fol.Node{t.Eq(t.projection(n.Domain, v), n), t.tagged(v, injections[n.Domain])}
	})
	return v
}

func (t *Translator) project(d fol.Domain, n *fol.Node) *fol.Node {
	if n.Op == fol.App && n.Fun.Name == quote(injections[d]) {
		return n.Args[0]
	}
	return t.projection(d, n)
}

func (t *Translator) projection(d fol.Domain, n *fol.Node) *fol.Node {
	f := t.named(quote(strings.Replace(injections[d], "inj", "prj", 1)), []fol.Domain{fol.Value}, d)
	return t.Apply(f, fol.Approximate, n)
}

// tagged is the fact that a value is of a certain kind: values of different
// kinds differ.
func (t *Translator) tagged(v *fol.Node, kind string) *fol.Node {
	k, ok := t.tags[kind]
	if !ok {
		k = int64(len(t.tags))
		t.tags[kind] = k
	}
	return t.Eq(t.Apply(t.named("|tag:|", []fol.Domain{fol.Value}, fol.Int), fol.Approximate, v), t.Int64(k))
}

// arrayValue translates an array that was written at known indexes only.
func (t *Translator) arrayValue(x *term.Term) *fol.Node {
	if t.Node(x.ArrayDefault()).Domain != fol.Int {
		return t.opaqueArray(x)
	}
	n := t.Make(fol.Fill, fol.Array, t.Node(x.ArrayDefault()))
	for _, e := range x.ArrayEntries() {
		k, v := t.Node(e.Key), t.Node(e.Value)
		if k.Domain != fol.Int || v.Domain != fol.Int {
			return t.opaqueArray(x)
		}
		n = t.Make(fol.Store, fol.Array, n, k, v)
	}
	return n
}

// opaqueArray stands for an array that holds something else than integers.
func (t *Translator) opaqueArray(x *term.Term) *fol.Node {
	return t.project(fol.Array, t.parts("array", x))
}

// application translates the application of a symbol.
func (t *Translator) application(x *term.Term) *fol.Node {
	s := x.Symbol()
	switch {
	case s.Class == term.Binder:
		return t.quantifier(x)
	case s.Class == term.Constructor:
		return t.constructor(x)
	case builtins[s] != nil:
		if n := builtins[s](t, x.Args()); n != nil {
			return n
		}
	case s.Hook == "" && s.SMTHook != "":
		if n := t.hooked(x); n != nil {
			return n
		}
	}
	return t.uninterpreted(x)
}

// uninterpreted translates a function that the solver knows nothing about,
// but that equal arguments give equal results.
func (t *Translator) uninterpreted(x *term.Term) *fol.Node {
	s := x.Symbol()
	f := t.symbols[s]
	if f == nil {
		f = t.declare(s)
		t.symbols[s] = f
	}
	args := make([]*fol.Node, len(x.Args()))
	for i, a := range x.Args() {
		args[i] = t.As(f.Args[i], a)
	}
	n := t.Apply(f, t.functionFlags(s, f), args...)
	if sizes[s] {
		n.Attach(func() []*fol.Node { return []*fol.Node{t.Make(fol.Le, fol.Bool, t.Int64(0), n)} })
	}
	return n
}

// functionFlags: what a user calls uninterpreted is no abstraction.
func (t *Translator) functionFlags(s *term.Symbol, f *fol.Fun) fol.Flags {
	out := fol.Approximate
	if s.SMTLib != "" && f.Result != fol.Value {
		out = 0
	}
	if t.axiomFor[s] || f.Declared {
		out |= fol.HasAxioms
	}
	return out
}

// sizes are the functions whose values are never negative.
var sizes = map[*term.Symbol]bool{term.MapSize: true, term.SetSize: true, term.ListSize: true, term.StringLength: true}

func (t *Translator) declare(s *term.Symbol) *fol.Fun {
	args := make([]fol.Domain, len(s.Args))
	for i, a := range s.Args {
		args[i] = DomainOf(a)
	}
	result := DomainOf(s.Result)
	if s.SMTLib != "" {
		return t.userFunction(s.SMTLib, args, result)
	}
	// Names are unique within a definition; symbols of two definitions with one
	// name are told apart.
	name := "f:" + s.Name
	for t.byName[quote(name)] != nil {
		name += "'"
	}
	return t.named(quote(name), args, result)
}

// userFunction returns the function of a name that the user chose. The name of
// an interpreted function is not the user's to choose.
func (t *Translator) userFunction(name string, args []fol.Domain, result fol.Domain) *fol.Fun {
	if !isSimpleSymbol(name) || interpreted[name] {
		return t.named(quote("u:"+name), args, result)
	}
	f := t.named(name, args, result)
	if d := t.prelude.function(name); d != nil && signature(d.Args, d.Result) == signature(args, result) {
		f.Name, f.Declared = name, true
	} else if d != nil {
		// The prelude's function has other sorts: not the one that is meant.
		return t.named(quote("u:"+name), args, result)
	}
	return f
}

func isSimpleSymbol(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// quantifier translates a quantified formula for the solvers that take quantifiers.
func (t *Translator) quantifier(x *term.Term) *fol.Node {
	v, body := x.Arg(0).Variable(), t.Formula(x.Arg(1))
	b := t.Intern(fol.Node{Op: fol.Bound, Domain: DomainOf(v.Sort), Fun: t.variable(v), Flags: varFlags(v.Sort)})
	body = t.bind(body, t.Node(x.Arg(0)), b, map[*fol.Node]*fol.Node{})
	o := fol.Forall
	if x.Symbol() == term.Exists {
		o = fol.Exists
	}
	if body.Op == o { // one quantifier over several variables
		return t.Make(o, fol.Bool, append([]*fol.Node{b}, body.Args...)...)
	}
	return t.Make(o, fol.Bool, b, body)
}

// bind replaces the constant c by the bound variable b. Side facts that speak
// about c do not hold of the bound variable and are left behind.
func (t *Translator) bind(n, c, b *fol.Node, memo map[*fol.Node]*fol.Node) *fol.Node {
	if n == c {
		return b
	}
	if len(n.Args) == 0 {
		return n
	}
	if m := memo[n]; m != nil {
		return m
	}
	args, changed := make([]*fol.Node, len(n.Args)), false
	for i, a := range n.Args {
		args[i] = t.bind(a, c, b, memo)
		changed = changed || args[i] != a
	}
	m := n
	if changed {
		m = t.Intern(fol.Node{Op: n.Op, Domain: n.Domain, Fun: n.Fun, Args: args, Flags: n.Flags &^ fol.HasFacts})
	}
	memo[n] = m
	return m
}
