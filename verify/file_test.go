package verify

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/semantics/compile"
)

// The file of a certificate is checked with the definition of its program; what is none, or about another definition,
// is refused with its name.
func TestFilesOfCertificates(t *testing.T) {
	const program = "../examples/imp/sum.imp"
	own, file := certified(t, program)
	dir := t.TempDir()
	put := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lost := errors.New("no definition")
	load := func(err error, of string) func(string) (*compile.Definition, error) {
		return func(path string) (*compile.Definition, error) {
			if path != own.Program {
				t.Errorf("it wants the definition for %s, not %s", path, own.Program)
			}
			if err != nil {
				return nil, err
			}
			return Language{}.Load(of)
		}
	}
	good := put("good", file)
	for _, c := range []struct {
		name, path, solver string
		load               func(string) (*compile.Definition, error)
		want               error
	}{
		{"as it is", good, "auto", load(nil, program), nil},
		{"no file", filepath.Join(dir, "nothing"), "auto", load(nil, program), fs.ErrNotExist},
		{"a directory", dir, "auto", load(nil, program), syscall.EISDIR},
		{"another text", put("text", []byte("rlv certificates")), "auto", load(nil, program), certificate.ErrDamaged},
		{"too large", put("large", append(file, make([]byte, certificate.MaxFile)...)), "auto", load(nil, program), certificate.ErrDamaged},
		{"no definition", good, "auto", load(lost, program), lost},
		{"another definition", good, "auto", load(nil, "../examples/cink/sum.cink"), check.ErrLanguage},
		{"no solver", good, "a", load(nil, program), check.ErrNoSolver},
	} {
		o, err := check.File(context.Background(), c.path, c.load, c.solver)
		switch {
		case c.want == nil:
			if err != nil || len(o.Open) > 0 || o.Obligations == 0 || o.Claim != own.Claim() {
				t.Errorf("%s: %+v, %v", c.name, o, err)
			}
		case err == nil || o != nil || !errors.Is(err, c.want):
			t.Errorf("%s: %v, %v", c.name, o, err)
		case errors.Is(err, certificate.ErrDamaged) && !strings.Contains(err.Error(), c.path):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
