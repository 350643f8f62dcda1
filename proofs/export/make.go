package export

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Proved is what make in an exported directory says: how Coq proved the obligations, and on what the theorem rests.
type Proved struct {
	By     []Method `json:"by"`   // in the order in which methods are tried
	Axioms []string `json:"-"`    // of the program: hypotheses of the theorem, by their places
	Left   []string `json:"left"` // obligations that no method proves: hypotheses of the theorem, by their places
}

// Method is a way to prove obligations in Coq, and how many were proved by it.
type Method struct {
	Name        string `json:"name"`
	Obligations int    `json:"obligations"`
}

// ErrNoCoq is the error where Coq is to check something and is not installed.
var ErrNoCoq = errors.New("coqc and make are needed to check what is exported (Debian's packages coq and make); without --check the directory is written only")

// HasCoq says whether Make can be called: it is nil, or wraps ErrNoCoq.
func HasCoq() error {
	for _, name := range []string{"coqc", "make"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%w: %w", ErrNoCoq, err)
		}
	}
	return nil
}

// Make has Coq check a directory that Write has written for it. The error has what Coq says where it refuses.
func Make(ctx context.Context, dir string) (*Proved, error) {
	if err := HasCoq(); err != nil {
		return nil, err
	}
	run := exec.CommandContext(ctx, "make", "-C", dir)
	run.WaitDelay = time.Second
	out, err := run.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("not accepted by Coq: %s: %w\n%s", dir, err, out)
	}
	return readProved(string(out))
}

var (
	provedBy   = regexp.MustCompile(`(?m)^(?:obligations proved )?by (.*): (\d+)$`)
	leftNumber = regexp.MustCompile(`(?m)^left as hypotheses: (\d+)$`)
	hypothesis = regexp.MustCompile(`hypothesis\s+"((?:[^"]|"")*)"`)
)

// readProved reads the lines that Closing.v's report writes, behind what Coq says of the theorem.
func readProved(out string) (*Proved, error) {
	_, report, closed := strings.Cut(out, "\nClosed under the global context\n")
	left := leftNumber.FindStringSubmatchIndex(report)
	if !closed || left == nil {
		return nil, fmt.Errorf("it is not said by Coq that the theorem rests on its hypotheses only:\n%s", out)
	}
	p := &Proved{By: []Method{}, Axioms: []string{}, Left: []string{}}
	for _, m := range provedBy.FindAllStringSubmatch(report[:left[0]], -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, err
		}
		p.By = append(p.By, Method{m[1], n})
	}
	n, err := strconv.Atoi(report[left[2]:left[3]])
	if err != nil {
		return nil, err
	}
	for _, m := range hypothesis.FindAllStringSubmatch(report[left[1]:], -1) {
		p.Axioms = append(p.Axioms, strings.Join(strings.Fields(strings.ReplaceAll(m[1], `""`, `"`)), " "))
	}
	if n > len(p.Axioms) {
		return nil, fmt.Errorf("%d obligations are left by Coq as hypotheses, and %d named", n, len(p.Axioms))
	}
	p.Axioms, p.Left = p.Axioms[:len(p.Axioms)-n], append(p.Left, p.Axioms[len(p.Axioms)-n:]...)
	return p, nil
}
