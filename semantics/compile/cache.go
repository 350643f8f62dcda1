package compile

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"

	"github.com/rogpeppe/go-internal/cache"
)

// cacheStore keeps the parsed sentences of definitions between runs, keyed by
// the text of all files and by the executable that parsed them. A store that
// cannot be used keeps nothing; nil is such a store.
type cacheStore struct{ files *cache.Cache }

// cacheFormat changes when the encoding does.
const cacheFormat = "rlv parsed sentences 1"

// openCache opens the store that the options and the environment name.
func openCache(opts Options) *cacheStore {
	dir := opts.CacheDir
	if dir == "" {
		dir = os.Getenv("RLV_CACHE")
	}
	if dir == "off" {
		return nil
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(user, "rlv")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil
	}
	c, err := cache.Open(dir)
	if err != nil {
		return nil
	}
	return &cacheStore{c}
}

// key identifies the parsed form of a definition.
func (c *cacheStore) key(src *kdef.Definition) (cache.ActionID, bool) {
	exe, err := os.Executable()
	if err != nil {
		return cache.ActionID{}, false
	}
	info, err := os.Stat(exe)
	if err != nil {
		return cache.ActionID{}, false
	}
	text := fmt.Sprintf("%s %x %d %d", cacheFormat, src.Hash, info.Size(), info.ModTime().UnixNano())
	return sha256.Sum256([]byte(text)), true
}

// load returns what is kept for a definition, nil if that is nothing or not
// readable.
func (c *cacheStore) load(src *kdef.Definition, bubbles []*kdef.Bubble) *parsed {
	if c == nil {
		return nil
	}
	id, ok := c.key(src)
	if !ok {
		return nil
	}
	data, _, err := c.files.GetBytes(id)
	if err != nil {
		return nil
	}
	p, err := decodeParsed(data, src, bubbles)
	if err != nil {
		return nil
	}
	return p
}

// save keeps the parsed form of a definition; a store that cannot be written
// is no error.
func (c *cacheStore) save(src *kdef.Definition, _ []*kdef.Bubble, p *parsed) {
	if c == nil {
		return
	}
	if id, ok := c.key(src); ok {
		_ = c.files.PutBytes(id, encodeParsed(p))
	}
}

// encoder writes trees in prefix order; texts are numbered at first use.
type encoder struct {
	out   []byte
	texts map[string]uint64
}

func encodeParsed(p *parsed) []byte {
	e := &encoder{texts: map[string]uint64{}}
	e.number(uint64(len(p.leaves)))
	for _, t := range p.leaves {
		e.tree(t)
	}
	e.number(uint64(len(p.sentences)))
	for _, s := range p.sentences {
		e.tree(s.Body)
		e.tree(s.Requires)
		e.tree(s.Ensures)
	}
	sum := sha256.Sum256(e.out)
	return append(e.out, sum[:]...)
}

func (e *encoder) number(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

func (e *encoder) text(s string) {
	if n, ok := e.texts[s]; ok {
		e.number(n)
		return
	}
	n := uint64(len(e.texts))
	e.texts[s] = n
	e.number(n)
	e.number(uint64(len(s)))
	e.out = append(e.out, s...)
}

// tree writes a tree; the first number is 0 for none.
func (e *encoder) tree(t *grammar.Tree) {
	if t == nil {
		e.number(0)
		return
	}
	e.number(uint64(t.Kind) + 1)
	prod := uint64(0)
	if t.Prod != nil {
		prod = uint64(t.Prod.Index) + 1
	}
	e.number(prod)
	e.text(t.Text)
	e.text(t.Sort)
	flags := uint64(t.VarKind)
	for i, b := range []bool{t.Anonymous, t.Cast, t.DotsLeft, t.DotsRight} {
		if b {
			flags |= 16 << i
		}
	}
	e.number(flags)
	e.number(uint64(t.Span.Start))
	e.number(uint64(t.Span.End - t.Span.Start))
	e.number(uint64(len(t.Children)))
	for _, c := range t.Children {
		e.tree(c)
	}
}

var errDamaged = errors.New("the cached form is damaged")

type decoder struct {
	in    []byte
	texts []string
	src   *kdef.Definition
	file  *source.File
	bad   bool
}

func decodeParsed(data []byte, src *kdef.Definition, bubbles []*kdef.Bubble) (*parsed, error) {
	if len(data) < sha256.Size {
		return nil, errDamaged
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(body); string(got[:]) != string(sum) {
		return nil, errDamaged
	}
	d := &decoder{in: body, src: src}
	p := &parsed{}
	cells := leavesOf(src.Config)
	if d.number() != uint64(len(cells)) {
		return nil, errDamaged
	}
	for _, c := range cells {
		d.file = c.Body.File
		p.leaves = append(p.leaves, d.tree())
	}
	if d.number() != uint64(len(bubbles)) {
		return nil, errDamaged
	}
	for _, b := range bubbles {
		d.file = b.Body.File
		p.sentences = append(p.sentences, &grammar.Sentence{Bubble: b, Body: d.tree(), Requires: d.tree(), Ensures: d.tree()})
	}
	if d.bad || len(d.in) > 0 {
		return nil, errDamaged
	}
	return p, nil
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.in)
	if size <= 0 {
		d.bad, d.in = true, nil
		return 0
	}
	d.in = d.in[size:]
	return n
}

func (d *decoder) text() string {
	n := d.number()
	if n < uint64(len(d.texts)) {
		return d.texts[n]
	}
	size := d.number()
	if n != uint64(len(d.texts)) || size > uint64(len(d.in)) {
		d.bad = true
		return ""
	}
	s := string(d.in[:size])
	d.in = d.in[size:]
	d.texts = append(d.texts, s)
	return s
}

func (d *decoder) tree() *grammar.Tree {
	kind := d.number()
	if kind == 0 || d.bad {
		return nil
	}
	t := &grammar.Tree{Kind: grammar.Kind(kind - 1)}
	if prod := d.number(); prod > uint64(len(d.src.Productions)) {
		d.bad = true
		return nil
	} else if prod > 0 {
		t.Prod = d.src.Productions[prod-1]
	}
	t.Text, t.Sort = d.text(), d.text()
	flags := d.number()
	t.VarKind = grammar.VarKind(flags & 15)
	t.Anonymous, t.Cast, t.DotsLeft, t.DotsRight = flags&16 != 0, flags&32 != 0, flags&64 != 0, flags&128 != 0
	start := int(d.number())
	t.Span = source.Span{File: d.file, Start: start, End: start + int(d.number())}
	n := d.number()
	if n > uint64(len(d.in)) {
		d.bad = true
		return nil
	}
	if n > 0 {
		t.Children = make([]*grammar.Tree, n)
		for i := range t.Children {
			t.Children[i] = d.tree()
		}
	}
	return t
}
