package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rlv/semantics/languages"
	"rlv/verify"
)

// programFiles expands directories and DIR/... to the files of known languages. Of
// these, those without annotations are left out of the report. What - stands for is
// named as if it were that file.
func programFiles(args []string, stdin string) ([]verify.Input, error) {
	var out []verify.Input
	for _, a := range args {
		if a == "-" {
			in, err := verify.ReadInput(os.Stdin, stdin)
			if err != nil {
				return nil, err
			}
			out = append(out, in)
			continue
		}
		dir, rest := strings.CutSuffix(a, "...")
		if dir == "" {
			dir = "."
		}
		info, err := os.Stat(filepath.Clean(dir))
		if !rest && (err != nil || !info.IsDir()) {
			out = append(out, verify.Input{Path: a})
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: there is no such directory", dir)
		}
		n := len(out)
		err = filepath.WalkDir(filepath.Clean(dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && languages.Known(path) {
				out = append(out, verify.Input{Path: path, Optional: true})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(out) == n {
			return nil, fmt.Errorf("%s: no file of a known language is there", a)
		}
	}
	return out, nil
}
