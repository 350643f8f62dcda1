package check

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"rlv/proofs/certificate"
	"rlv/proofs/kernel"
)

// Solver proves obligations.
type Solver interface {
	// Prove reports of each obligation whether it is proved; false: that is not known.
	Prove(ctx context.Context, obligations []*kernel.Obligation) []bool
}

// process is a solver that is a program: it reads questions in SMT-LIB, one after the other.
type process struct {
	name, path string
	args       []string      // with the limit of counted work for a question
	limit      time.Duration // of a question, for work that it does not count
}

// processes are the solvers that are known; the first that is installed is taken. Of the obligations
// of the examples none takes cvc5 more than a hundredth of its limit, which is some seconds.
var processes = []process{
	{name: "cvc5", args: []string{"--lang=smt2", "--rlimit-per=3000000"}, limit: 30 * time.Second},
	{name: "z3", args: []string{"-smt2", "-in", "-memory:2048", "rlimit=10000000"}, limit: 30 * time.Second},
}

// Solvers are the names of the solvers that there may be.
func Solvers() []string {
	out := []string{"auto"}
	for _, p := range processes {
		out = append(out, p.name)
	}
	return out
}

// ErrNoSolver is that a solver is not installed.
var ErrNoSolver = errors.New("no such solver is installed (Debian's packages cvc5, z3)")

// NewSolver returns the solver with a name of [Solvers].
func NewSolver(name string) (Solver, error) {
	for _, p := range processes {
		if path, err := exec.LookPath(p.name); err == nil && (name == "auto" || name == p.name) {
			p.path = path
			return p, nil
		}
	}
	return nil, fmt.Errorf("--solver %s: %w; there may be %s", name, ErrNoSolver, strings.Join(Solvers(), ", "))
}

// Prove implements [Solver]. A program that ends early, is late or says what it should not leaves
// the question at hand open; another goes on behind it.
func (p process) Prove(ctx context.Context, obligations []*kernel.Obligation) []bool {
	var out []bool
	for len(out) < len(obligations) && ctx.Err() == nil {
		out = append(out, p.answers(ctx, obligations[len(out):])...)
	}
	return append(out, make([]bool, len(obligations)-len(out))...)
}

// answers are those of one run of the program, at least one.
func (p process) answers(ctx context.Context, obligations []*kernel.Obligation) (out []bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	questions, text := io.Pipe()
	defer questions.Close() // ends ask
	cmd := exec.CommandContext(ctx, p.path, p.args...)
	cmd.Stdin, cmd.WaitDelay = questions, time.Second
	answers, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return []bool{false}
	}
	defer cmd.Wait()                                   // how it ends has no part in what it has said
	defer cancel()                                     // it is not waited for
	context.AfterFunc(ctx, func() { answers.Close() }) // what it has started may hold the other end
	go ask(text, obligations)
	late := time.AfterFunc(p.limit, cancel)
	defer late.Stop()
	lines := bufio.NewScanner(answers)
	var said []string
	for len(out) < len(obligations) && lines.Scan() {
		if strings.Trim(lines.Text(), `"`) != end(len(out)) {
			said = append(said, lines.Text())
			continue
		}
		out, said = append(out, slices.Equal(said, []string{"unsat"})), nil
		late.Reset(p.limit)
	}
	if len(out) < len(obligations) {
		out = append(out, false)
	}
	return out
}

// end is what a solver is told to say after an answer.
func end(question int) string { return fmt.Sprintf("end of answer %d", question) }

// ask writes a question for each obligation, which begins from nothing.
func ask(to *io.PipeWriter, obligations []*kernel.Obligation) {
	defer to.Close()
	for i, o := range obligations {
		text, _ := certificate.SMTLIB(o, fmt.Sprintf("question %d", i)) // empty if it has no form: so there is no answer
		if _, err := fmt.Fprintf(to, "%s(echo %q)\n(reset)\n", text, end(i)); err != nil {
			return
		}
	}
}
