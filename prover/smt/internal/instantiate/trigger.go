package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// universal is the quantified part of a universal formula: for all vars, body
// (its negation if not positive). What is found out about it serves all
// questions that have the formula.
type universal struct {
	vars     []*term.Variable
	body     *term.Term
	positive bool
	inner    map[*term.Variable]bool // variables that are bound within the body
	triggers []*term.Term            // applications that have bound variables
	sites    []site
	cuts     []site // ends of ranges of variables that are bound within the body
	scaled   []scaled
	grids    []grid
	ground   []*term.Term // parts of the body without bound variables
	compares []*term.Term // with what items of arrays at bound variables are compared
	made     termmap.Tuples[*term.Term]
	// unfolds is the application f(x, ..) of all the bound variables in a formula
	// that mentions f again, as the equation of a recursive function does: its
	// instances lead to ever more applications. Nil if there is none.
	unfolds *term.Term
}

// site is a place where a bound variable meets ground terms: an index
// var + rest (sign 1) or rest - var (sign -1).
type site struct {
	v     int // position in vars
	sign  int
	rest  *term.Term
	bound *term.Term // a ground bound of a range; nil: an index of an array
	array *term.Term // the array that is indexed; nil: it is not known
}

// maxMade bounds the instances of one formula that are remembered.
const maxMade = 4096

// universal returns the analysed form of f, which is t or its negation.
func (g *Grounder) universal(f, t *term.Term, positive bool) *universal {
	return remembered(g, universals, f, func() *universal { return analysed(t, positive) })
}

func analysed(t *term.Term, positive bool) *universal {
	u := &universal{positive: positive}
	for same := t.Symbol(); t.Is(same); t = t.Arg(1) {
		u.vars = append(u.vars, t.Arg(0).Variable())
	}
	u.body = t
	u.inner = boundWithin(t)
	u.analyse()
	u.unfolds = u.unfolding()
	u.ground = u.grounds()
	return u
}

func boundWithin(t *term.Term) map[*term.Variable]bool {
	bound := map[*term.Variable]bool{}
	term.Walk(t, func(x *term.Term) bool {
		if s := x.Symbol(); s != nil && s.Class == term.Binder {
			bound[x.Arg(0).Variable()] = true
		}
		return x.HasBinders()
	})
	return bound
}

// instance returns the body with values for the variables.
func (u *universal) instance(values []*term.Term) *term.Term {
	if f, ok := u.made.Get(values); ok {
		return f
	}
	s := term.Substitution{}
	for i, v := range u.vars {
		s[v] = values[i]
	}
	f := s.Apply(u.body)
	if u.made.Len() >= maxMade {
		u.made = termmap.Tuples[*term.Term]{}
	}
	u.made.Put(values, f)
	return f
}

// analyse finds the triggers and sites of the body, or of those parts of it that were written
// as triggers.
func (u *universal) analyse() {
	written := u.written()
	for _, t := range written {
		u.analysePart(t)
	}
	if len(written) == 0 {
		u.analysePart(u.body)
	}
}

// written are the parts of the body that were written as triggers: what stands there now for
// variables that are not bound is not known.
func (u *universal) written() []*term.Term {
	var out []*term.Term
	for _, v := range u.vars {
		for _, trigger := range v.Triggers {
			term.Walk(u.body, func(t *term.Term) bool {
				if u.isLike(trigger, t) && !slices.ContainsFunc(out, func(o *term.Term) bool { return term.Equal(o, t) }) {
					out = append(out, t)
				}
				return true
			})
		}
	}
	if slices.ContainsFunc(u.vars, func(v *term.Variable) bool {
		return !slices.ContainsFunc(out, func(t *term.Term) bool { return term.Occurs(v, t) })
	}) {
		return nil
	}
	return out
}

// isLike reports whether a term has the form of a trigger, with anything for variables that are
// not those of the formula.
func (u *universal) isLike(trigger, t *term.Term) bool {
	switch v := trigger.Variable(); {
	case v != nil && slices.Contains(u.vars, v):
		return t.Variable() == v
	case v != nil:
		return t.Sort() == v.Sort
	case trigger.Kind() != term.KApp || t.Kind() != term.KApp:
		return term.Equal(trigger, t)
	case trigger.Symbol() != t.Symbol() || len(trigger.Args()) != len(t.Args()):
		return false
	}
	for i, a := range trigger.Args() {
		if !u.isLike(a, t.Arg(i)) {
			return false
		}
	}
	return true
}

// analysePart finds the triggers and sites of a part of the body.
func (u *universal) analysePart(part *term.Term) {
	term.Walk(part, func(t *term.Term) bool {
		if t.IsGround() || t.Kind() != term.KApp {
			return !t.IsGround()
		}
		switch s := t.Symbol(); {
		case s == term.ArraySelect, s == term.ArrayStore:
			u.index(t.Arg(1), u.rootOf(t.Arg(0)))
		case s == term.IntLt, s == term.IntLe, s == term.IntEq:
			u.comparison(t)
			u.compared(t.Arg(0), t.Arg(1))
			u.compared(t.Arg(1), t.Arg(0))
			if s == term.IntEq {
				u.addScaled(t)
			}
		}
		if isTrigger(t) && u.mentions(t) {
			u.triggers = append(u.triggers, t)
		}
		return true
	})
}

// grounds returns the largest applications in the body that have no bound variable.
func (u *universal) grounds() []*term.Term {
	var out []*term.Term
	term.Walk(u.body, func(t *term.Term) bool {
		if t.Kind() != term.KApp || t.IsGround() || u.mentions(t) || u.mentionsInner(t) {
			return !t.IsGround()
		}
		out = append(out, t)
		return false
	})
	return out
}

func (u *universal) unfolding() *term.Term {
	for _, t := range u.triggers {
		if t.Symbol().Hook != "" || !u.isGeneral(t) {
			continue
		}
		for _, other := range u.triggers {
			if other.Is(t.Symbol()) && !term.Equal(other, t) {
				return t
			}
		}
	}
	return nil
}

// isGeneral reports whether the arguments of an application are the bound variables,
// each once.
func (u *universal) isGeneral(t *term.Term) bool {
	if len(t.Args()) != len(u.vars) {
		return false
	}
	seen := map[*term.Variable]bool{}
	for _, a := range t.Args() {
		v := a.Variable()
		if v == nil || seen[v] || !u.mentions(a) {
			return false
		}
		seen[v] = true
	}
	return true
}

// triggers are the built-in functions that solvers are weak at.
var triggers = map[*term.Symbol]bool{
	term.IntTDiv: true, term.IntTMod: true, term.IntEDiv: true, term.IntEMod: true, term.IntPow: true, term.IntMul: true,
	term.MapLookup: true, term.MapInKeys: true, term.MapSize: true, term.SetIn: true, term.SetSize: true,
	term.ListGet: true, term.ListSize: true, term.ListIn: true,
}

// isTrigger reports whether instances may be found by matching the application with
// ground ones: those of functions of the user's, and of what solvers are weak at. A
// multiple of an integer is linear.
func isTrigger(t *term.Term) bool {
	s := t.Symbol()
	if s == term.IntMul && t.Arg(0).IsInt() {
		return false
	}
	return s.Class == term.Function && (s.Hook == "" || triggers[s])
}

func (u *universal) mentions(t *term.Term) bool {
	for _, v := range u.vars {
		if term.Occurs(v, t) {
			return true
		}
	}
	return false
}

// mentionsInner reports whether a term has a variable bound within the body, so that
// putting it in place of another variable would capture.
func (u *universal) mentionsInner(t *term.Term) bool {
	for _, v := range term.Vars(t) {
		if u.inner[v] {
			return true
		}
	}
	return false
}

// solve writes an integer term as var + rest or rest - var, for one of the
// bound variables.
func (u *universal) solve(t *term.Term) (site, bool) {
	if t.Sort() != term.SortInt {
		return site{}, false
	}
	for i, v := range u.vars {
		if v.Sort != term.SortInt || !term.Occurs(v, t) {
			continue
		}
		rest := term.Substitution{v: term.Int(0)}.Apply(t)
		step, ok := term.Sub(term.Substitution{v: term.Int(1)}.Apply(t), rest).Int64()
		if !ok || step != 1 && step != -1 || u.mentions(rest) || !linearIn(v, t) || u.mentionsInner(rest) {
			return site{}, false
		}
		return site{v: i, sign: int(step), rest: rest}, true
	}
	return site{}, false
}

// linearIn reports whether an integer term is a polynomial in which v occurs by
// itself only.
func linearIn(v *term.Variable, t *term.Term) bool {
	switch {
	case t.Variable() == v, !term.Occurs(v, t):
		return true
	case t.Is(term.IntAdd), t.Is(term.IntSub):
		return linearIn(v, t.Arg(0)) && linearIn(v, t.Arg(1))
	}
	return false
}

func (u *universal) index(t, array *term.Term) {
	if s, ok := u.solve(t); ok {
		s.array = array
		u.addSite(s)
		return
	}
	u.grid(t, array)
}

// rootOf is the array that a term comes from by writes; nil where that depends
// on a bound variable.
func (u *universal) rootOf(t *term.Term) *term.Term {
	if r := arrayRoot(t); r != nil && !u.mentions(r) && !u.mentionsInner(r) {
		return r
	}
	return nil
}

// arrayRoot is the variable that an array comes from by writes; nil if it comes
// from something else.
func arrayRoot(t *term.Term) *term.Term {
	for t.Is(term.ArrayStore) {
		t = t.Arg(0)
	}
	if t.IsVar() {
		return t
	}
	return nil
}

func (u *universal) addSite(s site) {
	for _, o := range u.sites {
		if o.v == s.v && o.sign == s.sign && term.Equal(o.rest, s.rest) &&
			same(o.bound, s.bound) && same(o.array, s.array) {
			return
		}
	}
	u.sites = append(u.sites, s)
}

// same reports whether two terms, which may be missing, are equal.
func same(a, b *term.Term) bool {
	return a == nil && b == nil || a != nil && b != nil && term.Equal(a, b)
}

// comparison takes the extreme value that a comparison allows a bound variable
// as a value of interest.
func (u *universal) comparison(t *term.Term) {
	d := term.Sub(t.Arg(0), t.Arg(1))
	if t.Is(term.IntLt) {
		d = term.Add(d, term.Int(1))
	}
	if s, ok := u.solve(d); ok {
		s.bound = term.Int(0)
		u.addSite(s)
		return
	}
	u.cut(d)
}

// cut notes that a comparison, d <= 0, makes a bound variable the end of a range of one that is bound within
// the body: var + rest is the first number of that range, or of those behind it.
func (u *universal) cut(d *term.Term) {
	for _, a := range term.Atoms(d) {
		w := a.Variable()
		if !u.inner[w] || !linearIn(w, d) {
			continue
		}
		s, ok := u.solve(term.Substitution{w: term.Int(0)}.Apply(d))
		step, whole := term.Sub(d, term.Substitution{w: term.Sub(w.Term(), term.Int(1))}.Apply(d)).Int64()
		switch {
		case !ok || !whole || step != int64(-s.sign):
			return
		case s.sign < 0: // w <= var - rest
			s.rest = term.Sub(term.Int(1), s.rest)
		}
		s.sign = 1
		u.cuts = append(u.cuts, s)
	}
}

// through returns where an application makes bound variables the ends of ranges, by what is known of the function.
func (u *universal) through(t *term.Term, known *universal) (out []site) {
	for _, cut := range known.cuts {
		for _, general := range known.triggers {
			for j := range general.Args() {
				if !general.Is(t.Symbol()) || general.Arg(j).Variable() != known.vars[cut.v] {
					continue
				}
				if s, ok := u.solve(t.Arg(j)); ok && s.sign > 0 {
					s.rest = term.Add(s.rest, cut.rest)
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// first is the first number that the end of a range is before: of the range, or of those behind it.
func (s site) first() *term.Term {
	if s.sign > 0 { // var + rest <= 0
		return term.Add(s.value(s.bound), term.Int(1))
	}
	return s.value(s.bound)
}

// compared notes what an item of an array is compared with.
func (u *universal) compared(item, with *term.Term) {
	if item.Is(term.ArraySelect) && !u.mentions(with) && !u.mentionsInner(with) {
		u.compares = append(u.compares, with)
	}
}

// value returns the variable's value for which the site is the ground term t.
func (s site) value(t *term.Term) *term.Term {
	if s.sign > 0 {
		return term.Sub(t, s.rest)
	}
	return term.Sub(s.rest, t)
}
