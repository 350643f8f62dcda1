package interpret

import (
	"fmt"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// stuckAt describes a stuck machine at the place of what is on top. Where there
// are several computations, each that waits is named.
func stuckAt(e *rewrite.Engine, p *compile.Program, m *rewrite.Machine, stuck *rewrite.Stuck) *source.Diagnostic {
	d := e.Definition
	waiting := m.Waiting()
	if len(waiting) == 0 {
		return source.Errorf(source.Span{File: p.File}, "stuck", "the program is stuck")
	}
	first := waiting[0]
	span, what, which := spanOf(p, first.K), topOf(d, first.K), threadOf(d, first)
	if why := e.Explain(m.Slots()); why != "" {
		return source.Errorf(span, "stuck", "the program is stuck: %s", why)
	}
	if stuck.Operation != nil {
		return source.Errorf(span, "stuck", "the program is stuck at %s%s: %s has no value", what, which, d.Format(stuck.Operation))
	}
	if stuck.Needs != nil {
		return source.Errorf(span, "stuck", "the program is stuck at %s%s: %s", what, which, stuck)
	}
	found := source.Errorf(span, "stuck", "the program is stuck: no rule applies to %s%s", what, which)
	for _, w := range waiting[1:] {
		found.Related = append(found.Related, *source.Errorf(spanOf(p, w.K), "stuck", "and no rule applies to %s%s", topOf(d, w.K), threadOf(d, w)))
	}
	return found
}

// arbitraryAt describes a machine that stops at a rule which leaves a value open.
func arbitraryAt(p *compile.Program, m *rewrite.Machine, why *rewrite.Arbitrary) *source.Diagnostic {
	found := source.Errorf(placeOf(p, m), "arbitrary-value", "the run stops here: the rule that applies leaves %s open, and a concrete run has no value for it", why.Value.Name)
	found.Related = append(found.Related, *source.Errorf(why.Rule.Span, "arbitrary-value", "this is the rule"))
	return found
}

// limitAt describes a run that a limit of evaluation ended.
func limitAt(p *compile.Program, m *rewrite.Machine, limit *rewrite.LimitError) *source.Diagnostic {
	return source.Errorf(placeOf(p, m), codeLimit, "%s", limit.Message)
}

// placeOf is the place in the program where a run is.
func placeOf(p *compile.Program, m *rewrite.Machine) source.Span {
	if waiting := m.Waiting(); len(waiting) > 0 {
		return spanOf(p, waiting[0].K)
	}
	return source.Span{File: p.File}
}

// spanOf is where the first part of a computation that has a place stands. Behind a
// value waits what it is an operand of.
func spanOf(p *compile.Program, k *term.Term) source.Span {
	for ; k != term.DotK; k = k.Tail() {
		if s := p.Span(rewrite.Position(k.Head())); !s.IsZero() {
			return s
		}
	}
	return source.Span{File: p.File}
}

// topOf writes what is on top of a computation.
func topOf(d *compile.Definition, k *term.Term) string {
	return source.Shorten(d.Format(k.Head()), 80)
}

// threadOf names the element of a collection of cells that a computation is in: by
// the first child, which in a Map is the key.
func threadOf(d *compile.Definition, c rewrite.Computation) string {
	if c.Cell == nil {
		return ""
	}
	for _, cell := range d.Layout.Collections() {
		if !c.Cell.Is(cell.Symbol) {
			continue
		}
		if child := cell.Key(); child != nil {
			return fmt.Sprintf(", in the cell <%s> with <%s> %s", cell.Name, child.Name, d.Format(c.Cell.Arg(0)))
		}
		return fmt.Sprintf(", in a cell <%s>", cell.Name)
	}
	return ""
}
