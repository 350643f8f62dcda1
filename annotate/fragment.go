package annotate

import (
	"fmt"
	"strings"

	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// fragment makes the goals of statements between pre and post.
func (c *compiler) fragment(f *fragment) {
	if f.group == nil {
		return
	}
	st := c.blank
	for _, s := range f.group.statements[:f.from] {
		if s.Kind() == term.KApp && (c.lang.isDecl[s.Symbol()] || c.lang.procedures[s.Symbol()].isProcedure(c.lang, s)) {
			if next, rest, err := c.evaluate(st, s); err == nil && rest == nil {
				st = next
			}
		}
	}
	statements := f.group.statements[f.from:f.to]
	st, ok := c.declareNames(f, st, statements)
	if !ok {
		return
	}
	at := c.program.Span(statements[0].Pos()).To(c.program.Span(statements[len(statements)-1].Pos()))
	line, column := at.File.Position(at.Start)
	frame := term.Fresh("Rest", term.SortK)
	k := frame
	for i := len(statements) - 1; i >= 0; i-- {
		k = term.Seq(statements[i], k)
	}
	left := c.withK(st, k)
	if c.counter >= 0 {
		left.Slots[c.counter] = term.Fresh("Next", term.SortInt)
	}
	u := newUnit(fmt.Sprintf("statements@%d:%d", line, column), left)
	u.old = &scope{c: c, state: left}
	u.old.old = u.old
	pre := c.clauses(f.pre, u.old)
	left.PC = append(left.PC, formulasOf(pre)...)
	x := &exploration{c: c, owner: u, ends: func(st *rewrite.State) bool { return term.Equal(st.Slots[c.k], frame) }}
	x.walkOn(left)
	c.fragmentGoal(f, u, x, left, frame, at, pre)
}

func (s procedureShape) isProcedure(l *language, t *term.Term) bool {
	_, ok := l.procedures[t.Symbol()]
	return ok
}

// declareNames binds the names that the statements and the precondition use
// and nothing declares, and makes all names arbitrary.
func (c *compiler) declareNames(f *fragment, st *rewrite.State, statements []*term.Term) (*rewrite.State, bool) {
	declared := map[string]bool{}
	var names []*term.Term
	for _, s := range statements {
		for _, d := range c.lang.declared(s) {
			declared[d.Text()] = true
		}
	}
	for _, s := range statements {
		names = append(names, c.variableNames(s)...)
	}
	for _, a := range append(append([]*annotation{}, f.pre...), f.post...) {
		toks, _ := lex(a.text)
		for i, t := range toks {
			if t.kind == nameToken && c.isProgramName(t.text) && !(i+1 < len(toks) && toks[i+1].text == "(") {
				names = append(names, c.tokens(t.text)...)
			}
		}
	}
	for _, n := range unique(names) {
		if declared[n.Text()] || c.logic[n.Text()] != nil {
			continue
		}
		if _, ok := c.valueOf(st, n); ok {
			st = c.anyValue(st, n)
			continue
		}
		next, rest, err := c.ask(st, "declare", n)
		if err != nil || rest != nil {
			continue
		}
		sub := term.Substitution{}
		before := map[*term.Variable]bool{}
		for _, v := range term.Vars(st.Slots...) {
			before[v] = true
		}
		for _, v := range term.Vars(next.Slots...) {
			if !before[v] {
				sub[v] = term.Fresh(n.Text(), v.Sort)
			}
		}
		st = substituted(sub, next)
	}
	return st, true
}

// variableNames are the names in a statement, those of called functions left out.
func (c *compiler) variableNames(t *term.Term) []*term.Term {
	var out []*term.Term
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if t.Kind() == term.KToken {
			if r := t.Text(); r != "" && (r[0] == '_' || r[0] >= 'a' && r[0] <= 'z' || r[0] >= 'A' && r[0] <= 'Z') {
				out = append(out, t)
			}
			return
		}
		skip := -1
		if t.Kind() == term.KApp {
			if s, ok := c.lang.calls[t.Symbol()]; ok {
				skip = s.name
			}
			for i, a := range t.Args() {
				if i != skip {
					visit(a)
				}
			}
		}
	}
	visit(t)
	return unique(out)
}

// fragmentGoal makes the goal of a fragment once its paths are known: its right
// side generalises the final states over what changes.
func (c *compiler) fragmentGoal(f *fragment, u *unit, x *exploration, left *rewrite.State, frame *term.Term, at source.Span, pre []clause) {
	g := c.newGoal(u, u.name, "the statements between pre and post", at, left)
	g.Conjuncts = append(g.Conjuncts, conjunctsOf(pre...)...)
	g.Only = func(*prover.Goal) bool { return false }
	g.FromStart = true
	c.previewPoint(0, left, u)
	slots := left.Slots
	var exist []*term.Variable
	if len(x.finals) > 0 {
		gen := &generalizer{lattice: c.engine.Definition.Lattice}
		all := [][]*term.Term{x.finals[0].Slots}
		for _, s := range x.finals[1:] {
			all = append(all, s.Slots)
		}
		general := gen.states(c.k, all...)
		if gen.failed {
			c.problem(source.Errorf(at, "no-common-end", "the statements end in states of different form: are names declared on some paths only?"))
			return
		}
		slots, exist = c.opened(left, general)
	}
	right := append([]*term.Term(nil), slots...)
	right[c.k] = frame
	if c.counter >= 0 {
		n := term.Fresh("Next", term.SortInt)
		right[c.counter] = n
		exist = append(exist, n.Variable())
	}
	end := &scope{c: c, state: &rewrite.State{Slots: c.withK(&rewrite.State{Slots: right}, term.DotK).Slots}, old: u.old}
	post := c.clauses(f.post, end)
	c.finishGoal(g, right, post, exist)
	c.addGoal(g)
	for _, l := range u.loops {
		for _, lg := range l.goals {
			c.addGoal(lg)
		}
	}
	for _, cp := range x.cuts {
		cp.aim(g)
		for _, cg := range cp.goals {
			c.addGoal(cg)
		}
	}
}

// opened puts a variable for every value in a final configuration that is not
// the one of the left side.
func (c *compiler) opened(left *rewrite.State, final []*term.Term) ([]*term.Term, []*term.Variable) {
	g := &generalizer{lattice: c.engine.Definition.Lattice}
	out := append([]*term.Term(nil), final...)
	for i := range out {
		if i == c.k || i == c.counter {
			continue
		}
		out[i] = g.opened(left.Slots[i], final[i])
	}
	var vars []*term.Variable
	for _, col := range g.columns {
		vars = append(vars, col.v)
	}
	return out, vars
}

// opened puts a variable where b, which may have more entries, differs from a.
func (g *generalizer) opened(a, b *term.Term) *term.Term {
	if a != nil && term.Equal(a, b) {
		return b
	}
	switch {
	case b.Kind() == term.KMap:
		entries, _ := b.Entries()
		for _, e := range entries {
			var before *term.Term
			if a != nil && a.Kind() == term.KMap {
				before, _ = a.Get(e.Key)
			}
			b = b.Put(e.Key, g.opened(before, e.Value))
		}
		return b
	case a != nil && a.Kind() == term.KApp && a.Symbol() == b.Symbol() && a.Symbol().Class == term.Constructor:
		args := make([]*term.Term, len(b.Args()))
		for i := range args {
			args[i] = g.opened(a.Arg(i), b.Arg(i))
		}
		return term.AppAt(b.Symbol(), b.Pos(), args)
	case b.IsValue() && b.Kind() == term.KApp:
		return b
	}
	name := "v"
	if a != nil && a.IsVar() {
		name = strings.TrimPrefix(a.Variable().BaseName(), "_")
	} else if b.IsVar() {
		name = strings.TrimPrefix(b.Variable().BaseName(), "_")
	}
	if s := b.Sort(); s == term.SortInt || s == term.SortBool || s == term.SortArray || s == term.SortList || s == term.SortString || b.IsVar() {
		v := term.Fresh(name, s)
		g.columns = append(g.columns, column{v: v.Variable()})
		return v
	}
	return b
}
