// Package certificate has the file in which a certificate is kept, and writes one as a
// development for Coq.
//
// A file is [magic], then a gzip stream without times. In it every number is a varint, every
// text its length and its bytes; a term is written in full where it first occurs, and by its
// number afterwards; of a shared node's path condition, what the one before does not begin with. The
// last 32 bytes are the SHA-256 of what stands before. The same certificate has the same bytes, and a
// reader takes no others.
package certificate

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// Version is that of the format. Readers take no other.
const Version = 4

const magic = "rlv certificate\n"

// The limits of what a reader takes.
const (
	MaxFile   = 8 << 20 // bytes of a file
	maxBody   = 8 << 20 // bytes of what it holds
	maxDepth  = 100_000 // of terms and formulas
	maxThings = 1 << 19 // terms, formulas, entries of lists
)

// Certificate is a set of goals with their proofs, and what they are about.
type Certificate struct {
	Definition string // name of the definition's file
	Language   Hash   // of the definition as the kernel has it
	Program    string // name of the program's file
	Text       Hash   // of the program with its annotations
	Goals      []Goal
	Axioms     []Axiom
	Lemmas     []Lemma
	Functions  []string // from logic.FirstSym on
	// Total is set if it is also proved that what the goals run ends.
	Total bool
}

// Hash is a SHA-256.
type Hash [sha256.Size]byte

// Goal is a goal with its proof.
type Goal struct {
	Name, Place string
	kernel.Goal
	Proof kernel.Proof
}

// Axiom is a formula that proofs take as it is.
type Axiom struct {
	Name, Place string
	Formula     *logic.Form
}

// Lemma is a formula that is proved, and then taken as axioms are.
type Lemma struct {
	Name, Place string
	kernel.Lemma
}

// ErrDamaged is the error of what is no certificate, or was changed.
var ErrDamaged = errors.New("this is no certificate, or it was changed")

// Write writes a certificate.
func (c *Certificate) Write(w io.Writer) error {
	body, err := c.encode()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, magic); err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(body); err != nil {
		return err
	}
	return z.Close()
}

// encode returns the bytes that are compressed.
func (c *Certificate) encode() ([]byte, error) {
	w := newCoder(nil)
	w.certificate(c)
	if w.err != nil {
		return nil, w.err
	}
	return withSum(w.out), nil
}

// withSum puts the checksum behind a text.
func withSum(text []byte) []byte {
	sum := sha256.Sum256(text)
	return append(bytes.Clone(text), sum[:]...)
}

// Read reads a certificate. What was altered is ErrDamaged.
func Read(file []byte) (*Certificate, error) {
	if len(file) > MaxFile {
		return nil, fmt.Errorf("%w: it is larger than %d MiB", ErrDamaged, MaxFile>>20)
	}
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return nil, fmt.Errorf("%w: it does not begin as one does", ErrDamaged)
	}
	input := bytes.NewReader(rest)
	z, err := gzip.NewReader(input)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	z.Multistream(false)
	body, err := io.ReadAll(io.LimitReader(z, maxBody+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	case len(body) > maxBody:
		return nil, fmt.Errorf("%w: it holds more than %d MiB", ErrDamaged, maxBody>>20)
	case input.Len() > 0:
		return nil, fmt.Errorf("%w: something stands behind it", ErrDamaged)
	}
	return decode(body)
}

// decode reads what was compressed. It takes nothing but what encode writes.
func decode(body []byte) (*Certificate, error) {
	if len(body) < sha256.Size {
		return nil, ErrDamaged
	}
	text, sum := body[:len(body)-sha256.Size], body[len(body)-sha256.Size:]
	if own := sha256.Sum256(text); !bytes.Equal(own[:], sum) {
		return nil, fmt.Errorf("%w: the checksum is another", ErrDamaged)
	}
	r, c := newCoder(text), &Certificate{}
	r.certificate(c)
	if r.err == nil && len(r.in) > 0 {
		r.fail("something is left over")
	}
	if r.err != nil {
		return nil, r.err
	}
	if again, err := c.encode(); err != nil || !bytes.Equal(again, body) {
		return nil, fmt.Errorf("%w: it is not written as certificates are", ErrDamaged)
	}
	return c, nil
}

// HashOf is the hash of a language as the kernel has it, and of what its numbers stand for.
func HashOf(l *kernel.Language, names ...[]string) Hash {
	w := newCoder(nil)
	w.language(l)
	for i := range names {
		list(w, &names[i], w.text)
	}
	if w.err != nil {
		panic(w.err) // all languages can be written
	}
	return sha256.Sum256(w.out)
}

// Claim is the hash of what a certificate proves: goals, axioms, and what they are about, without the proofs.
func (c *Certificate) Claim() Hash {
	w := newCoder(nil)
	if w.claim(c); w.err != nil {
		panic(w.err) // it was read, or will not be written
	}
	return sha256.Sum256(w.out)
}

// KernelAxioms are the axioms as the kernel has them.
func (c *Certificate) KernelAxioms() []*logic.Form {
	out := make([]*logic.Form, len(c.Axioms))
	for i := range c.Axioms {
		out[i] = c.Axioms[i].Formula
	}
	return out
}

// KernelLemmas are the lemmas as the kernel has them.
func (c *Certificate) KernelLemmas() []kernel.Lemma {
	out := make([]kernel.Lemma, len(c.Lemmas))
	for i := range c.Lemmas {
		out[i] = c.Lemmas[i].Lemma
	}
	return out
}

// KernelGoals are the goals as the kernel has them.
func (c *Certificate) KernelGoals() []kernel.Goal {
	out := make([]kernel.Goal, len(c.Goals))
	for i := range c.Goals {
		out[i] = c.Goals[i].Goal
	}
	return out
}

// Proofs are the proofs of the goals.
func (c *Certificate) Proofs() []kernel.Proof {
	out := make([]kernel.Proof, len(c.Goals))
	for i := range c.Goals {
		out[i] = c.Goals[i].Proof
	}
	return out
}
