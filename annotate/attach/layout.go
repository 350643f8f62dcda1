// Package attach finds which annotation belongs to which piece of a program (attach.go):
// a contract to the function behind it, an invariant to the loop in whose body it stands
// first, an assertion to the next statement, pre and post to the statements between
// them. What stands where it means nothing is a problem. The outcome is a [Layout]: the
// pieces of the program with their places and annotations (layout.go), and which of its
// procedures call each other (calls.go).
package attach

import (
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"

	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Layout is the annotated program: its pieces with their places, and the annotations
// that belong to them.
type Layout struct {
	program    *compile.Program
	shape      *shape.Shape
	Nodes      []Node // all nodes with positions, by start, outermost first
	Procedures []*Procedure
	Fragments  []*Fragment
	Loops      map[int32]*Loop                 // by the position mark of the body
	Points     map[int32][]*syntax.Annotation  // assert, assume and use, by the mark of the next statement
	Labels     map[string][]*syntax.Annotation // those of Points that have names, by these
	sequences  map[int32]bool                  // position marks of sequences, which span what their last statement spans
	Global     []*syntax.Annotation            // logic, axiom, lemma
	statements map[int32]bool                  // position marks of what stands where a statement may
	Homes      []*Home
	Doubtful   []*source.Diagnostic // warnings of annotations that may be meant for something else
	Beginnings map[int32][]*Home    // by the position marks that they begin with

	procedures *nest[*Procedure]
	named      map[string][]*Procedure // by the text of their names
	sharing    map[string][]*Procedure // by what is written, where they have other names
	prototypes []*Procedure            // as they are declared, by start
	loops      *nest[*Loop]
	bodies     *nest[*Loop] // by where their bodies are
	homes      *nest[*Home]

	computesCalls func() bool
	current       bool // some annotation says LoopCurrent
	Entered       bool // some annotation says LoopEntry
}

type Node struct {
	T    *term.Term
	Span source.Span
}

// Procedure is a function of the program with its annotations.
type Procedure struct {
	node, Name, Params, Body *term.Term
	Span                     source.Span
	Pre, Post, Modifies      []*syntax.Annotation
	Decreases                []*syntax.Annotation
	Home                     *Home
	Bodiless                 bool       // it is declared only: its contract is trusted
	declared                 *Procedure // the one that a prototype is about, perhaps itself; nil: this is none
	contract                 *Procedure // itself, or the prototype at which its contract stands
}

// Annotations are those that the procedure's goal is made of.
func (p *Procedure) Annotations() []*syntax.Annotation {
	return slices.Concat(p.Pre, p.Post, p.Modifies, p.Decreases)
}

func (p *Procedure) HasContract() bool { return len(p.Pre)+len(p.Post) > 0 }

// Fragment is a sequence of statements between pre and post.
type Fragment struct {
	Pre, Post, Modifies []*syntax.Annotation
	Start, End          int // text between which its statements lie
	Group               *group
	From, To            int // statements of the group
	Home                *Home
}

// Annotations are those that the fragment's goal is made of.
func (f *Fragment) Annotations() []*syntax.Annotation {
	return slices.Concat(f.Pre, f.Post, f.Modifies)
}

// group is a maximal sequence of statements.
type group struct{ Statements []*term.Term }

// Loop is a loop of the program, with the annotations that it has.
type Loop struct {
	Body     *term.Term
	Node     Node
	Inv      []*syntax.Annotation
	Modifies []*syntax.Annotation
	// decreases is the measure of the loop, where one is given.
	Decreases []*syntax.Annotation
	Jumps     shape.Jumps
}

// Annotations are those that the loop's goals are made of.
func (l *Loop) Annotations() []*syntax.Annotation {
	return slices.Concat(l.Inv, l.Modifies, l.Decreases)
}

// Words are the words in the text of a loop, its annotations included, sorted.
func (l *Loop) Words() []string {
	text := []string{l.Node.Span.Text()}
	for _, a := range l.Annotations() {
		text = append(text, a.Text.Text())
	}
	words := strings.FieldsFunc(strings.Join(text, "\n"), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	return slices.Compact(words)
}

// Home is a part of the program to whose beginning old(e) leads back: a
// procedure, or the statements of a fragment.
type Home struct {
	Span      source.Span
	Procedure *Procedure // that it is, or lies in; nil: none
}

// SaidIn are the invariants and measures of the loops in a piece of the program.
func (lay *Layout) SaidIn(span source.Span) []*syntax.Annotation {
	var out []*syntax.Annotation
	for l := range lay.loops.within(span) {
		out = append(append(out, l.Inv...), l.Decreases...)
	}
	return out
}

// LoopsStay reports whether a piece of the program has loops with invariants, none of which is left by the end of the function.
func (lay *Layout) LoopsStay(span source.Span) bool {
	some := false
	for l := range lay.loops.within(span) {
		if len(l.Inv) > 0 {
			if some = true; l.Jumps.Function {
				return false
			}
		}
	}
	return some
}

// IsEmpty reports whether a procedure has a body without statements.
func (lay *Layout) IsEmpty(p *Procedure) bool {
	return !p.Bodiless && p.Body.Kind() == term.KApp && !slices.ContainsFunc(p.Body.Args(), func(t *term.Term) bool { return len(lay.shape.Flatten(t)) > 0 })
}

// IsProcedure reports whether it is one, and no part of one.
func (h *Home) IsProcedure() bool { return h.Procedure != nil && h == h.Procedure.Home }

// collectNodes lists the nodes of the program, its procedures and loops.
func (lay *Layout) collectNodes() {
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Pos() != 0 {
			lay.Nodes = append(lay.Nodes, Node{t, lay.program.Span(t.Pos())})
			lay.classify(t)
		}
		for i, u := range t.Args() {
			if u.Pos() != 0 && lay.shape.TakesStatement(t.Symbol(), i) {
				lay.statements[u.Pos()] = true
			}
		}
		term.Children(t, visit)
	}
	lay.statements[lay.program.Term.Pos()] = true
	visit(lay.program.Term)
	sort.SliceStable(lay.Nodes, func(i, j int) bool {
		a, b := lay.Nodes[i].Span, lay.Nodes[j].Span
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.End > b.End
	})
	lay.findBodies()
	sort.SliceStable(lay.Procedures, func(i, j int) bool { return lay.Procedures[i].Span.Start < lay.Procedures[j].Span.Start })
	lay.procedures = newNest(lay.Procedures, func(p *Procedure) source.Span { return p.Span })
	lay.named, lay.sharing = map[string][]*Procedure{}, map[string][]*Procedure{}
	for _, p := range lay.Procedures {
		name := p.Name.Text()
		lay.named[name] = append(lay.named[name], p)
		if written := lay.program.Written(name); written != name {
			lay.sharing[written] = append(lay.sharing[written], p)
		}
	}
	loops := slices.Collect(maps.Values(lay.Loops))
	lay.loops = newNest(loops, func(l *Loop) source.Span { return l.Node.Span })
	lay.bodies = newNest(loops, func(l *Loop) source.Span { return lay.program.Span(l.Body.Pos()) })
}

func (lay *Layout) classify(t *term.Term) {
	lay.sequences[t.Pos()] = lay.shape.IsSequence(t)
	if name, params, body, ok := lay.shape.Procedure(t); ok {
		lay.Procedures = append(lay.Procedures, &Procedure{node: t, Name: name, Params: params, Body: body, Span: lay.program.Span(t.Pos())})
	}
	if name, params, ok := lay.shape.Prototype(t); ok {
		lay.prototypes = append(lay.prototypes, &Procedure{node: t, Name: name, Params: params, Body: t, Span: lay.program.Span(t.Pos()), Bodiless: true})
	}
	if b := lay.shape.Iterated(t); b != nil && b.Pos() != 0 {
		lay.Loops[b.Pos()] = &Loop{Body: b, Node: Node{t, lay.program.Span(t.Pos())}, Jumps: lay.shape.JumpsOf(b)}
	}
}

// findBodies finds for each prototype the procedure that it declares, which has a body
// elsewhere; the first of those that have none stands for itself.
func (lay *Layout) findBodies() {
	of := map[string]*Procedure{}
	for _, p := range lay.Procedures {
		of[p.Name.Text()] = p
	}
	sort.SliceStable(lay.prototypes, func(i, j int) bool { return lay.prototypes[i].Span.Start < lay.prototypes[j].Span.Start })
	for _, p := range lay.prototypes {
		if of[p.Name.Text()] == nil {
			of[p.Name.Text()] = p
			lay.Procedures = append(lay.Procedures, p)
		}
		p.declared = of[p.Name.Text()]
	}
}

// next returns the outermost node that starts at the first text behind offset
// that is neither blank nor a comment.
func (lay *Layout) next(offset int) *Node {
	nodes := lay.Nodes
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start >= offset })
	if i == len(nodes) {
		return nil
	}
	if !lay.onlyLayout(offset, nodes[i].Span.Start) {
		return nil
	}
	return &nodes[i]
}

// in returns the outermost node that begins where a comment does; nil: there is none.
func (lay *Layout) in(comment source.Span) *Node {
	i := sort.Search(len(lay.Nodes), func(i int) bool { return lay.Nodes[i].Span.Start >= comment.Start })
	if i == len(lay.Nodes) || lay.Nodes[i].Span.Start != comment.Start {
		return nil
	}
	return &lay.Nodes[i]
}

// onlyLayout reports whether the text between two offsets is blank or comments.
func (lay *Layout) onlyLayout(from, to int) bool {
	text, comments := lay.program.Text, lay.program.Comments
	first := sort.Search(len(comments), func(i int) bool { return comments[i].Start >= from })
	for _, cm := range comments[first:] {
		if cm.End > to {
			break
		}
		if strings.TrimSpace(text[from:cm.Start]) != "" {
			return false
		}
		from = cm.End
	}
	return strings.TrimSpace(text[from:to]) == ""
}

func (lay *Layout) IsProcedure(t *term.Term) bool {
	for lay.shape.IsSequence(t) {
		t = t.Arg(0)
	}
	_, _, _, ok := lay.shape.Procedure(t)
	return ok
}

// Groups returns the maximal sequences of statements, outermost first.
func (lay *Layout) Groups() []*group {
	var out []*group
	var visit func(t *term.Term, top bool)
	visit = func(t *term.Term, top bool) {
		if top || lay.shape.IsSequence(t) {
			g := &group{Statements: lay.shape.Flatten(t)}
			out = append(out, g)
			for _, s := range g.Statements {
				term.Children(s, func(u *term.Term) { visit(u, false) })
			}
			return
		}
		term.Children(t, func(u *term.Term) { visit(u, false) })
	}
	visit(lay.program.Term, true)
	return out
}

// ProcedureAround is the procedure in which a piece of text stands; nil: none.
func (lay *Layout) ProcedureAround(at source.Span) *Procedure {
	var outermost *Procedure
	for p := range lay.procedures.containing(at) {
		outermost = p
	}
	return outermost
}

// PointsOn returns the assertions and assumptions at the statement that a path
// has just reached. A statement that is reached again from inside, such as a
// loop after its body, is not reached anew.
func (lay *Layout) PointsOn(before, pos int32) []*syntax.Annotation {
	if !lay.IsNew(before, pos) {
		return nil
	}
	return lay.Points[pos]
}

// LoopCurrent is the name of the point where the body of the loop around began last.
const LoopCurrent = "LoopCurrent"

// LoopEntry is the name of the point where the loop around was come to, in an invariant its own.
const LoopEntry = "LoopEntry"

// LoopAround is the innermost loop in whose body a place lies, and in the same home; nil: there is none.
func (lay *Layout) LoopAround(at source.Span) *Loop {
	for l := range lay.bodies.containing(at) {
		if lay.HomeOf(l.Node.Span) == lay.HomeOf(at) {
			return l
		}
		break
	}
	return nil
}

// Iterated is the loop of which a position mark is that of the body, if it matters where that begins.
func (lay *Layout) Iterated(pos int32) *Loop {
	if !lay.current {
		return nil
	}
	return lay.Loops[pos]
}

// LoopOf is the loop that has a body, nil if there is none with annotations; body may be nil.
func (lay *Layout) LoopOf(body *term.Term) *Loop {
	if body == nil {
		return nil
	}
	return lay.Loops[body.Pos()]
}

// IsNew reports whether a statement is not reached from inside itself.
func (lay *Layout) IsNew(before, pos int32) bool {
	here, from := lay.program.Span(pos), lay.program.Span(before)
	return from.IsZero() || from.Start < here.Start || from.End > here.End || lay.sequences[before]
}

// findHomes lists the homes of the program.
func (lay *Layout) findHomes() {
	add := func(span source.Span, p *Procedure, begins ...*term.Term) *Home {
		h := &Home{span, p}
		lay.Homes = append(lay.Homes, h)
		for _, t := range begins {
			if t.Pos() != 0 {
				lay.Beginnings[t.Pos()] = append(lay.Beginnings[t.Pos()], h)
			}
		}
		return h
	}
	for _, p := range lay.Procedures {
		p.Home = add(p.Span, p, append(lay.sequencesIn(p.Body), p.Body)...)
	}
	for _, f := range lay.Fragments {
		if f.Group == nil {
			continue
		}
		span := source.Span{File: lay.program.File, Start: f.Start, End: f.End}
		var in *Procedure
		for in = range lay.procedures.containing(span) {
			break
		}
		f.Home = add(span, in, f.Group.Statements[f.From])
	}
	lay.homes = newNest(lay.Homes, func(h *Home) source.Span { return h.Span })
}

// sequencesIn are the statements that a body is, where they stand in brackets:
// rules may put them on top without the brackets.
func (lay *Layout) sequencesIn(body *term.Term) []*term.Term {
	var out []*term.Term
	term.Children(body, func(t *term.Term) {
		if lay.shape.IsSequence(t) {
			out = append(out, t)
		}
	})
	return out
}

// HomeOf returns the innermost home around a place; nil: it lies in none.
func (lay *Layout) HomeOf(at source.Span) *Home {
	for h := range lay.homes.containing(at) {
		return h
	}
	return nil
}

// HomesOf returns the homes around a place, the innermost first.
func (lay *Layout) HomesOf(at source.Span) iter.Seq[*Home] { return lay.homes.containing(at) }

// NodesIn returns the nodes within a place, by start, outermost first.
func (lay *Layout) NodesIn(at source.Span) []Node {
	from := sort.Search(len(lay.Nodes), func(i int) bool { return lay.Nodes[i].Span.Start >= at.Start })
	to := sort.Search(len(lay.Nodes), func(i int) bool { return lay.Nodes[i].Span.Start > at.End })
	return slices.DeleteFunc(slices.Clone(lay.Nodes[from:to]), func(n Node) bool { return n.Span.End > at.End })
}

// Mentioned are the names of variables that the text of a place mentions, and those that are said there, of which tokensOf gives the
// names, in order.
func (lay *Layout) Mentioned(at source.Span, said []string, tokensOf func(string) []*term.Term) []*term.Term {
	var names []*term.Term
	seen := map[string]bool{}
	for _, name := range said {
		names = append(names, tokensOf(name)...)
		seen[name] = true
	}
	end := 0 // of the last node that was looked into
	for _, n := range lay.NodesIn(at) {
		if n.Span.End <= end {
			continue
		}
		end = n.Span.End
		for _, v := range lay.shape.Variables(n.T) {
			if !seen[v.Text()] {
				seen[v.Text()] = true
				names = append(names, v)
			}
		}
	}
	slices.SortFunc(names, func(a, b *term.Term) int { return strings.Compare(a.Text(), b.Text()) })
	return names
}

// Contains reports whether a span lies within another one.
func Contains(outer, inner source.Span) bool {
	return outer.Start <= inner.Start && inner.End <= outer.End
}
