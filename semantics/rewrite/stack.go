package rewrite

import (
	"slices"

	"rlv/semantics/term"
)

// stack is a computation taken apart. While the sum in
//
//	x = (1 + y) * 2; ~> while (b) s ~> K
//
// is on top of it, the operands of all that is half evaluated lie on a stack, and the
// frames say what they are operands of:
//
//	operands  x _ | _ 2 | 1 y
//	frames    while (b) s   [=, second]   [*, first]
//	open      +
//	rest      K
//
// The application 1 + y is open: it exists as its operands only. Its rules are tried on
// these. To heat y a frame [+, second] is put on top of the frames, and y is the top; when
// y has become 3, that takes the place of y among the operands, and + is open again. A
// freezer, _*_ with a hole, and an application with some results in it are made terms only
// where something looks at them ([stack.behind]), or where all that waits is to be a term
// ([stack.freeze]). What is a term is taken apart again item by item, so that to make all
// that waits a term at each step costs no more than what was put on top of it since then.
type stack struct {
	// What is on top: a term, or else the operands of open; neither if there is nothing.
	top   *term.Term
	open  *operator
	place int32 // the position mark of open

	operands []*term.Term
	frames   []frame    // the one on top is the last
	rest     *term.Term // what waits below the frames
}

// frame is an application that waits for one of its operands or, if hole is nil, a piece
// of computation that waits; that is not empty.
type frame struct {
	hole  *hole
	items *term.Term
	place int32 // the position mark of the application
}

// operator is a constructor whose applications may be open.
type operator struct {
	sym *term.Symbol
	n   int // operands
}

// hole is an operand of an operator that is evaluated, and the freezer that stands in a
// term for the application without it.
type hole struct {
	of      *operator
	at      int
	freezer *term.Symbol
	frozen  []int // which operand each argument of the freezer is
}

// load takes a computation apart.
func (s *stack) load(k *term.Term) {
	s.clear()
	s.rest = k
	s.setTop(s.pop())
}

// clear removes all there is.
func (s *stack) clear() {
	s.top, s.open, s.rest = nil, nil, term.DotK
	s.operands, s.frames = s.operands[:0], s.frames[:0]
}

// whole returns the computation as a term; the stack stays as it is, but for what it is
// made of.
func (s *stack) whole() *term.Term {
	s.close()
	k := s.freeze()
	if s.top != nil {
		k = term.NewSeq(s.top, k)
	}
	return k
}

// args are the operands of what is on top.
func (s *stack) args() []*term.Term {
	if s.open != nil {
		return s.operands[len(s.operands)-s.open.n:]
	}
	return s.top.Args()
}

// close makes what is on top a term, if it is open.
func (s *stack) close() {
	if s.open == nil {
		return
	}
	s.top = term.NewAt(s.open.sym, s.place, s.args())
	s.dropTop()
}

// dropTop takes what is open away.
func (s *stack) dropTop() {
	if s.open != nil {
		s.operands = s.operands[:len(s.operands)-s.open.n]
		s.open = nil
	}
}

// setTop puts a computation on top, where nothing is.
func (s *stack) setTop(k *term.Term) {
	switch {
	case k == term.DotK:
		k = s.pop()
	case k != nil && k.IsSeq():
		s.push(k.Tail())
		k = k.Head()
	}
	s.top = k
}

// push puts a computation on top of what waits.
func (s *stack) push(k *term.Term) {
	if k != term.DotK {
		s.frames = append(s.frames, frame{items: k})
	}
}

// pop takes the first item of what waits; nil if nothing does.
func (s *stack) pop() *term.Term {
	from := &s.rest
	if last := len(s.frames) - 1; last >= 0 {
		fr := &s.frames[last]
		if fr.hole != nil {
			t := s.frozen(fr, len(s.operands)-fr.hole.of.n)
			s.dropFrame()
			return t
		}
		if !fr.items.IsSeq() {
			s.frames = s.frames[:last]
			return fr.items
		}
		from = &fr.items
	}
	t := *from
	if t == term.DotK {
		return nil
	}
	*from = t.Tail()
	return t.Head()
}

// dropFrame takes the frame on top away, with its operands.
func (s *stack) dropFrame() {
	last := len(s.frames) - 1
	if h := s.frames[last].hole; h != nil {
		s.operands = s.operands[:len(s.operands)-h.of.n]
	}
	s.frames = s.frames[:last]
}

// drop takes items of what waits away.
func (s *stack) drop(n int) {
	for ; n > 0; n-- {
		if last := len(s.frames) - 1; last >= 0 && s.frames[last].hole != nil {
			s.dropFrame()
		} else {
			s.pop()
		}
	}
}

// frozen returns the freezer of a frame whose operands begin at base.
func (s *stack) frozen(fr *frame, base int) *term.Term {
	var buffer [4]*term.Term
	args := buffer[:0]
	for _, i := range fr.hole.frozen {
		args = append(args, s.operands[base+i])
	}
	return term.NewAt(fr.hole.freezer, fr.place, args)
}

// freeze makes all that waits a term.
func (s *stack) freeze() *term.Term {
	base := 0
	for i := range s.frames {
		fr := &s.frames[i]
		t := fr.items
		if fr.hole != nil {
			t = s.frozen(fr, base)
			base += fr.hole.of.n
		}
		s.rest = term.NewSeq(t, s.rest)
	}
	s.frames = s.frames[:0]
	s.operands = slices.Delete(s.operands, 0, base)
	return s.rest
}

// behind returns item n of what waits, nil if there is none.
func (s *stack) behind(n int) *term.Term {
	fr, base, t := s.waitsAt(n)
	if fr != nil {
		return s.frozen(fr, base)
	}
	return t
}

// waitsAt returns item n of what waits: a frame whose operands begin at base, or else a term; neither
// if there is none.
func (s *stack) waitsAt(n int) (fr *frame, base int, t *term.Term) {
	base = len(s.operands)
	if s.open != nil {
		base -= s.open.n
	}
	for i := len(s.frames) - 1; i >= 0; i-- {
		fr := &s.frames[i]
		if fr.hole == nil {
			if t, n = item(fr.items, n); t != nil {
				return nil, 0, t
			}
			continue
		}
		base -= fr.hole.of.n
		if n == 0 {
			return fr, base, nil
		}
		n--
	}
	t, _ = item(s.rest, n)
	return nil, 0, t
}

// empty reports whether there is nothing.
func (s *stack) empty() bool { return s.top == nil && s.open == nil }

// symbol is that of what is on top, nil if it has none.
func (s *stack) symbol() *term.Symbol {
	if s.open != nil {
		return s.open.sym
	}
	return s.top.Symbol()
}

// pos is the position mark of what is on top.
func (s *stack) pos() int32 {
	if s.open != nil {
		return s.place
	}
	return s.top.Pos()
}

// holds reports whether there are more than n items.
func (s *stack) holds(n int) bool {
	if n == 0 {
		return !s.empty()
	}
	return s.behind(n-1) != nil
}

// item returns item n of a computation or, if there is none, how many are wanted of what
// follows it.
func item(k *term.Term, n int) (t *term.Term, left int) {
	for ; k != term.DotK; k = k.Tail() {
		if n == 0 {
			return k.Head(), 0
		}
		n--
	}
	return nil, n
}

// next is the constructor of the first item that waits, nil if that has none.
func (s *stack) next() *term.Symbol {
	k := s.rest
	if last := len(s.frames) - 1; last >= 0 {
		if h := s.frames[last].hole; h != nil {
			return h.freezer
		}
		k = s.frames[last].items
	}
	if k == term.DotK {
		return nil
	}
	return k.Head().Symbol()
}

// nextPlace is the position mark of the first item that waits; there is one.
func (s *stack) nextPlace() int32 {
	k := s.rest
	if last := len(s.frames) - 1; last >= 0 {
		if s.frames[last].hole != nil {
			return s.frames[last].place
		}
		k = s.frames[last].items
	}
	return k.Head().Pos()
}

// heat makes an operand of what is on top the top.
func (s *stack) heat(h *hole) {
	if s.open == nil {
		s.operands = append(s.operands, s.top.Args()...)
		s.place = s.top.Pos()
	}
	s.frames = append(s.frames, frame{hole: h, place: s.place})
	s.open = nil
	s.setTop(s.operands[len(s.operands)-h.of.n+h.at])
}

// thaw makes a freezer on top of what waits a frame.
func (s *stack) thaw(h *hole) {
	if last := len(s.frames) - 1; last >= 0 && s.frames[last].hole != nil {
		return
	}
	t := s.pop()
	base := len(s.operands)
	for range h.of.n {
		s.operands = append(s.operands, nil)
	}
	for i, a := range t.Args() {
		s.operands[base+h.frozen[i]] = a
	}
	s.frames = append(s.frames, frame{hole: h, place: t.Pos()})
}

// cool puts the top among the operands of the frame that waits for it, which is open then.
func (s *stack) cool() {
	last := len(s.frames) - 1
	fr := s.frames[last]
	s.operands[len(s.operands)-fr.hole.of.n+fr.hole.at] = s.top
	s.frames = s.frames[:last]
	s.top, s.open, s.place = nil, fr.hole.of, fr.place
}

// behindItems is what waits behind n items, as a term.
func (s *stack) behindItems(n int) *term.Term {
	s.close()
	k := s.freeze()
	for range n {
		k = k.Tail()
	}
	return k
}

// replace puts items in place of what a rule has replaced.
func (s *stack) replace(o *overStack, items []*term.Term) {
	s.dropTop()
	s.top = nil
	if o.stays {
		s.drop(o.items - 1 - o.kept)
	} else {
		s.clear()
	}
	for i := len(items) - 1; i > 0; i-- {
		s.push(items[i])
	}
	if len(items) == 0 {
		s.top = s.pop()
	} else {
		s.setTop(items[0])
	}
}

// waiting are the operands of the frame on top, whose hole is h, where nothing is open.
func (s *stack) waiting(h *hole) []*term.Term { return s.operands[len(s.operands)-h.of.n:] }
