package smt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
)

// dialect is how a solver over SMT-LIB text is called and spoken to.
type dialect struct {
	title   string
	argv    []string // command and arguments
	prelude string   // commands at the start
	z3      bool     // has Z3's options
}

func z3Dialect(argv []string, memoryMB int, extra ...string) dialect {
	if len(argv) == 0 {
		argv = []string{"z3"}
	}
	argv = append(argv[:len(argv):len(argv)], "-in", fmt.Sprintf("-memory:%d", memoryMB))
	return dialect{title: "z3", argv: append(argv, extra...), z3: true}
}

func cvc5Dialect(argv []string, timeout time.Duration) dialect {
	if len(argv) == 0 {
		argv = []string{"cvc5"}
	}
	argv = append(argv[:len(argv):len(argv)], "--lang", "smt2", "--incremental", "--produce-models", "-q",
		fmt.Sprintf("--tlimit-per=%d", timeout.Milliseconds()))
	return dialect{title: "cvc5", argv: argv}
}

// processEngine talks SMT-LIB text with a solver process.
type processEngine struct {
	dialect
	child    *child
	version  string
	asserted fol.Stack
	printer  *printer
	question int
	faults   *Faults
}

func newProcessEngine(d dialect, prelude string, faults *Faults) *processEngine {
	d.prelude = prelude
	return &processEngine{dialect: d, faults: faults}
}

func (p *processEngine) Name() string {
	if p.version == "" {
		return p.title
	}
	return p.title + " " + p.version
}

func (p *processEngine) Quantifiers() bool { return true }

func (p *processEngine) Reset() {
	if p.child != nil {
		p.child.kill()
	}
	p.clear()
}

// Retranslated begins a new process: the text that it was sent names nodes.
func (p *processEngine) Retranslated() { p.Reset() }

func (p *processEngine) clear() {
	p.child, p.printer = nil, nil
	p.asserted.Reset()
}

func (p *processEngine) Check(ctx context.Context, q fol.Query) fol.Reply {
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
	limit := grace(q.Timeout)
	defer p.child.limit(ctx, limit)()
	r, err := p.exchange(q)
	if err != nil {
		return p.failed(ctx, err, limit, false)
	}
	p.faults.answered(p.argv[0])
	return r
}

// failed drops the process after an error, and notes it if it is a fault: that a
// solver complains of a question, or dies of one, is none.
func (p *processEngine) failed(ctx context.Context, err error, limit time.Duration, hopeless bool) fol.Reply {
	var protocol *protocolError
	isFault := hopeless || errors.As(err, &protocol) && !protocol.complaint || errors.Is(err, os.ErrDeadlineExceeded)
	r := p.child.lost(ctx, err, limit)
	p.clear()
	if isFault && ctx.Err() == nil {
		p.faults.note(p.argv[0], r.Reason, hopeless)
	}
	return r
}

// start starts the process and waits for its version: what does not say that is
// no solver.
func (p *processEngine) start(ctx context.Context) *fol.Reply {
	c, err := startChild(p.argv, os.Environ())
	if err != nil {
		return &fol.Reply{Reason: err.Error()}
	}
	p.child, p.printer = c, newPrinter()
	defer c.limit(ctx, greeting)()
	b := &p.printer.b
	b.WriteString("(set-option :global-declarations true)\n(set-option :produce-models true)\n")
	if !p.z3 {
		b.WriteString("(set-logic ALL)\n")
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

// protocolError is what a solver should not have said; a complaint is its own
// word for what is wrong with a question.
type protocolError struct {
	text      string
	complaint bool
}

// unexpected is the error for a line that does not belong in an answer.
func unexpected(line string) error {
	if r := []rune(line); len(r) > 300 {
		line = string(r[:300]) + "..."
	}
	return &protocolError{text: line, complaint: strings.HasPrefix(line, "(error")}
}

// What the lines of answers begin with, by the command.
func isVersion(line string) bool { return strings.HasPrefix(line, "(:version") }
func isList(line string) bool    { return strings.HasPrefix(line, "(") }
func isVerdict(line string) bool {
	return line == "sat" || line == "unsat" || line == "unknown" || line == "timeout"
}

func (e *protocolError) Error() string { return e.text }

// exchange sends a question and reads its answer.
func (p *processEngine) exchange(q fol.Query) (fol.Reply, error) {
	p.align(q.Assertions)
	for _, n := range q.Want {
		p.printer.prepare(n)
	}
	if p.z3 {
		fmt.Fprintf(&p.printer.b, "(set-option :timeout %d)\n", max(1, q.Timeout.Milliseconds()))
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
func (p *processEngine) align(assertions []*fol.Node) {
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
func (p *processEngine) converse(begins func(string) bool) ([]string, error) {
	p.question++
	mark := "rlv " + strconv.Itoa(p.question)
	fmt.Fprintf(&p.printer.b, "(echo %q)\n", mark)
	if p.printer.full() {
		return nil, &protocolError{"the question is too large for SMT-LIB text", true}
	}
	text := p.printer.b.String()
	p.printer.b.Reset()
	if _, err := p.child.in.WriteString(text); err != nil {
		return nil, err
	}
	var lines []string
	for total := 0; ; {
		line, err := p.child.r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if total += len(line); total > maxFrame {
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

// versionOf takes the version from the answer to (get-info :version).
func versionOf(lines []string) string {
	es, err := sexpr.Parse(strings.Join(lines, " "))
	if err != nil || len(es) != 1 || len(es[0].List) != 2 {
		return ""
	}
	return strings.Trim(es[0].List[1].Atom, `"`)
}

// verdict reads the answer to (check-sat). Anything else in the output voids
// it: after an error the solver's assertions are not what they should be.
func verdict(lines []string) (fol.Reply, error) {
	if len(lines) == 1 {
		switch lines[0] {
		case "sat":
			return fol.Reply{Result: fol.Sat}, nil
		case "unsat":
			return fol.Reply{Result: fol.Unsat}, nil
		case "unknown", "timeout":
			return fol.Reply{}, nil
		}
	}
	return fol.Reply{}, &protocolError{text: "no verdict"}
}

// reasonText puts the answer to (get-info :reason-unknown) into plain words.
func reasonText(text string) string {
	es, err := sexpr.Parse(text)
	if err != nil || len(es) != 1 || len(es[0].List) != 2 {
		return "the solver gave no reason"
	}
	return plainReason(strings.Trim(es[0].List[1].String(), `"`))
}

// values asks for the values of nodes, one by one in the answer.
func (p *processEngine) values(want []*fol.Node) ([]string, error) {
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

// plainReason explains the words in which solvers say why they gave up.
func plainReason(why string) string {
	switch {
	case strings.Contains(why, "timeout"), strings.Contains(why, "canceled"), why == "resourceout":
		return "the solver ran out of time"
	case strings.Contains(why, "memout"), strings.Contains(why, "memory"):
		return "the solver ran out of memory"
	case strings.Contains(why, "incomplete"), strings.Contains(why, "quantifiers"):
		return "the solver could not decide it (" + why + ")"
	case why == "":
		return "the solver gave no reason"
	}
	return "the solver gave up: " + why
}
