package verify

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand"
	"testing"
	"time"

	"rlv/process/processtest"
	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
)

const certificateHead = "rlv certificate\n"

// bodyOf is what is compressed in the file of a certificate, without the checksum at its end.
func bodyOf(t testing.TB, file []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(file[len(certificateHead):]))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return body[:len(body)-sha256.Size]
}

// fileOf is a file with such a body, and the checksum that it wants.
func fileOf(t testing.TB, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString(certificateHead)
	z, err := gzip.NewWriterLevel(&out, gzip.HuffmanOnly)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(body)
	for _, part := range [][]byte{body, sum[:]} {
		if _, err := z.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// all proves everything.
type all struct{}

func (all) Prove(_ context.Context, os []*kernel.Obligation) []bool {
	out := make([]bool, len(os))
	for i := range out {
		out[i] = true
	}
	return out
}

// accepted checks a file that may have anything in it, with a solver that believes everything; nil if it is
// refused. That takes a bounded time, and whoever reads the claim sees whether it is that of another certificate.
func accepted(t *testing.T, file []byte, l *encode.Language, own *certificate.Certificate) *check.Outcome {
	t.Helper()
	start := processtest.Used()
	c, err := certificate.Read(file)
	var o *check.Outcome
	if err == nil {
		o, err = check.Check(context.Background(), c, l, all{})
	}
	if took := processtest.Used() - start; took > time.Second && took > processtest.Allow(t, time.Second) {
		t.Errorf("it takes %v", took)
	}
	if err != nil {
		if !errors.Is(err, certificate.ErrDamaged) && !errors.Is(err, kernel.ErrInvalid) && !errors.Is(err, check.ErrLanguage) {
			t.Error(err)
		}
		return nil
	}
	if same := o.Claim == own.Claim(); same != sameClaim(c, own) {
		t.Errorf("the claim has the same hash: %v", same)
	}
	return o
}

// flipped flips each bit, or one of so many, of what certificates hold, and counts what comes of it.
func flipped(t *testing.T, every int, paths ...string) {
	for _, path := range paths {
		own, file := certified(t, path)
		l, body := languageOf(t, path), bodyOf(t, file)
		if accepted(t, fileOf(t, body), l, own) == nil {
			t.Fatal(path, "is not accepted as it is")
		}
		outcomes := map[string]int{}
		for bit := 0; bit < 8*len(body); bit += every {
			changed := bytes.Clone(body)
			changed[bit/8] ^= 1 << (bit % 8)
			switch o := accepted(t, fileOf(t, changed), l, own); {
			case o == nil:
				outcomes["refused"]++
			case o.Claim == own.Claim():
				outcomes["the same claim"]++
			default:
				outcomes["another claim"]++
			}
			if t.Failed() {
				t.Fatalf("%s: bit %d", path, bit)
			}
		}
		t.Log(path, len(body), "bytes:", outcomes)
		if outcomes["refused"] == 0 || outcomes["another claim"] == 0 {
			t.Errorf("%s: %v", path, outcomes)
		}
	}
}

// With any bit changed, and the checksum that it wants, a certificate is refused, or is one of the same claim, or says
// that its claim is another.
func TestFlippedBits(t *testing.T) {
	flipped(t, 97, "../examples/imp/sum.imp")
}

func TestSlowFlippedBits(t *testing.T) {
	every := 1
	if testing.Short() {
		every = 7
	}
	flipped(t, every, "../examples/imp/sum.imp")
	flipped(t, 5*every, "../examples/imp/gcd.imp")
	flipped(t, 499*every, "../examples/cink/even-odd.cink")
}

// FuzzCertificates checks what was made of a certificate, by bytes or by fields.
func FuzzCertificates(f *testing.F) {
	const path = "../examples/imp/gcd.imp"
	var own *certificate.Certificate
	var file []byte
	var l *encode.Language
	made := func(t testing.TB) {
		if own == nil {
			own, file = certified(t, path)
			l = languageOf(t, path)
		}
	}
	made(f)
	f.Add(bodyOf(f, file), int64(0), uint8(0))
	for seed := range int64(20) {
		f.Add([]byte{}, seed, uint8(seed%4+1))
	}
	f.Fuzz(func(t *testing.T, body []byte, seed int64, fields uint8) {
		made(t)
		if len(body) > 0 {
			accepted(t, fileOf(t, body), l, own)
		}
		c, err := certificate.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewSource(seed))
		for range fields % 8 {
			alter(r, c)
		}
		if changed, ok := encoded(c); ok {
			accepted(t, changed, l, own)
		}
	})
}

// encoded is the file of a certificate; false if no file can say what it has.
func encoded(c *certificate.Certificate) (file []byte, ok bool) {
	defer func() { _ = recover() }() // a list entry that is nothing
	var out bytes.Buffer
	err := c.Write(&out)
	return out.Bytes(), err == nil
}
