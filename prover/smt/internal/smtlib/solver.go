package smtlib

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
)

// Solver is a backend that talks SMT-LIB text with a solver process, which it keeps
// from question to question.
type Solver struct {
	Dialect
	argv     []string
	prelude  string
	child    *Process
	version  string
	asserted fol.Stack
	printer  *printer
	question int
	faults   *Faults
	work     Work
	memory   int // in MB, where the system has to refuse more; 0: the solver does itself
}

// New returns a solver whose process starts with the first question.
func New(d Dialect, c Config) *Solver {
	command := c.Command
	if len(command) == 0 {
		command = []string{d.name}
	}
	s := &Solver{Dialect: d, argv: slices.Concat(command, d.arguments(c), c.Extra), prelude: c.Prelude, faults: c.Faults, work: c.Work}
	if !d.Z3Options {
		s.memory = c.MemoryMB
	}
	return s
}

// Name implements [fol.Backend].
func (p *Solver) Name() string {
	if p.version == "" {
		return p.Dialect.name
	}
	return p.Dialect.name + " " + p.version
}

// Quantifiers implements [fol.Backend].
func (p *Solver) Quantifiers() bool { return true }

// Reset implements [fol.Backend].
func (p *Solver) Reset() {
	if p.child != nil {
		p.child.Kill()
	}
	p.clear()
}

func (p *Solver) clear() {
	p.child, p.printer = nil, nil
	p.asserted.Reset()
}

// Check implements [fol.Backend].
func (p *Solver) Check(ctx context.Context, q fol.Query) fol.Reply {
	if q.Deep() {
		return fol.GiveUp(fol.TooDeep)
	}
	if why := p.faults.givenUp(p.argv[0]); why != "" {
		return fol.GiveUp("the solver is no longer asked: " + why)
	}
	if p.child == nil {
		if r := p.start(ctx); r != nil {
			return *r
		}
	}
	limit := Grace(q.Timeout)
	defer p.child.Limit(ctx, limit)()
	p.child.LimitCPU(p.work.CPU)
	begun := time.Now()
	r, err := p.exchange(q)
	if err != nil {
		return p.failed(ctx, err, limit, false)
	}
	p.faults.answered(p.argv[0])
	// Interrupted, Z3 may say that it could not decide the question.
	r.Late = r.Result == fol.Unknown && time.Since(begun) >= q.Timeout
	return r
}

// failed drops the process after an error, and notes it if it is a fault: that a
// solver complains of a question, or dies of one, is none.
func (p *Solver) failed(ctx context.Context, err error, limit time.Duration, hopeless bool) fol.Reply {
	var protocol *protocolError
	isFault := hopeless || errors.As(err, &protocol) && !protocol.complaint || errors.Is(err, os.ErrDeadlineExceeded)
	r := p.child.Lost(ctx, err, limit)
	p.clear()
	if isFault && ctx.Err() == nil {
		p.faults.note(p.argv[0], r.Reason, hopeless)
	}
	return r
}

// start starts the process and waits for its version: what does not say that is
// no solver.
func (p *Solver) start(ctx context.Context) *fol.Reply {
	c, err := Start(p.argv, os.Environ())
	if err != nil {
		return &fol.Reply{Reason: err.Error(), Broken: true}
	}
	c.LimitMemory(p.memory)
	p.child, p.printer = c, newPrinter()
	defer c.Limit(ctx, greeting)()
	b := &p.printer.b
	b.WriteString("(set-option :global-declarations true)\n(set-option :produce-models true)\n")
	if p.logic != "" {
		b.WriteString("(set-logic " + p.logic + ")\n")
	}
	b.WriteString("(get-info :version)\n")
	lines, err := p.converse(isVersion)
	if err != nil {
		r := p.failed(ctx, err, greeting, errors.Is(err, os.ErrDeadlineExceeded))
		return &r
	}
	p.version = versionOf(lines)
	p.printer.b.WriteString("(declare-sort Value 0)\n")
	p.printer.b.WriteString(p.prelude)
	return nil
}

// exchange sends a question and reads its answer.
func (p *Solver) exchange(q fol.Query) (fol.Reply, error) {
	p.align(q.Assertions)
	for _, n := range q.Want {
		p.printer.prepare(n)
	}
	if p.Z3Options {
		fmt.Fprintf(&p.printer.b, "(set-option :rlimit %d)\n(set-option :timeout %d)\n", p.work.Steps, max(1, q.Timeout.Milliseconds()))
	}
	p.printer.b.WriteString("(check-sat)\n")
	lines, err := p.converse(isVerdict)
	if err != nil {
		return fol.Reply{}, err
	}
	r, err := verdict(lines)
	if err != nil {
		return fol.Reply{}, err
	}
	switch r.Result {
	case fol.Unknown:
		p.printer.b.WriteString("(get-info :reason-unknown)\n")
		if lines, err = p.converse(isList); err != nil {
			return fol.Reply{}, err
		}
		r.Reason = reasonText(strings.Join(lines, " "))
	case fol.Sat:
		if r.Values, err = p.values(q.Want); err != nil {
			return fol.Reply{}, err
		}
	}
	return r, nil
}

// align brings the solver's assertion stack to the question's assertions.
func (p *Solver) align(assertions []*fol.Node) {
	popped, pushed := p.asserted.Align(assertions)
	if popped > 0 {
		fmt.Fprintf(&p.printer.b, "(pop %d)\n", popped)
	}
	for _, l := range pushed {
		p.printer.b.WriteString("(push 1)\n")
		for _, f := range l.Facts {
			p.printer.assert(f)
		}
		p.printer.assert(l.Assertion)
	}
}

// converse sends the commands that are waiting and returns the lines of the
// solver's output up to the mark that closes it. An answer that does not begin as
// it must is an error at once: the mark may never come. A verdict is one line.
func (p *Solver) converse(begins func(string) bool) ([]string, error) {
	p.question++
	mark := "rlv " + strconv.Itoa(p.question)
	fmt.Fprintf(&p.printer.b, "(echo %q)\n", mark)
	if p.printer.full() {
		return nil, &protocolError{"the question is too large for SMT-LIB text", true}
	}
	text := p.printer.b.String()
	p.printer.b.Reset()
	if _, err := p.child.In.WriteString(text); err != nil {
		return nil, err
	}
	var lines []string
	for total := 0; ; {
		line, err := p.child.Reader.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if total += len(line); total > MaxAnswer {
			return nil, &protocolError{text: "the solver talks without end"}
		}
		switch line = strings.Trim(strings.TrimSpace(line), `"`); line {
		case mark:
			return lines, nil
		case "":
		default:
			if len(lines) == 0 && !begins(line) || len(lines) > 0 && isVerdict(lines[0]) {
				return nil, unexpected(line)
			}
			lines = append(lines, line)
		}
	}
}

// values asks for the values of nodes, one by one in the answer.
func (p *Solver) values(want []*fol.Node) ([]string, error) {
	if len(want) == 0 {
		return nil, nil
	}
	b := &p.printer.b
	b.WriteString("(get-value (")
	for _, n := range want {
		b.WriteByte(' ')
		p.printer.write(n)
	}
	b.WriteString("))\n")
	lines, err := p.converse(isList)
	if err != nil {
		return nil, err
	}
	es, err := sexpr.Parse(strings.Join(lines, "\n"))
	if err != nil || len(es) != 1 || len(es[0].List) != len(want) {
		return nil, &protocolError{text: "the model cannot be read"}
	}
	out := make([]string, len(want))
	for i, pair := range es[0].List {
		if len(pair.List) == 2 {
			out[i] = pair.List[1].String()
		}
	}
	return out, nil
}
