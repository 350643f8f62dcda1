package rewrite

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// IO is where the stream cells of a configuration lead. A nil Writer keeps the
// output in the configuration; a nil Reader gives no input.
type IO struct {
	In  io.Reader
	Out io.Writer
}

// streams connects the cells with a stream property to real input and output
// (K-NOTATION section 7). In the list of a stdout cell, items behind the buffer
// are written and dropped. A stdin cell is given one item, of the sort that a
// rule wants, when no rule applies for want of it: a rule with
// <in> ListItem(I:Int) => .List ...</in> that would match on one more item has the next
// word of the input read as a number.
type streams struct {
	in      *bufio.Reader
	out     io.Writer
	inSlot  int
	outSlot int
	last    *term.Term // the output list at the last look
	failure error
}

// newStreams finds the stream cells that are connected.
func newStreams(l *compile.Layout, stdio IO) *streams {
	s := &streams{inSlot: -1, outSlot: -1, out: stdio.Out}
	if stdio.In != nil {
		s.in = bufio.NewReader(stdio.In)
	}
	for i, c := range l.Slots {
		switch {
		case c.Stream == "stdin" && stdio.In != nil:
			s.inSlot = i
		case c.Stream == "stdout" && stdio.Out != nil:
			s.outSlot = i
		}
	}
	return s
}

// settle writes out what stands in the output cell.
func (s *streams) settle(slots []*term.Term) error {
	if s.outSlot < 0 || slots[s.outSlot] == s.last {
		return nil
	}
	list := slots[s.outSlot]
	if list.Kind() != term.KList {
		s.last = list
		return nil
	}
	from := bufferEnd(list)
	keep := from
	for i := from; i < list.Len(); i++ {
		text, ok := ItemText(list.Item(i).Term)
		if !ok {
			break
		}
		if _, err := io.WriteString(s.out, text); err != nil {
			return fmt.Errorf("writing output: %w", err)
		}
		keep++
	}
	if keep > from {
		list = term.Concat(list.Slice(0, from), list.Slice(keep, list.Len()))
		slots[s.outSlot] = list
	}
	s.last = list
	return nil
}

// bufferEnd returns how many items at the front of a stream cell are not
// output: the visible ostream, flag and buffer where they stand.
func bufferEnd(list *term.Term) int {
	for i := 0; i < list.Len() && i < 3; i++ {
		if t := list.Item(i).Term; t.Kind() == term.KApp && strings.HasPrefix(t.Symbol().Name, "#buffer") {
			return i + 1
		}
	}
	return 0
}

// Written returns the items that an output cell holds.
func Written(list *term.Term) []*term.Term {
	if list.Kind() != term.KList {
		return []*term.Term{list}
	}
	var out []*term.Term
	for _, item := range list.Items(bufferEnd(list), -1) {
		out = append(out, item.Term)
	}
	return out
}

// Buffered returns a configuration in which what was written stands as text in the buffer
// of the output cell, as far as it is known, where K's rules for streams put it
// (K-NOTATION section 7). It is the configuration itself if there is nothing to put there.
func Buffered(l *compile.Layout, slots []*term.Term) []*term.Term {
	out := slices.IndexFunc(l.Slots, func(c *compile.Cell) bool { return c.Stream == "stdout" })
	if out < 0 || slots[out].Kind() != term.KList {
		return slots
	}
	list := slots[out]
	from := bufferEnd(list)
	if from == 0 {
		return slots
	}
	buffer := list.Item(from - 1).Term
	if buffer.Arg(0).Kind() != term.KString {
		return slots
	}
	text, next := buffer.Arg(0).Text(), from
	for ; next < list.Len(); next++ {
		more, ok := ItemText(list.Item(next).Term)
		if !ok {
			break
		}
		text += more
	}
	if next == from {
		return slots
	}
	buffered := slices.Clone(slots)
	full := term.ListOf(term.App(buffer.Symbol(), term.Str(text)))
	buffered[out] = term.Concat(term.Concat(list.Slice(0, from-1), full), list.Slice(next, list.Len()))
	return buffered
}

// ItemText is what an item of the output cell writes: integers in decimal,
// strings as they are; false if that is not known.
func ItemText(t *term.Term) (string, bool) {
	switch t.Kind() {
	case term.KInt:
		return t.Big().String(), true
	case term.KString:
		return t.Text(), true
	}
	return "", false
}

// supply puts the next item of the input, of the wanted sort, in front of the
// input cell. The text of the buffer that stands there comes before what is
// still to be read. At the end of the input the cell becomes the empty list, for
// rules about that. It reports whether the cell has changed.
func (s *streams) supply(slots []*term.Term, wanted term.Sort) bool {
	if s.inSlot < 0 || wanted != term.SortInt && wanted != term.SortString {
		return false
	}
	list := slots[s.inSlot]
	text, rest, buffer := frontBuffer(list)
	if rest == nil {
		return false
	}
	word := strings.TrimLeft(text, blanks)
	if word == "" {
		word = s.readWord()
		if word == "" && s.failure == nil {
			slots[s.inSlot] = term.EmptyList
			s.inSlot = -1
			return true
		}
	}
	item, left := splitItem(word, wanted)
	cell := term.Concat(term.ListOf(term.Apply(buffer.Symbol(), term.Str(left))), rest)
	if item != nil {
		cell = term.Concat(term.ListOf(item), cell)
	}
	slots[s.inSlot] = cell
	return item != nil
}

const blanks = " \n\t\r"

// frontBuffer splits the list of an input cell: the text in the buffer at its
// front, what stands behind, and the buffer. The rest is nil if an ordinary
// item is at the front, so that nothing may be read now.
func frontBuffer(list *term.Term) (text string, rest, buffer *term.Term) {
	if list.Kind() != term.KList || list.Len() == 0 {
		return "", nil, nil
	}
	buffer = list.Item(0).Term
	if buffer.Kind() != term.KApp || !strings.HasPrefix(buffer.Symbol().Name, "#buffer") || buffer.Arg(0).Kind() != term.KString {
		return "", nil, nil
	}
	return buffer.Arg(0).Text(), list.Slice(1, list.Len()), buffer
}

// splitItem takes an item off the front of a text: a string is all of it, an
// integer its digits with their sign. The item is nil if there is none.
func splitItem(text string, wanted term.Sort) (item *term.Term, left string) {
	if wanted == term.SortString {
		if text == "" {
			return nil, ""
		}
		return term.Str(text), ""
	}
	end := 0
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		end = 1
	}
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	n, ok := new(big.Int).SetString(text[:end], 10)
	if !ok {
		return nil, text
	}
	return term.BigInt(n), text[end:]
}

// readWord reads a word, and the blank behind it; "" at the end of the input.
func (s *streams) readWord() string {
	var b strings.Builder
	for {
		r, _, err := s.in.ReadRune()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.failure = err
			}
			return b.String()
		}
		if !strings.ContainsRune(blanks, r) {
			b.WriteRune(r)
		} else if b.Len() > 0 {
			return b.String()
		}
	}
}
