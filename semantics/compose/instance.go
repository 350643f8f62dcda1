package compose

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// write puts the right side of a rule in.
func (c *composer) write(r *compile.Rule, b *bindings) {
	if len(r.Existentials) > 0 || !c.onlyAppends(r) {
		panic(unknown)
	}
	for _, conditions := range [][]*term.Term{r.Defined, r.Hidden} {
		for _, t := range conditions {
			c.guard(c.instance(t, b))
		}
	}
	c.findPlace(r, b)
	written := make([]*term.Term, len(r.Right))
	for i, s := range r.Right {
		if s.Index == c.k {
			written[i] = c.placed(s.Term, b)
		} else {
			written[i] = c.instance(s.Term, b)
		}
		if s.Index == c.k && !c.restAtEnd(written[i]) || s.Index != c.k && usesComputation(written[i]) {
			panic(unknown)
		}
	}
	for _, t := range r.Ensures {
		c.guard(c.instance(t, b))
	}
	for i, s := range r.Right {
		c.now[s.Index] = written[i]
	}
}

// onlyAppends reports whether a rule does no more to what has been written than to append to it: a run
// drops from the cell what it has written out, so that what is there depends on when that is.
func (c *composer) onlyAppends(r *compile.Rule) bool {
	for _, s := range r.Left {
		if c.cells[s.Index].Stream != "stdout" {
			continue
		}
		if !s.Term.IsVar() && (s.Term.Kind() != term.KList || s.Term.Len() > 0) {
			return false
		}
		of := term.Vars(s.Term)
		uses := func(t *term.Term) bool {
			return slices.ContainsFunc(of, func(v *term.Variable) bool { return term.Occurs(v, t) })
		}
		if slices.ContainsFunc(slices.Concat(r.Requires, r.Ensures, r.Evaluable, r.Defined, r.Hidden), uses) {
			return false
		}
		for _, w := range r.Right {
			if w.Index == s.Index && !startsWith(w.Term, s.Term) || w.Index != s.Index && uses(w.Term) {
				return false
			}
		}
	}
	return true
}

// stable is the left side of a rule without a look at what has been written.
func (c *composer) stable(r *compile.Rule) []compile.Slot {
	if c.onlyAppends(r) {
		return r.Left
	}
	return slices.DeleteFunc(slices.Clone(r.Left), func(s compile.Slot) bool { return c.cells[s.Index].Stream == "stdout" })
}

// startsWith reports whether a list begins with another one and has not that twice.
func startsWith(list, first *term.Term) bool {
	if list.Kind() != term.KList || list.Len() == 0 {
		return false
	}
	head := list.Item(0)
	of := term.Vars(first)
	return head.Segment && term.Equal(head.Term, first) && !slices.ContainsFunc(list.Items(1, -1), func(it term.ListItem) bool {
		return slices.ContainsFunc(of, func(v *term.Variable) bool { return term.Occurs(v, it.Term) })
	})
}

// restAtEnd reports whether what waits is at the end of a computation and nowhere else.
func (c *composer) restAtEnd(k *term.Term) bool {
	for ; k.IsSeq(); k = k.Tail() {
		if usesComputation(k.Head()) {
			return false
		}
	}
	return k.IsVar() && k.Sort() == term.SortK || !usesComputation(k)
}

// usesComputation reports whether a computation that is not known is a part of a term.
func usesComputation(t *term.Term) bool {
	return !t.IsGround() && slices.ContainsFunc(term.Vars(t), func(v *term.Variable) bool { return v.Sort == term.SortK })
}

// findPlace finds the position mark of what the rule replaces: of what is on top or, if that is no
// application in the rule, of what waits behind it.
func (c *composer) findPlace(r *compile.Rule, b *bindings) {
	for _, s := range r.Left {
		if s.Index != c.k || !s.Term.IsSeq() {
			continue
		}
		k := s.Term
		source, at := k.Head(), c.now[c.k]
		if !isApplication(source) {
			if source, at = k.Tail(), at.Tail(); source.IsSeq() {
				source = source.Head()
			}
		}
		if isApplication(source) {
			b.place = at.Head().Pos()
		}
	}
}

// isApplication reports whether the pattern of an item has a constructor on top.
func isApplication(p *term.Term) bool {
	return p.Kind() == term.KApp && p != term.DotK && !p.IsSeq() && p.Symbol().Class == term.Constructor && (!p.IsGround() || len(p.Args()) == 0)
}

// placed is the instance of a right side for the computation: what a rule builds there stands
// where what it replaces stood.
func (c *composer) placed(t *term.Term, b *bindings) *term.Term {
	switch {
	case t.IsGround() && !t.HasFunctions():
		if t.Kind() == term.KApp && len(t.Args()) == 0 && t.Symbol().Class == term.Constructor && t != term.DotK && b.place != 0 {
			return t.WithPos(b.place)
		}
		return term.Evaluate(t)
	case b.subject(t) != nil:
		return b.subject(t)
	case t.IsSeq():
		return term.Seq(c.placed(t.Head(), b), c.placed(t.Tail(), b))
	case t.Kind() == term.KApp && t.Symbol().Class == term.Constructor:
		return c.construct(t.Symbol(), b.place, c.instances(t.Args(), b))
	}
	return c.instance(t, b)
}

// subject is what an equal part of the left side has matched, nil if there is none.
func (b *bindings) subject(t *term.Term) *term.Term {
	if t.Kind() != term.KApp || t.IsGround() || t.HasFunctions() {
		return nil
	}
	for _, s := range b.subjects {
		if term.Equal(s.pattern, t) {
			return s.t
		}
	}
	return nil
}

func (c *composer) instances(ts []*term.Term, b *bindings) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = c.instance(t, b)
	}
	return out
}

// instance is a term of a rule with what its variables are bound to. Functions are evaluated, as in
// the recorded run where that depends on data.
func (c *composer) instance(t *term.Term, b *bindings) *term.Term {
	if t.IsGround() {
		if t.HasFunctions() {
			return term.Evaluate(t)
		}
		return t
	}
	if s := b.subject(t); s != nil {
		return s
	}
	switch t.Kind() {
	case term.KVar:
		if u := b.of[t.Variable()]; u != nil {
			return u
		}
		panic(unknown)
	case term.KMap, term.KSet:
		return c.union(t, b)
	case term.KList:
		out := term.EmptyList
		for _, it := range t.Items(0, -1) {
			x := c.instance(it.Term, b)
			if !it.Segment {
				x = term.ListOf(x)
			}
			out = term.Concat(out, x)
		}
		return out
	case term.KApp:
		return c.application(t, b)
	}
	panic(unknown)
}

// application is the instance of an application.
func (c *composer) application(t *term.Term, b *bindings) *term.Term {
	sym := t.Symbol()
	switch {
	case t.IsSeq():
		return term.Seq(c.instance(t.Head(), b), c.instance(t.Tail(), b))
	case sym.Class == term.Binder:
		panic(unknown)
	case sym == term.KIte, sym == term.BoolAnd, sym == term.BoolAndThen, sym == term.BoolOr, sym == term.BoolOrElse, sym == term.BoolImplies:
		return c.lazily(t, b)
	}
	args := c.instances(t.Args(), b)
	if u := c.onMap(sym, args); u != nil {
		return u
	}
	if sym.Class == term.Function && c.def.Functions[sym] != nil && !c.def.IsTest(sym) {
		return c.unfold(sym, args)
	}
	return c.construct(sym, 0, args)
}

// construct is an application to which rules may apply that apply anywhere.
func (c *composer) construct(sym *term.Symbol, pos int32, args []*term.Term) *term.Term {
	rules := c.def.Anywhere.Of(sym)
	if len(rules) == 0 {
		return term.ApplyAt(sym, pos, args)
	}
	if t := c.byEquation(rules, args); t != nil {
		return t
	}
	return term.AppAt(sym, pos, args)
}

// lazily is the instance of a choice or a connective: what the recorded run did not look at
// does not matter.
func (c *composer) lazily(t *term.Term, b *bindings) *term.Term {
	first := c.instance(t.Arg(0), b)
	truth := c.known.Apply(first)
	if truth != term.True && truth != term.False {
		panic(unknown)
	}
	decide := func() {
		if truth == term.True {
			c.guard(first)
		} else {
			c.guard(term.Not(first))
		}
	}
	switch sym := t.Symbol(); {
	case sym == term.KIte:
		decide()
		if truth == term.True {
			return c.instance(t.Arg(1), b)
		}
		return c.instance(t.Arg(2), b)
	case (sym == term.BoolAnd || sym == term.BoolAndThen) == (truth == term.False) && sym != term.BoolImplies:
		decide()
		return truth
	case sym == term.BoolImplies && truth == term.False:
		decide()
		return term.True
	}
	return term.Apply(t.Symbol(), first, c.instance(t.Arg(1), b))
}

// unfold is an application of a function that rules define, by the equation that applies.
func (c *composer) unfold(sym *term.Symbol, args []*term.Term) *term.Term {
	if t := term.Apply(sym, args...); !c.hasDefined(t) {
		return t
	}
	if t := c.byEquation(c.def.Functions.Of(sym), args); t != nil {
		return t
	}
	panic(unknown)
}

// byEquation is the right side of the first equation that applies, nil if none does.
func (c *composer) byEquation(rules []*compile.Rule, args []*term.Term) *term.Term {
	for _, r := range rules {
		b := c.applies(r, nil, args)
		if b == nil {
			continue
		}
		if len(r.Existentials) > 0 {
			panic(unknown)
		}
		for _, conditions := range [][]*term.Term{r.Defined, r.Hidden} {
			for _, u := range conditions {
				c.guard(c.instance(u, b))
			}
		}
		return c.instance(r.RightTerm, b)
	}
	return nil
}

// hasDefined reports whether a function that rules define has no value yet in a term.
func (c *composer) hasDefined(t *term.Term) bool {
	return t.HasFunctions() && term.Some(t, func(u *term.Term) bool {
		return u.Kind() == term.KApp && c.def.Functions[u.Symbol()] != nil && !c.def.IsTest(u.Symbol())
	})
}

// union is the instance of a map or set.
func (c *composer) union(t *term.Term, b *bindings) *term.Term {
	entries, opaque := t.Entries()
	out := term.EmptyMap
	if t.Kind() == term.KSet {
		out = term.EmptySet
	}
	for _, o := range opaque {
		if out = term.Union(out, c.instance(o, b)); out == nil || len(opaque) > 1 {
			panic(unknown)
		}
	}
	for _, e := range entries {
		key := b.key(e.Key, opaque)
		if key == nil {
			key = c.instance(e.Key, b)
			if at, _ := c.memberOf(out, key); at != nil {
				panic(unknown)
			}
		}
		if e.Value == nil {
			out = term.Union(out, term.SingletonSet(key))
		} else {
			out = term.Union(out, term.SingletonMap(key, c.instance(e.Value, b)))
		}
		if out == nil {
			panic(unknown)
		}
	}
	return out
}

// memberOf is lookUp, but of sets that are not known: to add an element that is there changes nothing.
func (c *composer) memberOf(m, key *term.Term) (at, value *term.Term) {
	if m.Sort() == term.SortSet {
		return nil, nil
	}
	return c.lookUp(m, key)
}

// key is what a key that the left side takes out of a map is there, where that map without it is
// the opaque part of another one; nil if it is no such key.
func (b *bindings) key(written *term.Term, opaque []*term.Term) *term.Term {
	for _, k := range b.keys {
		if len(opaque) == 1 && term.Equal(k.rest, opaque[0]) && term.Equal(k.written, written) {
			return k.found
		}
	}
	return nil
}

// onMap evaluates functions on maps of which not all is shown; nil for others.
func (c *composer) onMap(sym *term.Symbol, args []*term.Term) *term.Term {
	switch sym {
	case term.MapInKeys:
		if isMap(args[1]) {
			at, _ := c.lookUp(args[1], args[0])
			return term.Bool(at != nil)
		}
	case term.MapLookup, term.MapLookupDefault:
		if isMap(args[0]) {
			if at, v := c.lookUp(args[0], args[1]); at != nil {
				return v
			} else if sym == term.MapLookupDefault {
				return args[2]
			}
			panic(unknown)
		}
	case term.MapUpdate:
		if isMap(args[0]) {
			if at, _ := c.lookUp(args[0], args[1]); at != nil {
				return args[0].Put(at, args[2])
			}
			return term.Union(args[0], term.SingletonMap(args[1], args[2]))
		}
	case term.MapRemove:
		if isMap(args[0]) {
			return c.without(args[0], args[1])
		}
	case term.MapRemoveAll:
		if isMap(args[0]) {
			return c.withoutAll(args[0], args[1])
		}
	}
	return nil
}

// isMap reports whether some entries of a map are known, or may be.
func isMap(t *term.Term) bool { return t.Kind() == term.KMap || t.IsVar() && t.Sort() == term.SortMap }

func (c *composer) without(m, key *term.Term) *term.Term {
	if at, _ := c.lookUp(m, key); at != nil {
		return m.Remove(at)
	}
	return m
}

func (c *composer) withoutAll(m, keys *term.Term) *term.Term {
	if keys.IsVar() {
		c.refine(keys.Variable())
	}
	if keys.Kind() != term.KSet {
		panic(unknown)
	}
	entries, opaque := keys.Entries()
	for _, o := range opaque {
		if !o.IsVar() {
			panic(unknown)
		}
		c.refine(o.Variable())
	}
	for _, e := range entries {
		m = c.without(m, e.Key)
	}
	return m
}
