// Package stored writes and reads what is kept of a definition between runs: a
// table of texts, and a sequence of numbers (varints) without tags, which reader and
// writer go through in the same order. Parts of it may be read later, or never.
package stored

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrDamaged is that bytes are no stored form of what is read.
var ErrDamaged = errors.New("the stored form is damaged")

// Writer writes a stored form. Its zero value is not usable; see [NewWriter].
type Writer struct {
	numbers []byte // what has been written
	*writtenTexts
}

// writtenTexts are the texts of a form, in the order of their numbers.
type writtenTexts struct {
	known        map[string]uint64
	lengths, all []byte
}

// NewWriter returns a writer of an empty form.
func NewWriter() *Writer { return &Writer{writtenTexts: &writtenTexts{known: map[string]uint64{}}} }

// Part returns a writer of a part of the form, which is put into it later.
func (w *Writer) Part() *Writer { return &Writer{writtenTexts: w.writtenTexts} }

// Put writes a part.
func (w *Writer) Put(part *Writer) {
	w.Number(uint64(len(part.numbers)))
	w.Append(part)
}

// Append writes what a part has, without saying where it ends.
func (w *Writer) Append(part *Writer) { w.numbers = append(w.numbers, part.numbers...) }

// Form returns the form.
func (w *Writer) Form() []byte {
	var out Writer
	out.Put(&Writer{numbers: w.lengths})
	out.Put(&Writer{numbers: w.all})
	out.Append(w)
	return out.numbers
}

// Number writes a number that is not negative.
func (w *Writer) Number(n uint64) { w.numbers = binary.AppendUvarint(w.numbers, n) }

// Signed writes a number that may be negative.
func (w *Writer) Signed(n int) { w.numbers = binary.AppendVarint(w.numbers, int64(n)) }

// Flag writes a Boolean.
func (w *Writer) Flag(b bool) {
	if b {
		w.Number(1)
	} else {
		w.Number(0)
	}
}

// Text writes a text.
func (w *Writer) Text(s string) {
	if Numbered(w, w.known, s) {
		return
	}
	w.lengths = binary.AppendUvarint(w.lengths, uint64(len(s)))
	w.all = append(w.all, s...)
}

// Numbered writes the number of a thing, a new one at its first use; it reports
// whether it had one.
func Numbered[T comparable](w *Writer, numbers map[T]uint64, x T) bool {
	n, known := numbers[x]
	if !known {
		n = uint64(len(numbers))
		numbers[x] = n
	}
	w.Number(n)
	return known
}

// Reader reads a stored form. It panics with [ErrDamaged] where that makes no
// sense, which [Caught] turns into an error.
type Reader struct {
	form []byte // what has not been read
	*texts
}

// texts are the texts of a form: one begins where the one before it ends.
type texts struct {
	all  string
	ends []uint32
}

// NewReader returns a reader of a form.
func NewReader(form []byte) *Reader {
	r := &Reader{form: form}
	lengths := Reader{form: r.Part()}
	r.texts = &texts{string(r.Part()), make([]uint32, 0, len(lengths.form))}
	end := 0
	for !lengths.Ended() {
		end += lengths.Below(len(r.all) - end + 1)
		r.ends = append(r.ends, uint32(end))
	}
	return r
}

// Of returns a reader of a part of the form.
func (r *Reader) Of(part []byte) *Reader { return &Reader{form: part, texts: r.texts} }

// Part returns a part, which is passed over.
func (r *Reader) Part() []byte {
	n := r.Count()
	out := r.form[:n]
	r.form = r.form[n:]
	return out
}

// Caught is to be deferred where a form is read: whatever a damaged form leads to is
// an error that is [ErrDamaged].
func Caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, p)
	}
}

// Expect panics if something does not hold of what was read.
func (r *Reader) Expect(ok bool) {
	if !ok {
		panic(ErrDamaged)
	}
}

// Ended reports whether all has been read.
func (r *Reader) Ended() bool { return len(r.form) == 0 }

// Number reads a number that is not negative.
func (r *Reader) Number() uint64 {
	if len(r.form) > 0 && r.form[0] < 0x80 {
		n := r.form[0]
		r.form = r.form[1:]
		return uint64(n)
	}
	return r.long()
}

// long reads a number of more than one byte.
func (r *Reader) long() uint64 {
	n := uint64(0)
	for i := range min(len(r.form), binary.MaxVarintLen64-1) { // 63 bits
		c := r.form[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.form = r.form[i+1:]
			return n
		}
	}
	panic(ErrDamaged)
}

// Signed reads a number that may be negative.
func (r *Reader) Signed() int {
	n := r.Number()
	return int(n>>1) ^ -int(n&1)
}

// Below reads a number that is less than another one.
func (r *Reader) Below(n int) int {
	i := r.Number()
	r.Expect(i < uint64(n))
	return int(i)
}

// Count reads the length of something that takes a byte an element at least.
func (r *Reader) Count() int {
	n := r.Number()
	r.Expect(n <= uint64(len(r.form)))
	return int(n)
}

// Flag reads a Boolean.
func (r *Reader) Flag() bool { return r.Number() == 1 }

// Text reads a text.
func (r *Reader) Text() string {
	i, from := r.Below(len(r.ends)), uint32(0)
	if i > 0 {
		from = r.ends[i-1]
	}
	return r.all[from:r.ends[i]]
}
