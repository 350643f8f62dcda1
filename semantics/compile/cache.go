package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"rlv/semantics/kdef"
)

// store keeps the compiled form of one definition between runs of one
// executable, in a file of its own. The file begins with a key, which stands for
// the text of all that the definition consists of and for the executable's
// version, so a changed definition, or executable, takes the place of the earlier
// one. A store that cannot be used keeps nothing; nil is such a store.
type store struct {
	path string
	key  []byte
}

// storeFormat changes when the stored form does.
const storeFormat = "rlv compiled definition 2"

// openStore returns the place of a definition in the directory that the options
// or the environment name.
func openStore(src *kdef.Definition, opts Options) *store {
	dir := opts.CacheDir
	if dir == "" {
		dir = os.Getenv("RLV_CACHE")
	}
	if dir == "" && Verifying {
		return nil
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(user, "rlv")
	}
	exe, err := os.Executable()
	if err != nil || dir == "off" {
		return nil
	}
	info, err := os.Stat(exe)
	if err != nil {
		return nil
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%s %x %d %d", storeFormat, src.Hash, info.Size(), info.ModTime().UnixNano()))
	main := src.Files[0].Source.Name
	onDisk := opts.ReadFile == nil
	if abs, err := filepath.Abs(main); err == nil && onDisk {
		main = abs
	}
	where := sha256.Sum256(fmt.Appendf(nil, "%q %q %v %q %q", exe, main, onDisk, src.Main, src.SyntaxModule))
	return &store{path: filepath.Join(dir, filepath.Base(main)+"-"+hex.EncodeToString(where[:8])), key: key[:]}
}

// load returns what is kept, nil if that is nothing or for another key.
func (s *store) load() []byte {
	if s == nil {
		return nil
	}
	data, err := os.ReadFile(s.path)
	if err != nil || !bytes.HasPrefix(data, s.key) {
		return nil
	}
	return data[len(s.key):]
}

// save keeps a form. Other runs see all of it or nothing; a store that cannot be
// written is no error.
func (s *store) save(data []byte) {
	if s == nil || os.MkdirAll(filepath.Dir(s.path), 0o777) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(s.path), "new-*")
	if err != nil {
		return
	}
	_, err = f.Write(append(bytes.Clone(s.key), data...))
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
