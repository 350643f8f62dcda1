package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// inFile is a printer whose report goes to a file.
type inFile struct {
	Printer
	path string
	text bytes.Buffer
}

// InFile returns a printer whose report is written to a file when it is closed: as a
// whole or not at all. That it certainly cannot be written is an error now.
func InFile(path string, format Format, s Settings) (Printer, error) {
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return nil, errors.New("there is no such directory")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, errors.New("this is a directory")
	}
	f := &inFile{path: path}
	f.Printer = format.New(&f.text, s)
	return f, nil
}

// Close writes the file.
func (f *inFile) Close() error {
	err := f.Printer.Close()
	if err == nil {
		err = writeFile(f.path, f.text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	return nil
}

// writeFile writes a file as a whole or not at all: what reads it never sees a part.
// A device or a pipe is written as it is.
func writeFile(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0)
	}
	temporary := fmt.Sprintf("%s.%d.tmp", path, os.Getpid())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}
