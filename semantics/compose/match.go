package compose

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// bindings are how a rule matches the pattern.
type bindings struct {
	of map[*term.Variable]*term.Term
	// keys are the keys that patterns of maps have found.
	keys []keyPair
	// subjects are what applications in left sides have matched.
	subjects []subject
	deferred []subject // collections that are not matched yet
	place    int32     // the position mark of what the rule replaces
}

// keyPair is a key of a rule's pattern, as it stands in the composer's pattern, and the variable for what
// that rule's pattern leaves of the map; nil if there is none.
type keyPair struct{ written, found, rest *term.Term }

type subject struct{ pattern, t *term.Term }

// applies matches the slots of a rule's left side, or its arguments, and asks for its conditions;
// nil if it does not apply to any instance.
func (c *composer) applies(r *compile.Rule, left []compile.Slot, args []*term.Term) *bindings {
	c.worked()
	c.dry = true
	may := c.matchSides(r, left, args) != nil
	c.dry = false
	if !may {
		return nil
	}
	b := c.matchSides(r, left, args)
	if b == nil || !c.conditions(r, b) {
		return nil
	}
	return b
}

func (c *composer) matchSides(r *compile.Rule, left []compile.Slot, args []*term.Term) *bindings {
	b := &bindings{of: map[*term.Variable]*term.Term{}}
	for _, s := range left {
		if !c.match(s.Term, c.now[s.Index], b) {
			return nil
		}
	}
	for i, p := range r.LeftArgs {
		if i < len(args) && !c.match(p, args[i], b) {
			return nil
		}
	}
	if !c.matchDeferred(b) {
		return nil
	}
	return b
}

// conditions asks for the conditions of a rule that matches; false if one is false.
func (c *composer) conditions(r *compile.Rule, b *bindings) bool {
	for _, e := range r.Evaluable {
		c.guard(c.instance(e, b))
	}
	for _, q := range r.Requires {
		t := c.instance(q, b)
		for _, u := range term.Conjuncts(nil, t) {
			switch c.known.Apply(u) {
			case term.True:
			case term.False:
				c.guard(term.Not(u))
				return false
			default:
				panic(unknown)
			}
		}
		c.guard(t)
	}
	return true
}

// match matches a pattern of a rule; false is for all instances. Where the pattern does not show
// enough it is made more special, and where all is dry it may match.
func (c *composer) match(p, t *term.Term, b *bindings) bool {
	if p.IsVar() && p.Sort() == term.SortK {
		return c.bind(p.Variable(), t, b)
	}
	if t.IsVar() && t.Sort() == term.SortK {
		if p.Kind() == term.KMap || p.Kind() == term.KSet || p.Kind() == term.KList {
			return false
		}
		return c.refineOr(t)
	}
	if t.IsSeq() && !p.IsSeq() {
		return c.matchOnly(t)
	}
	switch {
	case p.IsVar():
		return c.bind(p.Variable(), t, b)
	case p.Kind() == term.KMap || p.Kind() == term.KSet || p.Kind() == term.KList:
		b.deferred = append(b.deferred, subject{p, t})
		return true
	case p.IsSeq():
		if t == term.DotK {
			return false
		}
		b.subjects = append(b.subjects, subject{p, t})
		return c.match(p.Head(), t.Head(), b) && c.match(p.Tail(), t.Tail(), b)
	case p.Kind() == term.KApp && p.Symbol().Class == term.Constructor:
		return c.matchApplication(p, t, b)
	case p.Kind() == term.KApp:
		return c.unknownOr()
	}
	return c.matchLiteral(p, t)
}

// refineOr makes a variable of the pattern more special, but where all is dry.
func (c *composer) refineOr(t *term.Term) bool {
	if !c.dry {
		c.refine(t.Variable())
	}
	return true
}

// unknownOr ends the attempt, but where all is dry.
func (c *composer) unknownOr() bool {
	if !c.dry {
		panic(unknown)
	}
	return true
}

// matchOnly matches a pattern for one item with a computation of more than one, or with what may
// be one.
func (c *composer) matchOnly(t *term.Term) bool {
	tail := t.Tail()
	if tail.IsVar() && tail.Sort() == term.SortK {
		return c.refineOr(tail)
	}
	return false
}

// bind binds a variable of a rule, if the subject is of its sort.
func (c *composer) bind(v *term.Variable, t *term.Term, b *bindings) bool {
	l := c.def.Lattice
	if v.Sort != term.SortK && !l.Leq(t.Sort(), v.Sort) {
		if !l.HaveCommonSubsort(t.Sort(), v.Sort) {
			return false
		}
		switch {
		case t.IsVar() && !isData(t.Sort()):
			return c.refineOr(t)
		case t.Kind() == term.KApp && t.Symbol().Class != term.Constructor || t.IsVar():
			return c.unknownOr()
		}
		if !c.dry {
			c.settleSort(t)
		} else if t.Kind() == term.KApp && t.Symbol().Variants != nil && !t.IsGround() {
			return true
		}
		return false
	}
	if old := b.of[v]; old != nil && !term.Equal(old, t) {
		return c.unknownOr()
	}
	b.of[v] = t
	return true
}

func (c *composer) matchApplication(p, t *term.Term, b *bindings) bool {
	switch {
	case t.Symbol() == p.Symbol():
		if !p.IsGround() || len(p.Args()) == 0 {
			b.subjects = append(b.subjects, subject{p, t})
		}
		for i, a := range p.Args() {
			if !c.match(a, t.Arg(i), b) {
				return false
			}
		}
		return true
	case t.Kind() == term.KApp && t.Symbol().Class == term.Constructor:
		return false
	case !c.mayBe(p.Symbol(), t.Sort()):
		return false
	case t.IsVar() && !isData(t.Sort()):
		return c.refineOr(t)
	case t.IsVar() || t.Kind() == term.KApp:
		return c.unknownOr()
	}
	return false
}

// mayBe reports whether a value of a sort may be an application of a constructor.
func (c *composer) mayBe(sym *term.Symbol, s term.Sort) bool {
	l := c.def.Lattice
	return l.Leq(sym.Result, s) || slices.ContainsFunc(sym.Variants, func(v term.Variant) bool { return l.Leq(v.Result, s) })
}

func (c *composer) matchLiteral(p, t *term.Term) bool {
	switch {
	case term.Equal(p, t):
		return true
	case t.IsVar():
		return c.def.Lattice.HaveCommonSubsort(p.Sort(), t.Sort()) && c.refineOr(t)
	case t.Kind() == term.KApp && t.Symbol().Class != term.Constructor:
		return c.def.Lattice.HaveCommonSubsort(p.Sort(), t.Sort()) && c.unknownOr()
	}
	return false
}

// matchDeferred matches the collections, those first whose keys are bound.
func (c *composer) matchDeferred(b *bindings) bool {
	for len(b.deferred) > 0 {
		i := slices.IndexFunc(b.deferred, func(d subject) bool { return keysBound(d.pattern, b) })
		if i < 0 {
			return c.unknownOr()
		}
		d := b.deferred[i]
		b.deferred = slices.Delete(b.deferred, i, i+1)
		ok := false
		switch d.pattern.Kind() {
		case term.KMap:
			ok = c.matchMap(d.pattern, d.t, b)
		case term.KSet:
			ok = c.matchSet(d.pattern, d.t, b)
		default:
			ok = c.matchList(d.pattern, d.t, b)
		}
		if !ok {
			return false
		}
	}
	return true
}

// keysBound reports whether the keys of a collection can be built.
func keysBound(p *term.Term, b *bindings) bool {
	if p.Kind() == term.KList {
		return true
	}
	entries, _ := p.Entries()
	for _, e := range entries {
		for _, v := range term.Vars(e.Key) {
			if b.of[v] == nil {
				return false
			}
		}
	}
	return true
}

func (c *composer) matchMap(p, t *term.Term, b *bindings) bool {
	entries, opaque := p.Entries()
	var found []*term.Term
	for _, e := range entries {
		if c.dry {
			return true
		}
		at, v := c.lookUp(t, c.instance(e.Key, b))
		if at == nil || slices.ContainsFunc(found, func(k *term.Term) bool { return term.Equal(k, at) }) {
			return false
		}
		found = append(found, at)
		if len(opaque) == 1 {
			b.keys = append(b.keys, keyPair{e.Key, at, opaque[0]})
		}
		if !c.match(e.Value, v, b) {
			return false
		}
	}
	if len(opaque) == 0 {
		return c.matchEnd(t, len(entries))
	}
	return c.bindRest(opaque, t, found, b)
}

// bindRest binds the variable of a collection pattern to what the entries leave.
func (c *composer) bindRest(opaque []*term.Term, t *term.Term, found []*term.Term, b *bindings) bool {
	if len(opaque) > 1 || !opaque[0].IsVar() {
		return c.unknownOr()
	}
	if len(found) > 0 {
		t = t.Rest(found...)
	}
	return c.bind(opaque[0].Variable(), t, b)
}

// matchEnd matches a collection pattern of n entries that has nothing else.
func (c *composer) matchEnd(t *term.Term, n int) bool {
	switch {
	case t.IsVar() && (t.Sort() == term.SortMap || t.Sort() == term.SortSet):
		return c.refineOr(t)
	case t.Kind() != term.KMap && t.Kind() != term.KSet:
		return c.unknownOr()
	case t.Len() > n:
		return false
	}
	opaque := t.Opaque()
	switch {
	case len(opaque) == 0:
		return true
	case !opaque[0].IsVar():
		return c.unknownOr()
	}
	return c.refineOr(opaque[0])
}

func (c *composer) matchSet(p, t *term.Term, b *bindings) bool {
	entries, opaque := p.Entries()
	switch {
	case len(entries) > 0:
		return c.unknownOr()
	case len(opaque) == 0:
		return c.matchEnd(t, 0)
	}
	return c.bindRest(opaque, t, nil, b)
}

func (c *composer) matchList(p, t *term.Term, b *bindings) bool {
	items := p.Items(0, -1)
	for i, it := range items {
		if it.Segment {
			if i != len(items)-1 || !it.Term.IsVar() {
				return c.unknownOr()
			}
			return c.bind(it.Term.Variable(), t, b)
		}
		if t == term.EmptyList {
			return false
		}
		if !c.showsItem(t) {
			return c.dry
		}
		if !c.match(it.Term, t.Item(0).Term, b) {
			return false
		}
		t = t.Slice(1, t.Len())
	}
	if t == term.EmptyList {
		return true
	}
	return !c.showsItem(t) && c.dry
}

// showsItem makes the first item of a list known, or that there is none; false where all is dry
// and it is not.
func (c *composer) showsItem(t *term.Term) bool {
	open := t
	if t.Kind() == term.KList {
		first := t.Item(0)
		if !first.Segment {
			return true
		}
		open = first.Term
	}
	if !open.IsVar() {
		return !c.unknownOr()
	}
	return !c.refineOr(open)
}

// lookUp finds an entry of a map: its key as it stands there, and its value; nil if no instance
// has it. It ends the attempt where that cannot be told.
func (c *composer) lookUp(m, key *term.Term) (at, value *term.Term) {
	opaque := []*term.Term{m}
	if m.Kind() == term.KMap || m.Kind() == term.KSet {
		if v, ok := m.Written(key); ok {
			return key, v
		}
		var entries []term.Entry
		entries, opaque = m.Entries()
		for _, e := range entries {
			if c.sameKey(e.Key, key) {
				return e.Key, e.Value
			}
		}
	}
	for _, o := range opaque {
		c.lookInto(o, key)
	}
	return nil, nil
}

// sameKey reports whether a key of the pattern is the one that is looked for.
func (c *composer) sameKey(k, key *term.Term) bool {
	if term.Distinct(k, key) {
		return false
	}
	if !term.Equal(c.known.Apply(k), c.known.Apply(key)) {
		c.guard(term.Not(term.Eq(k, key)))
		return false
	}
	switch {
	case key.IsVar() && !term.Occurs(key.Variable(), k):
		c.put(key.Variable(), k)
	case k.IsVar() && !term.Occurs(k.Variable(), key) && key.IsGround():
		c.put(k.Variable(), key)
	}
	c.guard(term.Eq(k, key))
	return true
}

// lookInto shows an entry of the part of a map that is not shown, or asks that it is not there.
func (c *composer) lookInto(o, key *term.Term) {
	if !o.IsVar() || c.known[o.Variable()] == nil || o.Sort() != term.SortMap {
		panic(unknown)
	}
	all := c.known[o.Variable()]
	at := c.known.Apply(key)
	v, found := all.Get(at)
	switch found {
	case term.Present:
		rest := term.Fresh("M", term.SortMap)
		c.known[rest.Variable()] = all.Remove(at)
		c.put(o.Variable(), term.Union(term.SingletonMap(key, c.part("V", v)), rest))
	case term.Absent:
		c.guard(term.Not(term.InKeys(key, o)))
	default:
		panic(unknown)
	}
}
