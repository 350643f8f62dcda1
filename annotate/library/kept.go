package library

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/stored"
	"rlv/semantics/term"
)

// Kept are the lemmas of libraries that this executable has proved, in this run or before,
// each as the hash of all that its proof is about. They are read from a file when they are
// first asked for. Only what is proved is kept, so it does not matter what is lost.
type Kept struct {
	mu     sync.Mutex
	proved map[Digest]bool // nil: not read so far
	new    bool            // some are not in the file
}

// Digest is the hash of a question.
type Digest [sha256.Size]byte

// keptFormat changes when the file's form, or what a hash stands for, does.
const keptFormat = "rlv lemmas 1"

// maxKept bounds the size of the file in bytes. One that is larger is begun anew.
const maxKept = 1 << 20

// place is the file and its first line, which names the executable; "" if nothing is kept.
func (*Kept) place() (path, header string) {
	dir := compile.CacheDir("")
	exe, version := stored.Executable()
	if dir == "" || version == "" {
		return "", ""
	}
	where := sha256.Sum256([]byte(exe))
	return filepath.Join(dir, "lemmas-"+hex.EncodeToString(where[:8])), fmt.Sprintf("%s %q %s\n", keptFormat, exe, version)
}

// stored are the hashes in the file, as far as it is for this executable.
func (k *Kept) stored() map[Digest]bool {
	out := map[Digest]bool{}
	path, header := k.place()
	if path == "" {
		return out
	}
	text, err := os.ReadFile(path)
	rest, ours := bytes.CutPrefix(text, []byte(header))
	if err != nil || !ours || len(text) > maxKept {
		return out
	}
	for line := range strings.Lines(string(rest)) {
		var d Digest
		if n, err := hex.Decode(d[:], []byte(strings.TrimSuffix(line, "\n"))); err == nil && n == len(d) && strings.HasSuffix(line, "\n") {
			out[d] = true
		}
	}
	return out
}

// Has reports whether it was proved.
func (k *Kept) Has(d Digest) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.open()
	return k.proved[d]
}

// open reads the file, once.
func (k *Kept) open() {
	if k.proved == nil {
		k.proved = k.stored()
	}
}

// Add notes that it is proved.
func (k *Kept) Add(d Digest) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.open()
	k.proved[d], k.new = true, true
}

// Save writes the file if there is something new, with what others have added to it. One that
// cannot be written is no error.
func (k *Kept) Save() {
	k.mu.Lock()
	defer k.mu.Unlock()
	path, header := k.place()
	if !k.new || path == "" || os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	k.new = false
	maps.Copy(k.proved, k.stored())
	var out bytes.Buffer
	out.WriteString(header)
	for _, d := range slices.SortedFunc(maps.Keys(k.proved), func(a, b Digest) int { return bytes.Compare(a[:], b[:]) }) {
		fmt.Fprintf(&out, "%x\n", d)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return
	}
	_, err = f.Write(out.Bytes())
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// Question is a text that stands for a question to a solver: two have the same one only if
// they are the same but for the names of variables.
type Question struct {
	text      []byte
	variables map[*term.Variable]int
	odd       bool // there is something in it that has no such text
}

// Digest is the hash of the text; ok is false if there is none.
func (q *Question) Digest() (d Digest, ok bool) { return sha256.Sum256(q.text), !q.odd }

// Note adds a text, with its length.
func (q *Question) Note(text string) {
	q.number(len(text))
	q.text = append(q.text, text...)
}

func (q *Question) number(n int) { q.text = binary.AppendUvarint(q.text, uint64(n)) }

// List adds formulas, with their number.
func (q *Question) List(formulas []*term.Term) {
	q.number(len(formulas))
	for _, f := range formulas {
		q.formula(f)
	}
}

// formula adds a formula. What stands for itself in no obvious way, such as a map, is odd.
func (q *Question) formula(t *term.Term) {
	if s := t.Sort(); s != term.SortBool && s != term.SortInt && s != term.SortArray && s != term.SortList {
		q.odd = true
		return
	}
	q.number(int(t.Kind()))
	q.number(int(t.Sort()))
	switch t.Kind() {
	case term.KApp:
		s := t.Symbol()
		q.Note(s.Name)
		q.Note(s.Hook)
		q.Note(s.SMTHook)
		q.List(t.Args())
	case term.KVar:
		v := t.Variable()
		if q.variables == nil {
			q.variables = map[*term.Variable]int{}
		}
		n, ok := q.variables[v]
		if !ok {
			n = len(q.variables)
			q.variables[v] = n
		}
		q.number(n)
	case term.KInt, term.KBool:
		q.Note(t.String())
	default:
		q.odd = true
	}
}
