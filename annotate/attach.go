package annotate

import (
	"slices"
	"sort"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// program is the annotated program: its pieces with their places.
type layout struct {
	nodes      []placed // all nodes with positions, by start, outermost first
	procedures []*procedure
	fragments  []*fragment
	loops      map[int32]*loopInfo            // by the position mark of the body
	points     map[int32][]*syntax.Annotation // assert and assume, by the mark of the next statement
	sequences  map[int32]bool                 // position marks of sequences, which span what their last statement spans
	global     []*syntax.Annotation           // logic, axiom, lemma
	statements map[int32]bool                 // position marks of what stands where a statement may
	homes      []*home
	beginnings map[int32][]*home // by the position marks that they begin with
}

type placed struct {
	t    *term.Term
	span source.Span
}

// procedure is a function of the program with its annotations.
type procedure struct {
	node, name, params, body *term.Term
	span                     source.Span
	pre, post, modifies      []*syntax.Annotation
	decreases                []*syntax.Annotation
	home                     *home
}

// annotations are those that the procedure's goal is made of.
func (p *procedure) annotations() []*syntax.Annotation {
	return slices.Concat(p.pre, p.post, p.modifies, p.decreases)
}

func (p *procedure) hasContract() bool { return len(p.pre)+len(p.post) > 0 }

// fragment is a sequence of statements between pre and post.
type fragment struct {
	pre, post, modifies []*syntax.Annotation
	start, end          int // text between which its statements lie
	group               *group
	from, to            int // statements of the group
	home                *home
}

// annotations are those that the fragment's goal is made of.
func (f *fragment) annotations() []*syntax.Annotation {
	return slices.Concat(f.pre, f.post, f.modifies)
}

// group is a maximal sequence of statements.
type group struct{ statements []*term.Term }

// loopInfo is a loop with an invariant.
type loopInfo struct {
	body     *term.Term
	node     placed
	inv      []*syntax.Annotation
	modifies []*syntax.Annotation
	// decreases is the measure of the loop, where one is given.
	decreases []*syntax.Annotation
	jumps     shape.Jumps
	// narrow says that the loop changes what its modifies clause does not list.
	narrow bool
}

// annotations are those that the loop's goals are made of.
func (l *loopInfo) annotations() []*syntax.Annotation {
	return slices.Concat(l.inv, l.modifies, l.decreases)
}

// place finds what each annotation is about.
func (c *compiler) place(anns []*syntax.Annotation) {
	l := &layout{loops: map[int32]*loopInfo{}, points: map[int32][]*syntax.Annotation{}, sequences: map[int32]bool{}, beginnings: map[int32][]*home{}, statements: map[int32]bool{}}
	c.layout = l
	c.collectNodes()
	var open *fragment
	for i, a := range anns {
		switch a.Key {
		case syntax.Logic, syntax.Axiom, syntax.Lemma:
			c.placeGlobal(a)
		case syntax.Inv:
			c.placeInvariant(a)
		case syntax.Pre, syntax.Post, syntax.Modifies, syntax.Decreases:
			open = c.placeContract(anns, i, open)
		case syntax.Assert, syntax.Assume:
			c.placePoint(a)
		}
	}
	if open != nil && open.end == 0 {
		if len(open.post) == 0 {
			c.problem(source.Errorf(open.pre[0].Span, "missing-post", "this pre has no post behind the statements that follow it"))
			return
		}
		open.end = len(c.Program.File.Text)
	}
	for _, f := range l.fragments {
		c.findStatements(f)
	}
	c.findHomes()
	c.oneOfAName()
}

// placeGlobal: declarations stand outside of functions.
func (c *compiler) placeGlobal(a *syntax.Annotation) {
	for _, p := range c.layout.procedures {
		if contains(p.span, a.Span) {
			c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s stands outside of functions: it knows none of their names", a.Key))
			return
		}
	}
	c.layout.global = append(c.layout.global, a)
}

// oneOfAName reports annotated functions that share their name with another one:
// at a call it could not be told whose contract counts.
func (c *compiler) oneOfAName() {
	for _, p := range c.layout.procedures {
		for _, q := range c.layout.procedures {
			if p != q && term.Equal(p.name, q.name) && p.hasContract() {
				c.problem(source.Errorf(p.span, "duplicate-name", "another function is called %s, too: it cannot be told which one the contract is about", p.name.Text()))
			}
		}
	}
}

func (c *compiler) problem(d *source.Diagnostic) { c.problems = append(c.problems, d) }

// collectNodes lists the nodes of the program, its procedures and loops.
func (c *compiler) collectNodes() {
	l := c.layout
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Pos() != 0 {
			l.nodes = append(l.nodes, placed{t, c.Program.Span(t.Pos())})
			c.classify(t)
		}
		for i, u := range t.Args() {
			if u.Pos() != 0 && c.Shape.TakesStatement(t.Symbol(), i) {
				l.statements[u.Pos()] = true
			}
		}
		term.Children(t, visit)
	}
	l.statements[c.Program.Term.Pos()] = true
	visit(c.Program.Term)
	sort.SliceStable(l.nodes, func(i, j int) bool {
		a, b := l.nodes[i].span, l.nodes[j].span
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.End > b.End
	})
	sort.SliceStable(l.procedures, func(i, j int) bool { return l.procedures[i].span.Start < l.procedures[j].span.Start })
}

func (c *compiler) classify(t *term.Term) {
	l := c.layout
	l.sequences[t.Pos()] = c.Shape.IsSequence(t)
	if name, params, body, ok := c.Shape.Procedure(t); ok {
		l.procedures = append(l.procedures, &procedure{node: t, name: name, params: params, body: body, span: c.Program.Span(t.Pos())})
	}
	if b := c.Shape.Iterated(t); b != nil && b.Pos() != 0 {
		l.loops[b.Pos()] = &loopInfo{body: b, node: placed{t, c.Program.Span(t.Pos())}, jumps: c.Shape.JumpsOf(b)}
	}
}

// next returns the outermost node that starts at the first text behind offset
// that is neither blank nor a comment.
func (c *compiler) next(offset int) *placed {
	nodes := c.layout.nodes
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].span.Start >= offset })
	if i == len(nodes) {
		return nil
	}
	if !c.onlyLayout(offset, nodes[i].span.Start) {
		return nil
	}
	return &nodes[i]
}

// onlyLayout says that the text between two offsets is blank or comments.
func (c *compiler) onlyLayout(from, to int) bool {
	text := c.Program.File.Text
	for _, cm := range c.Program.Comments {
		if cm.Start >= from && cm.End <= to {
			if strings.TrimSpace(text[from:cm.Start]) != "" {
				return false
			}
			from = cm.End
		}
	}
	return strings.TrimSpace(text[from:to]) == ""
}

// startingAt returns the loop whose statement starts right behind offset.
func (c *compiler) loopAt(offset int) *loopInfo {
	n := c.next(offset)
	if n == nil {
		return nil
	}
	var best *loopInfo
	for _, l := range c.layout.loops {
		if l.node.span.Start == n.span.Start && (best == nil || l.node.span.End > best.node.span.End) {
			best = l
		}
	}
	return best
}

// placeInvariant: first in a loop's body, or just before the loop.
func (c *compiler) placeInvariant(a *syntax.Annotation) {
	var around *loopInfo
	for _, l := range c.layout.loops {
		s := c.Program.Span(l.body.Pos())
		if s.Start <= a.Span.Start && a.Span.End <= s.End && (around == nil || s.Start > c.Program.Span(around.body.Pos()).Start) {
			around = l
		}
	}
	if around != nil && c.firstIn(around, a) && !c.annotatedBefore(around) {
		around.inv = append(around.inv, a)
		return
	}
	if l := c.loopAt(a.Span.End); l != nil {
		l.inv = append(l.inv, a)
		return
	}
	c.problem(source.Errorf(a.Span, "misplaced-annotation", "an invariant stands first in the body of a loop, or just before the loop"))
}

// firstIn says that no statement of the body stands before the annotation.
func (c *compiler) firstIn(l *loopInfo, a *syntax.Annotation) bool {
	body := c.Program.Span(l.body.Pos())
	for _, n := range c.layout.nodes {
		if n.span.Start > body.Start && n.span.End <= a.Span.Start && n.span.End > n.span.Start {
			return false
		}
		if n.span.Start > a.Span.Start {
			break
		}
	}
	return true
}

// annotatedBefore says that a loop has an invariant in front of it.
func (c *compiler) annotatedBefore(l *loopInfo) bool {
	return len(l.inv) > 0 && l.inv[0].Span.Start < l.node.span.Start
}

// placeContract places annotation i, one of pre, post and modifies; it
// returns the fragment that is open behind it.
func (c *compiler) placeContract(anns []*syntax.Annotation, i int, open *fragment) *fragment {
	a := anns[i]
	if a.Key == syntax.Modifies || a.Key == syntax.Decreases {
		if l := c.loopFor(a); l != nil {
			if a.Key == syntax.Modifies {
				l.modifies = append(l.modifies, a)
			} else {
				c.oneMeasure(l.decreases, a)
				l.decreases = append(l.decreases, a)
			}
			return open
		}
	}
	before := c.procedureBefore(a.Span.Start)
	after := c.procedureAfter(a.Span.End)
	switch {
	case a.Key == syntax.Post && open != nil && open.end == 0:
		open.post = append(open.post, a)
		if c.next(open.start) == nil || !c.onlyLayout(open.start, a.Span.Start) {
			open.end = a.Span.Start
		}
		return open
	case a.Key == syntax.Post && before != nil && len(before.pre) > 0 && !c.preBetween(anns, before.span.End, a.Span.Start):
		if len(before.post) == 0 || before.post[len(before.post)-1].Span.Start > before.span.End {
			before.post = append(before.post, a)
			return open
		}
	}
	if after != nil {
		switch a.Key {
		case syntax.Pre:
			after.pre = append(after.pre, a)
		case syntax.Post:
			after.post = append(after.post, a)
		case syntax.Modifies:
			after.modifies = append(after.modifies, a)
		case syntax.Decreases:
			c.oneMeasure(after.decreases, a)
			after.decreases = append(after.decreases, a)
		}
		return nil
	}
	return c.placeFragment(a, open)
}

// oneMeasure reports a second measure for one loop or function.
func (c *compiler) oneMeasure(before []*syntax.Annotation, a *syntax.Annotation) {
	if len(before) > 0 {
		c.problem(source.Errorf(a.Span, "duplicate-measure", "there is another decreases for this; several measures are one list: decreases E1, E2"))
	}
}

func (c *compiler) placeFragment(a *syntax.Annotation, open *fragment) *fragment {
	switch {
	case a.Key == syntax.Pre && open != nil && open.end == 0 && c.onlyLayout(open.start, a.Span.Start):
		open.pre = append(open.pre, a)
		open.start = a.Span.End
		return open
	case a.Key == syntax.Pre && (open == nil || open.end != 0):
		f := &fragment{pre: []*syntax.Annotation{a}, start: a.Span.End}
		c.layout.fragments = append(c.layout.fragments, f)
		return f
	case a.Key == syntax.Post && open != nil && c.onlyLayout(open.post[len(open.post)-1].Span.End, a.Span.Start):
		open.post = append(open.post, a)
		return open
	case a.Key == syntax.Post && open == nil && len(c.layout.procedures) == 0:
		f := &fragment{post: []*syntax.Annotation{a}, end: a.Span.Start}
		c.layout.fragments = append(c.layout.fragments, f)
		return f
	case a.Key == syntax.Modifies && open != nil && open.end == 0:
		open.modifies = append(open.modifies, a)
		return open
	}
	c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s belongs before a function, or around statements: pre before them and post behind them", a.Key))
	return open
}

// loopFor finds the loop that modifies or decreases is about: the one whose
// invariant stands next to it.
func (c *compiler) loopFor(a *syntax.Annotation) *loopInfo {
	for _, l := range c.layout.loops {
		s := c.Program.Span(l.body.Pos())
		if s.Start <= a.Span.Start && a.Span.End <= s.End && c.firstIn(l, a) {
			return l
		}
	}
	return c.loopAt(a.Span.End)
}

func (c *compiler) procedureBefore(offset int) *procedure {
	var found *procedure
	for _, p := range c.layout.procedures {
		if p.span.End <= offset && c.onlyLayout(p.span.End, offset) {
			found = p
		}
	}
	return found
}

func (c *compiler) procedureAfter(offset int) *procedure {
	for _, p := range c.layout.procedures {
		if p.span.Start >= offset && c.onlyLayout(offset, p.span.Start) {
			return p
		}
	}
	return nil
}

func (c *compiler) preBetween(anns []*syntax.Annotation, from, to int) bool {
	for _, a := range anns {
		if a.Key == syntax.Pre && a.Span.Start >= from && a.Span.End <= to {
			return true
		}
	}
	return false
}

// placePoint: an assertion belongs to the statement behind it.
func (c *compiler) placePoint(a *syntax.Annotation) {
	n := c.next(a.Span.End)
	if n == nil || c.Shape.HasProcedures() && c.isProcedure(n.t) {
		c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s stands before a statement", a.Key))
		return
	}
	t := n.t
	for c.Shape.IsSequence(t) {
		t = t.Arg(0)
	}
	if t.Pos() == 0 || !c.layout.statements[t.Pos()] || c.Program.Span(t.Pos()).Start != n.span.Start {
		c.problem(source.Errorf(a.Span, "misplaced-annotation", "%s stands before a statement", a.Key))
		return
	}
	c.layout.points[t.Pos()] = append(c.layout.points[t.Pos()], a)
}

func (c *compiler) isProcedure(t *term.Term) bool {
	for c.Shape.IsSequence(t) {
		t = t.Arg(0)
	}
	_, _, _, ok := c.Shape.Procedure(t)
	return ok
}

// findStatements finds the statements of a fragment: those of one sequence
// that lie between its ends.
func (c *compiler) findStatements(f *fragment) {
	for _, g := range c.groups() {
		from, to := -1, -1
		for i, s := range g.statements {
			sp := c.Program.Span(s.Pos())
			if sp.Start >= f.start && sp.End <= f.end {
				if from < 0 {
					from = i
				}
				to = i + 1
			}
		}
		if from < 0 {
			continue
		}
		if !c.onlyLayout(f.start, c.Program.Span(g.statements[from].Pos()).Start) || !c.onlyLayout(c.Program.Span(g.statements[to-1].Pos()).End, f.end) {
			break
		}
		for _, s := range g.statements[from:to] {
			if c.Shape.IsHeader(s) {
				c.problem(source.Errorf(f.annotations()[0].Span, "misplaced-annotation", "a contract stands before a function with a body, and a function does not stand between pre and post"))
				return
			}
		}
		f.group, f.from, f.to = g, from, to
		return
	}
	if t := c.statementBetween(f.start, f.end); t != nil {
		f.group, f.from, f.to = &group{[]*term.Term{t}}, 0, 1
		return
	}
	at := f.annotations()[0]
	c.problem(source.Errorf(at.Span, "misplaced-annotation", "between pre and post there are no whole statements of one sequence"))
}

// statementBetween is the statement that is all there is between two offsets and
// stands in no sequence, such as one behind a condition; nil if there is none.
func (c *compiler) statementBetween(from, to int) *term.Term {
	for _, n := range c.layout.nodes {
		if n.span.Start >= from && n.span.End <= to && c.Shape.IsStatement(n.t) && c.onlyLayout(from, n.span.Start) && c.onlyLayout(n.span.End, to) {
			return n.t
		}
	}
	return nil
}

// groups returns the maximal sequences of statements, outermost first.
func (c *compiler) groups() []*group {
	var out []*group
	var visit func(t *term.Term, top bool)
	visit = func(t *term.Term, top bool) {
		if top || c.Shape.IsSequence(t) {
			g := &group{statements: c.Shape.Flatten(t)}
			out = append(out, g)
			for _, s := range g.statements {
				term.Children(s, func(u *term.Term) { visit(u, false) })
			}
			return
		}
		term.Children(t, func(u *term.Term) { visit(u, false) })
	}
	visit(c.Program.Term, true)
	return out
}
