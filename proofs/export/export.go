// Package export writes certificates for other checkers: as a development for Coq, or each
// obligation as a file for solvers.
package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/proofs/coq"
	"rlv/proofs/encode"
)

// Formats are what a certificate can be written for.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

var formats = map[string]func(*certificate.Certificate, *encode.Language, []check.Part) (map[string]string, error){
	"coq": development, "smt2": questions,
}

// Options are for whom a certificate is written, how that is reported, and whether it is checked there.
type Options struct {
	To     string // one of Formats
	Format string // of the report: text, which is the default, or json
	Check  bool   // by Coq
}

// Validate says what is wrong with options, before anything is written.
func (o Options) Validate() error {
	switch {
	case !slices.Contains([]string{"", "text", "json"}, o.Format):
		return fmt.Errorf("no such format: %q (text or json)", o.Format)
	case o.Check && o.To != "coq":
		return errors.New("--check is for --to coq: solvers are asked by rlv check")
	case o.Check:
		return HasCoq()
	}
	return nil
}

// Closed reports whether all that was asked for is proved.
func (w *Written) Closed() bool { return w.Proved == nil || len(w.Proved.Left) == 0 }

// Print writes the report in a format.
func (w *Written) Print(out io.Writer, format string) error {
	if format == "json" {
		return w.JSON(out)
	}
	w.Report(out)
	return nil
}

// Written is what was written.
type Written struct {
	Files       int                 `json:"files"`
	Goals       int                 `json:"goals"`
	Obligations int                 `json:"obligations"` // that the kernel leaves to prove
	Axioms      []certificate.Axiom `json:"-"`           // hypotheses of what is proved
	LeftOut     []encode.Refusal    `json:"-"`           // rules of the definition that no program comes to
	Proved      *Proved             `json:"proved"`      // by Coq; nil: it was not asked
}

// Write writes a certificate into a directory, which must not be there, or be empty. If it has
// something that the format has no form for, nothing is written.
func Write(c *certificate.Certificate, l *encode.Language, to, dir string) (*Written, error) {
	format := formats[to]
	if format == nil {
		return nil, fmt.Errorf("certificates are written for %s, not for %q", strings.Join(Formats(), " or "), to)
	}
	obligations, err := check.Obligations(c, l)
	if err != nil {
		return nil, err
	}
	files, err := format(c, l, obligations)
	if err != nil {
		return nil, err
	}
	if there, err := os.ReadDir(dir); err == nil && len(there) > 0 {
		return nil, fmt.Errorf("%s: the directory is not empty", dir)
	}
	out := &Written{Files: len(files), Goals: len(c.Goals), Axioms: c.Axioms, LeftOut: l.LeftOut}
	for _, part := range obligations {
		out.Obligations += len(part.Obligations)
	}
	return out, write(dir, files)
}

// write writes files beside the directory, and moves them there when all are written.
func write(dir string, files map[string]string) error {
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".export")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for name, text := range files {
		path := filepath.Join(tmp, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.Rename(tmp, dir)
}

// questions are the obligations as SMT-LIB text, a file each.
func questions(c *certificate.Certificate, _ *encode.Language, all []check.Part) (map[string]string, error) {
	files := map[string]string{}
	for i, part := range all {
		kind, number := "lemma", i+1
		if i >= len(c.Lemmas) {
			kind, number = "goal", i+1-len(c.Lemmas)
		}
		for k, o := range part.Obligations {
			title := fmt.Sprintf("obligation %d of %s: %s", k+1, part.Place, part.Name)
			text, err := certificate.SMTLIB(o, title)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", title, err)
			}
			files[fmt.Sprintf("%s%d-%d.smt2", kind, number, k+1)] = text
		}
	}
	return files, nil
}

// development is a directory for Coq in which make checks everything.
func development(c *certificate.Certificate, l *encode.Language, all []check.Part) (map[string]string, error) {
	counts := make([]int, len(c.Goals))
	for i, part := range all[len(c.Lemmas):] {
		counts[i] = len(part.Obligations)
	}
	labels := certificate.Labels{Symbols: l.Names, Functions: l.Functions, Sorts: l.Sorts, Rules: l.Labels()}
	for _, r := range l.LeftOut {
		labels.LeftOut = append(labels.LeftOut, r.Error())
	}
	files := c.Coq(&l.Language, labels, counts)
	for name, text := range coq.Library() {
		files[filepath.Join("lib", name)] = text
	}
	return files, nil
}

// Report says what was written, what it rests on and, if Coq has checked it, how that proves the obligations.
func (w *Written) Report(to io.Writer) {
	fmt.Fprintf(to, "written: %d goals, %d obligations, %d files\n", w.Goals, w.Obligations, w.Files)
	for _, r := range w.LeftOut {
		fmt.Fprintf(to, "left out, since no program comes to it: %v\n", r)
	}
	for _, a := range w.Axioms {
		fmt.Fprintf(to, "hypothesis %s: %s\n", a.Place, a.Name)
	}
	if w.Proved == nil {
		return
	}
	for _, o := range w.Proved.Left {
		fmt.Fprintf(to, "hypothesis %s\n", o)
	}
	var by []string
	for _, m := range w.Proved.By {
		by = append(by, fmt.Sprintf("%d by %s", m.Obligations, m.Name))
	}
	fmt.Fprintf(to, "proved by Coq: %d of %d obligations (%s), %d left as hypotheses; axioms of the program: %d\n",
		w.Obligations-len(w.Proved.Left), w.Obligations, strings.Join(by, ", "), len(w.Proved.Left), len(w.Proved.Axioms))
}

// JSON writes what Report says.
func (w *Written) JSON(to io.Writer) error {
	axioms, leftOut := make([]string, len(w.Axioms)), make([]string, len(w.LeftOut))
	for i, a := range w.Axioms {
		axioms[i] = a.Place + ": " + a.Name
	}
	for i, r := range w.LeftOut {
		leftOut[i] = r.Error()
	}
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		*Written
		Axioms  []string `json:"axioms"`
		LeftOut []string `json:"leftOut"`
	}{w, axioms, leftOut})
}
