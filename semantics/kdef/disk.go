package kdef

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// disk is where files are read from.
type disk struct {
	readFile func(path string) ([]byte, error)
	identity func(path string) string // the same for all paths to one file
	embedded bool                     // files never change
}

// diskOf is where the options say that files are.
func diskOf(opts Options) disk {
	if opts.ReadFile != nil {
		return disk{opts.ReadFile, filepath.Clean, opts.Embedded}
	}
	return disk{readFile, realPath, false}
}

// reading is what an attempt to read a file came to.
type reading struct {
	path, real string
	missing    bool
	sum        [sha256.Size]byte // of the text
}

// read reads a file. Where the error is another one than that there is no such file, nothing
// is loaded, so readings do not tell those apart.
func (d disk) read(path string) (reading, []byte, error) {
	text, err := d.readFile(path)
	r := reading{path: path, real: d.identity(path), missing: errors.Is(err, fs.ErrNotExist)}
	if err == nil {
		r.sum = sha256.Sum256(text)
	}
	return r, text, err
}

// readFile reads a file from disk, up to one byte more than is allowed.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.New("it is a directory")
	}
	return io.ReadAll(io.LimitReader(f, MaxFileSize+1))
}

// realPath identifies a file.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return path
}
