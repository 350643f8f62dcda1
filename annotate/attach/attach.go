package attach

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// attacher is the work on the annotations of one file.
type attacher struct {
	*Layout
	problems []*source.Diagnostic
}

// Annotations finds what each annotation of a program is about. What stands where it means
// nothing is a problem.
func Annotations(program *compile.Program, of *shape.Shape, anns []*syntax.Annotation) (*Layout, []*source.Diagnostic) {
	c := &attacher{Layout: &Layout{program: program, shape: of, Loops: map[int32]*Loop{}, Points: map[int32][]*syntax.Annotation{}, Labels: map[string][]*syntax.Annotation{},
		sequences: map[int32]bool{}, Beginnings: map[int32][]*Home{}, statements: map[int32]bool{}, homes: &nest[*Home]{}}}
	c.computesCalls = sync.OnceValue(c.findComputedCalls)
	c.collectNodes()
	c.place(anns)
	return c.Layout, c.problems
}

// place finds what each annotation is about.
func (c *attacher) place(anns []*syntax.Annotation) {
	var open *Fragment
	for i, a := range anns {
		c.current = c.current || strings.Contains(a.Text.Text(), LoopCurrent)
		c.Entered = c.Entered || strings.Contains(a.Text.Text(), LoopEntry)
		if a.Key.IsDeclaration() {
			c.placeGlobal(a)
			continue
		}
		switch a.Key {
		case syntax.Inv:
			c.placeInvariant(a)
		case syntax.Pre, syntax.Post, syntax.Modifies, syntax.Decreases:
			open = c.placeContract(anns, i, open)
		case syntax.Ghost: // a statement of the program
		case syntax.Assert, syntax.Assume, syntax.Use, syntax.Label:
			c.placePoint(a)
		}
	}
	if open != nil && open.End == 0 {
		if len(open.Post) == 0 {
			c.problem(source.Errorf(open.Pre[0].Span, "missing-post", "this pre has no post behind the statements that follow it"))
			return
		}
		open.End = len(c.program.File.Text())
	}
	for _, f := range c.Fragments {
		c.findStatements(f)
	}
	c.findHomes()
	c.oneOfAName()
	c.labelsInOneHome()
}

// placeGlobal: declarations stand outside of functions.
func (c *attacher) placeGlobal(a *syntax.Annotation) {
	if c.ProcedureAround(a.Span) != nil {
		c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s stands outside of functions: it knows none of their names", a.Key))
		return
	}
	c.Global = append(c.Global, a)
}

// oneOfAName reports annotated functions that share their name with another one:
// at a call it could not be told whose contract counts.
func (c *attacher) oneOfAName() {
	for _, p := range c.Procedures {
		for _, q := range c.Named(p.Name) {
			if p != q && p.HasContract() {
				c.problem(source.Errorf(p.Span, "duplicate-name", "another function is called %s, too: it cannot be told which one the contract is about", p.Name.Text()))
			}
		}
	}
}

func (c *attacher) problem(d *source.Diagnostic) { c.problems = append(c.problems, d) }

// placeInvariant: first in a loop's body, or just before that or the loop.
func (c *attacher) placeInvariant(a *syntax.Annotation) {
	l := c.annotatedBy(a)
	if l == nil {
		c.problem(source.Errorf(a.Span, "misplaced-annotation", "an invariant stands first in the body of a loop, or just before that or the loop"))
		return
	}
	l.Inv = append(l.Inv, a)
}

// placeContract places annotation i, one of pre, post and modifies; it
// returns the fragment that is open behind it.
func (c *attacher) placeContract(anns []*syntax.Annotation, i int, open *Fragment) *Fragment {
	a := anns[i]
	if a.Key == syntax.Modifies || a.Key == syntax.Decreases {
		if l := c.LoopFor(a); l != nil {
			if a.Key == syntax.Modifies {
				l.Modifies = append(l.Modifies, a)
			} else {
				c.oneMeasure(l.Decreases, a)
				l.Decreases = append(l.Decreases, a)
			}
			return open
		}
	}
	before := c.procedureBefore(a.Span.Start)
	after := c.procedureAfter(a.Span.End)
	switch {
	case a.Key == syntax.Post && open != nil && open.End == 0:
		open.Post = append(open.Post, a)
		if c.next(open.Start) == nil || !c.onlyLayout(open.Start, a.Span.Start) {
			open.End = a.Span.Start
		}
		return open
	case a.Key == syntax.Post && before != nil && len(before.Pre) > 0 && !c.preBetween(anns, before.Span.End, a.Span.Start) && !c.isNearer(a, before, after):
		if len(before.Post) == 0 || before.Post[len(before.Post)-1].Span.Start > before.Span.End {
			before.Post = append(before.Post, a)
			if after != nil && !c.isApart(a.Span.End, after.Span.Start) && !c.isApart(before.Span.End, a.Span.Start) {
				c.Doubtful = append(c.Doubtful, source.Warningf(a.Span, "doubtful-place", "this is taken for a part of the contract of %s, above it, not of %s: an empty line on the other side says so", before.Name.Text(), after.Name.Text()))
			}
			return open
		}
	}
	if after != nil {
		c.placeAt(after, a)
		return nil
	}
	return c.placeFragment(a, open)
}

// isNearer reports whether an annotation stands right above a procedure, with an empty line
// between it and the one before.
func (c *attacher) isNearer(a *syntax.Annotation, before, after *Procedure) bool {
	return after != nil && c.isApart(before.Span.End, a.Span.Start) && !c.isApart(a.Span.End, after.Span.Start)
}

// isApart reports whether there is an empty line between two places.
func (c *attacher) isApart(from, to int) bool {
	lines := strings.Split(c.program.Text[from:to], "\n")
	return len(lines) > 2 && slices.ContainsFunc(lines[1:len(lines)-1], func(l string) bool { return strings.TrimSpace(l) == "" })
}

// placeAt makes an annotation a part of a procedure's contract, which stands at its body or
// at one of its prototypes.
func (c *attacher) placeAt(place *Procedure, a *syntax.Annotation) {
	p := place
	if place.declared != nil {
		p = place.declared
	}
	switch {
	case p.contract == nil && p != place && !slices.Equal(c.parameters(p), c.parameters(place)):
		c.problem(source.Errorf(place.Span, "misplaced-annotation", "the parameters have other names where %s has its body, at %s: its contract belongs there", p.Name.Text(), p.Span))
		return
	case p.contract != nil && p.contract != place:
		c.problem(source.Errorf(a.Span, "duplicate-contract", "%s has a contract at %s: all of it belongs there", p.Name.Text(), p.contract.Span))
		return
	}
	p.contract = place
	switch a.Key {
	case syntax.Pre:
		p.Pre = append(p.Pre, a)
	case syntax.Post:
		p.Post = append(p.Post, a)
	case syntax.Modifies:
		p.Modifies = append(p.Modifies, a)
	case syntax.Decreases:
		c.oneMeasure(p.Decreases, a)
		p.Decreases = append(p.Decreases, a)
	}
}

// parameters are the names of the parameters in order; "" where one has none.
func (c *attacher) parameters(p *Procedure) []string {
	var out []string
	for _, param := range c.shape.Elements(p.Params) {
		name := ""
		if roots := c.shape.RootNames(param); len(roots) > 0 {
			name = roots[0].Text()
		}
		out = append(out, name)
	}
	return out
}

// oneMeasure reports a second measure for one loop or function.
func (c *attacher) oneMeasure(before []*syntax.Annotation, a *syntax.Annotation) {
	if len(before) > 0 {
		c.problem(source.Errorf(a.Span, "duplicate-measure", "there is another decreases for this; several measures are one list: decreases E1, E2"))
	}
}

func (c *attacher) placeFragment(a *syntax.Annotation, open *Fragment) *Fragment {
	switch {
	case a.Key == syntax.Pre && open != nil && open.End == 0 && c.onlyLayout(open.Start, a.Span.Start):
		open.Pre = append(open.Pre, a)
		open.Start = a.Span.End
		return open
	case a.Key == syntax.Pre && (open == nil || open.End != 0):
		f := &Fragment{Pre: []*syntax.Annotation{a}, Start: a.Span.End}
		c.Fragments = append(c.Fragments, f)
		return f
	case a.Key == syntax.Post && open != nil && c.onlyLayout(open.Post[len(open.Post)-1].Span.End, a.Span.Start):
		open.Post = append(open.Post, a)
		return open
	case a.Key == syntax.Post && open == nil && len(c.Procedures) == 0:
		f := &Fragment{Post: []*syntax.Annotation{a}, End: a.Span.Start}
		c.Fragments = append(c.Fragments, f)
		return f
	case a.Key == syntax.Modifies && open != nil && open.End == 0:
		open.Modifies = append(open.Modifies, a)
		return open
	}
	where := "before a function, or around statements: pre before them and post behind them"
	switch a.Key {
	case syntax.Decreases:
		where = "before a function, or with the invariant of a loop"
	case syntax.Modifies:
		where = "before a function, with the invariant of a loop, or with the pre of statements"
	}
	c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s belongs %s", a.Key, where))
	return open
}

func (c *attacher) preBetween(anns []*syntax.Annotation, from, to int) bool {
	first := sort.Search(len(anns), func(i int) bool { return anns[i].Span.Start >= from })
	for _, a := range anns[first:] {
		if a.Span.Start > to {
			break
		}
		if a.Key == syntax.Pre && a.Span.End <= to {
			return true
		}
	}
	return false
}

// placePoint: an assertion belongs to the statement behind it, or at the end of a block to
// one that does nothing and stands in its place.
func (c *attacher) placePoint(a *syntax.Annotation) {
	n := c.next(a.Span.End)
	if at := c.in(a.Span); at != nil {
		n = at
	}
	if n == nil || c.shape.HasProcedures() && c.IsProcedure(n.T) {
		c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s stands before a statement", a.Key))
		return
	}
	t := n.T
	for c.shape.IsSequence(t) {
		t = t.Arg(0)
	}
	if t.Pos() == 0 || !c.statements[t.Pos()] || c.program.Span(t.Pos()).Start != n.Span.Start {
		c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s stands before a statement", a.Key))
		return
	}
	c.Points[t.Pos()] = append(c.Points[t.Pos()], a)
	if a.Key == syntax.Label {
		c.placeLabel(a)
	}
}

// placeLabel gives a point its name.
func (c *attacher) placeLabel(a *syntax.Annotation) {
	name, problem := syntax.ParseLabel(a.Text)
	if problem != nil {
		c.problem(problem)
		return
	}
	if name.Text == LoopCurrent || name.Text == LoopEntry {
		c.problem(source.Errorf(name.Span, "duplicate-name", "%s is a point of every loop", name.Text))
		return
	}
	c.Labels[name.Text] = append(c.Labels[name.Text], a)
}

// labelsInOneHome reports labels that share their name with another one in the same function
// or between the same pre and post.
func (c *attacher) labelsInOneHome() {
	for _, name := range slices.Sorted(maps.Keys(c.Labels)) {
		first := map[*Home]*syntax.Annotation{}
		for _, a := range c.Labels[name] {
			h := c.HomeOf(a.Span)
			if other := first[h]; other != nil {
				c.problem(source.Errorf(a.Span, "duplicate-name", "another label here is called %s, at %s", name, other.Span))
			}
			first[h] = a
		}
	}
}

// Label is the label of a name that an annotation at a place means; nil: there is none.
func (l *Layout) Label(name string, at source.Span) *syntax.Annotation {
	for _, a := range l.Labels[name] {
		if l.HomeOf(a.Span) == l.HomeOf(at) {
			return a
		}
	}
	return nil
}

// findStatements finds the statements of a fragment: those of one sequence
// that lie between its ends.
func (c *attacher) findStatements(f *Fragment) {
	for _, g := range c.Groups() {
		from, to := -1, -1
		for i, s := range g.Statements {
			sp := c.program.Span(s.Pos())
			if sp.Start >= f.Start && sp.End <= f.End {
				if from < 0 {
					from = i
				}
				to = i + 1
			}
		}
		if from < 0 {
			continue
		}
		if !c.onlyLayout(f.Start, c.program.Span(g.Statements[from].Pos()).Start) || !c.onlyLayout(c.program.Span(g.Statements[to-1].Pos()).End, f.End) {
			break
		}
		for _, s := range g.Statements[from:to] {
			if c.shape.IsHeader(s) {
				c.problem(source.Errorf(f.Annotations()[0].Span, "misplaced-annotation", "a contract stands before a function with a body, and a function does not stand between pre and post"))
				return
			}
		}
		f.Group, f.From, f.To = g, from, to
		return
	}
	if t := c.statementBetween(f.Start, f.End); t != nil {
		f.Group, f.From, f.To = &group{[]*term.Term{t}}, 0, 1
		return
	}
	at := f.Annotations()[0]
	c.problem(source.Errorf(at.Span, "misplaced-annotation", "between pre and post there are no whole statements of one sequence"))
}

// loopAt returns the loop whose statement starts right behind offset.
func (lay *Layout) loopAt(offset int) *Loop {
	n := lay.next(offset)
	if n == nil {
		return nil
	}
	l, _ := lay.loops.at(n.Span.Start)
	return l
}

// beforeBody returns the loop between whose head and body an annotation stands.
func (lay *Layout) beforeBody(a source.Span) *Loop {
	n := lay.next(a.End)
	if n == nil {
		return nil
	}
	l, ok := lay.bodies.at(n.Span.Start)
	if !ok || a.Start < l.Node.Span.Start || !lay.onlyLayout(a.End, n.Span.Start) {
		return nil
	}
	return l
}

// firstIn reports whether no statement of the body stands before the annotation.
func (lay *Layout) firstIn(l *Loop, a *syntax.Annotation) bool {
	body := lay.program.Span(l.Body.Pos())
	first := sort.Search(len(lay.Nodes), func(i int) bool { return lay.Nodes[i].Span.Start > body.Start })
	for _, n := range lay.Nodes[first:] {
		if n.Span.End <= a.Span.Start && n.Span.End > n.Span.Start {
			return false
		}
		if n.Span.Start > a.Span.Start {
			break
		}
	}
	return true
}

// hasInvariantBefore reports whether a loop has an invariant in front of it.
func (l *Loop) hasInvariantBefore() bool {
	return len(l.Inv) > 0 && l.Inv[0].Span.Start < l.Node.Span.Start
}

// annotatedBy returns the loop whose annotations stand where a does: first in its body, or
// just before that or the loop. Behind the head of a loop that has its invariant in front
// of it stand those of the loop that comes first in its body.
func (lay *Layout) annotatedBy(a *syntax.Annotation) *Loop {
	if l := lay.firstAround(a); l != nil && !l.hasInvariantBefore() {
		return l
	}
	if l := lay.loopAt(a.Span.End); l != nil {
		return l
	}
	return lay.beforeBody(a.Span)
}

// firstAround returns the innermost loop around an annotation, if nothing of its body stands
// before the annotation.
func (lay *Layout) firstAround(a *syntax.Annotation) *Loop {
	for l := range lay.bodies.containing(a.Span) {
		if lay.firstIn(l, a) {
			return l
		}
		break // what is first in no loop is first in none around it
	}
	return nil
}

// LoopFor finds the loop that modifies or decreases is about: the one whose invariant
// stands, or might stand, next to it, or else the one in whose body it stands first.
func (lay *Layout) LoopFor(a *syntax.Annotation) *Loop {
	if l := lay.annotatedBy(a); l != nil {
		return l
	}
	return lay.firstAround(a)
}

func (lay *Layout) procedureBefore(offset int) *Procedure {
	var last *Procedure // no other one ends closer to the offset
	for i := lay.procedures.from(offset) - 1; i >= 0; i = lay.procedures.around[i] {
		if p := lay.procedures.items[i]; p.Span.End <= offset && (last == nil || p.Span.End > last.Span.End) {
			last = p
		}
	}
	if last == nil || !lay.onlyLayout(last.Span.End, offset) {
		return nil
	}
	return last
}

// procedureAfter is the procedure, or prototype of one, that stands right behind an offset.
func (lay *Layout) procedureAfter(offset int) *Procedure {
	at := sort.Search(len(lay.prototypes), func(i int) bool { return lay.prototypes[i].Span.Start >= offset })
	if at < len(lay.prototypes) && lay.onlyLayout(offset, lay.prototypes[at].Span.Start) {
		return lay.prototypes[at]
	}
	i := lay.procedures.from(offset)
	if i == len(lay.procedures.items) || !lay.onlyLayout(offset, lay.procedures.spans[i].Start) {
		return nil
	}
	return lay.procedures.items[i]
}

// statementBetween is the statement that is all there is between two offsets and
// stands in no sequence, such as one behind a condition; nil if there is none.
func (lay *Layout) statementBetween(from, to int) *term.Term {
	for _, n := range lay.Nodes {
		if n.Span.Start >= from && n.Span.End <= to && lay.shape.IsStatement(n.T) && lay.onlyLayout(from, n.Span.Start) && lay.onlyLayout(n.Span.End, to) {
			return n.T
		}
	}
	return nil
}
