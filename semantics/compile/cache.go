package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"rlv/semantics/stored"
)

// store keeps the compiled form of one definition between runs of one
// executable, in a file of its own. The file begins with a key, which stands for
// the options and for the executable's version, so another executable takes the place of
// the earlier one; the form itself says which texts it was made of. A store that cannot be used keeps nothing; nil is such a store.
type store struct {
	path string
	key  []byte
}

// storeFormat changes when the stored form does.
const storeFormat = "rlv compiled definition 6"

// openStore returns the place of a definition in the directory that the options
// or the environment name. The names of its files are part of its form, as they are shown.
func openStore(path string, opts Options) *store {
	dir := CacheDir(opts.CacheDir)
	exe, version := stored.Executable()
	if dir == "" || version == "" {
		return nil
	}
	at, onDisk := path, opts.ReadFile == nil
	if abs, err := filepath.Abs(path); err == nil && onDisk {
		at = abs
	}
	where := fmt.Appendf(nil, "%q %q %q %v %q %q %q %d", exe, path, at, onDisk, opts.MainModule, opts.SyntaxModule, opts.Include, opts.IntWidth)
	name := sha256.Sum256(where)
	key := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", storeFormat, where, version))
	return &store{path: filepath.Join(dir, filepath.Base(path)+"-"+hex.EncodeToString(name[:8])), key: key[:]}
}

// beside returns the place of what is found of a definition by an analysis.
func (s *store) beside(analysis string, of [sha256.Size]byte) *store {
	if s == nil {
		return nil
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%x %x %s", s.key, of, analysis))
	return &store{path: s.path + "-" + analysis, key: key[:]}
}

// Kept returns what an analysis of the definition finds, which is numbers that depend on
// nothing else: what an earlier run has found, or what find returns.
func (d *Definition) Kept(analysis string, find func() []int) []int {
	s := d.store.beside(analysis, d.Source.Hash)
	if found, err := readNumbers(s.load()); err == nil {
		return found
	}
	found := find()
	w := stored.NewWriter()
	w.Number(uint64(len(found)))
	for _, n := range found {
		w.Signed(n)
	}
	s.save(w.Form())
	return found
}

func readNumbers(form []byte) (out []int, err error) {
	defer stored.Caught(&err)
	r := stored.NewReader(form)
	out = make([]int, r.Count())
	for i := range out {
		out[i] = r.Signed()
	}
	r.Expect(r.Ended())
	return out, nil
}

// CacheDir is the directory for what is kept between runs: the wanted one, or that of the
// environment variable RLV_CACHE, or else the user's; "" is none, and "off" asks for none.
func CacheDir(wanted string) string {
	dir := wanted
	if dir == "" {
		dir = os.Getenv("RLV_CACHE")
	}
	if dir == "" && !Verifying {
		if user, err := os.UserCacheDir(); err == nil {
			dir = filepath.Join(user, "rlv")
		}
	}
	if dir == "off" {
		return ""
	}
	return dir
}

// load returns the form that is kept; nil if that is none, damaged, or for another key.
func (s *store) load() []byte {
	if s == nil {
		return nil
	}
	data, err := os.ReadFile(s.path)
	if err != nil || len(data) <= sha256.Size || !bytes.HasPrefix(data, s.key) {
		return nil
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(got[:], sum) || len(body) < len(s.key) {
		return nil
	}
	return body[len(s.key):]
}

// save keeps a form. Other runs see all of it or nothing; a store that cannot be
// written is no error.
func (s *store) save(form []byte) {
	if s == nil || os.MkdirAll(filepath.Dir(s.path), 0o777) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(s.path), "new-*")
	if err != nil {
		return
	}
	data := append(bytes.Clone(s.key), form...)
	sum := sha256.Sum256(data)
	_, err = f.Write(append(data, sum[:]...))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), s.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}
