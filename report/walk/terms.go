package walk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Piece is a text: itself, or that of a term in the table of a proof. In JSON it is a
// string, or the number of the term.
type Piece struct {
	Text string
	Term int // from 1; 0: Text
}

// MarshalJSON implements json.Marshaler.
func (p Piece) MarshalJSON() ([]byte, error) {
	if p.Term > 0 {
		return json.Marshal(p.Term)
	}
	return json.Marshal(p.Text)
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *Piece) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &p.Text)
	}
	return json.Unmarshal(data, &p.Term)
}

// Term is a term in the table of a proof. Its text is that of its parts, one behind the
// other; a collection has blanks between them, and in JSON says only how it differs from
// one before it.
type Term struct {
	Parts []Piece
	Items *Change // of a collection; Parts is nil
	Like  int     // the collection that Items is a change of; 0: the empty one
}

// collection is the JSON form of a collection.
type collection struct {
	Like int `json:"like,omitempty"`
	Change
}

// MarshalJSON implements json.Marshaler: an array of parts, or an object.
func (t Term) MarshalJSON() ([]byte, error) {
	if t.Items != nil {
		return json.Marshal(collection{t.Like, *t.Items})
	}
	return json.Marshal(t.Parts)
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Term) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, &t.Parts)
	}
	var c collection
	err := json.Unmarshal(data, &c)
	t.Items, t.Like = &c.Change, c.Like
	return err
}

// The bounds of the table: a text that is at most so long, in bytes, stands where it is
// used, and so many items make a collection, of which two may differ in few.
const (
	maxInline = 24
	minItems  = 2
)

// hole stands in the text of a term for a part that has one of its own.
const hole = "\x01"

// table makes the table of the terms of a proof. Variables have the names that people
// know; where several share one they are numbered as they come.
type table struct {
	terms   []Term
	known   map[*term.Term]Piece
	firsts  map[*term.Term]*term.Term
	byHash  map[uint64][]*term.Term // the first ones
	names   map[*term.Variable]string
	taken   map[string]bool
	next    map[string]int // number to try for a name
	entries map[term.Entry]Piece
	where   int             // cell at hand, or -1
	like    map[like]int    // the last collections
	items   map[int][]Piece // of those
}

// like are collections of a kind in a cell: one is most often a change of the last.
type like struct {
	kind term.Kind
	cell int
}

func newTable() *table {
	return &table{known: map[*term.Term]Piece{}, firsts: map[*term.Term]*term.Term{}, byHash: map[uint64][]*term.Term{}, names: map[*term.Variable]string{}, taken: map[string]bool{},
		next: map[string]int{}, entries: map[term.Entry]Piece{}, like: map[like]int{}, items: map[int][]Piece{}}
}

func (b *table) name(v *term.Variable) string {
	if n := b.names[v]; n != "" {
		return n
	}
	base := strings.TrimLeft(v.BaseName(), "?_")
	n := base
	for b.taken[n] || n == "" {
		b.next[base]++
		n = fmt.Sprintf("%s%d", base, b.next[base])
	}
	b.taken[n], b.names[v] = true, n
	return n
}

// of returns the text of a term, which goes into the table if it is not short.
func (b *table) of(t *term.Term) Piece {
	t = b.first(t)
	p, ok := b.known[t]
	if !ok {
		p = b.make(t)
		b.known[t] = p
	}
	return p
}

// first returns the first of the terms that are equal to t, which may be built more than once: when, is a
// matter of the collection of garbage, of which the text must not depend.
func (b *table) first(t *term.Term) *term.Term {
	if t == nil {
		return nil
	}
	if u := b.firsts[t]; u != nil {
		return u
	}
	for _, u := range b.byHash[t.Hash()] {
		if term.Equal(t, u) {
			b.firsts[t] = u
			return u
		}
	}
	b.firsts[t], b.byHash[t.Hash()] = t, append(b.byHash[t.Hash()], t)
	return t
}

func (b *table) all(ts []*term.Term) []Piece {
	out := make([]Piece, len(ts))
	for i, t := range ts {
		out[i] = b.of(t)
	}
	return out
}

func (b *table) make(t *term.Term) Piece {
	switch {
	case t.IsSeq():
		return b.add([]Piece{b.of(t.Head()), {Text: " ~> "}, b.of(t.Tail())})
	case t.Kind() == term.KMap, t.Kind() == term.KSet:
		entries, opaque := t.Entries()
		if len(entries) < minItems {
			break
		}
		items := make([]Piece, 0, len(entries)+len(opaque))
		for _, e := range entries {
			e = term.Entry{Key: b.first(e.Key), Value: b.first(e.Value)}
			p, ok := b.entries[e]
			if !ok {
				p = b.written(nil, func(p *term.Printer) string { return p.FormatEntry(e) })
				b.entries[e] = p
			}
			items = append(items, p)
		}
		return b.collect(t.Kind(), append(items, b.all(opaque)...))
	case t.Kind() == term.KList && t.Len() >= minItems:
		var items []Piece
		for _, it := range t.Items(0, -1) {
			items = append(items, b.written(nil, func(p *term.Printer) string { return p.FormatItem(it) }))
		}
		return b.collect(t.Kind(), items)
	}
	return b.written(t, func(p *term.Printer) string { return p.Format(t) })
}

// collect adds a collection, as a change of the last one if they have much in common.
func (b *table) collect(kind term.Kind, items []Piece) Piece {
	at := like{kind, b.where}
	before := b.like[at]
	c := changeOf(b.items[before], items)
	if c == nil {
		return Piece{Term: before}
	}
	if len(c.Items) >= len(items) {
		before = 0
		c = changeOf(nil, items)
	}
	b.terms = append(b.terms, Term{Items: c, Like: before})
	id := len(b.terms)
	delete(b.items, b.like[at])
	b.like[at], b.items[id] = id, items
	return Piece{Term: id}
}

// written is a text that a printer writes, in which those terms below whole that are not
// short are parts.
func (b *table) written(whole *term.Term, format func(*term.Printer) string) Piece {
	var parts []Piece
	p := &term.Printer{Names: b.name}
	p.Part = func(t *term.Term) (string, bool) {
		if t == whole {
			return "", false
		}
		part := b.of(t)
		if part.Term == 0 {
			return part.Text, true
		}
		parts = append(parts, part)
		return hole, true
	}
	text := format(p)
	around := strings.Split(text, hole)
	if len(around) != len(parts)+1 { // a text of the user has the character: no parts
		p.Part = nil
		around, parts = []string{format(p)}, nil
	}
	var out []Piece
	for i, s := range around {
		if s != "" {
			out = append(out, Piece{Text: source.Printable(s)})
		}
		if i < len(parts) {
			out = append(out, parts[i])
		}
	}
	switch {
	case len(out) == 0:
		return Piece{}
	case len(out) == 1 && (out[0].Term > 0 || len(out[0].Text) <= maxInline):
		return out[0]
	}
	return b.add(out)
}

func (b *table) add(parts []Piece) Piece {
	b.terms = append(b.terms, Term{Parts: parts})
	return Piece{Term: len(b.terms)}
}

// itemsOf are the items of the collection that is a term of the table.
func itemsOf(terms []Term, id int) []Piece {
	var chain []int
	for ; id > 0; id = terms[id-1].Like {
		chain = append(chain, id)
	}
	var items []Piece
	for _, id := range slices.Backward(chain) {
		items = terms[id-1].Items.of(items)
	}
	return items
}

// Text returns the text of a piece, or of its first so many bytes and perhaps a few more.
func (p *Proof) Text(piece Piece, most int) string {
	var b strings.Builder
	if p.write(&b, piece, most) != nil {
		b.WriteString("...")
	}
	return b.String()
}

// errMost is that a text is longer than wanted.
var errMost = errors.New("long")

func (p *Proof) write(b *strings.Builder, piece Piece, most int) error {
	if b.Len() > most {
		return errMost
	}
	if piece.Term == 0 {
		b.WriteString(piece.Text)
		return nil
	}
	t := p.Terms[piece.Term-1]
	parts := t.Parts
	if t.Items != nil {
		parts = itemsOf(p.Terms, piece.Term)
	}
	for i, part := range parts {
		if i > 0 && t.Items != nil {
			b.WriteByte(' ')
		}
		if err := p.write(b, part, most); err != nil {
			return err
		}
	}
	return nil
}
