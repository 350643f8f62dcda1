package rewrite

import (
	"sort"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Engine executes one definition. It is safe for concurrent use once built.
type Engine struct {
	Definition *compile.Definition
	programs   []*Program // in order of priority, then of the definition
	index      *index
	effects    *effects

	simplifications map[*term.Symbol][]*Program
}

// New compiles the rules of a definition for execution and installs the
// evaluators of its functions.
func New(d *compile.Definition) *Engine {
	e := &Engine{Definition: d}
	for _, r := range d.Rules {
		e.programs = append(e.programs, NewProgram(d.Lattice, r, nil))
	}
	sort.SliceStable(e.programs, func(i, j int) bool {
		return e.programs[i].Rule.Priority < e.programs[j].Rule.Priority
	})
	for i, p := range e.programs {
		p.order = i
	}
	for sym, rules := range d.Functions {
		install(d.Lattice, sym, rules)
	}
	for sym, rules := range d.Anywhere {
		install(d.Lattice, sym, rules)
	}
	e.simplifications = map[*term.Symbol][]*Program{}
	for sym, rules := range d.Simplifications {
		for _, r := range rules {
			e.simplifications[sym] = append(e.simplifications[sym], NewProgram(d.Lattice, r, nil))
		}
	}
	e.index = newIndex(d.Layout.K, e.programs)
	e.effects = newEffects(d)
	return e
}

// index finds the programs that can match by the first two items of the
// computation cell.
type index struct {
	slot   int
	first  map[*term.Symbol][]*Program // a constructor on top
	next   map[*term.Symbol][]*Program // a variable on top, a constructor behind it
	any    []*Program
	merged map[indexKey][]*Program
}

type indexKey struct {
	first, second         *term.Symbol
	openFirst, openSecond bool
}

func newIndex(slot int, programs []*Program) *index {
	x := &index{slot: slot, first: map[*term.Symbol][]*Program{}, next: map[*term.Symbol][]*Program{}}
	for _, p := range programs {
		x.add(p)
	}
	return x
}

func (x *index) add(p *Program) {
	for _, s := range p.left {
		if s.slot != x.slot {
			continue
		}
		head, second := s.p, (*pat)(nil)
		if head.op == opSeq {
			head, second = s.p.args[0], s.p.args[1]
			if second.op == opSeq {
				second = second.args[0]
			}
		}
		if sym := headSymbol(head); sym != nil {
			x.first[sym] = append(x.first[sym], p)
			return
		}
		if second != nil && head.op == opVar {
			if sym := headSymbol(second); sym != nil {
				x.next[sym] = append(x.next[sym], p)
				return
			}
		}
	}
	x.any = append(x.any, p)
}

func headSymbol(p *pat) *term.Symbol {
	switch {
	case p.op == opApp:
		return p.sym
	case p.op == opLit && p.lit.Kind() == term.KApp && p.lit != term.DotK:
		return p.lit.Symbol()
	}
	return nil
}

// candidates returns the programs to try for a computation, in order.
func (x *index) candidates(slots []*term.Term, cache map[indexKey][]*Program) []*Program {
	if x.slot < 0 {
		return x.any
	}
	k := slots[x.slot]
	head := k.Head()
	key := indexKey{first: head.Symbol(), openFirst: isOpen(head)}
	if t := k.Tail(); t != term.DotK {
		key.second = t.Head().Symbol()
		key.openSecond = isOpen(t.Head())
	}
	if out, ok := cache[key]; ok {
		return out
	}
	out := append(append(append([]*Program(nil), x.first[key.first]...), x.any...), x.next[key.second]...)
	if key.openFirst {
		// An unknown term on top: everything may match.
		out = append([]*Program(nil), x.any...)
		for _, ps := range x.first {
			out = append(out, ps...)
		}
		for _, ps := range x.next {
			out = append(out, ps...)
		}
	} else if key.openSecond {
		for s, ps := range x.next {
			if s != key.second {
				out = append(out, ps...)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].order < out[j].order })
	cache[key] = out
	return out
}
